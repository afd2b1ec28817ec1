// SPDX-License-Identifier: MIT
/** Whether a pair of polyhedra went to the exact path: the kernel alone, asked again, leaves its bounds open. */
import { fastestKernel, PAIR_TEXT } from '../../src/kernel/kernel.ts';
import { POSE_STRIDE, RESULT_STATUS, RESULT_STRIDE, STATUS_BOUNDED } from '../../src/kernel/layout.ts';
import { F } from '../../src/kernel/memory.ts';
import { writePose } from '../../src/narrow-phase/kernel-query.ts';
import { kernelBlock } from '../../src/shapes/kernel-memory/kernel-block.ts';
import { allocateCells } from '../../src/shapes/kernel-memory/kernel-heap.ts';
import { isPolyhedral, type Pair } from './judge.ts';

const POSES = allocateCells(2 * POSE_STRIDE + RESULT_STRIDE + 2);
const RESULT = POSES + 2 * POSE_STRIDE + 2;

export function wasExact(pair: Pair): boolean {
  if (!isPolyhedral(pair.a) || !isPolyhedral(pair.b)) return false;
  writePose(POSES, pair.poseA);
  writePose(POSES + POSE_STRIDE, pair.poseB);
  const a = kernelBlock(pair.a.shape);
  const b = kernelBlock(pair.b.shape);
  fastestKernel(PAIR_TEXT).contactPair(a, POSES, b, POSES + POSE_STRIDE, 0, Infinity, RESULT);
  return F[RESULT + RESULT_STATUS] === STATUS_BOUNDED;
}
