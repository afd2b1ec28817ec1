// SPDX-License-Identifier: MIT
/** Two smooth bodies in a step of a simulation: where the search starts, and what the next step starts from. */
import {
  CACHE_COUNT,
  CACHE_MOVING,
  CACHE_POINT,
  CACHE_SMOOTH_SWAPPED,
  LOCAL_POINT,
  PAIR_A,
  PAIR_B,
  PAIR_SWAPPED,
  RELATIVE_ORIGIN,
  SHAPE_RADIUS,
  SMOOTH_A,
  SMOOTH_B,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { toBlockOfB } from '../relative-pose.ts';
import { movedTo, predicted, unitOf } from './moving-point.ts';
import { searchInStep } from './step-pair.ts';

/** Cells by which the points of the last step have changed places: two bodies of one shape may, as they move. */
function exchange(cache: i32): i32 {
  return I[2 * cache + CACHE_SMOOTH_SWAPPED] !== I[PAIR_SWAPPED] ? 3 : 0;
}

/**
 * Steps that a proof of a deep overlap by EPA is kept: so many, and up to LAST_KEPT more, which the digits of a
 * coordinate decide, so that not all pairs of a simulation are proven in the same step.
 */
const STEPS_KEPT: i32 = 4;
const LAST_KEPT: i32 = 7;

/** True if the cache holds points with their motion, and perhaps a proof. */
export function isMoving(cache: i32): bool {
  return I[2 * cache + CACHE_COUNT] <= CACHE_MOVING;
}

/** Steps for which the proof in the cache is still kept. */
function stepsLeft(cache: i32): i32 {
  return isMoving(cache) ? CACHE_MOVING - I[2 * cache + CACHE_COUNT] : 0;
}

/** From where the points of the last step will be if they go on. */
export function searchFromMotion(cache: i32): i32 {
  const other: i32 = exchange(cache);
  const p: i32 = cache + CACHE_POINT + other;
  const q: i32 = cache + CACHE_POINT + 3 - other;
  const u: f64 = unitOf(F[I[PAIR_A] + SHAPE_RADIUS]);
  const v: f64 = unitOf(F[I[PAIR_B] + SHAPE_RADIUS]);
  return searchInStep(
    u * predicted(F[p]),
    u * predicted(F[p + 1]),
    u * predicted(F[p + 2]),
    v * predicted(F[q]),
    v * predicted(F[q + 1]),
    v * predicted(F[q + 2]),
    stepsLeft(cache) > 0,
  );
}

/** From under two points of the frame. */
export function searchFromPoints(ax: f64, ay: f64, az: f64, bx: f64, by: f64, bz: f64): i32 {
  toBlockOfB(bx, by, bz, LOCAL_POINT);
  return searchInStep(ax, ay, az, F[LOCAL_POINT], F[LOCAL_POINT + 1], F[LOCAL_POINT + 2], false);
}

/** From where the line through the two centres leaves the bodies: on faces that lie on each other, near enough. */
export function searchFromCentres(): i32 {
  const o: i32 = RELATIVE_ORIGIN;
  return searchFromPoints(F[o], F[o + 1], F[o + 2], 0.0, 0.0, 0.0);
}

/** Keeps the points in SMOOTH_A and, in B's block, SMOOTH_B, with their motion if those of the last step are known. */
export function rememberMotion(cache: i32): void {
  const isKnown: bool = isMoving(cache);
  const other: i32 = exchange(cache);
  const first: i32 = cache + CACHE_POINT;
  const u: f64 = 1.0 / unitOf(F[I[PAIR_A] + SHAPE_RADIUS]);
  const v: f64 = 1.0 / unitOf(F[I[PAIR_B] + SHAPE_RADIUS]);
  for (let k: i32 = 0; k < 3; k++) {
    const x: f64 = u * F[SMOOTH_A + k];
    const y: f64 = v * F[SMOOTH_B + k];
    const wasX: f64 = isKnown ? F[first + other + k] : x;
    const wasY: f64 = isKnown ? F[first + 3 - other + k] : y;
    F[first + k] = movedTo(x, wasX);
    F[first + 3 + k] = movedTo(y, wasY);
  }
  I[2 * cache + CACHE_COUNT] = CACHE_MOVING;
  I[2 * cache + CACHE_SMOOTH_SWAPPED] = I[PAIR_SWAPPED];
}

/** The same of a pair that a proof of an earlier step has answered. */
export function rememberKept(cache: i32): void {
  const left: i32 = stepsLeft(cache) - 1;
  rememberMotion(cache);
  I[2 * cache + CACHE_COUNT] = CACHE_MOVING - left;
}

/** The same of a pair whose overlap EPA has proven just now. */
export function rememberProof(cache: i32): void {
  rememberMotion(cache);
  // The low digits of the coordinate's motion are as good as random.
  const more: i32 = I[2 * (cache + CACHE_POINT)] & LAST_KEPT;
  I[2 * cache + CACHE_COUNT] = CACHE_MOVING - STEPS_KEPT - more;
}
