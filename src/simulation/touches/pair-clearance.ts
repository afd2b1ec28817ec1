// SPDX-License-Identifier: MIT
/**
 * How long listed pairs stay apart (CLEARANCE), for finders in TypeScript: as src/step-kernel/convex-pairs.ts keeps it
 * for the pairs that it gathers. A gap that is proven is used up by the path lengths of both elements, and until then
 * the pair needs no query. No bit of a step depends on whether it is known.
 */
import * as layout from '../../step-kernel/step-layout.ts';

/** 2^-50: bound of the relative rounding error of the sum of two path lengths and a gap. */
const ROUNDING = 8.881784197001252e-16;

/** Forgets the gaps of a block that were found for an older list. */
export function refreshClearances(F: Float64Array, I: Int32Array, block: number): void {
  const integers = 2 * (I[layout.BLOCK] + layout.BLOCK_STRIDE * block + layout.BLOCK_INTEGERS);
  if (I[integers + layout.BLOCK_CLEARANCE_SORT] === I[layout.SORT_COUNT]) return;
  I[integers + layout.BLOCK_CLEARANCE_SORT] = I[layout.SORT_COUNT];
  const first = I[layout.CLEARANCE] + block * I[layout.PAIRS_PER_BLOCK];
  F.fill(-1, first, first + I[integers + layout.BLOCK_PAIRS]);
}

/** Whether pair p, of the elements i and j, is known to be apart. */
export function isClear(F: Float64Array, I: Int32Array, p: number, i: number, j: number): boolean {
  const paths = I[layout.PATH_LENGTH];
  return F[paths + i] + F[paths + j] < F[I[layout.CLEARANCE] + p];
}

/** Notes that pair p, of elements that are not spheres, is at least `gap` apart. */
export function noteGap(F: Float64Array, I: Int32Array, p: number, i: number, j: number, gap: number): void {
  const paths = I[layout.PATH_LENGTH];
  const sum = F[paths + i] + F[paths + j] + gap;
  F[I[layout.CLEARANCE] + p] = sum - ROUNDING * sum;
}
