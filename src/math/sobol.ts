// SPDX-License-Identifier: MIT
/**
 * Sobol's sequence (1967) in base 2, in the order of Antonov & Saleev (1979), with the direction numbers of Joe & Kuo
 * (2008, doi:10.1137/070709359). The first 2^k points have one point in each of 2^k equal parts of every axis. Ours
 * leaves out the first point, the origin, and moves points to the middle of their cells of 2^-32.
 */

/** Degree, coefficients and first direction numbers of each dimension from the second on. */
const DIRECTIONS: readonly (readonly [coefficients: number, numbers: readonly number[]])[] = [
  [0, [1]],
  [1, [1, 3]],
  [1, [1, 3, 1]],
  [2, [1, 1, 1]],
  [1, [1, 1, 3, 3]],
  [4, [1, 3, 5, 13]],
  [2, [1, 1, 5, 5, 17]],
  [4, [1, 1, 5, 5, 5]],
  [7, [1, 1, 7, 11, 19]],
  [11, [1, 1, 5, 1, 1]],
  [13, [1, 1, 1, 3, 11]],
  [14, [1, 3, 5, 5, 31]],
  [1, [1, 3, 3, 9, 7, 49]],
  [13, [1, 1, 1, 15, 21, 21]],
  [16, [1, 3, 1, 13, 27, 49]],
];

export const MOST_SOBOL_DIMENSIONS = DIRECTIONS.length + 1;

const BITS = 32;

function directionNumbers(dimension: number): Uint32Array {
  const result = new Uint32Array(BITS);
  const [coefficients, numbers] = DIRECTIONS[dimension - 1] ?? [0, []];
  const degree = numbers.length;
  for (let k = 0; k < BITS; k++) {
    if (dimension === 0) result[k] = 2 ** (BITS - 1 - k);
    else if (k < degree) result[k] = numbers[k] * 2 ** (BITS - 1 - k);
    else {
      let value = result[k - degree] ^ (result[k - degree] >>> degree);
      for (let j = 1; j < degree; j++) {
        if ((coefficients >>> (degree - 1 - j)) & 1) value ^= result[k - j];
      }
      result[k] = value;
    }
  }
  return result;
}

/** Points with coordinates from 0 to 1, without end; at most `MOST_SOBOL_DIMENSIONS` dimensions. */
export function* sobolPoints(dimensions: number): Generator<number[]> {
  const directions = Array.from({ length: dimensions }, (_, d) => directionNumbers(d));
  const state = new Uint32Array(dimensions);
  for (let index = 0; ; index++) {
    // From one index to the next, one direction number changes the point: that of the lowest zero bit.
    let bit = 0;
    for (let rest = index; (rest & 1) === 1; rest >>>= 1) bit++;
    for (let d = 0; d < dimensions; d++) state[d] = state[d] ^ directions[d][bit];
    yield Array.from(state, (bits) => (bits + 0.5) / 2 ** BITS);
  }
}
