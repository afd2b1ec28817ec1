// SPDX-License-Identifier: MIT
/**
 * Exact reference answers for polygons (integer arithmetic, 50-digit roots): every pair within 1e-12 of the smaller
 * body's extent or one unit in the last place of the answer, the normal attains it, the type is right, the bounds hold.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { disc } from '../../shapes/planar/disc.ts';
import { polygon } from '../../shapes/planar/polygon.ts';
import { type PlanarContact, planarContact } from './planar-contact.ts';

type Pair = readonly [number, number];

interface PolygonPair {
  readonly id: string;
  readonly tag: string;
  readonly A: readonly Pair[];
  readonly B: readonly Pair[];
  readonly d: number;
  readonly cone: boolean;
  readonly normals: readonly Pair[];
  readonly type?: string;
  readonly pa?: Pair;
  readonly pb?: Pair;
}

const fixtures = new URL('../../../fixtures/', import.meta.url);
const ULP = 2 ** -52;

function readLines(name: string): PolygonPair[] {
  const text = readFileSync(new URL(`${name}.jsonl`, fixtures), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as PolygonPair);
}

function extent(points: readonly Pair[]): number {
  const side = (k: 0 | 1): number => Math.max(...points.map((p) => p[k])) - Math.min(...points.map((p) => p[k]));
  return Math.max(side(0), side(1));
}

function attained(pair: PolygonPair, n: PlanarContact['normal']): number {
  const along = (points: readonly Pair[]): number[] => points.map((p) => p[0] * n.x + p[1] * n.y);
  return Math.min(...along(pair.B)) - Math.max(...along(pair.A));
}

const largest = (pair: PolygonPair): number => Math.max(...[...pair.A, ...pair.B].flat().map(Math.abs));

describe.each(['random', 'special', 'extreme'])('exact polygon pairs: %s', (family) => {
  const pairs = readLines(`poly2d_${family}`);
  const answers = pairs.map((pair) => ({
    ...pair,
    got: planarContact(polygon({ vertices: pair.A }), {}, polygon({ vertices: pair.B }), {}),
    size: Math.min(extent(pair.A), extent(pair.B)),
  }));

  it('gives the exact distance and valid bounds', () => {
    expect(answers).toHaveLength(60);
    for (const { id, got, d, size } of answers) {
      expect(Math.abs(got.distance - d), id).toBeLessThanOrEqual(Math.max(1e-12 * size, ULP * Math.abs(d)));
      if (Math.abs(d) > 0) expect(Math.sign(got.distance), id).toBe(Math.sign(d));
      expect(got.lower, id).toBeLessThanOrEqual(d);
      expect(got.upper, id).toBeGreaterThanOrEqual(d);
      expect(got.status, id).toBe('converged');
    }
  });

  it('gives a normal that attains it', () => {
    for (const pair of answers) {
      const { id, got, d, size } = pair;
      // The products of this sum round at the size of the coordinates, and so does the normal times them.
      const rounding = 4 * ULP * largest(pair);
      expect(Math.abs(attained(pair, got.normal) - d), id).toBeLessThanOrEqual(Math.max(1e-12 * size, rounding));
      expect(Math.hypot(got.normal.x, got.normal.y), id).toBeCloseTo(1, 14);
    }
  });

  it('names the contact type where it is unambiguous', () => {
    for (const { id, got, type } of answers) if (type) expect(got.type, id).toBe(type);
  });

  it('gives the closest points', () => {
    for (const pair of answers) {
      const { id, got, pa, pb, type } = pair;
      if (pa === undefined || pb === undefined || type === 'e-e') continue;
      const tolerance = 8 * ULP * largest(pair);
      expect(Math.hypot(got.pointOnA.x - pa[0], got.pointOnA.y - pa[1]), id).toBeLessThanOrEqual(tolerance);
      expect(Math.hypot(got.pointOnB.x - pb[0], got.pointOnB.y - pb[1]), id).toBeLessThanOrEqual(tolerance);
    }
  });

  it('gives the same bits in either order', () => {
    for (const { A, B, got, tag } of answers) {
      // Two equal bodies in one place: exchanging them asks the same question again.
      if (tag === 'coincident') continue;
      const swapped = planarContact(polygon({ vertices: B }), {}, polygon({ vertices: A }), {});
      expect(swapped).toEqual({
        ...got,
        normal: { x: 0 - got.normal.x, y: 0 - got.normal.y },
        pointOnA: got.pointOnB,
        pointOnB: got.pointOnA,
      });
    }
  });

  it('gives the same within rounding where a pose carries the offset', () => {
    for (const { id, A, B, d, size } of answers) {
      const [x, y] = B[0];
      const local = B.map((p) => [p[0] - x, p[1] - y] as Pair);
      const got = planarContact(polygon({ vertices: A }), {}, polygon({ vertices: local }), { position: [x, y] });
      // The differences above are rounded, by half a unit of the larger body.
      expect(Math.abs(got.distance - d), id).toBeLessThanOrEqual(
        Math.max(1e-12 * size, 2 * ULP * Math.max(extent(A), extent(B))),
      );
    }
  });

  it('takes a corner for a small disc around it', () => {
    for (const { id, A, B, size } of answers) {
      const [x, y] = B[0];
      const radius = size / 8;
      const got = planarContact(polygon({ vertices: A }), {}, disc({ radius }), { position: [x, y] });
      const corners = polygon({ vertices: A }).vertices;
      const heights = corners.map((p, i) => {
        const q = corners[(i + 1) % corners.length] as { x: number; y: number };
        const length = Math.hypot(q.x - p.x, q.y - p.y);
        const along = Math.max(0, Math.min(length, ((x - p.x) * (q.x - p.x) + (y - p.y) * (q.y - p.y)) / length));
        const height = ((x - p.x) * (q.y - p.y) - (y - p.y) * (q.x - p.x)) / length;
        const off = Math.hypot(p.x + ((q.x - p.x) / length) * along - x, p.y + ((q.y - p.y) / length) * along - y);
        return { height, off };
      });
      const highest = Math.max(...heights.map(({ height }) => height));
      const expected = highest <= 0 ? highest : Math.min(...heights.map(({ off }) => off));
      const rounding = 16 * ULP * Math.max(extent(A), Math.abs(expected), Math.abs(x), Math.abs(y));
      expect(Math.abs(got.distance - (expected - radius)), id).toBeLessThanOrEqual(rounding);
      expect(got.status, id).toBe('converged');
    }
  });
});
