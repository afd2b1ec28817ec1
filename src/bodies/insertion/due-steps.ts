// SPDX-License-Identifier: MIT
/**
 * Steps at which bodies are due: the k-th body at the first step whose time is at least from + k / rate. All is
 * computed from the step number, so a restarted simulation inserts the same bodies.
 */
import type { StepClock } from '../../math/step-clock.ts';
import type { InsertionSpec } from './insertion-spec.ts';

/** Rounding tolerance of a number of times, as of steps in step-clock.ts. */
const ROUNDING = 1e-12;

type Times = Pick<InsertionSpec, 'count' | 'rate' | 'from' | 'until'>;

export class DueSteps {
  readonly #from: number;
  /** Infinite if all bodies are due at once. */
  readonly #rate: number;
  readonly #count: number;
  readonly #clock: StepClock;
  /** Number of times at which bodies are due. */
  readonly #times: number;

  constructor({ count = Infinity, rate = Infinity, from = 0, until = Infinity }: Times, clock: StepClock) {
    this.#from = from;
    this.#rate = rate;
    this.#count = count;
    this.#clock = clock;
    if (rate === Infinity) this.#times = until > from ? 1 : 0;
    else this.#times = Math.max(0, Math.ceil((until - from) * rate * (1 - ROUNDING)));
  }

  /** Step of the k-th time, k from 0; infinite if there is no such time. */
  stepOf(k: number): number {
    if (!(k < this.#times)) return Infinity;
    return this.#clock.firstStepAt(this.#from + k / this.#rate);
  }

  /** Number of times up to and including this step. */
  timesThrough(step: number): number {
    if (this.stepOf(0) > step) return 0;
    if (this.#rate === Infinity) return 1;
    let times = Math.floor((this.#clock.timeOf(step) * (1 + ROUNDING) - this.#from) * this.#rate);
    times = Math.min(this.#times, Math.max(1, times - 1));
    // Off by two at most, and by nothing that counts where numbers are too large to be counted one by one.
    for (let k = 0; k < 4 && this.stepOf(times) <= step; k++) times += 1;
    return times;
  }

  /** Number of bodies due up to and including this step. */
  bodiesThrough(step: number): number {
    return this.bodiesAfter(this.timesThrough(step));
  }

  /** Number of bodies due after this number of times. */
  bodiesAfter(times: number): number {
    return Math.min(this.#count, this.#rate === Infinity && times > 0 ? this.#count : times);
  }
}
