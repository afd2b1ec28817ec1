// SPDX-License-Identifier: MIT
/**
 * Puts the input of the hull into a form in which the exact predicates are exact and the result does not depend on the
 * order of the input: checked, sorted lexicographically, without duplicates, scaled by a power of two to magnitude one.
 */
import { MeshError } from '../errors.ts';

export interface PreparedPoints {
  /** Number of distinct points. */
  readonly count: number;
  /** Three per point: input times 2^-exponent, largest magnitude in [1/2, 1], sorted by x, then y, then z. */
  readonly coordinates: Float64Array;
  /** Per point: lowest index in the input. */
  readonly source: Int32Array;
  readonly exponent: number;
}

/**
 * Scaled coordinates below this are taken as zero. Products of three differences then have no bit below 2^-1074, where
 * expansion arithmetic would lose it; 2^-300 of the largest coordinate is far below anything a double can show beside it.
 */
const UNDERFLOW_LIMIT = 2 ** -300;

/** `x * 2^exponent` without overflow of the factor itself. */
export function scaleByPowerOfTwo(x: number, exponent: number): number {
  const half = Math.trunc(exponent / 2);
  return x * 2 ** half * 2 ** (exponent - half);
}

/** Checks, sorts, removes duplicates and scales; throws `MeshError` with 'not-triples', 'not-finite' or 'too-few-points'. */
export function preparePoints(points: ArrayLike<number>): PreparedPoints {
  if (points.length % 3 !== 0) {
    throw new MeshError('not-triples', `points: expected x, y, z per point, got ${points.length} numbers`, {
      length: points.length,
    });
  }
  const inputCount = points.length / 3;
  let largest = 0;
  for (let i = 0; i < points.length; i++) {
    const x = points[i] as number;
    if (!Number.isFinite(x)) throw notFinite(i, x);
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
  const exponent = largest > 0 ? Math.ceil(Math.log2(largest)) : 0;
  const order = sortedOrder(points, inputCount);
  const coordinates = new Float64Array(3 * inputCount);
  const source = new Int32Array(inputCount);
  let count = 0;
  let last = -1;
  for (let i = 0; i < inputCount; i++) {
    const index = order[i] as number;
    if (last >= 0 && samePoint(points, last, index)) continue;
    last = index;
    for (let k = 0; k < 3; k++) {
      const x = scaleByPowerOfTwo(points[3 * index + k] as number, -exponent);
      coordinates[3 * count + k] = Math.abs(x) < UNDERFLOW_LIMIT ? 0 : x;
    }
    source[count++] = index;
  }
  return { count, coordinates: coordinates.slice(0, 3 * count), source: source.slice(0, count), exponent };
}

function notFinite(position: number, value: number): MeshError {
  const index = Math.floor(position / 3);
  const axis = 'xyz'[position % 3] as string;
  return new MeshError('not-finite', `points[${index}].${axis}: expected a finite number, got ${value}`, {
    index,
    axis,
  });
}

/** Indices of the points by x, then y, then z, then index. */
function sortedOrder(points: ArrayLike<number>, count: number): Uint32Array {
  const flat = points instanceof Float64Array ? points : Float64Array.from(points);
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i++) order[i] = i;
  return order.sort((i, j) => {
    const a = 3 * i;
    const b = 3 * j;
    const dx = (flat[a] as number) - (flat[b] as number);
    if (dx !== 0) return dx;
    const dy = (flat[a + 1] as number) - (flat[b + 1] as number);
    if (dy !== 0) return dy;
    const dz = (flat[a + 2] as number) - (flat[b + 2] as number);
    return dz !== 0 ? dz : i - j;
  });
}

function samePoint(points: ArrayLike<number>, i: number, j: number): boolean {
  return (
    points[3 * i] === points[3 * j] &&
    points[3 * i + 1] === points[3 * j + 1] &&
    points[3 * i + 2] === points[3 * j + 2]
  );
}
