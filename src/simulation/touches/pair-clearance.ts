// SPDX-License-Identifier: MIT
/**
 * How long listed pairs stay apart (CLEARANCE). A gap that is proven is used up by the path lengths of both elements,
 * and until then the pair needs no query. `noteGap` of src/step-kernel/convex-pairs.ts writes it. A rebuild of the list
 * carries what is left of it over. No bit of a step depends on it.
 */
import * as layout from '../../step-kernel/step-layout.ts';

/**
 * Of the skin: queries search for gaps so large, so that pairs need not be asked again before they have come nearer by
 * it.
 */
export const SEARCHED_GAP = 0.1;

/** Whether pair p, of the elements i and j, is known to be apart. */
export function isClear(F: Float64Array, I: Int32Array, p: number, i: number, j: number): boolean {
  const paths = I[layout.PATH_LENGTH];
  return F[paths + i] + F[paths + j] < F[I[layout.CLEARANCE] + p];
}

/** Forgets where the queries of pairs would start, and which of them are apart: the next ones start from nothing. */
export function forgetAnswers({ F, I }: { readonly F: Float64Array; readonly I: Int32Array }): void {
  if (I[layout.HAS_PATH_LENGTHS] === 0 || I[layout.SORT_COUNT] === 0) return;
  for (let b = 0; b < I[layout.BLOCK_COUNT]; b++) {
    const integers = 2 * (I[layout.BLOCK] + layout.BLOCK_STRIDE * b + layout.BLOCK_INTEGERS);
    const first = I[layout.PAIRS_PER_BLOCK] * b;
    const end = first + I[integers + layout.BLOCK_PAIRS];
    for (let p = first; p < end; p++) {
      I[2 * (I[layout.WARM] + layout.WARM_STRIDE * p) + layout.WARM_SORT] = 0;
      F[I[layout.CLEARANCE] + p] = -1;
    }
  }
}
