// SPDX-License-Identifier: MIT
/** Parts of bodies that are not spheres: which one an element is, in what size, and its pose. */

import { F, I } from './memory-views.ts';
import {
  BODY,
  BODY_INTEGERS,
  BODY_MATRIX,
  BODY_MEMBERS,
  BODY_ORIENTATION,
  BODY_STRIDE,
  PART,
  PART_BALL,
  PART_ORIGIN,
  PART_STRIDE,
  PART_TURN,
  POSITION,
  SHAPE_PART,
  TAG,
  TAG_MEMBER,
  TAG_OWNER,
  TAG_SHAPE,
} from './step-layout.ts';

/** Number of the part that element e is. */
export function partOf(e: i32): i32 {
  const tag: i32 = 2 * I[TAG] + 4 * e;
  const body: i32 = I[BODY] + BODY_STRIDE * I[tag + TAG_OWNER];
  const first: i32 = I[2 * (body + BODY_INTEGERS) + BODY_MEMBERS];
  return I[2 * I[SHAPE_PART] + I[tag + TAG_SHAPE]] + I[tag + TAG_MEMBER] - first;
}

/** Factor on the size of its part that element e has, from the radius of its ball. */
export function factorOf(e: i32, part: i32): f64 {
  return F[I[POSITION] + 4 * e + 3] / F[I[PART] + PART_STRIDE * part + PART_BALL];
}

/** Writes the pose of a part of this size whose element e has the centre (x, y, z) to the seven cells at `to`. */
export function writePartPose(e: i32, part: i32, factor: f64, x: f64, y: f64, z: f64, to: i32): void {
  const body: i32 = I[BODY] + BODY_STRIDE * I[2 * I[TAG] + 4 * e + TAG_OWNER];
  const m: i32 = body + BODY_MATRIX;
  const origin: i32 = I[PART] + PART_STRIDE * part + PART_ORIGIN;
  const ox: f64 = factor * F[origin];
  const oy: f64 = factor * F[origin + 1];
  const oz: f64 = factor * F[origin + 2];
  F[to] = x + (F[m] * ox + F[m + 1] * oy + F[m + 2] * oz);
  F[to + 1] = y + (F[m + 3] * ox + F[m + 4] * oy + F[m + 5] * oz);
  F[to + 2] = z + (F[m + 6] * ox + F[m + 7] * oy + F[m + 8] * oz);
  const turn: i32 = I[PART] + PART_STRIDE * part + PART_TURN;
  const aw: f64 = F[body + BODY_ORIENTATION];
  const ax: f64 = F[body + BODY_ORIENTATION + 1];
  const ay: f64 = F[body + BODY_ORIENTATION + 2];
  const az: f64 = F[body + BODY_ORIENTATION + 3];
  const bw: f64 = F[turn];
  const bx: f64 = F[turn + 1];
  const by: f64 = F[turn + 2];
  const bz: f64 = F[turn + 3];
  const qw: f64 = aw * bw - ax * bx - ay * by - az * bz;
  const qx: f64 = aw * bx + ax * bw + ay * bz - az * by;
  const qy: f64 = aw * by - ax * bz + ay * bw + az * bx;
  const qz: f64 = aw * bz + ax * by - ay * bx + az * bw;
  const unit: f64 = 1.0 / Math.sqrt(qw * qw + qx * qx + qy * qy + qz * qz);
  F[to + 3] = unit * qw;
  F[to + 4] = unit * qx;
  F[to + 5] = unit * qy;
  F[to + 6] = unit * qz;
}

/** Writes the pose of something that does not turn. */
export function writePosition(x: f64, y: f64, z: f64, to: i32): void {
  F[to] = x;
  F[to + 1] = y;
  F[to + 2] = z;
  F[to + 3] = 1.0;
  F[to + 4] = 0.0;
  F[to + 5] = 0.0;
  F[to + 6] = 0.0;
}
