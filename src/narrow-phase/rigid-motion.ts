// SPDX-License-Identifier: MIT
/** Rigid motion with constant velocities: the pose's position moves on a straight line, the body turns about it. */
import { InvalidOptionError, InvalidPoseError } from '../errors.ts';
import { type Pose, type PoseLike, pose } from '../math/pose.ts';
import { fromAxisAngle, multiply, normaliseQuaternion } from '../math/quaternion.ts';
import { addScaled, isFiniteVector, length, type Vector3, type Vector3Like, vector3 } from '../math/vector.ts';

/** World coordinates; what is left out is zero, or the identity. */
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

function readVelocity(value: Vector3Like | undefined, path: string): Vector3 {
  const v = vector3(value ?? [0, 0, 0]);
  if (!isFiniteVector(v)) {
    throw new InvalidOptionError('not-finite', `${path}: expected finite numbers, got (${v.x}, ${v.y}, ${v.z})`);
  }
  return v;
}

/** The motion as checked numbers; `path` is what error messages call it. */
export function rigidMotion(motion: Motion, path: string): RigidMotion {
  let start: Pose;
  try {
    start = pose(motion.pose ?? {});
  } catch (error) {
    throw new InvalidPoseError('not-a-pose', `${path}.${(error as Error).message}`);
  }
  const angularVelocity = readVelocity(motion.angularVelocity, `${path}.angularVelocity`);
  return {
    pose: start,
    linearVelocity: readVelocity(motion.linearVelocity, `${path}.linearVelocity`),
    angularVelocity,
    spin: length(angularVelocity),
  };
}

/** Where the body is at the given time. */
export function poseAt({ pose: start, linearVelocity, angularVelocity, spin }: RigidMotion, time: number): Pose {
  const position = addScaled(start.position, linearVelocity, time);
  if (!(spin * time > 0)) return { position, orientation: start.orientation };
  const turn = fromAxisAngle(angularVelocity, spin * time);
  return { position, orientation: normaliseQuaternion(multiply(turn, start.orientation)) };
}
