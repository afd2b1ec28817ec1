// SPDX-License-Identifier: MIT
/** How long the filling of regions takes before a run: a rough estimate from the number and kind of bodies. */
import type { InsertionSpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import { bodySizeOf } from './body-size.ts';
import { insertionMix } from './insertion-mix.ts';

/** CPU time of an element, s, measured with 2000 spheres to 0.62, 1000 boxes to 0.6 and 1300 ellipsoids to 0.66. */
const SECONDS_PER_SPHERE = 1e-3;
const SECONDS_PER_PIECE = 1e-2;

/** Bodies that fill the region of an insertion, about; 0 for one that does not fill. */
export function fillingBodies(insertion: InsertionSpec, spec: SimulationSpec): number {
  if (insertion.fill === undefined) return 0;
  const { volume, regionVolume } = insertionMix(insertion, spec);
  return volume > 0 ? Math.round((insertion.fill.fraction * regionVolume) / volume) : 0;
}

/** s of CPU time. */
export function fillingTime(spec: SimulationSpec): number {
  return (spec.insertions ?? []).reduce((sum, insertion) => {
    if (insertion.fill === undefined) return sum;
    const { shares } = insertionMix(insertion, spec);
    const mean = insertion.shapes.reduce((total, { shape }, k) => {
      const found = spec.shapes?.find(({ name }) => name === shape);
      if (found === undefined) return total;
      const perElement = 'sphere' in found || 'clump' in found ? SECONDS_PER_SPHERE : SECONDS_PER_PIECE;
      return total + shares[k] * perElement * bodySizeOf(found).elementCount;
    }, 0);
    return sum + fillingBodies(insertion, spec) * mean;
  }, 0);
}
