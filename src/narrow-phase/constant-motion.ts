// SPDX-License-Identifier: MIT
/** Rigid motion with constant velocities: the pose's position moves on a straight line, the body turns about it. */

import { requireKeys } from '../errors/refused-argument.ts';
import { InvalidOptionError } from '../errors.ts';
import { LARGEST_COORDINATE, type Pose, type PoseLike, poseArgument } from '../math/pose.ts';
import { fromAxisAngle, multiply, normaliseQuaternion } from '../math/quaternion.ts';
import { addScaled, length, type Vector3, type Vector3Like, vectorArgument, ZERO_VECTOR } from '../math/vector.ts';

/** A motion at constant velocities, in world coordinates; omitted values are zero, or the identity. */
export interface Motion {
  /** At time 0. */
  readonly pose?: PoseLike;
  /** Of the pose's position. */
  readonly linearVelocity?: Vector3Like;
  /** Radians per unit of time, right-handed, about the pose's position. */
  readonly angularVelocity?: Vector3Like;
}

export interface RigidMotion {
  readonly pose: Pose;
  readonly linearVelocity: Vector3;
  readonly angularVelocity: Vector3;
  /** Length of the angular velocity. */
  readonly spin: number;
}

const KEYS = ['pose', 'linearVelocity', 'angularVelocity'];

/** Checks a velocity: the displacement within the duration must stay in the range of coordinates. */
function velocityArgument(value: unknown, path: string, duration: number): Vector3 {
  if (value === undefined) return ZERO_VECTOR;
  const velocity = vectorArgument(value, path, InvalidOptionError, LARGEST_COORDINATE);
  const travel = length(velocity) * duration;
  if (travel <= LARGEST_COORDINATE) return velocity;
  const message =
    `${path}: expected a displacement of at most ${LARGEST_COORDINATE} in the duration of ${duration}, got ` +
    `${travel}`;
  throw new InvalidOptionError('out-of-range', message, { path, duration });
}

/** Checked numbers of the motion for times up to `duration`; `path` is its name in error messages. */
export function rigidMotion(motion: unknown, path: string, duration = 0): RigidMotion {
  const { pose, linearVelocity, angularVelocity } = requireKeys(motion, path, KEYS, InvalidOptionError);
  const turning = velocityArgument(angularVelocity, `${path}.angularVelocity`, duration);
  return {
    pose: poseArgument(pose === undefined ? {} : pose, `${path}.pose`),
    linearVelocity: velocityArgument(linearVelocity, `${path}.linearVelocity`, duration),
    angularVelocity: turning,
    spin: length(turning),
  };
}

/** Pose of the body at the given time. */
export function poseAt({ pose: start, linearVelocity, angularVelocity, spin }: RigidMotion, time: number): Pose {
  const position = addScaled(start.position, linearVelocity, time);
  if (!(spin * time > 0)) return { position, orientation: start.orientation };
  const turn = fromAxisAngle(angularVelocity, spin * time);
  return { position, orientation: normaliseQuaternion(multiply(turn, start.orientation)) };
}
