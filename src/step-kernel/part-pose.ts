// SPDX-License-Identifier: MIT
/**
 * Poses of the parts of bodies that are not spheres: once a body and step, since a body has several neighbours, in the
 * order of elements, since neighbours lie near each other there.
 */

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
  POSE,
  POSE_OFFSET,
  POSE_ORIENTATION,
  POSE_PART,
  POSE_STRIDE,
  POSITION,
  SHAPE_PART,
  TAG,
  TAG_MEMBER,
  TAG_OWNER,
  TAG_SHAPE,
} from './step-layout.ts';

/** Factor on the size of its part that element e has, from the radius of its ball. */
export function factorOf(e: i32, part: i32): f64 {
  const radius: f64 = F[I[POSITION] + 4 * e + 3];
  const ball: f64 = F[I[PART] + PART_STRIDE * part + PART_BALL];
  return radius === ball ? 1.0 : radius / ball;
}

/**
 * Writes the pose of the part that element e of the body at address `body` is, about the centre of the element. Which
 * part that is `writeNewPose` has noted.
 */
export function writePartPose(e: i32, body: i32): void {
  const m: i32 = body + BODY_MATRIX;
  const pose: i32 = I[POSE] + POSE_STRIDE * e;
  const part: i32 = I[2 * (pose + POSE_PART)];
  const factor: f64 = factorOf(e, part);
  const origin: i32 = I[PART] + PART_STRIDE * part + PART_ORIGIN;
  const ox: f64 = factor * F[origin];
  const oy: f64 = factor * F[origin + 1];
  const oz: f64 = factor * F[origin + 2];
  F[pose + POSE_OFFSET] = F[m] * ox + F[m + 1] * oy + F[m + 2] * oz;
  F[pose + POSE_OFFSET + 1] = F[m + 3] * ox + F[m + 4] * oy + F[m + 5] * oz;
  F[pose + POSE_OFFSET + 2] = F[m + 6] * ox + F[m + 7] * oy + F[m + 8] * oz;
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
  F[pose + POSE_ORIENTATION] = unit * qw;
  F[pose + POSE_ORIENTATION + 1] = unit * qx;
  F[pose + POSE_ORIENTATION + 2] = unit * qy;
  F[pose + POSE_ORIENTATION + 3] = unit * qz;
}

/** The same for an element that has a new number: notes its part. */
export function writeNewPose(e: i32): void {
  const tag: i32 = 2 * I[TAG] + 4 * e;
  const body: i32 = I[BODY] + BODY_STRIDE * I[tag + TAG_OWNER];
  const first: i32 = I[2 * (body + BODY_INTEGERS) + BODY_MEMBERS];
  const part: i32 = I[2 * I[SHAPE_PART] + I[tag + TAG_SHAPE]] + I[tag + TAG_MEMBER] - first;
  I[2 * (I[POSE] + POSE_STRIDE * e + POSE_PART)] = part;
  writePartPose(e, body);
}

/** Number of the part that element e is. */
export function partOfElement(e: i32): i32 {
  return I[2 * (I[POSE] + POSE_STRIDE * e + POSE_PART)];
}

/** Writes the pose of the part that element e is, whose centre is (x, y, z), to the seven cells at `to`. */
export function copyPartPose(e: i32, x: f64, y: f64, z: f64, to: i32): void {
  const pose: i32 = I[POSE] + POSE_STRIDE * e;
  F[to] = x + F[pose + POSE_OFFSET];
  F[to + 1] = y + F[pose + POSE_OFFSET + 1];
  F[to + 2] = z + F[pose + POSE_OFFSET + 2];
  for (let c: i32 = 0; c < 4; c++) F[to + 3 + c] = F[pose + POSE_ORIENTATION + c];
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
