// SPDX-License-Identifier: MIT
/** Progress and speed of a run, as numbers and as a line of text. */
import { formatCount, formatNumber, formatSi, formatTime } from '../../scene/format-quantity.ts';
import type { Run } from '../run.ts';

/** How far a run is, how fast, and how long it will take. */
export interface Progress {
  readonly step: number;
  /** Undefined with variable steps. */
  readonly steps: number | undefined;
  /** Simulated, s. */
  readonly time: number;
  /** s */
  readonly until: number;
  /** On the clock, s, since the program began. */
  readonly elapsed: number;
  /** Estimated, s; undefined at the very start. */
  readonly timeLeft: number | undefined;
  readonly particleStepsPerSecond: number | undefined;
  readonly bodies: number;
  readonly contacts: number;
  /** Kinetic and rotational, J. */
  readonly kineticEnergy: number;
  /** With variable steps: beginnings and ends of contacts so far, and kinetic, potential and elastic energy, J. */
  readonly events?: number;
  readonly energy?: number;
  /** Of a scene with stages: name and number, from 1. */
  readonly stage?: { readonly name: string; readonly number: number; readonly count: number };
}

/**
 * Measures speed over a recent interval, so that the remaining time follows a run that gets slower or faster.
 *
 * @example
 * ```ts no-run
 * import { ProgressGauge, type Run } from 'scree/live';
 *
 * // For `onSlice` of `runToEnd`.
 * function reporter(run: Run): () => void {
 *   const gauge = new ProgressGauge(run, performance.now());
 *   return () => {
 *     const { time, until, timeLeft } = gauge.measure(performance.now());
 *     console.log(`$timeof $untils, $timeLeft ?? '?'s left`);
 *   };
 * }
 * ```
 */
export class ProgressGauge {
  readonly #run: Run;
  readonly #start: { readonly position: number; readonly at: number };
  #before: { readonly position: number; readonly at: number };
  /** Steps, or with variable ones seconds, in a millisecond on the clock. */
  #speed: number | undefined;

  /** `now` is in milliseconds. */
  constructor(run: Run, now: number) {
    this.#run = run;
    this.#start = { position: run.loop.position, at: now };
    this.#before = this.#start;
  }

  /**
   * Progress at a time of the clock, `now` in milliseconds.
   *
   * @throws SimulationError where `Simulation.energy` throws one.
   */
  measure(now: number): Progress {
    const { loop, lastPosition, manifest, stages } = this.#run;
    const { view: simulation, position } = loop;
    const { eventCount } = simulation;
    const { kinetic, rotational, potential, elastic } = simulation.energy();
    if (now > this.#before.at && position > this.#before.position) {
      const present = (position - this.#before.position) / (now - this.#before.at);
      this.#speed = this.#speed === undefined ? present : 0.5 * (present + this.#speed);
      this.#before = { position, at: now };
    }
    const speed = this.#speed;
    const isVariable = eventCount !== undefined;
    return {
      step: simulation.stepCount,
      steps: isVariable ? undefined : lastPosition,
      time: simulation.time,
      until: manifest.until,
      elapsed: (now - this.#start.at) / 1000,
      timeLeft: speed && (lastPosition - position) / speed / 1000,
      particleStepsPerSecond: isVariable ? undefined : speed && 1000 * speed * simulation.bodyCount,
      bodies: simulation.bodyCount,
      contacts: simulation.statistics().contacts,
      kineticEnergy: kinetic + rotational,
      ...(stages && {
        stage: { name: stages.present.name, number: stages.index + 1, count: stages.stages.length },
      }),
      ...(isVariable && { events: eventCount, energy: kinetic + rotational + potential + elastic }),
    };
  }
}

export function progressLine(progress: Progress): string {
  const { step, steps, time, until, timeLeft, particleStepsPerSecond, contacts, kineticEnergy } = progress;
  const { events, energy, stage } = progress;
  const percent = steps === 0 ? 100 : Math.floor(steps === undefined ? (100 * time) / until : (100 * step) / steps);
  return [
    `${String(percent).padStart(3)} %`,
    ...(stage === undefined ? [] : [`${stage.name} (${stage.number} of ${stage.count})`]),
    steps === undefined ? `${formatCount(step)} steps` : `step ${formatCount(step)} of ${formatCount(steps)}`,
    ...(events === undefined ? [] : [`${formatCount(events)} ${events === 1 ? 'event' : 'events'}`]),
    `${formatNumber(time)} of ${formatTime(until)}`,
    ...(timeLeft === undefined ? [] : [`${formatTime(timeLeft)} left`]),
    ...(particleStepsPerSecond === undefined
      ? []
      : [`${formatCount(Number(particleStepsPerSecond.toPrecision(3)))} particle-steps/s`]),
    energy === undefined ? `kinetic ${formatSi(kineticEnergy, 'J')}` : `energy ${formatSi(energy, 'J')}`,
    `${formatCount(contacts)} ${contacts === 1 ? 'contact' : 'contacts'}`,
  ].join('  ');
}
