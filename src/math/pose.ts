// SPDX-License-Identifier: MIT
/** Rigid poses: x_world = position + orientation * x_own. */

import { isList, refuseComponents, refuseKey, requireKeys } from '../errors/refused-argument.ts';
import { InvalidPoseError } from '../errors.ts';
import {
  conjugate,
  IDENTITY_QUATERNION,
  isUnitQuaternion,
  multiply,
  normaliseQuaternion,
  type Quaternion,
  rotate,
} from './quaternion.ts';
import { add, negate, readVector, subtract, type Vector3, type Vector3Like, ZERO_VECTOR } from './vector.ts';

/** Position and orientation of a body's own frame in the world. */
export interface Pose {
  readonly position: Vector3;
  readonly orientation: Quaternion;
}

/** What the API accepts for a pose: either part may be left out; quaternions of any non-zero length, w first. */
export interface PoseLike {
  readonly position?: Vector3Like;
  readonly orientation?: Quaternion | readonly [number, number, number, number];
}

/** Largest coordinate: beyond it, products of six coordinate differences leave the range of float64. */
export const LARGEST_COORDINATE = 1e50;

export const IDENTITY_POSE: Pose = Object.freeze({ position: ZERO_VECTOR, orientation: IDENTITY_QUATERNION });

const KEYS = ['position', 'orientation'];
const VECTOR_NAMES = ['x', 'y', 'z'];
const QUATERNION_NAMES = ['w', 'x', 'y', 'z'];

/** Numbers of a pose in an array: position x, y, z and orientation w, x, y, z. */
const POSE_NUMBERS = 7;

/**
 * Reads a pose given by the caller, each value once, to values[at ... at + 6], with a unit quaternion. A quaternion
 * that is unit to rounding keeps its bits. Throws an InvalidPoseError whose message begins with `path`.
 */
export function readPose(like: unknown, path: string, values: Float64Array, at: number): void {
  if (typeof like !== 'object' || like === null || Array.isArray(like)) requireKeys(like, path, KEYS, InvalidPoseError);
  for (const key in like as object) {
    if (key !== 'position' && key !== 'orientation') refuseKey(path, key, KEYS, InvalidPoseError);
  }
  const { position, orientation } = like as Readonly<Record<string, unknown>>;
  const isPlaced = readVector(position === undefined ? ZERO_VECTOR : position, LARGEST_COORDINATE, values, at);
  const isTurned = readQuaternion(orientation === undefined ? IDENTITY_QUATERNION : orientation, values, at + 3);
  if (!isPlaced) refuseComponents(position, `${path}.position`, VECTOR_NAMES, LARGEST_COORDINATE, InvalidPoseError);
  if (!isTurned) {
    refuseComponents(orientation, `${path}.orientation`, QUATERNION_NAMES, Number.MAX_VALUE, InvalidPoseError);
  }
  const w = values[at + 3];
  const x = values[at + 4];
  const y = values[at + 5];
  const z = values[at + 6];
  if (isUnitQuaternion(w, x, y, z)) return;
  if (w === 0 && x === 0 && y === 0 && z === 0) {
    const message = `${path}.orientation: expected [w, x, y, z], not all zero, got [0, 0, 0, 0]`;
    throw new InvalidPoseError('zero-quaternion', message, { path });
  }
  const unit = normaliseQuaternion({ w, x, y, z });
  values[at + 3] = unit.w;
  values[at + 4] = unit.x;
  values[at + 5] = unit.y;
  values[at + 6] = unit.z;
}

/** The pose at values[at ... at + 6]. */
export function poseAt(values: Float64Array, at: number): Pose {
  return {
    position: { x: values[at], y: values[at + 1], z: values[at + 2] },
    orientation: { w: values[at + 3], x: values[at + 4], y: values[at + 5], z: values[at + 6] },
  };
}

/** The same as an object that shares nothing with the caller's. */
export function poseArgument(like: unknown, path: string): Pose {
  const values = new Float64Array(POSE_NUMBERS);
  readPose(like, path, values, 0);
  return poseAt(values, 0);
}

/** Writes a quaternion given by the caller; false unless its components are finite numbers. */
function readQuaternion(like: unknown, values: Float64Array, at: number): boolean {
  if (typeof like !== 'object' || like === null) return false;
  let w: unknown;
  let x: unknown;
  let y: unknown;
  let z: unknown;
  if (!isList(like)) {
    ({ w, x, y, z } = like as { w?: unknown; x?: unknown; y?: unknown; z?: unknown });
  } else if (like.length === 4) {
    w = like[0];
    x = like[1];
    y = like[2];
    z = like[3];
  }
  if (typeof w !== 'number' || typeof x !== 'number' || typeof y !== 'number' || typeof z !== 'number') return false;
  values[at] = w;
  values[at + 1] = x;
  values[at + 2] = y;
  values[at + 3] = z;
  return Number.isFinite(w) && Number.isFinite(x) && Number.isFinite(y) && Number.isFinite(z);
}

/**
 * A frozen pose with a unit quaternion; `pose(pose(p))` equals `pose(p)`. `path` begins its message.
 *
 * @throws InvalidPoseError for a position that is not finite or beyond 1e50, a quaternion that is zero or not finite,
 * and unknown keys.
 *
 * @example
 * ```ts
 * import { pose } from 'scree/contact';
 *
 * const { position, orientation } = pose({ position: [1, 2, 3], orientation: [2, 0, 0, 0] });
 * console.log(position.x, orientation.w); // 1 1
 * ```
 */
export function pose(like: PoseLike = {}, path = 'pose'): Pose {
  const { position, orientation } = poseArgument(like, path);
  return Object.freeze({ position: Object.freeze(position), orientation: Object.freeze(orientation) });
}

/** A point of the own frame in world coordinates. */
export function transformPoint(p: Pose, point: Vector3): Vector3 {
  return add(p.position, rotate(p.orientation, point));
}

/** A world point in the own frame. */
export function inverseTransformPoint(p: Pose, point: Vector3): Vector3 {
  return rotate(conjugate(p.orientation), subtract(point, p.position));
}

export function inverse(p: Pose): Pose {
  const orientation = conjugate(p.orientation);
  return { position: rotate(orientation, negate(p.position)), orientation };
}

/** The pose that applies `inner` first: transformPoint(compose(a, b), x) = transformPoint(a, transformPoint(b, x)). */
export function compose(outer: Pose, inner: Pose): Pose {
  return {
    position: transformPoint(outer, inner.position),
    orientation: normaliseQuaternion(multiply(outer.orientation, inner.orientation)),
  };
}
