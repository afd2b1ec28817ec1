// SPDX-License-Identifier: MIT
/** Statistics of the neighbour list and the contacts. */
import * as layout from '../../step-kernel/step-layout.ts';
import { sizes } from '../neighbour-list/list-room.ts';
import { largestOfBlocks } from '../time-loop/step-loop.ts';
import type { StepMemory } from '../time-loop/step-memory.ts';
import type { SimulationStatistics } from './simulation-views.ts';

/** Contacts are those of the last probe. */
export function readStatistics(memory: StepMemory): SimulationStatistics {
  const { F, I, bytes } = memory;
  const total = (field: number): number => sizes(memory, field).reduce((sum, size) => sum + size, 0);
  const pairs = total(layout.BLOCK_PAIRS);
  const contacts = total(layout.BLOCK_CONTACTS);
  const maxOverlapRatio = largestOfBlocks(F, I, layout.BLOCK_OVERLAP);
  return { pairs, contacts, rebuilds: I[layout.SORT_COUNT], maxOverlapRatio, bytes };
}
