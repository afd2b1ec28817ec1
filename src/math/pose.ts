// SPDX-License-Identifier: MIT
/** Rigid poses: x_world = position + orientation * x_own. */

import { isList, refuseComponents, refuseKey, requireKeys } from '../errors/refused-argument.ts';
import { InvalidPoseError } from '../errors.ts';
import {
  conjugate,
  IDENTITY_QUATERNION,
  multiply,
  normaliseQuaternion,
  type Quaternion,
  rotate,
} from './quaternion.ts';
import { add, copiedVector, negate, subtract, type Vector3, type Vector3Like, ZERO_VECTOR } from './vector.ts';

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

/**
 * Reads a pose given by the caller, each value once, and returns a copy with a unit quaternion. A quaternion that is
 * unit to rounding keeps its bits. Throws an InvalidPoseError whose message begins with `path`.
 */
export function poseArgument(like: unknown, path: string): Pose {
  if (typeof like !== 'object' || like === null || Array.isArray(like)) requireKeys(like, path, KEYS, InvalidPoseError);
  for (const key in like as object) {
    if (key !== 'position' && key !== 'orientation') refuseKey(path, key, KEYS, InvalidPoseError);
  }
  const { position, orientation } = like as Readonly<Record<string, unknown>>;
  const placed = position === undefined ? ZERO_VECTOR : copiedVector(position, LARGEST_COORDINATE);
  const turned = orientation === undefined ? IDENTITY_QUATERNION : copiedQuaternion(orientation);
  if (placed === undefined) {
    return refuseComponents(position, `${path}.position`, VECTOR_NAMES, LARGEST_COORDINATE, InvalidPoseError);
  }
  if (turned === undefined) {
    return refuseComponents(orientation, `${path}.orientation`, QUATERNION_NAMES, Number.MAX_VALUE, InvalidPoseError);
  }
  if (turned.w === 0 && turned.x === 0 && turned.y === 0 && turned.z === 0) {
    const message = `${path}.orientation: expected [w, x, y, z], not all zero, got [0, 0, 0, 0]`;
    throw new InvalidPoseError('zero-quaternion', message, { path });
  }
  return { position: placed, orientation: normaliseQuaternion(turned) };
}

/** Copy of a quaternion given by the caller; undefined unless its components are finite numbers. */
function copiedQuaternion(like: unknown): Quaternion | undefined {
  if (typeof like !== 'object' || like === null) return undefined;
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
  if (typeof w !== 'number' || typeof x !== 'number' || typeof y !== 'number' || typeof z !== 'number')
    return undefined;
  return Number.isFinite(w) && Number.isFinite(x) && Number.isFinite(y) && Number.isFinite(z)
    ? { w, x, y, z }
    : undefined;
}

/**
 * A frozen pose with a unit quaternion; `pose(pose(p))` equals `pose(p)`. Throws an InvalidPoseError for a position
 * that is not finite or beyond 1e50, a quaternion that is zero or not finite, and unknown keys. `path` begins its
 * message.
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
