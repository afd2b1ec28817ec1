// SPDX-License-Identifier: MIT
/**
 * The forces of a list of touching pairs, one after the other. The WebAssembly build has a text of its own
 * (scripts/kernel/hit-forces.as) that computes two at once, lane by lane, so that it has the same bits.
 */
import { HIT_INTEGERS } from './layout.ts';
import { oneHit } from './one-hit.ts';

/** Forces of `count` hits from I[hits] on; `periodic` where the domain repeats itself. */
export function hitForces(hits: i32, count: i32, sums: i32, periodic: bool): void {
  for (let k: i32 = 0; k < count; k++) oneHit(hits + HIT_INTEGERS * k, sums, periodic);
}
