// SPDX-License-Identifier: MIT
/**
 * Pose of B in the frame of A. Both blocks are centred, and the difference of the world origins carries its rounding
 * errors, so a pair far from the origin loses no accuracy beyond that of its coordinates.
 */
import {
  CLIMB_ABOVE,
  ORIGIN_A,
  PAIR_A,
  PAIR_B,
  PAIR_HINT_A,
  PAIR_HINT_B,
  PLACEMENT,
  POSE_ORIENTATION,
  RELATIVE,
  RELATIVE_ORIGIN,
  ROTATION_A,
  ROTATION_B,
  ROUNDING,
  SCALE,
  SEPARATION,
  SHAPE_CENTRE,
  SHAPE_EXTENT,
  SHAPE_RADIUS,
} from './layout.ts';
import { F, I } from './memory.ts';
import { CLIMB_COLD } from './support/support.ts';

/** Spacing of float64 at 1. */
export const EPSILON: f64 = 2.220446049250313e-16;

/** Row-major rotation matrix of the pose's quaternion, unit to rounding, to F[out..out+8]. */
export function rotationMatrix(q: i32, out: i32): void {
  const w: f64 = F[q + POSE_ORIENTATION];
  const x: f64 = F[q + POSE_ORIENTATION + 1];
  const y: f64 = F[q + POSE_ORIENTATION + 2];
  const z: f64 = F[q + POSE_ORIENTATION + 3];
  const two: f64 = 2.0 / (w * w + x * x + y * y + z * z);
  F[out] = 1.0 - two * (y * y + z * z);
  F[out + 1] = two * (x * y - w * z);
  F[out + 2] = two * (x * z + w * y);
  F[out + 3] = two * (x * y + w * z);
  F[out + 4] = 1.0 - two * (x * x + z * z);
  F[out + 5] = two * (y * z - w * x);
  F[out + 6] = two * (x * z - w * y);
  F[out + 7] = two * (y * z + w * x);
  F[out + 8] = 1.0 - two * (x * x + y * y);
}

/** (p + c) - (q + d) for large, nearly equal terms: two exact sums, their errors added last. */
function compensatedDifference(p: f64, q: f64, c: f64, d: f64): f64 {
  const s: f64 = p - q;
  const sq: f64 = s - p;
  const sError: f64 = p - (s - sq) - (q + sq);
  const t: f64 = c - d;
  const td: f64 = t - c;
  const tError: f64 = c - (t - td) - (d + td);
  const r: f64 = s + t;
  const rt: f64 = r - s;
  const rError: f64 = s - (r - rt) + (t - rt);
  return r + (rError + (sError + tError));
}

/** Largest coordinate that a rounded rotation has been applied to: 0 where it is the identity. */
function centreError(rotation: i32, centre: i32): f64 {
  if (F[rotation] === 1.0 && F[rotation + 4] === 1.0 && F[rotation + 8] === 1.0) return 0.0;
  return Math.abs(F[centre]) + Math.abs(F[centre + 1]) + Math.abs(F[centre + 2]);
}

/** Extent of the smaller body of the placed pair; a point has none and takes the other's. */
export function smallerExtent(): f64 {
  const p: f64 = F[I[PAIR_A] + SHAPE_EXTENT];
  const q: f64 = F[I[PAIR_B] + SHAPE_EXTENT];
  if (p > 0.0 && q > 0.0) return p < q ? p : q;
  return p > q ? p : q;
}

/** The point (x, y, z) of the frame in the frame of B's block, to F[out..]. */
export function toBlockOfB(x: f64, y: f64, z: f64, out: i32): void {
  const rx: f64 = x - F[RELATIVE_ORIGIN];
  const ry: f64 = y - F[RELATIVE_ORIGIN + 1];
  const rz: f64 = z - F[RELATIVE_ORIGIN + 2];
  F[out] = F[RELATIVE] * rx + F[RELATIVE + 3] * ry + F[RELATIVE + 6] * rz;
  F[out + 1] = F[RELATIVE + 1] * rx + F[RELATIVE + 4] * ry + F[RELATIVE + 7] * rz;
  F[out + 2] = F[RELATIVE + 2] * rx + F[RELATIVE + 5] * ry + F[RELATIVE + 8] * rz;
}

/** The point (x, y, z) of B's block in the frame, to F[out..]. */
export function fromBlockOfB(x: f64, y: f64, z: f64, out: i32): void {
  F[out] = F[RELATIVE] * x + F[RELATIVE + 1] * y + F[RELATIVE + 2] * z + F[RELATIVE_ORIGIN];
  F[out + 1] = F[RELATIVE + 3] * x + F[RELATIVE + 4] * y + F[RELATIVE + 5] * z + F[RELATIVE_ORIGIN + 1];
  F[out + 2] = F[RELATIVE + 6] * x + F[RELATIVE + 7] * y + F[RELATIVE + 8] * z + F[RELATIVE_ORIGIN + 2];
}

/** A vector of the frame in world coordinates, to F[out..]. */
export function toWorld(x: f64, y: f64, z: f64, out: i32): void {
  const r: i32 = ROTATION_A;
  F[out] = F[r] * x + F[r + 1] * y + F[r + 2] * z;
  F[out + 1] = F[r + 3] * x + F[r + 4] * y + F[r + 5] * z;
  F[out + 2] = F[r + 6] * x + F[r + 7] * y + F[r + 8] * z;
}

/** Support queries start cold: no vertices known. */
export function forgetHints(): void {
  I[PAIR_HINT_A] = 0;
  I[PAIR_HINT_B] = 0;
  I[CLIMB_ABOVE] = CLIMB_COLD;
}

/** @inline A column of A's rotation times B's: a row of the relative one. */
function writeRelativeRow(column: i32, rb: i32, out: i32): void {
  const x: f64 = F[column];
  const y: f64 = F[column + 3];
  const z: f64 = F[column + 6];
  F[out] = x * F[rb] + y * F[rb + 3] + z * F[rb + 6];
  F[out + 1] = x * F[rb + 1] + y * F[rb + 4] + z * F[rb + 7];
  F[out + 2] = x * F[rb + 2] + y * F[rb + 5] + z * F[rb + 8];
}

/** Sets up the pair: relative pose, A's pose in the world, scale and rounding. Shapes a, b; poses at p, q. */
export function placePair(a: i32, p: i32, b: i32, q: i32): void {
  I[PAIR_A] = a;
  I[PAIR_B] = b;
  forgetHints();
  const ra: i32 = ROTATION_A;
  const rb: i32 = ROTATION_B;
  rotationMatrix(p, ra);
  rotationMatrix(q, rb);
  writeRelativeRow(ra, rb, RELATIVE);
  writeRelativeRow(ra + 1, rb, RELATIVE + 3);
  writeRelativeRow(ra + 2, rb, RELATIVE + 6);
  const ca: i32 = a + SHAPE_CENTRE;
  const cb: i32 = b + SHAPE_CENTRE;
  const ax: f64 = F[ra] * F[ca] + F[ra + 1] * F[ca + 1] + F[ra + 2] * F[ca + 2];
  const ay: f64 = F[ra + 3] * F[ca] + F[ra + 4] * F[ca + 1] + F[ra + 5] * F[ca + 2];
  const az: f64 = F[ra + 6] * F[ca] + F[ra + 7] * F[ca + 1] + F[ra + 8] * F[ca + 2];
  const bx: f64 = F[rb] * F[cb] + F[rb + 1] * F[cb + 1] + F[rb + 2] * F[cb + 2];
  const by: f64 = F[rb + 3] * F[cb] + F[rb + 4] * F[cb + 1] + F[rb + 5] * F[cb + 2];
  const bz: f64 = F[rb + 6] * F[cb] + F[rb + 7] * F[cb + 1] + F[rb + 8] * F[cb + 2];
  F[ORIGIN_A] = F[p] + ax;
  F[ORIGIN_A + 1] = F[p + 1] + ay;
  F[ORIGIN_A + 2] = F[p + 2] + az;
  const dx: f64 = compensatedDifference(F[q], F[p], bx, ax);
  const dy: f64 = compensatedDifference(F[q + 1], F[p + 1], by, ay);
  const dz: f64 = compensatedDifference(F[q + 2], F[p + 2], bz, az);
  F[SEPARATION] = dx;
  F[SEPARATION + 1] = dy;
  F[SEPARATION + 2] = dz;
  F[RELATIVE_ORIGIN] = F[ra] * dx + F[ra + 3] * dy + F[ra + 6] * dz;
  F[RELATIVE_ORIGIN + 1] = F[ra + 1] * dx + F[ra + 4] * dy + F[ra + 7] * dz;
  F[RELATIVE_ORIGIN + 2] = F[ra + 2] * dx + F[ra + 5] * dy + F[ra + 8] * dz;
  // The rotation matrices are rounded, and a centre far from its shape's origin magnifies that; the identity is exact.
  F[PLACEMENT] = EPSILON * (centreError(ra, ca) + centreError(rb, cb));
  const scale: f64 = Math.sqrt(dx * dx + dy * dy + dz * dz) + F[a + SHAPE_RADIUS] + F[b + SHAPE_RADIUS];
  F[SCALE] = scale;
  F[ROUNDING] = EPSILON * scale;
}
