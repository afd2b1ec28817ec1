// SPDX-License-Identifier: MIT
/**
 * Moves a body along a direction to a given signed distance from another. Used by benchmarks and verification cases.
 */
import { dot, type Vector3 } from '../math/vector.ts';
import type { Contact } from './contact-result.ts';

/** Accuracy relative to the target distance. */
const PLACEMENT_TOLERANCE = 1e-3;
/** B slides past A instead of approaching it when the normal is this much across. */
const SMALLEST_APPROACH = 0.02;

/**
 * Displacement along the unit vector `direction`, from `start` on, at which B has the signed distance `target` from A.
 * Undefined if B slides past A, or after `stepLimit` contacts. `contactAt` returns the contact at a displacement.
 */
export function placeAtDistance(
  contactAt: (shift: number) => Pick<Contact, 'distance' | 'normal'>,
  direction: Vector3,
  start: number,
  target: number,
  stepLimit: number,
): number | undefined {
  let shift = start;
  for (let step = 0; step < stepLimit; step++) {
    const { distance, normal } = contactAt(shift);
    if (Math.abs(distance - target) <= PLACEMENT_TOLERANCE * Math.abs(target)) return shift;
    const along = dot(normal, direction);
    if (along < SMALLEST_APPROACH) return undefined;
    shift += (target - distance) / along;
  }
  return undefined;
}
