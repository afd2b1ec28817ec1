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

export class StepSchedule implements Schedule {
  readonly #timeStep: number;
  /** In steps, not a whole number; an interval shorter than a step is one step. */
  readonly interval: number;

  /** Both in seconds. */
  constructor(every: number, timeStep: number) {
    this.interval = Math.max(1, every / timeStep);
    this.#timeStep = timeStep;
  }

  /** The step of the k-th time, from k = 0, which is step 0. */
  stepOf(k: number): number {
    return Math.round(k * this.interval);
  }

  timeOf(k: number): number {
    return this.stepOf(k) * this.#timeStep;
  }

  /** How many times it is due from step 0 to this step, both included. */
  countThrough(step: number): number {
    let count = Math.floor(step / this.interval);
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
