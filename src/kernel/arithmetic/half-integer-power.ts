// SPDX-License-Identifier: MIT
/** Powers whose exponent is half an integer, by products and one square root: no logarithm, same bits everywhere. */
import { portablePow } from './portable-pow.ts';

/**
 * x^y for x >= 0 and y >= 0. `halves` is 1 + 2 y where that is an integer, else 0. The relative error is at most y + 1
 * halves of an ulp: as much as rounding x by half an ulp brings.
 */
export function powerByHalves(x: f64, halves: i32, y: f64): f64 {
  if (halves === 5) return x * x;
  if (halves === 0) return portablePow(x, y);
  let left: i32 = (halves - 1) >> 1;
  let power: f64 = (halves & 1) === 0 ? Math.sqrt(x) : 1.0;
  let square: f64 = x;
  while (left > 0) {
    if ((left & 1) === 1) power *= square;
    left >>= 1;
    if (left > 0) square *= square;
  }
  return power;
}
