// SPDX-License-Identifier: MIT
/**
 * Sums and products with what rounding took from them: Knuth's two-sum and Dekker's product (T. J. Dekker, A
 * floating-point technique for extending the available precision, Numerische Mathematik 18, 1971). Exact unless
 * something overflows or underflows.
 */

/** Splits a float64 into halves of 26 bits. */
const SPLITTER = 2 ** 27 + 1;

/** (a + b) - `sum`, where `sum` is a + b rounded. */
export function sumError(a: number, b: number, sum: number): number {
  const fromB = sum - a;
  return a - (sum - fromB) + (b - fromB);
}

/** a b - `product`, where `product` is a b rounded; |a| and |b| below 1e150. */
export function productError(a: number, b: number, product: number): number {
  const bigA = a * SPLITTER;
  const highA = bigA - (bigA - a);
  const lowA = a - highA;
  const bigB = b * SPLITTER;
  const highB = bigB - (bigB - b);
  const lowB = b - highB;
  return highA * highB - product + highA * lowB + lowA * highB + lowA * lowB;
}
