// SPDX-License-Identifier: MIT
/** How long the filling of regions takes before a run: a rough estimate from the number and kind of bodies. */
import { regionOf } from '../../bodies/insertion/insertion-region.ts';
import { meanCube } from '../../bodies/insertion/size-distribution.ts';
import type { InsertionSpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import { bodySizeOf, bodyVolume } from './body-size.ts';

/** CPU time of an element, s, measured with 2000 spheres to 0.62, 1000 boxes to 0.6 and 1300 ellipsoids to 0.66. */
const SECONDS_PER_SPHERE = 1e-3;
const SECONDS_PER_PIECE = 1e-2;

/** Bodies that fill the region of an insertion, about; 0 for one that does not fill. */
export function fillingBodies(
  { fill, region, shapes: kinds, ...insertion }: InsertionSpec,
  spec: SimulationSpec,
): number {
  if (fill === undefined) return 0;
  let [bodies, volume] = [0, 0];
  for (const { shape, material, weight, scale } of kinds) {
    const found = spec.shapes?.find(({ name }) => name === shape);
    if (found === undefined) continue;
    const each = bodyVolume(found) * meanCube(scale);
    const density =
      insertion.weightsBy === 'mass' ? (spec.materials.find(({ name }) => name === material)?.density ?? 1) : 1;
    const number = (insertion.weightsBy ?? 'number') === 'number' ? weight : weight / (each * density);
    bodies += number;
    volume += number * each;
  }
  return volume > 0 ? Math.round((fill.fraction * regionOf(region).volume * bodies) / volume) : 0;
}

/** s of CPU time. */
export function fillingTime(spec: SimulationSpec): number {
  return (spec.insertions ?? []).reduce((sum, insertion) => {
    const costs = insertion.shapes.map(({ shape }) => {
      const found = spec.shapes?.find(({ name }) => name === shape);
      if (found === undefined) return 0;
      const perElement = 'sphere' in found || 'clump' in found ? SECONDS_PER_SPHERE : SECONDS_PER_PIECE;
      return perElement * bodySizeOf(found).elementCount;
    });
    const mean = costs.reduce((total, cost) => total + cost, 0) / costs.length;
    return sum + fillingBodies(insertion, spec) * mean;
  }, 0);
}
