// SPDX-License-Identifier: MIT
/** Gap beyond which two bodies have no contact in a step: that of the cores, which margins and adhesion bridge. */
import { allowanceFor } from '../certificate/bounds.ts';
import { PAIR_A, PAIR_B, SHAPE_MARGIN, STEP_REACH } from '../layout.ts';
import { F, I } from '../memory.ts';

export function apartBeyond(): f64 {
  const margins: f64 = F[I[PAIR_A] + SHAPE_MARGIN] + F[I[PAIR_B] + SHAPE_MARGIN];
  return F[STEP_REACH] + margins + allowanceFor(margins);
}
