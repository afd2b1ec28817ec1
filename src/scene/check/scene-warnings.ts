// SPDX-License-Identifier: MIT
/**
 * Warnings about a valid scene that is probably not what the user meant: one sentence each, with numbers and a remedy.
 */

import { regionOf } from '../../bodies/insertion/insertion-region.ts';
import { type Vector3, vector3 } from '../../math/vector.ts';
import type { JointSpec } from '../../multibody/joint-spec.ts';
import { eachBody } from '../../simulation/bodies/body-groups.ts';
import { isStepTooLong, LARGEST_STEP_SHARE } from '../../simulation/set-up.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { formatCount, formatPercent, formatSi } from '../format-quantity.ts';
import { locatedText } from '../located-text.ts';
import type { Scene } from '../scene.ts';
import type { SourceTree } from '../source/source-tree.ts';
import { longestTimeStep } from '../stages/stage-spec.ts';
import type { CriticalTimeStep } from './critical-time-step.ts';
import { deepOverlapText } from './expected-overlap.ts';
import { servoWarnings } from './servo-warnings.ts';
import { startOverlaps } from './start-overlaps.ts';
import type { Trial } from './trial-run.ts';
import { usedMaterials, usedShapes } from './unused-numbers.ts';

const MOST_NAMES = 5;

/** Bodies that a joint holds together may overlap. */
function overlapWarnings(spec: SimulationSpec, joints: readonly JointSpec[] = []): string[] {
  const { count: found, worst: all } = startOverlaps(spec);
  const isJoined = (a: string, b: string): boolean =>
    joints.some(({ parent = '', child }) => (parent === a && child === b) || (parent === b && child === a));
  const worst = all.filter(({ a, b }) => !isJoined(a, b));
  const count = found - (all.length - worst.length);
  const named = worst.map(({ a, b, depth, ratio }) => {
    return (
      `${a} and ${b} overlap by ${formatSi(depth, 'm')} at the start, ${formatPercent(ratio)} of the smaller ` +
      'radius; they will fly apart, so move them'
    );
  });
  const more = count - named.length;
  return more > 0 ? [...named, `${formatCount(more)} more pairs overlap at the start, by less`] : named;
}

/** That a time step, of a stage or of the scene, is too long. */
function longStepWarning(what: string, timeStep: number, critical: CriticalTimeStep | undefined): string[] {
  if (critical === undefined || !isStepTooLong(timeStep, critical.seconds)) return [];
  const part = formatPercent(timeStep / critical.seconds);
  const remedy = `take at most ${formatSi(LARGEST_STEP_SHARE * critical.seconds, 's')}, or auto`;
  return [
    `${what} is ${part} of the critical one; above ${formatPercent(LARGEST_STEP_SHARE)} stiff stacks ` +
      `vibrate and energy is lost or gained: ${remedy}`,
  ];
}

function timeStepWarnings(scene: Scene): string[] {
  const { simulation, criticalTimeStep: critical, outputs, duration, stages = [] } = scene;
  const warnings = longStepWarning('the time step', simulation.timeStep, critical);
  for (const { name, timeStep, critical: own, longest } of stages) {
    warnings.push(...longStepWarning(`the time step of stage ${name}`, timeStep, own));
    if (timeStep > longest) warnings.push(`the time step of stage ${name} is longer than the stage`);
  }
  const timeStep = longestTimeStep(scene);
  if (stages.length === 0 && timeStep > duration) warnings.push('the time step is longer than the duration');
  const intervals = [
    ['vtk', outputs.vtk?.every] as const,
    ['trajectory', outputs.trajectory?.every] as const,
    ['contacts', outputs.contacts?.every] as const,
    ...outputs.csv.map(({ name, every }) => [`csv.${name}`, every] as const),
    ...outputs.analysis.profiles.map(({ name, every }) => [`profiles.${name}`, every] as const),
    ['forceChains', outputs.analysis.forceChains?.every] as const,
  ];
  for (const [name, every] of intervals) {
    if (every === undefined || every >= timeStep) continue;
    warnings.push(
      `outputs.${name} asks for values every ${formatSi(every, 's')}, less than a time step of ` +
        `${formatSi(timeStep, 's')}`,
    );
  }
  return warnings;
}

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).join(', ');
  return names.length > MOST_NAMES ? `${shown} and ${formatCount(names.length - MOST_NAMES)} more` : shown;
}

function outsideWarnings({ domain, bodies = [], insertions = [] }: SimulationSpec): string[] {
  if (domain === undefined) return [];
  const min = vector3(domain.min);
  const max = vector3(domain.max);
  const axes = (['x', 'y', 'z'] as const).filter((_, k) => domain.periodic?.[k] !== true);
  const isOutside = (low: Vector3, high: Vector3): boolean =>
    !axes.every((axis) => low[axis] >= min[axis] && high[axis] <= max[axis]);
  const outside: string[] = [];
  let index = 0;
  for (const { name, position } of eachBody(bodies)) {
    const at = vector3(position);
    if (isOutside(at, at)) outside.push(name ?? `bodies[${index}]`);
    index++;
  }
  const regions = insertions
    .map(({ name, region }) => ({ name, ...regionOf(region) }))
    .filter((region) => isOutside(region.min, region.max))
    .map(({ name }) => name);
  return [
    ...(outside.length > 0 ? [`outside the domain at the start: ${listNames(outside)}`] : []),
    ...(regions.length > 0 ? [`insertion regions reach out of the domain: ${listNames(regions)}`] : []),
  ];
}

function unusedWarnings(spec: SimulationSpec): string[] {
  const { all } = usedMaterials(spec);
  const shapesInUse = usedShapes(spec);
  const materials = spec.materials.map(({ name }) => name).filter((name) => !all.has(name));
  const shapes = (spec.shapes ?? []).map(({ name }) => name).filter((name) => !shapesInUse.has(name));
  return [
    ...(materials.length > 0 ? [`materials not used: ${listNames(materials)}`] : []),
    ...(shapes.length > 0 ? [`shapes not used: ${listNames(shapes)}`] : []),
  ];
}

/** Rules that should make bonds at the start, and made none. */
function bondWarnings({ bonds = [] }: SimulationSpec, { bonds: made }: Trial): string[] {
  const idle = bonds.filter(({ at = 0, onContact }, k) => made?.[k] === 0 && at === 0 && onContact !== true);
  return idle.map(({ name, walls, gap }) => {
    const within = `within its gap of ${gap === undefined ? '1e-6 of the smaller radius' : formatSi(gap, 'm')}`;
    const none = walls === undefined ? `no two bodies are ${within}` : `no body is ${within} of ${walls.join(', ')}`;
    return (
      `bonds.${name} bonds nothing at the start: ${none}; set a larger gap (bodies of a filling do not touch at the ` +
      'start)'
    );
  });
}

/** Overlaps of the trial. Another warning lists those at the start, with their partners. */
function trialOverlaps({ overlap }: Trial, startOverlapCount: number): string[] {
  if (overlap === undefined || (overlap.step <= 1 && startOverlapCount > 0)) return [];
  return [deepOverlapText(overlap)];
}

/**
 * Warnings, the most important first. `tree` has the locations of numbers and entries, `trial` the overlaps at the
 * start of the run.
 */
export function sceneWarnings(scene: Scene, tree?: SourceTree, trial: Trial = { parts: [] }): string[] {
  const { simulation, events, file } = scene;
  const overlaps = overlapWarnings(simulation, events?.joints);
  const unused = [
    ...unusedWarnings(simulation),
    ...scene.unusedNumbers.map((problem) => locatedText(file, problem, tree)),
    ...scene.fileWarnings,
  ];
  if (events !== undefined) return [...overlaps, ...unused];
  return [
    ...overlaps,
    ...timeStepWarnings(scene),
    ...(trial.notTried === undefined ? [] : [trial.notTried]),
    ...trialOverlaps(trial, overlaps.length),
    ...bondWarnings(simulation, trial),
    ...servoWarnings(scene),
    ...outsideWarnings(simulation),
    ...unused,
  ];
}
