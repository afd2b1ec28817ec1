// SPDX-License-Identifier: MIT
/** Makes room for a neighbour list that did not fit, and completes it on the calling thread. */

import type { StepKernel } from '../../step-kernel/step-kernel.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import { GROWTH, LIST_GROWTH } from '../time-loop/simulation-room.ts';
import { CELLS_FULL, DONE, PAIRS_FULL, SPARE_FULL, shareOutBlocks } from '../time-loop/step-loop.ts';
import type { StepMemory } from '../time-loop/step-memory.ts';

/** `status` is CELLS_FULL, SPARE_FULL, PAIRS_FULL or SLOTS_FULL: the array that was too small. */
export function makeListRoom(memory: StepMemory, kernel: StepKernel, status: number): void {
  if (status === CELLS_FULL) memory.grow({ cells: Math.ceil(GROWTH * memory.capacities.cells) });
  else if (status === SPARE_FULL) memory.grow({ spare: Math.ceil(LIST_GROWTH * memory.I[layout.SPARE_NEEDED]) });
  else finishList(memory, kernel, status);
}

/** `first` is PAIRS_FULL or SLOTS_FULL: how far the list has come. */
export function finishList(memory: StepMemory, kernel: StepKernel, first: number): void {
  let status = first;
  while (status !== DONE) {
    const blocks = memory.I[layout.BLOCK_COUNT];
    if (status === PAIRS_FULL) {
      memory.grow({ pairs: Math.ceil(LIST_GROWTH * blocks * Math.max(...sizes(memory, layout.BLOCK_PAIRS))) });
      shareOutBlocks(memory);
      for (let b = 0; b < blocks; b++) kernel.makeRows(b);
    } else memory.grow({ slots: Math.ceil(LIST_GROWTH * memory.I[layout.SLOT_COUNT]) });
    status = kernel.linkSlots();
  }
}

/** One of the integers of each block. */
export function sizes(memory: StepMemory, field: number): number[] {
  const first = 2 * (memory.address(layout.BLOCK) + layout.BLOCK_INTEGERS) + field;
  const blocks = memory.I[layout.BLOCK_COUNT];
  return Array.from({ length: blocks }, (_, b) => memory.I[first + 2 * layout.BLOCK_STRIDE * b]);
}
