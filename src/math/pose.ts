// SPDX-License-Identifier: MIT
/** Rigid poses: x_world = position + orientation * x_own. */
import {
  conjugate,
  IDENTITY_QUATERNION,
  multiply,
  normaliseQuaternion,
  type Quaternion,
  rotate,
} from './quaternion.ts';
import { add, negate, subtract, type Vector3, type Vector3Like, vector3, ZERO_VECTOR } from './vector.ts';

export interface Pose {
  readonly position: Vector3;
  readonly orientation: Quaternion;
}

/** What the API accepts for a pose: either part may be left out; quaternions of any non-zero length, w first. */
export interface PoseLike {
  readonly position?: Vector3Like;
  readonly orientation?: Quaternion | readonly [number, number, number, number];
}

/** Beyond this, sixfold products of differences of coordinates leave the range of float64. */
export const LARGEST_COORDINATE = 1e50;

export const IDENTITY_POSE: Pose = Object.freeze({ position: ZERO_VECTOR, orientation: IDENTITY_QUATERNION });

/**
 * A frozen pose with a unit quaternion. A quaternion that is unit to rounding keeps its bits, so `pose(pose(p))` equals
 * `pose(p)`. Throws a RangeError when the position is not finite or beyond 1e50, or the quaternion is zero or not finite.
 */
export function pose(like: PoseLike = {}): Pose {
  const position = like.position === undefined ? ZERO_VECTOR : vector3(like.position);
  const { x: px, y: py, z: pz } = position;
  if (!(Math.max(Math.abs(px), Math.abs(py), Math.abs(pz)) <= LARGEST_COORDINATE)) {
    throw new RangeError(
      `pose.position: expected finite numbers of at most ${LARGEST_COORDINATE}, got (${px}, ${py}, ${pz})`,
    );
  }
  const q = like.orientation ?? IDENTITY_QUATERNION;
  const quaternion = 'w' in q ? q : { w: q[0], x: q[1], y: q[2], z: q[3] };
  const { w, x, y, z } = quaternion;
  const largest = Math.max(Math.abs(w), Math.abs(x), Math.abs(y), Math.abs(z));
  if (!(largest > 0 && largest < Infinity)) {
    throw new RangeError(
      `pose.orientation: expected finite numbers (w, x, y, z), not all zero, got (${w}, ${x}, ${y}, ${z})`,
    );
  }
  return Object.freeze({ position, orientation: Object.freeze(normaliseQuaternion(quaternion)) });
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
