// SPDX-License-Identifier: MIT
/** Sums over the faces of one body in the field of the other: force, torque, centre of pressure and energy. */
import { F, I } from '../memory.ts';
import { integrateFace, NEAR_CENTRE } from './face-integrals.ts';
import {
  FACE_AREA,
  FACE_MOMENT,
  FACE_NORMAL,
  FACE_PRESSURE,
  FACE_SECOND,
  FACE_SHADOW,
  FACE_STIFFNESS,
  FACE_SUMS,
  FIELD_FLUX,
  FIELD_NEAREST,
  FIELD_OUTSIDE,
  FIELD_SHADOW,
  FIELD_SHAPE,
  FIELD_SHELL,
  HAS_REFERENCE,
  IS_PRESSED,
  POLYGON,
  REFERENCE,
  TOTAL_FIRST,
  TOTAL_FORCE,
  TOTAL_PRESSURE,
  TOTAL_SECOND,
  TOTAL_STIFFNESS,
  TOTAL_STRIDE,
  TOTAL_TORQUE,
  TOTAL_VOLUME,
  TOTALS,
} from './pressure-layout.ts';

export function clearSums(work: i32): void {
  I[2 * work + HAS_REFERENCE] = 0;
  I[2 * work + IS_PRESSED] = 0;
  for (let k: i32 = 0; k < TOTAL_STRIDE; k++) F[work + TOTALS + k] = 0.0;
}

/** `shape` is the body of the field if all its faces in the slab are listed under their numbers, else 0. */
export function clearField(field: i32, isOutside: bool, shape: i32): void {
  F[field + FIELD_SHADOW] = 0.0;
  F[field + FIELD_FLUX] = 0.0;
  F[field + FIELD_NEAREST] = 1.0;
  F[field + FIELD_OUTSIDE] = isOutside ? 1.0 : 0.0;
  F[field + FIELD_SHELL] = NEAR_CENTRE;
  I[2 * (field + FIELD_SHAPE)] = shape;
}

/**
 * Adds the polygon at work, a face of one body with its normal, in the field of the other. `pressure` is that at the
 * centre of the field, `sign` that of its push on B.
 */
export function addFace(
  work: i32,
  corners: i32,
  centre: i32,
  planes: i32,
  planeCount: i32,
  field: i32,
  pressure: f64,
  sign: f64,
): void {
  const c: i32 = I[2 * work + POLYGON];
  const x: f64 = F[c];
  const y: f64 = F[c + 1];
  const z: f64 = F[c + 2];
  const nx: f64 = F[work + FACE_NORMAL];
  const ny: f64 = F[work + FACE_NORMAL + 1];
  const nz: f64 = F[work + FACE_NORMAL + 2];
  const distance: f64 = nx * (x - F[centre]) + ny * (y - F[centre + 1]) + nz * (z - F[centre + 2]);
  if (distance < 0.0) F[field + FIELD_OUTSIDE] = 1.0;
  // Of two coplanar faces only B's counts for the common volume.
  if (!integrateFace(work, corners, planes, planeCount, field, sign > 0.0)) return;
  const sums: i32 = work + FACE_SUMS;
  const totals: i32 = work + TOTALS;
  const o: i32 = work + REFERENCE;
  const l: f64 = F[sums + FACE_PRESSURE];
  const mx: f64 = F[sums + FACE_MOMENT];
  const my: f64 = F[sums + FACE_MOMENT + 1];
  const mz: f64 = F[sums + FACE_MOMENT + 2];
  const height: f64 = nx * (x - F[o]) + ny * (y - F[o + 1]) + nz * (z - F[o + 2]);
  const push: f64 = sign * pressure;
  F[field + FIELD_SHADOW] = F[field + FIELD_SHADOW] - distance * F[sums + FACE_SHADOW];
  F[field + FIELD_FLUX] = F[field + FIELD_FLUX] + distance * l;
  F[totals + TOTAL_VOLUME] = F[totals + TOTAL_VOLUME] + height * F[sums + FACE_AREA];
  F[totals + TOTAL_PRESSURE] = F[totals + TOTAL_PRESSURE] + pressure * l;
  F[totals + TOTAL_FIRST] = F[totals + TOTAL_FIRST] + pressure * mx;
  F[totals + TOTAL_FIRST + 1] = F[totals + TOTAL_FIRST + 1] + pressure * my;
  F[totals + TOTAL_FIRST + 2] = F[totals + TOTAL_FIRST + 2] + pressure * mz;
  F[totals + TOTAL_SECOND] = F[totals + TOTAL_SECOND] + pressure * F[sums + FACE_SECOND];
  F[totals + TOTAL_FORCE] = F[totals + TOTAL_FORCE] + push * l * nx;
  F[totals + TOTAL_FORCE + 1] = F[totals + TOTAL_FORCE + 1] + push * l * ny;
  F[totals + TOTAL_FORCE + 2] = F[totals + TOTAL_FORCE + 2] + push * l * nz;
  F[totals + TOTAL_TORQUE] = F[totals + TOTAL_TORQUE] + push * (my * nz - mz * ny);
  F[totals + TOTAL_TORQUE + 1] = F[totals + TOTAL_TORQUE + 1] + push * (mz * nx - mx * nz);
  F[totals + TOTAL_TORQUE + 2] = F[totals + TOTAL_TORQUE + 2] + push * (mx * ny - my * nx);
  F[totals + TOTAL_STIFFNESS] = F[totals + TOTAL_STIFFNESS] + pressure * F[sums + FACE_STIFFNESS];
}

/** Whether the energy of a field is computed from the common volume: its centre is in the other body or near a face. */
export function needsVolume(field: i32): bool {
  return F[field + FIELD_OUTSIDE] === 0.0 || F[field + FIELD_NEAREST] < NEAR_CENTRE;
}

/** Integral of the gauge pressure over the common part. */
export function fieldEnergy(work: i32, field: i32): f64 {
  if (needsVolume(field)) return 0.25 * (F[work + TOTALS + TOTAL_VOLUME] / 3.0 + F[field + FIELD_FLUX]);
  return F[field + FIELD_SHADOW] / 12.0;
}
