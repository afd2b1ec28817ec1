// SPDX-License-Identifier: MIT
/** Bodies that follow a prescribed motion: each step they get the velocity that takes them to where they are due. */
import { displacedPoint, displacementAt, type MotionSpec } from '../bodies/prescribed-motion.ts';
import { scale, subtract, type Vector3 } from '../math/vector.ts';
import * as layout from '../step-kernel/layout.ts';
import { positionOf } from './elements.ts';
import { writeVector } from './half-spaces.ts';
import type { StepMemory } from './step-memory.ts';

export interface PrescribedBody {
  readonly id: number;
  readonly motion: MotionSpec;
  /** Where the centre would be without the motion. */
  readonly origin: Vector3;
}

/** Sets the velocity of element `e` for the step from `time` on. */
export function steer(memory: StepMemory, e: number, { motion, origin }: PrescribedBody, time: number): void {
  const timeStep = memory.F[layout.TIME_STEP] ?? 1;
  const target = displacedPoint(displacementAt(motion, time + timeStep), origin);
  const at = memory.address(layout.MOTION) + layout.MOTION_STRIDE * e;
  writeVector(memory.F, at, scale(subtract(target, positionOf(memory, e)), 1 / timeStep));
  writeVector(memory.F, at + 3, displacementAt(motion, time).angularVelocity);
}
