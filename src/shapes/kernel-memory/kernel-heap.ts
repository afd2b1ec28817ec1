// SPDX-License-Identifier: MIT
/**
 * Allocator of the kernel's memory. Blocks of shapes grow from the bottom, in size classes with free lists; buffers
 * that live as long as their owner (poses, caches, results) grow down from the top. Finalisers run only between tasks,
 * so a loop that makes shapes may fill the memory with dead blocks. Then all blocks are dropped between two queries (a
 * new generation) and written again when their shapes are queried.
 */

import { ScreeError } from '../../errors.ts';
import { HEAP } from '../../kernel/layout.ts';
import { F } from '../../kernel/memory.ts';
import { floorLog2 } from '../../math/elementary.ts';

class Arena {
  private readonly free = new Map<number, number[]>();
  used = 0;

  reuse(size: number): number | undefined {
    return this.free.get(size)?.pop();
  }

  release(address: number, size: number): void {
    const list = this.free.get(size);
    if (list) list.push(address);
    else this.free.set(size, [address]);
  }

  /** Cells released and not used again. */
  get released(): number {
    let cells = 0;
    for (const [size, list] of this.free) cells += size * list.length;
    return cells;
  }

  clear(): void {
    this.free.clear();
    this.used = 0;
  }
}

const blocks = new Arena();
const buffers = new Arena();
let generation = 0;
/** Reserves a quarter of the memory not used by buffers for the blocks of one query. */
const SWEEP_LEVEL = 0.75;

/** Number of times all blocks were dropped; an address is valid for one generation. */
export function blockGeneration(): number {
  return generation;
}

/**
 * From this size on, freed buffers are merged with their neighbours and divided again: their own size classes would
 * rarely be reused.
 */
const LARGE_CELLS = 65536;

/** Freed ranges of large buffers, by address; no two of them touch. */
const freeRanges: { address: number; size: number }[] = [];

/** Allocates from the upper end of the first range that is large enough. */
function takeRange(size: number): number | undefined {
  const index = freeRanges.findIndex((range) => range.size >= size);
  const range = freeRanges[index];
  if (range === undefined) return undefined;
  range.size -= size;
  if (range.size === 0) freeRanges.splice(index, 1);
  return range.address + range.size;
}

/** Merges the range with free neighbours; at the lower end of all buffers it is returned to the blocks. */
function returnRange(address: number, size: number): void {
  const at = freeRanges.findIndex((range) => range.address > address);
  const index = at < 0 ? freeRanges.length : at;
  freeRanges.splice(index, 0, { address, size });
  for (const i of [index, index - 1]) {
    const [range, next] = [freeRanges[i], freeRanges[i + 1]];
    if (range === undefined || next === undefined || range.address + range.size !== next.address) continue;
    range.size += next.size;
    freeRanges.splice(i + 1, 1);
  }
  const lowest = freeRanges[0];
  if (lowest === undefined || lowest.address !== F.length - buffers.used) return;
  buffers.used -= lowest.size;
  freeRanges.shift();
}

/**
 * Rounds sizes up to eighths of a power of two: at most an eighth is wasted, and freed cells can be reused. At least 8
 * cells, so blocks start on cache lines.
 */
function sizeClass(cells: number): number {
  if (cells <= 32) return 32;
  const step = Math.max(8, 2 ** (floorLog2(cells) - 3));
  return Math.ceil(cells / step) * step;
}

function fits(size: number): boolean {
  return HEAP + blocks.used + buffers.used + size <= F.length;
}

function memoryFull(size: number): ScreeError {
  const mebibytes = (cells: number): number => Math.ceil((cells * 8) / 2 ** 20);
  const used = blocks.used + buffers.used;
  return new ScreeError(
    'kernel-memory-full',
    `no room for ${mebibytes(size)} MiB in the kernel's memory: ${mebibytes(used)} of ${mebibytes(F.length)} ` +
      'MiB are in use. Use fewer vertices, or fewer pairs a batch.',
    { requestedBytes: size * 8, usedBytes: used * 8, capacityBytes: F.length * 8 },
  );
}

/** Drops all blocks if they fill most of the memory. Only between queries, because a query holds addresses. */
export function sweepBlocks(): void {
  if (blocks.used >= SWEEP_LEVEL * (F.length - HEAP - buffers.used)) forgetBlocks();
}

/** Drops all blocks to make room for a large buffer. Only between queries. */
export function forgetBlocks(): void {
  blocks.clear();
  generation++;
}

/** Small blocks come from pages of one size: headers with coordinates lie together, apart from faces and neighbours. */
const PAGE_CELLS = 4096;

/** Address of a shape's block of at least `cells` float64 cells, contents undefined. */
export function allocateBlock(cells: number): number {
  const size = sizeClass(cells);
  const reused = blocks.reuse(size);
  if (reused !== undefined) return reused;
  const count = Math.max(1, fits(PAGE_CELLS) ? Math.floor(PAGE_CELLS / size) : 1);
  if (!fits(count * size)) throw memoryFull(size);
  const address = HEAP + blocks.used;
  blocks.used += count * size;
  // The free list is a stack: the last one given back is used first.
  for (let k = count - 1; k > 0; k--) blocks.release(address + k * size, size);
  return address;
}

/** Frees a block of the given generation; blocks of earlier ones are already dropped. */
export function freeBlock(address: number, cells: number, ofGeneration: number): void {
  if (ofGeneration === generation) blocks.release(address, sizeClass(cells));
}

/** Address of at least `cells` float64 cells for as long as their owner keeps them; contents undefined. */
export function allocateCells(cells: number): number {
  const size = bufferSize(cells);
  const reused = size < LARGE_CELLS ? buffers.reuse(size) : takeRange(size);
  if (reused !== undefined) return reused;
  if (!fits(size)) throw memoryFull(size);
  buffers.used += size;
  return F.length - buffers.used;
}

/** Frees cells of allocateCells(cells). */
export function freeCells(address: number, cells: number): void {
  const size = bufferSize(cells);
  if (size < LARGE_CELLS) buffers.release(address, size);
  else returnRange(address, size);
}

/** Cells of `allocateCells` that have not been freed. */
export function ownedCellCount(): number {
  return freeRanges.reduce((cells, { size }) => cells - size, buffers.used - buffers.released);
}

/** Large buffers are not rounded up to a class: they share no list. */
function bufferSize(cells: number): number {
  return cells < LARGE_CELLS ? sizeClass(cells) : Math.ceil(cells / 8) * 8;
}
