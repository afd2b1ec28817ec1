// SPDX-License-Identifier: MIT
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvalidShapeError } from '../../errors.ts';
import { polygon } from '../../shapes/planar/polygon.ts';
import { type ExactPolygon, exactPlanarContact } from './exact-planar.ts';

type Corner = { readonly x: number; readonly y: number };
const still = { cosine: 1, sine: 0, x: 0, y: 0 };
const at = (vertices: readonly number[], x = 0, y = 0): ExactPolygon => ({
  ...still,
  vertices: Float64Array.from(vertices),
  x,
  y,
});
const SQUARE = [-1, -1, 1, -1, 1, 1, -1, 1];

const coordinate = fc.integer({ min: -5, max: 5 });
const corners = fc
  .array(fc.tuple(coordinate, coordinate), { minLength: 3, maxLength: 8 })
  .map((vertices) => {
    try {
      return polygon({ vertices });
    } catch (error) {
      if (error instanceof InvalidShapeError) return undefined;
      throw error;
    }
  })
  .filter((shape) => shape !== undefined);

/** Squared distance of a point and a segment as a fraction of integers. */
function squaredToSegment(x: Corner, p: Corner, q: Corner): [number, number] {
  const [ex, ey, dx, dy] = [q.x - p.x, q.y - p.y, x.x - p.x, x.y - p.y];
  const along = ex * dx + ey * dy;
  const squared = ex * ex + ey * ey;
  if (along <= 0) return [dx * dx + dy * dy, 1];
  if (along >= squared) return [(x.x - q.x) ** 2 + (x.y - q.y) ** 2, 1];
  return [(ex * dy - ey * dx) ** 2, squared];
}

const edges = (shape: readonly Corner[]) => shape.map((p, k) => [p, shape[(k + 1) % shape.length]] as const);

/**
 * Signed distance by trying every edge's normal, and every corner against every edge: small integers, so exact but for
 * the root.
 */
function byEveryEdge(a: readonly Corner[], b: readonly Corner[]): number {
  let best = -Infinity;
  for (const [one, other] of [
    [a, b],
    [b, a],
  ] as const) {
    for (const [p, q] of edges(one)) {
      const size = Math.sqrt((q.x - p.x) ** 2 + (q.y - p.y) ** 2);
      const heights = other.map((x) => (q.y - p.y) * (x.x - p.x) - (q.x - p.x) * (x.y - p.y));
      best = Math.max(best, Math.min(...heights) / size);
    }
  }
  if (best <= 0) return best;
  let nearest = Infinity;
  for (const [one, other] of [
    [a, b],
    [b, a],
  ] as const) {
    for (const x of one) {
      for (const [p, q] of edges(other)) {
        const [numerator, denominator] = squaredToSegment(x, p, q);
        nearest = Math.min(nearest, numerator / denominator);
      }
    }
  }
  return Math.sqrt(nearest);
}

describe('exactPlanarContact', () => {
  it('gives what every edge and corner of polygons on a grid give', () => {
    fc.assert(
      fc.property(corners, corners, coordinate, coordinate, (a, b, x, y) => {
        const got = exactPlanarContact(
          { ...still, vertices: a.coordinates },
          { ...still, vertices: b.coordinates, x, y },
        );
        const placed = b.vertices.map((v) => ({ x: v.x + x, y: v.y + y }));
        const expected = byEveryEdge(a.vertices, placed);
        expect(Math.abs(got.distance - expected)).toBeLessThanOrEqual(4e-15);
        expect(Math.sign(got.distance)).toBe(Math.sign(expected));
        const gap =
          Math.min(...placed.map((v) => v.x * got.nx + v.y * got.ny)) -
          Math.max(...a.vertices.map((v) => v.x * got.nx + v.y * got.ny));
        expect(Math.abs(gap - got.distance)).toBeLessThanOrEqual(1e-14);
      }),
      { numRuns: 500 },
    );
  });

  it('is exactly zero at a touch, with the features that touch', () => {
    expect(exactPlanarContact(at(SQUARE), at(SQUARE, 2, 0.5))).toMatchObject({
      distance: 0,
      lower: 0,
      upper: 0,
      nx: 1,
      ny: 0,
      featureA: [1, 2],
      featureB: [3, 0],
    });
    const corner = exactPlanarContact(at(SQUARE), at(SQUARE, 2, 2));
    expect(corner).toMatchObject({ distance: 0, featureA: [2, 2], featureB: [0, 0] });
    // The middle of the cone between both edges' normals.
    expect(corner.nx).toBeCloseTo(Math.SQRT1_2, 15);
    expect(corner.ny).toBeCloseTo(Math.SQRT1_2, 15);
  });

  it('takes points', () => {
    expect(exactPlanarContact(at([0, 0]), at([0, 0], 3, 4))).toMatchObject({ distance: 5, nx: 0.6, ny: 0.8 });
    expect(exactPlanarContact(at([0, 0]), at([0, 0]))).toMatchObject({ distance: 0, nx: 1, ny: 0 });
    expect(exactPlanarContact(at(SQUARE), at([0, 0], 0.25, 0.5))).toMatchObject({ distance: -0.5, nx: 0, ny: 1 });
  });

  it('rounds correctly at any scale and offset', () => {
    // 1e-40 beside 1e40: the answer is the tiny gap, although no float64 holds both.
    const tiny = [0, 0, 1e-40, 0, 0, 1e-40];
    expect(exactPlanarContact(at(tiny, 1e40), at(tiny, 1e40, 3e-40)).distance).toBe(3e-40 - 1e-40);
    expect(exactPlanarContact(at([0, 0], 0.1), at([0, 0], 0.3)).distance).toBe(0.3 - 0.1);
  });

  it('allows in its bounds for the rounding of sine and cosine', () => {
    const turned = { ...at(SQUARE), cosine: Math.cos(1), sine: Math.sin(1) };
    const { distance, lower, upper } = exactPlanarContact(turned, { ...turned, x: 5 });
    expect(lower).toBeLessThan(distance);
    expect(upper - lower).toBeGreaterThan(2 ** -51);
    expect(upper - lower).toBeLessThan(1e-14);
  });
});
