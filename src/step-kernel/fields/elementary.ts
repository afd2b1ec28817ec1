// SPDX-License-Identifier: MIT
/**
 * Exponential, logarithm, power, cube root, sine and cosine in the portable subset: the formulas of
 * src/math/elementary.ts and circular.ts in the same order, so that both have the same bits. `s` is the address of two
 * scratch cells: one whose bits are read as integers, and one for the low part of a result.
 */
import { F, I, wholePart } from '../memory-views.ts';

const LN2_A: f64 = 0.6931471804855391;
const LN2_B: f64 = 7.440617109802979e-11;
const LN2_C: f64 = 2.0941744292700725e-21;
const LARGEST_EXPONENT: f64 = 709.782712893384;
const SMALLEST_EXPONENT: f64 = -745.1332191019412;
const SMALLEST_NORMAL: f64 = 2.2250738585072014e-308;
const TWO_54: f64 = 18014398509481984.0;
const SPLITTER: f64 = 134217729.0;
const QUARTER_A: f64 = 1.5707963267341256;
const QUARTER_B: f64 = 6.077100506303966e-11;
const QUARTER_C: f64 = 2.0222662487959506e-21;
const QUARTER: f64 = 1.5707963267948966;
/** Beyond it the products with QUARTER_A and QUARTER_B are not exact: sine and cosine have no value. */
const MOST_QUARTERS: f64 = 524288.0;
const INFINITE: f64 = 1.0e308 * 10.0;

/** @inline */
function sumError(a: f64, b: f64, sum: f64): f64 {
  const fromB: f64 = sum - a;
  return a - (sum - fromB) + (b - fromB);
}

/** @inline */
function productError(a: f64, b: f64, product: f64): f64 {
  const bigA: f64 = a * SPLITTER;
  const highA: f64 = bigA - (bigA - a);
  const lowA: f64 = a - highA;
  const bigB: f64 = b * SPLITTER;
  const highB: f64 = bigB - (bigB - b);
  const lowB: f64 = b - highB;
  return highA * highB - product + highA * lowB + lowA * highB + lowA * lowB;
}

function powerOfTwo(k: i32, s: i32): f64 {
  I[2 * s] = 0;
  I[2 * s + 1] = (k + 1023) << 20;
  return F[s];
}

function scaled(x: f64, k: i32, s: i32): f64 {
  if (k > 1023) return x * powerOfTwo(1023, s) * powerOfTwo(k - 1023, s);
  if (k < -1022) return x * powerOfTwo(k + 100, s) * powerOfTwo(-100, s);
  return x * powerOfTwo(k, s);
}

function exponentOf(x: f64, s: i32): i32 {
  if (x < SMALLEST_NORMAL) return exponentOf(x * TWO_54, s) - 54;
  F[s] = x;
  return ((I[2 * s + 1] >> 20) & 2047) - 1023;
}

function expOfSum(x: f64, low: f64, s: i32): f64 {
  if (!(x <= LARGEST_EXPONENT || x > LARGEST_EXPONENT)) return x;
  if (x > LARGEST_EXPONENT) return INFINITE;
  if (x < SMALLEST_EXPONENT) return 0.0;
  const k: f64 = Math.floor(x * Math.LOG2E + 0.5);
  const near: f64 = x - k * LN2_A;
  const next: f64 = k * LN2_B;
  const r: f64 = near - next;
  const rest: f64 = sumError(near, -next, r) - k * LN2_C + low;
  let series: f64 = 1.0 / 16.0;
  for (let n: f64 = 15.0; n >= 2.0; n -= 1.0) series = (1.0 + r * series) / n;
  const tail: f64 = r * r * series;
  const sum: f64 = 1.0 + r;
  return scaled(sum + (sumError(1.0, r, sum) + (tail + rest * (sum + tail))), wholePart(k), s);
}

/** e^x */
export function exponential(x: f64, s: i32): f64 {
  return expOfSum(x, 0.0, s);
}

/** log x for a finite x > 0; its low part goes to F[s + 1]. */
function logOfSum(x: f64, s: i32): f64 {
  let k: i32 = exponentOf(x, s);
  let m: f64 = scaled(x, -k, s);
  if (m > Math.SQRT2) {
    m *= 0.5;
    k += 1;
  }
  const f: f64 = m - 1.0;
  const d: f64 = m + 1.0;
  const dLow: f64 = sumError(m, 1.0, d);
  const ratio: f64 = f / d;
  const product: f64 = ratio * d;
  const ratioLow: f64 = (f - product - productError(ratio, d, product) - ratio * dLow) / d;
  const square: f64 = ratio * ratio;
  let series: f64 = 1.0 / 25.0;
  for (let n: f64 = 23.0; n >= 3.0; n -= 2.0) series = 1.0 / n + square * series;
  const tail: f64 = 2.0 * (ratioLow + ratio * square * series);
  const twice: f64 = 2.0 * ratio;
  const far: f64 = k * LN2_A;
  const sum: f64 = far + twice;
  const rest: f64 = sumError(far, twice, sum) + (k * LN2_B + (k * LN2_C + tail));
  const result: f64 = sum + rest;
  F[s + 1] = sumError(sum, rest, result);
  return result;
}

/** Natural logarithm. */
export function logarithm(x: f64, s: i32): f64 {
  if (x > 0.0 && x < INFINITE) return logOfSum(x, s);
  if (x === 0.0) return -INFINITE;
  return x === INFINITE ? x : (x - x) / 0.0;
}

/** x^y for x >= 0; for x < 0 only with integer y. */
export function powerOf(x: f64, y: f64, s: i32): f64 {
  if (y === 0.0) return 1.0;
  if (y === 1.0) return x;
  if (x === 1.0) return 1.0;
  if (!(x >= 0.0 || x < 0.0) || !(y >= 0.0 || y < 0.0)) return x + y;
  if (x < 0.0) {
    if (Math.floor(y) !== y) return (x - x) / 0.0;
    const size: f64 = powerOf(-x, y, s);
    return Math.floor(0.5 * y) === 0.5 * y ? size : -size;
  }
  if (x === 0.0) return y > 0.0 ? 0.0 : INFINITE;
  if (x === INFINITE) return y > 0.0 ? x : 0.0;
  if (Math.abs(y) === INFINITE) return x > 1.0 === y > 0.0 ? INFINITE : 0.0;
  const log: f64 = logOfSum(x, s);
  const low: f64 = F[s + 1];
  const product: f64 = y * log;
  if (!(Math.abs(product) < 1.0e3)) return product > 0.0 ? INFINITE : 0.0;
  const isSmall: bool = Math.abs(y) < 1.0e150;
  return expOfSum(product, isSmall ? productError(y, log, product) + y * low : 0.0, s);
}

/** The real cube root. */
export function cubicRoot(x: f64, s: i32): f64 {
  if (x === 0.0 || x - x !== 0.0) return x;
  if (x < 0.0) return -cubicRoot(-x, s);
  const exponent: f64 = exponentOf(x, s);
  const third: i32 = wholePart(Math.floor(exponent / 3.0));
  const m: f64 = scaled(scaled(x, -third, s), -2 * third, s);
  let y: f64 = 0.87 + m / 6.8;
  for (let step: i32 = 0; step < 4; step++) y -= (y - m / (y * y)) / 3.0;
  const square: f64 = y * y;
  const cube: f64 = square * y;
  const residual: f64 = cube - m + (productError(square, y, cube) + productError(y, y, square) * y);
  return scaled(y - residual / (3.0 * square), third, s);
}

/** Sine of the angle x + quarters pi/2, in radians; no number beyond 2^19 quarter turns. */
function sineOf(x: f64, shift: i32): f64 {
  const near: f64 = Math.floor(x / QUARTER + 0.5);
  if (!(Math.abs(near) <= MOST_QUARTERS)) return (x - x) / 0.0;
  const quarters: i32 = (wholePart(near) + shift) & 3;
  const close: f64 = x - near * QUARTER_A;
  const next: f64 = near * QUARTER_B;
  const r: f64 = close - next;
  const rest: f64 = sumError(close, -next, r) - near * QUARTER_C;
  const angle: f64 = r + rest;
  const angleLow: f64 = sumError(r, rest, angle);
  const square: f64 = angle * angle;
  let value = 0.0;
  if ((quarters & 1) === 0) {
    let series = 1.0;
    for (let n: f64 = 19.0; n >= 5.0; n -= 2.0) series = 1.0 - (square / (n * (n - 1.0))) * series;
    value = angle + (angleLow * (1.0 - 0.5 * square) - (angle * square * series) / 6.0);
  } else {
    const half: f64 = 0.5 * square;
    const halfLow: f64 = 0.5 * productError(angle, angle, square);
    let series = 1.0;
    for (let n: f64 = 20.0; n >= 6.0; n -= 2.0) series = 1.0 - (square / (n * (n - 1.0))) * series;
    const sum: f64 = 1.0 - half;
    value = sum + (sumError(1.0, -half, sum) - halfLow + ((square * square * series) / 24.0 - angle * angleLow));
  }
  return quarters < 2 ? value : -value;
}

/** Sine of an angle in radians. */
export function sine(x: f64): f64 {
  return x === 0.0 ? x : sineOf(x, 0);
}

/** Cosine of an angle in radians. */
export function cosine(x: f64): f64 {
  return sineOf(x, 1);
}
