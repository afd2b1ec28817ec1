// SPDX-License-Identifier: MIT
/**
 * Normal of the last step of a pair with a curved body that is not smooth: cylinders, cones, tablets. Polished in the
 * new poses it answers if bounds prove it: apart, the length between its two points; overlapping, balls inside the
 * bodies that touch the surfaces there (docs/theory/polishing.md). One support point each refutes a pair that is apart.
 */
import { boundByCaps } from '../certificate/cap-on-cap.ts';
import { ballAround, touchingBall } from '../certificate/inner-ball.ts';
import { setDimensions } from '../closed-form/direct.ts';
import { inwardX, inwardY, inwardZ } from '../features/feature-pair.ts';
import {
  CACHE_COUNT,
  CACHE_DIRECTION,
  CACHE_NORMAL,
  CACHE_SMOOTH_SWAPPED,
  CORE,
  CORE_LOWER,
  CORE_NORMAL,
  CORE_POINT,
  CORE_POINT_B,
  CORE_UPPER,
  FOR_STEPS,
  GAP_DIRECTION,
  LOCAL_POINT,
  NEWTON_OFF,
  PAIR_A,
  PAIR_B,
  PAIR_SWAPPED,
  RELATIVE,
  SHAPE_ROLLING,
  SHAPE_VERTEX_COUNT,
  SMOOTH_A,
  SMOOTH_NORMAL,
  STOP_DISTANCE,
  SUPPORT,
  SUPPORT_ON_A,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { forgetHints, toBlockOfB } from '../relative-pose.ts';
import { gauge } from '../smooth/gauge.ts';
import { valueAlong } from '../smooth/normal-newton.ts';
import { isPointedPair } from '../smooth/pointed-body.ts';
import { searchPointedFromCentres, searchPointedPair } from '../smooth/pointed-pair.ts';
import { polishWarm } from '../smooth/polish.ts';
import { isOpen, isSmooth, SMOOTH_FAR, SMOOTH_PROVEN, SMOOTH_UNKNOWN } from '../smooth/smooth-body.ts';
import { setAt } from '../support/flatness.ts';

/** Overlaps deeper than this part of the balls' radii are left to EPA. */
const MOST_OF_BALLS: f64 = 0.9;

/** Keeps the unit normal n of the frame for the next step. */
function storeNormal(cache: i32, nx: f64, ny: f64, nz: f64): void {
  I[2 * cache + CACHE_COUNT] = CACHE_NORMAL;
  I[2 * cache + CACHE_SMOOTH_SWAPPED] = I[PAIR_SWAPPED];
  setAt(cache + CACHE_DIRECTION, nx, ny, nz);
}

/** True for a pair of a simulation's step in which a body is curved and not smooth. */
export function isNormalKept(cache: i32): bool {
  if (cache === 0 || I[FOR_STEPS] === 0 || I[NEWTON_OFF] !== 0) return false;
  return isCornered(I[PAIR_A]) || isCornered(I[PAIR_B]);
}

/** True for a curved body without a rolling ball. */
function isCornered(s: i32): bool {
  return I[2 * s + SHAPE_VERTEX_COUNT] === 0 && !isSmooth(s);
}

/** Keeps the normal that GJK and EPA have found. */
export function rememberNormal(cache: i32): void {
  storeNormal(cache, F[CORE_NORMAL], F[CORE_NORMAL + 1], F[CORE_NORMAL + 2]);
}

/** Keeps the direction along which GJK has found a gap. */
export function rememberGap(cache: i32): void {
  storeNormal(cache, F[GAP_DIRECTION], F[GAP_DIRECTION + 1], F[GAP_DIRECTION + 2]);
}

/** Radius of the ball that touches the body at (x, y, z) of its block; n is the outward unit normal there. */
function radiusAt(s: i32, x: f64, y: f64, z: f64, nx: f64, ny: f64, nz: f64): f64 {
  return isSmooth(s) ? F[s + SHAPE_ROLLING] : touchingBall(s, x, y, z, nx, ny, nz);
}

/** The part of that radius of which the body is known to contain the ball. */
function provenRadius(s: i32, radius: f64, x: f64, y: f64, z: f64, nx: f64, ny: f64, nz: f64): f64 {
  if (!(radius > 0.0)) return 0.0;
  if (!isSmooth(s)) {
    const around: f64 = ballAround(s, x - radius * nx, y - radius * ny, z - radius * nz);
    return around < radius ? around : radius;
  }
  if (!(gauge(s, x, y, z, SMOOTH_A) > 0.0)) return -1.0e300;
  // The ball rolls under the surface's own point and normal: what these are off is taken from it.
  const n: i32 = SMOOTH_A + SMOOTH_NORMAL;
  const ex: f64 = x - radius * nx - (F[SMOOTH_A] - radius * F[n]);
  const ey: f64 = y - radius * ny - (F[SMOOTH_A + 1] - radius * F[n + 1]);
  const ez: f64 = z - radius * nz - (F[SMOOTH_A + 2] - radius * F[n + 2]);
  return radius - Math.sqrt(ex * ex + ey * ey + ez * ez);
}

/** Upper bound of the distance from the balls that touch A and B at the points of CORE along its normal. */
function boundByBalls(value: f64): f64 {
  const nx: f64 = F[CORE_NORMAL];
  const ny: f64 = F[CORE_NORMAL + 1];
  const nz: f64 = F[CORE_NORMAL + 2];
  const ax: f64 = F[CORE_POINT];
  const ay: f64 = F[CORE_POINT + 1];
  const az: f64 = F[CORE_POINT + 2];
  const mx: f64 = inwardX(nx, ny, nz);
  const my: f64 = inwardY(nx, ny, nz);
  const mz: f64 = inwardZ(nx, ny, nz);
  toBlockOfB(F[CORE_POINT_B], F[CORE_POINT_B + 1], F[CORE_POINT_B + 2], LOCAL_POINT);
  const bx: f64 = F[LOCAL_POINT];
  const by: f64 = F[LOCAL_POINT + 1];
  const bz: f64 = F[LOCAL_POINT + 2];
  const a: i32 = I[PAIR_A];
  const b: i32 = I[PAIR_B];
  const radiusA: f64 = radiusAt(a, ax, ay, az, nx, ny, nz);
  const radiusB: f64 = radiusAt(b, bx, by, bz, mx, my, mz);
  const sum: f64 = radiusA + radiusB;
  if (!(-value < MOST_OF_BALLS * sum)) return 1.0e300;
  const proven: f64 =
    provenRadius(a, radiusA, ax, ay, az, nx, ny, nz) + provenRadius(b, radiusB, bx, by, bz, mx, my, mz);
  const cx: f64 = F[CORE_POINT_B] - ax + sum * nx;
  const cy: f64 = F[CORE_POINT_B + 1] - ay + sum * ny;
  const cz: f64 = F[CORE_POINT_B + 2] - az + sum * nz;
  return Math.sqrt(cx * cx + cy * cy + cz * cz) - proven;
}

/** Answers the placed pair from the normal of the last step: SMOOTH_PROVEN, SMOOTH_FAR or SMOOTH_UNKNOWN. */
export function cachedNormal(cache: i32): i32 {
  const isPointed: bool = isPointedPair();
  if (I[2 * cache + CACHE_COUNT] !== CACHE_NORMAL) {
    return isPointed ? keptIfFound(cache, searchPointedFromCentres()) : SMOOTH_UNKNOWN;
  }
  let nx: f64 = F[cache + CACHE_DIRECTION];
  let ny: f64 = F[cache + CACHE_DIRECTION + 1];
  let nz: f64 = F[cache + CACHE_DIRECTION + 2];
  if (I[2 * cache + CACHE_SMOOTH_SWAPPED] !== I[PAIR_SWAPPED]) {
    // Two bodies of one shape have changed places in the canonical order: the normal is one of B's block, reversed.
    const x: f64 = -nx;
    const y: f64 = -ny;
    const z: f64 = -nz;
    nx = F[RELATIVE] * x + F[RELATIVE + 1] * y + F[RELATIVE + 2] * z;
    ny = F[RELATIVE + 3] * x + F[RELATIVE + 4] * y + F[RELATIVE + 5] * z;
    nz = F[RELATIVE + 6] * x + F[RELATIVE + 7] * y + F[RELATIVE + 8] * z;
    const inverse: f64 = 1.0 / Math.sqrt(nx * nx + ny * ny + nz * nz);
    nx *= inverse;
    ny *= inverse;
    nz *= inverse;
  }
  if (isPointed) return keptIfFound(cache, searchPointedPair(nx, ny, nz));
  const value: f64 = valueAlong(nx, ny, nz);
  setAt(CORE_NORMAL, nx, ny, nz);
  F[CORE] = value;
  if (value > F[STOP_DISTANCE]) return keptIfFound(cache, SMOOTH_FAR);
  F[CORE_LOWER] = value;
  F[CORE_UPPER] = 1.0e300;
  for (let k: i32 = 0; k < 3; k++) {
    F[CORE_POINT + k] = F[SUPPORT_ON_A + k];
    F[CORE_POINT_B + k] = F[SUPPORT_ON_A + k] + F[SUPPORT + k];
  }
  return keptIfFound(cache, polishWarm(value > 0.0) && isProven() ? SMOOTH_PROVEN : SMOOTH_UNKNOWN);
}

/** Keeps the normal in CORE of what has been found, if it is an answer. */
function keptIfFound(cache: i32, found: i32): i32 {
  if (found === SMOOTH_UNKNOWN) forgetHints();
  else storeNormal(cache, F[CORE_NORMAL], F[CORE_NORMAL + 1], F[CORE_NORMAL + 2]);
  if (found === SMOOTH_PROVEN) setDimensions(F[CORE_NORMAL], F[CORE_NORMAL + 1], F[CORE_NORMAL + 2]);
  return found;
}

/** True when the bounds of the polished answer have met; they go to CORE_LOWER and CORE_UPPER. */
function isProven(): bool {
  const value: f64 = valueAlong(F[CORE_NORMAL], F[CORE_NORMAL + 1], F[CORE_NORMAL + 2]);
  const wx: f64 = F[CORE_POINT_B] - F[CORE_POINT];
  const wy: f64 = F[CORE_POINT_B + 1] - F[CORE_POINT + 1];
  const wz: f64 = F[CORE_POINT_B + 2] - F[CORE_POINT + 2];
  let upper: f64 = value > 0.0 ? Math.sqrt(wx * wx + wy * wy + wz * wz) : boundByCaps(value);
  if (value <= 0.0 && isOpen(value, upper)) upper = boundByBalls(value);
  if (isOpen(value, upper)) return false;
  F[CORE] = value;
  F[CORE_LOWER] = value;
  F[CORE_UPPER] = upper;
  return true;
}
