// SPDX-License-Identifier: MIT
/**
 * The forces of a list of touching pairs, one after the other. The WebAssembly build has a text of its own
 * (scripts/kernel/hit-forces.as) that computes two at once, lane by lane, so that it has the same bits.
 */
import { FRICTION, HERTZ, HIT_INTEGERS } from './step-layout.ts';
import { hitForce } from './touching-spheres.ts';

/**
 * Forces of `count` hits from I[hits] on, by Hertz's spring with friction; `periodic` where the domain repeats itself.
 */
export function hitForces(hits: i32, count: i32, sums: i32, periodic: bool): void {
  for (let k: i32 = 0; k < count; k++) hitForce(HERTZ | FRICTION, hits + HIT_INTEGERS * k, sums, periodic);
}
