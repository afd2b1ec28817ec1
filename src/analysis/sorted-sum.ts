// SPDX-License-Identifier: MIT
/**
 * Sums that do not depend on the order of their terms, to the last bit: sorted by value, then added with compensation
 * (Neumaier, ZAMM 54, 1974). Neighbour-list rebuilds change the order of contacts, which must not change results.
 */

/** Up to this many values insertion sort is the fastest. */
const FEW = 24;

function sortInPlace(values: Float64Array, count: number): void {
  if (count > FEW) {
    values.subarray(0, count).sort();
    return;
  }
  for (let i = 1; i < count; i++) {
    const value = values[i];
    let j = i;
    for (; j > 0 && values[j - 1] > value; j--) values[j] = values[j - 1];
    values[j] = value;
  }
}

/** Sum of the first `count` values, which are sorted in place. */
export function sortedSum(values: Float64Array, count = values.length): number {
  sortInPlace(values, count);
  let sum = 0;
  let lost = 0;
  for (let i = 0; i < count; i++) {
    const value = values[i];
    const next = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  return sum + lost;
}

/** Several sums side by side, over the same terms in any order. */
export class SortedSums {
  readonly #columns: Float64Array[];
  #count = 0;

  constructor(columns: number, room = 64) {
    this.#columns = Array.from({ length: columns }, () => new Float64Array(room));
  }

  get count(): number {
    return this.#count;
  }

  /** One term for each sum. */
  add(...terms: readonly number[]): void {
    if (this.#count === (this.#columns[0]?.length ?? 0)) this.#grow();
    for (let k = 0; k < this.#columns.length; k++) this.#columns[k][this.#count] = terms[k];
    this.#count++;
  }

  sums(): number[] {
    return this.#columns.map((column) => sortedSum(column.slice(0, this.#count)));
  }

  #grow(): void {
    for (let k = 0; k < this.#columns.length; k++) {
      const larger = new Float64Array(2 * this.#count);
      larger.set(this.#columns[k]);
      this.#columns[k] = larger;
    }
  }
}
