// SPDX-License-Identifier: MIT
/**
 * Prescribed rigid motion: a rotation about a line, then a translation and an oscillation, while `from <= t < until`.
 * The line travels with the translation.
 */
import { cos, sin } from '../math/circular.ts';
import { fromAxisAngle, type Quaternion, rotate } from '../math/quaternion.ts';
import {
  add,
  addScaled,
  normalise,
  scale,
  subtract,
  type Vector3,
  type Vector3Like,
  vector3,
  ZERO_VECTOR,
} from '../math/vector.ts';

/** A prescribed motion: the sum of its parts, from time `from` until time `until`; at rest before and after. */
export interface MotionSpec {
  /** m/s */
  readonly velocity?: Vector3Like;
  /** About the line along `axis` through the point `through`; rate in rad/s. */
  readonly rotation?: { readonly axis: Vector3Like; readonly through: Vector3Like; readonly rate: number };
  /** Displacement amplitude * (sin(2 pi frequency (t - from) + phase) - sin(phase)) along `direction`. */
  readonly oscillation?: {
    readonly direction: Vector3Like;
    /** m */
    readonly amplitude: number;
    /** Hz */
    readonly frequency: number;
    /** rad; default 0 */
    readonly phase?: number;
  };
  /** s; default 0 */
  readonly from?: number;
  /** s; default: no end */
  readonly until?: number;
}

/** State of the motion: x(t) = pivot + translation + turn (x(0) - pivot), and its velocities. */
export interface RigidDisplacement {
  readonly turn: Quaternion;
  readonly pivot: Vector3;
  readonly translation: Vector3;
  /** Of the pivot. */
  readonly velocity: Vector3;
  readonly angularVelocity: Vector3;
}

export function displacementAt(motion: MotionSpec, time: number): RigidDisplacement {
  const { from = 0, until = Infinity } = motion;
  const elapsed = Math.max(0, Math.min(time, until) - from);
  const isMoving = time >= from && time < until;
  const pivot = motion.rotation === undefined ? ZERO_VECTOR : vector3(motion.rotation.through);
  const axis = motion.rotation === undefined ? { x: 0, y: 0, z: 1 } : normalise(vector3(motion.rotation.axis));
  const rate = motion.rotation?.rate ?? 0;
  let velocity = motion.velocity === undefined ? ZERO_VECTOR : vector3(motion.velocity);
  let translation = scale(velocity, elapsed);
  if (motion.oscillation !== undefined) {
    const { amplitude, frequency, phase = 0 } = motion.oscillation;
    const direction = normalise(vector3(motion.oscillation.direction));
    const circular = 2 * Math.PI * frequency;
    const angle = circular * elapsed + phase;
    translation = addScaled(translation, direction, amplitude * (sin(angle) - sin(phase)));
    velocity = addScaled(velocity, direction, amplitude * circular * cos(angle));
  }
  return {
    turn: fromAxisAngle(axis, rate * elapsed),
    pivot,
    translation,
    velocity: isMoving ? velocity : ZERO_VECTOR,
    angularVelocity: isMoving ? scale(axis, rate) : ZERO_VECTOR,
  };
}

/** Current position of a point of the body. */
export function displacedPoint({ turn, pivot, translation }: RigidDisplacement, point: Vector3): Vector3 {
  return add(add(pivot, translation), rotate(turn, subtract(point, pivot)));
}
