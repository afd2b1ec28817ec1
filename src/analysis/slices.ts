// SPDX-License-Identifier: MIT
/** Divides a region into slices of equal thickness, for profiles along an axis. */
import { InvalidOptionError } from '../errors.ts';
import { addScaled } from '../math/vector.ts';
import { type AnalysisRegion, boxRegion, cylinderRegion } from './region.ts';

/** World axis across which a region is cut. */
export type SliceAxis = 'x' | 'y' | 'z';

/** One slice of a region, and where it is. */
export interface Slice {
  /** Middle of the slice along the axis, m. */
  readonly at: number;
  readonly region: AnalysisRegion;
}

/** Largest angle between the axis of a cylinder and the requested axis. */
const PARALLEL = 1 - 1e-9;

/**
 * Cuts a region into slices of equal thickness: a box along any axis, a cylinder along its own.
 *
 * @throws InvalidOptionError for other regions and axes.
 *
 * @example
 * ```ts
 * import { Simulation } from 'scree/dem';
 * import { analysisRegion, present, slices } from 'scree/analysis';
 *
 * const simulation = new Simulation({
 *   timeStep: 1e-5,
 *   gravity: [0, 0, -9.81],
 *   law: { normal: 'linear' },
 *   materials: [{ name: 'glass', density: 2500, stiffness: 5000 }],
 *   shapes: [{ name: 'marble', sphere: { radius: 0.01 } }],
 *   bodies: [{ shape: 'marble', material: 'glass', positions: Float64Array.of(0, 0, 0.0099, 0, 0, 0.0297) }],
 *   halfSpaces: [{ name: 'floor', normal: [0, 0, 1], offset: 0, material: 'glass' }],
 * });
 * const region = analysisRegion({ box: { min: [-1, -1, 0], max: [1, 1, 2] } }, present(simulation));
 * console.log(slices(region, 'z', 4).length); // 4
 * ```
 */
export function slices(region: AnalysisRegion, axis: SliceAxis, count: number): Slice[] {
  const { min, max, cylinder } = region;
  const low = min[axis];
  const step = (max[axis] - low) / count;
  // The sides of neighbours are the same number, and the last is that of the region.
  const side = (k: number): number => (k === count ? max[axis] : low + k * step);
  if (cylinder !== undefined) {
    const { from, axis: own, height, radius } = cylinder;
    if (!(Math.abs(own[axis]) >= PARALLEL)) refuse(`a cylinder is cut along its own axis, which is not ${axis}`);
    return Array.from({ length: count }, (_, k) => {
      const start = addScaled(from, own, (k * height) / count);
      const end = addScaled(from, own, ((k + 1) * height) / count);
      return { at: 0.5 * (start[axis] + end[axis]), region: cylinderRegion(start, end, radius) };
    });
  }
  if (region.sphere !== undefined) refuse('a ball is not cut into slices; give a box or a cylinder');
  return Array.from({ length: count }, (_, k) => ({
    at: 0.5 * (side(k) + side(k + 1)),
    region: boxRegion({ ...min, [axis]: side(k) }, { ...max, [axis]: side(k + 1) }),
  }));
}

function refuse(problem: string): never {
  throw new InvalidOptionError('no-slices', `profile: ${problem}`);
}
