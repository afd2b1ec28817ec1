// SPDX-License-Identifier: MIT
/**
 * Minimise FA + FB subject to FA = FB (PHSQ eq. 2 to 6) by Newton's method on the Lagrange system, safeguarded. The
 * same point is the least of max(FA, FB), and of max(gA^pA, gB^pB) with pA : pB = n1A : n1B, which neither overflows
 * nor flattens. Each step minimises the larger of the two linear models plus a quadratic term, the second derivatives
 * of the Lagrange function; where both models matter this is Newton's step, and it always descends. The maximum is the
 * merit of a step. Multipliers are those that balance the gradients, so the point is all the state.
 *
 * The second derivatives of a gauge vanish along the ray from its centre: g' g'^T / g is added, which along the
 * constraint changes no step. On flat sides, with exponents above 2, they vanish altogether: a share of the metric that
 * the bodies would have with exponents 2 is added, less at each step that succeeds.
 */

import { portablePow } from '../arithmetic/portable-pow.ts';
import {
  SUPERQUADRIC_BEST,
  SUPERQUADRIC_CENTRE,
  SUPERQUADRIC_FACTOR,
  SUPERQUADRIC_FORM_2,
  SUPERQUADRIC_FORMS,
  SUPERQUADRIC_MATRIX,
  SUPERQUADRIC_METRIC,
  SUPERQUADRIC_POINT,
  SUPERQUADRIC_SOLUTIONS,
  SUPERQUADRIC_TERMS,
  SUPERQUADRIC_TERMS_2,
  SUPERQUADRIC_TRACE,
  SUPERQUADRIC_TRACE_LIMIT,
  SUPERQUADRIC_TRIAL,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { setAt } from '../support/flatness.ts';
import { centreDistance, gaugeOfOne, gaugeOfTwo, writeMetric, writeTerms } from './superquadric-pair.ts';

export const SEARCH_DONE: i32 = 0;
const SEARCH_STALLED: i32 = 1;
const SEARCH_LIMIT: i32 = 2;

/** F of less than -1 + this is -1: FA = FB says nothing there, and the point of equal gauges is as good as any. */
const LEAST_LEVEL: f64 = 1.0e-16;
/** Levels beyond these, as of bodies of 1e-30 and 1 with exponents of 2 and 100, leave no room for products. */
const LOWEST_LEVEL: f64 = 1.0e-100;
const HIGHEST_LEVEL: f64 = 1.0e100;
/** No point of interest is this far, in units of the smaller body; nor is a step that has overflowed. */
const FARTHEST: f64 = 1.0e120;
/**
 * Share of the metric in the first step, from afar and from near by; a step that succeeds leaves a part of it, others
 * raise it.
 */
export const FAR_DAMPING: f64 = 1.0e-3;
export const NEAR_DAMPING: f64 = 1.0e-6;
const LESS_DAMPING: f64 = 0.04;
const MORE_DAMPING: f64 = 8.0;
const LEAST_DAMPING: f64 = 1.0e-14;
const MOST_DAMPING: f64 = 1.0e4;
/** Part of the promised descent that a step must keep. */
const SUFFICIENT: f64 = 0.1;
/**
 * Gauges are rounded by this much of themselves, and by this much of the coordinates: less descent proves nothing
 * either way.
 */
const GAUGE_ROUNDING: f64 = 4.0e-15;
const COORDINATE_ROUNDING: f64 = 4.0e-16;
/** Smaller pivots than this part of the diagonal are rounding, as where an exponent below 2 makes a curvature huge. */
const PIVOT_ROUNDING: f64 = 1.0e-15;
const HALVING_LIMIT: i32 = 12;
const SECANT_LIMIT: i32 = 4;
/** Promised descent of this many roundings of the level, below which only the gradients tell whether a step helps. */
const NEAR_IN_ROUNDINGS: f64 = 16.0;
/** Gradients opposite and levels equal to this are so to rounding. */
const STATIONARY: f64 = 1.0e-15;
/** Two steps in a row that bring them together by less than this factor end the search, */
const SLOW: f64 = 0.5;
const SLOW_LIMIT: i32 = 2;
/** and where both sides are flat, so that each step gains a factor of e and no more, this is enough. */
const FLAT_STATIONARY: f64 = 1.0e-11;
const FLAT: f64 = 0.1;

const ONE: i32 = SUPERQUADRIC_TERMS;
const TWO: i32 = SUPERQUADRIC_TERMS_2;
const X: i32 = SUPERQUADRIC_POINT;
const BEST: i32 = SUPERQUADRIC_BEST;
const TRIAL: i32 = SUPERQUADRIC_TRIAL;
const MATRIX: i32 = SUPERQUADRIC_MATRIX;
const FACTOR: i32 = SUPERQUADRIC_FACTOR;
const SOLUTION: i32 = SUPERQUADRIC_SOLUTIONS;
const SOLUTION_1: i32 = SUPERQUADRIC_SOLUTIONS + 3;
const SOLUTION_2: i32 = SUPERQUADRIC_SOLUTIONS + 6;

/** max(g1^p1, g2^p2) at a point of the frame. */
function levelAt(x: f64, y: f64, z: f64, p1: f64, p2: f64): f64 {
  const one: f64 = portablePow(gaugeOfOne(x, y, z), p1);
  const two: f64 = portablePow(gaugeOfTwo(x, y, z), p2);
  return one > two ? one : two;
}

/** Exponent of body 1's gauge, of body 2's with `two`, in levels that are to be compared: at most 1. */
export function levelExponent(two: bool): f64 {
  const n1: f64 = F[SUPERQUADRIC_FORMS + 3];
  const n2: f64 = F[SUPERQUADRIC_FORM_2 + 3];
  if (n1 === n2 || !(deepestLevel(n1, n2) > LEAST_LEVEL)) return 1.0;
  return (two ? n2 : n1) / (n1 > n2 ? n1 : n2);
}

/** The level that is searched for its least, at a point: max(FA, FB) on another scale. */
export function levelOf(x: f64, y: f64, z: f64): f64 {
  return levelAt(x, y, z, levelExponent(false), levelExponent(true));
}

/**
 * F + 1 of the body with the larger exponent at the centre of the other: where x0 tends to when the bodies are deep in
 * each other.
 */
function deepestLevel(n1: f64, n2: f64): f64 {
  const c: i32 = SUPERQUADRIC_CENTRE;
  const gauge: f64 = n1 > n2 ? gaugeOfOne(F[c], F[c + 1], F[c + 2]) : gaugeOfTwo(0.0, 0.0, 0.0);
  return portablePow(gauge, n1 > n2 ? n1 : n2);
}

/**
 * Whether both levels at the trial point are at most `target`. The larger of two levels has a kink where they are
 * equal, and a straight step along it ends beside it: with a slope > 0 (how fast their difference falls along
 * SOLUTION_1 - SOLUTION_2) the trial point is led back to it by a few secant steps.
 */
function isBelow(target: f64, slope: f64, p1: f64, p2: f64): bool {
  let fall: f64 = slope;
  let before: f64 = 0.0;
  let move: f64 = 0.0;
  for (let k: i32 = 0; k <= SECANT_LIMIT; k++) {
    if (!(lengthAt(TRIAL) < FARTHEST)) return false;
    const one: f64 = portablePow(gaugeOfOne(F[TRIAL], F[TRIAL + 1], F[TRIAL + 2]), p1);
    const two: f64 = portablePow(gaugeOfTwo(F[TRIAL], F[TRIAL + 1], F[TRIAL + 2]), p2);
    if (one <= target && two <= target) return true;
    // Both too high: no way along the kink.
    if (!(slope > 0.0) || (one > target && two > target)) return false;
    const difference: f64 = two - one;
    if (k > 0 && (before - difference) / move > 0.1 * slope) fall = (before - difference) / move;
    move = difference / fall;
    before = difference;
    for (let j: i32 = 0; j < 3; j++) F[TRIAL + j] = F[TRIAL + j] - move * (F[SOLUTION_2 + j] - F[SOLUTION_1 + j]);
  }
  return false;
}

/** Lower triangle L of MATRIX = L L^T, its diagonal inverted; false where it is not positive. */
function factorise(): bool {
  const m: i32 = MATRIX;
  const l: i32 = FACTOR;
  if (!(F[m] > 0.0)) return false;
  F[l] = 1.0 / Math.sqrt(F[m]);
  F[l + 1] = F[m + 1] * F[l];
  F[l + 2] = F[m + 2] * F[l];
  let y: f64 = F[m + 3] - F[l + 1] * F[l + 1];
  if (!(y > PIVOT_ROUNDING * F[m + 3])) y = PIVOT_ROUNDING * F[m + 3];
  if (!(y > 0.0)) return false;
  F[l + 3] = 1.0 / Math.sqrt(y);
  F[l + 4] = (F[m + 4] - F[l + 1] * F[l + 2]) * F[l + 3];
  let z: f64 = F[m + 5] - F[l + 2] * F[l + 2] - F[l + 4] * F[l + 4];
  if (!(z > PIVOT_ROUNDING * F[m + 5])) z = PIVOT_ROUNDING * F[m + 5];
  if (!(z > 0.0)) return false;
  F[l + 5] = 1.0 / Math.sqrt(z);
  return true;
}

/** MATRIX^-1 v to F[out..]. */
function solve(vx: f64, vy: f64, vz: f64, out: i32): void {
  const l: i32 = FACTOR;
  const x: f64 = vx * F[l];
  const y: f64 = (vy - F[l + 1] * x) * F[l + 3];
  const z: f64 = (vz - F[l + 2] * x - F[l + 4] * y) * F[l + 5];
  const sz: f64 = z * F[l + 5];
  const sy: f64 = (y - F[l + 4] * sz) * F[l + 3];
  F[out] = (x - F[l + 1] * sy - F[l + 2] * sz) * F[l];
  F[out + 1] = sy;
  F[out + 2] = sz;
}

function lengthAt(at: i32): f64 {
  return Math.sqrt(F[at] * F[at] + F[at + 1] * F[at + 1] + F[at + 2] * F[at + 2]);
}

/**
 * Second derivatives of the Lagrange function and the share of the metric, all times `scale`; gradients are s1 and s2
 * long.
 */
function writeMatrix(s1: f64, s2: f64, scale: f64, damping: f64): void {
  const w1: f64 = scale / s1;
  const w2: f64 = scale / s2;
  const d1: f64 = (damping * w1) / F[ONE];
  const d2: f64 = (damping * w2) / F[TWO];
  const b1: f64 = w1 / F[ONE];
  const b2: f64 = w2 / F[TWO];
  let k: i32 = 0;
  for (let i: i32 = 1; i < 4; i++) {
    for (let j: i32 = i; j < 4; j++) {
      F[MATRIX + k] =
        w1 * F[ONE + 4 + k] +
        b1 * F[ONE + i] * F[ONE + j] +
        w2 * F[TWO + 4 + k] +
        b2 * F[TWO + i] * F[TWO + j] +
        d2 * F[SUPERQUADRIC_METRIC + k];
      k += 1;
    }
  }
  const p: i32 = SUPERQUADRIC_FORMS;
  F[MATRIX] = F[MATRIX] + d1 / (F[p] * F[p]);
  F[MATRIX + 3] = F[MATRIX + 3] + d1 / (F[p + 1] * F[p + 1]);
  F[MATRIX + 5] = F[MATRIX + 5] + d1 / (F[p + 2] * F[p + 2]);
}

/** Remembers the point and the normal of body 1 there, for those who want to see the steps. */
function record(step: i32, s1: f64): void {
  if (step >= SUPERQUADRIC_TRACE_LIMIT) return;
  const out: i32 = SUPERQUADRIC_TRACE + 6 * step;
  for (let k: i32 = 0; k < 3; k++) {
    F[out + k] = F[X + k];
    F[out + 3 + k] = F[ONE + 1 + k] / s1;
  }
}

/**
 * Searches from the point at SUPERQUADRIC_POINT with the forms as they are, for at most `limit` steps, and until the
 * promised descent is below `tolerance` of the level where that is not 0. Adds to the count of steps at I[count].
 */
export function searchFrom(limit: i32, tolerance: f64, firstDamping: f64, count: i32): i32 {
  writeMetric();
  const n1: f64 = F[SUPERQUADRIC_FORMS + 3];
  const n2: f64 = F[SUPERQUADRIC_FORM_2 + 3];
  // The exponents' ratio is given. Inside the bodies the smaller one is 1, so that no level has a cusp at a centre;
  // outside the larger.
  const isDeep: bool = levelAt(F[X], F[X + 1], F[X + 2], 1.0, 1.0) < 1.0;
  const unit: f64 = n1 > n2 !== isDeep ? n1 : n2;
  const isResolved: bool = deepestLevel(n1, n2) > LEAST_LEVEL;
  const p1: f64 = isResolved ? n1 / unit : 1.0;
  const p2: f64 = isResolved ? n2 / unit : 1.0;
  const span: f64 = centreDistance();
  let damping: f64 = firstDamping;
  let least: f64 = 1.0e300;
  let slow: i32 = 0;
  for (let step: i32 = 0; step < limit; step++) {
    const x: f64 = F[X];
    const y: f64 = F[X + 1];
    const z: f64 = F[X + 2];
    writeTerms(x, y, z);
    const s1: f64 = lengthAt(ONE + 1);
    const s2: f64 = lengthAt(TWO + 1);
    if (!(F[ONE] > 0.0 && F[TWO] > 0.0 && s1 > 0.0 && s2 > 0.0)) return SEARCH_STALLED;
    record(I[count], s1);
    I[count] = I[count] + 1;
    const level1: f64 = portablePow(F[ONE], p1);
    const level2: f64 = portablePow(F[TWO], p2);
    const level: f64 = level1 > level2 ? level1 : level2;
    if (!(level > LOWEST_LEVEL && level < HIGHEST_LEVEL)) return SEARCH_STALLED;
    // From here on q1, q2 are gradients of the levels, c1, c2 what makes them of those of the gauges.
    const c1: f64 = (p1 * level1) / F[ONE];
    const c2: f64 = (p2 * level2) / F[TWO];
    const q1x: f64 = c1 * F[ONE + 1];
    const q1y: f64 = c1 * F[ONE + 2];
    const q1z: f64 = c1 * F[ONE + 3];
    const q2x: f64 = c2 * F[TWO + 1];
    const q2y: f64 = c2 * F[TWO + 2];
    const q2z: f64 = c2 * F[TWO + 3];
    const qx: f64 = q2x - q1x;
    const qy: f64 = q2y - q1y;
    const qz: f64 = q2z - q1z;
    writeMatrix(s1, s2, (c1 * s1 * c2 * s2) / (c1 * s1 + c2 * s2), damping);
    if (!factorise()) {
      damping *= MORE_DAMPING;
      if (damping > MOST_DAMPING) return SEARCH_STALLED;
      continue;
    }
    solve(q1x, q1y, q1z, SOLUTION_1);
    solve(q2x, q2y, q2z, SOLUTION_2);
    const across1: f64 = qx * F[SOLUTION_1] + qy * F[SOLUTION_1 + 1] + qz * F[SOLUTION_1 + 2];
    const across2: f64 = qx * F[SOLUTION_2] + qy * F[SOLUTION_2 + 1] + qz * F[SOLUTION_2 + 2];
    const bend: f64 = across2 - across1;
    const rise: f64 = level2 - level1;
    // Each from its own numerator: one of them is tiny where a grain meets a rock.
    const share1: f64 = shareOf(across2 - rise, bend, rise < 0.0);
    const share2: f64 = shareOf(rise - across1, bend, rise >= 0.0);
    // Solved again for the sum, since the two solutions cancel where the gradients do.
    const vx: f64 = share1 * q1x + share2 * q2x;
    const vy: f64 = share1 * q1y + share2 * q2y;
    const vz: f64 = share1 * q1z + share2 * q2z;
    solve(vx, vy, vz, SOLUTION);
    const dx: f64 = -F[SOLUTION];
    const dy: f64 = -F[SOLUTION + 1];
    const dz: f64 = -F[SOLUTION + 2];
    const promised: f64 = share1 * (level - level1) + share2 * (level - level2) - 0.5 * (vx * dx + vy * dy + vz * dz);
    if (tolerance > 0.0 && promised <= tolerance * level) return SEARCH_DONE;
    const rounding: f64 =
      level *
      (GAUGE_ROUNDING * (p1 > p2 ? p1 : p2) +
        COORDINATE_ROUNDING * (lengthAt(X) * ((p1 * s1) / F[ONE]) + (lengthAt(X) + span) * ((p2 * s2) / F[TWO])));
    const isNear: bool = promised <= NEAR_IN_ROUNDINGS * rounding;
    if (isNear) {
      const ox: f64 = F[ONE + 1] / s1 + F[TWO + 1] / s2;
      const oy: f64 = F[ONE + 2] / s1 + F[TWO + 2] / s2;
      const oz: f64 = F[ONE + 3] / s1 + F[TWO + 3] / s2;
      const off: f64 = Math.sqrt(ox * ox + oy * oy + oz * oz) + Math.abs(level1 - level2) / level;
      slow = off > SLOW * least ? slow + 1 : 0;
      const isFlat: bool = off <= FLAT_STATIONARY && off > FLAT * least;
      if (off < least) {
        least = off;
        setAt(BEST, x, y, z);
      }
      if (off <= STATIONARY || isFlat || slow >= SLOW_LIMIT) {
        setAt(X, F[BEST], F[BEST + 1], F[BEST + 2]);
        return SEARCH_DONE;
      }
    }

    // Where the levels are rounding only the gradients count, and the best point is kept.
    const slack: f64 = isNear ? level : rounding;
    const slope: f64 = share1 > 0.0 && share2 > 0.0 ? bend : 0.0;
    let part: f64 = 1.0;
    let halvings: i32 = 0;
    setAt(TRIAL, x + dx, y + dy, z + dz);
    while (!isBelow(level - SUFFICIENT * part * promised + slack, slope, p1, p2)) {
      halvings += 1;
      if (halvings > HALVING_LIMIT) break;
      part *= 0.5;
      setAt(TRIAL, x + part * dx, y + part * dy, z + part * dz);
    }
    if (halvings <= HALVING_LIMIT) setAt(X, F[TRIAL], F[TRIAL + 1], F[TRIAL + 2]);
    damping *= halvings > 0 ? MORE_DAMPING : LESS_DAMPING;
    if (damping < LEAST_DAMPING) damping = LEAST_DAMPING;
    if (damping > MOST_DAMPING) return SEARCH_STALLED;
  }
  return SEARCH_LIMIT;
}

/**
 * Weight of a body's model where the larger of the two is least, from 0 to 1; without a bend all of it is the larger
 * one's.
 */
function shareOf(numerator: f64, bend: f64, isLarger: bool): f64 {
  if (!(bend > 0.0)) return isLarger ? 1.0 : 0.0;
  const share: f64 = numerator / bend;
  return share > 0.0 ? (share < 1.0 ? share : 1.0) : 0.0;
}
