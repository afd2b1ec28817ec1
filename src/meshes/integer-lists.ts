// SPDX-License-Identifier: MIT
/** Lists of integers for numbers of facets, edges and vertices. */

/** 0, 1, ... count - 1. A plain loop: `Int32Array.from` with a callback takes ten times as long. */
export function consecutiveIntegers(count: number): Int32Array<ArrayBuffer> {
  const integers = new Int32Array(count);
  for (let i = 0; i < count; i++) integers[i] = i;
  return integers;
}

/** A list that grows, for numbers that are collected one by one. */
export class GrowingList {
  #values = new Int32Array(16);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  push(value: number): void {
    if (this.#count === this.#values.length) {
      const larger = new Int32Array(2 * this.#count);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#count++] = value;
  }

  toArray(): Int32Array {
    return this.#values.slice(0, this.#count);
  }
}
