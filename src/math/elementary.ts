// SPDX-License-Identifier: MIT
/**
 * Exponentials, logarithms, powers and cube roots with the same bits in every engine. `Math` does not guarantee that:
 * engines round differently, and change between versions. Only + - * / and sqrt are used; errors stay below one unit in
 * the last place.
 */

/** log 2 in three parts; the first two have 33 bits, so their products with integers below 2^20 are exact. */
const LN2_A = 0.6931471804855391;
const LN2_B = 7.440617109802979e-11;
const LN2_C = 2.0941744292700725e-21;
/** exp overflows above and is zero below. */
const LARGEST_EXPONENT = 709.782712893384;
const SMALLEST_EXPONENT = -745.1332191019412;
const SMALLEST_NORMAL = 2.2250738585072014e-308;
const TWO_54 = 18014398509481984;

const cell = new DataView(new ArrayBuffer(8));

/** Veltkamp's constant: splits a float64 into halves of 26 bits. */
const SPLITTER = 2 ** 27 + 1;

/** Rounding error of `sum` = a + b (Knuth's two-sum): exact unless it overflows. */
export function sumError(a: number, b: number, sum: number): number {
  const fromB = sum - a;
  return a - (sum - fromB) + (b - fromB);
}

/** Rounding error of `product` = a b (Dekker 1971, doi:10.1007/BF01397083): exact for |a|, |b| < 1e150. */
export function productError(a: number, b: number, product: number): number {
  const bigA = a * SPLITTER;
  const highA = bigA - (bigA - a);
  const lowA = a - highA;
  const bigB = b * SPLITTER;
  const highB = bigB - (bigB - b);
  const lowB = b - highB;
  return highA * highB - product + highA * lowB + lowA * highB + lowA * lowB;
}

/** 2^k for a normal result, -1022 to 1023. */
function powerOfTwo(k: number): number {
  cell.setUint32(0, (k + 1023) << 20);
  cell.setUint32(4, 0);
  return cell.getFloat64(0);
}

/** x 2^k, k from -1100 to 1100. */
function scaled(x: number, k: number): number {
  if (k > 1023) return x * powerOfTwo(1023) * powerOfTwo(k - 1023);
  if (k < -1022) return x * powerOfTwo(k + 100) * powerOfTwo(-100);
  return x * powerOfTwo(k);
}

/** Exponent k of a finite x > 0 with x = m 2^k and 1 <= m < 2. */
function exponentOf(x: number): number {
  if (x < SMALLEST_NORMAL) return exponentOf(x * TWO_54) - 54;
  cell.setFloat64(0, x);
  return (cell.getUint32(0) >>> 20) - 1023;
}

/** log2 of a finite x > 0, rounded down, to the nearest integer, or up. */
export function floorLog2(x: number): number {
  return exponentOf(x);
}

export function roundLog2(x: number): number {
  const k = exponentOf(x);
  return scaled(x, -k) > Math.SQRT2 ? k + 1 : k;
}

export function ceilLog2(x: number): number {
  const k = exponentOf(x);
  return scaled(x, -k) > 1 ? k + 1 : k;
}

/** exp(x + low), |low| below a unit in the last place of x. */
function expOfSum(x: number, low: number): number {
  if (Number.isNaN(x)) return x;
  if (x > LARGEST_EXPONENT) return Infinity;
  if (x < SMALLEST_EXPONENT) return 0;
  const k = Math.round(x * Math.LOG2E);
  const near = x - k * LN2_A;
  const next = k * LN2_B;
  const r = near - next;
  const rest = sumError(near, -next, r) - k * LN2_C + low;
  // exp(r) - 1 - r, |r| <= 0.35: the terms up to r^16 / 16!.
  let series = 1 / 16;
  for (let n = 15; n >= 2; n--) series = (1 + r * series) / n;
  const tail = r * r * series;
  const sum = 1 + r;
  return scaled(sum + (sumError(1, r, sum) + (tail + rest * (sum + tail))), k);
}

/** e^x */
export function exp(x: number): number {
  return expOfSum(x, 0);
}

/** Low part of the last logarithm, which rounding took from it; kept here to avoid an allocation. */
let logLow = 0;

/** log(x + low) for a finite x > 0 and |low| below a unit in the last place of x; `logLow` is set. */
function logOfSum(x: number, low: number): number {
  let k = exponentOf(x);
  let m = scaled(x, -k);
  if (m > Math.SQRT2) {
    m *= 0.5;
    k += 1;
  }
  // log m = 2 atanh s, s = (m - 1) / (m + 1).
  const f = m - 1;
  const d = m + 1;
  const dLow = sumError(m, 1, d);
  const s = f / d;
  const product = s * d;
  const sLow = (f - product - productError(s, d, product) - s * dLow) / d;
  const square = s * s;
  let series = 1 / 25;
  for (let n = 23; n >= 3; n -= 2) series = 1 / n + square * series;
  const tail = 2 * (sLow + s * square * series) + low / x;
  const twice = 2 * s;
  const far = k * LN2_A;
  const sum = far + twice;
  const rest = sumError(far, twice, sum) + (k * LN2_B + (k * LN2_C + tail));
  const result = sum + rest;
  logLow = sumError(sum, rest, result);
  return result;
}

/** Natural logarithm. */
export function log(x: number): number {
  if (x > 0 && x < Infinity) return logOfSum(x, 0);
  return x === 0 ? -Infinity : x === Infinity ? x : Number.NaN;
}

/** log(1 + x), accurate for small x too. */
export function log1p(x: number): number {
  if (!(x > -1 && x < Infinity)) return x === -1 ? -Infinity : x === Infinity ? x : Number.NaN;
  const sum = 1 + x;
  // Below half a unit of 1 nothing is left of the sum, and of the logarithm its argument.
  return sum === 1 ? x : logOfSum(sum, sumError(1, x, sum));
}

/** x^y for x >= 0; for x < 0 only with integer y. */
export function power(x: number, y: number): number {
  if (y === 0) return 1;
  if (y === 1) return x;
  if (x === 1) return 1;
  if (x < 0) {
    if (!Number.isInteger(y)) return Number.NaN;
    return y % 2 === 0 ? power(-x, y) : -power(-x, y);
  }
  if (x === 0) return y > 0 ? 0 : Infinity;
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.NaN;
  if (x === Infinity) return y > 0 ? Infinity : 0;
  if (!Number.isFinite(y)) return x > 1 === y > 0 ? Infinity : 0;
  const logarithm = logOfSum(x, 0);
  const low = logLow;
  const product = y * logarithm;
  if (!(Math.abs(product) < 1e3)) return product > 0 ? Infinity : product < 0 ? 0 : Number.NaN;
  const isSmall = Math.abs(y) < 1e150;
  return expOfSum(product, isSmall ? productError(y, logarithm, product) + y * low : 0);
}

/** Inverse hyperbolic sine. */
export function asinh(x: number): number {
  const size = Math.abs(x);
  if (!(size < 1e150)) return Math.sign(x) * (log(size) + Math.LN2);
  const value = log1p(size + (size * size) / (1 + Math.sqrt(1 + size * size)));
  return x < 0 ? -value : value;
}

/** The real cube root. */
export function cubeRoot(x: number): number {
  if (x === 0 || !Number.isFinite(x)) return x;
  if (x < 0) return -cubeRoot(-x);
  const third = Math.floor(exponentOf(x) / 3);
  // From 1 to 8; a straight line is near enough for Newton's method to end in four steps.
  const m = scaled(scaled(x, -third), -2 * third);
  let y = 0.87 + m / 6.8;
  for (let step = 0; step < 4; step++) y -= (y - m / (y * y)) / 3;
  // Once more with the residual to twice the digits: whole cubes have whole roots.
  const square = y * y;
  const cube = square * y;
  const residual = cube - m + (productError(square, y, cube) + productError(y, y, square) * y);
  return scaled(y - residual / (3 * square), third);
}

/** (e^x - e^-x) / 2 */
export function sinh(x: number): number {
  const size = Math.abs(x);
  if (size < 0.5) {
    const square = x * x;
    let series = 1;
    for (let n = 17; n >= 3; n -= 2) series = 1 + (square / (n * (n - 1))) * series;
    return x * series;
  }
  const half = exp(size - 1) * (0.5 * Math.E);
  const value = size > 40 ? half : 0.5 * (exp(size) - exp(-size));
  return x < 0 ? -value : value;
}

/** (e^x + e^-x) / 2 */
export function cosh(x: number): number {
  const size = Math.abs(x);
  return size > 40 ? exp(size - 1) * (0.5 * Math.E) : 0.5 * (exp(size) + exp(-size));
}

/** sinh x / cosh x */
export function tanh(x: number): number {
  if (Math.abs(x) > 22) return Math.sign(x);
  return sinh(x) / cosh(x);
}
