// SPDX-License-Identifier: MIT
/** Histograms of relative errors by decade, and means. */
import type { Series, Tone } from './report/svg-plot.ts';

/** Bins by powers of ten: below the first, one a step, from the last on. */
export class Decades {
  readonly #low: number;
  readonly #high: number;
  readonly counts: number[];
  total = 0;
  largest = 0;

  /** Exponents of the first and the last bound. */
  constructor(low: number, high: number) {
    this.#low = low;
    this.#high = high;
    this.counts = new Array<number>(high - low + 2).fill(0);
  }

  add(value: number): void {
    this.total++;
    this.largest = Math.max(this.largest, value);
    let bin = 0;
    while (this.#low + bin <= this.#high && value >= 10 ** (this.#low + bin)) bin++;
    this.counts[bin] = (this.counts[bin] ?? 0) + 1;
  }

  names(): string[] {
    const names = [`< 1e${this.#low}`];
    for (let exponent = this.#low; exponent < this.#high; exponent++) names.push(`1e${exponent}`);
    return [...names, `≥ ${this.#high === 0 ? '1' : `1e${this.#high}`}`];
  }

  /** Percent of all in each bin. */
  shares(): number[] {
    return this.counts.map((count) => (this.total === 0 ? 0 : (100 * count) / this.total));
  }

  series(name: string, tone: Tone): Series {
    return { name, style: 'bars', tone, points: this.shares().map((share, i) => [i, share]) };
  }
}

export class Mean {
  #sum = 0;
  count = 0;
  largest = -Infinity;

  add(value: number): void {
    this.#sum += value;
    this.count++;
    this.largest = Math.max(this.largest, value);
  }

  merge(other: Mean): void {
    this.#sum += other.#sum;
    this.count += other.count;
    this.largest = Math.max(this.largest, other.largest);
  }

  get value(): number {
    return this.#sum / this.count;
  }
}
