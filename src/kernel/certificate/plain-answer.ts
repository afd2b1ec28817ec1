// SPDX-License-Identifier: MIT
/**
 * The answer after a contradiction of the bounds. GJK and EPA alone compute it, since they share nothing with the wrong
 * proof. If their bounds contradict each other too, the answer has the bounds that follow from the sizes of the bodies.
 */

import { setDimensions } from '../closed-form/direct.ts';
import { EPA_FLAT, epa, startNormal } from '../epa/epa.ts';
import { isPolyhedral } from '../features/feature.ts';
import { GJK_FAR, GJK_SEPARATED, gjk } from '../gjk/gjk.ts';
import {
  CACHE_OVERLAP,
  CLOSEST,
  CONTRADICTION_COUNT,
  CORE,
  CORE_LOWER,
  CORE_NORMAL,
  CORE_POINT,
  CORE_UPPER,
  PAIR_A,
  PAIR_B,
  REASON,
  REASON_CONTRADICTION,
  REASON_NONE,
  RELATIVE,
  SHAPE_RADIUS,
  SIMPLEX_COUNT,
  STATUS_BOUNDED,
  STATUS_FAR,
  SUPPORT,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { forgetHints, smallerExtent } from '../relative-pose.ts';
import { valueAlong } from '../smooth/newton.ts';
import { setUnpolished } from '../smooth/polish.ts';
import { isContradiction, statusOfBounds } from './bounds.ts';

/** EPA on curved bodies stops at this fraction of the smaller body; the normal is then sharp enough to be polished. */
export const CURVED_EPA_GAP: f64 = 1.0e-12;
/** Largest deviation from 1 of the squared length of a usable normal. */
const UNIT_TOLERANCE: f64 = 1.0e-9;

export function lengthOfClosest(): f64 {
  return Math.sqrt(F[CLOSEST] * F[CLOSEST] + F[CLOSEST + 1] * F[CLOSEST + 1] + F[CLOSEST + 2] * F[CLOSEST + 2]);
}

/** The unit normal along GJK's point of D nearest to the origin. */
export function setNormalOfClosest(): void {
  const length: f64 = lengthOfClosest();
  for (let k: i32 = 0; k < 3; k++) F[CORE_NORMAL + k] = F[CLOSEST + k] / length;
}

/**
 * Sets bounds that always hold. The lower bound is the distance of the bounding balls. The upper bound is the distance
 * of one point of each body. Keeps the present normal if it is a unit vector; otherwise uses the line of centres.
 */
function setBoundsOfSizes(): void {
  const squared: f64 =
    F[CORE_NORMAL] * F[CORE_NORMAL] + F[CORE_NORMAL + 1] * F[CORE_NORMAL + 1] + F[CORE_NORMAL + 2] * F[CORE_NORMAL + 2];
  if (!(Math.abs(squared - 1.0) <= UNIT_TOLERANCE)) startNormal();
  const value: f64 = valueAlong(F[CORE_NORMAL], F[CORE_NORMAL + 1], F[CORE_NORMAL + 2]);
  const x: f64 = F[RELATIVE + 9];
  const y: f64 = F[RELATIVE + 10];
  const z: f64 = F[RELATIVE + 11];
  const radii: f64 = F[I[PAIR_A] + SHAPE_RADIUS] + F[I[PAIR_B] + SHAPE_RADIUS];
  F[CORE] = value;
  F[CORE_LOWER] = Math.sqrt(x * x + y * y + z * z) - radii;
  F[CORE_UPPER] = Math.sqrt(
    F[SUPPORT] * F[SUPPORT] + F[SUPPORT + 1] * F[SUPPORT + 1] + F[SUPPORT + 2] * F[SUPPORT + 2],
  );
  for (let k: i32 = 0; k < 3; k++) F[CORE_POINT + k] = F[SUPPORT + 3 + k];
}

/**
 * Repeats GJK and EPA after a contradiction, without warm start, direct formulas, other proofs and polishing. Leaves
 * the bounds of polyhedra open for the exact path. If the bounds cross again, sets REASON_CONTRADICTION and the bounds
 * of the sizes.
 */
export function answerPlainly(cache: i32): i32 {
  I[CONTRADICTION_COUNT] = I[CONTRADICTION_COUNT] + 1;
  if (cache > 0) {
    I[2 * cache] = 0;
    I[2 * cache + CACHE_OVERLAP] = 0;
  }
  const polyhedral: bool = isPolyhedral(I[PAIR_A]) && isPolyhedral(I[PAIR_B]);
  if (!polyhedral) {
    forgetHints();
    const outcome: i32 = gjk(0, true, 0.0);
    if (outcome === GJK_FAR) {
      F[CORE] = F[CLOSEST];
      return STATUS_FAR;
    }
    const apart: bool = outcome === GJK_SEPARATED;
    const touching: f64 = I[SIMPLEX_COUNT] < 4 ? lengthOfClosest() : 0.0;
    I[REASON] = REASON_NONE;
    if (apart) setNormalOfClosest();
    else if (epa(CURVED_EPA_GAP * smallerExtent()) === EPA_FLAT) F[CORE_UPPER] = touching;
    setUnpolished(apart);
    if (!isContradiction()) {
      setDimensions(F[CORE_NORMAL], F[CORE_NORMAL + 1], F[CORE_NORMAL + 2]);
      return statusOfBounds(false, apart);
    }
  }
  setBoundsOfSizes();
  setDimensions(F[CORE_NORMAL], F[CORE_NORMAL + 1], F[CORE_NORMAL + 2]);
  I[REASON] = REASON_CONTRADICTION;
  return STATUS_BOUNDED;
}
