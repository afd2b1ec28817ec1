// SPDX-License-Identifier: MIT
/**
 * Brings the touches of all blocks into one list, in the order of finders, then of elements: when the elements are
 * sorted, or the state is saved. One thread finds the order; all threads renumber and move touches, each its share.
 */
import { F, I, wholePart } from './memory-views.ts';
import {
  BLOCK,
  BLOCK_CARRIED,
  BLOCK_COUNT,
  BLOCK_INTEGERS,
  BLOCK_STRIDE,
  BLOCK_TOUCHES,
  CARRIED,
  CARRIED_COUNT,
  ELEMENT_COUNT,
  KEPT_OF_ROLLING,
  ORDER,
  POSITION,
  SORTED_COUNT,
  TOUCH,
  TOUCH_BODY,
  TOUCH_CELLS_KEPT,
  TOUCH_ELEMENT,
  TOUCH_FINDER,
  TOUCH_HISTORY,
  TOUCH_KEY,
  TOUCH_KIND,
  TOUCH_ORDER,
  TOUCH_PARTNER,
  TOUCH_PARTNER_KEY,
  TOUCH_ROLLING,
  TOUCHES_PER_BLOCK,
} from './step-layout.ts';

/** First element or touch of share number `part` of `parts`; shares differ by one at most. */
export function shareStart(count: i32, part: i32, parts: i32): i32 {
  return wholePart((1.0 * count * part) / parts);
}

/**
 * Lists the addresses of all touches, in the order of finders, then of elements; CARRIED_COUNT is their number. Those
 * that are in one list already move to the regions of the blocks, so that the list can be written anew.
 */
export function listTouches(): void {
  const order: i32 = 2 * I[TOUCH_ORDER];
  const blocks: i32 = I[BLOCK];
  const count: i32 = I[BLOCK_COUNT];
  const touches: i32 = I[TOUCH];
  const stride: i32 = I[TOUCH_CELLS_KEPT];
  let total: i32 = 0;
  for (let b: i32 = 0; b < count; b++) {
    const integers: i32 = 2 * (blocks + BLOCK_STRIDE * b + BLOCK_INTEGERS);
    // Either all blocks have been carried over and none has been computed since, or none.
    if (I[integers + BLOCK_CARRIED] !== 0) {
      for (let k: i32 = 0; k < stride * I[CARRIED_COUNT]; k++) F[touches + k] = F[I[CARRIED] + k];
      for (let k: i32 = 0; k < I[CARRIED_COUNT]; k++) I[order + 2 * k] = touches + stride * k;
      return;
    }
    total += I[integers + BLOCK_TOUCHES];
  }
  let listed: i32 = 0;
  for (let finder: i32 = 0; listed < total; finder++) {
    for (let b: i32 = 0; b < count; b++) {
      const integers: i32 = 2 * (blocks + BLOCK_STRIDE * b + BLOCK_INTEGERS);
      const first: i32 = touches + stride * I[TOUCHES_PER_BLOCK] * b;
      for (let k: i32 = 0; k < I[integers + BLOCK_TOUCHES]; k++) {
        const touch: i32 = first + stride * k;
        if (I[2 * touch + TOUCH_FINDER] !== finder) continue;
        I[order + 2 * listed] = touch;
        listed++;
      }
    }
  }
  I[CARRIED_COUNT] = total;
}

/**
 * New numbers of the elements by their old ones, one integer each. They are in the old positions, behind the tags that
 * the sort keeps there (2 cells an element); the counts of `orderTouches` follow them.
 */
function newNumbers(): i32 {
  return 2 * (I[POSITION] + 2 * I[ELEMENT_COUNT]);
}

/** Notes that the old elements [from, to) are gone. */
export function clearNewNumbers(from: i32, to: i32): void {
  const numbers: i32 = newNumbers();
  for (let e: i32 = from; e < to; e++) I[numbers + e] = -1;
}

/** Notes the numbers of the new elements [from, to). */
export function writeNewNumbers(from: i32, to: i32): void {
  const numbers: i32 = newNumbers();
  const order: i32 = 2 * I[ORDER];
  for (let e: i32 = from; e < to; e++) I[numbers + I[order + e]] = e;
}

/**
 * Gives the touches of a share the new numbers of their elements; those of elements that are gone get element -1. A
 * pair belongs to the element that comes first: where that changes, the touch is turned round.
 */
export function renumberTouches(part: i32, parts: i32): void {
  const numbers: i32 = newNumbers();
  const order: i32 = 2 * I[TOUCH_ORDER];
  const end: i32 = shareStart(I[CARRIED_COUNT], part + 1, parts);
  for (let k: i32 = shareStart(I[CARRIED_COUNT], part, parts); k < end; k++) {
    const touch: i32 = I[order + 2 * k];
    const integers: i32 = 2 * touch;
    const first: i32 = I[numbers + I[integers + TOUCH_ELEMENT]];
    I[integers + TOUCH_ELEMENT] = first;
    if (first < 0 || I[integers + TOUCH_KIND] !== TOUCH_BODY) continue;
    const second: i32 = I[numbers + I[integers + TOUCH_PARTNER]];
    I[integers + TOUCH_PARTNER] = second;
    if (second < 0) I[integers + TOUCH_ELEMENT] = -1;
    else if (second < first) turnRound(touch);
  }
}

function turnRound(touch: i32): void {
  const integers: i32 = 2 * touch;
  const element: i32 = I[integers + TOUCH_ELEMENT];
  I[integers + TOUCH_ELEMENT] = I[integers + TOUCH_PARTNER];
  I[integers + TOUCH_PARTNER] = element;
  const key: i32 = I[integers + TOUCH_KEY];
  I[integers + TOUCH_KEY] = I[integers + TOUCH_PARTNER_KEY];
  I[integers + TOUCH_PARTNER_KEY] = key;
  for (let k: i32 = 0; k < 3; k++) F[touch + TOUCH_HISTORY + k] = -F[touch + TOUCH_HISTORY + k];
  if (I[TOUCH_CELLS_KEPT] !== KEPT_OF_ROLLING) return;
  for (let k: i32 = 0; k < 3; k++) F[touch + TOUCH_ROLLING + k] = -F[touch + TOUCH_ROLLING + k];
}

/**
 * Orders the renumbered touches of each finder by their elements, by counting, and leaves out those of elements that
 * are gone. Touches of one element keep their order.
 */
export function orderTouches(): void {
  const order: i32 = 2 * I[TOUCH_ORDER];
  const total: i32 = I[CARRIED_COUNT];
  const counts: i32 = newNumbers() + I[ELEMENT_COUNT];
  let kept: i32 = 0;
  for (let from: i32 = 0; from < total; ) {
    const finder: i32 = I[2 * I[order + 2 * from] + TOUCH_FINDER];
    for (let e: i32 = 0; e < I[SORTED_COUNT]; e++) I[counts + e] = 0;
    let to: i32 = from;
    for (; to < total; to++) {
      const touch: i32 = 2 * I[order + 2 * to];
      if (I[touch + TOUCH_FINDER] !== finder) break;
      const element: i32 = I[touch + TOUCH_ELEMENT];
      if (element >= 0) I[counts + element] = I[counts + element] + 1;
    }
    for (let e: i32 = 0; e < I[SORTED_COUNT]; e++) {
      const here: i32 = I[counts + e];
      I[counts + e] = kept;
      kept += here;
    }
    for (let k: i32 = from; k < to; k++) {
      const touch: i32 = I[order + 2 * k];
      const element: i32 = I[2 * touch + TOUCH_ELEMENT];
      if (element < 0) continue;
      I[order + 2 * I[counts + element] + 1] = touch;
      I[counts + element] = I[counts + element] + 1;
    }
    from = to;
  }
  I[CARRIED_COUNT] = kept;
}

/** Moves a share of the touches to the one list; `column` is 0 for the order before a sort, 1 for that after it. */
export function moveTouches(column: i32, part: i32, parts: i32): void {
  const order: i32 = 2 * I[TOUCH_ORDER] + column;
  const stride: i32 = I[TOUCH_CELLS_KEPT];
  const end: i32 = shareStart(I[CARRIED_COUNT], part + 1, parts);
  for (let k: i32 = shareStart(I[CARRIED_COUNT], part, parts); k < end; k++) {
    const source: i32 = I[order + 2 * k];
    const target: i32 = I[CARRIED] + stride * k;
    for (let c: i32 = 0; c < stride; c++) F[target + c] = F[source + c];
  }
}
