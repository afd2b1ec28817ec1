// SPDX-License-Identifier: MIT
/** Resolves the outputs of a scene: the quantities of time series by name, with their bodies and meshes. */

import { nearestNames } from '../../errors/near-names.ts';
import { type BodyEntry, countOf, isGroup } from '../../simulation/bodies/body-groups.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { nearQuantity } from '../measured-quantity.ts';
import { type OutputQuantity, outputQuantity, QUANTITY_FORMS } from '../output-quantity.ts';
import type { AnalysisSpec, CsvSpec, OutputsSpec } from '../scene.ts';
import type { SceneFields } from '../schema/scene-schema.ts';
import type { ScenePath } from '../source/source-tree.ts';
import { FollowedWalls } from './followed-walls.ts';
import type { Resolution } from './resolution.ts';
import { resolveAnalysis } from './resolve-analysis.ts';

/** A set of names, or one that computes its answers. */
type KnownNames = Pick<ReadonlySet<string>, 'has' | typeof Symbol.iterator>;

/** Names that a misspelt one is compared with. */
const MOST_COMPARED = 1000;

function firstNames(names: KnownNames, most: number): string[] {
  const first: string[] = [];
  for (const name of names) {
    if (first.length === most) break;
    first.push(name);
  }
  return first;
}

/** Names of bodies, without a text for each body of a group. */
class BodyNames implements KnownNames {
  readonly #single = new Set<string>();
  readonly #groups = new Map<string, number>();

  constructor(bodies: readonly BodyEntry[]) {
    for (const entry of bodies) {
      if (entry.name === undefined) continue;
      if (isGroup(entry)) this.#groups.set(entry.name, countOf(entry));
      else this.#single.add(entry.name);
    }
  }

  has(name: string): boolean {
    if (this.#single.has(name)) return true;
    const [, group = '', index = ''] = /^(.*)\[(0|[1-9]\d*)\]$/.exec(name) ?? [];
    return Number(index || Number.NaN) < (this.#groups.get(group) ?? 0);
  }

  *[Symbol.iterator](): SetIterator<string> {
    yield* this.#single;
    for (const [name, count] of this.#groups) for (let k = 0; k < count; k++) yield `${name}[${k}]`;
  }
}

type CsvFields = NonNullable<NonNullable<SceneFields['outputs']>['csv']>;

/** Text of a message about names of a kind when no name is similar. */
const WHERE_DEFINED = {
  body: 'bodies of a lattice are NAME[0], NAME[1], …',
  mesh: 'meshes defines them',
  meshNumber: 'meshes defines them',
  halfSpace: 'halfSpaces defines them',
  outlet: 'outlets defines them',
  insertion: 'insertions defines them',
  servo: 'a wall with servo is one',
  joint: 'joints defines them',
  jointLoad: 'joints defines them',
  region: 'outputs.regions defines them',
  plane: 'outputs.planes defines them',
} as const;

/** Kinds of quantities whose names in scenes are others. */
const KIND_NAMES: Readonly<Record<string, string>> = { jointLoad: 'joint', meshNumber: 'mesh' };

/** With joints or springs the balance is not known: what drives and dampers do is not counted. */
const VARIABLE_ENERGIES = ['kinetic', 'rotational', 'potential', 'elastic', 'total'];
const VARIABLE_COUNTS: readonly string[] = ['bodies', 'contacts', 'events', 'steps'];
const VARIABLE_LOSSES = ['frictionLoss', 'dampingLoss', 'rollingLoss'];

/** Why a quantity is not known with these steps; undefined when it is. */
function notKnown(quantity: OutputQuantity, isVariable: boolean, hasJoints: boolean): string | undefined {
  const isEvents = quantity.kind === 'count' && (quantity.of === 'events' || quantity.of === 'steps');
  if (!isVariable) return isEvents ? `${quantity.columns[0]} is known with variable steps only` : undefined;
  const energies = [...VARIABLE_ENERGIES, ...VARIABLE_LOSSES, ...(hasJoints ? [] : ['balance'])];
  if (quantity.kind === 'energy' && !energies.includes(quantity.part)) {
    const steps = hasJoints ? 'variable steps and joints or springs' : 'variable steps';
    return `${quantity.columns[0]} is not known with ${steps}; there are energy.(${energies.join('|')})`;
  }
  if (quantity.kind === 'count' && !VARIABLE_COUNTS.includes(quantity.of)) {
    const owner = quantity.of === 'pairs' || quantity.of === 'rebuilds' ? 'the neighbour list' : 'the bonds';
    return `${quantity.columns[0]} belongs to ${owner} of fixed steps; there are count.(${VARIABLE_COUNTS.join('|')})`;
  }
  return undefined;
}

/** What quantities may name, and which are known. */
export interface QuantityScope {
  readonly known: Readonly<Record<keyof typeof WHERE_DEFINED, KnownNames>>;
  readonly isVariable: boolean;
  readonly hasJoints: boolean;
}

type ScopeFields = Pick<SceneFields, 'integrator' | 'joints' | 'springs' | 'meshes' | 'stages'>;

export function quantityScope(
  { integrator, joints, springs, meshes: meshFields, stages = {} }: ScopeFields,
  { bodies = [], meshes = [], halfSpaces = [], outlets = [], insertions = [] }: Omit<SimulationSpec, 'timeStep'>,
  analysis: AnalysisSpec,
): QuantityScope {
  const laterServos = Object.values(stages).flatMap(({ set }) =>
    Object.entries({ ...set?.halfSpaces, ...set?.meshes }).flatMap(([name, { servo = 'none' }]) =>
      servo === 'none' ? [] : name,
    ),
  );
  return {
    isVariable: integrator !== undefined,
    hasJoints: Object.keys(joints).length + Object.keys(springs).length > 0,
    known: {
      region: new Set(analysis.regions.keys()),
      plane: new Set(analysis.planes.keys()),
      body: new BodyNames(bodies),
      // Includes those with their own problem, which has been reported already.
      mesh: new Set(Object.keys(meshFields)),
      meshNumber: new Set(Object.keys(meshFields)),
      halfSpace: new Set(halfSpaces.map(({ name }) => name)),
      outlet: new Set(outlets.map(({ name }) => name)),
      insertion: new Set(insertions.map(({ name }) => name)),
      joint: new Set(Object.keys(joints)),
      jointLoad: new Set(Object.keys(joints)),
      servo: new Set([
        ...[...halfSpaces, ...meshes].filter(({ servo }) => servo !== undefined).map(({ name }) => name),
        ...laterServos,
      ]),
    },
  };
}

/** The quantity of a name; undefined and a problem if there is none. */
export function resolveQuantity(
  text: string,
  path: ScenePath,
  { known, isVariable, hasJoints }: QuantityScope,
  resolution: Resolution,
): OutputQuantity | undefined {
  const quantity = outputQuantity(text);
  if (quantity === undefined) {
    const hint = nearQuantity(text, QUANTITY_FORMS);
    const message = `unknown quantity "${text}"${hint}; there are ${QUANTITY_FORMS.join(', ')}`;
    resolution.problems.push({ path, message });
    return undefined;
  }
  const missing = notKnown(quantity, isVariable, hasJoints);
  if (missing !== undefined) {
    resolution.problems.push({ path, message: missing });
    return undefined;
  }
  if ('name' in quantity && !known[quantity.kind].has(quantity.name)) {
    const [nearest] = nearestNames(quantity.name, firstNames(known[quantity.kind], MOST_COMPARED));
    const hint = nearest === undefined ? `; ${WHERE_DEFINED[quantity.kind]}` : `; did you mean ${nearest}?`;
    resolution.problems.push({
      path,
      message: `no ${KIND_NAMES[quantity.kind] ?? quantity.kind} has the name "${quantity.name}"${hint}`,
    });
    return undefined;
  }
  return quantity;
}

function resolveCsv(csv: CsvFields, scope: QuantityScope, resolution: Resolution): CsvSpec[] {
  return Object.entries(csv).map(([name, { every, quantities }]) => ({
    name,
    every,
    quantities: quantities.flatMap(
      (text, i) => resolveQuantity(text, ['outputs', 'csv', name, 'quantities', i], scope, resolution) ?? [],
    ),
  }));
}

export function resolveOutputs(
  fields: ScopeFields & Pick<SceneFields, 'outputs'>,
  spec: Omit<SimulationSpec, 'timeStep'>,
  resolution: Resolution,
): OutputsSpec {
  const { outputs, integrator } = fields;
  const { vtk, trajectory, contacts, csv = {} } = outputs ?? {};
  const hasEvents = integrator !== undefined && (outputs?.events ?? true);
  const taken = { ...(contacts && { contacts: 'contacts' }), ...(hasEvents && { events: 'events' }) };
  for (const name of Object.keys(taken).filter((each) => each in csv)) {
    const message = `the name ${name} belongs to the table of ${name}; choose another`;
    resolution.problems.push({ path: ['outputs', 'csv', name], message });
  }
  const analysis = resolveAnalysis(outputs, new FollowedWalls(spec, resolution), resolution);
  return {
    ...(vtk && { vtk }),
    ...(trajectory && { trajectory }),
    ...(contacts && { contacts }),
    ...(hasEvents && { events: true as const }),
    csv: resolveCsv(csv, quantityScope(fields, spec, analysis), resolution),
    analysis,
  };
}
