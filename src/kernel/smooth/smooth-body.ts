// SPDX-License-Identifier: MIT
/**
 * Surface points of two smooth bodies with normal and curvature, in the frame, and the bounds of the distance that such
 * a pair of points proves (docs/theory/rolling-ball.md). One of the points may be that of a polyhedron.
 */

import {
  CORE,
  CORE_LOWER,
  CORE_NORMAL,
  CORE_POINT,
  CORE_POINT_B,
  CORE_UPPER,
  FOR_STEPS,
  LOCAL_POINT,
  PAIR_A,
  PAIR_B,
  RELATIVE,
  RELATIVE_ORIGIN,
  ROUNDING,
  SHAPE_RADIUS,
  SHAPE_ROLLING,
  SMOOTH_A,
  SMOOTH_AXES,
  SMOOTH_B,
  SMOOTH_BEND,
  SMOOTH_CURVATURE,
  SMOOTH_NORMAL,
  SMOOTH_POINT,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { toBlockOfB } from '../relative-pose.ts';
import { gauge } from './gauge.ts';

export const SMOOTH_UNKNOWN: i32 = 0;
export const SMOOTH_PROVEN: i32 = 1;
/** Proven farther apart than STOP_DISTANCE; the lower bound is in CORE. */
export const SMOOTH_FAR: i32 = 2;
/** They overlap by more than the rolling balls' radius, as far as is known. */
export const SMOOTH_DEEP: i32 = 3;
/** The same, answered by a proof of a few steps before. */
export const SMOOTH_KEPT: i32 = 4;

/** Steps of Newton's method: each has twice the digits of the last, once it is near. */
export const STEP_LIMIT: i32 = 12;
/** Misses of this many roundings are as small as float64 brings them. */
export const MISS_IN_ROUNDINGS: f64 = 4.0;
/** Misses below this many roundings that no longer shrink will not become smaller. */
export const LOW_MISS_IN_ROUNDINGS: f64 = 4.0e4;
/** No longer shrinking: more than this part is left. */
export const SLOW_SHRINKING: f64 = 0.25;
/** A step that makes the miss this many times as large has left for somewhere else. */
export const LONGEST_GROWTH: f64 = 4.0;
/**
 * Where both bodies are flat in one direction nothing holds the points there: a curvature of this over the radius does.
 */
export const FLAT: f64 = 1.0e-10;
/**
 * Where the bodies together are curved by less than this over the radius, they touch flat on flat, and the place of the
 * points is known to fewer digits than the distance: it then must not depend on where the search began.
 */
export const FLAT_ON_FLAT: f64 = 1.0e-4;
/** Bounds must close to this many roundings. */
const GAP_IN_ROUNDINGS: f64 = 16.0;
/**
 * Of the smaller radius: misses that a simulation's step is content with. They change the distance by their square,
 * on flat faces by themselves, a millionth of the usual overlap.
 */
const STEP_MISS: f64 = 1.0e-9;
/** Bounds differ by twice the miss of the normals and the square of that of the points. */
const STEP_GAP: f64 = 4.0 * STEP_MISS;

/** True for a body that a ball rolls freely inside: it has a normal and a curvature everywhere. */
export function isSmooth(s: i32): bool {
  return F[s + SHAPE_ROLLING] > 0.0;
}

/** Turns the vector at F[at..] from B's block into the frame. */
export function turnToFrame(at: i32): void {
  const x: f64 = F[at];
  const y: f64 = F[at + 1];
  const z: f64 = F[at + 2];
  F[at] = F[RELATIVE] * x + F[RELATIVE + 1] * y + F[RELATIVE + 2] * z;
  F[at + 1] = F[RELATIVE + 3] * x + F[RELATIVE + 4] * y + F[RELATIVE + 5] * z;
  F[at + 2] = F[RELATIVE + 6] * x + F[RELATIVE + 7] * y + F[RELATIVE + 8] * z;
}

/** Moves A's point to the surface under (x, y, z), with normal and curvature. False where that is no point. */
export function moveOnA(x: f64, y: f64, z: f64): bool {
  return gauge(I[PAIR_A], x, y, z, SMOOTH_A) > 0.0;
}

/** The same on B, for (x, y, z) in the frame of B's block. */
export function moveInBlockOfB(x: f64, y: f64, z: f64): bool {
  if (!(gauge(I[PAIR_B], x, y, z, SMOOTH_B) > 0.0)) return false;
  turnToFrame(SMOOTH_B + SMOOTH_POINT);
  turnToFrame(SMOOTH_B + SMOOTH_NORMAL);
  for (let k: i32 = 0; k < 3; k++) F[SMOOTH_B + k] = F[SMOOTH_B + k] + F[RELATIVE_ORIGIN + k];
  return true;
}

/** The same on B, for (x, y, z) in the frame. */
export function moveOnB(x: f64, y: f64, z: f64): bool {
  toBlockOfB(x, y, z, LOCAL_POINT);
  return moveInBlockOfB(F[LOCAL_POINT], F[LOCAL_POINT + 1], F[LOCAL_POINT + 2]);
}

export function dotAt(p: i32, q: i32): f64 {
  return F[p] * F[q] + F[p + 1] * F[q + 1] + F[p + 2] * F[q + 2];
}

/** Curvature of the body at F[body..] on the two axes of SMOOTH_AXES, to SMOOTH_BEND. */
export function setBend(body: i32): void {
  const k: i32 = body + SMOOTH_CURVATURE;
  let gx: f64 = F[SMOOTH_AXES];
  let gy: f64 = F[SMOOTH_AXES + 1];
  let gz: f64 = F[SMOOTH_AXES + 2];
  let hx: f64 = F[SMOOTH_AXES + 3];
  let hy: f64 = F[SMOOTH_AXES + 4];
  let hz: f64 = F[SMOOTH_AXES + 5];
  if (body === SMOOTH_B) {
    const x: f64 = F[RELATIVE] * gx + F[RELATIVE + 3] * gy + F[RELATIVE + 6] * gz;
    const y: f64 = F[RELATIVE + 1] * gx + F[RELATIVE + 4] * gy + F[RELATIVE + 7] * gz;
    gz = F[RELATIVE + 2] * gx + F[RELATIVE + 5] * gy + F[RELATIVE + 8] * gz;
    gx = x;
    gy = y;
    const u: f64 = F[RELATIVE] * hx + F[RELATIVE + 3] * hy + F[RELATIVE + 6] * hz;
    const v: f64 = F[RELATIVE + 1] * hx + F[RELATIVE + 4] * hy + F[RELATIVE + 7] * hz;
    hz = F[RELATIVE + 2] * hx + F[RELATIVE + 5] * hy + F[RELATIVE + 8] * hz;
    hx = u;
    hy = v;
  }
  const g: f64 = F[k + 4] * gx + F[k + 5] * gy;
  const h: f64 = F[k + 4] * hx + F[k + 5] * hy;
  const e: f64 = F[k + 3];
  const dx: f64 = F[k];
  const dy: f64 = F[k + 1];
  const dz: f64 = F[k + 2];
  F[SMOOTH_BEND] = dx * gx * gx + dy * gy * gy + dz * gz * gz + e * g * g;
  F[SMOOTH_BEND + 1] = dx * gx * hx + dy * gy * hy + dz * gz * hz + e * g * h;
  F[SMOOTH_BEND + 2] = dx * hx * hx + dy * hy * hy + dz * hz * hz + e * h * h;
}

/** Moves a body's point by p and q along the two axes. */
export function slide(body: i32, p: f64, q: f64): bool {
  const x: f64 = F[body] + p * F[SMOOTH_AXES] + q * F[SMOOTH_AXES + 3];
  const y: f64 = F[body + 1] + p * F[SMOOTH_AXES + 1] + q * F[SMOOTH_AXES + 4];
  const z: f64 = F[body + 2] + p * F[SMOOTH_AXES + 2] + q * F[SMOOTH_AXES + 5];
  return body === SMOOTH_A ? moveOnA(x, y, z) : moveOnB(x, y, z);
}

function smallerRadius(): f64 {
  const a: f64 = F[I[PAIR_A] + SHAPE_RADIUS];
  const b: f64 = F[I[PAIR_B] + SHAPE_RADIUS];
  return a < b ? a : b;
}

/** The miss that a simulation's step is content with. */
export function stepMiss(): f64 {
  const least: f64 = MISS_IN_ROUNDINGS * F[ROUNDING];
  const miss: f64 = STEP_MISS * smallerRadius();
  return miss > least ? miss : least;
}

/** Largest difference of bounds that have met. */
export function allowedGap(): f64 {
  const gap: f64 = GAP_IN_ROUNDINGS * F[ROUNDING];
  if (I[FOR_STEPS] === 0) return gap;
  const wide: f64 = STEP_GAP * smallerRadius();
  return wide > gap ? wide : gap;
}

/**
 * Bounds are as close as they must be, and do not contradict each other: the answer is that of the points in SMOOTH_A
 * and SMOOTH_B, with the normal n and n.w, w their difference, as the distance.
 */
export function accept(nx: f64, ny: f64, nz: f64, value: f64, lower: f64, upper: f64): bool {
  if (!(Math.abs(upper - lower) <= allowedGap())) return false;
  F[CORE_LOWER] = lower;
  F[CORE_UPPER] = upper;
  F[CORE] = value;
  F[CORE_NORMAL] = nx;
  F[CORE_NORMAL + 1] = ny;
  F[CORE_NORMAL + 2] = nz;
  for (let k: i32 = 0; k < 3; k++) {
    F[CORE_POINT + k] = F[SMOOTH_A + k];
    F[CORE_POINT_B + k] = F[SMOOTH_B + k];
  }
  return true;
}

/** True when bounds this far apart are too far. */
export function isOpen(lower: f64, upper: f64): bool {
  return upper - lower > allowedGap();
}

/**
 * Upper bound of the distance from the two points. Apart: the length of w, their difference. Overlapping: both are
 * touched from inside by balls of the rolling radii, whose difference is a ball in D, of the sum of the radii and
 * centred at w + sum n - lag; the origin is as deep in D as in that. `lag` is what the ball of a second smooth body is
 * off, for its normal is not quite -n.
 */
export function upperBound(nx: f64, ny: f64, nz: f64, value: f64, lagX: f64, lagY: f64, lagZ: f64): f64 {
  const wx: f64 = F[SMOOTH_B] - F[SMOOTH_A];
  const wy: f64 = F[SMOOTH_B + 1] - F[SMOOTH_A + 1];
  const wz: f64 = F[SMOOTH_B + 2] - F[SMOOTH_A + 2];
  if (value > 0.0) return Math.sqrt(wx * wx + wy * wy + wz * wz);
  const sum: f64 = F[I[PAIR_A] + SHAPE_ROLLING] + F[I[PAIR_B] + SHAPE_ROLLING];
  const cx: f64 = wx + sum * nx - lagX;
  const cy: f64 = wy + sum * ny - lagY;
  const cz: f64 = wz + sum * nz - lagZ;
  return Math.sqrt(cx * cx + cy * cy + cz * cz) - sum;
}
