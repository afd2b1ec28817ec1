// SPDX-License-Identifier: MIT
/** Filling from a program, before a simulation is made. */
import { Simulation } from '../simulation.ts';
import type { SimulationSpec } from '../simulation-spec.ts';
import { type FilledRegion, type FillOptions, fillsBetween } from './fill-regions.ts';

/**
 * Fills the regions of all insertions of a spec that have `fill`, before its first step. A simulation that is made from
 * the same spec uses these bodies and does not compute them again. Other work of the program runs between rounds.
 * Throws a SceneError if a region cannot be filled, with the fraction that was reached.
 */
export async function fillRegions(spec: SimulationSpec, options: FillOptions = {}): Promise<FilledRegion[]> {
  const fills = await fillsBetween(spec, (world) => new Simulation(world), options);
  return [...fills.values()].map(({ inserted: _, ...region }) => region);
}
