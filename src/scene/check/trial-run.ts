// SPDX-License-Identifier: MIT
/**
 * Trial of a run: computes its first steps to see whether it starts, whether it fails early, how deep bodies overlap
 * and how long a step takes. A run has the same bits on every machine, so it repeats the trial.
 */
import { ScreeError } from '../../errors.ts';
import { eventFailure } from '../../simulation/event-driven/event-failure.ts';
import { eventSpecOf } from '../../simulation/event-driven/event-scene.ts';
import { EventSimulation } from '../../simulation/event-driven/event-simulation.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { DeepOverlap } from '../../simulation/tunnelling/overlap-watch.ts';
import { formatTime } from '../format-quantity.ts';
import type { Scene } from '../scene.ts';
import { estimates } from './estimates.ts';
import { fillingTime } from './filling-time.ts';
import { firstImpactOfLowest } from './lowest-body.ts';

/** Wall-clock time of a trial, ms. The trial completes the batch of steps in which it runs out. */
const TRIAL_MS = 600;
/**
 * Wall-clock time of a batch of steps, ms: much longer than the resolution of the clock, much shorter than the trial.
 */
const BATCH_MS = 20;
/** A larger scene takes seconds and much memory to set up. */
const MOST_ELEMENTS = 200_000;

/** A filling that takes longer, s, is left to the run. */
const MOST_FILLING = 5;

/** CPU time after which the filling of a trial is ended, ms: near jamming it takes many times its estimate. */
const LONGEST_FILLING_MS = 10_000;

/** Raised inside this file only. */
class FillingTakesLong extends Error {}

/** Result of one batch of steps. */
export interface TrialPart {
  /** Simulated time at its end, s. */
  readonly time: number;
  readonly steps: number;
  readonly bodies: number;
  /** Beginnings and ends of contacts; 0 with fixed steps. */
  readonly events: number;
  /** Wall-clock time, s. */
  readonly elapsed: number;
}

export interface Trial {
  /** The error that would end a run at once or early. */
  readonly problem?: string;
  readonly parts: readonly TrialPart[];
  /** The first overlap that is too deep for the laws. `isAlone` is true for the impact of the lowest body alone. */
  readonly overlap?: DeepOverlap & { readonly isAlone: boolean };
  /** Bonds at the start, of each rule. */
  readonly bonds?: readonly number[];
  /** Why there was no trial, unless the scene is too large. */
  readonly notTried?: string;
  /** CPU time of the filling that was left to the run, s, if that is why. */
  readonly filling?: number;
}

/** The part of a simulation that a trial needs. */
interface TriedSimulation {
  readonly time: number;
  readonly bodies: number;
  readonly events: number;
  /** Advances by at most this many steps; false at the end of the run. */
  advance(steps: number): boolean;
}

/** Advances in batches until TRIAL_MS have passed or the run has ended. */
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

function bondsOfRules(simulation: Simulation, rules: number): number[] {
  const counts = new Array<number>(rules).fill(0);
  if (rules > 0) for (const rule of simulation.bonds().rule) counts[rule]++;
  return counts;
}

async function tryFixedSteps(scene: Scene, now: () => number): Promise<Omit<Trial, 'problem'>> {
  const { simulation: spec, duration } = scene;
  const isFilled = spec.insertions?.some(({ fill }) => fill !== undefined) === true;
  const filling = isFilled && { filling: { signal: fillingLimit(now) } };
  const simulation = await Simulation.create({ ...spec, threads: 1 }, { ...filling });
  const steps = Math.max(1, Math.ceil(duration / spec.timeStep));
  try {
    const bonds = bondsOfRules(simulation, spec.bonds?.length ?? 0);
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
    if (met !== undefined) return { parts, bonds, overlap: { ...met, isAlone: false } };
    const alone = simulation.stepCount < steps ? firstImpactOfLowest(simulation, steps, now) : undefined;
    return { parts, bonds, ...(alone && { overlap: { ...alone, isAlone: true } }) };
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

function fillingLimit(now: () => number): { throwIfAborted(): void } {
  const end = now() + LONGEST_FILLING_MS;
  return {
    throwIfAborted: () => {
      if (now() > end) throw new FillingTakesLong();
    },
  };
}

function longFilling(): Trial {
  const filling = LONGEST_FILLING_MS / 1000;
  const notTried =
    `the first steps are not tried, since filling takes more than ${formatTime(filling)}: its fraction may be close ` +
    'to, or above, that at which the bodies jam; a run fills once, and says so';
  return { parts: [], notTried, filling };
}

function modulesOf({ simulation: { law, pairs = [] } }: Scene): string[] {
  return [...new Set([law, ...pairs.map((pair) => pair.law)].flatMap((each) => each?.module ?? []))];
}

/** `now` is a clock in milliseconds. The trial of a scene that is too large has no parts. Imports no modules. */
export async function tryRun(scene: Scene, now: () => number): Promise<Trial> {
  const modules = modulesOf(scene);
  if (modules.length > 0) {
    return {
      parts: [],
      notTried:
        `${modules.join(', ')}: not imported, since a module is a program; this check does not know whether it ` +
        'exports a law and whether the simulation starts with it',
    };
  }
  if (estimates(scene).elements > MOST_ELEMENTS) return { parts: [] };
  const filling = fillingTime(scene.simulation);
  if (filling > MOST_FILLING) {
    const notTried = `the first steps are not tried, since filling takes about ${formatTime(filling)}; a run does it once`;
    return { parts: [], notTried, filling };
  }
  try {
    if (scene.events !== undefined) return { parts: tryVariableSteps(scene, now) };
    return await tryFixedSteps(scene, now);
  } catch (error) {
    if (error instanceof FillingTakesLong) return longFilling();
    if (!(error instanceof ScreeError)) throw error;
    const { step } = error.details;
    const when = typeof step === 'number' && step > 1 ? 'early' : 'at once';
    return { parts: [], problem: `a run would end ${when}: ${error.message}` };
  }
}
