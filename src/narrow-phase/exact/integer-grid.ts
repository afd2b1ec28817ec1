// SPDX-License-Identifier: MIT
/**
 * One power-of-two grid on which the coordinates of both bodies are integers. The grid is chosen from the data, so
 * scaling by a power of two changes nothing but its exponent, and far offsets cost no more bits than the coordinates
 * carry.
 */

import { exponentOf, scaleByPowerOfTwo, trailingExponentOf } from './rounding.ts';

/**
 * Bits kept below the largest extent. Products of two rotations leave coordinates near 2^-107 with 53 bits of their
 * own; anything finer than 2^-192 of the extent is beyond what a float64 distance can show and is rounded to the grid.
 */
const GRID_DEPTH_BITS = 192;

export interface Grid {
  /** The unit of the grid is 2^exponent. */
  readonly exponent: number;
  /** False when some coordinate had to be rounded to the grid, by half a unit at most. */
  readonly exact: boolean;
  /** Every difference of two coordinates along one axis is below 2^extentBits units. */
  readonly extentBits: number;
  readonly toInteger: (coordinate: number) => bigint;
}

/** The grid for two vertex lists (3 numbers per vertex, one frame), or undefined when a coordinate is not finite. */
export function chooseGrid(a: Float64Array, b: Float64Array): Grid | undefined {
  let quarterExtent = 0;
  let notFinite = 0;
  for (let axis = 0; axis < 3; axis++) {
    let lowest = Number.POSITIVE_INFINITY;
    let highest = Number.NEGATIVE_INFINITY;
    for (const vertices of [a, b]) {
      for (let i = axis; i < vertices.length; i += 3) {
        const x = vertices[i];
        if (x < lowest) lowest = x;
        if (x > highest) highest = x;
        notFinite += x * 0;
      }
    }
    quarterExtent = Math.max(quarterExtent, highest * 0.25 - lowest * 0.25);
  }
  if (notFinite !== 0) return undefined;

  let finest = Number.POSITIVE_INFINITY;
  for (const vertices of [a, b]) {
    for (let i = 0; i < vertices.length; i++) {
      const x = vertices[i];
      if (x !== 0) finest = Math.min(finest, trailingExponentOf(x));
    }
  }
  if (finest === Number.POSITIVE_INFINITY) finest = 0;

  // One spare bit: the quarter of a subnormal may be rounded.
  const extentExponent = quarterExtent > 0 ? exponentOf(quarterExtent) + 4 : finest;
  const exponent = Math.max(finest, extentExponent - GRID_DEPTH_BITS);
  return {
    exponent,
    exact: exponent === finest,
    extentBits: Math.max(1, extentExponent - exponent),
    toInteger: (coordinate) => {
      const scaled = scaleByPowerOfTwo(coordinate, -exponent);
      if (Number.isFinite(scaled)) return BigInt(Math.round(scaled));
      // A tiny body beyond the range of float64 in its own units, for example flat and 1e300 away.
      const trailing = trailingExponentOf(coordinate);
      return BigInt(scaleByPowerOfTwo(coordinate, -trailing)) << BigInt(trailing - exponent);
    },
  };
}
