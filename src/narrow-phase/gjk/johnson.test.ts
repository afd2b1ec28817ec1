// SPDX-License-Identifier: MIT
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addScaled, cross, dot, length, subtract, type Vector3, ZERO_VECTOR } from '../../math/vector.ts';
import { johnson, weightedSum } from './johnson.ts';
import { signedVolumes } from './signed-volumes.ts';

const v = (x: number, y: number, z: number): Vector3 => ({ x, y, z });
const moved = (points: readonly Vector3[], by: Vector3): Vector3[] => points.map((p) => addScaled(p, by, -1));

const TRIANGLE = [v(0, 0, 0), v(4, 0, 0), v(0, 4, 0)];
const TETRAHEDRON = [v(0, 0, 0), v(4, 0, 0), v(0, 4, 0), v(0, 0, 4)];

/** The origin seen from the simplex, and the weights that the nearest point then has. */
const REGIONS: readonly [name: string, points: readonly Vector3[], origin: Vector3, weights: readonly number[]][] = [
  ['a point', [v(1, 2, 3)], v(0, 0, 0), [1]],
  ['a segment, before its first end', [v(0, 0, 0), v(4, 0, 0)], v(-1, 1, 0), [1, 0]],
  ['a segment, inside', [v(0, 0, 0), v(4, 0, 0)], v(1, 1, 2), [0.75, 0.25]],
  ['a segment, after its second end', [v(0, 0, 0), v(4, 0, 0)], v(5, 1, 0), [0, 1]],
  ['a triangle, at corner 0', TRIANGLE, v(-1, -1, 1), [1, 0, 0]],
  ['a triangle, at corner 1', TRIANGLE, v(6, -1, 1), [0, 1, 0]],
  ['a triangle, at corner 2', TRIANGLE, v(-1, 6, 1), [0, 0, 1]],
  ['a triangle, at edge 01', TRIANGLE, v(1, -1, 2), [0.75, 0.25, 0]],
  ['a triangle, at edge 02', TRIANGLE, v(-1, 1, 2), [0.75, 0, 0.25]],
  ['a triangle, at edge 12', TRIANGLE, v(3, 3, 2), [0, 0.5, 0.5]],
  ['a triangle, above', TRIANGLE, v(1, 1, 3), [0.5, 0.25, 0.25]],
  ['a triangle, below', TRIANGLE, v(1, 1, -3), [0.5, 0.25, 0.25]],
  ['a triangle, in it', TRIANGLE, v(1, 1, 0), [0.5, 0.25, 0.25]],
  ['a tetrahedron, at corner 0', TETRAHEDRON, v(-1, -1, -1), [1, 0, 0, 0]],
  ['a tetrahedron, at corner 1', TETRAHEDRON, v(9, -1, -1), [0, 1, 0, 0]],
  ['a tetrahedron, at corner 2', TETRAHEDRON, v(-1, 9, -1), [0, 0, 1, 0]],
  ['a tetrahedron, at corner 3', TETRAHEDRON, v(-1, -1, 9), [0, 0, 0, 1]],
  ['a tetrahedron, at edge 01', TETRAHEDRON, v(1, -1, -1), [0.75, 0.25, 0, 0]],
  ['a tetrahedron, at edge 02', TETRAHEDRON, v(-1, 1, -1), [0.75, 0, 0.25, 0]],
  ['a tetrahedron, at edge 03', TETRAHEDRON, v(-1, -1, 1), [0.75, 0, 0, 0.25]],
  ['a tetrahedron, at edge 12', TETRAHEDRON, v(4, 4, -1), [0, 0.5, 0.5, 0]],
  ['a tetrahedron, at edge 13', TETRAHEDRON, v(4, -1, 4), [0, 0.5, 0, 0.5]],
  ['a tetrahedron, at edge 23', TETRAHEDRON, v(-1, 4, 4), [0, 0, 0.5, 0.5]],
  ['a tetrahedron, at face 012', TETRAHEDRON, v(1, 1, -1), [0.5, 0.25, 0.25, 0]],
  ['a tetrahedron, at face 013', TETRAHEDRON, v(1, -1, 1), [0.5, 0.25, 0, 0.25]],
  ['a tetrahedron, at face 023', TETRAHEDRON, v(-1, 1, 1), [0.5, 0, 0.25, 0.25]],
  ['a tetrahedron, at face 123', TETRAHEDRON, v(4, 4, 4), [0, 1 / 3, 1 / 3, 1 / 3]],
  ['a tetrahedron, inside', TETRAHEDRON, v(1, 1, 1), [0.25, 0.25, 0.25, 0.25]],
];

/** Nearest point by brute force: every subset's flat, where the foot has no negative weight. */
function nearestDistance(points: readonly Vector3[]): number {
  let least = Infinity;
  for (let subset = 1; subset < 1 << points.length; subset++) {
    const chosen = points.filter((_, i) => subset & (1 << i));
    const weights = footWeights(chosen);
    if (weights?.every((weight) => weight >= -1e-12)) least = Math.min(least, length(weightedSum(chosen, weights)));
  }
  return least;
}

/** Weights of the foot of the origin on the flat through up to 4 points, by Cramer's rule on the normal equations. */
function footWeights([p, ...others]: readonly Vector3[]): readonly number[] | undefined {
  const origin = p;
  const edges = others.map((q) => subtract(q, origin));
  const [e, f, g] = edges as [Vector3, Vector3, Vector3];
  let rest: number[] = [];
  if (edges.length === 1) rest = [-dot(origin, e) / dot(e, e)];
  if (edges.length === 2) {
    const n = cross(e, f);
    const area = dot(n, n);
    rest = [-dot(cross(origin, f), n) / area, -dot(cross(e, origin), n) / area];
  }
  if (edges.length === 3) {
    const volume = dot(e, cross(f, g));
    rest = [cross(f, g), cross(g, e), cross(e, f)].map((n) => -dot(origin, n) / volume);
  }
  const weights = [1 - rest.reduce((sum, weight) => sum + weight, 0), ...rest];
  return weights.every(Number.isFinite) ? weights : undefined;
}

describe.each([
  ['Johnson', johnson],
  ['signed volumes', signedVolumes],
] as const)('nearest point of a simplex by %s', (_, subDistance) => {
  it.each(REGIONS)('of %s', (_name, points, origin, weights) => {
    const found = subDistance(moved(points, origin));
    expect(found).toHaveLength(weights.length);
    found.forEach((weight, i) => {
      expect(weight).toBeCloseTo(weights[i], 14);
      // What is not needed has no weight at all: GJK drops points by that.
      if (weights[i] === 0) expect(weight).toBe(0);
    });
  });

  it('is as near as the nearest of all faces', () => {
    const coordinate = fc.integer({ min: -64, max: 64 }).map((n) => n / 16);
    const point = fc.record({ x: coordinate, y: coordinate, z: coordinate });
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 4 }), (points) => {
        const weights = subDistance(points);
        expect(weights.every((weight) => weight >= 0)).toBe(true);
        expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
        // Points on a grid of 1/16 up to 4: distances are known to a few roundings of 8.
        expect(length(weightedSum(points, weights))).toBeLessThanOrEqual(nearestDistance(points) + 1e-12);
      }),
      { numRuns: 2000 },
    );
  });

  it('has an answer for points that coincide or are in line', () => {
    for (const points of [
      [v(1, 0, 0), v(1, 0, 0), v(1, 0, 0), v(1, 0, 0)],
      [v(1, 0, 0), v(2, 0, 0), v(3, 0, 0)],
      [v(-1, 1, 0), v(0, 1, 0), v(1, 1, 0), v(2, 1, 0)],
      [ZERO_VECTOR, ZERO_VECTOR],
    ]) {
      const nearest = weightedSum(points, subDistance(points));
      expect(length(nearest)).toBe(Math.min(...points.map(length)) === 0 ? 0 : 1);
    }
  });
});
