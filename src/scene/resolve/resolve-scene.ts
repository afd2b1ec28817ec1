// SPDX-License-Identifier: MIT
/** Resolves checked fields to a scene: builds shapes, reads files, expands lattices, chooses the time step. */
import { pairConstants } from '../../contact-laws/pair-constants.ts';
import { checkEverything } from '../../simulation/checks/check-everything.ts';
import type {
  ContactLawSpec,
  DomainSpec,
  MaterialPairSpec,
  MaterialSpec,
  SimulationSpec,
} from '../../simulation/simulation-spec.ts';
import { criticalTimeStep } from '../check/critical-time-step.ts';
import { type MaterialContact, materialContact, missingNumbers } from '../check/material-contacts.ts';
import { unusedEventNumbers, unusedNumbers, usedMaterials } from '../check/unused-numbers.ts';
import type { Scene } from '../scene.ts';
import type { SceneFields } from '../schema/scene-schema.ts';
import type { ScenePath, SceneProblem } from '../source/source-tree.ts';
import { type ResolvedStage, resolveStages } from '../stages/resolve-stages.ts';
import { longestDuration, type StageSpec } from '../stages/stage-spec.ts';
import { type TimeStepOfStages, timeStepsOf } from '../stages/stage-time-steps.ts';
import { FollowedWalls } from './followed-walls.ts';
import { NamedBodies } from './named-bodies.ts';
import { noteFixedOnly, noteVariableOnly } from './refused-keys.ts';
import { type Resolution, withoutUndefined } from './resolution.ts';
import { resolveBodies } from './resolve-bodies.ts';
import { resolveBonds } from './resolve-bonds.ts';
import { ownEventLaw, resolveEvents } from './resolve-events.ts';
import { fieldScope, notePotentials, resolveFields } from './resolve-fields.ts';
import { resolveInsertions, resolveOutlets } from './resolve-insertions.ts';
import { resolveOutputs } from './resolve-outputs.ts';
import { resolveShape } from './resolve-shape.ts';
import { noteFreeMeshes, noteImages, resolveHalfSpaces, resolveMeshes } from './resolve-walls.ts';

type SpecWithoutTimeStep = Omit<SimulationSpec, 'timeStep'>;

/** What the law of a scene with variable steps is to a simulation with fixed ones: it has none. */
const NO_LAW: ContactLawSpec = { normal: 'linear' };

function resolveLaw(law: SceneFields['law'], path: ScenePath, resolution: Resolution): ContactLawSpec {
  const { module: name, point, line, volume, slowestImpact, damping, slipSpeed, ...rest } = law;
  if (name === undefined) return withoutUndefined(rest);
  // A module that is refused is still the law: nothing else is missing.
  const module = resolution.attempt([...path, 'module'], () => resolution.files.modulePath(name)) ?? name;
  return withoutUndefined({ ...rest, module });
}

function resolveDomain({ min, max, periodic, onEscape }: NonNullable<SceneFields['domain']>): DomainSpec {
  return { min, max, periodic: [periodic.includes('x'), periodic.includes('y'), periodic.includes('z')], onEscape };
}

function resolveMaterials({ materials }: SceneFields): MaterialSpec[] {
  return Object.entries(materials).map(([name, { properties, ...numbers }]) =>
    withoutUndefined({
      name,
      ...numbers,
      properties: properties && Object.fromEntries(Object.entries(properties).map(([key, { value }]) => [key, value])),
    }),
  );
}

function resolvePairs({ pairs, integrator }: SceneFields, resolution: Resolution): MaterialPairSpec[] {
  const isFixed = integrator === undefined;
  return pairs.map(({ materials: [first = '', second = ''], law, ...numbers }, i) =>
    withoutUndefined({
      materials: [first, second] as const,
      ...numbers,
      law: isFixed && law ? resolveLaw(law, ['pairs', i, 'law'], resolution) : undefined,
    }),
  );
}

function resolveSimulation(fields: SceneFields, resolution: Resolution): SpecWithoutTimeStep {
  const shared = Object.entries(fields.shapes).flatMap(
    ([name, shape]) => resolveShape(name, shape, ['shapes', name], resolution) ?? [],
  );
  const { bodies, ownShapes } = resolveBodies(fields.bodies, shared, Object.keys(fields.materials), resolution);
  const { gravity, damping, neighbours, limits, capacity, threads, seed, domain } = fields;
  const halfSpaces = resolveHalfSpaces(fields.halfSpaces, resolution);
  const meshes = resolveMeshes(fields.meshes, resolution);
  const walls = new FollowedWalls({ halfSpaces, meshes }, resolution);
  const named = new NamedBodies(bodies, fields, resolution);
  const scope = fieldScope(fields, resolveMaterials(fields), named, resolution);
  return withoutUndefined({
    gravity,
    seed,
    materials: resolveMaterials(fields),
    pairs: resolvePairs(fields, resolution),
    law: fields.integrator === undefined ? resolveLaw(fields.law, ['law'], resolution) : NO_LAW,
    shapes: [...shared, ...ownShapes],
    bodies,
    halfSpaces,
    meshes,
    insertions: resolveInsertions(fields.insertions, meshes, walls, resolution),
    outlets: resolveOutlets(fields.outlets, walls),
    bonds: resolveBonds(fields, named, resolution),
    fields:
      Object.keys(fields.fields).length === 0 ? undefined : resolveFields(fields.fields, ['fields'], scope, resolution),
    domain: domain && resolveDomain(domain),
    damping: damping && withoutUndefined(damping),
    neighbours: neighbours && withoutUndefined(neighbours),
    limits: limits && withoutUndefined(limits),
    threads,
    capacity: capacity && withoutUndefined(capacity),
  });
}

/** Further requirements of a law on two materials, such as that one of them is deformable. */
function noteImpossibleContact({ a, b, pair, law }: MaterialContact, resolution: Resolution): void {
  if (law.module !== undefined) return;
  resolution.attempt(['materials', a.name], (path) => pairConstants(a, b, pair, law, `${path}: with ${b.name}`));
}

/** Contacts that can happen, of a free material with any that occurs, must have the numbers of their law. */
function noteMissingNumbers(spec: SpecWithoutTimeStep, resolution: Resolution): void {
  const { free, all } = usedMaterials(spec);
  const noted = new Set<string>();
  const { materials } = spec;
  for (const a of materials.filter(({ name }) => free.has(name))) {
    for (const b of materials.filter(({ name }) => all.has(name))) {
      const contact = materialContact(spec, a, b);
      const missing = missingNumbers(contact);
      if (missing.length === 0) noteImpossibleContact(contact, resolution);
      for (const { material, number } of missing) {
        const key = `${material} ${number}`;
        if (noted.has(key)) continue;
        noted.add(key);
        const message =
          `missing; the ${contact.law.normal} law needs it for contacts of ${a.name} with ${b.name}, here or in a ` +
          'pair of these';
        resolution.problems.push({ path: ['materials', material, number], message });
      }
    }
  }
}

/** Of a scene without stages; a problem if there is none, or one beside stages. */
function resolveDuration({ time: { duration }, stages }: SceneFields, resolution: Resolution): number {
  const note = (message: string): void => void resolution.problems.push({ path: ['time', 'duration'], message });
  if (stages === undefined && duration === undefined) note('missing; expected a time > 0, such as 10 ms, or stages');
  if (stages !== undefined && duration !== undefined) note('expected none beside stages, whose durations add up');
  return duration ?? 0;
}

/** Problems of steps that the program must choose and cannot. */
function noteUnknownSteps(
  steps: readonly TimeStepOfStages[],
  stages: readonly ResolvedStage[] | undefined,
  resolution: Resolution,
): void {
  if (resolution.problems.length > 0) return;
  for (const { first, timeStep } of steps) {
    if (timeStep > 0) continue;
    const stage = stages?.[first];
    const path = stage?.wantedTimeStep === undefined ? ['time', 'timeStep'] : ['stages', stage.name, 'set', 'timeStep'];
    const message = 'no critical time step is known, since nothing moves freely or a module has the law; give a time';
    resolution.problems.push({ path, message });
  }
}

/** Each stage with its time step, which is a change where it differs from the one before. */
function stagesWithSteps(stages: readonly ResolvedStage[], steps: readonly TimeStepOfStages[]): StageSpec[] {
  return stages.map(({ wantedTimeStep: _, change, ...stage }, k) => {
    const { first, timeStep, critical } = steps.findLast((each) => each.first <= k) as TimeStepOfStages;
    const isNew = k === first && k > 0 && timeStep !== steps[steps.findIndex((each) => each.first === k) - 1]?.timeStep;
    return {
      ...stage,
      timeStep,
      change: isNew ? { timeStep, ...change } : change,
      ...(isNew && critical && { critical }),
    };
  });
}

/** Numbers that the law of no stage uses. */
function unusedInAll(specs: readonly SpecWithoutTimeStep[]): SceneProblem[] {
  const [first = [], ...others] = specs.map((spec) => unusedNumbers(spec));
  const key = ({ path }: SceneProblem): string => path.join('.');
  return first.filter((problem) => others.every((unused) => unused.some((each) => key(each) === key(problem))));
}

/** The scene; problems are noted in `resolution`, and it is of no use when there are any. */
export function resolveScene(fields: SceneFields, file: string, resolution: Resolution): Scene {
  const base = resolveSimulation(fields, resolution);
  const { timeStep: wanted, fraction } = fields.time;
  const duration = resolveDuration(fields, resolution);
  const { insertions = [] } = base;
  const outputs = resolveOutputs(fields, base, resolution);
  const staged = resolveStages(fields, base, outputs, resolution);
  const { stages, specs } = staged ?? { specs: [base] };
  const [spec = base] = specs;
  if (fields.bodies === undefined && insertions.length === 0) {
    resolution.problems.push({ path: [], message: 'expected bodies or insertions; there is nothing to simulate' });
  }
  const common = {
    file,
    title: fields.title ?? file,
    duration: stages === undefined ? duration : longestDuration(stages),
    ...(resolution.carried && { carried: resolution.carried }),
    outputs,
    checkpoints: fields.checkpoints && withoutUndefined(fields.checkpoints),
    fileWarnings: resolution.warnings,
  };
  if (fields.integrator !== undefined) {
    noteFixedOnly(fields, resolution);
    const events = resolveEvents(fields, fields.integrator, spec, resolution);
    return {
      ...common,
      simulation: { timeStep: 0, ...spec },
      events,
      unusedNumbers: unusedEventNumbers(spec, ({ pair }) => ownEventLaw(fields, spec, pair)),
      timeStepFraction: undefined,
      criticalTimeStep: undefined,
    };
  }
  noteVariableOnly(fields, resolution);
  noteMissingNumbers(spec, resolution);
  for (const later of specs.slice(1)) if (resolution.problems.length === 0) noteMissingNumbers(later, resolution);
  noteFreeMeshes(fields, resolution);
  noteImages(spec, resolution);
  notePotentials(spec, resolution);
  const isGood = resolution.problems.length === 0;
  const [ofFirst, ...ofLater] = (stages ?? []).map(({ wantedTimeStep }) => wantedTimeStep);
  const steps = timeStepsOf([ofFirst ?? wanted, ...ofLater], fraction, isGood ? specs.map(criticalTimeStep) : []);
  noteUnknownSteps(steps, stages, resolution);
  const timed = stages && stagesWithSteps(stages, steps);
  const [{ timeStep, critical, isAuto }] = steps;
  timed?.slice(1).forEach((stage, k) => {
    if (resolution.problems.length > 0) return;
    resolution.attempt(['stages', stage.name, 'set'], () =>
      checkEverything({ ...(specs[k + 1] ?? spec), bodies: [], timeStep: stage.timeStep }),
    );
  });
  return {
    ...common,
    ...(timed && { stages: timed }),
    simulation: { timeStep, ...spec },
    unusedNumbers: resolution.problems.length === 0 ? unusedInAll(specs) : [],
    timeStepFraction: isAuto ? fraction : undefined,
    criticalTimeStep: critical,
  };
}
