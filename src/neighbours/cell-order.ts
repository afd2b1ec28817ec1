// SPDX-License-Identifier: MIT
/**
 * Sorts items by the cells of a multi-level grid: level l has 2^l cells along each axis of a cube, and an item belongs
 * to one cell of one level. Cells follow a Morton curve, each before its finer cells, so the content of any cell with
 * its finer cells is a contiguous range.
 */

export const FINEST_LEVEL = 20;
const HALF_BITS = 10;
const DIGITS = 2 ** HALF_BITS;
/** Below this number of items insertion sort is faster than counting sort. */
const FEW_ITEMS = 64;

/** The items, their cells and levels, all by place in the order. */
export class CellOrder {
  readonly items: Int32Array;
  /** Digits of the levels 1 to 10, three bits each, and of the levels 11 to 20; zero beyond the item's own level. */
  readonly #high: Int32Array;
  readonly #low: Int32Array;
  readonly #levels: Uint8Array;

  constructor(count: number) {
    this.items = new Int32Array(count);
    for (let i = 0; i < count; i++) this.items[i] = i;
    this.#high = new Int32Array(count);
    this.#low = new Int32Array(count);
    this.#levels = new Uint8Array(count);
  }

  levelAt(index: number): number {
    return this.#levels[index];
  }

  /**
   * Which of the eight cells of `level` (from 1), inside the cell of the level before, contains the item at `place`.
   */
  digitAt(index: number, level: number): number {
    return level <= HALF_BITS
      ? (this.#high[index] >> (3 * (HALF_BITS - level))) & 7
      : (this.#low[index] >> (3 * (FINEST_LEVEL - level))) & 7;
  }

  /** Assigns the item at `place` to the cell of `level` that contains the point of the unit cube; sort afterwards. */
  assign(index: number, x: number, y: number, z: number, level: number): void {
    const i = cellAlong(x, level);
    const j = cellAlong(y, level);
    const k = cellAlong(z, level);
    this.#high[index] =
      spreadBits(i >> HALF_BITS) | (spreadBits(j >> HALF_BITS) << 1) | (spreadBits(k >> HALF_BITS) << 2);
    this.#low[index] =
      spreadBits(i & (DIGITS - 1)) | (spreadBits(j & (DIGITS - 1)) << 1) | (spreadBits(k & (DIGITS - 1)) << 2);
    this.#levels[index] = level;
  }

  /** Sorts the places from `begin` to `end`. */
  sort(begin: number, end: number): void {
    if (end - begin < FEW_ITEMS) this.#sortFew(begin, end);
    else this.#sortMany(begin, end);
  }

  /**
   * First place in [begin, end) whose digit of `level` is greater; the places are sorted and equal in the digits
   * before.
   */
  endOfDigit(begin: number, end: number, level: number, digit: number): number {
    let low = begin;
    let high = end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.digitAt(middle, level) > digit) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  #sortFew(begin: number, end: number): void {
    const items = this.items;
    const [highs, lows, levels] = [this.#high, this.#low, this.#levels];
    for (let i = begin + 1; i < end; i++) {
      const item = items[i];
      const high = highs[i];
      const low = lows[i];
      const level = levels[i];
      let to = i;
      while (to > begin) {
        const step = highs[to - 1] - high || lows[to - 1] - low;
        if (step < 0 || (step === 0 && levels[to - 1] <= level)) break;
        items[to] = items[to - 1];
        highs[to] = highs[to - 1];
        lows[to] = lows[to - 1];
        levels[to] = levels[to - 1];
        to--;
      }
      items[to] = item;
      highs[to] = high;
      lows[to] = low;
      levels[to] = level;
    }
  }

  /** Counting sort of the places, lowest digit first; then all data are moved once. */
  #sortMany(begin: number, end: number): void {
    const count = end - begin;
    let order = new Int32Array(count);
    let next = new Int32Array(count);
    for (let i = 0; i < count; i++) order[i] = begin + i;
    const pass = (keys: Int32Array | Uint8Array, shift: number): void => {
      sortByDigit(order, next, keys, shift);
      [order, next] = [next, order];
    };
    pass(this.#levels, 0);
    for (const keys of [this.#low, this.#high]) {
      for (let shift = 0; shift < 3 * HALF_BITS; shift += HALF_BITS) pass(keys, shift);
    }
    for (const values of [this.items, this.#low, this.#high, this.#levels]) {
      for (let i = 0; i < count; i++) next[i] = values[order[i]];
      values.set(next, begin);
    }
  }
}

function sortByDigit(order: Int32Array, sorted: Int32Array, keys: Int32Array | Uint8Array, shift: number): void {
  const offsets = new Int32Array(DIGITS + 1);
  for (let i = 0; i < order.length; i++) {
    const digit = (keys[order[i]] >> shift) & (DIGITS - 1);
    offsets[digit + 1] = offsets[digit + 1] + 1;
  }
  for (let d = 0; d < DIGITS; d++) offsets[d + 1] = offsets[d + 1] + offsets[d];
  for (let i = 0; i < order.length; i++) {
    const item = order[i];
    const digit = (keys[item] >> shift) & (DIGITS - 1);
    const to = offsets[digit];
    sorted[to] = item;
    offsets[digit] = to + 1;
  }
}

function cellAlong(x: number, level: number): number {
  const cell = Math.floor(x * 2 ** FINEST_LEVEL);
  const within = cell < 0 ? 0 : cell >= 2 ** FINEST_LEVEL ? 2 ** FINEST_LEVEL - 1 : cell;
  return (within >> (FINEST_LEVEL - level)) << (FINEST_LEVEL - level);
}

/** Moves bit i of a number of ten bits to bit 3 i. */
function spreadBits(cell: number): number {
  let v = cell;
  v = (v | (v << 16)) & 0x030000ff;
  v = (v | (v << 8)) & 0x0300f00f;
  v = (v | (v << 4)) & 0x030c30c3;
  return (v | (v << 2)) & 0x09249249;
}
