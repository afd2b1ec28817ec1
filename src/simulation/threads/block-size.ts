// SPDX-License-Identifier: MIT
/**
 * Number of elements in a block: enough blocks for all threads, few enough that most pairs lie within one block. It
 * depends on the number of elements alone, so sums have the same bits for any number of threads.
 */

/** Four for each of 16 threads; with two, the last ones wait a tenth of the time (prisms: 390 ns a body, not 340). */
const BLOCKS_AT_LEAST = 64;
const SMALLEST_BLOCK = 64;
const LARGEST_BLOCK = 4096;

export function blockSizeFor(elements: number): number {
  return Math.min(LARGEST_BLOCK, Math.max(SMALLEST_BLOCK, Math.ceil(elements / BLOCKS_AT_LEAST)));
}

/** Blocks of this many elements at most, for any smaller number too. */
export function mostBlocks(elements: number): number {
  return (
    Math.max(Math.ceil(elements / LARGEST_BLOCK), Math.min(BLOCKS_AT_LEAST, Math.ceil(elements / SMALLEST_BLOCK))) + 1
  );
}
