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
