// SPDX-License-Identifier: MIT
/**
 * Moves a body along a direction until it has a wanted signed distance from another. Benchmarks and cases place pairs
 * so.
 */
import { dot, type Vector3 } from '../math/vector.ts';
import type { Contact } from './contact-result.ts';

/** Placed to this part of the wanted distance. */
const PLACEMENT_TOLERANCE = 1e-3;
/** B slides past A instead of approaching it when the normal is this much across. */
const SMALLEST_APPROACH = 0.02;

/**
 * The way along the unit vector `direction`, from `start` on, at which B has the signed distance `target` from A.
 * Undefined where B slides past A, or after `stepLimit` contacts. `contactAt` gives the contact with B that far along.
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
