// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.ts';
import { nearestSupportingPlane } from './exact-depth.ts';
import { Difference } from './exact-difference.ts';
import { completeTetrahedron } from './exact-distance.ts';
import { ExactSupport } from './exact-support.ts';
import { dot } from './exact-vector.ts';
import { chooseGrid, type Grid } from './integer-grid.ts';
import { roundSquareRoot } from './rounding.ts';

const seed = Number(process.env.TEST_SEED ?? 20260105);

/** The depth of a pair that shares vertex 0, from a poor start, after at most `limit` expansions. */
function depthOf(a: Float64Array, b: Float64Array, limit?: number) {
  const grid = chooseGrid(a, b) as Grid;
  const difference = new Difference(new ExactSupport({ vertices: a }, grid), new ExactSupport({ vertices: b }, grid));
  const tetrahedron = completeTetrahedron([difference.point(0, 0)], difference);
  const plane = nearestSupportingPlane(tetrahedron, difference, grid.extentBits, limit);
  const unit = 2 ** grid.exponent;
  return {
    plane,
    depth: roundSquareRoot(plane.offset ** 2n, plane.normalSquared, grid.exponent),
    atLeast: (plane.atLeast ?? Number.NaN) * 2 ** grid.extentBits * unit,
    difference,
  };
}

function ball(random: Random, count: number): Float64Array {
  const vertices = new Float64Array(3 * count);
  for (let i = 1; i < count; i++) {
    const { x, y, z } = random.unitVector();
    vertices.set([x, y, z], 3 * i);
  }
  return vertices;
}

describe('the nearest supporting plane', () => {
  it('supports the difference', () => {
    const random = new Random(seed);
    for (let k = 0; k < 20; k++) {
      const { plane, difference } = depthOf(ball(random, 30), ball(random, 30));
      expect(dot(plane.normal, difference.farthest(plane.normal).w), `seed ${seed}`).toBe(plane.offset);
    }
  });

  it('gives valid bounds when it has to stop early', () => {
    const random = new Random(seed);
    for (let k = 0; k < 10; k++) {
      const [a, b] = [ball(random, 40), ball(random, 40)];
      const { depth } = depthOf(a, b);
      for (const limit of [0, 1, 5, 15]) {
        const early = depthOf(a, b, limit);
        expect(early.depth, `seed ${seed}`).toBeGreaterThanOrEqual(depth);
        if (early.plane.atLeast === undefined) expect(early.depth).toBe(depth);
        else expect(early.atLeast, `seed ${seed}`).toBeLessThanOrEqual(depth);
      }
    }
  });
});
