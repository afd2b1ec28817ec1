// SPDX-License-Identifier: MIT
/**
 * Pairs of convex bodies that the contact kernel is asked about: those of a block's list whose balls meet, with poses
 * and warm starts, in batches. A pair that is known to be apart is left out until its bodies have moved so far that
 * they may touch (CLEARANCE).
 */
import {
  ANSWER_LOWER,
  ANSWER_STRIDE,
  ANSWER_WARM,
  ASKED_A,
  ASKED_B,
  ASKED_DOMES,
  ASKED_POSE_A,
  ASKED_POSE_B,
  ASKED_SIZE_A,
  ASKED_SIZE_B,
  ASKED_SPHERE,
  ASKED_STRIDE,
  ASKED_WALL,
  ASKED_WARM,
  BATCH_ANSWERS,
  BATCH_ASKED,
  BATCH_ELEMENT,
  BATCH_IS_MIXED,
  BATCH_IS_PROBE,
  BATCH_LISTED,
  BATCH_PAIR,
  BATCH_PAIRS,
  BATCH_SCALED,
  LISTED_ELEMENT,
  LISTED_KIND,
  LISTED_PAIR,
  LISTED_PARTNER,
  LISTED_RADIUS_A,
  LISTED_RADIUS_B,
  LISTED_SLOT,
  LISTED_STRIDE,
} from './convex-batch-layout.ts';
import { F, I } from './memory-views.ts';
import { copyPartPose, factorOf, partOfElement, writePosition } from './part-pose.ts';
import {
  ADHESION_REACH,
  BLOCK_SIZE,
  CLEARANCE,
  ELEMENT_COUNT,
  FIELD_LAW,
  HALF_SPACE,
  HALF_SPACE_MATERIAL,
  HALF_SPACE_OFFSET,
  HALF_SPACE_STRIDE,
  LAW_FLAGS,
  LAW_NORMAL,
  MOTION,
  MOTION_STRIDE,
  OVERLAP_LAW,
  PART,
  PART_HAS_FIELD,
  PART_RADIUS,
  PART_STRIDE,
  PARTNER,
  PARTNER_MASK,
  PATH_LENGTH,
  PERIODIC,
  POSITION,
  ROW,
  ROW_CROSS,
  ROW_END,
  ROW_FIRST,
  ROW_INTEGERS,
  ROW_SLOT,
  ROW_WALLS,
  SORT_COUNT,
  TOUCH_BODY,
  TOUCH_HALF_SPACE,
  WARM,
  WARM_SORT,
  WARM_STRIDE,
} from './step-layout.ts';
import { constantsOf, isNotSphere, materialOf, nearestImage } from './touching-spheres.ts';

/** Part of a computed gap between two balls that is there whatever the rounding. */
const BALL_SHARE: f64 = 0.999999;
/** 2^-50: bound of the relative rounding error of the sum of two path lengths and a gap. */
const ROUNDING: f64 = 8.881784197001252e-16;

/**
 * Sum of the path lengths of elements i and j up to which they stay apart, for a gap of `gap` now; -1 if one of them is
 * a sphere, for which no path length is kept.
 */
function clearUntil(i: i32, j: i32, gap: f64): f64 {
  if (!(isNotSphere(motionOf(i)) && isNotSphere(motionOf(j)))) return -1.0;
  const sum: f64 = F[I[PATH_LENGTH] + i] + F[I[PATH_LENGTH] + j] + gap;
  return sum - ROUNDING * sum;
}

/** Notes that pair p of the list, of the elements i and j, is at least `gap` apart. */
export function noteGap(p: i32, i: i32, j: i32, gap: f64): void {
  F[I[CLEARANCE] + p] = clearUntil(i, j, gap);
}

/**
 * Whether another finder answers two bodies of these materials: by the overlap-volume law, or two bodies with faces by
 * their pressure fields.
 */
function isLeftOut(a: i32, b: i32, haveFields: bool): bool {
  const constants: i32 = constantsOf(a, b);
  const law: i32 = I[2 * (constants + LAW_FLAGS)];
  if ((law & FIELD_LAW) !== 0 && !haveFields) return false;
  return (law & (OVERLAP_LAW | FIELD_LAW)) !== 0 && F[constants + LAW_NORMAL] > 0.0;
}

/** Whether two bodies of these materials touch by the pressure-field law. */
function isByField(a: i32, b: i32): bool {
  return (I[2 * (constantsOf(a, b) + LAW_FLAGS)] & FIELD_LAW) !== 0;
}

/** Whether element e has flat faces or rims, and so a pressure field. */
export function hasField(e: i32): bool {
  return isNotSphere(motionOf(e)) && F[I[PART] + PART_STRIDE * partOfElement(e) + PART_HAS_FIELD] !== 0.0;
}

/** @inline Address of the motion of element e. */
function motionOf(e: i32): i32 {
  return I[MOTION] + MOTION_STRIDE * e;
}

/** Begins the pairs of a block. */
export function beginConvexPairs(batch: i32, block: i32): void {
  I[2 * batch + BATCH_ELEMENT] = block * I[BLOCK_SIZE];
  I[2 * batch + BATCH_PAIR] = -1;
}

/** Notes pair p of the list as number k of the batch; its second body is to be written yet. */
function appendPair(batch: i32, k: i32, p: i32, i: i32, j: i32, kind: i32, slot: i32): void {
  const listed: i32 = batch + BATCH_LISTED + LISTED_STRIDE * k;
  I[2 * listed + LISTED_PAIR] = p;
  I[2 * listed + LISTED_ELEMENT] = i;
  I[2 * listed + LISTED_PARTNER] = j;
  I[2 * listed + LISTED_KIND] = kind;
  I[2 * listed + LISTED_SLOT] = slot;
  const from: i32 = I[WARM] + WARM_STRIDE * p;
  const to: i32 = batch + BATCH_ASKED + ASKED_STRIDE * k + ASKED_WARM;
  // One from before the last sort is of another pair.
  if (I[2 * from + WARM_SORT] === I[SORT_COUNT]) for (let c: i32 = 0; c < WARM_STRIDE; c++) F[to + c] = F[from + c];
  else for (let c: i32 = 0; c < WARM_STRIDE; c++) F[to + c] = 0.0;
}

/**
 * Writes element e, whose centre is (x, y, z), to a body of an asked pair: what it is, its size, its pose, and the
 * radius that stands for it in laws. Counts bodies in other sizes than that of their shape.
 */
function writeBody(batch: i32, e: i32, x: f64, y: f64, z: f64, code: i32, size: i32, pose: i32, radius: i32): void {
  if (!isNotSphere(motionOf(e))) {
    const own: f64 = F[I[POSITION] + 4 * e + 3];
    I[code] = ASKED_SPHERE;
    F[size] = own;
    F[radius] = own;
    writePosition(x, y, z, pose);
    return;
  }
  const part: i32 = partOfElement(e);
  const factor: f64 = factorOf(e, part);
  I[code] = part;
  F[size] = factor;
  F[radius] = factor * F[I[PART] + PART_STRIDE * part + PART_RADIUS];
  if (factor !== 1.0) I[2 * batch + BATCH_SCALED] = I[2 * batch + BATCH_SCALED] + 1;
  copyPartPose(e, x, y, z, pose);
}

/** Writes the first body of pair k: as in the pair before where that is of the same element. */
function writeFirst(batch: i32, k: i32, i: i32, x: f64, y: f64, z: f64): void {
  const asked: i32 = batch + BATCH_ASKED + ASKED_STRIDE * k;
  const listed: i32 = batch + BATCH_LISTED + LISTED_STRIDE * k;
  if (k === 0 || I[2 * (listed - LISTED_STRIDE) + LISTED_ELEMENT] !== i) {
    writeBody(
      batch,
      i,
      x,
      y,
      z,
      2 * asked + ASKED_A,
      asked + ASKED_SIZE_A,
      asked + ASKED_POSE_A,
      listed + LISTED_RADIUS_A,
    );
    return;
  }
  const before: i32 = asked - ASKED_STRIDE;
  I[2 * asked + ASKED_A] = I[2 * before + ASKED_A];
  F[asked + ASKED_SIZE_A] = F[before + ASKED_SIZE_A];
  for (let c: i32 = 0; c < 7; c++) F[asked + ASKED_POSE_A + c] = F[before + ASKED_POSE_A + c];
  F[listed + LISTED_RADIUS_A] = F[listed - LISTED_STRIDE + LISTED_RADIUS_A];
}

/**
 * Gathers the next pairs of a block that are to be asked about, as many as the batch holds; returns how many. All are
 * done when BATCH_ELEMENT is behind the block.
 */
export function gatherConvexPairs(batch: i32, block: i32): i32 {
  const isPeriodic: bool = I[PERIODIC] !== 0;
  const isMixed: bool = I[2 * batch + BATCH_IS_MIXED] !== 0;
  const isProbe: bool = I[2 * batch + BATCH_IS_PROBE] !== 0;
  const partners: i32 = 2 * I[PARTNER];
  const position: i32 = I[POSITION];
  const clearances: i32 = I[CLEARANCE];
  const pathLengths: i32 = I[PATH_LENGTH];
  const adhesion: f64 = F[ADHESION_REACH];
  const behind: i32 = (block + 1) * I[BLOCK_SIZE];
  const end: i32 = behind < I[ELEMENT_COUNT] ? behind : I[ELEMENT_COUNT];
  let count: i32 = 0;
  let p: i32 = I[2 * batch + BATCH_PAIR];
  I[2 * batch + BATCH_SCALED] = 0;
  for (let i: i32 = I[2 * batch + BATCH_ELEMENT]; i < end; i++) {
    const row: i32 = 2 * I[ROW] + ROW_INTEGERS * i;
    const cross: i32 = I[row + ROW_CROSS];
    const walls: i32 = I[row + ROW_WALLS];
    const isOther: bool = isNotSphere(motionOf(i));
    const path: f64 = F[pathLengths + i];
    const x: f64 = F[position + 4 * i];
    const y: f64 = F[position + 4 * i + 1];
    const z: f64 = F[position + 4 * i + 2];
    const reach: f64 = F[position + 4 * i + 3] + adhesion;
    if (p < 0) p = I[row + ROW_FIRST];
    for (; p < walls; p++) {
      const j: i32 = I[partners + p] & PARTNER_MASK;
      if (path + F[pathLengths + j] < F[clearances + p]) continue;
      if (!isOther && !isNotSphere(motionOf(j))) continue;
      let dx: f64 = F[position + 4 * j] - x;
      let dy: f64 = F[position + 4 * j + 1] - y;
      let dz: f64 = F[position + 4 * j + 2] - z;
      if (isPeriodic) {
        dx = nearestImage(dx, 0);
        dy = nearestImage(dy, 1);
        dz = nearestImage(dz, 2);
      }
      const within: f64 = reach + F[position + 4 * j + 3];
      const squared: f64 = dx * dx + dy * dy + dz * dz;
      if (!(squared < within * within)) {
        // Until then the balls are apart, and no query is due.
        if (!isProbe) noteGap(p, i, j, (Math.sqrt(squared) - within) * BALL_SHARE);
        continue;
      }
      if (isMixed) {
        const haveFields: bool = hasField(i) && hasField(j);
        if (isLeftOut(materialOf(motionOf(i)), materialOf(motionOf(j)), haveFields)) continue;
      }
      if (count === BATCH_PAIRS) return stopAt(batch, i, p, count);
      const asked: i32 = batch + BATCH_ASKED + ASKED_STRIDE * count;
      const listed: i32 = batch + BATCH_LISTED + LISTED_STRIDE * count;
      appendPair(batch, count, p, i, j, TOUCH_BODY, p < cross ? -1 : I[row + ROW_SLOT] + p - cross);
      writeFirst(batch, count, i, x, y, z);
      writeBody(
        batch,
        j,
        x + dx,
        y + dy,
        z + dz,
        2 * asked + ASKED_B,
        asked + ASKED_SIZE_B,
        asked + ASKED_POSE_B,
        listed + LISTED_RADIUS_B,
      );
      I[2 * asked + ASKED_DOMES] = isMixed && isByField(materialOf(motionOf(i)), materialOf(motionOf(j))) ? 1 : 0;
      count++;
    }
    const last: i32 = isOther ? I[row + ROW_END] : p;
    for (; p < last; p++) {
      const j: i32 = I[partners + p] & PARTNER_MASK;
      const wall: i32 = I[HALF_SPACE] + HALF_SPACE_STRIDE * j;
      const height: f64 = F[wall] * x + F[wall + 1] * y + F[wall + 2] * z - F[wall + HALF_SPACE_OFFSET];
      if (!(height < reach)) continue;
      const wallMaterial: i32 = I[2 * (wall + HALF_SPACE_MATERIAL)];
      if (isMixed && isLeftOut(materialOf(motionOf(i)), wallMaterial, hasField(i))) continue;
      if (count === BATCH_PAIRS) return stopAt(batch, i, p, count);
      const asked: i32 = batch + BATCH_ASKED + ASKED_STRIDE * count;
      appendPair(batch, count, p, i, j, TOUCH_HALF_SPACE, -1);
      writeFirst(batch, count, i, x, y, z);
      I[2 * asked + ASKED_B] = ASKED_WALL - j;
      I[2 * asked + ASKED_DOMES] = isMixed && isByField(materialOf(motionOf(i)), wallMaterial) ? 1 : 0;
      F[asked + ASKED_SIZE_B] = 1.0;
      writePosition(0.0, 0.0, 0.0, asked + ASKED_POSE_B);
      count++;
    }
    p = -1;
  }
  return stopAt(batch, end, -1, count);
}

/** Notes where the next batch begins. */
function stopAt(batch: i32, i: i32, p: i32, count: i32): i32 {
  I[2 * batch + BATCH_ELEMENT] = i;
  I[2 * batch + BATCH_PAIR] = p;
  return count;
}

/**
 * Once the touches of a step had room: keeps of the batch's `count` answers what the next step starts from, the warm
 * starts and until when each pair stays apart.
 */
export function keepConvexPairs(batch: i32, count: i32): void {
  const adhesion: f64 = F[ADHESION_REACH];
  for (let k: i32 = 0; k < count; k++) {
    const listed: i32 = 2 * (batch + BATCH_LISTED + LISTED_STRIDE * k);
    const answer: i32 = batch + BATCH_ANSWERS + ANSWER_STRIDE * k;
    const p: i32 = I[listed + LISTED_PAIR];
    const to: i32 = I[WARM] + WARM_STRIDE * p;
    for (let c: i32 = 0; c < WARM_STRIDE; c++) F[to + c] = F[answer + ANSWER_WARM + c];
    I[2 * to + WARM_SORT] = I[SORT_COUNT];
    const gap: f64 = F[answer + ANSWER_LOWER] - adhesion;
    const isApart: bool = gap > 0.0 && I[listed + LISTED_KIND] === TOUCH_BODY;
    if (isApart) noteGap(p, I[listed + LISTED_ELEMENT], I[listed + LISTED_PARTNER], gap);
    else F[I[CLEARANCE] + p] = -1.0;
  }
}
