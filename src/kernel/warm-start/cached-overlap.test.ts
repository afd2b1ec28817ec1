// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { fromAxisAngle, multiply } from '../../math/quaternion.ts';
import { Random } from '../../math/random.ts';
import { addScaled, type Vector3 } from '../../math/vector.ts';
import { ContactCache } from '../../narrow-phase/contact-cache.ts';
import { kernelBlock } from '../../shapes/kernel-memory/kernel-block.ts';
import { allocateCells } from '../../shapes/kernel-memory/kernel-heap.ts';
import { box } from '../../shapes/kinds/box.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import type { Shape } from '../../shapes/shape.ts';
import { typescriptKernel } from '../kernel.ts';
import {
  POSE_STRIDE,
  RESULT_DIMENSION_B,
  RESULT_EPA_ITERATIONS,
  RESULT_GJK_ITERATIONS,
  RESULT_NORMAL,
  RESULT_STRIDE,
} from '../layout.ts';
import { F } from '../memory.ts';

const SEED = Number(process.env.TEST_SEED ?? 20261115);
const PAIRS = 200;
const STEPS = 12;
const poses = allocateCells(2 * POSE_STRIDE + 2);
const result = allocateCells(RESULT_STRIDE);

function randomBody(random: Random, flatness: number): Shape {
  if (random.next() < 0.3) return box({ halfExtents: [random.between(0.3, 1), random.between(0.3, 1), flatness] });
  const points = Array.from({ length: 6 + random.integer(20) }, () => {
    const { x, y, z } = random.unitVector();
    return { x, y, z: flatness * z };
  });
  return polyhedron({ vertices: points });
}

function query(blocks: readonly [number, number], cache: number): { bits: bigint[]; searched: number } {
  typescriptKernel.contactPair(blocks[0], poses, blocks[1], poses + POSE_STRIDE, cache, Infinity, result);
  const cells = F.slice(result, result + RESULT_DIMENSION_B + 1);
  const searched = F[result + RESULT_GJK_ITERATIONS] + F[result + RESULT_EPA_ITERATIONS];
  return { bits: [...new BigInt64Array(cells.buffer)], searched };
}

function placeSecond(position: Vector3, { w, x, y, z }: { w: number; x: number; y: number; z: number }): void {
  F.set([position.x, position.y, position.z, w, x, y, z], poses + POSE_STRIDE);
}

/**
 * Follows pairs that overlap by `depth` of their size; returns the share of queries that were answered without a
 * search.
 */
function knownShare(depth: number, flatness: number): number {
  const random = new Random(SEED);
  let asked = 0;
  let known = 0;
  for (let pair = 0; pair < PAIRS; pair++) {
    const blocks = [kernelBlock(randomBody(random, flatness)), kernelBlock(randomBody(random, flatness))] as const;
    const cache = new ContactCache(1);
    let orientation = random.rotation();
    // From within: pulled out along the normal the bodies touch somewhere on their faces and edges, not at the corners
    // that met first.
    let position = addScaled({ x: 0, y: 0, z: 0 }, random.unitVector(), 0.8 * flatness);
    F.set([0, 0, 0, 1, 0, 0, 0], poses);
    for (let step = 0; step < STEPS; step++) {
      placeSecond(position, orientation);
      query(blocks, 0);
      const gap = F[result] + depth;
      const [x = 0, y = 0, z = 0] = F.subarray(result + RESULT_NORMAL, result + RESULT_NORMAL + 3);
      position = addScaled(position, { x, y, z }, -gap);
      placeSecond(position, orientation);
      const cold = query(blocks, 0);
      const warm = query(blocks, cache.address);
      expect(warm.bits, `seed ${SEED}, pair ${pair}, step ${step}`).toEqual(cold.bits);
      if (step > 2 && F[result] < 0) {
        asked++;
        if (warm.searched === 0) known++;
      }
      position = addScaled(position, random.unitVector(), 0.2 * depth);
      orientation = multiply(fromAxisAngle(random.unitVector(), 0.2 * depth), orientation);
    }
  }
  expect(asked).toBeGreaterThan(PAIRS);
  return known / asked;
}

describe('an overlap that is known from the last query', () => {
  it('gives the same bits as a cold query, mostly without GJK and EPA where it is shallow', { tags: ['long'] }, () => {
    expect(knownShare(1e-3, 1)).toBeGreaterThan(0.9);
    expect(knownShare(1e-2, 1)).toBeGreaterThan(0.7);
  });

  it('is searched anew where a thin body may have a shorter way out on its other side', { tags: ['long'] }, () => {
    // The depth is a good part of the plates' thickness: few overlaps are least by far.
    expect(knownShare(1e-2, 0.02)).toBeLessThan(0.9);
    expect(knownShare(0.1, 1)).toBeLessThan(0.9);
  });
});
