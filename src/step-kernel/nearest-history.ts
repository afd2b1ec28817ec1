// SPDX-License-Identifier: MIT
/**
 * History of contacts of two bodies that may have several points: each point goes on from the nearest one that the pair
 * had in the last step. Corners of flat contacts split, merge and change their names as bodies slide; the displacement
 * of the bodies is the same for all of them.
 */

import { F, I } from './memory-views.ts';
import {
  DOMAIN_MAX,
  DOMAIN_MIN,
  HISTORY_LAST,
  INCREMENTAL,
  LAW_FLAGS,
  PERIODIC,
  TAKEN,
  TOUCH_CELLS_KEPT,
  TOUCH_FLAGS,
  TOUCH_HISTORY,
  TOUCH_KEY,
  TOUCH_KIND,
  TOUCH_MESH,
  TOUCH_PARTNER,
  TOUCH_POINT,
  USER_LAW,
  WRITER_COUNT,
  WRITER_OLD,
  WRITER_OLD_FROM,
  WRITER_OLD_HINT,
  WRITER_OLD_TO,
} from './step-layout.ts';
import { touchConstants } from './touch-forces.ts';
import { clearHistory, clearRolling, inheritTouch, touchAddress } from './touch-writer.ts';

/** Periodic directions: the points of the last step may be an image away. */
function imageOffset(difference: f64, axis: i32): f64 {
  if (((I[PERIODIC] >> axis) & 1) === 0) return difference;
  const size: f64 = F[DOMAIN_MAX + axis] - F[DOMAIN_MIN + axis];
  return difference - size * Math.floor(difference / size + 0.5);
}

function isOf(touch: i32, kind: i32, partner: i32, key: i32): bool {
  return (
    I[2 * touch + TOUCH_KIND] === kind && I[2 * touch + TOUCH_PARTNER] === partner && I[2 * touch + TOUCH_KEY] === key
  );
}

/**
 * Number of the first old touch of the open element with this partner, -1 for none. Partners come in the order of the
 * list, mostly in that of the last step, so that the search begins behind the partner before.
 */
export function oldTouchOf(writer: i32, kind: i32, partner: i32, key: i32): i32 {
  const w: i32 = 2 * writer;
  const old: i32 = I[w + WRITER_OLD];
  const stride: i32 = I[TOUCH_CELLS_KEPT];
  const from: i32 = I[w + WRITER_OLD_FROM];
  // Those of a face of a mesh need not stand together.
  const hint: i32 = kind === TOUCH_MESH ? from : I[w + WRITER_OLD_HINT];
  for (let k: i32 = hint; k < I[w + WRITER_OLD_TO]; k++) if (isOf(old + stride * k, kind, partner, key)) return k;
  for (let k: i32 = from; k < hint; k++) if (isOf(old + stride * k, kind, partner, key)) return k;
  return -1;
}

/** Number behind the last old touch of this partner. */
function endOf(writer: i32, from: i32, kind: i32, partner: i32, key: i32): i32 {
  const w: i32 = 2 * writer;
  const old: i32 = I[w + WRITER_OLD];
  const stride: i32 = I[TOUCH_CELLS_KEPT];
  let end: i32 = I[w + WRITER_OLD_TO];
  if (kind === TOUCH_MESH) {
    while (!isOf(old + stride * (end - 1), kind, partner, key)) end--;
    return end;
  }
  const last: i32 = end;
  end = from + 1;
  while (end < last && isOf(old + stride * end, kind, partner, key)) end++;
  return end;
}

/**
 * Address of the nearest of the old touches [from, end) of one partner, the first of several; 0 where there is none at
 * a finite distance. Those of the face of a mesh have others in between.
 */
function nearestOld(old: i32, from: i32, end: i32, touch: i32, isMesh: bool): i32 {
  const isPeriodic: bool = I[PERIODIC] !== 0;
  const stride: i32 = I[TOUCH_CELLS_KEPT];
  const partner: i32 = I[2 * touch + TOUCH_PARTNER];
  const key: i32 = I[2 * touch + TOUCH_KEY];
  const x: f64 = F[touch + TOUCH_POINT];
  const y: f64 = F[touch + TOUCH_POINT + 1];
  const z: f64 = F[touch + TOUCH_POINT + 2];
  let nearest: i32 = 0;
  let least: f64 = Infinity;
  for (let k: i32 = from; k < end; k++) {
    const other: i32 = old + stride * k;
    if (isMesh && !isOf(other, TOUCH_MESH, partner, key)) continue;
    let dx: f64 = x - F[other + TOUCH_POINT];
    let dy: f64 = y - F[other + TOUCH_POINT + 1];
    let dz: f64 = z - F[other + TOUCH_POINT + 2];
    if (isPeriodic) {
      dx = imageOffset(dx, 0);
      dy = imageOffset(dy, 1);
      dz = imageOffset(dz, 2);
    }
    const squared: f64 = dx * dx + dy * dy + dz * dz;
    if (squared >= least) continue;
    least = squared;
    nearest = other;
  }
  return nearest;
}

/**
 * Of the distance to the points before and behind it: a point that has moved by less, while there are as many as
 * before, is the same corner. In a step bodies move by a thousandth of that.
 */
const SAME_CORNER: f64 = 0.25;

/**
 * Whether the block's touches from number `first` on are the corners of the old ones [from, end), in their order: then
 * none needs to be searched for. As many are there of both.
 */
function areSamePoints(writer: i32, first: i32, from: i32, end: i32): bool {
  const stride: i32 = I[TOUCH_CELLS_KEPT];
  let before: i32 = touchAddress(writer, first + end - from - 1);
  let other: i32 = I[2 * writer + WRITER_OLD] + stride * from;
  let movedBefore: f64 = squaredDistance(before, I[2 * writer + WRITER_OLD] + stride * (end - 1));
  for (let k: i32 = first; k < first + end - from; k++) {
    const touch: i32 = touchAddress(writer, k);
    const moved: f64 = squaredDistance(touch, other);
    const most: f64 = SAME_CORNER * SAME_CORNER * squaredDistance(touch, before);
    if (!(moved + movedBefore <= most)) return false;
    movedBefore = moved;
    before = touch;
    other += stride;
  }
  return true;
}

function squaredDistance(touch: i32, other: i32): f64 {
  const dx: f64 = F[touch + TOUCH_POINT] - F[other + TOUCH_POINT];
  const dy: f64 = F[touch + TOUCH_POINT + 1] - F[other + TOUCH_POINT + 1];
  const dz: f64 = F[touch + TOUCH_POINT + 2] - F[other + TOUCH_POINT + 2];
  return dx * dx + dy * dy + dz * dz;
}

/**
 * Hands the history of one partner over to the block's touches from number `first` on, all of which are of the open
 * element with this partner; `key` is that of the face of a mesh. Returns 1 if the element touched
 * this partner in the last step; if not, it returns 0 and writes no history.
 */
export function inheritNearest(writer: i32, first: i32, kind: i32, partner: i32, key: i32): i32 {
  const w: i32 = 2 * writer;
  const from: i32 = oldTouchOf(writer, kind, partner, key);
  if (from < 0) return 0;
  const end: i32 = endOf(writer, from, kind, partner, key);
  I[w + WRITER_OLD_HINT] = end;
  const old: i32 = I[w + WRITER_OLD];
  const count: i32 = I[w + WRITER_COUNT];
  if (count === first + 1 && from + 1 === end) {
    inheritTouch(touchAddress(writer, first), old + I[TOUCH_CELLS_KEPT] * from);
    return 1;
  }
  if (kind !== TOUCH_MESH && count - first === end - from && areSamePoints(writer, first, from, end)) {
    const stride: i32 = I[TOUCH_CELLS_KEPT];
    for (let k: i32 = from; k < end; k++) inheritTouch(touchAddress(writer, first + k - from), old + stride * k);
    return 1;
  }
  for (let k: i32 = first; k < count; k++) {
    const touch: i32 = touchAddress(writer, k);
    clearHistory(touch);
    const nearest: i32 = nearestOld(old, from, end, touch, kind === TOUCH_MESH);
    if (nearest === 0) continue;
    const isShared: bool = (I[2 * nearest + TOUCH_FLAGS] & TAKEN) !== 0;
    const law: i32 = isShared ? I[2 * (touchConstants(touch) + LAW_FLAGS)] : 0;
    // A spring that holds a force and not a displacement must not be there twice.
    if (isShared && (law & INCREMENTAL) !== 0) continue;
    inheritTouch(touch, nearest);
    // The energy of the spring is handed over once; what a second one holds counts as lost by friction when it is
    // first computed, with its sign.
    if (isShared && (law & USER_LAW) === 0) F[touch + TOUCH_HISTORY + HISTORY_LAST] = 0.0;
    // The spring against rolling holds a torque.
    if (isShared) clearRolling(touch);
  }
  return 1;
}
