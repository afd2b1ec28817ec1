// SPDX-License-Identifier: MIT
/**
 * Newton's method for the normal at which the support point w of D is parallel to it: in two variables on smooth
 * bodies, in one across a line or around a cone. The derivatives are difference quotients; every normal must prove
 * itself by its support value.
 */

import {
  CORE,
  CORE_LOWER,
  CORE_NORMAL,
  PAIR_A,
  PAIR_B,
  RELATIVE,
  ROUNDING,
  SHAPE_PARAMETERS,
  SHAPE_SUPPORT_ERROR,
  SUPPORT,
  TRIED,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { setAt } from '../support/flatness.ts';
import { supportDifference } from '../support/minkowski-support.ts';

/** Step of the difference quotients: the middle between the rounding of w and the bend of the surface. */
const QUOTIENT_STEP: f64 = 1.0e-6;
const NEWTON_LIMIT: i32 = 8;
/** A longer step, in radians, has left the neighbourhood in which it means anything; shorter ones prove themselves. */
const LONGEST_TURN: f64 = 1.0e-2;
/** A tangential part of w this many roundings long is zero. */
const STATIONARY_IN_ROUNDINGS: f64 = 2.0;
/** A polished normal may be worse by its own rounding, no more. */
const SLACK_IN_ROUNDINGS: f64 = 2.0;

/** Unit vector or zero from F[at..] scaled; returns its former length. */
function normaliseAt(at: i32): f64 {
  const length: f64 = Math.sqrt(F[at] * F[at] + F[at + 1] * F[at + 1] + F[at + 2] * F[at + 2]);
  if (length > 0.0) for (let k: i32 = 0; k < 3; k++) F[at + k] = F[at + k] / length;
  return length;
}

/** Support value along the unit normal; w and its point of A stay in SUPPORT. */
export function valueAlong(nx: f64, ny: f64, nz: f64): f64 {
  supportDifference(nx, ny, nz);
  return nx * F[SUPPORT] + ny * F[SUPPORT + 1] + nz * F[SUPPORT + 2];
}

/** How much worse the support value of a sharper normal may be: both values have errors of their own. */
export function slack(): f64 {
  return SLACK_IN_ROUNDINGS * F[ROUNDING] + F[I[PAIR_A] + SHAPE_SUPPORT_ERROR] + F[I[PAIR_B] + SHAPE_SUPPORT_ERROR];
}

/** Takes the normal if its support value is good enough; the value becomes distance and lower bound. */
export function take(nx: f64, ny: f64, nz: f64): bool {
  const value: f64 = valueAlong(nx, ny, nz);
  if (!(value >= F[CORE_LOWER] - slack())) return false;
  setAt(CORE_NORMAL, nx, ny, nz);
  F[CORE_LOWER] = value;
  F[CORE] = value;
  return true;
}

/** One line, along the unit vector e: the normal turns about it until w has no part across both. */
export function polishAcrossLine(ex: f64, ey: f64, ez: f64): void {
  setAt(TRIED, F[CORE_NORMAL], F[CORE_NORMAL + 1], F[CORE_NORMAL + 2]);
  for (let step: i32 = 0; step < NEWTON_LIMIT; step++) {
    let nx: f64 = F[TRIED];
    let ny: f64 = F[TRIED + 1];
    let nz: f64 = F[TRIED + 2];
    const along: f64 = nx * ex + ny * ey + nz * ez;
    nx -= along * ex;
    ny -= along * ey;
    nz -= along * ez;
    const length: f64 = Math.sqrt(nx * nx + ny * ny + nz * nz);
    nx /= length;
    ny /= length;
    nz /= length;
    const gx: f64 = ey * nz - ez * ny;
    const gy: f64 = ez * nx - ex * nz;
    const gz: f64 = ex * ny - ey * nx;
    if (!take(nx, ny, nz)) return;
    const off: f64 = gx * F[SUPPORT] + gy * F[SUPPORT + 1] + gz * F[SUPPORT + 2];
    if (Math.abs(off) <= STATIONARY_IN_ROUNDINGS * F[ROUNDING]) return;
    const h: f64 = QUOTIENT_STEP;
    supportDifference(nx + h * gx, ny + h * gy, nz + h * gz);
    const ahead: f64 = (gx - h * nx) * F[SUPPORT] + (gy - h * ny) * F[SUPPORT + 1] + (gz - h * nz) * F[SUPPORT + 2];
    const slope: f64 = (ahead - off) / h;
    const turn: f64 = -off / slope;
    if (!(Math.abs(turn) < LONGEST_TURN)) return;
    setAt(TRIED, nx + turn * gx, ny + turn * gy, nz + turn * gz);
    normaliseAt(TRIED);
  }
}

/** No line: both parts of w across the normal must vanish. */
export function polishSmooth(): void {
  setAt(TRIED, F[CORE_NORMAL], F[CORE_NORMAL + 1], F[CORE_NORMAL + 2]);
  for (let step: i32 = 0; step < NEWTON_LIMIT; step++) {
    const nx: f64 = F[TRIED];
    const ny: f64 = F[TRIED + 1];
    const nz: f64 = F[TRIED + 2];
    if (!take(nx, ny, nz)) return;
    const wx: f64 = F[SUPPORT];
    const wy: f64 = F[SUPPORT + 1];
    const wz: f64 = F[SUPPORT + 2];
    // Any two axes across n.
    let gx: f64 = 0.0;
    let gy: f64 = 0.0;
    let gz: f64 = 0.0;
    if (Math.abs(nx) <= Math.abs(ny) && Math.abs(nx) <= Math.abs(nz)) {
      gy = nz;
      gz = -ny;
    } else {
      gx = -nz;
      gz = nx;
      if (Math.abs(nz) < Math.abs(ny)) {
        gx = ny;
        gy = -nx;
        gz = 0.0;
      }
    }
    const length: f64 = Math.sqrt(gx * gx + gy * gy + gz * gz);
    gx /= length;
    gy /= length;
    gz /= length;
    const hx: f64 = ny * gz - nz * gy;
    const hy: f64 = nz * gx - nx * gz;
    const hz: f64 = nx * gy - ny * gx;
    const offG: f64 = gx * wx + gy * wy + gz * wz;
    const offH: f64 = hx * wx + hy * wy + hz * wz;
    if (Math.abs(offG) + Math.abs(offH) <= STATIONARY_IN_ROUNDINGS * F[ROUNDING]) return;
    const e: f64 = QUOTIENT_STEP;
    supportDifference(nx + e * gx, ny + e * gy, nz + e * gz);
    const gg: f64 =
      ((gx - e * nx) * F[SUPPORT] + (gy - e * ny) * F[SUPPORT + 1] + (gz - e * nz) * F[SUPPORT + 2] - offG) / e;
    const hg: f64 = (hx * F[SUPPORT] + hy * F[SUPPORT + 1] + hz * F[SUPPORT + 2] - offH) / e;
    supportDifference(nx + e * hx, ny + e * hy, nz + e * hz);
    const gh: f64 = (gx * F[SUPPORT] + gy * F[SUPPORT + 1] + gz * F[SUPPORT + 2] - offG) / e;
    const hh: f64 =
      ((hx - e * nx) * F[SUPPORT] + (hy - e * ny) * F[SUPPORT + 1] + (hz - e * nz) * F[SUPPORT + 2] - offH) / e;
    const determinant: f64 = gg * hh - gh * hg;
    const p: f64 = (gh * offH - hh * offG) / determinant;
    const q: f64 = (hg * offG - gg * offH) / determinant;
    if (!(p * p + q * q < LONGEST_TURN * LONGEST_TURN)) return;
    setAt(TRIED, nx + p * gx + q * hx, ny + p * gy + q * hy, nz + p * gz + q * hz);
    normaliseAt(TRIED);
  }
}

/**
 * The straight side of a cone, on A or on B: its normals are one turn about the axis k. With r the radial direction and
 * g across r and k, the normal turns until w has no part along g. (Newton's method across a fixed line would gain a
 * factor a step only, since the line turns with the normal.)
 */
export function polishAroundCone(onA: bool): void {
  const p: i32 = (onA ? I[PAIR_A] : I[PAIR_B]) + SHAPE_PARAMETERS;
  const slant: f64 = Math.sqrt(F[p] * F[p] + F[p + 1] * F[p + 1]);
  const sign: f64 = onA ? 1.0 : -1.0;
  const radialPart: f64 = (sign * F[p + 1]) / slant;
  const axialPart: f64 = (sign * F[p]) / slant;
  const kx: f64 = onA ? 0.0 : F[RELATIVE + 2];
  const ky: f64 = onA ? 0.0 : F[RELATIVE + 5];
  const kz: f64 = onA ? 1.0 : F[RELATIVE + 8];
  let rx: f64 = sign * F[CORE_NORMAL];
  let ry: f64 = sign * F[CORE_NORMAL + 1];
  let rz: f64 = sign * F[CORE_NORMAL + 2];
  for (let step: i32 = 0; step < NEWTON_LIMIT; step++) {
    const axial: f64 = rx * kx + ry * ky + rz * kz;
    rx -= axial * kx;
    ry -= axial * ky;
    rz -= axial * kz;
    const length: f64 = Math.sqrt(rx * rx + ry * ry + rz * rz);
    if (!(length > 0.0)) return;
    rx /= length;
    ry /= length;
    rz /= length;
    const gx: f64 = ky * rz - kz * ry;
    const gy: f64 = kz * rx - kx * rz;
    const gz: f64 = kx * ry - ky * rx;
    setAt(TRIED, radialPart * rx + axialPart * kx, radialPart * ry + axialPart * ky, radialPart * rz + axialPart * kz);
    normaliseAt(TRIED);
    if (!take(F[TRIED], F[TRIED + 1], F[TRIED + 2])) return;
    const off: f64 = gx * F[SUPPORT] + gy * F[SUPPORT + 1] + gz * F[SUPPORT + 2];
    if (Math.abs(off) <= STATIONARY_IN_ROUNDINGS * F[ROUNDING]) return;
    const h: f64 = QUOTIENT_STEP;
    supportDifference(
      radialPart * (rx + h * gx) + axialPart * kx,
      radialPart * (ry + h * gy) + axialPart * ky,
      radialPart * (rz + h * gz) + axialPart * kz,
    );
    const ahead: f64 = (gx - h * rx) * F[SUPPORT] + (gy - h * ry) * F[SUPPORT + 1] + (gz - h * rz) * F[SUPPORT + 2];
    const turn: f64 = (-off * h) / (ahead - off);
    if (!(Math.abs(turn * radialPart) < LONGEST_TURN)) return;
    rx += turn * gx;
    ry += turn * gy;
    rz += turn * gz;
  }
}
