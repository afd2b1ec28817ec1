// SPDX-License-Identifier: MIT
/**
 * Grows the room for touches between steps, and joins all touches to one list when elements are sorted or the state is
 * saved.
 */
import * as layout from '../../step-kernel/step-layout.ts';
import { LIST_GROWTH } from '../time-loop/simulation-room.ts';
import type { StepMemory } from '../time-loop/step-memory.ts';
import type { TouchFinders } from './touch-finder.ts';

type Views = Pick<StepMemory, 'F' | 'I'>;

/** Elements have numbers below 2^28; their product with this and the number of a touch are exact. */
const MOST_TOUCHES = 2 ** 24;

function integersOf(I: Int32Array, block: number): number {
  return 2 * (I[layout.BLOCK] + layout.BLOCK_STRIDE * block + layout.BLOCK_INTEGERS);
}

/**
 * Brings the touches of all blocks into one list, in the order of finders, then of elements. Steps go on from it with
 * the same bits.
 */
export function gatherTouches({ F, I }: Views): void {
  const blocks = I[layout.BLOCK_COUNT];
  let total = 0;
  for (let b = 0; b < blocks; b++) {
    // Either all blocks have been carried over and none has been computed since, or none.
    if (I[integersOf(I, b) + layout.BLOCK_CARRIED] !== 0) return;
    total += I[integersOf(I, b) + layout.BLOCK_TOUCHES];
  }
  let count = 0;
  for (let finder = 0; count < total; finder++) {
    for (let b = 0; b < blocks; b++) {
      const integers = integersOf(I, b);
      const region = 2 * b + I[integers + layout.BLOCK_TOUCH_SIDE];
      const first = I[layout.TOUCH] + layout.TOUCH_STRIDE * I[layout.TOUCHES_PER_BLOCK] * region;
      for (let k = 0; k < I[integers + layout.BLOCK_TOUCHES]; k++) {
        const touch = first + layout.TOUCH_STRIDE * k;
        if (I[2 * touch + layout.TOUCH_FINDER] !== finder) continue;
        F.copyWithin(I[layout.CARRIED] + layout.TOUCH_STRIDE * count, touch, touch + layout.TOUCH_STRIDE);
        count++;
      }
    }
  }
  I[layout.CARRIED_COUNT] = count;
  markCarried({ F, I });
}

/** Lets all blocks go on from the one list. */
export function markCarried({ I }: Views): void {
  for (let b = 0; b < I[layout.BLOCK_COUNT]; b++) {
    const integers = integersOf(I, b);
    I[integers + layout.BLOCK_TOUCHES] = 0;
    I[integers + layout.BLOCK_TOUCH_SIDE] = 0;
    I[integers + layout.BLOCK_CARRIED] = 1;
    I[integers + layout.BLOCK_TOUCH_ROOM] = 0;
    I[integers + layout.BLOCK_PROBED] = 0;
    I[integers + layout.BLOCK_FAILED] = 0;
  }
}

/**
 * After a sort: gives the elements of the one list their new numbers, and leaves out those of elements that are gone.
 */
export function renumberTouches({ F, I }: Views): void {
  const count = I[layout.CARRIED_COUNT];
  if (count === 0) return;
  const numbers = newNumbers(I);
  const carried = I[layout.CARRIED];
  const spare = I[layout.TOUCH];
  F.copyWithin(spare, carried, carried + layout.TOUCH_STRIDE * count);
  let kept = 0;
  for (let from = 0; from < count; ) {
    // The list is in the order of finders, and stays so.
    const finder = I[2 * (spare + layout.TOUCH_STRIDE * from) + layout.TOUCH_FINDER];
    const keys: number[] = [];
    let k = from;
    for (; k < count; k++) {
      const touch = spare + layout.TOUCH_STRIDE * k;
      if (I[2 * touch + layout.TOUCH_FINDER] !== finder) break;
      if (renumber(F, I, touch, numbers)) keys.push(I[2 * touch + layout.TOUCH_ELEMENT] * MOST_TOUCHES + k);
    }
    for (const key of Float64Array.from(keys).sort()) {
      const touch = spare + layout.TOUCH_STRIDE * (key % MOST_TOUCHES);
      F.copyWithin(carried + layout.TOUCH_STRIDE * kept, touch, touch + layout.TOUCH_STRIDE);
      kept++;
    }
    from = k;
  }
  I[layout.CARRIED_COUNT] = kept;
}

/** New numbers of the elements by their old ones; -1 or undefined for those that are gone. */
function newNumbers(I: Int32Array): Int32Array {
  const order = 2 * I[layout.ORDER];
  let most = 0;
  for (let e = 0; e < I[layout.ELEMENT_COUNT]; e++) most = Math.max(most, I[order + e]);
  const numbers = new Int32Array(most + 1).fill(-1);
  for (let e = 0; e < I[layout.ELEMENT_COUNT]; e++) numbers[I[order + e]] = e;
  return numbers;
}

/**
 * Returns whether both partners are still there. A pair belongs to the element that comes first: where that changes,
 * the touch is turned round.
 */
function renumber(F: Float64Array, I: Int32Array, touch: number, numbers: Int32Array): boolean {
  const integers = 2 * touch;
  const first = numbers[I[integers + layout.TOUCH_ELEMENT]] ?? -1;
  if (first < 0) return false;
  I[integers + layout.TOUCH_ELEMENT] = first;
  if (I[integers + layout.TOUCH_KIND] !== layout.TOUCH_BODY) return true;
  const second = numbers[I[integers + layout.TOUCH_PARTNER]] ?? -1;
  if (second < 0) return false;
  I[integers + layout.TOUCH_PARTNER] = second;
  if (first < second) return true;
  I[integers + layout.TOUCH_ELEMENT] = second;
  I[integers + layout.TOUCH_PARTNER] = first;
  const key = I[integers + layout.TOUCH_KEY];
  I[integers + layout.TOUCH_KEY] = I[integers + layout.TOUCH_PARTNER_KEY];
  I[integers + layout.TOUCH_PARTNER_KEY] = key;
  for (const vector of [layout.TOUCH_NORMAL, layout.TOUCH_HISTORY]) {
    for (let k = 0; k < 3; k++) F[touch + vector + k] = -F[touch + vector + k];
  }
  return true;
}

/** Finds the touches of all blocks for a probe, with more room where there is too little. */
export function probeTouches(memory: StepMemory, touches: TouchFinders): void {
  touches.bind(memory.F, memory.I);
  for (let b = 0; b < memory.I[layout.BLOCK_COUNT]; b++) {
    for (let needed = touches.probe(b); needed > 0; needed = touches.probe(b)) {
      growTouches(memory, needed);
      touches.bind(memory.F, memory.I);
    }
  }
}

/** Makes room for the blocks whose touches lacked it in this step, and computes their forces on the calling thread. */
export function finishTouches(memory: StepMemory, touches: TouchFinders): void {
  for (let needed = mostRoomNeeded(memory.I); needed > 0; needed = mostRoomNeeded(memory.I)) {
    growTouches(memory, needed);
    touches.bind(memory.F, memory.I);
    for (let b = 0; b < memory.I[layout.BLOCK_COUNT]; b++) {
      if (memory.I[integersOf(memory.I, b) + layout.BLOCK_TOUCH_ROOM] > 0) touches.step(b);
    }
  }
}

/** Room for touches that some block needs and lacks; 0 when all had enough. */
export function mostRoomNeeded(I: Int32Array): number {
  let most = 0;
  for (let b = 0; b < I[layout.BLOCK_COUNT]; b++) {
    most = Math.max(most, I[integersOf(I, b) + layout.BLOCK_TOUCH_ROOM]);
  }
  return most;
}

/** True when a law of the user's own gave no finite force somewhere. */
export function hasFailedLaw(I: Int32Array): boolean {
  for (let b = 0; b < I[layout.BLOCK_COUNT]; b++) {
    if (I[integersOf(I, b) + layout.BLOCK_FAILED] !== 0) return true;
  }
  return false;
}

/**
 * Makes room for that many touches in each block and a tenth more; the touches in use move to their new places.
 */
function growTouches(memory: StepMemory, needed: number): void {
  const before = memory.I[layout.TOUCHES_PER_BLOCK];
  const blocks = memory.I[layout.BLOCK_COUNT];
  const room = Math.max(before, Math.ceil(LIST_GROWTH * needed));
  memory.grow({ touches: room * blocks });
  const { F, I } = memory;
  I[layout.TOUCHES_PER_BLOCK] = room;
  const start = I[layout.TOUCH];
  for (let b = blocks - 1; b >= 0; b--) {
    for (const side of [1, 0]) {
      const from = start + layout.TOUCH_STRIDE * before * (2 * b + side);
      F.copyWithin(start + layout.TOUCH_STRIDE * room * (2 * b + side), from, from + layout.TOUCH_STRIDE * before);
    }
  }
}
