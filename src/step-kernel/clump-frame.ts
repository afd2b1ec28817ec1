// SPDX-License-Identifier: MIT
/**
 * Orientation of a clump: its matrix, the angular velocity that belongs to its angular momentum, and where its spheres
 * are.
 */

import { isBeyondMargin } from './margins.ts';
import { F, I } from './memory-views.ts';
import { writePartPose } from './part-pose.ts';
import {
  BODY_ANGULAR_VELOCITY,
  BODY_INERTIA,
  BODY_INTEGERS,
  BODY_MATRIX,
  BODY_MEMBER_COUNT,
  BODY_MEMBERS,
  BODY_POSITION,
  BODY_VELOCITY,
  HAS_PATH_LENGTHS,
  MEMBER,
  MEMBER_ELEMENT,
  MEMBER_STRIDE,
  MOTION,
  MOTION_STRIDE,
  POSITION,
  REFERENCE,
} from './step-layout.ts';
import { isNotSphere, nearestImage } from './touching-spheres.ts';

/** Writes the matrix of a unit quaternion to the clump. */
export function writeMatrix(body: i32, w: f64, x: f64, y: f64, z: f64): void {
  const m: i32 = body + BODY_MATRIX;
  F[m] = 1.0 - 2.0 * (y * y + z * z);
  F[m + 1] = 2.0 * (x * y - w * z);
  F[m + 2] = 2.0 * (x * z + w * y);
  F[m + 3] = 2.0 * (x * y + w * z);
  F[m + 4] = 1.0 - 2.0 * (x * x + z * z);
  F[m + 5] = 2.0 * (y * z - w * x);
  F[m + 6] = 2.0 * (x * z - w * y);
  F[m + 7] = 2.0 * (y * z + w * x);
  F[m + 8] = 1.0 - 2.0 * (x * x + y * y);
}

/** Angular velocity of an angular momentum (both in world axes) in the orientation of the clump's matrix, to F[to]. */
export function writeRate(body: i32, lx: f64, ly: f64, lz: f64, to: i32): void {
  const m: i32 = body + BODY_MATRIX;
  const i: i32 = body + BODY_INERTIA;
  const a: f64 = (F[m] * lx + F[m + 3] * ly + F[m + 6] * lz) / F[i];
  const b: f64 = (F[m + 1] * lx + F[m + 4] * ly + F[m + 7] * lz) / F[i + 1];
  const c: f64 = (F[m + 2] * lx + F[m + 5] * ly + F[m + 8] * lz) / F[i + 2];
  F[to] = F[m] * a + F[m + 1] * b + F[m + 2] * c;
  F[to + 1] = F[m + 3] * a + F[m + 4] * b + F[m + 5] * c;
  F[to + 2] = F[m + 6] * a + F[m + 7] * b + F[m + 8] * c;
}

/** Adds up the forces of the clump's spheres in the array `forces`, about its centre, to the six cells at `to`. */
export function reduceForces(body: i32, forces: i32, to: i32): void {
  const m: i32 = body + BODY_MATRIX;
  const first: i32 = I[2 * (body + BODY_INTEGERS) + BODY_MEMBERS];
  const end: i32 = first + I[2 * (body + BODY_INTEGERS) + BODY_MEMBER_COUNT];
  let fx = 0.0;
  let fy = 0.0;
  let fz = 0.0;
  let tx = 0.0;
  let ty = 0.0;
  let tz = 0.0;
  for (let k: i32 = first; k < end; k++) {
    const member: i32 = I[MEMBER] + MEMBER_STRIDE * k;
    const force: i32 = forces + 6 * I[2 * (member + MEMBER_ELEMENT)];
    const rx: f64 = F[m] * F[member] + F[m + 1] * F[member + 1] + F[m + 2] * F[member + 2];
    const ry: f64 = F[m + 3] * F[member] + F[m + 4] * F[member + 1] + F[m + 5] * F[member + 2];
    const rz: f64 = F[m + 6] * F[member] + F[m + 7] * F[member + 1] + F[m + 8] * F[member + 2];
    fx += F[force];
    fy += F[force + 1];
    fz += F[force + 2];
    tx += F[force + 3] + (ry * F[force + 2] - rz * F[force + 1]);
    ty += F[force + 4] + (rz * F[force] - rx * F[force + 2]);
    tz += F[force + 5] + (rx * F[force + 1] - ry * F[force]);
  }
  F[to] = fx;
  F[to + 1] = fy;
  F[to + 2] = fz;
  F[to + 3] = tx;
  F[to + 4] = ty;
  F[to + 5] = tz;
}

/**
 * Puts the clump's spheres where it is, with its motion; returns whether one of them has moved by more than its margin.
 */
export function placeMembers(body: i32): bool {
  const m: i32 = body + BODY_MATRIX;
  const first: i32 = I[2 * (body + BODY_INTEGERS) + BODY_MEMBERS];
  const end: i32 = first + I[2 * (body + BODY_INTEGERS) + BODY_MEMBER_COUNT];
  const wx: f64 = F[body + BODY_ANGULAR_VELOCITY];
  const wy: f64 = F[body + BODY_ANGULAR_VELOCITY + 1];
  const wz: f64 = F[body + BODY_ANGULAR_VELOCITY + 2];
  const hasPoses: bool = I[HAS_PATH_LENGTHS] !== 0;
  let hasMoved = false;
  for (let k: i32 = first; k < end; k++) {
    const member: i32 = I[MEMBER] + MEMBER_STRIDE * k;
    const element: i32 = I[2 * (member + MEMBER_ELEMENT)];
    const position: i32 = I[POSITION] + 4 * element;
    const motion: i32 = I[MOTION] + MOTION_STRIDE * element;
    const reference: i32 = I[REFERENCE] + 4 * element;
    const rx: f64 = F[m] * F[member] + F[m + 1] * F[member + 1] + F[m + 2] * F[member + 2];
    const ry: f64 = F[m + 3] * F[member] + F[m + 4] * F[member + 1] + F[m + 5] * F[member + 2];
    const rz: f64 = F[m + 6] * F[member] + F[m + 7] * F[member + 1] + F[m + 8] * F[member + 2];
    F[position] = F[body + BODY_POSITION] + rx;
    F[position + 1] = F[body + BODY_POSITION + 1] + ry;
    F[position + 2] = F[body + BODY_POSITION + 2] + rz;
    F[motion] = F[body + BODY_VELOCITY] + (wy * rz - wz * ry);
    F[motion + 1] = F[body + BODY_VELOCITY + 1] + (wz * rx - wx * rz);
    F[motion + 2] = F[body + BODY_VELOCITY + 2] + (wx * ry - wy * rx);
    F[motion + 3] = wx;
    F[motion + 4] = wy;
    F[motion + 5] = wz;
    if (hasPoses && isNotSphere(motion)) writePartPose(element, body);
    // The sort has taken the reference back into a periodic domain.
    const dx: f64 = nearestImage(F[position] - F[reference], 0);
    const dy: f64 = nearestImage(F[position + 1] - F[reference + 1], 1);
    const dz: f64 = nearestImage(F[position + 2] - F[reference + 2], 2);
    if (isBeyondMargin(reference, dx * dx + dy * dy + dz * dz)) hasMoved = true;
  }
  return hasMoved;
}
