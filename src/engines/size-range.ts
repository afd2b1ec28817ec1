// SPDX-License-Identifier: MIT
/** Smallest and largest radius of the spheres of a scene, those of clumps and of later insertions included. */
import { sizeRange as rangeOfSizes } from '../bodies/insertion/size-distribution.ts';
import { radiiOfShape } from '../simulation/set-up.ts';
import type { SimulationSpec } from '../simulation/simulation-spec.ts';
import type { SizeRange } from './engine-frame.ts';
import { atomsOf, type ClumpShapes, type StartBodies } from './start-bodies.ts';

export function sizeRange(spec: SimulationSpec, bodies: StartBodies, clumps: ClumpShapes): SizeRange {
  let smallest = Infinity;
  let largest = 0;
  const note = (radius: number): void => {
    smallest = Math.min(smallest, radius);
    largest = Math.max(largest, radius);
  };
  for (const { radius } of atomsOf(bodies, clumps)) note(radius);
  for (const { shapes } of spec.insertions ?? []) {
    for (const { shape, scale } of shapes) {
      const found = spec.shapes?.find(({ name }) => name === shape);
      const range = rangeOfSizes(scale);
      for (const radius of found === undefined ? [] : radiiOfShape(found)) {
        note(radius * range.smallest);
        note(radius * range.largest);
      }
    }
  }
  return { smallest, largest };
}
