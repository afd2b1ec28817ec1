// SPDX-License-Identifier: MIT
/**
 * Tables of portable-pow.ts, computed in integers: 1/c and ln c for PARTS values c from about 1/sqrt(2) to sqrt(2), and
 * PARTS powers of 2 from 1 to 2. Each logarithm and power is a sum of two numbers.
 */
import { POW_FIRST_WORD } from '../layout.ts';

/** Parts of an octave. */
const PARTS = 128;
/** Fraction bits of the fixed-point numbers. */
const BITS = 192n;
const ONE = 1n << BITS;

/** The nearest multiple of 2^-bits as a float64, rounded again if it has more than 53 bits. */
function rounded(value: bigint, bits: bigint): number {
  const shift = BITS - bits;
  return Number((value + (1n << (shift - 1n))) >> shift) / 2 ** Number(bits);
}

/** ln of a quotient of two integers that are close to each other. */
function logOf(numerator: bigint, denominator: bigint): bigint {
  const s = ((numerator - denominator) << BITS) / (numerator + denominator);
  const square = (s * s) >> BITS;
  let term = s;
  let sum = 0n;
  for (let k = 1n; term !== 0n && term !== -1n; k += 2n) {
    sum += term / k;
    term = (term * square) >> BITS;
  }
  return 2n * sum;
}

/** A number as two: the first has few enough bits that its sum with multiples of ln 2 is exact. */
function split(value: bigint, bits: bigint): [number, number] {
  const high = rounded(value, bits);
  const rest = value - (BigInt(high * 2 ** Number(bits)) << (BITS - bits));
  return [high, rounded(rest, 110n)];
}

function squareRoot(value: bigint): bigint {
  let root = 1n << (BITS + 1n);
  for (;;) {
    const next = (root + (value << BITS) / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

/**
 * Writes 1/c and the two parts of ln c for each part of an octave, 3 numbers each, to F[logs..], and 2^(k / PARTS) with
 * the relative error of its rounding to F[powers..].
 */
export function writePowTables(F: Float64Array, logs: number, powers: number): void {
  const words = new Int32Array(2);
  const number = new Float64Array(words.buffer);
  const at = (word: number): number => {
    words[1] = word;
    return number[0] ?? 0;
  };
  for (let k = 0; k < PARTS; k++) {
    const [from, to] = [at(POW_FIRST_WORD + (k << 13)), at(POW_FIRST_WORD + ((k + 1) << 13))];
    // So few bits that the product with a number of the part, less 1, is exact; 1 around 1, where the log is small.
    const unit = from < 1 ? 128 : 256;
    const inverse = from <= 1 && to > 1 ? 1 : Math.round((2 * unit) / (from + to)) / unit;
    F[logs + 3 * k] = inverse;
    [F[logs + 3 * k + 1], F[logs + 3 * k + 2]] = split(logOf(256n, BigInt(256 * inverse)), 41n);
  }
  let root = 2n * ONE;
  for (let k = 1; k < PARTS; k *= 2) root = squareRoot(root);
  let power = ONE;
  for (let k = 0; k < PARTS; k++) {
    const high = rounded(power, 52n);
    const rest = power - (BigInt(high * 2 ** 52) << (BITS - 52n));
    F[powers + 2 * k] = high;
    F[powers + 2 * k + 1] = rounded((rest << BITS) / power, 110n);
    power = (power * root) >> BITS;
  }
}
