// SPDX-License-Identifier: MIT
/** The smallest body of each kind that a simulation has or will insert; these bound the time step. */
import { sizeRange } from '../../bodies/insertion/size-distribution.ts';
import type { SimulationSpec } from '../simulation-spec.ts';

/** Numbers of shape and material, and factor on the shape's size. */
type Kind = readonly [shape: number, material: number, scale: number];

/** Every pair of shape and material of bodies and of insertions to come, with the smallest factor that occurs. */
export function smallestKinds(spec: SimulationSpec, bodies: Iterable<Kind>): Iterable<Kind> {
  const { shapes = [], materials, insertions = [] } = spec;
  const smallest = new Map<number, Kind>();
  const note = (kind: Kind): void => {
    const key = kind[0] * materials.length + kind[1];
    if (!((smallest.get(key)?.[2] ?? Infinity) <= kind[2])) smallest.set(key, kind);
  };
  for (const kind of bodies) note(kind);
  for (const inserted of insertions.flatMap((insertion) => insertion.shapes)) {
    const shape = shapes.findIndex(({ name }) => name === inserted.shape);
    const material = materials.findIndex(({ name }) => name === inserted.material);
    note([shape, material, sizeRange(inserted.scale).smallest]);
  }
  return smallest.values();
}
