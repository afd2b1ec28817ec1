// SPDX-License-Identifier: MIT
/** Resolves the stages of a scene: conditions on quantities, and what each stage changes. */
import { turns } from '../../bodies/prescribed-motion.ts';
import { didYouMean } from '../../errors/near-names.ts';
import { ScreeError } from '../../errors.ts';
import { changedSpec, type SimulationChange, type WallChange } from '../../simulation/changes/simulation-change.ts';
import { checkEverything } from '../../simulation/checks/check-everything.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { columnUnit } from '../column-unit.ts';
import { NamedBodies } from '../resolve/named-bodies.ts';
import { type Resolution, withoutUndefined } from '../resolve/resolution.ts';
import { resolveRule } from '../resolve/resolve-bonds.ts';
import { type FieldScope, fieldScope, resolveFields } from '../resolve/resolve-fields.ts';
import { type QuantityScope, quantityScope, resolveQuantity } from '../resolve/resolve-outputs.ts';
import { resolveMotion } from '../resolve/resolve-pose.ts';
import type { OutputsSpec } from '../scene.ts';
import type { SceneFields } from '../schema/scene-schema.ts';
import type { ScenePath } from '../source/source-tree.ts';
import { DIMENSIONLESS, sameDimension } from '../units/dimension.ts';
import { readAnyQuantity } from '../units/parse-quantity.ts';
import { readUnit } from '../units/parse-unit.ts';
import type { StageFields } from './stage-fields.ts';
import { longestDuration, pointAtStart, type StageCondition, type StageSpec } from './stage-spec.ts';
import type { WantedTimeStep } from './stage-time-steps.ts';

type SpecWithoutTimeStep = Omit<SimulationSpec, 'timeStep'>;
/** A stage whose time step is not known yet: it follows from all stages. */
export type ResolvedStage = Omit<StageSpec, 'timeStep'> & { readonly wantedTimeStep: WantedTimeStep | undefined };
type SetFields = NonNullable<StageFields['set']>;

/** A step with which any damping passes the checks: the step of the scene is not known yet. */
const ANY_STEP = 1e-12;

/** The stages, and the spec of each with walls where the scene has them; undefined for a scene without stages. */
export function resolveStages(
  fields: SceneFields,
  base: SpecWithoutTimeStep,
  outputs: OutputsSpec,
  resolution: Resolution,
): { readonly stages: readonly ResolvedStage[]; readonly specs: readonly SpecWithoutTimeStep[] } | undefined {
  const { stages: given } = fields;
  if (given === undefined) return undefined;
  const scope = quantityScope(fields, base, outputs.analysis);
  const bodies = new NamedBodies(base.bodies ?? [], fields, resolution);
  const ofFields = fieldScope(fields, base.materials, bodies, resolution);
  const entries = Object.entries(given);
  if (entries.length === 0) resolution.problems.push({ path: ['stages'], message: 'expected at least one stage' });
  const stages: ResolvedStage[] = [];
  const specs: SpecWithoutTimeStep[] = [];
  for (const [name, stage] of entries) {
    const path = ['stages', name];
    const condition = stage.until && resolveCondition(stage.until, [...path, 'until'], scope, resolution);
    noteUnknownNames(stage.set ?? {}, [...path, 'set'], fields, outputs, resolution);
    const change = {
      ...resolveChange(stage.set ?? {}, [...path, 'set'], bodies, resolution),
      ...fieldChange(stage.set?.fields, [...path, 'set', 'fields'], ofFields, resolution),
    };
    noteTurnedWalls(change, [...path, 'set'], fields, resolution);
    const spec = specAfter(specs.at(-1) ?? base, change, longestDuration(stages), [...path, 'set'], resolution);
    specs.push(spec);
    stages.push({
      name,
      longest: stage.duration ?? stage.atMost ?? 0,
      ...(condition && { condition }),
      shortest: stage.atLeast ?? 0,
      onTimeout: stage.onTimeout,
      change,
      outputs: stage.set?.outputs ?? {},
      wantedTimeStep: stage.set?.timeStep,
    });
  }
  return { stages, specs };
}

/** The spec after a change; if the change is refused, the spec before it, and a problem is reported. */
function specAfter(
  spec: SpecWithoutTimeStep,
  change: SimulationChange,
  time: number,
  path: ScenePath,
  resolution: Resolution,
): SpecWithoutTimeStep {
  if (resolution.problems.length > 0) return spec;
  try {
    const { timeStep: _, ...next } = changedSpec({ ...spec, timeStep: ANY_STEP }, change, pointAtStart(spec, time));
    // Bodies are those of the scene, which has been checked.
    checkEverything({ ...next, bodies: [], timeStep: ANY_STEP });
    return next;
  } catch (error) {
    if (!(error instanceof ScreeError)) throw error;
    const [, section = '', message = error.message] = /^([A-Za-z]+)[^:]*: (.*)$/s.exec(error.message) ?? [];
    const isNamed = section in change;
    resolution.problems.push({ path: isNamed ? [...path, section] : path, message: isNamed ? message : error.message });
    return spec;
  }
}

function resolveCondition(
  { quantity: text, below, above, every }: NonNullable<StageFields['until']>,
  path: ScenePath,
  scope: QuantityScope,
  resolution: Resolution,
): StageCondition | undefined {
  const at = [...path, 'quantity'];
  const quantity = resolveQuantity(text, at, scope, resolution);
  if (quantity === undefined) return undefined;
  if (quantity.kind === 'plane') {
    const message = 'flow through a plane is counted between the rows of a table; use an outlet or a region';
    resolution.problems.push({ path: at, message });
    return undefined;
  }
  const [column = text, ...more] = quantity.columns;
  if (more.length > 0) {
    const message = `expected one number, got ${quantity.columns.length}; add a component, such as ${column}`;
    resolution.problems.push({ path: at, message });
    return undefined;
  }
  const comparison = below === undefined ? 'above' : 'below';
  const value = boundOf(below ?? above, columnUnit(column));
  if (typeof value === 'string') {
    resolution.problems.push({ path: [...path, comparison], message: value });
    return undefined;
  }
  return { quantity, comparison, value, ...(every !== undefined && { every }) };
}

/** The SI value of a number in a unit, or what is wrong with it. */
function boundOf(given: unknown, unit: string): number | string {
  const reading = readAnyQuantity(given);
  if ('problem' in reading) return reading.problem;
  const { value, dimension } = reading;
  const wanted = readUnit(unit);
  const isPlain = sameDimension(dimension, DIMENSIONLESS);
  if (isPlain || 'problem' in wanted || sameDimension(wanted.unit.dimension, dimension)) return value;
  return `expected ${unit === '' ? 'a plain number' : `a number in ${unit}`}, got ${given}`;
}

function resolveChange(set: SetFields, path: ScenePath, bodies: NamedBodies, resolution: Resolution): SimulationChange {
  const { gravity, damping, materials, pairs, law, halfSpaces, meshes, outlets, bonds } = set;
  const named = <Value extends object>(values: Readonly<Record<string, Value>>) =>
    Object.entries(values).map(([name, value]) => withoutUndefined({ name, ...value }));
  return withoutUndefined({
    gravity,
    damping: damping && withoutUndefined(damping),
    materials: materials && named(materials),
    pairs: pairs?.map(({ materials: [first = '', second = ''], ...numbers }) =>
      withoutUndefined({ materials: [first, second] as const, ...numbers }),
    ),
    law: law && withoutUndefined(law),
    halfSpaces: halfSpaces && resolveWalls(halfSpaces, [...path, 'halfSpaces'], resolution),
    meshes: meshes && resolveWalls(meshes, [...path, 'meshes'], resolution),
    bonds:
      bonds &&
      Object.entries(bonds).map(([name, rule]) =>
        typeof rule === 'string'
          ? { name, ended: rule }
          : resolveRule(name, rule, [...path, 'bonds', name], bodies, resolution),
      ),
    outlets: outlets && Object.entries(outlets).map(([name, state]) => ({ name, isOpen: state === 'open' })),
  }) as SimulationChange;
}

/** Force fields that begin, are replaced or end. */
function fieldChange(
  given: SetFields['fields'],
  path: ScenePath,
  scope: FieldScope,
  resolution: Resolution,
): Pick<SimulationChange, 'fields'> {
  if (given === undefined) return {};
  const begun = Object.entries(given).flatMap(([name, field]) => (field === 'none' ? [] : [[name, field] as const]));
  const resolved = resolveFields(Object.fromEntries(begun), path, scope, resolution);
  const ended = Object.keys(given).flatMap((name) => (given[name] === 'none' ? [{ name, off: true } as const] : []));
  return { fields: [...resolved, ...ended] };
}

function resolveWalls(
  walls: NonNullable<SetFields['halfSpaces']>,
  path: ScenePath,
  resolution: Resolution,
): WallChange[] {
  return Object.entries(walls).map(([name, { motion, servo, surface }]) =>
    withoutUndefined({
      name,
      motion:
        motion === undefined || motion === 'none'
          ? motion
          : resolveMotion(motion, [...path, name, 'motion'], resolution),
      servo: servo === undefined || servo === 'none' ? servo : withoutUndefined(servo),
      surface: surface === undefined || surface === 'none' ? surface : withoutUndefined(surface),
    }),
  );
}

/** Walls that the stage turns although a region follows them that cannot turn with them. */
function noteTurnedWalls(change: SimulationChange, path: ScenePath, fields: SceneFields, resolution: Resolution): void {
  const { outlets, insertions, outputs } = fields;
  const regions = [outlets, insertions, outputs?.regions ?? {}].flatMap((section) => Object.entries(section));
  for (const kind of ['halfSpaces', 'meshes'] as const) {
    for (const { name, motion } of change[kind] ?? []) {
      if (motion === 'none' || !turns(motion)) continue;
      const follower = regions.find(
        ([, { follows, region }]) =>
          follows === name && (kind === 'halfSpaces' || (region !== undefined && 'box' in withoutUndefined(region))),
      );
      if (follower === undefined) continue;
      const message =
        kind === 'halfSpaces'
          ? `the region of "${follower[0]}" follows this half-space, which has no place to keep to when it turns; ` +
            'follow a mesh, or leave the rotation out'
          : `the box of "${follower[0]}" follows this mesh and stays along the axes; give it a cylinder or a sphere`;
      resolution.problems.push({ path: [...path, kind, name, 'motion'], message });
    }
  }
}

/** Names under `set` that the scene does not have. */
function noteUnknownNames(
  set: SetFields,
  path: ScenePath,
  fields: SceneFields,
  { vtk, trajectory, contacts, csv, analysis }: OutputsSpec,
  resolution: Resolution,
): void {
  const note = (given: string, known: readonly string[], what: string, at: ScenePath): void => {
    if (known.includes(given)) return;
    const there = known.length === 0 ? 'the scene has none' : `there are ${known.join(', ')}`;
    resolution.problems.push({ path: at, message: `unknown ${what} "${given}"${didYouMean(given, known)}; ${there}` });
  };
  const materials = Object.keys(fields.materials);
  const outputNames = [
    ...[...csv, ...analysis.profiles].map(({ name }) => name),
    ...Object.entries({ vtk, trajectory, contacts, forceChains: analysis.forceChains }).flatMap(([name, output]) =>
      output === undefined ? [] : name,
    ),
  ];
  const sections = {
    materials: [materials, 'material'],
    halfSpaces: [Object.keys(fields.halfSpaces), 'half-space'],
    meshes: [Object.keys(fields.meshes), 'mesh'],
    outlets: [Object.keys(fields.outlets), 'outlet'],
    outputs: [outputNames, 'output'],
  } as const;
  for (const [section, [known, what]] of Object.entries(sections)) {
    const named = set[section as keyof typeof sections] ?? {};
    for (const name of Object.keys(named)) note(name, known, what, [...path, section, name]);
  }
  set.pairs?.forEach(({ materials: names }, k) => {
    for (const name of names) note(name, materials, 'material', [...path, 'pairs', k, 'materials']);
  });
}
