// SPDX-License-Identifier: MIT
/**
 * The data of a spec that an analysis needs besides positions: solids, densities, walls among the bodies, gravity and
 * periods.
 */

import { type Vector3, vector3, ZERO_VECTOR } from '../math/vector.ts';
import { wallIds } from '../simulation/bodies/body-groups.ts';
import type { SimulationSpec } from '../simulation/simulation-spec.ts';
import { type Solid, solidOf } from './body-solid.ts';
import type { GranularState } from './granular-state.ts';

export interface BodyKinds {
  readonly solids: readonly Solid[];
  /** kg/m3, by number of material. */
  readonly densities: readonly number[];
  /** Ids of bodies that are fixed or have a prescribed motion. */
  readonly walls: ReadonlySet<number>;
  readonly gravity: Vector3;
  readonly periodic: GranularState['periodic'];
}

const known = new WeakMap<SimulationSpec, BodyKinds>();

/** Found once for each spec, since solids take time. */
export function bodyKinds(spec: SimulationSpec): BodyKinds {
  const kinds = known.get(spec) ?? findKinds(spec);
  known.set(spec, kinds);
  return kinds;
}

function findKinds(spec: SimulationSpec): BodyKinds {
  const { shapes = [], materials, gravity, domain } = spec;
  const min = domain === undefined ? ZERO_VECTOR : vector3(domain.min);
  const max = domain === undefined ? ZERO_VECTOR : vector3(domain.max);
  const [x = false, y = false, z = false] = domain?.periodic ?? [];
  return {
    solids: shapes.map(solidOf),
    densities: materials.map(({ density }) => density),
    walls: wallIds(spec.bodies),
    gravity: vector3(gravity),
    periodic: {
      min,
      lengths: { x: x ? max.x - min.x : 0, y: y ? max.y - min.y : 0, z: z ? max.z - min.z : 0 },
    },
  };
}
