// SPDX-License-Identifier: MIT
/** A list of integers that grows: numbers of facets, edges and vertices as they are found. */

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
