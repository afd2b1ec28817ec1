// SPDX-License-Identifier: MIT
/**
 * A polygon in the plane in a reused array: clipping by the sides of facets, area and moments. Also intervals on a
 * line.
 */
import type { FacetOutlines } from './facet-outlines.ts';

export class FlatPolygon {
  /** Two numbers a corner. */
  numbers = new Float64Array(64);
  count = 0;
  /** Area, positive when counter-clockwise, and its first moments, as `measure` has found them. */
  area = 0;
  momentX = 0;
  momentY = 0;
  #spare = new Float64Array(64);

  clear(): void {
    this.count = 0;
  }

  push(x: number, y: number): void {
    if (2 * this.count === this.numbers.length) this.#enlarge();
    this.numbers[2 * this.count] = x;
    this.numbers[2 * this.count + 1] = y;
    this.count += 1;
  }

  take(other: FlatPolygon): void {
    this.count = 0;
    for (let k = 0; k < other.count; k++) this.push(other.numbers[2 * k], other.numbers[2 * k + 1]);
  }

  /** Clips to the sides of facet k. */
  clipBy({ sides, first }: FacetOutlines, k: number): void {
    const end = first[k + 1];
    for (let i = first[k]; i < end && this.count > 0; i++) {
      this.#clip(sides[3 * i], sides[3 * i + 1], sides[3 * i + 2]);
    }
  }

  #clip(nx: number, ny: number, offset: number): void {
    if (offset === -Infinity) return;
    const { count } = this;
    const from = this.numbers;
    this.numbers = this.#spare;
    this.#spare = from;
    this.count = 0;
    for (let k = 0; k < count; k++) {
      const next = k + 1 === count ? 0 : k + 1;
      const x = from[2 * k];
      const y = from[2 * k + 1];
      const nextX = from[2 * next];
      const nextY = from[2 * next + 1];
      const here = nx * x + ny * y - offset;
      const there = nx * nextX + ny * nextY - offset;
      if (here >= 0) this.push(x, y);
      if (here < 0 !== there < 0) {
        const t = here / (here - there);
        this.push(x + t * (nextX - x), y + t * (nextY - y));
      }
    }
  }

  measure(): void {
    const { numbers, count } = this;
    this.area = 0;
    this.momentX = 0;
    this.momentY = 0;
    const ox = numbers[0];
    const oy = numbers[1];
    for (let k = 1; k + 1 < count; k++) {
      const ax = numbers[2 * k];
      const ay = numbers[2 * k + 1];
      const bx = numbers[2 * k + 2];
      const by = numbers[2 * k + 3];
      const part = ((ax - ox) * (by - oy) - (ay - oy) * (bx - ox)) / 2;
      this.area += part;
      this.momentX += (part * (ox + ax + bx)) / 3;
      this.momentY += (part * (oy + ay + by)) / 3;
    }
  }

  #enlarge(): void {
    const larger = new Float64Array(2 * this.numbers.length);
    larger.set(this.numbers);
    this.numbers = larger;
  }
}

/** Length and centre of the union of intervals; sides shared by facets count once. */
export function unionOf(intervals: readonly (readonly [number, number])[]): {
  readonly covered: number;
  readonly middle: number;
} {
  const sorted = intervals.toSorted((a, b) => a[0] - b[0]);
  let covered = 0;
  let moment = 0;
  let end = -Infinity;
  for (const [low, high] of sorted) {
    const from = Math.max(low, end);
    if (high > from) {
      covered += high - from;
      moment += ((high - from) * (high + from)) / 2;
    }
    end = Math.max(end, high);
  }
  const [first] = sorted;
  return { covered, middle: covered > 0 ? moment / covered : (first?.[0] ?? 0) };
}
