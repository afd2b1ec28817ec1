// SPDX-License-Identifier: MIT
/**
 * Contact points against a flat side: the other body's farthest point towards the side, and the point of the side below
 * it.
 */

import {
  CORE,
  CORE_NORMAL,
  CORE_POINT,
  CORE_POINT_B,
  LINE_A,
  LINE_B,
  OFFERED_A,
  OFFERED_B,
  PAIR_A,
  PAIR_B,
  SHAPE_EXTENT,
  SHAPE_KIND,
  SUPERQUADRIC,
  SUPPORT,
  SUPPORT_ON_A,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { isOverSide, isOverSideOfB } from '../support/flatness.ts';
import { supportDifference } from '../support/minkowski-support.ts';

/** A polished witness is within this fraction of the body of the one that GJK or EPA found. */
const WITNESS_REACH: f64 = 1.0e-3;

/**
 * The other body's support point, or of its line the place nearest to a corner of the side, and the point of the side's
 * plane under it; false when the line is not level with the side.
 */
function offerSupport(sideOnA: bool, hasLine: bool, tolerance: f64): bool {
  const line: i32 = sideOnA ? LINE_B : LINE_A;
  let part: f64 = 0.0;
  let ee: f64 = 0.0;
  let level: f64 = 0.0;
  for (let k: i32 = 0; k < 3; k++) {
    part += (sideOnA ? -F[SUPPORT + k] : F[SUPPORT + k]) * F[line + k];
    ee += F[line + k] * F[line + k];
    level += F[CORE_NORMAL + k] * F[line + k];
  }
  const t: f64 = hasLine ? part / ee : 0.0;
  const coordinate: f64 = t > 0.0 ? (t < 1.0 ? t : 1.0) : 0.0;
  if (hasLine && !(Math.abs(coordinate * level) <= tolerance)) return false;
  for (let k: i32 = 0; k < 3; k++) {
    const gap: f64 = F[CORE] * F[CORE_NORMAL + k];
    const along: f64 = hasLine ? coordinate * F[line + k] : 0.0;
    const other: f64 = F[SUPPORT_ON_A + k] + (sideOnA ? F[SUPPORT + k] : 0.0) + along;
    F[OFFERED_A + k] = sideOnA ? other - gap : other;
    F[OFFERED_B + k] = sideOnA ? other : other + gap;
  }
  return true;
}

/**
 * Against a flat side: a single point of the other body is the witness, and the point of the side under it; otherwise
 * the witnesses found before are moved onto the side, unless that is off the other body. False when all are beside the
 * side.
 */
export function offerOnSide(sideOnA: bool, otherFlat: i32, tolerance: f64): bool {
  supportDifference(F[CORE_NORMAL], F[CORE_NORMAL + 1], F[CORE_NORMAL + 2]);
  // The nearly flat top of a superquadric has its support point anywhere: a single point only where the old witness
  // agrees.
  const from: i32 = sideOnA ? CORE_POINT_B : CORE_POINT;
  let away: f64 = 0.0;
  for (let k: i32 = 0; k < 3; k++) {
    const gap: f64 = F[SUPPORT_ON_A + k] + (sideOnA ? F[SUPPORT + k] : 0.0) - F[from + k];
    away += gap * gap;
  }
  const reach: f64 = WITNESS_REACH * (sideOnA ? F[I[PAIR_B] + SHAPE_EXTENT] : F[I[PAIR_A] + SHAPE_EXTENT]);
  const other: i32 = sideOnA ? I[PAIR_B] : I[PAIR_A];
  const flatTop: bool = I[2 * other + SHAPE_KIND] === SUPERQUADRIC && !(away <= reach * reach);
  const single: bool = otherFlat === 0 && !flatTop;
  // Of the old witnesses the one on the other body says where: the side is wide, the other body may end there.
  const old: i32 = sideOnA ? CORE_POINT_B : CORE_POINT;
  let lift: f64 = 0.0;
  for (let k: i32 = 0; k < 3; k++) lift += F[CORE_NORMAL + k] * (F[SUPPORT_ON_A + k] - F[old + k]);
  for (let k: i32 = 0; k < 3; k++) {
    const gap: f64 = F[CORE] * F[CORE_NORMAL + k];
    const onA: f64 = F[SUPPORT_ON_A + k];
    const onB: f64 = onA + F[SUPPORT + k];
    const moved: f64 = F[old + k] + lift * F[CORE_NORMAL + k];
    F[OFFERED_A + k] = single ? (sideOnA ? onB - gap : onA) : moved;
    F[OFFERED_B + k] = single ? (sideOnA ? onB : onA + gap) : moved + gap;
  }
  const moved: f64 = sideOnA ? lift + F[CORE] : lift;
  if (!single && !(Math.abs(moved) <= tolerance) && !offerSupport(sideOnA, otherFlat === 1, tolerance)) return false;
  return sideOnA ? isOverSide(I[PAIR_A], OFFERED_A, tolerance) : isOverSideOfB(tolerance);
}
