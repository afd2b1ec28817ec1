// SPDX-License-Identifier: MIT
/**
 * Bodies that touch in one point have many normals, and the feature of one of them may be larger than what touches: a vertex
 * on the rim of a face touches an edge. Here the type is the smallest feature that holds the contact point.
 */

import {
  CORE_POINT,
  DIMENSION_A,
  DIMENSION_B,
  FACE_A,
  FACE_B,
  FEATURE_A,
  FEATURE_B,
  PAIR_A,
  PAIR_B,
  RELATIVE,
  ROUNDING,
  SHAPE_FACE_OFFSETS,
  SHAPE_FACE_VERTICES,
  SHAPE_X,
  SHAPE_Y,
  SHAPE_Z,
} from './layout.ts';
import { F, I } from './memory.ts';

/** Nearer than this many roundings bodies touch, and a point lies on an edge or vertex. */
const TOUCH_IN_ROUNDINGS: f64 = 16.0;

export function touchDistance(): f64 {
  return TOUCH_IN_ROUNDINGS * F[ROUNDING];
}

/** Squared distance of the point from the segment between vertices i and j of the block; i = j is allowed. */
export function distanceSquaredToEdge(s: i32, i: i32, j: i32, px: f64, py: f64, pz: f64): f64 {
  const x: i32 = I[2 * s + SHAPE_X];
  const y: i32 = I[2 * s + SHAPE_Y];
  const z: i32 = I[2 * s + SHAPE_Z];
  const ux: f64 = F[x + j] - F[x + i];
  const uy: f64 = F[y + j] - F[y + i];
  const uz: f64 = F[z + j] - F[z + i];
  const rx: f64 = px - F[x + i];
  const ry: f64 = py - F[y + i];
  const rz: f64 = pz - F[z + i];
  const uu: f64 = ux * ux + uy * uy + uz * uz;
  let t: f64 = uu > 0.0 ? (rx * ux + ry * uy + rz * uz) / uu : 0.0;
  t = t > 0.0 ? (t < 1.0 ? t : 1.0) : 0.0;
  const dx: f64 = rx - t * ux;
  const dy: f64 = ry - t * uy;
  const dz: f64 = rz - t * uz;
  return dx * dx + dy * dy + dz * dz;
}

/** Dimension of the smallest part of the feature that holds the point, given in the block's frame. */
function dimensionAt(s: i32, list: i32, dimension: i32, face: i32, px: f64, py: f64, pz: f64): i32 {
  const near: f64 = touchDistance() * touchDistance();
  const count: i32 = I[list];
  for (let k: i32 = 1; k <= count; k++) {
    if (distanceSquaredToEdge(s, I[list + k], I[list + k], px, py, pz) <= near) return 0;
  }
  if (dimension < 2 || face < 0) return dimension;
  const first: i32 = I[I[2 * s + SHAPE_FACE_OFFSETS] + face];
  const end: i32 = I[I[2 * s + SHAPE_FACE_OFFSETS] + face + 1];
  const loop: i32 = I[2 * s + SHAPE_FACE_VERTICES];
  let previous: i32 = I[loop + end - 1];
  for (let k: i32 = first; k < end; k++) {
    const v: i32 = I[loop + k];
    if (distanceSquaredToEdge(s, previous, v, px, py, pz) <= near) return 1;
    previous = v;
  }
  return dimension;
}

/** Reduces the dimensions of a pair that touches in a single point: a vertex on something, or two edges that cross. */
export function reduceToTouch(): void {
  const dimensionA: i32 = I[DIMENSION_A];
  const dimensionB: i32 = I[DIMENSION_B];
  if (dimensionA > 0 && dimensionB > 0 && dimensionA + dimensionB > 2) return;
  const a: i32 = I[PAIR_A];
  const b: i32 = I[PAIR_B];
  const px: f64 = F[CORE_POINT];
  const py: f64 = F[CORE_POINT + 1];
  const pz: f64 = F[CORE_POINT + 2];
  const rx: f64 = px - F[RELATIVE + 9];
  const ry: f64 = py - F[RELATIVE + 10];
  const rz: f64 = pz - F[RELATIVE + 11];
  const qx: f64 = F[RELATIVE] * rx + F[RELATIVE + 3] * ry + F[RELATIVE + 6] * rz;
  const qy: f64 = F[RELATIVE + 1] * rx + F[RELATIVE + 4] * ry + F[RELATIVE + 7] * rz;
  const qz: f64 = F[RELATIVE + 2] * rx + F[RELATIVE + 5] * ry + F[RELATIVE + 8] * rz;
  I[DIMENSION_A] = dimensionAt(a, FEATURE_A, dimensionA, I[FACE_A], px, py, pz);
  I[DIMENSION_B] = dimensionAt(b, FEATURE_B, dimensionB, I[FACE_B], qx, qy, qz);
}
