// SPDX-License-Identifier: MIT
/**
 * The schedule of an output whose interval stages change. Each interval holds from the beginning of a stage, from which
 * its times count; the beginning itself belongs to the interval before. The whole follows from the steps at which
 * stages began, so a resumed run has the same.
 */
import type { Schedule } from './schedule.ts';
import { StepSchedule } from './step-schedule.ts';

interface Piece {
  /** Step from which its times count. */
  readonly from: number;
  readonly steps: StepSchedule;
}

export class StageSchedule implements Schedule {
  readonly #timeStep: number;
  readonly #pieces: [Piece, ...Piece[]];

  /** `every` is the interval of the first stage, s. */
  constructor(every: number, timeStep: number) {
    this.#timeStep = timeStep;
    this.#pieces = [{ from: 0, steps: new StepSchedule(every, timeStep) }];
  }

  /** The interval is `every`, s, after step `from`. */
  setInterval(from: number, every: number): void {
    this.#pieces.push({ from, steps: new StepSchedule(every, this.#timeStep) });
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
    const { from, steps } = this.#pieces.at(-1) ?? this.#pieces[0];
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
        index = k - before + (i === 0 ? 0 : 1);
      }
      before += count;
    });
    return (found.from + found.steps.stepOf(index)) * this.#timeStep;
  }

  /** Times of a piece up to a position, both included. */
  #countOf(k: number, position: number): number {
    const { from, steps } = this.#pieces[k] as Piece;
    const end = Math.min(position, this.#pieces[k + 1]?.from ?? Infinity);
    if (end < from) return 0;
    return steps.countThrough(end - from) - (k === 0 ? 0 : 1);
  }

  #pieceAt(position: number): Piece {
    return this.#pieces.findLast(({ from }) => position > from) ?? this.#pieces[0];
  }
}
