// SPDX-License-Identifier: MIT
/**
 * Warns of servo walls that would oscillate. The servo sets the velocity of step n + 1 to gain g times the missing
 * force of step n, and the dashpots c of the contacts respond at once. With a = dt / (dt + smoothing) a small velocity
 * is multiplied by 1 - a (1 + g c): it alternates and grows if a (1 + g c) > 2.
 */

import { sizeRange } from '../../bodies/insertion/size-distribution.ts';
import { type ServoSpec, servoTarget } from '../../bodies/servo-spec.ts';
import { normalLaw, pairConstants } from '../../contact-laws/pair-constants.ts';
import { isFree } from '../../simulation/bodies/body-groups.ts';
import { changedSpec } from '../../simulation/changes/simulation-change.ts';
import type { MaterialSpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import { formatSi } from '../format-quantity.ts';
import type { Scene } from '../scene.ts';
import { pointAtStart } from '../stages/stage-spec.ts';
import { bodySizeOf } from './body-size.ts';
import { materialContact, missingNumbers } from './material-contacts.ts';

interface Kind {
  readonly name: string;
  readonly material: MaterialSpec;
  readonly mass: number;
  readonly radius: number;
}

/** Free bodies and those to come, each kind at its largest. */
function freeKinds({ bodies = [], insertions = [], shapes = [], materials }: SimulationSpec): Kind[] {
  const free = bodies.filter(isFree);
  const used = [
    ...free.map(({ shape, material, scale = 1 }) => ({ shape, material, factor: scale })),
    ...insertions.flatMap((insertion) =>
      insertion.shapes.map(({ shape, material, scale }) => ({ shape, material, factor: sizeRange(scale).largest })),
    ),
  ];
  const largest = new Map<string, (typeof used)[number]>();
  for (const kind of used) {
    const key = `${kind.shape}\n${kind.material}`;
    if (!((largest.get(key)?.factor ?? 0) >= kind.factor)) largest.set(key, kind);
  }
  return [...largest.values()].flatMap(({ shape, material: name, factor }) => {
    const found = shapes.find((each) => each.name === shape);
    const material = materials.find((each) => each.name === name);
    if (found === undefined || material === undefined) return [];
    const { volume, volumeAtLeast, smallestRadius } = bodySizeOf(found);
    const mass = material.density * (volume ?? volumeAtLeast) * factor ** 3;
    return [{ name: `${shape} of ${name}`, material, mass, radius: smallestRadius * factor }];
  });
}

/** N s/m of one body on a wall that it carries the whole force of; 0 where no closed form is known. */
function dashpot(spec: SimulationSpec, { material, mass, radius }: Kind, wall: MaterialSpec, force: number): number {
  const contact = materialContact(spec, material, wall);
  const { a, b, pair, law } = contact;
  if (law.module !== undefined || missingNumbers(contact).length > 0 || (a.rigid && b.rigid)) return 0;
  const constants = pairConstants(a, b, pair, law, `materials ${a.name} and ${b.name}`);
  const { restingOverlap, circleRadius } = normalLaw(constants.law);
  if (restingOverlap === undefined || circleRadius === undefined) return 0;
  const overlap = restingOverlap(constants, radius, Math.abs(force));
  return constants.normalDamping * Math.sqrt(mass * circleRadius(radius, overlap));
}

function warningOf(spec: SimulationSpec, where: string, material: string, servo: ServoSpec): string[] {
  const wall = spec.materials.find(({ name }) => name === material);
  if (wall === undefined) return [];
  const target = servoTarget(servo, spec.halfSpaces ?? []);
  const { gain = servo.maxSpeed / Math.abs(target), smoothing = 0 } = servo;
  const [most] = freeKinds(spec)
    .map((kind) => ({ name: kind.name, damping: dashpot(spec, kind, wall, target) }))
    .sort((p, q) => q.damping - p.damping);
  if (most === undefined) return [];
  const { timeStep } = spec;
  const product = gain * most.damping;
  if (!((timeStep / (timeStep + smoothing)) * (1 + product) > 2)) return [];
  const remedy =
    `take a gain of at most ${formatSi(0.5 / most.damping, 'm/(N s)')}, or a smoothing of at least ` +
    `${formatSi(timeStep * product, 's')}; more contacts need less gain`;
  return [
    `${where}.servo: its gain of ${formatSi(gain, 'm/(N s)')} times the dashpot of one ${most.name} on it, ` +
      `${formatSi(most.damping, 'N s/m')}, is ${Number(product.toPrecision(2))}; above 1 the wall chatters: ` +
      `${remedy}`,
  ];
}

/** Of all stages of a scene; a stage that only goes on with a servo gives no second warning. */
export function servoWarnings({ simulation, stages = [] }: Pick<Scene, 'simulation' | 'stages'>): string[] {
  const warnings = new Map(warningsOf(simulation).map((text) => [text, text]));
  let spec = simulation;
  for (const { name, timeStep, change } of stages.slice(1)) {
    spec = { ...changedSpec(spec, change, pointAtStart(spec)), timeStep };
    for (const warning of warningsOf(spec)) {
      if (!warnings.has(warning)) warnings.set(warning, `stage ${name}: ${warning}`);
    }
  }
  return [...warnings.values()];
}

function warningsOf(spec: SimulationSpec): string[] {
  const walls = [
    ...(spec.halfSpaces ?? []).map((wall) => ({ where: `halfSpaces.${wall.name}`, ...wall })),
    ...(spec.meshes ?? []).map((wall) => ({ where: `meshes.${wall.name}`, ...wall })),
  ];
  return walls.flatMap(({ where, material, servo }) =>
    servo === undefined ? [] : warningOf(spec, where, material, servo),
  );
}
