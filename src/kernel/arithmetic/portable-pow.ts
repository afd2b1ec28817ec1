// SPDX-License-Identifier: MIT
/**
 * x^y from + - * and tables alone, so that every engine and WebAssembly give the same bits (Math.pow does not). After
 * Tang (1990, doi:10.1145/98267.98294) and the pow of Arm's optimized-routines: ln x = k ln 2 + ln c + ln(1 + r) with
 * r = x / 2^k / c - 1 exact, as a sum of two numbers, times y by Dekker's product (1971, doi:10.1007/BF01397083), then
 * exp from a table of powers of 2. Differs: plain series, tables made from integers (pow-tables.ts), results clamped to
 * the normal range.
 */
import { POW_FIRST_WORD, POW_LOGS, POW_POWERS } from '../layout.ts';
import { F } from '../memory.ts';
import { lowerWord, scaledByPowerOfTwo, upperWord } from './float-bits.ts';

const LARGEST: f64 = 1.7976931348623157e308;
const SMALLEST_NORMAL: f64 = 2.2250738585072014e-308;
/** Bits of a word that are an exponent, and bits of the fraction that do not tell one part from another. */
const EXPONENT_SHIFT: i32 = 20;
const PART_SHIFT: i32 = 13;
const LAST_PART: i32 = 127;
const PART_BITS: i32 = 7;
/** ln 2 in two parts; the first is a multiple of 2^-41, so its product with an exponent plus a ln c is exact. */
const LN2_HIGH: f64 = 0.6931471805601177;
const LN2_LOW: f64 = -1.7239444525614835e-13;
/** 128 / ln 2, and ln 2 / 128 in two parts; the first is a multiple of 2^-40: its product with an integer is exact. */
const PARTS_OF_LOG: f64 = 184.6649652337873;
const PART_HIGH: f64 = 0.005415212348452769;
const PART_LOW: f64 = -3.2819649005320973e-13;
/** Adding 1.5 * 2^52 rounds to the nearest integer and leaves it in the lower 32 bits. */
const ROUNDING_CONSTANT: f64 = 6755399441055744.0;
/** 2^27 + 1: multiplying by it splits a number in two halves of 26 bits (Dekker). */
const SPLITTER: f64 = 134217729.0;
/** Exponents up to here are those of normal numbers, with any factor below 2. */
const SAFE_EXPONENT: i32 = 1020;
const P64: f64 = 18446744073709552000.0;
const P54: f64 = 18014398509481984.0;
const P100: f64 = 1.2676506002282294e30;

/**
 * x^y for x >= 0 and finite y; NaN for x < 0 or NaN.
 * Relative error at most 2.3e-16 for |y| <= 100; beyond it grows slowly with |y ln x|. Too large becomes the largest
 * number, too small 0; 0^y is 0, 1 or the largest number for y above, at or below 0.
 */
export function portablePow(x: f64, y: f64): f64 {
  if (y === 0.0 || x === 1.0) return 1.0;
  if (!(x > 0.0)) {
    if (x === 0.0) return y > 0.0 ? 0.0 : LARGEST;
    return 0.0 / 0.0;
  }
  if (x > LARGEST) return y > 0.0 ? LARGEST : 0.0;
  if (y === 1.0) return x;
  if (y === 0.5) return Math.sqrt(x);
  // |ln x| >= 2^-53, so beyond this the result is out of range; the products below stay far from overflow.
  if (y > P64 || y < -P64) return y > 0.0 === x > 1.0 ? LARGEST : 0.0;

  // x = m 2^e with m from POW_FIRST_WORD on, in the part `part` of that octave.
  const isSmall: bool = x < SMALLEST_NORMAL;
  const normal: f64 = isSmall ? x * P54 : x;
  const offset: i32 = upperWord(normal) - POW_FIRST_WORD;
  const shift: i32 = offset >> EXPONENT_SHIFT;
  const part: i32 = (offset >> PART_SHIFT) & LAST_PART;
  const m: f64 = scaledByPowerOfTwo(normal, -shift);
  const e: f64 = shift - (isSmall ? 54.0 : 0.0);

  // ln x = h1 + h2: all but the square of r and more is exact.
  const at: i32 = POW_LOGS + 3 * part;
  const inverse: f64 = F[at];
  // 32 bits times 9, and the rest: both products are exact, and so is r.
  const s: f64 = 1048577.0 * m;
  const high: f64 = s - (s - m);
  const r: f64 = high * inverse - 1.0 + (m - high) * inverse;
  const base: f64 = e * LN2_HIGH + F[at + 1];
  const first: f64 = base + r;
  const restOfFirst: f64 = base - first + r;
  // r^2 / 2 in two parts, for it may be no smaller than r times 2^-8.
  const c: f64 = SPLITTER * r;
  const rh: f64 = c - (c - r);
  const rl: f64 = r - rh;
  const square: f64 = 0.5 * rh * rh;
  const second: f64 = first - square;
  const restOfSecond: f64 = first - second - square;
  const r2: f64 = r * r;
  const low: f64 = 0.3333333333333333 - 0.25 * r + r2 * (0.2 - 0.16666666666666666 * r);
  const tail: f64 = 0.14285714285714285 - 0.125 * r + r2 * 0.1111111111111111;
  const series: f64 = r * r2 * (low + r2 * r2 * tail);
  const rest: f64 = e * LN2_LOW + F[at + 2] + restOfFirst + restOfSecond - rl * (rh + 0.5 * rl) + series;
  const h1: f64 = second + rest;
  const h2: f64 = second - h1 + rest;

  // y ln x = w1 + w2.
  const w1: f64 = h1 * y;
  if (w1 > 709.79) return LARGEST;
  if (w1 < -708.4) return 0.0;
  const ch: f64 = SPLITTER * h1;
  const hh: f64 = ch - (ch - h1);
  const hl: f64 = h1 - hh;
  const cy: f64 = SPLITTER * y;
  const yh: f64 = cy - (cy - y);
  const yl: f64 = y - yh;
  const w2: f64 = hh * yh - w1 + hh * yl + hl * yh + hl * yl + h2 * y;

  // y ln x = n ln 2 / 128 + t, |t| < 0.0028.
  const shifted: f64 = w1 * PARTS_OF_LOG + ROUNDING_CONSTANT;
  const parts: f64 = shifted - ROUNDING_CONSTANT;
  const n: i32 = lowerWord(shifted);
  const t: f64 = w1 - parts * PART_HIGH + (w2 - parts * PART_LOW);
  const t2: f64 = t * t;
  const power: i32 = POW_POWERS + 2 * (n & LAST_PART);
  const scale: f64 = F[power];
  const exp: f64 =
    F[power + 1] +
    t +
    t2 * (0.5 + 0.16666666666666666 * t) +
    t2 * t2 * (0.041666666666666664 + 0.008333333333333333 * t);
  const k: i32 = n >> PART_BITS;
  if (k < SAFE_EXPONENT && k > -SAFE_EXPONENT) {
    const whole: f64 = scaledByPowerOfTwo(scale, k);
    return whole + whole * exp;
  }
  // The last step to the largest numbers and to the smallest is a product: it may leave their range.
  const near: f64 = scaledByPowerOfTwo(scale, k > 0 ? k - 100 : k + 100);
  const answer: f64 = k > 0 ? (near + near * exp) * P100 : (near + near * exp) / P100;
  if (answer > LARGEST) return LARGEST;
  return answer < SMALLEST_NORMAL ? 0.0 : answer;
}
