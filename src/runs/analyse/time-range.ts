// SPDX-License-Identifier: MIT
/**
 * A range of times that includes both ends. A run records the frame of a time at the nearest step, up to half a step
 * earlier or later. A range that begins at 1 s therefore includes the frame of 1 s that was recorded at 0.999995 s.
 */

/** Relative rounding error of a time that is a step count times the time step, with a margin. */
const ROUNDING = 1e-12;

export class TimeRange {
  readonly #from: number;
  readonly #until: number;

  /** All in seconds; `timeStep` is 0 with variable steps, which record frames at exact times. */
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
