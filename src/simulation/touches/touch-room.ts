// SPDX-License-Identifier: MIT
/** Grows the room for touches between steps, and joins all touches to one list when the state is saved. */
import type { StepKernel } from '../../step-kernel/step-kernel.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import { LIST_GROWTH } from '../time-loop/simulation-room.ts';
import type { StepMemory } from '../time-loop/step-memory.ts';
import type { TouchFinders } from './touch-finder.ts';

type Views = Pick<StepMemory, 'F' | 'I'>;

function integersOf(I: Int32Array, block: number): number {
  return 2 * (I[layout.BLOCK] + layout.BLOCK_STRIDE * block + layout.BLOCK_INTEGERS);
}

/** Brings the touches of all blocks into one list, to save them. Steps go on from it with the same bits. */
export function gatherTouches(memory: Views, kernel: Pick<StepKernel, 'listTouches' | 'moveTouches'>): void {
  const { I } = memory;
  if (I[layout.BLOCK_COUNT] > 0 && I[integersOf(I, 0) + layout.BLOCK_CARRIED] !== 0) return;
  kernel.listTouches();
  kernel.moveTouches(0, 0, 1);
  markCarried(memory);
}

/** Lets all blocks go on from the one list. */
export function markCarried({ I }: Views): void {
  for (let b = 0; b < I[layout.BLOCK_COUNT]; b++) {
    const integers = integersOf(I, b);
    I[integers + layout.BLOCK_TOUCHES] = 0;
    I[integers + layout.BLOCK_CARRIED] = 1;
    I[integers + layout.BLOCK_TOUCH_ROOM] = 0;
    I[integers + layout.BLOCK_PROBED] = 0;
    I[integers + layout.BLOCK_FAILED] = 0;
  }
}

/**
 * Finds the touches of each block for a probe, one block after the other, with more room where there is too little;
 * `use` may read those of its block. Without finders there are none. `isKept`: as in `TouchFinders.probe`; afterwards
 * the fullest block has room for a tenth more, since in the steps that follow a block without room would be searched
 * twice.
 */
export function eachProbedBlock(
  memory: StepMemory,
  touches: TouchFinders | undefined,
  use: (block: number) => void,
  isKept = false,
): void {
  touches?.bind(memory.F, memory.I);
  for (let b = 0; b < memory.I[layout.BLOCK_COUNT]; b++) {
    for (let needed = touches?.probe(b, isKept) ?? 0; needed > 0; needed = touches?.probe(b, isKept) ?? 0) {
      growTouches(memory, needed);
      touches?.bind(memory.F, memory.I);
    }
    use(b);
  }
  if (touches === undefined || !isKept) return;
  const most = largest(memory.I, layout.BLOCK_PROBED);
  if (LIST_GROWTH * most > memory.I[layout.TOUCHES_PER_BLOCK]) growTouches(memory, most);
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
  return largest(I, layout.BLOCK_TOUCH_ROOM);
}

/** The largest of an integer of all blocks. */
function largest(I: Int32Array, field: number): number {
  let most = 0;
  for (let b = 0; b < I[layout.BLOCK_COUNT]; b++) most = Math.max(most, I[integersOf(I, b) + field]);
  return most;
}

/** The first block where a law of the user's own gave no finite force; -1 for none. */
export function failedBlock(I: Int32Array): number {
  for (let b = 0; b < I[layout.BLOCK_COUNT]; b++) {
    if (I[integersOf(I, b) + layout.BLOCK_FAILED] !== 0) return b;
  }
  return -1;
}

/**
 * Makes room for that many touches in each block and a tenth more; the touches in use move to their new places. What
 * is found in this step, and the order of touches, are written anew.
 */
function growTouches(memory: StepMemory, needed: number): void {
  const { I } = memory;
  const before = I[layout.TOUCHES_PER_BLOCK];
  const blocks = I[layout.BLOCK_COUNT];
  const room = Math.max(before, Math.ceil(LIST_GROWTH * needed));
  const cells = I[layout.TOUCH_CELLS_KEPT];
  const used = Array.from({ length: blocks }, (_, b) => cells * I[integersOf(I, b) + layout.BLOCK_TOUCHES]);
  const areCarried = used.some((_, b) => I[integersOf(I, b) + layout.BLOCK_CARRIED] !== 0);
  // One behind the other while the memory grows: most of the room of most blocks is empty.
  let end = 0;
  for (let b = 0; b < blocks; b++) {
    const from = I[layout.TOUCH] + cells * before * b;
    memory.F.copyWithin(I[layout.TOUCH] + end, from, from + used[b]);
    end += used[b];
  }
  memory.grow(
    { touches: room * blocks, found: room },
    new Map([
      [layout.TOUCH, end],
      [layout.CARRIED, areCarried ? cells * I[layout.CARRIED_COUNT] : 0],
      [layout.TOUCH_ORDER, 0],
      [layout.FOUND, 0],
    ]),
  );
  const { F } = memory;
  memory.I[layout.TOUCHES_PER_BLOCK] = room;
  const start = memory.I[layout.TOUCH];
  for (let b = blocks - 1; b >= 0; b--) {
    end -= used[b];
    F.copyWithin(start + cells * room * b, start + end, start + end + used[b]);
  }
}
