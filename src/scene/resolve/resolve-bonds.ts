// SPDX-License-Identifier: MIT
/** Resolves the bonds of a scene: groups of bodies to ids, and pairs from files. */
import { type BodyIds, type BondRule, checkBondRule } from '../../bonds/bond-rule.ts';
import { didYouMean } from '../../errors/near-names.ts';
import { type BodyEntry, countOf, entryIds } from '../../simulation/bodies/body-groups.ts';
import type { SceneFields } from '../schema/scene-schema.ts';
import type { ScenePath } from '../source/source-tree.ts';
import { numbersOfTable } from './number-table.ts';
import { noBodyFiles, type Resolution, withoutUndefined } from './resolution.ts';

type RuleFields = Partial<SceneFields['bonds'][string]>;

export function resolveBonds(
  { bonds, materials, halfSpaces, meshes }: SceneFields,
  bodies: readonly BodyEntry[],
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
  bodies: readonly BodyEntry[],
  resolution: Resolution,
): BondRule {
  const groups = names?.map((group, k) => idsOf(group, [...path, 'groups', k], bodies, resolution));
  const list = file === undefined ? rule.list : pairsOf(file, [...path, 'file'], resolution);
  if (file !== undefined && rule.list !== undefined) {
    resolution.problems.push({ path: [...path, 'file'], message: 'expected a file or a list, not both' });
  }
  return withoutUndefined({ name, ...rule, list, groups: groups as BondRule['groups'] });
}

/** Ids of all bodies of entries with a name. */
function idsOf(name: string, path: ScenePath, bodies: readonly BodyEntry[], resolution: Resolution): BodyIds {
  const found: [number, number][] = [];
  const names = new Set<string>();
  for (const [first, entry] of entryIds(bodies)) {
    if (entry.name === undefined) continue;
    // Bodies of a file are NAME[0], NAME[1], and so on.
    const group = entry.name.replace(/\[\d+\]$/, '');
    names.add(group);
    if (entry.name === name || group === name) found.push([first, first + countOf(entry)]);
  }
  if (found.length === 0) {
    const known = [...names];
    const there = known.length === 0 ? 'give bodies as a mapping with names' : `there are ${known.join(', ')}`;
    const message = `unknown entry of bodies "${name}"${didYouMean(name, known)}; ${there}`;
    resolution.problems.push({ path, message });
  }
  return joined(found);
}

/** Ranges that follow each other as one. */
function joined(ranges: readonly (readonly [number, number])[]): BodyIds {
  const all: [number, number][] = [];
  for (const [from, to] of ranges) {
    const last = all.at(-1);
    if (last !== undefined && last[1] === from) last[1] = to;
    else all.push([from, to]);
  }
  return all;
}

function pairsOf(file: string, path: ScenePath, resolution: Resolution): [number, number][] {
  const rows = resolution.attempt(path, () => {
    const text = (resolution.files.readTable ?? noBodyFiles)(file);
    return numbersOfTable(text, file, { a: 'number', b: 'number' });
  });
  return (rows ?? []).map(([a = 0, b = 0]) => [a, b]);
}
