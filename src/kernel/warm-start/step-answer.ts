// SPDX-License-Identifier: MIT
/** Answers of a warm start to a pair in a step of a simulation, and the gap beyond which there is no contact. */
import { allowanceFor } from '../certificate/bounds.ts';
import { PAIR_A, PAIR_B, SHAPE_MARGIN, STEP_REACH } from '../layout.ts';
import { F, I } from '../memory.ts';

/** Nothing is proven. */
export const STEP_OPEN: i32 = 0;
/** The least overlap is proven; the answer is in CORE. */
export const STEP_OVERLAP: i32 = 1;
/** The bodies are farther apart than a contact reaches; CORE is a lower bound of their gap. */
export const STEP_APART: i32 = 2;

/** Gap of the placed pair's cores that neither margins nor adhesion bridge. */
export function apartBeyond(): f64 {
  const margins: f64 = F[I[PAIR_A] + SHAPE_MARGIN] + F[I[PAIR_B] + SHAPE_MARGIN];
  return F[STEP_REACH] + margins + allowanceFor(margins);
}
