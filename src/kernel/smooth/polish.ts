// SPDX-License-Identifier: MIT
/**
 * Final step where a body is curved (docs/theory/polishing.md): Newton's method improves the normal of GJK or EPA to
 * rounding. Where a body touches along a line, the normal is searched across that line; across two lines or against a
 * flat side it is known. A normal is used only if its support value is better.
 */

import { proveDepth } from '../certificate/proven-depth.ts';
import { offerOnSide } from '../features/side-points.ts';
import { pointsFromGap } from '../gjk/points-from-gap.ts';
import {
  CONE,
  CORE,
  CORE_LOWER,
  CORE_NORMAL,
  CORE_POINT,
  CORE_POINT_B,
  CORE_UPPER,
  KEPT_POINT,
  LINE_A,
  LINE_B,
  OFFERED_A,
  OFFERED_B,
  PAIR_A,
  PAIR_B,
  ROUNDING,
  SHAPE_KIND,
  SUPPORT,
  SUPPORT_ON_A,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { smallerExtent } from '../relative-pose.ts';
import { flatnessOfA, flatnessOfB, NORMAL_ERROR, setAt } from '../support/flatness.ts';
import { supportDifference } from '../support/minkowski-support.ts';
import { polishAcrossLine, polishAroundCone, polishSmooth, slack, take, valueAlong } from './normal-newton.ts';
import { isSuperquadric, polishOnSurface } from './surface-newton.ts';

/** Steps of Newton's method on crossing lines: each has twice the digits of the last. */
const CROSSING_LIMIT: i32 = 4;
/** Trials of the flatness of a body along the normal, and the factor on the angle from one to the next. */
const FLATNESS_TRIALS: i32 = 3;
const ANGLE_FACTOR: f64 = 0.01;
/** Witnesses may differ from distance times normal by this much: the rounding of sums and turns. */
const MISS_IN_ROUNDINGS: f64 = 16.0;
/** And by this fraction of the smaller body, a tenth of what is promised for points of curved bodies. */
const MISS_OF_EXTENT: f64 = 1.0e-10;
/** EPA closes its bounds to 1e-12 of the smaller body; where it has not, the depth may be proven otherwise. */
const OPEN_OF_EXTENT: f64 = 1.0e-11;
/** Sharpening a normal of the last step: the points on two lines that cross belong to the normal before the last. */
const WARM_PASSES: i32 = 3;
/** What sharpening has found: lines, as bits, and points that belong to the normal. */
const LINE_OF_A: i32 = 1;
const LINE_OF_B: i32 = 2;
const ALL_LINES: i32 = 3;
const FOUND_POINTS: i32 = 4;
/** A difference of witnesses shorter than this has no direction of its own. */
const SHORT_IN_ROUNDINGS: f64 = 1.0e4;

/**
 * Offers w's own points as witnesses, A's moved along its line by s as B's is along its line by t (0 to 1 from the end
 * that w is at). Of the pairs found the one that differs least from distance times normal is kept at the end.
 */
function offerWitness(apart: bool, s: f64, t: f64): void {
  let sum: f64 = 0.0;
  for (let k: i32 = 0; k < 3; k++) {
    const a: f64 = F[SUPPORT_ON_A + k] + (s !== 0.0 ? s * F[LINE_A + k] : 0.0);
    const b: f64 = F[SUPPORT_ON_A + k] + F[SUPPORT + k] + (t !== 0.0 ? t * F[LINE_B + k] : 0.0);
    F[OFFERED_A + k] = a;
    F[OFFERED_B + k] = b;
    sum += (b - a) * (b - a);
  }
  const length: f64 = Math.sqrt(sum);
  if (apart && length < F[CORE_UPPER]) F[CORE_UPPER] = length;
}

/** How far witnesses may be from where distance and normal put them. */
function allowedMiss(): f64 {
  return MISS_IN_ROUNDINGS * F[ROUNDING] + MISS_OF_EXTENT * smallerExtent();
}

/** Squared length of what b - a misses of distance times normal. */
function missSquared(a: i32, b: i32): f64 {
  let sum: f64 = 0.0;
  for (let k: i32 = 0; k < 3; k++) {
    const miss: f64 = F[b + k] - F[a + k] - F[CORE] * F[CORE_NORMAL + k];
    sum += miss * miss;
  }
  return sum;
}

/** Two lines: the normal is across both. */
function polishLines(apart: bool, nx: f64, ny: f64, nz: f64): bool {
  const cx: f64 = F[LINE_A + 1] * F[LINE_B + 2] - F[LINE_A + 2] * F[LINE_B + 1];
  const cy: f64 = F[LINE_A + 2] * F[LINE_B] - F[LINE_A] * F[LINE_B + 2];
  const cz: f64 = F[LINE_A] * F[LINE_B + 1] - F[LINE_A + 1] * F[LINE_B];
  const cc: f64 = cx * cx + cy * cy + cz * cz;
  if (!(cc > 0.0)) return false;
  const scale: f64 = (cx * nx + cy * ny + cz * nz < 0.0 ? -1.0 : 1.0) / Math.sqrt(cc);
  // The ends that w had along the old normal are those from which the two lines were measured.
  supportDifference(nx, ny, nz);
  const wx: f64 = F[SUPPORT];
  const wy: f64 = F[SUPPORT + 1];
  const wz: f64 = F[SUPPORT + 2];
  const s: f64 =
    ((wy * F[LINE_B + 2] - wz * F[LINE_B + 1]) * cx +
      (wz * F[LINE_B] - wx * F[LINE_B + 2]) * cy +
      (wx * F[LINE_B + 1] - wy * F[LINE_B]) * cz) /
    cc;
  const t: f64 =
    ((wy * F[LINE_A + 2] - wz * F[LINE_A + 1]) * cx +
      (wz * F[LINE_A] - wx * F[LINE_A + 2]) * cy +
      (wx * F[LINE_A + 1] - wy * F[LINE_A]) * cz) /
    cc;
  if (!(s >= 0.0 && s <= 1.0 && t >= 0.0 && t <= 1.0)) return false;
  if (!take(scale * cx, scale * cy, scale * cz)) return false;
  supportDifference(nx, ny, nz);
  offerWitness(apart, s, t);
  return true;
}

/** After Newton's method: the last normal that proved itself, and the witness that belongs to it. */
function settleNewton(
  apart: bool,
  nx: f64,
  ny: f64,
  nz: f64,
  value: f64,
  lineOnA: bool,
  lineOnB: bool,
  angle: f64,
): void {
  // The last step may have been refused: then CORE_NORMAL holds a normal that was not taken.
  const reached: f64 = valueAlong(F[CORE_NORMAL], F[CORE_NORMAL + 1], F[CORE_NORMAL + 2]);
  if (!(reached >= value - slack())) {
    setAt(CORE_NORMAL, nx, ny, nz);
    F[CORE_LOWER] = value;
    return;
  }
  F[CORE_LOWER] = reached;
  F[CORE] = reached;
  if (!lineOnA && !lineOnB) {
    offerWitness(apart, 0.0, 0.0);
    return;
  }
  // The line from the end that the support point is at now. Along it w has no part either: that places the witness.
  const found: i32 = lineOnA
    ? flatnessOfA(F[CORE_NORMAL], F[CORE_NORMAL + 1], F[CORE_NORMAL + 2], angle)
    : flatnessOfB(F[CORE_NORMAL], F[CORE_NORMAL + 1], F[CORE_NORMAL + 2], angle);
  if (found !== 1) return;
  supportDifference(F[CORE_NORMAL], F[CORE_NORMAL + 1], F[CORE_NORMAL + 2]);
  const line: i32 = lineOnA ? LINE_A : LINE_B;
  let part: f64 = 0.0;
  let ee: f64 = 0.0;
  for (let k: i32 = 0; k < 3; k++) {
    part += F[SUPPORT + k] * F[line + k];
    ee += F[line + k] * F[line + k];
  }
  const t: f64 = (lineOnA ? part : -part) / ee;
  const onLine: f64 = t > 0.0 ? (t < 1.0 ? t : 1.0) : 0.0;
  if (Math.abs(t - onLine) < NORMAL_ERROR) offerWitness(apart, lineOnA ? onLine : 0.0, lineOnA ? 0.0 : onLine);
}

/**
 * Two parallel lines: their common part in the middle of which the witnesses lie. Positions along A's unit direction e;
 * both bodies' lines are measured from the end that the support point is at.
 */
function offerOnParallels(apart: bool): void {
  let ee: f64 = 0.0;
  let w: f64 = 0.0;
  let along: f64 = 0.0;
  for (let k: i32 = 0; k < 3; k++) {
    ee += F[LINE_A + k] * F[LINE_A + k];
    w += F[SUPPORT + k] * F[LINE_A + k];
    along += F[LINE_B + k] * F[LINE_A + k];
  }
  // In units of A's line: A from 0 to 1, B from w to w + along.
  const b0: f64 = w / ee;
  const b1: f64 = (w + along) / ee;
  const low: f64 = b0 < b1 ? b0 : b1;
  const high: f64 = b0 < b1 ? b1 : b0;
  const from: f64 = low > 0.0 ? low : 0.0;
  const to: f64 = high < 1.0 ? high : 1.0;
  const middle: f64 = 0.5 * (from + to);
  if (from <= to && along !== 0.0) offerWitness(apart, middle, ((middle - b0) * ee) / along);
}

/**
 * The answer as GJK or EPA left it, consistent in itself: the distance is that of its own two witnesses along its
 * normal. Apart, the normal is their difference; overlapping, it is the face's.
 */
export function setUnpolished(apart: bool): void {
  let sum: f64 = 0.0;
  let along: f64 = 0.0;
  for (let k: i32 = 0; k < 3; k++) {
    const w: f64 = F[CORE_POINT_B + k] - F[CORE_POINT + k];
    sum += w * w;
    along += w * F[CORE_NORMAL + k];
  }
  const length: f64 = Math.sqrt(sum);
  if (apart && length > SHORT_IN_ROUNDINGS * F[ROUNDING]) {
    for (let k: i32 = 0; k < 3; k++) F[CORE_NORMAL + k] = (F[CORE_POINT_B + k] - F[CORE_POINT + k]) / length;
    along = length;
  }
  F[CORE_LOWER] = valueAlong(F[CORE_NORMAL], F[CORE_NORMAL + 1], F[CORE_NORMAL + 2]);
  const above: f64 = along < F[CORE_UPPER] ? along : F[CORE_UPPER];
  F[CORE] = above > F[CORE_LOWER] ? above : F[CORE_LOWER];
}

/**
 * Sharpens CORE for a pair with a curved body: on entry CORE_NORMAL, CORE_UPPER and the points are those of GJK or EPA.
 */
export function polish(apart: bool): void {
  const allowed: f64 = allowedMiss();
  if (!apart && F[CORE_UPPER] - F[CORE_LOWER] > OPEN_OF_EXTENT * smallerExtent()) proveDepth(allowed);
  setUnpolished(apart);
  const distance: f64 = F[CORE];
  const value: f64 = F[CORE_LOWER];
  const nx: f64 = F[CORE_NORMAL];
  const ny: f64 = F[CORE_NORMAL + 1];
  const nz: f64 = F[CORE_NORMAL + 2];
  const missBefore: f64 = missSquared(CORE_POINT, CORE_POINT_B);
  const found: i32 = sharpenWithLines(apart, allowed);
  const miss: f64 = missSquared(OFFERED_A, OFFERED_B);
  // A sharper normal without points that belong to it is worth less than a consistent answer.
  if (isOffered(found, miss, allowed)) {
    for (let k: i32 = 0; k < 3; k++) F[CORE_POINT + k] = F[OFFERED_A + k];
    return;
  }
  for (let k: i32 = 0; k < 3; k++) F[KEPT_POINT + k] = F[CORE_POINT + k];
  if (pointsFromGap(allowed, slack())) return;
  if (isOffered(found, miss, Math.sqrt(missBefore))) {
    for (let k: i32 = 0; k < 3; k++) F[CORE_POINT + k] = F[OFFERED_A + k];
    return;
  }
  for (let k: i32 = 0; k < 3; k++) F[CORE_POINT + k] = F[KEPT_POINT + k];
  setCore(nx, ny, nz, value, distance);
}

/**
 * Sharpens the normal in CORE, with CORE_LOWER as its support value and points of the bodies along it, and takes the
 * points that belong to it; false where there are none. Bounds but for CORE_LOWER are the caller's.
 */
export function polishWarm(apart: bool): bool {
  const allowed: f64 = allowedMiss();
  for (let pass: i32 = 0; pass < WARM_PASSES; pass++) {
    const found: i32 = sharpenWithLines(apart, allowed);
    if (isOffered(found, missSquared(OFFERED_A, OFFERED_B), allowed)) {
      for (let k: i32 = 0; k < 3; k++) {
        F[CORE_POINT + k] = F[OFFERED_A + k];
        F[CORE_POINT_B + k] = F[OFFERED_B + k];
      }
      return true;
    }
  }
  return false;
}

/**
 * Sharpens with the lines that both bodies have along the normal, or with fewer: one of them may be no part of the
 * contact, which is then at its end. The best bound decides.
 */
function sharpenWithLines(apart: bool, allowed: f64): i32 {
  const distance: f64 = F[CORE];
  const value: f64 = F[CORE_LOWER];
  const nx: f64 = F[CORE_NORMAL];
  const ny: f64 = F[CORE_NORMAL + 1];
  const nz: f64 = F[CORE_NORMAL + 2];
  let found: i32 = sharpen(apart, 0);
  let miss: f64 = missSquared(OFFERED_A, OFFERED_B);
  const lines: i32 = found & ALL_LINES;
  if (lines === 0 || isOffered(found, miss, MISS_IN_ROUNDINGS * F[ROUNDING])) return found;
  let best: i32 = 0;
  let top: f64 = isOffered(found, miss, allowed) ? F[CORE_LOWER] : -1.0e300;
  for (let ignored: i32 = 1; ignored <= ALL_LINES; ignored++) {
    if ((lines & ignored) !== ignored) continue;
    setCore(nx, ny, nz, value, distance);
    found = sharpen(apart, ignored);
    miss = missSquared(OFFERED_A, OFFERED_B);
    if (isOffered(found, miss, allowed) && F[CORE_LOWER] > top) {
      top = F[CORE_LOWER];
      best = ignored;
    }
  }
  setCore(nx, ny, nz, value, distance);
  return sharpen(apart, best);
}

function setCore(nx: f64, ny: f64, nz: f64, lower: f64, distance: f64): void {
  setAt(CORE_NORMAL, nx, ny, nz);
  F[CORE_LOWER] = lower;
  F[CORE] = distance;
}

/** True when points are offered that miss distance times normal by no more than `allowed`. */
function isOffered(found: i32, missedSquared: f64, allowed: f64): bool {
  return (found & FOUND_POINTS) !== 0 && missedSquared <= allowed * allowed;
}

function isCone(s: i32): bool {
  return I[2 * s + SHAPE_KIND] === CONE;
}

/**
 * Two lines that cross. That of a cone's side turns with the normal and is taken anew: these are steps of Newton's
 * method.
 */
function polishCrossing(apart: bool, angle: f64): bool {
  let crossed: bool = false;
  const limit: i32 = isCone(I[PAIR_A]) || isCone(I[PAIR_B]) ? CROSSING_LIMIT : 1;
  for (let step: i32 = 0; step < limit; step++) {
    const nx: f64 = F[CORE_NORMAL];
    const ny: f64 = F[CORE_NORMAL + 1];
    const nz: f64 = F[CORE_NORMAL + 2];
    if (step > 0 && (flatnessOfA(nx, ny, nz, angle) !== 1 || flatnessOfB(nx, ny, nz, angle) !== 1)) return crossed;
    if (!polishLines(apart, nx, ny, nz)) return crossed;
    crossed = true;
  }
  return crossed;
}

/**
 * Sharpens the normal and offers points for it; lines of `ignored` bodies count as points. Returns the lines that were
 * found, and whether there are points: not when they are known to be beside the bodies.
 */
function sharpen(apart: bool, ignored: i32): i32 {
  for (let k: i32 = 0; k < 3; k++) {
    F[OFFERED_A + k] = F[CORE_POINT + k];
    F[OFFERED_B + k] = F[CORE_POINT_B + k];
  }
  const nx: f64 = F[CORE_NORMAL];
  const ny: f64 = F[CORE_NORMAL + 1];
  const nz: f64 = F[CORE_NORMAL + 2];
  const value: f64 = F[CORE_LOWER];
  let angle: f64 = NORMAL_ERROR;
  let flatA: i32 = 0;
  let flatB: i32 = 0;
  for (let trial: i32 = 0; trial < FLATNESS_TRIALS; trial++) {
    flatA = flatnessOfA(nx, ny, nz, angle);
    flatB = flatnessOfB(nx, ny, nz, angle);
    if (flatA === 2 && take(F[LINE_A], F[LINE_A + 1], F[LINE_A + 2])) {
      return offerOnSide(true, flatB, allowedMiss()) ? FOUND_POINTS : 0;
    }
    if (flatB === 2 && take(-F[LINE_B], -F[LINE_B + 1], -F[LINE_B + 2])) {
      return offerOnSide(false, flatA, allowedMiss()) ? FOUND_POINTS : 0;
    }
    if (flatA !== 2 && flatB !== 2) break;
    // The side of a blade or needle may be narrower than the angle: a smaller angle may find its edge.
    angle *= ANGLE_FACTOR;
  }
  const found: i32 = FOUND_POINTS | (flatA === 1 ? LINE_OF_A : 0) | (flatB === 1 ? LINE_OF_B : 0);
  const lineA: bool = flatA === 1 && (ignored & LINE_OF_A) === 0;
  const lineB: bool = flatB === 1 && (ignored & LINE_OF_B) === 0;
  const curved: bool = isSuperquadric(I[PAIR_A]) || isSuperquadric(I[PAIR_B]);
  if (curved && polishOnSurface(apart, lineA || lineB, allowedMiss())) return found;
  if (lineA && lineB && polishCrossing(apart, angle)) return found;
  if ((lineA && isCone(I[PAIR_A])) || (lineB && !lineA && isCone(I[PAIR_B]))) {
    polishAroundCone(lineA);
  } else if (lineA || lineB) {
    const line: i32 = lineA ? LINE_A : LINE_B;
    const x: f64 = F[line];
    const y: f64 = F[line + 1];
    const z: f64 = F[line + 2];
    const length: f64 = Math.sqrt(x * x + y * y + z * z);
    polishAcrossLine(x / length, y / length, z / length);
  } else {
    polishSmooth();
  }
  settleNewton(apart, nx, ny, nz, value, lineA, lineB && !lineA, angle);
  if (lineA && lineB) {
    const foundA: i32 = flatnessOfA(F[CORE_NORMAL], F[CORE_NORMAL + 1], F[CORE_NORMAL + 2], angle);
    const foundB: i32 = flatnessOfB(F[CORE_NORMAL], F[CORE_NORMAL + 1], F[CORE_NORMAL + 2], angle);
    supportDifference(F[CORE_NORMAL], F[CORE_NORMAL + 1], F[CORE_NORMAL + 2]);
    if (foundA === 1 && foundB === 1) offerOnParallels(apart);
  }
  return found;
}
