// SPDX-License-Identifier: MIT
/**
 * Exact reference answers (integer arithmetic, 50-digit roots): every pair within 1e-9 of the smaller body's extent, or
 * 32 ulp of the largest coordinate if that is more; 99 % within 1e-12; the sign right; the normal attains the depth;
 * bounds hold.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { polyhedron } from '../shapes/kinds/convex-polyhedron.ts';
import { sphere } from '../shapes/kinds/sphere.ts';
import { type Contact, contact } from './contact.ts';

type Triple = readonly [number, number, number];
const fixtures = new URL('../../fixtures/', import.meta.url);
const ULP = 2 ** -52;

function readLines<T>(name: string): T[] {
  const text = readFileSync(new URL(`${name}.jsonl`, fixtures), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);
}

function extent(points: readonly Triple[]): number {
  const sides = [0, 1, 2].map((k) => {
    const values = points.map((p) => p[k]);
    return Math.max(...values) - Math.min(...values);
  });
  return Math.max(...sides);
}

function along(points: readonly Triple[], n: Contact['normal']): number[] {
  return points.map((p) => p[0] * n.x + p[1] * n.y + p[2] * n.z);
}

interface Judged {
  readonly id: string;
  readonly got: Contact;
  readonly expected: number;
  /** Signed distance that the returned normal attains. */
  readonly attained: number;
  readonly size: number;
  readonly largest: number;
}

function worstError(judged: Judged): number {
  return Math.max(Math.abs(judged.got.distance - judged.expected), Math.abs(judged.attained - judged.expected));
}

function expectRight(all: readonly Judged[]): void {
  let fine = 0;
  for (const judged of all) {
    const { id, got, expected, size, largest } = judged;
    const rounding = 32 * ULP * largest;
    const error = worstError(judged);
    expect(error, id).toBeLessThanOrEqual(Math.max(1e-9 * size, rounding));
    if (Math.abs(expected) > Math.max(1e-9 * size, rounding))
      expect(Math.sign(got.distance), id).toBe(Math.sign(expected));
    expect(got.lower, id).toBeLessThanOrEqual(expected);
    expect(got.upper, id).toBeGreaterThanOrEqual(expected);
    expect(got.status, id).toBe('converged');
    if (error <= Math.max(1e-12 * size, rounding)) fine++;
  }
  expect(fine).toBeGreaterThanOrEqual(Math.ceil(0.99 * all.length));
}

interface PolyhedronPair {
  readonly id: string;
  readonly A: readonly Triple[];
  readonly B: readonly Triple[];
  readonly d: number;
  readonly type?: string;
}

function judge(pair: PolyhedronPair): Judged {
  const got = contact(polyhedron({ vertices: pair.A }), {}, polyhedron({ vertices: pair.B }), {});
  return {
    id: pair.id,
    got,
    expected: pair.d,
    attained: Math.min(...along(pair.B, got.normal)) - Math.max(...along(pair.A, got.normal)),
    size: Math.min(extent(pair.A), extent(pair.B)),
    largest: Math.max(...pair.A.flat().map(Math.abs), ...pair.B.flat().map(Math.abs)),
  };
}

describe.each(['boxes', 'degenerate', 'far_offset', 'near_parallel', 'random', 'scale', 'size_ratio', 'slender'])(
  'exact polyhedron pairs: %s',
  (family) => {
    const pairs = readLines<PolyhedronPair>(`poly3d_${family}`);

    it('gives the exact distance, an attaining normal and valid bounds', () => {
      expectRight(pairs.map(judge));
    });

    it('names the contact type where it is unambiguous', () => {
      for (const pair of pairs) {
        if (pair.type) expect(judge(pair).got.type, pair.id).toBe(pair.type);
      }
    });
  },
);

interface SpherePair {
  readonly id: string;
  readonly dim: number;
  readonly A: readonly Triple[];
  readonly center: Triple;
  readonly r: number;
  readonly d: number;
  readonly feature: 'f' | 'e' | 'v';
}

describe('exact sphere-polyhedron pairs', () => {
  it('gives the exact distance, an attaining normal and valid bounds', () => {
    const pairs = readLines<SpherePair>('sphere_poly').filter((pair) => pair.dim === 3);
    const judged = pairs.map((pair) => {
      const got = contact(polyhedron({ vertices: pair.A }), {}, sphere({ radius: pair.r }), { position: pair.center });
      const onSphere = along([pair.center], got.normal)[0] - pair.r;
      return {
        id: pair.id,
        got,
        expected: pair.d,
        attained: onSphere - Math.max(...along(pair.A, got.normal)),
        size: Math.min(extent(pair.A), 2 * pair.r),
        largest: Math.max(...pair.A.flat().map(Math.abs), ...pair.center.map((x) => Math.abs(x) + pair.r)),
      };
    });
    expect(judged.length).toBeGreaterThan(20);
    expectRight(judged);
  });
});

interface Situation {
  readonly name: string;
  readonly A: readonly Triple[];
  readonly B: readonly Triple[];
  readonly normal_exact: Triple;
  readonly overlap_exact: string;
  readonly contact: string;
}

describe('the nine contact situations of Descantes, Tricoire and Richard (2019), Table 1', () => {
  const situations = JSON.parse(readFileSync(new URL('nine-situations.json', fixtures), 'utf8')) as Situation[];

  it.each(situations)(
    '$name has the published overlap and normal',
    ({ name, A, B, normal_exact, overlap_exact, contact: type }) => {
      const got = contact(polyhedron({ vertices: A }), {}, polyhedron({ vertices: B }), {});
      const size = Math.min(extent(A), extent(B));
      expect(Math.abs(got.distance - Number(overlap_exact))).toBeLessThanOrEqual(1e-14 * size);
      const { x, y, z } = got.normal;
      const error = Math.hypot(x - normal_exact[0], y - normal_exact[1], z - normal_exact[2]);
      expect(error).toBeLessThanOrEqual(1e-14);
      // The caption of Fig. 10a says vertex-edge, which cannot be an overlapping optimum; the vertex lies near an edge.
      expect(got.type).toBe(name === 'Fig. 10a' ? 'v-f' : type);
    },
  );
});
