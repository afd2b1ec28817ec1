// SPDX-License-Identifier: MIT
/** Number of bodies that an insertion adds to a run if all find free space, and how long they stay. */
import { DueSteps } from '../../bodies/insertion/due-steps.ts';
import { StepClock } from '../../math/step-clock.ts';
import type { InsertionSpec } from '../../simulation/simulation-spec.ts';
import type { InsertionMix } from './insertion-mix.ts';

interface InsertedBodies {
  /** At the end. */
  readonly count: number;
  /** Mean over the whole run; bodies count from their insertion on. */
  readonly mean: number;
}

export function insertedBodies(
  insertion: InsertionSpec,
  duration: number,
  timeStep: number,
  { mass: bodyMass, volume, regionVolume }: Omit<InsertionMix, 'shares'>,
): InsertedBodies {
  const { rate, massRate, mass = Infinity, porosity, fill, from = 0, until = Infinity } = insertion;
  const steps = Math.ceil(duration / timeStep);
  const solid = fill?.fraction ?? (porosity === undefined ? Infinity : 1 - porosity);
  const byVolume = (solid * regionVolume) / volume;
  const byFlow =
    massRate === undefined ? Infinity : (massRate * Math.max(0, Math.min(duration, until) - from)) / bodyMass;
  const most = Math.round(Math.min(mass / bodyMass, byVolume, byFlow));
  const count = Math.min(most, new DueSteps(insertion, new StepClock(timeStep)).bodiesThrough(steps));
  // They come evenly, from the first to the last.
  const perSecond = rate ?? (massRate === undefined ? Infinity : massRate / bodyMass);
  const present = Math.max(0, duration - from - count / perSecond / 2);
  return { count, mean: (count * Math.min(present, duration)) / duration };
}
