// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Difference } from './exact-difference.ts';
import { completeTetrahedron, nearestToOrigin, perpendicular } from './exact-distance.ts';
import { ExactSupport } from './exact-support.ts';
import { dot, isZero, negate } from './exact-vector.ts';
import { chooseGrid, type Grid } from './integer-grid.ts';

function differenceOf(a: readonly number[], b: readonly number[]): Difference {
  const [verticesA, verticesB] = [Float64Array.from(a), Float64Array.from(b)];
  const grid = chooseGrid(verticesA, verticesB) as Grid;
  return new Difference(
    new ExactSupport({ vertices: verticesA }, grid),
    new ExactSupport({ vertices: verticesB }, grid),
  );
}

describe('the exact distance', () => {
  it('of a point from a segment is found from either end', () => {
    const difference = differenceOf([0, 0, 0], [-1, 2, 0, 3, 2, 0]);
    for (const b of [0, 1]) {
      const { direction, offset } = nearestToOrigin(difference.point(0, b), (d) => difference.farthest(negate(d)));
      expect(direction.x).toBe(0n);
      expect(offset * offset).toBe(4n * dot(direction, direction));
    }
  });

  it('is a zero direction when the origin lies in the difference, also on its boundary', () => {
    const touching = differenceOf([0, 0, 0], [-1, 0, 0, 3, 0, 0, 0, 1, 0]);
    expect(isZero(nearestToOrigin(touching.point(0, 2), (d) => touching.farthest(negate(d))).direction)).toBe(true);
  });
});

describe('the tetrahedron around the origin', () => {
  it('is completed from a point, as far as the difference has dimensions', () => {
    const corner = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
    for (const [vertices, expected] of [
      [3, 1],
      [6, 2],
      [9, 3],
      [12, 4],
    ] as const) {
      const difference = differenceOf([0, 0, 0], corner.slice(0, vertices));
      expect(completeTetrahedron([difference.point(0, 0)], difference)).toHaveLength(expected);
    }
  });

  it('finds a fourth point on the side where there is one', () => {
    const difference = differenceOf([0, 0, 0], [-1, -1, 0, 2, -1, 0, -1, 2, 0, 0, 0, -1e-9]);
    const base = [0, 1, 2].map((b) => difference.point(0, b));
    expect(completeTetrahedron(base, difference).map((point) => point.b)).toEqual([0, 1, 2, 3]);
  });
});

describe('the perpendicular', () => {
  it('is never zero', () => {
    for (const [x, y, z] of [
      [1n, 0n, 0n],
      [0n, -5n, 0n],
      [0n, 0n, 2n],
      [3n, -3n, 3n],
      [0n, 7n, 1n],
    ] as const) {
      const normal = perpendicular({ x, y, z });
      expect(isZero(normal)).toBe(false);
      expect(dot(normal, { x, y, z })).toBe(0n);
    }
  });
});
