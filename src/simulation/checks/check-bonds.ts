// SPDX-License-Identifier: MIT
/** Checks the rules of bonds of a spec. */
import { type BondRule, checkBondRule } from '../../bonds/bond-rule.ts';
import type { SimulationSpec } from '../simulation-spec.ts';
import { refuse } from './check-spec.ts';

type Named = Pick<SimulationSpec, 'materials' | 'halfSpaces' | 'meshes' | 'law' | 'pairs'>;

/** Throws a SceneError that starts with the path of the wrong entry. */
export function checkBonds(spec: Named, rule: BondRule, path: string): void {
  const { materials, halfSpaces = [], meshes = [] } = spec;
  const [planes, solids] = [halfSpaces, meshes].map((walls) => walls.map(({ name }) => name)) as [string[], string[]];
  const names = { materials: materials.map(({ name }) => name), walls: [...planes, ...solids], meshes: solids };
  checkBondRule(rule, path, names);
  if (rule.restOverlap !== true) return;
  const laws = [spec.law, ...(spec.pairs ?? []).flatMap(({ law }) => law ?? [])];
  const other = laws.find(({ module, cohesion = 'none' }) => module !== undefined || cohesion !== 'none');
  if (other === undefined) return;
  const what = other.module === undefined ? `cohesion ${other.cohesion}` : 'a law from a module';
  refuse(`${path}.restOverlap`, `nothing with ${what}, which depends on the whole overlap`, true);
}
