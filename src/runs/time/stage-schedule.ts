// SPDX-License-Identifier: MIT
/**
 * The schedule of an output whose interval, or whose time step, stages change. A changed interval holds from the
 * beginning of a stage, from which its times count; with a changed time step alone its times go on. The beginning
 * itself belongs to the interval before. The whole follows from the steps at which stages began, so a resumed run has
 * the same.
 */
import type { StepClock } from '../../math/step-clock.ts';
import type { Schedule } from './schedule.ts';
import { StepSchedule } from './step-schedule.ts';

interface Piece {
  /** Step from which the steps of its schedule count. */
  readonly from: number;
  readonly steps: StepSchedule;
  readonly clock: StepClock;
  /** Interval, s, and the time from which the intervals count. */
  readonly every: number;
  readonly begun: number;
}

export class StageSchedule implements Schedule {
  readonly #pieces: [Piece, ...Piece[]];

  /** `every` is the interval of the first stage, s. */
  constructor(every: number, clock: StepClock) {
    this.#pieces = [{ from: 0, clock, every, begun: 0, steps: new StepSchedule(every, clock.timeStep) }];
  }

  /** The interval is `every`, s, after step `from`. */
  setInterval(from: number, every: number, clock: StepClock): void {
    const steps = new StepSchedule(every, clock.timeStep);
    this.#pieces.push({ from, clock, every, begun: clock.timeOf(from), steps });
  }

  /** Steps have another length after step `from`, with which this clock starts. */
  setClock(from: number, clock: StepClock): void {
    const before = this.#last;
    const { every, begun } = before;
    const lag = (clock.timeOf(from) - begun) / clock.timeStep;
    const done = before.steps.countThrough(from - before.from);
    this.#pieces.push({ ...before, from, clock, steps: new StepSchedule(every, clock.timeStep, { lag, done }) });
  }

  countThrough(position: number): number {
    return this.#pieces.reduce((sum, _, k) => sum + this.#countOf(k, position), 0);
  }

  isDue(position: number): boolean {
    const { from, steps } = this.#pieceAt(position);
    return steps.isDue(position - from) && (position > from || from === 0);
  }

  nextAfter(position: number): number {
    // The present interval is the last one: later stages have not begun.
    const { from, steps } = this.#last;
    return from + steps.nextAfter(Math.max(0, position - from));
  }

  timeOf(k: number): number {
    let before = 0;
    let found = this.#pieces[0];
    let index = k;
    this.#pieces.forEach((piece, i) => {
      const end = this.#pieces[i + 1]?.from ?? Infinity;
      const count = end === Infinity ? Infinity : this.#countOf(i, end);
      if (k >= before && k < before + count) {
        found = piece;
        index = k - before + (i === 0 ? 0 : piece.steps.done);
      }
      before += count;
    });
    return found.clock.timeOf(found.from + found.steps.stepOf(index));
  }

  get #last(): Piece {
    return this.#pieces.at(-1) ?? this.#pieces[0];
  }

  /** Times of a piece up to a position, both included. */
  #countOf(k: number, position: number): number {
    const { from, steps } = this.#pieces[k] as Piece;
    const end = Math.min(position, this.#pieces[k + 1]?.from ?? Infinity);
    if (end < from) return 0;
    return steps.countThrough(end - from) - (k === 0 ? 0 : steps.done);
  }

  #pieceAt(position: number): Piece {
    return this.#pieces.findLast(({ from }) => position > from) ?? this.#pieces[0];
  }
}
