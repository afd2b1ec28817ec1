// SPDX-License-Identifier: MIT
/** Resolves the bonds of a scene: groups of bodies to ids, and pairs from files. */
import { type BondRule, checkBondRule } from '../../bonds/bond-rule.ts';
import type { SceneFields } from '../schema/scene-schema.ts';
import type { ScenePath } from '../source/source-tree.ts';
import type { NamedBodies } from './named-bodies.ts';
import { numbersOfTable } from './number-table.ts';
import { noBodyFiles, type Resolution, withoutUndefined } from './resolution.ts';

type RuleFields = Partial<SceneFields['bonds'][string]>;

const BY_MATERIAL = 'give them a material of their own and bond that with between';

export function resolveBonds(
  { bonds, materials, halfSpaces, meshes }: SceneFields,
  bodies: NamedBodies,
  resolution: Resolution,
): BondRule[] {
  const solids = Object.keys(meshes);
  const names = {
    materials: Object.keys(materials),
    walls: [...Object.keys(halfSpaces), ...solids],
    meshes: solids,
  };
  return Object.entries(bonds).map(([name, fields]) => {
    const path = ['bonds', name];
    const rule = resolveRule(name, fields, path, bodies, resolution);
    // Unknown materials have been noted with those of all sections.
    const isKnown = (rule.between ?? []).every((each) => names.materials.includes(each));
    if (isKnown) resolution.attempt(path, (text) => checkBondRule(rule, text, names));
    return rule;
  });
}

/** A rule, or the numbers of one that change. */
export function resolveRule(
  name: string,
  { groups: names, file, ...rule }: RuleFields,
  path: ScenePath,
  bodies: NamedBodies,
  resolution: Resolution,
): BondRule {
  const groups = names?.map((group, k) => bodies.idsOf(group, [...path, 'groups', k], BY_MATERIAL));
  const list = file === undefined ? rule.list : pairsOf(file, [...path, 'file'], resolution);
  if (file !== undefined && rule.list !== undefined) {
    resolution.problems.push({ path: [...path, 'file'], message: 'expected a file or a list, not both' });
  }
  return withoutUndefined({ name, ...rule, list, groups: groups as BondRule['groups'] });
}

function pairsOf(file: string, path: ScenePath, resolution: Resolution): [number, number][] {
  const rows = resolution.attempt(path, () => {
    const text = (resolution.files.readTable ?? noBodyFiles)(file);
    return numbersOfTable(text, file, { a: 'number', b: 'number' });
  });
  return (rows ?? []).map(([a = 0, b = 0]) => [a, b]);
}
