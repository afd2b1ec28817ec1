// SPDX-License-Identifier: MIT
/**
 * Touches of convex bodies, from the answers of the contact kernel to a batch of pairs. The overlap is the depth of the
 * minimum translation, the radius in the laws that of the spheres of equal volume, and the point divides the overlap as
 * it does for these. Where faces or edges lie flat on each other there is a touch for every corner of their common
 * part.
 */
import {
  ANSWER_DISTANCE,
  ANSWER_FIRST_POINT,
  ANSWER_NORMAL,
  ANSWER_POINT_COUNT,
  ANSWER_STRIDE,
  BATCH_ANSWERS,
  BATCH_FLAT,
  BATCH_IS_MIXED,
  BATCH_LISTED,
  LISTED_ELEMENT,
  LISTED_KIND,
  LISTED_PARTNER,
  LISTED_RADIUS_A,
  LISTED_RADIUS_B,
  LISTED_SLOT,
  LISTED_STRIDE,
  POINT_DASHPOT,
  POINT_OVERLAP,
  POINT_POSITION,
  POINT_SHARE,
  POINT_STRIDE,
} from './convex-batch-layout.ts';
import { hasField } from './convex-pairs.ts';
import { F, I } from './memory-views.ts';
import { inheritNearest, oldTouchOf } from './nearest-history.ts';
import {
  FIELD_LAW,
  LAW_FLAGS,
  MOTION,
  MOTION_STRIDE,
  TOUCH_BODY,
  TOUCH_DASHPOT,
  TOUCH_NORMAL,
  TOUCH_OVERLAP,
  TOUCH_POINT,
  TOUCH_RADIUS,
  TOUCH_SHARE,
  WRITER_COUNT,
  WRITER_ELEMENT,
} from './step-layout.ts';
import { clearHistory, numberTouch, openElement, touchAddress } from './touch-writer.ts';
import { constantsOf, materialOf } from './touching-spheres.ts';

/**
 * R* of a listed pair of bodies. By the pressure-field law a smooth body on one with faces has the radius that it has
 * on a half-space: a face has one stiffness, whatever the size of the body behind it.
 */
function effectiveRadius(listed: i32, isMixed: bool, a: f64, b: f64): f64 {
  const i: i32 = I[2 * listed + LISTED_ELEMENT];
  const j: i32 = I[2 * listed + LISTED_PARTNER];
  if (isMixed) {
    const constants: i32 = constantsOf(
      materialOf(I[MOTION] + MOTION_STRIDE * i),
      materialOf(I[MOTION] + MOTION_STRIDE * j),
    );
    if ((I[2 * (constants + LAW_FLAGS)] & FIELD_LAW) !== 0) {
      if (hasField(i)) return b;
      if (hasField(j)) return a;
    }
  }
  return (a * b) / (a + b);
}

/**
 * Appends a touch of a listed pair at each of its `count` contact points. They are under the surface of the first body:
 * of two bodies on the plane in which the spheres that stand for them cut each other.
 */
function writeTouches(writer: i32, listed: i32, answer: i32, points: i32, count: i32, isMixed: bool): void {
  const kind: i32 = I[2 * listed + LISTED_KIND];
  const partner: i32 = I[2 * listed + LISTED_PARTNER];
  const slot: i32 = I[2 * listed + LISTED_SLOT];
  const a: f64 = F[listed + LISTED_RADIUS_A];
  const b: f64 = F[listed + LISTED_RADIUS_B];
  const isBody: bool = kind === TOUCH_BODY;
  const radius: f64 = isBody ? effectiveRadius(listed, isMixed, a, b) : a;
  const nx: f64 = F[answer + ANSWER_NORMAL];
  const ny: f64 = F[answer + ANSWER_NORMAL + 1];
  const nz: f64 = F[answer + ANSWER_NORMAL + 2];
  let point: i32 = points;
  for (let k: i32 = 0; k < count; k++) {
    const overlap: f64 = F[point + POINT_OVERLAP];
    let under: f64 = overlap;
    if (isBody) {
      const distance: f64 = a + b - overlap;
      // Deeper than their radii, bodies have no such plane: half way.
      under = distance > 0.0 ? a - 0.5 * (distance + ((a - b) * (a + b)) / distance) : 0.5 * overlap;
    }
    const touch: i32 = numberTouch(writer, kind, partner, slot, 0, 0);
    F[touch + TOUCH_NORMAL] = nx;
    F[touch + TOUCH_NORMAL + 1] = ny;
    F[touch + TOUCH_NORMAL + 2] = nz;
    F[touch + TOUCH_POINT] = F[point + POINT_POSITION] - under * nx;
    F[touch + TOUCH_POINT + 1] = F[point + POINT_POSITION + 1] - under * ny;
    F[touch + TOUCH_POINT + 2] = F[point + POINT_POSITION + 2] - under * nz;
    F[touch + TOUCH_OVERLAP] = overlap;
    F[touch + TOUCH_RADIUS] = radius;
    F[touch + TOUCH_SHARE] = F[point + POINT_SHARE];
    F[touch + TOUCH_DASHPOT] = F[point + POINT_DASHPOT];
    point += POINT_STRIDE;
  }
}

/**
 * Writes the touches of the batch's pairs [from, end). A pair across whose gap adhesion may act has a touch only if it
 * had one in the last step.
 */
export function writeConvexTouches(batch: i32, writer: i32, from: i32, end: i32): void {
  const w: i32 = 2 * writer;
  const isMixed: bool = I[2 * batch + BATCH_IS_MIXED] !== 0;
  for (let k: i32 = from; k < end; k++) {
    const answer: i32 = batch + BATCH_ANSWERS + ANSWER_STRIDE * k;
    const count: i32 = I[2 * answer + ANSWER_POINT_COUNT];
    if (count === 0) continue;
    const listed: i32 = batch + BATCH_LISTED + LISTED_STRIDE * k;
    const kind: i32 = I[2 * listed + LISTED_KIND];
    const partner: i32 = I[2 * listed + LISTED_PARTNER];
    const element: i32 = I[2 * listed + LISTED_ELEMENT];
    if (I[w + WRITER_ELEMENT] !== element) openElement(writer, element);
    if (!(F[answer + ANSWER_DISTANCE] < 0.0) && oldTouchOf(writer, kind, partner, 0) < 0) continue;
    const first: i32 = I[w + WRITER_COUNT];
    const points: i32 = batch + BATCH_FLAT + POINT_STRIDE * I[2 * answer + ANSWER_FIRST_POINT];
    writeTouches(writer, listed, answer, points, count, isMixed);
    if (inheritNearest(writer, first, kind, partner, 0) !== 0) continue;
    for (let c: i32 = first; c < first + count; c++) clearHistory(touchAddress(writer, c));
  }
}
