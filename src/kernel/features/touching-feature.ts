// SPDX-License-Identifier: MIT
/**
 * Feature types of bodies that touch in one point. Such a point has many normals, and the feature along one of them may
 * be too large: a vertex on the rim of a face touches an edge. The type is the smallest feature that contains the
 * point.
 */

import {
  CLOSEST,
  CORE_NORMAL,
  CORE_POINT,
  DIMENSION_A,
  DIMENSION_B,
  FACE_A,
  FACE_B,
  FEATURE_A,
  FEATURE_B,
  LOCAL_POINT,
  PAIR_A,
  PAIR_B,
  PATCH,
  PATCH_AXES,
  PATCH_COUNT,
  ROUNDING,
  SHAPE_FACE_OFFSETS,
  SHAPE_FACE_VERTICES,
  SHAPE_X,
  SHAPE_Y,
  SHAPE_Z,
  SUPPORT,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { toBlockOfB } from '../relative-pose.ts';

/** Closer than this many roundings bodies touch, and a point lies on an edge or vertex. */
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

/** Dimension of the smallest part of the feature that contains the point, given in the block's frame. */
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

/**
 * Dimension of the smallest part of a feature that contains the segment between two points, given in the block's frame.
 */
function dimensionAlong(s: i32, list: i32, dimension: i32, face: i32, p: i32, q: i32): i32 {
  const near: f64 = touchDistance() * touchDistance();
  if (dimension < 2 || face < 0) return dimension;
  const end: i32 = I[I[2 * s + SHAPE_FACE_OFFSETS] + face + 1];
  const loop: i32 = I[2 * s + SHAPE_FACE_VERTICES];
  let previous: i32 = I[loop + end - 1];
  for (let k: i32 = I[I[2 * s + SHAPE_FACE_OFFSETS] + face]; k < end; k++) {
    const v: i32 = I[loop + k];
    if (
      distanceSquaredToEdge(s, previous, v, F[p], F[p + 1], F[p + 2]) <= near &&
      distanceSquaredToEdge(s, previous, v, F[q], F[q + 1], F[q + 2]) <= near
    ) {
      return 1;
    }
    previous = v;
  }
  return I[list] > 2 ? dimension : 1;
}

/** Corner k of the patch in the frame, at the height of the contact point, to F[out..]. */
function cornerOfPatch(k: i32, out: i32): void {
  const x: f64 = F[PATCH + 2 * k];
  const y: f64 = F[PATCH + 2 * k + 1];
  const height: f64 =
    F[CORE_NORMAL] * F[CORE_POINT] + F[CORE_NORMAL + 1] * F[CORE_POINT + 1] + F[CORE_NORMAL + 2] * F[CORE_POINT + 2];
  for (let i: i32 = 0; i < 3; i++) {
    F[out + i] = x * F[PATCH_AXES + i] + y * F[PATCH_AXES + 3 + i] + height * F[CORE_NORMAL + i];
  }
}

/** The corner of the patch farthest from corner k. */
function farthestCorner(k: i32): i32 {
  let best: i32 = k;
  let most: f64 = 0.0;
  for (let i: i32 = 0; i < I[PATCH_COUNT]; i++) {
    const x: f64 = F[PATCH + 2 * i] - F[PATCH + 2 * k];
    const y: f64 = F[PATCH + 2 * i + 1] - F[PATCH + 2 * k + 1];
    if (x * x + y * y > most) {
      most = x * x + y * y;
      best = i;
    }
  }
  return best;
}

/** Faces and edges that share only a segment or a point: adjacent faces touch along an edge or at a corner. */
function reducePatch(): void {
  if (I[PATCH_COUNT] < 1) return;
  const touch: f64 = touchDistance();
  const i: i32 = farthestCorner(0);
  const j: i32 = farthestCorner(i);
  const ux: f64 = F[PATCH + 2 * j] - F[PATCH + 2 * i];
  const uy: f64 = F[PATCH + 2 * j + 1] - F[PATCH + 2 * i + 1];
  const length: f64 = Math.sqrt(ux * ux + uy * uy);
  for (let k: i32 = 0; k < I[PATCH_COUNT]; k++) {
    const x: f64 = F[PATCH + 2 * k] - F[PATCH + 2 * i];
    const y: f64 = F[PATCH + 2 * k + 1] - F[PATCH + 2 * i + 1];
    // Wider than rounding: a patch with an area.
    if (length > touch && Math.abs(ux * y - uy * x) > touch * length) return;
  }
  if (length <= touch) {
    reduceToPoint();
    return;
  }
  cornerOfPatch(i, CLOSEST);
  cornerOfPatch(j, SUPPORT);
  I[DIMENSION_A] = dimensionAlong(I[PAIR_A], FEATURE_A, I[DIMENSION_A], I[FACE_A], CLOSEST, SUPPORT);
  toBlockOfB(F[CLOSEST], F[CLOSEST + 1], F[CLOSEST + 2], LOCAL_POINT);
  toBlockOfB(F[SUPPORT], F[SUPPORT + 1], F[SUPPORT + 2], CLOSEST);
  I[DIMENSION_B] = dimensionAlong(I[PAIR_B], FEATURE_B, I[DIMENSION_B], I[FACE_B], LOCAL_POINT, CLOSEST);
}

/** A face against a face or an edge: their common part may have an area or a length. */
export function isAlongFace(): bool {
  return I[DIMENSION_A] > 0 && I[DIMENSION_B] > 0 && I[DIMENSION_A] + I[DIMENSION_B] > 2;
}

/** Reduces the dimensions of a touching pair to those of the common part: a point, a segment or a face. */
export function reduceToTouchingFeature(): void {
  if (isAlongFace()) reducePatch();
  else reduceToPoint();
}

/** A vertex on any feature, or two crossing edges. */
function reduceToPoint(): void {
  const dimensionA: i32 = I[DIMENSION_A];
  const dimensionB: i32 = I[DIMENSION_B];
  const a: i32 = I[PAIR_A];
  const b: i32 = I[PAIR_B];
  const px: f64 = F[CORE_POINT];
  const py: f64 = F[CORE_POINT + 1];
  const pz: f64 = F[CORE_POINT + 2];
  toBlockOfB(px, py, pz, LOCAL_POINT);
  const q: i32 = LOCAL_POINT;
  I[DIMENSION_A] = dimensionAt(a, FEATURE_A, dimensionA, I[FACE_A], px, py, pz);
  I[DIMENSION_B] = dimensionAt(b, FEATURE_B, dimensionB, I[FACE_B], F[q], F[q + 1], F[q + 2]);
}
