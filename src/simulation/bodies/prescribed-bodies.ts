// SPDX-License-Identifier: MIT
/** Bodies with a prescribed motion: each step they get the velocity that takes them to their next position. */
import { displacedPoint, displacementAt, type MotionSpec } from '../../bodies/prescribed-motion.ts';
import { add, cross, scale, subtract, type Vector3 } from '../../math/vector.ts';

export interface PrescribedBody {
  readonly id: number;
  readonly motion: MotionSpec;
  /** Position of the centre of mass without the motion. */
  readonly origin: Vector3;
}

/**
 * Velocities of a body at `place` for the step that starts at `time`. `periods` are infinite in directions that are not
 * periodic.
 */
export function steeringOf(
  { motion, origin }: PrescribedBody,
  position: Vector3,
  time: number,
  timeStep: number,
  periods: Vector3,
): { velocity: Vector3; angularVelocity: Vector3 } {
  const target = displacedPoint(displacementAt(motion, time + timeStep), origin);
  const { x, y, z } = subtract(target, position);
  const nearest = (offset: number, period: number): number =>
    period < Infinity ? offset - period * Math.round(offset / period) : offset;
  const offset = { x: nearest(x, periods.x), y: nearest(y, periods.y), z: nearest(z, periods.z) };
  return {
    velocity: scale(offset, 1 / timeStep),
    angularVelocity: displacementAt(motion, time + 0.5 * timeStep).angularVelocity,
  };
}

/** Velocities of a body, of its centre of mass and its angular one, at `time`. */
export function motionAt(
  { motion, origin }: PrescribedBody,
  time: number,
): { velocity: Vector3; angularVelocity: Vector3 } {
  const moved = displacementAt(motion, time);
  const arm = subtract(displacedPoint(moved, origin), add(moved.pivot, moved.translation));
  return { velocity: add(moved.velocity, cross(moved.angularVelocity, arm)), angularVelocity: moved.angularVelocity };
}
