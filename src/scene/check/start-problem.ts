// SPDX-License-Identifier: MIT
/** Can the simulation of a scene be started? Tried out: bodies, laws and what is inserted at the start are put into a memory. */
import { ScreeError } from '../../errors.ts';
import { eventSpecOf } from '../../simulation/event-driven/event-scene.ts';
import { EventSimulation } from '../../simulation/event-driven/event-simulation.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { Scene } from '../scene.ts';
import { estimates } from './estimates.ts';

/** More would take seconds and much of the memory. */
const MOST_ELEMENTS = 200_000;

function modulesOf({ simulation: { law, pairs = [] } }: Scene): string[] {
  return [...new Set([law, ...pairs.map((pair) => pair.law)].flatMap((each) => each?.module ?? []))];
}

/** What a run would end with at once, in words; nothing when it can start, or is too large to be tried. Modules are not imported. */
export async function startProblem(scene: Scene): Promise<string[]> {
  const modules = modulesOf(scene);
  if (modules.length > 0) {
    return [
      `${modules.join(', ')}: not imported, since a module is a program; whether it is a law, and whether the simulation starts with it, is not known`,
    ];
  }
  if (estimates(scene).elements > MOST_ELEMENTS) return [];
  try {
    if (scene.events !== undefined) {
      new EventSimulation(eventSpecOf(scene.simulation, scene.events));
      return [];
    }
    (await Simulation.create({ ...scene.simulation, threads: 1 })).dispose();
    return [];
  } catch (error) {
    if (!(error instanceof ScreeError)) throw error;
    return [`a run would end at once: ${error.message}`];
  }
}
