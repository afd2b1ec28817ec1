// SPDX-License-Identifier: MIT
/** Filling from a program, before a simulation is made. */
import { Simulation } from '../simulation.ts';
import type { SimulationSpec } from '../simulation-spec.ts';
import { type FilledRegion, type FillOptions, fillsBetween } from './fill-regions.ts';

/**
 * Fills the regions of all insertions of a spec that have `fill`, before its first step. A simulation that is made from
 * the same spec uses these bodies and does not compute them again. Other work of the program runs between rounds.
 *
 * @throws SceneError if a region cannot be filled, with the fraction that was reached.
 *
 * @example
 * ```ts
 * import { fillRegions } from 'scree/dem';
 *
 * const regions = await fillRegions({
 *   timeStep: 1e-5,
 *   gravity: [0, 0, -9.81],
 *   law: { normal: 'linear' },
 *   materials: [{ name: 'glass', density: 2500, stiffness: 5000 }],
 *   shapes: [{ name: 'marble', sphere: { radius: 0.02 } }],
 *   bodies: [],
 *   insertions: [
 *     {
 *       name: 'bed',
 *       region: { box: { min: [0, 0, 0], max: [0.2, 0.2, 0.2] } },
 *       shapes: [{ shape: 'marble', material: 'glass', weight: 1 }],
 *       fill: { fraction: 0.3 },
 *     },
 *   ],
 * });
 * console.log(regions.length); // 1
 * ```
 */
export async function fillRegions(spec: SimulationSpec, options: FillOptions = {}): Promise<FilledRegion[]> {
  const fills = await fillsBetween(spec, (world) => new Simulation(world), options);
  return [...fills.values()].map(({ inserted: _, ...region }) => region);
}
