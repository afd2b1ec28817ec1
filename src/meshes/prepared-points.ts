// SPDX-License-Identifier: MIT
/**
 * Prepares the input of the hull so that the exact predicates are exact and the result does not depend on the order of
 * the input: checked, sorted in space, without duplicates, scaled by a power of two to magnitude one.
 */

import { describeValue, isList, refuseArgument } from '../errors/refused-argument.ts';
import { MeshError } from '../errors.ts';
import { ceilLog2 } from '../math/elementary.ts';
import { comparePoints, spatialOrder } from './spatial-order.ts';

export interface PreparedPoints {
  /** Number of distinct points. */
  readonly count: number;
  /** Three per point: input times 2^-exponent, largest magnitude in [1/2, 1], in the order of `spatialOrder`. */
  readonly coordinates: Float64Array;
  /** Per point: lowest index in the input. */
  readonly source: Int32Array;
  readonly exponent: number;
}

/**
 * Scaled coordinates below this become zero. Products of three differences then have no bit below 2^-1074, where
 * expansion arithmetic would lose it; 2^-300 of the largest coordinate is far below the resolution of a double.
 */
const UNDERFLOW_LIMIT = 2 ** -300;

/** `x * 2^exponent` without overflow of the factor itself. */
export function scaleByPowerOfTwo(x: number, exponent: number): number {
  const half = Math.trunc(exponent / 2);
  return x * 2 ** half * 2 ** (exponent - half);
}

/**
 * Checks, scales, sorts and removes duplicates; throws `MeshError` with 'not-triples', 'not-finite' or
 * 'too-few-points'.
 */
export function preparePoints(points: ArrayLike<number>): PreparedPoints {
  if (typeof points !== 'object' || points === null || !isList(points)) {
    refuseArgument(MeshError, 'not-numbers', 'points', 'an array of numbers x, y, z, ...', points);
  }
  if (points.length % 3 !== 0) {
    throw new MeshError('not-triples', `points: expected x, y, z per point, got ${points.length} numbers`, {
      length: points.length,
    });
  }
  const inputCount = points.length / 3;
  let largest = 0;
  for (let i = 0; i < points.length; i++) {
    const x = points[i];
    if (typeof x !== 'number' || !Number.isFinite(x)) throw notFinite(i, x);
    const magnitude = Math.abs(x);
    if (magnitude > largest) largest = magnitude;
  }
  if (inputCount < 4) {
    throw new MeshError(
      'too-few-points',
      `expected at least 4 points for a body, got ${inputCount}; use facet, segment or point for flat shapes`,
      { count: inputCount },
    );
  }
  const exponent = largest > 0 ? ceilLog2(largest) : 0;
  const scaled = new Float64Array(points.length);
  for (let i = 0; i < points.length; i++) {
    const x = scaleByPowerOfTwo(points[i], -exponent);
    scaled[i] = Math.abs(x) < UNDERFLOW_LIMIT ? 0 : x;
  }
  const order = spatialOrder(scaled);
  const coordinates = new Float64Array(points.length);
  const source = new Int32Array(inputCount);
  let count = 0;
  for (let i = 0; i < inputCount; i++) {
    const index = order[i];
    if (i > 0 && comparePoints(scaled, order[i - 1], index) === 0) continue;
    for (let k = 0; k < 3; k++) coordinates[3 * count + k] = scaled[3 * index + k];
    source[count++] = index;
  }
  return { count, coordinates: coordinates.slice(0, 3 * count), source: source.slice(0, count), exponent };
}

function notFinite(position: number, value: number): MeshError {
  const index = Math.floor(position / 3);
  const axis = 'xyz'[position % 3];
  return new MeshError(
    'not-finite',
    `points[${index}].${axis}: expected a finite number, got ${describeValue(value)}`,
    {
      index,
      axis,
    },
  );
}
