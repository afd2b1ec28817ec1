// SPDX-License-Identifier: MIT
/**
 * The contact patch: the common part of two contact features seen along the normal. Its centroid is the contact point
 * of parallel edges and faces, where the choice would otherwise be arbitrary (EPA paper, section 4.3).
 */
import { writeAxesAcross } from '../arithmetic/axes-across.ts';
import {
  FEATURE_A,
  FEATURE_B,
  FEATURE_LIMIT,
  PAIR_A,
  PAIR_B,
  PATCH,
  PATCH_AXES,
  PATCH_BUFFER,
  PATCH_COUNT,
  PATCH_LOOP_A,
  PATCH_LOOP_B,
  RELATIVE,
  SHAPE_FACE_OFFSETS,
  SHAPE_FACE_VERTICES,
  SHAPE_X,
  SHAPE_Y,
  SHAPE_Z,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { clipByLine } from './feature-clip.ts';
import { inwardX, inwardY, inwardZ, topOfFeature } from './feature-pair.ts';

/** Planar coordinates of vertex v of A (body 0) or B (body 1) to F[out], F[out + 1]. */
function project(body: i32, v: i32, out: i32): void {
  const s: i32 = 2 * (body === 0 ? I[PAIR_A] : I[PAIR_B]);
  let x: f64 = F[I[s + SHAPE_X] + v];
  let y: f64 = F[I[s + SHAPE_Y] + v];
  let z: f64 = F[I[s + SHAPE_Z] + v];
  if (body === 1) {
    const bx: f64 = x;
    const by: f64 = y;
    const bz: f64 = z;
    x = F[RELATIVE] * bx + F[RELATIVE + 1] * by + F[RELATIVE + 2] * bz + F[RELATIVE + 9];
    y = F[RELATIVE + 3] * bx + F[RELATIVE + 4] * by + F[RELATIVE + 5] * bz + F[RELATIVE + 10];
    z = F[RELATIVE + 6] * bx + F[RELATIVE + 7] * by + F[RELATIVE + 8] * bz + F[RELATIVE + 11];
  }
  F[out] = F[PATCH_AXES] * x + F[PATCH_AXES + 1] * y + F[PATCH_AXES + 2] * z;
  F[out + 1] = F[PATCH_AXES + 3] * x + F[PATCH_AXES + 4] * y + F[PATCH_AXES + 5] * z;
}

/**
 * Corners of a feature (face >= 0: that face's loop; else the two vertices of the edge) to the list `out`: of a face
 * those that are at least `least` along (dx, dy, dz), in the block's frame. None if too many.
 */
function listCorners(s: i32, feature: i32, face: i32, dx: f64, dy: f64, dz: f64, least: f64, out: i32): void {
  I[out] = 0;
  if (face < 0) {
    const inOrder: bool = I[feature + 1] < I[feature + 2];
    I[out] = 2;
    I[out + 1] = inOrder ? I[feature + 1] : I[feature + 2];
    I[out + 2] = inOrder ? I[feature + 2] : I[feature + 1];
    return;
  }
  const h: i32 = 2 * s;
  const first: i32 = I[I[h + SHAPE_FACE_OFFSETS] + face];
  const end: i32 = I[I[h + SHAPE_FACE_OFFSETS] + face + 1];
  const loop: i32 = I[h + SHAPE_FACE_VERTICES];
  if (end - first > FEATURE_LIMIT) return;
  // A face of many corners may be tilted by more than the tolerance and still have three of them in the feature.
  let count: i32 = 0;
  for (let k: i32 = first; k < end; k++) {
    const v: i32 = I[loop + k];
    if (F[I[h + SHAPE_X] + v] * dx + F[I[h + SHAPE_Y] + v] * dy + F[I[h + SHAPE_Z] + v] * dz >= least) {
      count++;
      I[out + count] = v;
    }
  }
  I[out] = count;
}

/** Planar corners of a list to the buffer; returns how many. */
function loadCorners(body: i32, list: i32, buffer: i32): i32 {
  const count: i32 = I[list];
  for (let k: i32 = 0; k < count; k++) project(body, I[list + 1 + k], buffer + 2 * k);
  return count;
}

/** Common part of two parallel edges, already in the two buffers, as 1 or 2 points in buffer 0; 0 when they miss. */
function clipEdges(tolerance: f64): i32 {
  const p: i32 = PATCH;
  const q: i32 = PATCH + PATCH_BUFFER;
  const ux: f64 = F[p + 2] - F[p];
  const uy: f64 = F[p + 3] - F[p + 1];
  const length: f64 = Math.sqrt(ux * ux + uy * uy);
  if (!(length > 0.0)) return 1;
  const t0: f64 = ((F[q] - F[p]) * ux + (F[q + 1] - F[p + 1]) * uy) / length;
  const t1: f64 = ((F[q + 2] - F[p]) * ux + (F[q + 3] - F[p + 1]) * uy) / length;
  let low: f64 = t0 < t1 ? t0 : t1;
  let high: f64 = t0 < t1 ? t1 : t0;
  low = low > 0.0 ? low : 0.0;
  high = high < length ? high : length;
  if (low > high + tolerance) return 0;
  const x: f64 = F[p];
  const y: f64 = F[p + 1];
  F[p] = x + (low / length) * ux;
  F[p + 1] = y + (low / length) * uy;
  F[p + 2] = x + (high / length) * ux;
  F[p + 3] = y + (high / length) * uy;
  return 2;
}

/** Centroid of the `count` planar points at p (of the area for polygons, the mean otherwise) to F[out], F[out + 1]. */
function centroid(p: i32, count: i32, out: i32): void {
  const x0: f64 = F[p];
  const y0: f64 = F[p + 1];
  let area: f64 = 0.0;
  let cx: f64 = 0.0;
  let cy: f64 = 0.0;
  let mx: f64 = 0.0;
  let my: f64 = 0.0;
  let size: f64 = 0.0;
  for (let k: i32 = 1; k < count; k++) {
    const ux: f64 = F[p + 2 * k] - x0;
    const uy: f64 = F[p + 2 * k + 1] - y0;
    mx += ux;
    my += uy;
    const s: f64 = ux * ux + uy * uy;
    if (s > size) size = s;
    if (k + 1 < count) {
      const vx: f64 = F[p + 2 * k + 2] - x0;
      const vy: f64 = F[p + 2 * k + 3] - y0;
      const twice: f64 = ux * vy - uy * vx;
      area += twice;
      cx += twice * (ux + vx);
      cy += twice * (uy + vy);
    }
  }
  // A sliver's area is all rounding: the mean of its corners is as good a centroid.
  if (Math.abs(area) > 1.0e-12 * size) {
    F[out] = x0 + cx / (3.0 * area);
    F[out + 1] = y0 + cy / (3.0 * area);
  } else {
    F[out] = x0 + mx / count;
    F[out + 1] = y0 + my / count;
  }
}

/**
 * The patch of two features, at least one of them an edge or a face each; faces by number, -1 for the edge in the
 * feature list. Of faces only the corners within the tolerance of the farthest one count; a corner as little beside the
 * other face counts as inside, since faces that share only an edge must not lose it. Corners of the patch stay at PATCH
 * (planar), their count in I[PATCH_COUNT]; the centroid, in the frame at height 0 along the normal, goes to
 * F[out..out+2]. False when they do not meet.
 */
export function contactPatch(nx: f64, ny: f64, nz: f64, faceA: i32, faceB: i32, tolerance: f64, out: i32): bool {
  const a: i32 = I[PAIR_A];
  const b: i32 = I[PAIR_B];
  const dx: f64 = inwardX(nx, ny, nz);
  const dy: f64 = inwardY(nx, ny, nz);
  const dz: f64 = inwardZ(nx, ny, nz);
  const leastA: f64 = faceA < 0 ? 0.0 : topOfFeature(a, FEATURE_A, nx, ny, nz) - tolerance;
  const leastB: f64 = faceB < 0 ? 0.0 : topOfFeature(b, FEATURE_B, dx, dy, dz) - tolerance;
  listCorners(a, FEATURE_A, faceA, nx, ny, nz, leastA, PATCH_LOOP_A);
  listCorners(b, FEATURE_B, faceB, dx, dy, dz, leastB, PATCH_LOOP_B);
  writeAxesAcross(nx, ny, nz, PATCH_AXES);
  I[PATCH_COUNT] = 0;
  const countA: i32 = I[PATCH_LOOP_A];
  const countB: i32 = I[PATCH_LOOP_B];
  if (countA === 0 || countB === 0) return false;
  let from: i32 = PATCH;
  let to: i32 = PATCH + PATCH_BUFFER;
  let count: i32 = 0;
  if (countA === 1 || countB === 1) {
    count = countA === 1 ? loadCorners(0, PATCH_LOOP_A, from) : loadCorners(1, PATCH_LOOP_B, from);
  } else if (countA === 2 && countB === 2) {
    loadCorners(0, PATCH_LOOP_A, from);
    loadCorners(1, PATCH_LOOP_B, to);
    count = clipEdges(tolerance);
  } else {
    // Clip by a face: B's if it has one, else A's.
    const clipper: i32 = countB > 2 ? 1 : 0;
    const list: i32 = clipper === 1 ? PATCH_LOOP_B : PATCH_LOOP_A;
    count = loadCorners(1 - clipper, clipper === 1 ? PATCH_LOOP_A : PATCH_LOOP_B, from);
    // The face's loop runs counter-clockwise about its own outward normal: A's is n, B's is -n.
    const turn: f64 = clipper === 0 ? 1.0 : -1.0;
    const end: i32 = list + I[list];
    project(clipper, I[end], out);
    for (let k: i32 = list + 1; k <= end; k++) {
      const x: f64 = F[out];
      const y: f64 = F[out + 1];
      project(clipper, I[k], out);
      const ex: f64 = F[out] - x;
      const ey: f64 = F[out + 1] - y;
      const length: f64 = Math.sqrt(ex * ex + ey * ey);
      if (!(length > 0.0)) continue;
      const u: f64 = (-turn * ey) / length;
      const v: f64 = (turn * ex) / length;
      count = clipByLine(from, count, to, u, v, u * x + v * y, tolerance);
      const swap: i32 = from;
      from = to;
      to = swap;
      if (count === 0 || count > 2 * FEATURE_LIMIT - 2) return false;
    }
    if (from !== PATCH) for (let k: i32 = 0; k < 2 * count; k++) F[PATCH + k] = F[from + k];
  }
  if (count === 0) return false;
  I[PATCH_COUNT] = count;
  centroid(PATCH, count, out);
  const x: f64 = F[out];
  const y: f64 = F[out + 1];
  F[out] = x * F[PATCH_AXES] + y * F[PATCH_AXES + 3];
  F[out + 1] = x * F[PATCH_AXES + 1] + y * F[PATCH_AXES + 4];
  F[out + 2] = x * F[PATCH_AXES + 2] + y * F[PATCH_AXES + 5];
  return true;
}
