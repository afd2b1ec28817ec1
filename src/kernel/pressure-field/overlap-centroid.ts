// SPDX-License-Identifier: MIT
/**
 * Volume and moments of the common part of two bodies as a sum of cones from REFERENCE to its faces. The friction of a
 * contact acts at its centroid, and its second moment resists twisting.
 */
import { F, I } from '../memory.ts';
import {
  FACE_AREA,
  FACE_SUMS,
  POLYGON,
  POLYGON_COUNT,
  POLYGON_STRIDE,
  REFERENCE,
  TOTAL_FIRST,
  TOTAL_PART_FIRST,
  TOTAL_PART_SECOND,
  TOTAL_PART_VOLUME,
  TOTAL_PRESSURE,
  TOTAL_SECOND,
  TOTALS,
} from './pressure-layout.ts';

/** Adds the cone to the face that was integrated last, unless its plane is counted already. */
export function addCone(work: i32): void {
  const count: i32 = I[2 * work + POLYGON_COUNT];
  if (count === 0 || F[work + FACE_SUMS + FACE_AREA] === 0.0) return;
  const from: i32 = I[2 * work + POLYGON];
  const totals: i32 = work + TOTALS;
  const rx: f64 = F[work + REFERENCE];
  const ry: f64 = F[work + REFERENCE + 1];
  const rz: f64 = F[work + REFERENCE + 2];
  const x0: f64 = F[from] - rx;
  const y0: f64 = F[from + 1] - ry;
  const z0: f64 = F[from + 2] - rz;
  const q0: f64 = x0 * x0 + y0 * y0 + z0 * z0;
  let x1: f64 = F[from + POLYGON_STRIDE] - rx;
  let y1: f64 = F[from + POLYGON_STRIDE + 1] - ry;
  let z1: f64 = F[from + POLYGON_STRIDE + 2] - rz;
  for (let k: i32 = 2; k < count; k++) {
    const c: i32 = from + POLYGON_STRIDE * k;
    const x2: f64 = F[c] - rx;
    const y2: f64 = F[c + 1] - ry;
    const z2: f64 = F[c + 2] - rz;
    const volume: f64 = x0 * (y1 * z2 - z1 * y2) + y0 * (z1 * x2 - x1 * z2) + z0 * (x1 * y2 - y1 * x2);
    const sx: f64 = x0 + x1 + x2;
    const sy: f64 = y0 + y1 + y2;
    const sz: f64 = z0 + z1 + z2;
    const squares: f64 = q0 + (x1 * x1 + y1 * y1 + z1 * z1) + (x2 * x2 + y2 * y2 + z2 * z2);
    F[totals + TOTAL_PART_VOLUME] = F[totals + TOTAL_PART_VOLUME] + volume;
    F[totals + TOTAL_PART_FIRST] = F[totals + TOTAL_PART_FIRST] + volume * sx;
    F[totals + TOTAL_PART_FIRST + 1] = F[totals + TOTAL_PART_FIRST + 1] + volume * sy;
    F[totals + TOTAL_PART_FIRST + 2] = F[totals + TOTAL_PART_FIRST + 2] + volume * sz;
    F[totals + TOTAL_PART_SECOND] = F[totals + TOTAL_PART_SECOND] + volume * (sx * sx + sy * sy + sz * sz + squares);
    x1 = x2;
    y1 = y2;
    z1 = z2;
  }
}

/** Lets the force act at the centroid of the common part instead of the mean of the pressed points. */
export function actAtCentroid(work: i32): void {
  const totals: i32 = work + TOTALS;
  const volume: f64 = F[totals + TOTAL_PART_VOLUME] / 6.0;
  if (!(volume > 0.0)) return;
  F[totals + TOTAL_PRESSURE] = volume;
  for (let k: i32 = 0; k < 3; k++) F[totals + TOTAL_FIRST + k] = F[totals + TOTAL_PART_FIRST + k] / 24.0;
  F[totals + TOTAL_SECOND] = F[totals + TOTAL_PART_SECOND] / 120.0;
}
