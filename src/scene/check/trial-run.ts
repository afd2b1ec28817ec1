// SPDX-License-Identifier: MIT
/**
 * The first moments of a run, tried out before it is started: whether it can begin, whether it fails so early, how deep bodies overlap and what a
 * step costs. A run has the same bits on every machine, so what the trial meets the run will meet.
 */
import { ScreeError } from '../../errors.ts';
import { eventFailure } from '../../simulation/event-driven/event-failure.ts';
import { eventSpecOf } from '../../simulation/event-driven/event-scene.ts';
import { EventSimulation } from '../../simulation/event-driven/event-simulation.ts';
import type { DeepOverlap } from '../../simulation/overlap-watch.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { Scene } from '../scene.ts';
import { estimates } from './estimates.ts';
import { firstImpactOfLowest } from './lowest-body.ts';

/** Time of a trial on the clock, ms; it ends with the batch of steps that is under way. */
const TRIAL_MS = 600;
/** The time of a batch of steps, ms: long beside what the clock resolves, short beside the trial. */
const BATCH_MS = 20;
/** More would take seconds and much of the memory to begin with. */
const MOST_ELEMENTS = 200_000;

/** How far a part of the trial came, and what it took. */
export interface TrialPart {
  /** Simulated s at its end. */
  readonly time: number;
  readonly steps: number;
  readonly bodies: number;
  /** Beginnings and ends of contacts; with variable steps alone. */
  readonly events: number;
  /** s on the clock. */
  readonly elapsed: number;
}

export interface Trial {
  /** That a run ends at once or early, and with what, where the trial met it. */
  readonly problem?: string;
  readonly parts: readonly TrialPart[];
  /** The first overlap that is too deep for the laws; `isAlone` where it was that of the lowest body, without the others. */
  readonly overlap?: DeepOverlap & { readonly isAlone: boolean };
  /** Why the scene was not tried, where it could have been. */
  readonly notTried?: string;
}

/** What a trial asks of a simulation. */
interface TriedSimulation {
  readonly time: number;
  readonly bodies: number;
  readonly events: number;
  /** Goes on by so many steps at most; false at the end of the run. */
  advance(steps: number): boolean;
}

/** Advances in batches until the time is up, or the run is at its end. */
function tryOut(simulation: TriedSimulation, now: () => number): TrialPart[] {
  const parts: TrialPart[] = [];
  const start = now();
  let steps = 1;
  for (let last = start, goesOn = true; goesOn && last - start < TRIAL_MS; ) {
    const before = simulation.events;
    goesOn = simulation.advance(steps);
    const present = now();
    const { time, bodies, events } = simulation;
    parts.push({ time, steps, bodies, events: events - before, elapsed: (present - last) / 1000 });
    if (present - last < BATCH_MS / 2) steps *= 2;
    else if (present - last > 2 * BATCH_MS) steps = Math.max(1, steps >> 1);
    last = present;
  }
  return parts;
}

async function tryFixedSteps(scene: Scene, now: () => number): Promise<Omit<Trial, 'problem'>> {
  const { simulation: spec, duration } = scene;
  const simulation = await Simulation.create({ ...spec, threads: 1 });
  const steps = Math.max(1, Math.ceil(duration / spec.timeStep));
  try {
    const parts = tryOut(
      {
        get time() {
          return simulation.time;
        },
        get bodies() {
          return simulation.bodyCount;
        },
        events: 0,
        advance: (count) => {
          simulation.step(Math.min(count, steps - simulation.stepCount));
          return simulation.stepCount < steps;
        },
      },
      now,
    );
    const met = simulation.firstDeepOverlap();
    if (met !== undefined) return { parts, overlap: { ...met, isAlone: false } };
    const alone = simulation.stepCount < steps ? firstImpactOfLowest(simulation, steps, now) : undefined;
    return { parts, ...(alone && { overlap: { ...alone, isAlone: true } }) };
  } finally {
    simulation.dispose();
  }
}

function tryVariableSteps({ simulation: spec, events, duration }: Scene, now: () => number): TrialPart[] {
  if (events === undefined) return [];
  const made = eventSpecOf(spec, events);
  const simulation = new EventSimulation(made);
  return tryOut(
    {
      get time() {
        return simulation.time;
      },
      bodies: made.bodies.length,
      get events() {
        return simulation.statistics().events;
      },
      advance: (count) => {
        const end = simulation.advanceThrough(duration, count);
        if (end.kind !== 'end') throw eventFailure(end, simulation, made);
        return simulation.time < duration;
      },
    },
    now,
  );
}

function modulesOf({ simulation: { law, pairs = [] } }: Scene): string[] {
  return [...new Set([law, ...pairs.map((pair) => pair.law)].flatMap((each) => each?.module ?? []))];
}

/** `now` is a clock in milliseconds. Scenes that are too large to be tried have no parts. Modules are not imported. */
export async function tryRun(scene: Scene, now: () => number): Promise<Trial> {
  const modules = modulesOf(scene);
  if (modules.length > 0) {
    return {
      parts: [],
      notTried: `${modules.join(', ')}: not imported, since a module is a program; whether it is a law, and whether the simulation starts with it, is not known`,
    };
  }
  if (estimates(scene).elements > MOST_ELEMENTS) return { parts: [] };
  try {
    if (scene.events !== undefined) return { parts: tryVariableSteps(scene, now) };
    return await tryFixedSteps(scene, now);
  } catch (error) {
    if (!(error instanceof ScreeError)) throw error;
    const { step } = error.details;
    const when = typeof step === 'number' && step > 1 ? 'early' : 'at once';
    return { parts: [], problem: `a run would end ${when}: ${error.message}` };
  }
}
