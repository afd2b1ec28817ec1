// SPDX-License-Identifier: MIT
/** How many bodies an insertion brings into a run, if all of them find a place, and for how long they are there. */
import { DueSteps } from '../../bodies/insertion/due-steps.ts';
import type { InsertionSpec } from '../../simulation/simulation-spec.ts';

export interface InsertedBodies {
  /** At the end. */
  readonly count: number;
  /** Over the whole run, those that are not there yet counted as none. */
  readonly mean: number;
}

export function insertedBodies(insertion: InsertionSpec, duration: number, timeStep: number): InsertedBodies {
  const steps = Math.ceil(duration / timeStep);
  const count = new DueSteps(insertion, timeStep).bodiesThrough(steps);
  const { rate, from = 0 } = insertion;
  // They come evenly, from the first to the last.
  const growth = rate === undefined ? 0 : count / rate;
  const present = Math.max(0, duration - from - growth / 2);
  return { count, mean: (count * Math.min(present, duration)) / duration };
}
