// SPDX-License-Identifier: MIT
/** The clock of a simulation: its time step, and since when it has it. */
import { type ClockStart, StepClock } from '../math/step-clock.ts';
import type { SimulationSpec } from './simulation-spec.ts';

type Counting = Pick<SimulationSpec, 'timeStep'> & { readonly countsFrom?: ClockStart | undefined };

export function clockOf({ timeStep, countsFrom }: Counting): StepClock {
  return new StepClock(timeStep, countsFrom);
}
