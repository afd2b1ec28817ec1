// SPDX-License-Identifier: MIT
/**
 * Maps paths of a specification back to the text of the scene, so that problems found later, such as features that a
 * device does not support, are reported with their locations.
 */
import { bodyCount } from '../simulation/bodies/body-groups.ts';
import type { SimulationSpec } from '../simulation/simulation-spec.ts';
import type { BodyEntry } from './resolve/resolution.ts';
import { formatPath, type ScenePath, type SceneProblem, type SourceTree } from './source/source-tree.ts';

/** Origins of the parts of a scene. */
export interface SceneOrigin {
  readonly tree: SourceTree;
  readonly bodyEntries: readonly BodyEntry[];
}

/** Something wrong with a part of a specification, called as there: `bodies[3].motion`. */
export interface SpecProblem {
  readonly path: string;
  readonly problem: string;
}

/** Lists of the specification that are mappings by name in a scene. */
const BY_NAME = ['materials', 'shapes', 'halfSpaces', 'meshes', 'insertions', 'outlets'] as const;

/** `bodies[3].motion` as the steps bodies, 3, motion. */
function stepsOf(path: string): (string | number)[] {
  return [...path.matchAll(/([^.[\]]+)|\[(\d+)\]/g)].map(([, key, index]) => key ?? Number(index));
}

/** The same location in the scene, where lists have names and one entry may be many bodies. */
function scenePathOf(path: string, spec: SimulationSpec, { tree, bodyEntries }: SceneOrigin): ScenePath {
  const [list, index, ...rest] = stepsOf(path);
  if (list === undefined) return [];
  if (typeof index !== 'number') return index === undefined ? [list] : [list, index, ...rest];
  if (list === 'bodies') {
    let first = 0;
    for (const entry of bodyEntries) {
      if (index < first + entry.count) return [...entry.path, ...rest];
      first += entry.count;
    }
    return [list];
  }
  const named = BY_NAME.find((each) => each === list);
  if (named === undefined) return [list, index, ...rest];
  const name = spec[named]?.[index]?.name ?? '';
  if (named === 'shapes' && !hasShape(tree.value, name)) {
    // Written inside a body.
    const { bodies = [] } = spec;
    const entry = bodies.findIndex(({ shape }) => shape === name);
    const body = bodyCount(bodies.slice(0, entry));
    if (entry >= 0) return [...scenePathOf(`bodies[${body}]`, spec, { tree, bodyEntries }), 'shape', ...rest];
  }
  return [named, name, ...rest];
}

function hasShape(scene: unknown, name: string): boolean {
  const { shapes } = scene as { shapes?: Readonly<Record<string, unknown>> };
  return shapes !== undefined && Object.hasOwn(shapes, name);
}

/** The problems at their locations in the scene; a problem of an entry with many bodies is reported once. */
export function problemsOfSpec(
  problems: readonly SpecProblem[],
  spec: SimulationSpec,
  origin: SceneOrigin,
): SceneProblem[] {
  const byText = new Map<string, SceneProblem>();
  for (const { path, problem } of problems) {
    const scenePath = scenePathOf(path, spec, origin);
    byText.set(`${formatPath(scenePath)}\n${problem}`, { path: scenePath, message: problem, at: 'key' });
  }
  return [...byText.values()];
}
