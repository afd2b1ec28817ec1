// SPDX-License-Identifier: MIT
/** How far a run has come and how fast it goes, as numbers and as a line. */
import { formatCount, formatNumber, formatSi, formatTime } from '../scene/format-quantity.ts';
import type { Run } from './run.ts';

export interface Progress {
  readonly step: number;
  readonly steps: number;
  /** Simulated, s. */
  readonly time: number;
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
}

/** Measures speed over the last while, so that the time left follows a run that gets slower or faster. */
export class ProgressGauge {
  readonly #run: Run;
  readonly #start: { readonly step: number; readonly at: number };
  #before: { readonly step: number; readonly at: number };
  #stepsPerMs: number | undefined;

  /** `now` is in milliseconds. */
  constructor(run: Run, now: number) {
    this.#run = run;
    this.#start = { step: run.simulation.stepCount, at: now };
    this.#before = this.#start;
  }

  measure(now: number): Progress {
    const { simulation, lastStep, manifest } = this.#run;
    const step = simulation.stepCount;
    const { kinetic, rotational } = simulation.energy();
    if (now > this.#before.at && step > this.#before.step) {
      const present = (step - this.#before.step) / (now - this.#before.at);
      this.#stepsPerMs = this.#stepsPerMs === undefined ? present : 0.5 * (present + this.#stepsPerMs);
      this.#before = { step, at: now };
    }
    const speed = this.#stepsPerMs;
    return {
      step,
      steps: lastStep,
      time: simulation.time,
      until: manifest.until,
      elapsed: (now - this.#start.at) / 1000,
      timeLeft: speed && (lastStep - step) / speed / 1000,
      particleStepsPerSecond: speed && 1000 * speed * simulation.bodyCount,
      bodies: simulation.bodyCount,
      contacts: simulation.statistics().contacts,
      kineticEnergy: kinetic + rotational,
    };
  }
}

export function progressLine(progress: Progress): string {
  const { step, steps, time, until, timeLeft, particleStepsPerSecond, contacts, kineticEnergy } = progress;
  const percent = steps === 0 ? 100 : Math.floor((100 * step) / steps);
  return [
    `${String(percent).padStart(3)} %`,
    `step ${formatCount(step)} of ${formatCount(steps)}`,
    `${formatNumber(time)} of ${formatTime(until)}`,
    ...(timeLeft === undefined ? [] : [`${formatTime(timeLeft)} left`]),
    ...(particleStepsPerSecond === undefined
      ? []
      : [`${formatCount(Number(particleStepsPerSecond.toPrecision(3)))} particle-steps/s`]),
    `kinetic ${formatSi(kineticEnergy, 'J')}`,
    `${formatCount(contacts)} ${contacts === 1 ? 'contact' : 'contacts'}`,
  ].join('  ');
}
