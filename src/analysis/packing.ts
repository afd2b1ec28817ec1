// SPDX-License-Identifier: MIT
/**
 * Packing fraction of a region: volume of the free bodies in it over its own, with an error bound. Overlaps count
 * twice.
 */
import { type GranularState, vectorAt } from './granular-state.ts';
import { imagesNear } from './periodic-images.ts';
import type { AnalysisRegion } from './region.ts';
import { SortedSums } from './sorted-sum.ts';
import { volumeInRegion } from './volume-in-region.ts';

/** Solid volume of a region and its share of the region's volume, with a bound of the error. */
export interface Packing {
  /** m3 */
  readonly solidVolume: number;
  /** Solid volume over the volume of the region. */
  readonly fraction: number;
  /** The true fraction differs by no more. */
  readonly error: number;
}

/** Undefined for a region without volume. */
export function packing(state: GranularState, region: AnalysisRegion): Packing | undefined {
  if (!(region.volume > 0)) return undefined;
  const { bodies, solids, periodic } = state;
  const sums = new SortedSums(2);
  for (let k = 0; k < bodies.count; k++) {
    if (bodies.isFree[k] === 0) continue;
    const solid = solids[bodies.shape[k]];
    const [w = 1, x = 0, y = 0, z = 0] = bodies.orientation.subarray(4 * k, 4 * k + 4);
    const scale = bodies.scale[k];
    const centre = vectorAt(bodies.position, k);
    const cells = region.isAll
      ? [centre]
      : imagesNear(centre, scale * solid.radius, region.min, region.max, periodic.lengths);
    for (const position of cells) {
      const { volume, error } = volumeInRegion(solid, { position, orientation: { w, x, y, z }, scale }, region);
      sums.add(volume, error);
    }
  }
  const [solidVolume = 0, error = 0] = sums.sums();
  return { solidVolume, fraction: solidVolume / region.volume, error: error / region.volume };
}
