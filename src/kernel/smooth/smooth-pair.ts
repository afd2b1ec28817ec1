// SPDX-License-Identifier: MIT
/**
 * Two smooth bodies: Newton's method for the two points whose normals are opposite and parallel to their difference.
 * The unknowns are the points, because the normal does not determine the point where a superquadric is nearly flat
 * (docs/theory/rolling-ball.md).
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
  SMOOTH_BEND,
  SMOOTH_NORMAL,
  STOP_DISTANCE,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { valueAlong } from './normal-newton.ts';
import {
  accept,
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
  setBend,
  slide,
  upperBound,
} from './smooth-body.ts';

export function isSmoothPair(): bool {
  return isSmooth(I[PAIR_A]) && isSmooth(I[PAIR_B]);
}

/**
 * True when the sum of the curvatures is small in some direction: its smaller eigenvalue is at most twice determinant
 * over trace.
 */
function isFlatOnFlat(): bool {
  setBend(SMOOTH_A);
  const a11: f64 = F[SMOOTH_BEND];
  const a12: f64 = F[SMOOTH_BEND + 1];
  const a22: f64 = F[SMOOTH_BEND + 2];
  setBend(SMOOTH_B);
  const m11: f64 = a11 + F[SMOOTH_BEND];
  const m12: f64 = a12 + F[SMOOTH_BEND + 1];
  const m22: f64 = a22 + F[SMOOTH_BEND + 2];
  return !((m11 * m22 - m12 * m12) * F[I[PAIR_A] + SHAPE_RADIUS] > FLAT_ON_FLAT * (m11 + m22));
}

/**
 * Newton's method from the points in SMOOTH_A and SMOOTH_B; `known`: from those of the last query. With T the part of w
 * across the normal, e what the normals lack to be opposite and k the curvatures, the steps da and db solve e + kA da +
 * kB db = 0 and T + db - da - value kA da = 0.
 */
export function searchSmoothPair(known: bool): i32 {
  const b: i32 = I[PAIR_B];
  const radius: f64 = F[b + SHAPE_RADIUS];
  const rounding: f64 = F[ROUNDING];
  const enough: f64 = MISS_IN_ROUNDINGS * rounding;
  const lowest: f64 = LOW_MISS_IN_ROUNDINGS * rounding;
  const floor: f64 = FLAT / F[I[PAIR_A] + SHAPE_RADIUS];
  const n: i32 = SMOOTH_A + SMOOTH_NORMAL;
  const m: i32 = SMOOTH_B + SMOOTH_NORMAL;
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
    const lower: f64 = value - 2.0 * radius * turn;
    if (lower > F[STOP_DISTANCE]) {
      F[CORE] = lower;
      return SMOOTH_FAR;
    }
    writeAxesAcross(nx, ny, nz, SMOOTH_AXES);
    const gx: f64 = F[SMOOTH_AXES];
    const gy: f64 = F[SMOOTH_AXES + 1];
    const gz: f64 = F[SMOOTH_AXES + 2];
    const hx: f64 = F[SMOOTH_AXES + 3];
    const hy: f64 = F[SMOOTH_AXES + 4];
    const hz: f64 = F[SMOOTH_AXES + 5];
    const offG: f64 = gx * wx + gy * wy + gz * wz;
    const offH: f64 = hx * wx + hy * wy + hz * wz;
    const miss: f64 = Math.sqrt(offG * offG + offH * offH) + radius * turn;
    const lag: f64 = F[b + SHAPE_ROLLING];
    if (miss <= enough || (miss < lowest && miss > SLOW_SHRINKING * before)) {
      if (known && isFlatOnFlat()) return SMOOTH_UNKNOWN;
      const upper: f64 = upperBound(nx, ny, nz, value, lag * ex, lag * ey, lag * ez);
      const isSharp: bool = !isOpen(lower, upper);
      const proven: bool = accept(nx, ny, nz, value, isSharp ? lower : valueAlong(nx, ny, nz), upper);
      return proven ? SMOOTH_PROVEN : SMOOTH_UNKNOWN;
    }
    if (!(miss < LONGEST_GROWTH * before)) return SMOOTH_UNKNOWN;
    const eG: f64 = gx * ex + gy * ey + gz * ez;
    const eH: f64 = hx * ex + hy * ey + hz * ez;
    setBend(SMOOTH_A);
    const a11: f64 = F[SMOOTH_BEND] + floor;
    const a12: f64 = F[SMOOTH_BEND + 1];
    const a22: f64 = F[SMOOTH_BEND + 2] + floor;
    setBend(SMOOTH_B);
    const b11: f64 = F[SMOOTH_BEND];
    const b12: f64 = F[SMOOTH_BEND + 1];
    const b22: f64 = F[SMOOTH_BEND + 2];
    const m11: f64 = a11 + b11 + value * (b11 * a11 + b12 * a12);
    const m12: f64 = a12 + b12 + value * (b11 * a12 + b12 * a22);
    const m21: f64 = a12 + b12 + value * (b12 * a11 + b22 * a12);
    const m22: f64 = a22 + b22 + value * (b12 * a12 + b22 * a22);
    const r: f64 = b11 * offG + b12 * offH - eG;
    const s: f64 = b12 * offG + b22 * offH - eH;
    const inverse: f64 = 1.0 / (m11 * m22 - m12 * m21);
    const pA: f64 = (m22 * r - m12 * s) * inverse;
    const qA: f64 = (m11 * s - m21 * r) * inverse;
    const pB: f64 = pA + value * (a11 * pA + a12 * qA) - offG;
    const qB: f64 = qA + value * (a12 * pA + a22 * qA) - offH;
    if (!slide(SMOOTH_A, pA, qA) || !slide(SMOOTH_B, pB, qB)) return SMOOTH_UNKNOWN;
    before = miss;
  }
  return SMOOTH_UNKNOWN;
}
