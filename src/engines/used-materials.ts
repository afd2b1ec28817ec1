// SPDX-License-Identifier: MIT
/** Which materials bodies have, now or after an insertion, and which walls have. */
import type { SimulationSpec } from '../simulation/simulation-spec.ts';

export interface UsedMaterials {
  /** By number, in the order of the spec. */
  readonly bodies: ReadonlySet<number>;
  readonly walls: ReadonlySet<number>;
}

export function usedMaterials(spec: SimulationSpec): UsedMaterials {
  const { materials, bodies = [], insertions = [], halfSpaces = [], meshes = [] } = spec;
  const numbers = (names: readonly string[]): Set<number> =>
    new Set(materials.flatMap(({ name }, k) => (names.includes(name) ? [k] : [])));
  return {
    bodies: numbers([
      ...new Set(bodies.map(({ material }) => material)),
      ...insertions.flatMap(({ shapes }) => shapes.map(({ material }) => material)),
    ]),
    walls: numbers([...halfSpaces, ...meshes].map(({ material }) => material)),
  };
}
