// SPDX-License-Identifier: MIT
/**
 * Steps at which something is due at regular intervals: the k-th time at the step nearest to k intervals. This depends
 * on the step number alone, so a resumed run continues with the same steps.
 */
import type { Schedule } from './schedule.ts';

/**
 * Rounding of duration / timeStep: a duration that is a decimal multiple of the step must not get an additional step.
 */
const ROUNDING = 1e-12;

/** Number of the last step of a run: the first whose time is at least the duration, to rounding. */
export function lastStepOf(duration: number, timeStep: number): number {
  return Math.ceil((duration / timeStep) * (1 - ROUNDING));
}

/** Intervals that began before step 0, with another time step. */
export interface BegunIntervals {
  /** Steps of the present length from the beginning of the intervals to step 0; no whole number. */
  readonly lag: number;
  /** Times that were due up to step 0, both ends included. */
  readonly done: number;
}

/** The first interval begins at step 0, which is due. */
const BEGINNING: BegunIntervals = { lag: 0, done: 1 };

export class StepSchedule implements Schedule {
  readonly #timeStep: number;
  readonly #lag: number;
  /** Times that were due up to step 0. */
  readonly done: number;
  /** In steps, not a whole number; an interval shorter than a step is one step. */
  readonly interval: number;

  /** Both in seconds. */
  constructor(every: number, timeStep: number, { lag, done } = BEGINNING) {
    this.interval = Math.max(1, every / timeStep);
    this.#timeStep = timeStep;
    this.#lag = lag;
    this.done = done;
  }

  /** The step of the k-th time, from k = 0. Times that were due before step 0 have some step up to there. */
  stepOf(k: number): number {
    // Steps of another length may round a time to another side of step 0: it comes once, and no two at one step.
    const least = k - this.done + 1;
    return k < this.done ? least : Math.max(least, Math.round(k * this.interval - this.#lag));
  }

  timeOf(k: number): number {
    return this.stepOf(k) * this.#timeStep;
  }

  /** How many times it is due up to this step, from 0 on; those before step 0 included. */
  countThrough(step: number): number {
    let count = Math.floor((step + this.#lag) / this.interval);
    while (count > 0 && this.stepOf(count - 1) > step) count--;
    while (this.stepOf(count) <= step) count++;
    return count;
  }

  isDue(step: number): boolean {
    return this.stepOf(this.countThrough(step) - 1) === step;
  }

  /** The next step at which it is due, later than this one. */
  nextAfter(step: number): number {
    return this.stepOf(this.countThrough(step));
  }
}
