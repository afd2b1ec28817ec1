// SPDX-License-Identifier: MIT
/**
 * Checks the bounds in CORE_LOWER and CORE_UPPER: their rounding allowance, whether they have met, and whether they
 * contradict each other, which correct bounds never do.
 */
import {
  CORE,
  CORE_LOWER,
  CORE_UPPER,
  PAIR_A,
  PAIR_B,
  PLACEMENT,
  REASON,
  REASON_ITERATION_LIMIT,
  REASON_NONE,
  ROUNDING,
  SHAPE_MARGIN,
  SHAPE_SUPPORT_ERROR,
  STATUS_BOUNDED,
  STATUS_CONVERGED,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { EPSILON, smallerExtent } from '../relative-pose.ts';

/**
 * Rounding error of poses, support values and the transformation to world coordinates, in roundings of the coordinates.
 */
export const ALLOWANCE_IN_ROUNDINGS: f64 = 16.0;
/** Bounds of polyhedra must close to this fraction of the smaller body; otherwise the exact path takes over. */
const POLYHEDRON_TOLERANCE: f64 = 1.0e-12;
/** Curved bodies count as converged at this fraction of the smaller body. */
const CURVED_TOLERANCE: f64 = 1.0e-9;

/** Rounding allowance of a bound: poses, support values, transformation to world coordinates. */
export function allowanceFor(margins: f64): f64 {
  const support: f64 = F[I[PAIR_A] + SHAPE_SUPPORT_ERROR] + F[I[PAIR_B] + SHAPE_SUPPORT_ERROR];
  return ALLOWANCE_IN_ROUNDINGS * (F[ROUNDING] + F[PLACEMENT] + EPSILON * margins) + support;
}

/** Largest difference of the core bounds that counts as met. */
export function closedWithin(polyhedral: bool): f64 {
  const allowance: f64 = 2.0 * ALLOWANCE_IN_ROUNDINGS * F[ROUNDING];
  return (polyhedral ? POLYHEDRON_TOLERANCE : CURVED_TOLERANCE) * smallerExtent() + allowance;
}

/** True when the bounds have met, after they are widened to include the reported distance. */
export function areBoundsClosed(polyhedral: bool): bool {
  const upper: f64 = F[CORE_UPPER] > F[CORE] ? F[CORE_UPPER] : F[CORE];
  const lower: f64 = F[CORE_LOWER] < F[CORE] ? F[CORE_LOWER] : F[CORE];
  return upper - lower <= closedWithin(polyhedral);
}

/** Status that follows from the bounds. Open bounds keep the reason that EPA set. */
export function statusOfBounds(polyhedral: bool, apart: bool): i32 {
  if (areBoundsClosed(polyhedral)) {
    I[REASON] = REASON_NONE;
    return STATUS_CONVERGED;
  }
  if (apart || I[REASON] === REASON_NONE) I[REASON] = REASON_ITERATION_LIMIT;
  return STATUS_BOUNDED;
}

/** True when the core bounds cross by more than their allowances: then one of their proofs is wrong. */
export function isContradiction(): bool {
  const margins: f64 = F[I[PAIR_A] + SHAPE_MARGIN] + F[I[PAIR_B] + SHAPE_MARGIN];
  return !(F[CORE_LOWER] - F[CORE_UPPER] <= 2.0 * allowanceFor(margins));
}
