// SPDX-License-Identifier: MIT
/** Encodes the sort of bodies by cell (kernels/cell-sort.ts), which every list begins with, for all kinds of bodies. */
import { SCAN_BLOCK } from '../kernels/cell-sort.ts';
import { GROUP } from '../kernels/prelude.ts';
import type { Buffers } from './kernel-runner.ts';

type SortKernel =
  | 'clear'
  | 'bin'
  | 'scanBlocks'
  | 'scanSums'
  | 'addSums'
  | 'scatter'
  | 'sortCells'
  | 'gather'
  | 'rename';

export type RunKernel = (name: SortKernel, key: string, buffers: Buffers, threads: number, over?: string) => void;

interface SortMemory {
  readonly count: number;
  readonly status: GPUBuffer;
  readonly starts: GPUBuffer;
  readonly blocks: GPUBuffer;
  readonly cellAndRank: GPUBuffer;
  readonly order: GPUBuffer;
  readonly newIndex: GPUBuffer;
}

/** `states` are those before and after, with the names; `key` says which copies they are. */
export function sortByCell(run: RunKernel, key: string, memory: SortMemory, states: Buffers, cellCount: number): void {
  const { count, status, starts, blocks, cellAndRank, order, newIndex } = memory;
  run('clear', 'cells', { starts }, cellCount + 1);
  run('bin', key, { ...states, status, starts, cellAndRank }, count);
  scan(run, 'cells', starts, blocks, cellCount);
  run('scatter', '', { cellAndRank, starts, order }, count);
  run('sortCells', '', { starts, order }, cellCount);
  run('gather', key, { ...states, status, order }, count);
  run('rename', key, { ...states, status, order, newIndex }, count);
}

/** Prefix sums of the numbers of `size` things and one more. */
export function scan(
  run: RunKernel,
  key: string,
  starts: GPUBuffer,
  blocks: GPUBuffer,
  size: number,
  over?: string,
): void {
  run('scanBlocks', key, { starts, blocks }, Math.ceil((size + 1) / SCAN_BLOCK) * GROUP, over);
  run('scanSums', over ?? '', { blocks }, GROUP, over);
  run('addSums', key, { starts, blocks }, size + 1, over);
}
