// SPDX-License-Identifier: MIT
/**
 * What the bounds in CORE_LOWER and CORE_UPPER are worth: what rounding may have cost them, whether they have met, and whether they contradict each
 * other, which no true bounds do.
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
} from './layout.ts';
import { F, I } from './memory.ts';
import { EPSILON, smallerExtent } from './relative-pose.ts';

/** What the rounding of poses, support values and the way back to the world may cost, in roundings of the coordinates. */
export const ALLOWANCE_IN_ROUNDINGS: f64 = 16.0;
/** Bounds of polyhedra must close to this fraction of the smaller body, or the exact path takes over. */
const POLYHEDRON_TOLERANCE: f64 = 1.0e-12;
/** Curved bodies count as converged at this fraction of the smaller body. */
export const CURVED_TOLERANCE: f64 = 1.0e-9;

/** What rounding may have cost a bound: the poses, the support values, the way back to the world. */
export function allowanceFor(margins: f64): f64 {
  const support: f64 = F[I[PAIR_A] + SHAPE_SUPPORT_ERROR] + F[I[PAIR_B] + SHAPE_SUPPORT_ERROR];
  return ALLOWANCE_IN_ROUNDINGS * (F[ROUNDING] + F[PLACEMENT] + EPSILON * margins) + support;
}

/** How far apart bounds of the cores may be that count as met. */
export function closedWithin(polyhedral: bool): f64 {
  const allowance: f64 = 2.0 * ALLOWANCE_IN_ROUNDINGS * F[ROUNDING];
  return (polyhedral ? POLYHEDRON_TOLERANCE : CURVED_TOLERANCE) * smallerExtent() + allowance;
}

/** True when the bounds, widened to hold the distance itself as they are reported, have met. */
export function areBoundsClosed(polyhedral: bool): bool {
  const upper: f64 = F[CORE_UPPER] > F[CORE] ? F[CORE_UPPER] : F[CORE];
  const lower: f64 = F[CORE_LOWER] < F[CORE] ? F[CORE_LOWER] : F[CORE];
  return upper - lower <= closedWithin(polyhedral);
}

/** Status that the bounds earn, which may be open for the reason that EPA has left. */
export function statusOfBounds(polyhedral: bool, apart: bool): i32 {
  if (areBoundsClosed(polyhedral)) {
    I[REASON] = REASON_NONE;
    return STATUS_CONVERGED;
  }
  if (apart || I[REASON] === REASON_NONE) I[REASON] = REASON_ITERATION_LIMIT;
  return STATUS_BOUNDED;
}

/** True when the bounds of the cores cross by more than both are widened by: then one of their proofs is wrong, whatever they say. */
export function isContradiction(): bool {
  const margins: f64 = F[I[PAIR_A] + SHAPE_MARGIN] + F[I[PAIR_B] + SHAPE_MARGIN];
  return !(F[CORE_LOWER] - F[CORE_UPPER] <= 2.0 * allowanceFor(margins));
}
