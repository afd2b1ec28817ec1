// SPDX-License-Identifier: MIT
/**
 * Two smooth bodies: Newton's method for the two points whose normals are opposite and parallel to their difference.
 * The unknowns are the points, because the normal does not determine the point where a superquadric is nearly flat
 * (docs/theory/rolling-ball.md).
 */
import { writeAxesAcross } from '../arithmetic/axes-across.ts';
import {
  CORE,
  FOR_STEPS,
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
  stepMiss,
  upperBound,
} from './smooth-body.ts';

/** In a simulation's step: capped steps towards an edge of a flat face, then as many as from near. */
const LONG_STEP_LIMIT: i32 = 24;
/**
 * Of the radius: where curvature vanishes a step of Newton's method has no bound; one this long crosses a face in a
 * few.
 */
const LONGEST_STEP: f64 = 0.2;

export function isSmoothPair(): bool {
  return isSmooth(I[PAIR_A]) && isSmooth(I[PAIR_B]);
}

/**
 * One step: with T the part of w across the normal, e what the normals lack to be opposite and k the curvatures, da and
 * db solve e + kA da + kB db = 0 and T + db - da - value kA da = 0. (offG, offH) is T and (eG, eH) is e on the two
 * axes. Longer steps than `longest` are shortened: returns 1 then, 0 otherwise, -1 where there is no point.
 */
function step(value: f64, offG: f64, offH: f64, eG: f64, eH: f64, longest: f64): i32 {
  const floor: f64 = FLAT / F[I[PAIR_A] + SHAPE_RADIUS];
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
  const determinant: f64 = m11 * m22 - m12 * m21;
  let pA: f64 = (m22 * r - m12 * s) / determinant;
  let qA: f64 = (m11 * s - m21 * r) / determinant;
  let pB: f64 = pA + value * (a11 * pA + a12 * qA) - offG;
  let qB: f64 = qA + value * (a12 * pA + a22 * qA) - offH;
  const squareA: f64 = pA * pA + qA * qA;
  const squareB: f64 = pB * pB + qB * qB;
  const square: f64 = squareA > squareB ? squareA : squareB;
  const isLong: bool = square > longest * longest;
  if (isLong) {
    const part: f64 = longest / Math.sqrt(square);
    pA *= part;
    qA *= part;
    pB *= part;
    qB *= part;
  }
  if (!slide(SMOOTH_A, pA, qA) || !slide(SMOOTH_B, pB, qB)) return -1;
  return isLong ? 1 : 0;
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
 * Newton's method from the points in SMOOTH_A and SMOOTH_B; `known`: from those of the last query. For a simulation's
 * step it may end earlier, and at any points of two flat faces.
 */
export function searchSmoothPair(known: bool): i32 {
  const b: i32 = I[PAIR_B];
  const radius: f64 = F[b + SHAPE_RADIUS];
  const rounding: f64 = F[ROUNDING];
  const forSteps: bool = I[FOR_STEPS] !== 0;
  const enough: f64 = forSteps ? stepMiss() : MISS_IN_ROUNDINGS * rounding;
  const lowest: f64 = forSteps ? 0.0 : LOW_MISS_IN_ROUNDINGS * rounding;
  const longest: f64 = forSteps ? LONGEST_STEP * radius : 1.0e300;
  const limit: i32 = forSteps ? LONG_STEP_LIMIT : STEP_LIMIT;
  const n: i32 = SMOOTH_A + SMOOTH_NORMAL;
  const m: i32 = SMOOTH_B + SMOOTH_NORMAL;
  const g: i32 = SMOOTH_AXES;
  const h: i32 = SMOOTH_AXES + 3;
  let before: f64 = 1.0e300;
  for (let count: i32 = 0; count < limit; count++) {
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
    const offG: f64 = F[g] * wx + F[g + 1] * wy + F[g + 2] * wz;
    const offH: f64 = F[h] * wx + F[h + 1] * wy + F[h + 2] * wz;
    const miss: f64 = Math.sqrt(offG * offG + offH * offH) + radius * turn;
    if (miss <= enough || (miss < lowest && miss > SLOW_SHRINKING * before)) {
      if (!forSteps && known && isFlatOnFlat()) return SMOOTH_UNKNOWN;
      const lag: f64 = F[b + SHAPE_ROLLING];
      const upper: f64 = upperBound(nx, ny, nz, value, lag * ex, lag * ey, lag * ez);
      const isSharp: bool = forSteps || !isOpen(lower, upper);
      const proven: bool = accept(nx, ny, nz, value, isSharp ? lower : valueAlong(nx, ny, nz), upper);
      return proven ? SMOOTH_PROVEN : SMOOTH_UNKNOWN;
    }
    if (!(miss < LONGEST_GROWTH * before)) return SMOOTH_UNKNOWN;
    const eG: f64 = F[g] * ex + F[g + 1] * ey + F[g + 2] * ez;
    const eH: f64 = F[h] * ex + F[h + 1] * ey + F[h + 2] * ez;
    const moved: i32 = step(value, offG, offH, eG, eH, longest);
    if (moved < 0) return SMOOTH_UNKNOWN;
    // A shortened step may leave a flat place for a curved one, where the normals differ more.
    before = moved > 0 ? 1.0e300 : miss;
  }
  return SMOOTH_UNKNOWN;
}
