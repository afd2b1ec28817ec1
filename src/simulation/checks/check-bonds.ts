// SPDX-License-Identifier: MIT
/** Checks the rules of bonds of a spec. */
import { type BondRule, checkBondRule } from '../../bonds/bond-rule.ts';
import type { SimulationSpec } from '../simulation-spec.ts';

type Named = Pick<SimulationSpec, 'materials' | 'halfSpaces' | 'meshes'>;

/** Throws a SceneError that starts with the path of the wrong entry. */
export function checkBonds({ materials, halfSpaces = [], meshes = [] }: Named, rule: BondRule, path: string): void {
  const [planes, solids] = [halfSpaces, meshes].map((walls) => walls.map(({ name }) => name)) as [string[], string[]];
  const names = { materials: materials.map(({ name }) => name), walls: [...planes, ...solids], meshes: solids };
  checkBondRule(rule, path, names);
}
