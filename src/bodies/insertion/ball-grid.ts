// SPDX-License-Identifier: MIT
/**
 * Hash grid of balls that tests whether a new ball would overlap one of them. There is one grid for each size class
 * (factor 2), so neither sizes nor extents need be known in advance. Balls are also found through periodic boundaries.
 */
import { ceilLog2 } from '../../math/elementary.ts';
import { largestComponent, type Vector3 } from '../../math/vector.ts';

/** Periodic space: `period` is infinite along a direction that is not periodic. */
export interface Periods {
  readonly min: Vector3;
  readonly period: Vector3;
}

export const NO_PERIODS: Periods = {
  min: { x: 0, y: 0, z: 0 },
  period: { x: Infinity, y: Infinity, z: Infinity },
};

/**
 * Required gap, relative to the radii and coordinates. It covers rounding, so a caller that computes the positions in
 * another order of operations finds no overlap either.
 */
const GAP_OF_RADII = 1e-12;
const GAP_OF_COORDINATES = 2 ** -49;

const FIRST_CAPACITY = 64;

export function gapFor(radii: number, coordinate: number): number {
  return GAP_OF_RADII * radii + GAP_OF_COORDINATES * coordinate;
}

/** Image of a coordinate within one period. */
function wrapped(value: number, min: number, period: number): number {
  return period < Infinity ? value - period * Math.floor((value - min) / period) : value;
}

/** Whether two balls that overlap do so in truth: the number of the one in the grid, both centres, sum of the radii. */
export type IsHit = (number: number, at: Vector3, other: Vector3, radii: number) => boolean;

export class BallGrid {
  readonly #periods: Periods;
  readonly #classes = new Map<number, SizeClass>();

  constructor(periods: Periods = NO_PERIODS) {
    this.#periods = periods;
  }

  /** `number` is what `overlaps` calls it. */
  add(centre: Vector3, radius: number, number = 0): void {
    const { min, period } = this.#periods;
    const order = orderOf(radius);
    const sizeClass = this.#classes.get(order) ?? new SizeClass(2 ** order);
    this.#classes.set(order, sizeClass);
    sizeClass.add(
      wrapped(centre.x, min.x, period.x),
      wrapped(centre.y, min.y, period.y),
      wrapped(centre.z, min.z, period.z),
      radius,
      number,
    );
  }

  /** True if this ball would overlap a ball of the grid or a periodic image of one, and `isHit` agrees. */
  overlaps(centre: Vector3, radius: number, isHit?: IsHit): boolean {
    const { min, period } = this.#periods;
    const x = wrapped(centre.x, min.x, period.x);
    const y = wrapped(centre.y, min.y, period.y);
    const z = wrapped(centre.z, min.z, period.z);
    for (const sizeClass of this.#classes.values()) {
      const radii = radius + sizeClass.largestRadius;
      const reach = radii + gapFor(radii, largestComponent(centre));
      // Seen from beyond a side, when the ball is so near to it that it may touch what is behind.
      for (let i = below(x, min.x, period.x, reach); i <= beyond(x, min.x, period.x, reach); i++) {
        for (let j = below(y, min.y, period.y, reach); j <= beyond(y, min.y, period.y, reach); j++) {
          for (let k = below(z, min.z, period.z, reach); k <= beyond(z, min.z, period.z, reach); k++) {
            const shiftedX = i === 0 ? x : x + i * period.x;
            const shiftedY = j === 0 ? y : y + j * period.y;
            const shiftedZ = k === 0 ? z : z + k * period.z;
            if (sizeClass.overlaps(shiftedX, shiftedY, shiftedZ, radius, isHit)) return true;
          }
        }
      }
    }
    return false;
  }
}

/** Range of periodic images to test: +1 for a ball near the lower boundary, -1 near the upper one. */
function beyond(value: number, min: number, period: number, reach: number): number {
  return period < Infinity && value - reach < min ? 1 : 0;
}

function below(value: number, min: number, period: number, reach: number): number {
  return period < Infinity && value + reach > min + period ? -1 : 0;
}

/** Number of the class whose largest radius is 2^order. */
function orderOf(radius: number): number {
  return ceilLog2(radius);
}

/**
 * Grid of one size class: cells are twice `largestRadius` wide, and balls whose cells have the same hash are
 * chained.
 */
class SizeClass {
  readonly largestRadius: number;
  readonly #cellSize: number;
  #balls = new Float64Array(4 * FIRST_CAPACITY);
  #next = new Int32Array(FIRST_CAPACITY);
  #numbers = new Int32Array(FIRST_CAPACITY);
  #heads = new Int32Array(FIRST_CAPACITY).fill(-1);
  #count = 0;

  constructor(largestRadius: number) {
    this.largestRadius = largestRadius;
    this.#cellSize = 2 * largestRadius;
  }

  add(x: number, y: number, z: number, radius: number, number: number): void {
    if (this.#count === this.#next.length) this.#grow();
    this.#balls.set([x, y, z, radius], 4 * this.#count);
    this.#numbers[this.#count] = number;
    this.#link(this.#count);
    this.#count += 1;
  }

  overlaps(x: number, y: number, z: number, radius: number, isHit?: IsHit): boolean {
    const radii = radius + this.largestRadius;
    const reach = radii + gapFor(radii, Math.max(Math.abs(x), Math.abs(y), Math.abs(z)));
    const size = this.#cellSize;
    const x0 = Math.floor((x - reach) / size);
    const x1 = Math.floor((x + reach) / size);
    const y0 = Math.floor((y - reach) / size);
    const y1 = Math.floor((y + reach) / size);
    const z0 = Math.floor((z - reach) / size);
    const z1 = Math.floor((z + reach) / size);
    const cells = (x1 - x0 + 1) * (y1 - y0 + 1) * (z1 - z0 + 1);
    // So far out that cells cannot be counted, or so large that looking at all balls is less work.
    if (!(cells < this.#count && areCountable(x0, x1, y0, y1, z0, z1)))
      return this.#overlapsAny(x, y, z, radius, isHit);
    const mask = this.#heads.length - 1;
    for (let i = x0; i <= x1; i++) {
      for (let j = y0; j <= y1; j++) {
        for (let k = z0; k <= z1; k++) {
          for (let b = this.#heads[hash(i, j, k) & mask] ?? -1; b >= 0; b = this.#next[b] ?? -1) {
            if (this.#isHit(b, x, y, z, radius, isHit)) return true;
          }
        }
      }
    }
    return false;
  }

  #overlapsAny(x: number, y: number, z: number, radius: number, isHit?: IsHit): boolean {
    for (let b = 0; b < this.#count; b++) if (this.#isHit(b, x, y, z, radius, isHit)) return true;
    return false;
  }

  #isHit(b: number, x: number, y: number, z: number, radius: number, isHit?: IsHit): boolean {
    const balls = this.#balls;
    const dx = x - balls[4 * b];
    const dy = y - balls[4 * b + 1];
    const dz = z - balls[4 * b + 2];
    const radii = radius + balls[4 * b + 3];
    const least = radii + gapFor(radii, Math.max(Math.abs(x), Math.abs(y), Math.abs(z)));
    if (!(dx * dx + dy * dy + dz * dz < least * least)) return false;
    if (isHit === undefined) return true;
    const other = { x: balls[4 * b], y: balls[4 * b + 1], z: balls[4 * b + 2] };
    return isHit(this.#numbers[b], { x, y, z }, other, radii);
  }

  #grow(): void {
    const balls = new Float64Array(2 * this.#balls.length);
    balls.set(this.#balls);
    this.#balls = balls;
    this.#next = new Int32Array(2 * this.#next.length);
    const numbers = new Int32Array(this.#next.length);
    numbers.set(this.#numbers);
    this.#numbers = numbers;
    this.#heads = new Int32Array(this.#next.length).fill(-1);
    for (let b = 0; b < this.#count; b++) this.#link(b);
  }

  #link(b: number): void {
    const cell = (offset: number): number => Math.floor(this.#balls[4 * b + offset] / this.#cellSize);
    const head = hash(cell(0), cell(1), cell(2)) & (this.#heads.length - 1);
    this.#next[b] = this.#heads[head] ?? -1;
    this.#heads[head] = b;
  }
}

function areCountable(...cells: readonly number[]): boolean {
  return cells.every(Number.isSafeInteger);
}

function hash(x: number, y: number, z: number): number {
  const mixed = Math.imul(x | 0, 73_856_093) ^ Math.imul(y | 0, 19_349_663) ^ Math.imul(z | 0, 83_492_791);
  return mixed ^ (mixed >>> 15);
}
