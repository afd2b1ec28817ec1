// SPDX-License-Identifier: MIT
/**
 * Schedules what is due at regular intervals, in positions: step numbers for fixed steps, times for variable steps. The
 * schedule depends on the position alone, so a resumed run continues with the same output times.
 */
import type { Scene } from '../../scene/scene.ts';
import { lastStepOf, StepSchedule } from './step-schedule.ts';

export interface Schedule {
  /** How many times it is due from the start to this position, both included. */
  countThrough(position: number): number;
  isDue(position: number): boolean;
  /** The next position at which it is due, later than this one. */
  nextAfter(position: number): number;
  /** The k-th scheduled time, from k = 0, which is the start; s. */
  timeOf(k: number): number;
}

/** Decimal digits that float64 keeps: the third output time at intervals of 0.1 s is 0.3 s, like the end of the run. */
const DIGITS = 15;

/** Due at multiples of the interval: variable steps have a state at any time. */
class TimeSchedule implements Schedule {
  readonly interval: number;

  /** s, > 0 */
  constructor(every: number) {
    this.interval = every;
  }

  timeOf(k: number): number {
    return Number((k * this.interval).toPrecision(DIGITS));
  }

  countThrough(time: number): number {
    let count = Math.floor(time / this.interval);
    while (count > 0 && this.timeOf(count - 1) > time) count--;
    while (this.timeOf(count) <= time) count++;
    return count;
  }

  isDue(time: number): boolean {
    return this.timeOf(this.countThrough(time) - 1) === time;
  }

  nextAfter(time: number): number {
    return this.timeOf(this.countThrough(time));
  }
}

/** Never due: for outputs that are written when an event occurs. */
export const NEVER: Schedule = {
  countThrough: () => 0,
  isDue: () => false,
  nextAfter: () => Infinity,
  timeOf: () => Infinity,
};

/** How positions and times of a run go together. */
export interface RunClock {
  schedule(every: number): Schedule;
  /** Position at which a run to a time (s) ends. */
  lastPosition(until: number): number;
  /** Position of a checkpoint or frame. */
  positionOf(at: { readonly step: number; readonly time: number }): number;
}

export function runClockOf({ simulation: { timeStep }, events }: Pick<Scene, 'simulation' | 'events'>): RunClock {
  if (events === undefined) {
    return {
      schedule: (every) => new StepSchedule(every, timeStep),
      lastPosition: (until) => lastStepOf(until, timeStep),
      positionOf: ({ step }) => step,
    };
  }
  return {
    schedule: (every) => new TimeSchedule(every),
    lastPosition: (until) => until,
    positionOf: ({ time }) => time,
  };
}
