// SPDX-License-Identifier: MIT
/** Which materials and shapes of a simulation occur in bodies, walls and insertions. */
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';

type Occurrences = Pick<SimulationSpec, 'bodies' | 'insertions' | 'halfSpaces' | 'meshes'>;

/** Materials of what moves freely, and of everything. */
export function usedMaterials({ bodies = [], insertions = [], halfSpaces = [], meshes = [] }: Occurrences): {
  free: ReadonlySet<string>;
  all: ReadonlySet<string>;
} {
  const inserted = insertions.flatMap(({ shapes }) => shapes);
  const moving = bodies.filter(({ fixed, motion }) => fixed !== true && motion === undefined);
  const free = new Set([...moving, ...inserted].map(({ material }) => material));
  return { free, all: new Set([...bodies, ...inserted, ...halfSpaces, ...meshes].map(({ material }) => material)) };
}

export function usedShapes({ bodies = [], insertions = [] }: Occurrences): ReadonlySet<string> {
  return new Set([...bodies, ...insertions.flatMap(({ shapes }) => shapes)].map(({ shape }) => shape));
}
