// SPDX-License-Identifier: MIT
/**
 * How long listed pairs stay apart (CLEARANCE), for finders in TypeScript: as src/step-kernel/convex-pairs.ts keeps it
 * for the pairs that it gathers. A gap that is proven is used up by the path lengths of both elements, and until then
 * the pair needs no query. A rebuild of the list carries what is left of it over. No bit of a step depends on it.
 */
import * as layout from '../../step-kernel/step-layout.ts';

/** 2^-50: bound of the relative rounding error of the sum of two path lengths and a gap. */
const ROUNDING = 8.881784197001252e-16;

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
