// SPDX-License-Identifier: MIT
/**
 * Faces as polygons whose edges know the plane beyond them: that of the neighbouring face, or that of a face of the
 * other body which has cut them. Two such polygons with the same planes around them bound a prism (face-prism.ts).
 */
import {
  RELATIVE,
  RELATIVE_ORIGIN,
  SHAPE_FACE_OFFSETS,
  SHAPE_FACE_VERTICES,
  SHAPE_X,
  SHAPE_Y,
  SHAPE_Z,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { faceBeyond } from './face-polygons.ts';
import {
  LABELLED_AT,
  LABELLED_FREE,
  LABELLED_LIMIT,
  LABELLED_PLANE,
  LABELLED_STRIDE,
  LABELLED_VALUE,
  PLANE_CONSTANT,
  PLANE_GRADIENT,
  PLANE_LISTED,
  PLANE_STRIDE,
} from './pressure-layout.ts';

/**
 * A face of shape s in the frame as labelled polygon at work, and the planes beside it to the integers at `beside`
 * behind their number; `planes` are those of the shape. Returns the number of corners, 0 where there are too many.
 */
export function loadLabelled(work: i32, s: i32, isB: bool, face: i32, planes: i32, beside: i32): i32 {
  const vertices: i32 = I[2 * s + SHAPE_FACE_VERTICES];
  const first: i32 = I[I[2 * s + SHAPE_FACE_OFFSETS] + face];
  const count: i32 = I[I[2 * s + SHAPE_FACE_OFFSETS] + face + 1] - first;
  if (count >= LABELLED_LIMIT) return 0;
  const xs: i32 = I[2 * s + SHAPE_X];
  const ys: i32 = I[2 * s + SHAPE_Y];
  const zs: i32 = I[2 * s + SHAPE_Z];
  const t: i32 = RELATIVE;
  const o: i32 = RELATIVE_ORIGIN;
  const to: i32 = I[2 * work + LABELLED_AT];
  for (let k: i32 = 0; k < count; k++) {
    const c: i32 = to + LABELLED_STRIDE * k;
    const v: i32 = I[vertices + first + k];
    const next: i32 = I[vertices + first + (k === count - 1 ? 0 : k + 1)];
    const x: f64 = F[xs + v];
    const y: f64 = F[ys + v];
    const z: f64 = F[zs + v];
    F[c] = isB ? F[t] * x + F[t + 1] * y + F[t + 2] * z + F[o] : x;
    F[c + 1] = isB ? F[t + 3] * x + F[t + 4] * y + F[t + 5] * z + F[o + 1] : y;
    F[c + 2] = isB ? F[t + 6] * x + F[t + 7] * y + F[t + 8] * z + F[o + 2] : z;
    const other: i32 = faceBeyond(s, face, v, next);
    const plane: i32 = other < 0 ? 0 : I[2 * (planes + PLANE_STRIDE * other + PLANE_LISTED)];
    I[2 * (c + LABELLED_PLANE)] = plane;
    I[2 * beside + 1 + k] = plane;
  }
  I[2 * beside] = count;
  return count;
}

/** Keeps the part of the labelled polygon at work under plane p; returns its number of corners, 0 for none. */
function cutLabelled(work: i32, count: i32, p: i32): i32 {
  const from: i32 = I[2 * work + LABELLED_AT];
  const gx: f64 = F[p + PLANE_GRADIENT];
  const gy: f64 = F[p + PLANE_GRADIENT + 1];
  const gz: f64 = F[p + PLANE_GRADIENT + 2];
  const constant: f64 = F[p + PLANE_CONSTANT];
  let kept: i32 = 0;
  for (let k: i32 = 0; k < count; k++) {
    const c: i32 = from + LABELLED_STRIDE * k;
    const value: f64 = constant - (gx * F[c] + gy * F[c + 1] + gz * F[c + 2]);
    F[c + LABELLED_VALUE] = value;
    if (value > 0.0) kept++;
  }
  if (kept === count) return count;
  if (kept === 0) return 0;
  const to: i32 = I[2 * work + LABELLED_FREE];
  let written: i32 = 0;
  for (let k: i32 = 0; k < count; k++) {
    if (written + 2 > LABELLED_LIMIT) return 0;
    const c: i32 = from + LABELLED_STRIDE * k;
    const next: i32 = from + LABELLED_STRIDE * (k === count - 1 ? 0 : k + 1);
    const value: f64 = F[c + LABELLED_VALUE];
    const beyond: f64 = F[next + LABELLED_VALUE];
    let d: i32 = to + LABELLED_STRIDE * written;
    if (value > 0.0) {
      F[d] = F[c];
      F[d + 1] = F[c + 1];
      F[d + 2] = F[c + 2];
      I[2 * (d + LABELLED_PLANE)] = I[2 * (c + LABELLED_PLANE)];
      written++;
      d += LABELLED_STRIDE;
    }
    const isIn: bool = value > 0.0;
    const isNextIn: bool = beyond > 0.0;
    if (isIn === isNextIn) continue;
    // From the point where the polygon leaves the part under p, its edge is in p.
    const share: f64 = value / (value - beyond);
    F[d] = F[c] + share * (F[next] - F[c]);
    F[d + 1] = F[c + 1] + share * (F[next + 1] - F[c + 1]);
    F[d + 2] = F[c + 2] + share * (F[next + 2] - F[c + 2]);
    I[2 * (d + LABELLED_PLANE)] = value > 0.0 ? p : I[2 * (c + LABELLED_PLANE)];
    written++;
  }
  I[2 * work + LABELLED_AT] = to;
  I[2 * work + LABELLED_FREE] = from;
  return written;
}

/** Keeps the part of the labelled polygon at work under all planes of a list; returns its number of corners. */
export function cutByPlanes(work: i32, corners: i32, planes: i32, planeCount: i32): i32 {
  let count: i32 = corners;
  for (let i: i32 = 0; i < planeCount && count > 2; i++) count = cutLabelled(work, count, planes + PLANE_STRIDE * i);
  return count > 2 ? count : 0;
}
