// SPDX-License-Identifier: MIT
/** Rotations as unit quaternions, w first: q = w + x i + y j + z k, right-handed, v' = q v q*. */

import { requireNumber } from '../errors/refused-argument.ts';
import { InvalidPoseError } from '../errors.ts';
import { cos, sin } from './circular.ts';
import { normalise, type Vector3, type Vector3Like, vectorArgument } from './vector.ts';

/** A unit quaternion, scalar part first, that turns vectors of the own frame into those of the world. */
export interface Quaternion {
  readonly w: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

export const IDENTITY_QUATERNION: Quaternion = Object.freeze({ w: 1, x: 0, y: 0, z: 0 });

/**
 * Largest deviation of |q|^2 from 1 after normalisation: half an ulp each from three squares and sums, the root and the
 * division. A quaternion within it counts as unit and keeps its bits, so normalising twice changes nothing.
 */
const UNIT_TOLERANCE = 8 * 2 ** -53;

/** True if the length is 1 to rounding. */
export function isUnitQuaternion(w: number, x: number, y: number, z: number): boolean {
  return Math.abs(w * w + x * x + y * y + z * z - 1) <= UNIT_TOLERANCE;
}

/** The unit quaternion along `q`. Throws a RangeError for a zero or non-finite one. */
export function normaliseQuaternion(q: Quaternion): Quaternion {
  if (isUnitQuaternion(q.w, q.x, q.y, q.z)) return { w: q.w, x: q.x, y: q.y, z: q.z };
  const largest = Math.max(Math.abs(q.w), Math.abs(q.x), Math.abs(q.y), Math.abs(q.z));
  if (!(largest > 0 && largest < Infinity)) {
    throw new RangeError(
      `cannot normalise the quaternion (${q.w}, ${q.x}, ${q.y}, ${q.z}): expected finite numbers, not all zero`,
    );
  }
  const w = q.w / largest;
  const x = q.x / largest;
  const y = q.y / largest;
  const z = q.z / largest;
  const length = Math.sqrt(w * w + x * x + y * y + z * z);
  return { w: w / length, x: x / length, y: y / length, z: z / length };
}

/** Rotation by `b` first, then by `a`. */
export function multiply(a: Quaternion, b: Quaternion): Quaternion {
  return {
    w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
    x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
    y: a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
    z: a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
  };
}

/** The inverse rotation. */
export function conjugate(q: Quaternion): Quaternion {
  return { w: q.w, x: -q.x, y: -q.y, z: -q.z };
}

/** v' = q v q* for a unit quaternion. */
export function rotate(q: Quaternion, v: Vector3): Vector3 {
  const tx = 2 * (q.y * v.z - q.z * v.y);
  const ty = 2 * (q.z * v.x - q.x * v.z);
  const tz = 2 * (q.x * v.y - q.y * v.x);
  return {
    x: v.x + q.w * tx + (q.y * tz - q.z * ty),
    y: v.y + q.w * ty + (q.z * tx - q.x * tz),
    z: v.z + q.w * tz + (q.x * ty - q.y * tx),
  };
}

/** v' = q* v q, the inverse of {@link rotate}. */
export function inverseRotate(q: Quaternion, v: Vector3): Vector3 {
  return rotate(conjugate(q), v);
}

/**
 * Right-handed rotation by `angle` (radians) about `axis` (any finite non-zero length).
 *
 * @throws InvalidPoseError for an axis of zero length or numbers that are not finite.
 *
 * @example
 * ```ts
 * import { fromAxisAngle } from 'scree/contact';
 *
 * const quarter = fromAxisAngle([0, 0, 1], Math.PI / 2);
 * console.log(quarter.w.toFixed(3), quarter.z.toFixed(3)); // 0.707 0.707
 * ```
 */
export function fromAxisAngle(axis: Vector3Like, angle: number): Quaternion {
  const along = vectorArgument(axis, 'axis', InvalidPoseError);
  if (along.x === 0 && along.y === 0 && along.z === 0) {
    throw new InvalidPoseError('zero-axis', 'axis: expected a vector other than zero, got (0, 0, 0)');
  }
  requireNumber(angle, 'angle', InvalidPoseError, 'a finite number of radians');
  const unit = normalise(along);
  const s = sin(angle / 2);
  return normaliseQuaternion({ w: cos(angle / 2), x: s * unit.x, y: s * unit.y, z: s * unit.z });
}

/** Row-major rotation matrix of a unit quaternion: nine numbers, v'_i = sum_j m[3i + j] v_j. */
export function toMatrix(q: Quaternion): [number, number, number, number, number, number, number, number, number] {
  const { w, x, y, z } = q;
  return [
    1 - 2 * (y * y + z * z),
    2 * (x * y - w * z),
    2 * (x * z + w * y),
    2 * (x * y + w * z),
    1 - 2 * (x * x + z * z),
    2 * (y * z - w * x),
    2 * (x * z - w * y),
    2 * (y * z + w * x),
    1 - 2 * (x * x + y * y),
  ];
}

/**
 * The rotation that takes the axes x, y, z to three orthogonal unit vectors of a right-handed basis (Shepperd 1978).
 */
export function fromAxes(a: Vector3, b: Vector3, c: Vector3): Quaternion {
  const trace = a.x + b.y + c.z;
  // The largest of the four components is found first: the others are quotients by it.
  if (trace > 0) {
    const w = 1 + trace;
    return normaliseQuaternion({ w, x: b.z - c.y, y: c.x - a.z, z: a.y - b.x });
  }
  if (a.x >= b.y && a.x >= c.z) {
    return normaliseQuaternion({ w: b.z - c.y, x: 1 + a.x - b.y - c.z, y: a.y + b.x, z: c.x + a.z });
  }
  if (b.y >= c.z) {
    return normaliseQuaternion({ w: c.x - a.z, x: a.y + b.x, y: 1 - a.x + b.y - c.z, z: b.z + c.y });
  }
  return normaliseQuaternion({ w: a.y - b.x, x: c.x + a.z, y: b.z + c.y, z: 1 - a.x - b.y + c.z });
}
