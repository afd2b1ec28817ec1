// SPDX-License-Identifier: MIT
/** Bulk quantities of a simulation at its present time, for programs. */
import type { Simulation } from '../simulation/simulation.ts';
import type { SimulationSpec } from '../simulation/simulation-spec.ts';
import { bodyKinds } from './body-kinds.ts';
import type { GranularState } from './granular-state.ts';
import { Measured, type MeasuredRegion } from './region-quantities.ts';
import { granularState } from './simulation-state.ts';

/**
 * The bodies and contacts of the present time, for functions of analysis. A simulation that was restored does not know
 * its first bodies: give the spec it was started with, so that those that are fixed or led by a motion are known as
 * walls.
 */
export function present(simulation: Simulation, spec: SimulationSpec = simulation.spec): GranularState {
  return granularState(simulation.time, simulation.bodies(), simulation.contacts(), bodyKinds(spec));
}

/**
 * What can be measured in a region at the present time; `values` takes the names of scene files. Each quantity is found
 * when it is first asked for.
 */
export function measure(
  simulation: Simulation,
  where: MeasuredRegion = { region: 'all' },
  spec: SimulationSpec = simulation.spec,
): Measured {
  return Measured.of(present(simulation, spec), where);
}
