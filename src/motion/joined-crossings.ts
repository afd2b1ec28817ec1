// SPDX-License-Identifier: MIT
/**
 * The zero-crossing functions of two sources as those of one. The number of the first never changes; the second may add
 * some during a step, as its own.
 */
import type { ZeroCrossings } from './ode-system.ts';

type FullCrossings = Required<ZeroCrossings>;

export class JoinedCrossings implements FullCrossings {
  readonly #first: FullCrossings;
  readonly #second: FullCrossings;

  constructor(first: FullCrossings, second: FullCrossings) {
    this.#first = first;
    this.#second = second;
  }

  get count(): number {
    return this.#first.count + this.#second.count;
  }

  prepare(t: number, y: Float64Array): number {
    return Math.min(this.#first.prepare(t, y), this.#second.prepare(t, y));
  }

  evaluate(t: number, y: Float64Array, z: Float64Array): void {
    const { count } = this.#first;
    this.#first.evaluate(t, y, z.subarray(0, count));
    this.#second.evaluate(t, y, z.subarray(count));
  }

  slopeBounds(t: number, y: Float64Array, out: Float64Array): void {
    const { count } = this.#first;
    this.#first.slopeBounds(t, y, out.subarray(0, count));
    this.#second.slopeBounds(t, y, out.subarray(count));
  }

  hasKink(index: number): boolean {
    const { count } = this.#first;
    return index < count ? this.#first.hasKink(index) : this.#second.hasKink(index - count);
  }
}
