// SPDX-License-Identifier: MIT
/**
 * Times of steps of equal length. They count from one step whose time is known and are never summed, so that a time
 * depends on the number of its step alone. A simulation whose time step changes gets a new clock at that step.
 */

/** A step and its time, s. */
export interface ClockStart {
  readonly step: number;
  readonly time: number;
}

/** Rounding of time / step: a time that is a decimal multiple of the step must not be due one step later. */
const ROUNDING = 1e-12;

export class StepClock {
  /** s */
  readonly timeStep: number;
  readonly start: ClockStart;

  constructor(timeStep: number, start: ClockStart = { step: 0, time: 0 }) {
    this.timeStep = timeStep;
    this.start = start;
  }

  timeOf(step: number): number {
    return this.start.time + (step - this.start.step) * this.timeStep;
  }

  /** First step whose time is not before this one, to rounding. Times before the start get steps before its step. */
  firstStepAt(time: number): number {
    return Math.ceil(this.stepsTo(time));
  }

  /** The same before it is rounded up to a whole step; infinite for infinite times. */
  stepsTo(time: number): number {
    const { step, time: from } = this.start;
    // Rounding counts in the whole time: it is that of the difference.
    return (
      step + (from === 0 ? (time / this.timeStep) * (1 - ROUNDING) : (time * (1 - ROUNDING) - from) / this.timeStep)
    );
  }
}
