// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { fromAxisAngle, multiply } from '../../math/quaternion.ts';
import { Random } from '../../math/random.ts';
import { addScaled } from '../../math/vector.ts';
import { ContactCache } from '../../narrow-phase/contact-cache.ts';
import { kernelBlock } from '../../shapes/kernel-memory/kernel-block.ts';
import { allocateCells } from '../../shapes/kernel-memory/kernel-heap.ts';
import { box } from '../../shapes/kinds/box.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import type { Shape } from '../../shapes/shape.ts';
import { typescriptKernel } from '../kernel.ts';
import { POSE_STRIDE, RESULT_DIMENSION_B, RESULT_GJK_ITERATIONS, RESULT_STRIDE } from '../layout.ts';
import { F } from '../memory.ts';

const SEED = Number(process.env.TEST_SEED ?? 20261115);
const PAIRS = 150;
const STEPS = 12;
const poses = allocateCells(2 * POSE_STRIDE + 2);
const result = allocateCells(RESULT_STRIDE);

function randomBody(random: Random): Shape {
  if (random.next() < 0.2) {
    return box({ halfExtents: [random.between(0.3, 1), random.between(0.3, 1), random.between(0.3, 1)] });
  }
  const points = Array.from({ length: 6 + random.integer(40) }, () => random.unitVector());
  return polyhedron({ vertices: points });
}

/** Distance, normal, points, bounds and codes of one query, as bits; and how many steps GJK took. */
function query(blocks: readonly [number, number], cache: number): { bits: bigint[]; iterations: number } {
  typescriptKernel.contactPair(blocks[0], poses, blocks[1], poses + POSE_STRIDE, cache, Infinity, result);
  const cells = F.slice(result, result + RESULT_DIMENSION_B + 1);
  return {
    bits: [...new BigInt64Array(cells.buffer)],
    iterations: F[result + RESULT_GJK_ITERATIONS],
  };
}

describe('a contact that is known from the last query', () => {
  it('gives the same bits as a cold query while the bodies move, mostly without a step of GJK', () => {
    const random = new Random(SEED);
    let warm = 0;
    let known = 0;
    for (let pair = 0; pair < PAIRS; pair++) {
      const blocks = [kernelBlock(randomBody(random)), kernelBlock(randomBody(random))] as const;
      const cache = new ContactCache(1);
      const direction = random.unitVector();
      let position = addScaled({ x: 0, y: 0, z: 0 }, direction, random.between(1.5, 4));
      let orientation = random.rotation();
      F.set([0, 0, 0, 1, 0, 0, 0], poses);
      for (let step = 0; step < STEPS; step++) {
        const { w, x, y, z } = orientation;
        F.set([position.x, position.y, position.z, w, x, y, z], poses + POSE_STRIDE);
        const cold = query(blocks, 0);
        const again = query(blocks, cache.address);
        expect(again.bits, `seed ${SEED}, pair ${pair}, step ${step}`).toEqual(cold.bits);
        if (step > 0 && F[result] > 0) {
          warm++;
          if (again.iterations === 0) known++;
        }
        position = addScaled(position, random.unitVector(), 2e-3);
        orientation = multiply(fromAxisAngle(random.unitVector(), 1e-3), orientation);
      }
    }
    expect(warm).toBeGreaterThan(PAIRS);
    // A step of 2e-3 and 1e-3 rad changes the features of a gap now and then only.
    expect(known / warm).toBeGreaterThan(0.9);
  });
});
