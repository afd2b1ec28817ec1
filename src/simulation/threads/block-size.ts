// SPDX-License-Identifier: MIT
/**
 * Number of elements in a block: enough blocks for all threads, few enough that most pairs lie within one block. It
 * depends on the elements alone, so sums have the same bits for any number of threads.
 */

/** Smaller blocks of spheres have more pairs across them: 64 blocks cost 3,000 spheres 9 % on one thread. */
const BLOCKS_OF_SPHERES = 32;
/** Four for each of 16 threads; with two, the last ones wait a tenth of the time (prisms: 390 ns a body, not 340). */
const BLOCKS_OF_OTHERS = 64;
const SMALLEST_BLOCK = 64;
/** Of spheres. Smaller blocks cost more: with 1,024 elements, 100,000 spheres take 11 % more time on one thread. */
const LARGEST_OF_SPHERES = 4096;
/** Of others, whose contacts cost more than slots between blocks: 100,000 bodies have 12 for each of 16 threads. */
const LARGEST_OF_OTHERS = 512;

export function blockSizeFor(elements: number, areSpheres: boolean): number {
  const blocks = areSpheres ? BLOCKS_OF_SPHERES : BLOCKS_OF_OTHERS;
  const largest = areSpheres ? LARGEST_OF_SPHERES : LARGEST_OF_OTHERS;
  return Math.min(largest, Math.max(SMALLEST_BLOCK, Math.ceil(elements / blocks)));
}

/** Most blocks that this many elements, or fewer, of any kind can have. */
export function mostBlocks(elements: number): number {
  const least = Math.min(BLOCKS_OF_OTHERS, Math.ceil(elements / SMALLEST_BLOCK));
  return Math.max(Math.ceil(elements / LARGEST_OF_OTHERS), least) + 1;
}
