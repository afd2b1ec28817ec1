// SPDX-License-Identifier: MIT
/**
 * x^y from + - * / and sqrt alone, so that every engine and WebAssembly give the same bits (Math.pow does not). After
 * Tang (1990, doi:10.1145/98267.98294): ln x to about 60 bits as a sum of two numbers, times y by Dekker's product
 * (1971, doi:10.1007/BF01397083), then exp. Differs: no tables, own Chebyshev fits, exponent bits through one memory
 * cell, results clamped to the normal range.
 */
import { POW_BITS } from '../layout.ts';
import { F, I } from '../memory.ts';

const LARGEST: f64 = 1.7976931348623157e308;
const SMALLEST_NORMAL: f64 = 2.2250738585072014e-308;
/** ln 2 in two parts; the first has 12 trailing zero bits, so its product with an exponent is exact. */
const LN2_HIGH: f64 = 0.693147180559663;
const LN2_LOW: f64 = 2.8235290563031577e-13;
/** 1 / ln 2; nine digits are enough to pick an integer. */
const LOG2_E: f64 = Math.LOG2E;
/** Adding 1.5 * 2^52 rounds to the nearest integer and leaves it in the lower 32 bits. */
const ROUNDING_CONSTANT: f64 = 6755399441055744.0;
/** 2^27 + 1: multiplying by it splits a number in two halves of 26 bits (Dekker). */
const SPLITTER: f64 = 134217729.0;

const P64: f64 = 18446744073709552000.0;
const P54: f64 = 18014398509481984.0;

function upperHalf(a: f64): f64 {
  const c: f64 = SPLITTER * a;
  return c - (c - a);
}

/** Rounding error of the product p = a * b, exactly (no overflow for |a|, |b| < 2^480). */
function productError(a: f64, b: f64, p: f64): f64 {
  const ah: f64 = upperHalf(a);
  const al: f64 = a - ah;
  const bh: f64 = upperHalf(b);
  const bl: f64 = b - bh;
  return ah * bh - p + ah * bl + al * bh + al * bl;
}

/** 2^k for k from -1022 to 1023. */
function powerOfTwo(k: i32): f64 {
  I[2 * POW_BITS] = 0;
  I[2 * POW_BITS + 1] = (k + 1023) << 20;
  return F[POW_BITS];
}

/** The integer e with x / 2^e in [1, 2), for finite x >= 2^-1022. */
function exponentOf(x: f64): i32 {
  F[POW_BITS] = x;
  return (I[2 * POW_BITS + 1] >> 20) - 1023;
}

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

  // x = m 2^e with m in (sqrt(1/2), sqrt(2)].
  let m: f64 = x;
  let e: f64 = 0.0;
  if (m < SMALLEST_NORMAL) {
    m *= P54;
    e = -54.0;
  }
  const shift: i32 = exponentOf(m);
  e += shift;
  // In two factors, since 2^-1023 is no normal number.
  m = shift > 0 ? m * 0.5 * powerOfTwo(1 - shift) : m * powerOfTwo(-shift);
  if (m > Math.SQRT2) {
    m *= 0.5;
    e += 1.0;
  }

  // ln m = 2 s + 2 s v, s = (m - 1) / (m + 1) = s1 + s2 to twice the precision, v = s^2 / 3 + s^4 / 5 + ... < 0.01.
  const f: f64 = m - 1.0;
  const g: f64 = m + 1.0;
  const part: f64 = g - 1.0;
  const g2: f64 = 1.0 - (g - part) + (m - part);
  const s1: f64 = f / g;
  const product: f64 = s1 * g;
  const s2: f64 = (f - product - productError(s1, g, product) - s1 * g2) / g;
  const t: f64 = s1 * s1;
  const t2: f64 = t * t;
  const low: f64 = 0.3333333333333333 + 0.2000000000000044 * t + t2 * (0.14285714285401807 + 0.11111111195856965 * t);
  const high: f64 = 0.09090897820065703 + 0.0769311985144809 * t + t2 * (0.06634386568236839 + 0.0654331308533596 * t);
  const v: f64 = t * (low + t2 * t2 * high);
  const rest: f64 = 2.0 * (s2 + s1 * v);
  const ln1: f64 = 2.0 * s1 + rest;
  const ln2: f64 = 2.0 * s1 - ln1 + rest;

  // ln x = e ln 2 + ln m = h1 + h2; |e ln 2| > |ln m| unless e = 0.
  const base: f64 = e * LN2_HIGH;
  const h1: f64 = base + ln1;
  const h2: f64 = e === 0.0 ? ln2 : base - h1 + ln1 + (ln2 + e * LN2_LOW);

  // y ln x = k ln 2 + r + c, |r| < 0.35, c below half an ulp of r.
  const w1: f64 = h1 * y;
  if (w1 > 709.79) return LARGEST;
  if (w1 < -708.4) return 0.0;
  const w2: f64 = productError(h1, y, w1) + h2 * y;
  const shifted: f64 = w1 * LOG2_E + ROUNDING_CONSTANT;
  const k: f64 = shifted - ROUNDING_CONSTANT;
  const r1: f64 = w1 - k * LN2_HIGH;
  const r2: f64 = w2 - k * LN2_LOW;
  const r: f64 = r1 + r2;
  const c: f64 = r1 - r + r2;

  // exp(r + c) = 1 + r + r^2 q(r) + c (1 + r).
  const u: f64 = r * r;
  const u2: f64 = u * u;
  const q0: f64 = 0.5 + 0.1666666666666667 * r + u * (0.04166666666666667 + 0.00833333333332614 * r);
  const q1: f64 =
    0.0013888888888883752 + 0.00019841269874804214 * r + u * (2.4801587325536023e-5 + 2.7557255421023506e-6 * r);
  const q2: f64 = 2.7557273657975953e-7 + 2.5105208339987698e-8 * r + u * 2.0914680780540263e-9;
  const q: f64 = q0 + u2 * (q1 + u2 * q2);
  const power: f64 = 1.0 + (r + (u * q + (c + c * r)));

  F[POW_BITS] = shifted;
  const n: i32 = I[2 * POW_BITS];
  // k reaches 1024 and -1022; halving or doubling one factor keeps 2^n a normal number.
  const answer: f64 = n > 0 ? power * 2.0 * powerOfTwo(n - 1) : power * powerOfTwo(n);
  if (answer > LARGEST) return LARGEST;
  return answer < SMALLEST_NORMAL ? 0.0 : answer;
}
