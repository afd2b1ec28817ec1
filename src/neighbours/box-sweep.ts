// SPDX-License-Identifier: MIT
/**
 * Finds overlapping boxes by sort and sweep along the axis of the largest spread of centres (Baraff 1992). Boxes stay
 * sorted by their lower ends between calls, so small motions cost little, and only boxes with overlapping intervals are
 * compared.
 */

/** Axis-aligned boxes: 6 numbers each, the lower corner and the upper one. */
export class BoxSweep {
  readonly boxes: Float64Array;
  readonly #count: number;
  readonly #order: Int32Array;
  readonly #found: number[] = [];

  constructor(count: number) {
    this.#count = count;
    this.boxes = new Float64Array(6 * count);
    this.#order = Int32Array.from({ length: count }, (_, i) => i);
  }

  /**
   * All pairs of overlapping boxes, the smaller index first, sorted; the next call reuses the array. Boxes that touch
   * overlap.
   */
  pairs(): readonly number[] {
    const boxes = this.boxes;
    const axis = this.#widestAxis();
    this.#sort(axis);
    const found = this.#found;
    found.length = 0;
    for (let a = 0; a < this.#count; a++) {
      const i = this.#order[a];
      const end = boxes[6 * i + 3 + axis];
      for (let b = a + 1; b < this.#count; b++) {
        const j = this.#order[b];
        if (boxes[6 * j + axis] > end) break;
        if (this.#overlap(i, j)) found.push(Math.min(i, j), Math.max(i, j));
      }
    }
    return sortedPairs(found, this.#count);
  }

  #overlap(i: number, j: number): boolean {
    const boxes = this.boxes;
    for (let k = 0; k < 3; k++) {
      if (boxes[6 * i + k] > boxes[6 * j + 3 + k] || boxes[6 * j + k] > boxes[6 * i + 3 + k]) return false;
    }
    return true;
  }

  #widestAxis(): number {
    let best = 0;
    let most = -1;
    for (let k = 0; k < 3; k++) {
      let low = Infinity;
      let high = -Infinity;
      for (let i = 0; i < this.#count; i++) {
        const middle = this.boxes[6 * i + k] + this.boxes[6 * i + 3 + k];
        low = Math.min(low, middle);
        high = Math.max(high, middle);
      }
      if (high - low <= most) continue;
      most = high - low;
      best = k;
    }
    return best;
  }

  /** Insertion sort: the boxes are almost sorted from the last call. */
  #sort(axis: number): void {
    const order = this.#order;
    const boxes = this.boxes;
    for (let a = 1; a < order.length; a++) {
      const item = order[a];
      const key = boxes[6 * item + axis];
      let to = a;
      while (to > 0 && boxes[6 * order[to - 1] + axis] > key) {
        order[to] = order[to - 1];
        to--;
      }
      order[to] = item;
    }
  }
}

/** Sorts the pairs: the order of the sweep depends on earlier positions, but that of the result must not. */
function sortedPairs(pairs: number[], count: number): readonly number[] {
  const keys = new Float64Array(pairs.length / 2);
  for (let k = 0; k < keys.length; k++) keys[k] = pairs[2 * k] * count + pairs[2 * k + 1];
  keys.sort();
  for (let k = 0; k < keys.length; k++) {
    const first = Math.floor(keys[k] / count);
    pairs[2 * k] = first;
    pairs[2 * k + 1] = keys[k] - first * count;
  }
  return pairs;
}
