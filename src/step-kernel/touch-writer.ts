// SPDX-License-Identifier: MIT
/**
 * Writes the touches that a thread finds in a block, and hands over the contact history of the last step. One writer a
 * thread, at WRITER. The order is that of finders, then of elements. What the next step needs of the touches goes to
 * the region of the block once their forces are computed.
 */

import { F, I } from './memory-views.ts';
import {
  BLOCK,
  BLOCK_CARRIED,
  BLOCK_INTEGERS,
  BLOCK_PROBED,
  BLOCK_SIZE,
  BLOCK_STRIDE,
  BLOCK_TOUCHES,
  CARRIED,
  CARRIED_COUNT,
  ELEMENT_COUNT,
  FOUND_CAPACITY,
  HISTORY_STRIDE,
  KEPT_ALWAYS,
  KEPT_OF_MESHES,
  KEPT_OF_ROLLING,
  PASSING,
  ROLLING_STRIDE,
  SLIDING,
  TAKEN,
  TOUCH,
  TOUCH_CELLS_KEPT,
  TOUCH_DASHPOT,
  TOUCH_ELEMENT,
  TOUCH_FINDER,
  TOUCH_FLAGS,
  TOUCH_HISTORY,
  TOUCH_KEPT,
  TOUCH_KEY,
  TOUCH_KIND,
  TOUCH_OWN_POINT,
  TOUCH_PARTNER,
  TOUCH_PARTNER_KEY,
  TOUCH_ROLLING,
  TOUCH_SHARE,
  TOUCH_SLOT,
  TOUCH_STRIDE,
  TOUCHES_PER_BLOCK,
  TOUCHING,
  WRITER_BLOCK,
  WRITER_COUNT,
  WRITER_ELEMENT,
  WRITER_END_ELEMENT,
  WRITER_FINDER,
  WRITER_FIRST_ELEMENT,
  WRITER_IS_PROBE,
  WRITER_OLD,
  WRITER_OLD_COUNT,
  WRITER_OLD_END,
  WRITER_OLD_FROM,
  WRITER_OLD_HINT,
  WRITER_OLD_NEXT,
  WRITER_OLD_TO,
  WRITER_OPENED,
  WRITER_REGION,
  WRITER_ROOM,
  WRITER_SPARE,
} from './step-layout.ts';
import { endTouch } from './touch-forces.ts';

const STATE: i32 = TOUCHING | SLIDING;
/** Flags that a touch takes over from the one before. */
const KEPT: i32 = STATE | PASSING;

/** Address of the touches that a block has from the last step. */
function keptRegion(block: i32): i32 {
  return I[TOUCH] + I[TOUCH_CELLS_KEPT] * I[TOUCHES_PER_BLOCK] * block;
}

/** Begins a block. A probe leaves the touches of the last step as they are. */
export function beginTouches(writer: i32, block: i32, isProbe: i32): void {
  const w: i32 = 2 * writer;
  const integers: i32 = 2 * (I[BLOCK] + BLOCK_STRIDE * block + BLOCK_INTEGERS);
  const room: i32 = I[TOUCHES_PER_BLOCK];
  const isCarried: bool = I[integers + BLOCK_CARRIED] !== 0;
  I[w + WRITER_BLOCK] = block;
  I[w + WRITER_IS_PROBE] = isProbe;
  const first: i32 = block * I[BLOCK_SIZE];
  const end: i32 = first + I[BLOCK_SIZE];
  I[w + WRITER_FIRST_ELEMENT] = first;
  I[w + WRITER_END_ELEMENT] = end < I[ELEMENT_COUNT] ? end : I[ELEMENT_COUNT];
  I[w + WRITER_ROOM] = room < I[FOUND_CAPACITY] ? room : I[FOUND_CAPACITY];
  I[w + WRITER_COUNT] = 0;
  I[w + WRITER_OLD] = isCarried ? I[CARRIED] : keptRegion(block);
  I[w + WRITER_OLD_COUNT] = isCarried ? I[CARRIED_COUNT] : I[integers + BLOCK_TOUCHES];
  I[w + WRITER_FINDER] = -1;
}

/** Begins the touches of the next finder. */
export function beginFinder(writer: i32): void {
  const w: i32 = 2 * writer;
  const finder: i32 = I[w + WRITER_FINDER] + 1;
  I[w + WRITER_FINDER] = finder;
  I[w + WRITER_ELEMENT] = -1;
  I[w + WRITER_OLD_NEXT] = lowerBound(writer, finder, I[w + WRITER_FIRST_ELEMENT]);
  I[w + WRITER_OLD_END] = lowerBound(writer, finder, I[w + WRITER_END_ELEMENT]);
}

/** First of the old touches that is of this finder and element or behind it. */
function lowerBound(writer: i32, finder: i32, element: i32): i32 {
  const w: i32 = 2 * writer;
  let low: i32 = 0;
  let high: i32 = I[w + WRITER_OLD_COUNT];
  while (low < high) {
    const middle: i32 = (low + high) >> 1;
    const there: i32 = 2 * (I[w + WRITER_OLD] + I[TOUCH_CELLS_KEPT] * middle);
    const finderThere: i32 = I[there + TOUCH_FINDER];
    if (finderThere < finder || (finderThere === finder && I[there + TOUCH_ELEMENT] < element)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Goes on to an element of the block; elements must come in rising order. */
export function openElement(writer: i32, element: i32): void {
  const w: i32 = 2 * writer;
  const end: i32 = I[w + WRITER_OLD_END];
  const elements: i32 = 2 * I[w + WRITER_OLD] + TOUCH_ELEMENT;
  const stride: i32 = 2 * I[TOUCH_CELLS_KEPT];
  let k: i32 = I[w + WRITER_OLD_NEXT];
  while (k < end && I[elements + stride * k] < element) k++;
  I[w + WRITER_OLD_FROM] = k;
  I[w + WRITER_OLD_HINT] = k;
  while (k < end && I[elements + stride * k] === element) k++;
  I[w + WRITER_OLD_TO] = k;
  I[w + WRITER_OLD_NEXT] = k;
  I[w + WRITER_ELEMENT] = element;
  I[w + WRITER_OPENED] = I[w + WRITER_COUNT];
}

/** Address of touch number k of the block. Without room they are written to a spare place and counted. */
export function touchAddress(writer: i32, k: i32): i32 {
  const w: i32 = 2 * writer;
  return k < I[w + WRITER_ROOM] ? I[w + WRITER_REGION] + TOUCH_STRIDE * k : I[w + WRITER_SPARE];
}

/**
 * Appends a touch of the open element and returns its address. The caller writes point, normal, overlap and radius, and
 * whatever else its law needs. `slot` is that of a second element in another block, the facet of a mesh, or -1.
 */
export function appendTouch(writer: i32, kind: i32, partner: i32, slot: i32, key: i32, partnerKey: i32): i32 {
  const touch: i32 = numberTouch(writer, kind, partner, slot, key, partnerKey);
  F[touch + TOUCH_SHARE] = 1.0;
  F[touch + TOUCH_DASHPOT] = 1.0;
  clearHistory(touch);
  return touch;
}

/** The same for a caller that writes shares and dashpots, and clears the history or lets it go on from an old touch. */
export function numberTouch(writer: i32, kind: i32, partner: i32, slot: i32, key: i32, partnerKey: i32): i32 {
  const w: i32 = 2 * writer;
  const touch: i32 = touchAddress(writer, I[w + WRITER_COUNT]);
  const integers: i32 = 2 * touch;
  I[integers + TOUCH_ELEMENT] = I[w + WRITER_ELEMENT];
  I[integers + TOUCH_PARTNER] = partner;
  I[integers + TOUCH_KIND] = kind;
  I[integers + TOUCH_SLOT] = slot;
  I[integers + TOUCH_KEY] = key;
  I[integers + TOUCH_PARTNER_KEY] = partnerKey;
  I[integers + TOUCH_FLAGS] = 0;
  I[integers + TOUCH_FINDER] = I[w + WRITER_FINDER];
  clearOwnPoint(touch);
  I[w + WRITER_COUNT] = I[w + WRITER_COUNT] + 1;
  return touch;
}

/** Lets a touch have no history. */
export function clearHistory(touch: i32): void {
  for (let k: i32 = 0; k < HISTORY_STRIDE; k++) F[touch + TOUCH_HISTORY + k] = 0.0;
  if (I[TOUCH_CELLS_KEPT] === KEPT_ALWAYS) return;
  F[touch + TOUCH_KEPT] = 0.0;
  F[touch + TOUCH_KEPT + 1] = 0.0;
  clearRolling(touch);
}

/** Lets a touch have no spring against rolling. */
export function clearRolling(touch: i32): void {
  if (I[TOUCH_CELLS_KEPT] !== KEPT_OF_ROLLING) return;
  for (let k: i32 = 0; k < ROLLING_STRIDE; k++) F[touch + TOUCH_ROLLING + k] = 0.0;
}

/** What is kept must not depend on what the thread found there before. */
function clearOwnPoint(touch: i32): void {
  if (I[TOUCH_CELLS_KEPT] < KEPT_OF_MESHES) return;
  for (let k: i32 = 0; k < 3; k++) F[touch + TOUCH_OWN_POINT + k] = 0.0;
}

/** Lets a touch go on from an old one, both by their addresses: flags and history. */
export function inheritTouch(touch: i32, old: i32): void {
  const flags: i32 = 2 * touch + TOUCH_FLAGS;
  const oldFlags: i32 = 2 * old + TOUCH_FLAGS;
  I[flags] = (I[flags] & ~KEPT) | (I[oldFlags] & KEPT);
  I[oldFlags] = I[oldFlags] | TAKEN;
  for (let k: i32 = 0; k < HISTORY_STRIDE; k++) F[touch + TOUCH_HISTORY + k] = F[old + TOUCH_HISTORY + k];
  if (I[TOUCH_CELLS_KEPT] === KEPT_ALWAYS) return;
  F[touch + TOUCH_KEPT] = F[old + TOUCH_KEPT];
  F[touch + TOUCH_KEPT + 1] = F[old + TOUCH_KEPT + 1];
  if (I[TOUCH_CELLS_KEPT] !== KEPT_OF_ROLLING) return;
  for (let k: i32 = 0; k < ROLLING_STRIDE; k++) F[touch + TOUCH_ROLLING + k] = F[old + TOUCH_ROLLING + k];
}

/** Lets all touches of the open element go on from those with the same kind, partner and keys. */
export function inheritByKeys(writer: i32): void {
  const w: i32 = 2 * writer;
  for (let k: i32 = I[w + WRITER_OPENED]; k < I[w + WRITER_COUNT]; k++) {
    const touch: i32 = touchAddress(writer, k);
    for (let number: i32 = I[w + WRITER_OLD_FROM]; number < I[w + WRITER_OLD_TO]; number++) {
      const old: i32 = I[w + WRITER_OLD] + I[TOUCH_CELLS_KEPT] * number;
      if ((I[2 * old + TOUCH_FLAGS] & TAKEN) !== 0 || !isSameContact(2 * touch, 2 * old)) continue;
      inheritTouch(touch, old);
      break;
    }
  }
}

function isSameContact(a: i32, b: i32): bool {
  return (
    I[a + TOUCH_PARTNER] === I[b + TOUCH_PARTNER] &&
    I[a + TOUCH_KIND] === I[b + TOUCH_KIND] &&
    I[a + TOUCH_KEY] === I[b + TOUCH_KEY] &&
    I[a + TOUCH_PARTNER_KEY] === I[b + TOUCH_PARTNER_KEY]
  );
}

/** First (`isEnd` false) or last old touch of the block that a finder wrote, by number; the last is one behind. */
function oldOfFinder(writer: i32, finder: i32, isEnd: bool): i32 {
  const w: i32 = 2 * writer;
  return lowerBound(writer, finder, isEnd ? I[w + WRITER_END_ELEMENT] : I[w + WRITER_FIRST_ELEMENT]);
}

/** Lets the old touches of the block be as they were before new ones went on from them. */
export function releaseTouches(writer: i32): void {
  const w: i32 = 2 * writer;
  for (let finder: i32 = 0; finder <= I[w + WRITER_FINDER]; finder++) {
    const end: i32 = oldOfFinder(writer, finder, true);
    for (let k: i32 = oldOfFinder(writer, finder, false); k < end; k++) {
      const flags: i32 = 2 * (I[w + WRITER_OLD] + I[TOUCH_CELLS_KEPT] * k) + TOUCH_FLAGS;
      I[flags] = I[flags] & ~TAKEN;
    }
  }
}

/** Ends the search in a block. Returns 0, or the room for touches that it needs when there is too little. */
export function endTouches(writer: i32): i32 {
  const w: i32 = 2 * writer;
  const count: i32 = I[w + WRITER_COUNT];
  const isFull: bool = count > I[w + WRITER_ROOM];
  const isProbe: bool = I[w + WRITER_IS_PROBE] !== 0;
  if (isProbe && !isFull) endOldTouches(writer);
  if (isFull || isProbe) releaseTouches(writer);
  if (isFull) return count;
  if (isProbe) I[2 * (I[BLOCK] + BLOCK_STRIDE * I[w + WRITER_BLOCK] + BLOCK_INTEGERS) + BLOCK_PROBED] = count;
  return 0;
}

/**
 * Accounts for what the springs of the block's old touches still held that no new one goes on from; in a probe as due.
 */
export function endOldTouches(writer: i32): void {
  const w: i32 = 2 * writer;
  const isProbe: bool = I[w + WRITER_IS_PROBE] !== 0;
  for (let finder: i32 = 0; finder <= I[w + WRITER_FINDER]; finder++) {
    const end: i32 = oldOfFinder(writer, finder, true);
    for (let k: i32 = oldOfFinder(writer, finder, false); k < end; k++) {
      const old: i32 = I[w + WRITER_OLD] + I[TOUCH_CELLS_KEPT] * k;
      const flags: i32 = I[2 * old + TOUCH_FLAGS];
      if ((flags & TAKEN) === 0 && (flags & STATE) !== 0) endTouch(isProbe, old, I[w + WRITER_BLOCK]);
    }
  }
}

/** Puts what the next step needs of the touches in the place of the block's old ones. */
export function keepTouches(writer: i32): void {
  const w: i32 = 2 * writer;
  const block: i32 = I[w + WRITER_BLOCK];
  const integers: i32 = 2 * (I[BLOCK] + BLOCK_STRIDE * block + BLOCK_INTEGERS);
  const cells: i32 = I[TOUCH_CELLS_KEPT];
  const count: i32 = I[w + WRITER_COUNT];
  let from: i32 = I[w + WRITER_REGION];
  let to: i32 = keptRegion(block);
  for (let k: i32 = 0; k < count; k++) {
    for (let c: i32 = 0; c < cells; c++) F[to + c] = F[from + c];
    from += TOUCH_STRIDE;
    to += cells;
  }
  I[integers + BLOCK_TOUCHES] = count;
  I[integers + BLOCK_CARRIED] = 0;
}
