// SPDX-License-Identifier: MIT
/** Cells of the kernel's memory for shapes and buffers: size classes with free lists above a rising mark. */
import { ScreeError } from '../errors.ts';
import { HEAP } from '../kernel/layout.ts';
import { F } from '../kernel/memory.ts';

const free = new Map<number, number[]>();
let mark = HEAP;

/** Sizes are rounded up to eighths of a power of two: at most an eighth is wasted and freed cells find a new user. */
function sizeClass(cells: number): number {
  if (cells <= 32) return 32;
  const step = 2 ** (Math.floor(Math.log2(cells)) - 3);
  return Math.ceil(cells / step) * step;
}

/** Address of at least `cells` float64 cells, contents undefined; even, so that SIMD loads are aligned. */
export function allocateCells(cells: number): number {
  const size = sizeClass(cells);
  const reused = free.get(size)?.pop();
  if (reused !== undefined) return reused;
  if (mark + size > F.length) {
    throw new ScreeError(
      'kernel-memory-full',
      `no room for ${Math.ceil((size * 8) / 2 ** 20)} MiB in the kernel's memory: ${Math.floor((mark * 8) / 2 ** 20)} of ${(F.length * 8) / 2 ** 20} MiB are in use. Drop shapes that are no longer needed, or use fewer vertices.`,
      { requestedBytes: size * 8, usedBytes: mark * 8, capacityBytes: F.length * 8 },
    );
  }
  const address = mark;
  mark += size;
  return address;
}

/** Gives back what allocateCells(cells) returned. */
export function freeCells(address: number, cells: number): void {
  const size = sizeClass(cells);
  const list = free.get(size);
  if (list) list.push(address);
  else free.set(size, [address]);
}
