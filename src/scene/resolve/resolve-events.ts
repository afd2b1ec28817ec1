// SPDX-License-Identifier: MIT
/** Resolves the settings of variable steps and contacts for an event-driven simulation. */

import type { EventLawSpec } from '../../contact-laws/event-law.ts';
import { eventNumbers } from '../../contact-laws/pair-constants.ts';
import { ScreeError } from '../../errors.ts';
import { bodyCount } from '../../simulation/bodies/body-groups.ts';
import { type EventSceneSpec, eventSpecOf } from '../../simulation/event-driven/event-scene.ts';
import { EventSimulation } from '../../simulation/event-driven/event-simulation.ts';
import type { MaterialPairSpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import { materialContact } from '../check/material-contacts.ts';
import { usedMaterials } from '../check/unused-numbers.ts';
import type { VariableFields } from '../schema/integrator-fields.ts';
import type { SceneFields } from '../schema/scene-schema.ts';
import type { SceneProblem } from '../source/source-tree.ts';
import { type Resolution, withoutUndefined } from './resolution.ts';
import { resolveJoints, resolveSprings } from './resolve-joints.ts';

/** Part of the duration within which twenty events of one contact are a storm. */
const STORM_SHARE = 1e-9;
/** More are not put together twice only to see whether they can be. */
const MOST_TRIED = 300;

function eventLawOf({ point, line, volume, slowestImpact, damping, slipSpeed }: SceneFields['law']): EventLawSpec {
  return withoutUndefined({ point, line, volume, slowestImpact, damping, slipSpeed });
}

function optionsOf(
  { tolerance, method, islands, longestStep, mostSteps, speed, query, functions, overflow, ...rest }: VariableFields,
  duration: number,
): EventSceneSpec['options'] {
  const { hysteresis, reach, storm = {} } = rest;
  return withoutUndefined({
    tolerance,
    method,
    islands,
    longestStep,
    mostSteps,
    speed,
    contacts: withoutUndefined({ query, functions, overflow, hysteresis, reach }),
    storm: { within: STORM_SHARE * duration, ...withoutUndefined(storm) },
  });
}

/** The law of a pair, or that of the scene. */
export function ownEventLaw(
  { law, pairs }: SceneFields,
  spec: Pick<SimulationSpec, 'pairs'>,
  pair: MaterialPairSpec | undefined,
): SceneFields['law'] {
  const index = pair === undefined ? -1 : (spec.pairs ?? []).indexOf(pair);
  return pairs[index]?.law ?? law;
}

/**
 * Laws of all pairs of materials that may meet: that of the pair or of the scene, with restitution and friction of
 * both.
 */
function pairLaws(fields: SceneFields, spec: Omit<SimulationSpec, 'timeStep'>): EventSceneSpec['pairs'] {
  const { free, all } = usedMaterials(spec);
  const used = spec.materials.filter(({ name }) => all.has(name));
  return used.flatMap((a, i) =>
    used.slice(i).flatMap((b) => {
      if (!free.has(a.name) && !free.has(b.name)) return [];
      const { pair } = materialContact(spec, a, b);
      const own = ownEventLaw(fields, spec, pair);
      const law = { ...eventLawOf(own), ...eventNumbers(a, b, pair, own) };
      return [{ materials: [a.name, b.name] as const, law }];
    }),
  );
}

/** Messages begin with the name of a joint, a spring or a body, or with `law`; dots lead to what is in it. */
function problemOfSimulation(message: string, { joints, springs, bodies = {} }: SceneFields): SceneProblem {
  const [, name = '', rest = ''] = /^([^.:\s]+)((?:\.[\w.]+)?): /.exec(message) ?? [];
  const steps = rest.split('.').filter((step) => step !== '');
  const reason = message.slice(message.indexOf(': ') + 2);
  if (Object.hasOwn(joints, name)) {
    const [kind = ''] = Object.keys(joints[name] ?? {});
    return { path: ['joints', name, kind, ...steps], message: reason };
  }
  if (Object.hasOwn(springs, name)) return { path: ['springs', name, ...steps], message: reason };
  if (!Array.isArray(bodies) && Object.hasOwn(bodies, name)) return { path: ['bodies', name], message: reason };
  return name === 'law' ? { path: ['law', ...steps], message: reason } : { path: [], message };
}

/** `spec` has materials, shapes, bodies and half-spaces. Problems are noted. */
export function resolveEvents(
  fields: SceneFields,
  variable: VariableFields,
  spec: Omit<SimulationSpec, 'timeStep'>,
  resolution: Resolution,
): EventSceneSpec {
  const { bodies = [] } = spec;
  const joints = resolveJoints(fields, resolution);
  const springs = resolveSprings(fields);
  const events: EventSceneSpec = {
    law: eventLawOf(fields.law),
    pairs: pairLaws(fields, spec),
    ...(joints.length > 0 && { joints }),
    ...(springs.length > 0 && { springs }),
    options: optionsOf(variable, fields.time.duration ?? 0),
  };
  // Joints that contradict each other and pairs of shapes without a law are known to the simulation alone.
  if (resolution.problems.length === 0 && bodyCount(bodies) <= MOST_TRIED) {
    const made = eventSpecOf({ timeStep: 0, ...spec }, events);
    try {
      new EventSimulation(made);
    } catch (error) {
      if (!(error instanceof ScreeError)) throw error;
      resolution.problems.push(problemOfSimulation(error.message, fields));
    }
  }
  return events;
}
