// SPDX-License-Identifier: MIT
/** Asks a kernel about one pair as a step of a simulation does, with the warm start of the last answer. */
import type { Kernel } from '../../src/kernel/kernel.ts';
import { CACHE_STRIDE, FOR_STEPS, POSE_STRIDE, RESULT_STRIDE } from '../../src/kernel/layout.ts';
import { F, I } from '../../src/kernel/memory.ts';
import type { Pose } from '../../src/math/pose.ts';
import { writePose } from '../../src/narrow-phase/kernel-query.ts';
import { kernelBlock } from '../../src/shapes/kernel-memory/kernel-block.ts';
import { allocateCells } from '../../src/shapes/kernel-memory/kernel-heap.ts';
import type { ConvexShape } from '../../src/shapes/shape.ts';

/** Pairs farther apart than this may be left open. */
const MAX_DISTANCE = 0.1;
const shapes = 2 * allocateCells(1);
const pairs = 2 * allocateCells(1);
const poses = allocateCells(2 * POSE_STRIDE);

/** Address of the warm start. */
export const cache = allocateCells(CACHE_STRIDE);
/** Address of the last answer. */
export const result = allocateCells(RESULT_STRIDE);

export interface PlacedPair {
  readonly a: ConvexShape;
  readonly poseA: Pose;
  readonly b: ConvexShape;
  readonly poseB: Pose;
}

export function answerInStep(engine: Kernel, { a, poseA, b, poseB }: PlacedPair): void {
  I[shapes] = kernelBlock(a);
  I[shapes + 1] = kernelBlock(b);
  I[pairs] = 0;
  I[pairs + 1] = 1;
  writePose(poses, poseA);
  writePose(poses + POSE_STRIDE, poseB);
  I[FOR_STEPS] = 1;
  engine.contactPairs(1, pairs, shapes, poses, cache, MAX_DISTANCE, result);
  I[FOR_STEPS] = 0;
}

export function forgetAnswers(): void {
  F.fill(0, cache, cache + CACHE_STRIDE);
}
