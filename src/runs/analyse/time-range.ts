// SPDX-License-Identifier: MIT
/**
 * Times from one to another, both included. What is wanted at a time is recorded at the step nearest to it, up to half a step earlier or later: a range that begins
 * at 1 s has the frame of 0.999995 s that was recorded for it.
 */

/** Rounding of a time that is a number of steps times their length, with room: some units in the last place. */
const ROUNDING = 1e-12;

export class TimeRange {
  readonly #from: number;
  readonly #until: number;

  /** All in seconds; `timeStep` is 0 with variable steps, whose moments are recorded at exact times. */
  constructor(from: number, until: number, timeStep: number) {
    const slack = (time: number): number =>
      Number.isFinite(time) ? 0.5 * timeStep + ROUNDING * Math.max(timeStep, Math.abs(time)) : 0;
    this.#from = from - slack(from);
    this.#until = until + slack(until);
  }

  has(time: number): boolean {
    return time >= this.#from && time <= this.#until;
  }
}
