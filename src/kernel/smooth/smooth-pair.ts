// SPDX-License-Identifier: MIT
/**
 * Two smooth bodies: Newton's method for the two points whose normals are opposite and parallel to their difference.
 * Its unknowns are the points, not the normal: where a blocky superquadric is nearly flat the normal says nothing about
 * the point, while the point says all about the normal (docs/theory/rolling-ball.md).
 */
import { writeAxesAcross } from '../arithmetic/axes-across.ts';
import {
  CORE,
  PAIR_A,
  PAIR_B,
  ROUNDING,
  SHAPE_RADIUS,
  SHAPE_ROLLING,
  SMOOTH_A,
  SMOOTH_AXES,
  SMOOTH_B,
  SMOOTH_NORMAL,
  STOP_DISTANCE,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { valueAlong } from './newton.ts';
import {
  accept,
  curvatureOn,
  FLAT,
  FLAT_ON_FLAT,
  isOpen,
  isSmooth,
  LONGEST_GROWTH,
  LOW_MISS_IN_ROUNDINGS,
  MISS_IN_ROUNDINGS,
  SLOW_SHRINKING,
  SMOOTH_FAR,
  SMOOTH_PROVEN,
  SMOOTH_UNKNOWN,
  STEP_LIMIT,
  slide,
  upperBound,
} from './smooth-body.ts';

export function isSmoothPair(): bool {
  return isSmooth(I[PAIR_A]) && isSmooth(I[PAIR_B]);
}

/**
 * One step: with T the part of w across the normal, e what the normals lack to be opposite and k the curvatures, da and
 * db solve e + kA da + kB db = 0 and T + db - da - value kA da = 0. (offG, offH) is T and (eG, eH) is e on the two
 * axes.
 */
function step(value: f64, offG: f64, offH: f64, eG: f64, eH: f64): bool {
  const floor: f64 = FLAT / F[I[PAIR_A] + SHAPE_RADIUS];
  const a11: f64 = curvatureOn(SMOOTH_A, 0, 0) + floor;
  const a12: f64 = curvatureOn(SMOOTH_A, 0, 1);
  const a22: f64 = curvatureOn(SMOOTH_A, 1, 1) + floor;
  const b11: f64 = curvatureOn(SMOOTH_B, 0, 0);
  const b12: f64 = curvatureOn(SMOOTH_B, 0, 1);
  const b22: f64 = curvatureOn(SMOOTH_B, 1, 1);
  const m11: f64 = a11 + b11 + value * (b11 * a11 + b12 * a12);
  const m12: f64 = a12 + b12 + value * (b11 * a12 + b12 * a22);
  const m21: f64 = a12 + b12 + value * (b12 * a11 + b22 * a12);
  const m22: f64 = a22 + b22 + value * (b12 * a12 + b22 * a22);
  const r: f64 = b11 * offG + b12 * offH - eG;
  const s: f64 = b12 * offG + b22 * offH - eH;
  const determinant: f64 = m11 * m22 - m12 * m21;
  const p: f64 = (m22 * r - m12 * s) / determinant;
  const q: f64 = (m11 * s - m21 * r) / determinant;
  const movedA: bool = slide(SMOOTH_A, p, q);
  const movedB: bool = slide(SMOOTH_B, p + value * (a11 * p + a12 * q) - offG, q + value * (a12 * p + a22 * q) - offH);
  return movedA && movedB;
}

/**
 * True when the sum of the curvatures is small in some direction: its smaller eigenvalue is at most twice determinant
 * over trace.
 */
function isFlatOnFlat(): bool {
  const m11: f64 = curvatureOn(SMOOTH_A, 0, 0) + curvatureOn(SMOOTH_B, 0, 0);
  const m12: f64 = curvatureOn(SMOOTH_A, 0, 1) + curvatureOn(SMOOTH_B, 0, 1);
  const m22: f64 = curvatureOn(SMOOTH_A, 1, 1) + curvatureOn(SMOOTH_B, 1, 1);
  return !((m11 * m22 - m12 * m12) * F[I[PAIR_A] + SHAPE_RADIUS] > FLAT_ON_FLAT * (m11 + m22));
}

/** Newton's method from the points in SMOOTH_A and SMOOTH_B; `known`: from those of the last query. */
export function searchSmoothPair(known: bool): i32 {
  const b: i32 = I[PAIR_B];
  const rounding: f64 = F[ROUNDING];
  const n: i32 = SMOOTH_A + SMOOTH_NORMAL;
  const m: i32 = SMOOTH_B + SMOOTH_NORMAL;
  const g: i32 = SMOOTH_AXES;
  const h: i32 = SMOOTH_AXES + 3;
  let before: f64 = 1.0e300;
  for (let count: i32 = 0; count < STEP_LIMIT; count++) {
    const nx: f64 = F[n];
    const ny: f64 = F[n + 1];
    const nz: f64 = F[n + 2];
    const ex: f64 = nx + F[m];
    const ey: f64 = ny + F[m + 1];
    const ez: f64 = nz + F[m + 2];
    const wx: f64 = F[SMOOTH_B] - F[SMOOTH_A];
    const wy: f64 = F[SMOOTH_B + 1] - F[SMOOTH_A + 1];
    const wz: f64 = F[SMOOTH_B + 2] - F[SMOOTH_A + 2];
    const value: f64 = nx * wx + ny * wy + nz * wz;
    const turn: f64 = Math.sqrt(ex * ex + ey * ey + ez * ez);
    // n is a normal of A; B's is within `turn` of -n, so no point of B is farther along -n than its own by more than
    // this.
    const lower: f64 = value - 2.0 * F[b + SHAPE_RADIUS] * turn;
    if (lower > F[STOP_DISTANCE]) {
      F[CORE] = lower;
      return SMOOTH_FAR;
    }
    writeAxesAcross(nx, ny, nz, SMOOTH_AXES);
    const offG: f64 = F[g] * wx + F[g + 1] * wy + F[g + 2] * wz;
    const offH: f64 = F[h] * wx + F[h + 1] * wy + F[h + 2] * wz;
    const miss: f64 = Math.sqrt(offG * offG + offH * offH) + F[b + SHAPE_RADIUS] * turn;
    if (
      miss <= MISS_IN_ROUNDINGS * rounding ||
      (miss < LOW_MISS_IN_ROUNDINGS * rounding && miss > SLOW_SHRINKING * before)
    ) {
      if (known && isFlatOnFlat()) return SMOOTH_UNKNOWN;
      const lag: f64 = F[b + SHAPE_ROLLING];
      const upper: f64 = upperBound(nx, ny, nz, value, lag * ex, lag * ey, lag * ez);
      const proven: bool = accept(nx, ny, nz, value, isOpen(lower, upper) ? valueAlong(nx, ny, nz) : lower, upper);
      return proven ? SMOOTH_PROVEN : SMOOTH_UNKNOWN;
    }
    if (!(miss < LONGEST_GROWTH * before)) return SMOOTH_UNKNOWN;
    before = miss;
    const eG: f64 = F[g] * ex + F[g + 1] * ey + F[g + 2] * ez;
    const eH: f64 = F[h] * ex + F[h + 1] * ey + F[h + 2] * ez;
    if (!step(value, offG, offH, eG, eH)) return SMOOTH_UNKNOWN;
  }
  return SMOOTH_UNKNOWN;
}
