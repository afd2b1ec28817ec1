// SPDX-License-Identifier: MIT
/**
 * Trigonometric functions with the same bits in every engine (see elementary.ts); errors stay below one unit in the
 * last place.
 */
import { productError, sumError } from './elementary.ts';

/** pi/2 in three parts; the first two have 33 bits, so their products with integers below 2^20 are exact. */
const QUARTER_A = 1.5707963267341256;
const QUARTER_B = 6.077100506303966e-11;
const QUARTER_C = 2.0222662487959506e-21;
const QUARTER = 1.5707963267948966;
const QUARTER_LOW = 6.123233995736766e-17;
/** Larger angles are reduced in integer arithmetic. */
const MOST_QUARTERS = 2 ** 19;

/** atan of 0, 1/4, 1/2, 3/4 and 1, and the low parts beyond float64. */
const ANGLES = [0, 0.24497866312686414, 0.4636476090008061, 0.6435011087932844, 0.7853981633974483];
const ANGLES_LOW = [0, 1.0698755618734451e-17, 2.2698777452961687e-17, 1.5834785051444286e-17, 3.061616997868383e-17];

/** The last reduced angle, within pi/4 of zero, and its low part beyond float64. */
let angle = 0;
let angleLow = 0;

/** Subtracts multiples of pi/2 from a finite x; returns their number modulo 4. */
function reduce(x: number): number {
  const quarters = Math.round(x / QUARTER);
  if (Math.abs(quarters) > MOST_QUARTERS) return reduceLarge(x);
  const near = x - quarters * QUARTER_A;
  const next = quarters * QUARTER_B;
  const r = near - next;
  const rest = sumError(near, -next, r) - quarters * QUARTER_C;
  angle = r + rest;
  angleLow = sumError(r, rest, angle);
  return quarters & 3;
}

/** Fraction bits: as many as the largest float64 has integer bits, twice the digits of an angle, and some slack. */
const FRACTION_BITS = 1200n;
let quarterTurn: bigint | undefined;

/** atan(1 / n) times 2^FRACTION_BITS. */
function inverseTangent(n: bigint): bigint {
  let term = (1n << FRACTION_BITS) / n;
  let sum = term;
  for (let k = 3n; term !== 0n; k += 2n) {
    term = -term / (n * n);
    sum += term / k;
  }
  return sum;
}

/** Reduces with 1200 bits of pi/2 (Machin's formula), computed at the first use. */
function reduceLarge(x: number): number {
  quarterTurn ??= 8n * inverseTangent(5n) - 2n * inverseTangent(239n);
  // Float64 numbers from MOST_QUARTERS quarter turns on are whole multiples of 2^-33.
  const size = Math.abs(x);
  const whole = size < 2 ** 60 ? BigInt(size * 2 ** 33) << (FRACTION_BITS - 33n) : BigInt(size) << FRACTION_BITS;
  const quarters = (whole + quarterTurn / 2n) / quarterTurn;
  const left = whole - quarters * quarterTurn;
  const digits = Number(left >> (FRACTION_BITS - 106n));
  const rest = Number((left >> (FRACTION_BITS - 106n)) - BigInt(digits));
  angle = digits * 2 ** -53 * 2 ** -53;
  angleLow = rest * 2 ** -53 * 2 ** -53;
  const turns = Number(quarters & 3n);
  if (x > 0) return turns;
  angle = -angle;
  angleLow = -angleLow;
  return (4 - turns) & 3;
}

function sineOfAngle(): number {
  const square = angle * angle;
  let series = 1;
  for (let n = 19; n >= 5; n -= 2) series = 1 - (square / (n * (n - 1))) * series;
  return angle + (angleLow * (1 - 0.5 * square) - (angle * square * series) / 6);
}

function cosineOfAngle(): number {
  const square = angle * angle;
  const half = 0.5 * square;
  const halfLow = 0.5 * productError(angle, angle, square);
  let series = 1;
  for (let n = 20; n >= 6; n -= 2) series = 1 - (square / (n * (n - 1))) * series;
  const sum = 1 - half;
  return sum + (sumError(1, -half, sum) - halfLow + ((square * square * series) / 24 - angle * angleLow));
}

/** Sine of an angle in radians. */
export function sin(x: number): number {
  if (x === 0 || !Number.isFinite(x)) return x === 0 ? x : Number.NaN;
  const quarters = reduce(x);
  const value = (quarters & 1) === 0 ? sineOfAngle() : cosineOfAngle();
  return quarters < 2 ? value : -value;
}

/** Cosine of an angle in radians. */
export function cos(x: number): number {
  if (!Number.isFinite(x)) return Number.NaN;
  const quarters = reduce(x);
  const value = (quarters & 1) === 0 ? cosineOfAngle() : sineOfAngle();
  return quarters === 0 || quarters === 3 ? value : -value;
}

/** atan(y / x) for 0 <= y <= x, x > 0; sets `angleLow` to the low part beyond float64. */
function smallAngle(y: number, x: number): number {
  const ratio = y / x;
  const nearest = Math.round(4 * ratio);
  const c = nearest / 4;
  // tan(a - b) = (y - c x) / (x + c y)
  const product = c * x;
  const above = y - product;
  const aboveLow = sumError(y, -product, above) - productError(c, x, product);
  const other = c * y;
  const below = x + other;
  const belowLow = sumError(x, other, below) + productError(c, y, other);
  const t = (above + aboveLow) / (below + belowLow);
  const back = t * below;
  const tLow = (above - back - productError(t, below, back) + (aboveLow - t * belowLow)) / below;
  const square = t * t;
  let series = 1 / 19;
  for (let n = 17; n >= 3; n -= 2) series = 1 / n - square * series;
  const base = ANGLES[nearest];
  const sum = base + t;
  angleLow = sumError(base, t, sum) + (ANGLES_LOW[nearest] + tLow - t * square * series);
  return sum;
}

/** Angle of the point (x, y) from the x axis, -pi to pi, as `Math.atan2`. */
export function atan2(y: number, x: number): number {
  const height = Math.abs(y);
  const width = Math.abs(x);
  const largest = Math.max(height, width);
  if (height === 0 || !(largest < Infinity)) return angleAtLimits(y, x);
  // Products of sizes near the ends of the range would overflow or vanish.
  const scale = largest > 1e100 ? 2 ** -600 : largest < 1e-100 ? 2 ** 600 : 1;
  const h = height * scale;
  const w = width * scale;
  let first: number;
  let rest: number;
  if (h <= w) {
    if (h < w * 1e-290) return x > 0 ? y / x : y < 0 ? -2 * QUARTER : 2 * QUARTER;
    first = smallAngle(h, w);
    rest = angleLow;
  } else {
    const small = smallAngle(w, h);
    first = QUARTER - small;
    rest = sumError(QUARTER, -small, first) + (QUARTER_LOW - angleLow);
  }
  if (x < 0) {
    const turned = 2 * QUARTER - first;
    rest = sumError(2 * QUARTER, -first, turned) + (2 * QUARTER_LOW - rest);
    first = turned;
  }
  const value = first + rest;
  return y < 0 ? -value : value;
}

/** The same where y is zero, or a coordinate is infinite or NaN. */
function angleAtLimits(y: number, x: number): number {
  if (Number.isNaN(y) || Number.isNaN(x)) return Number.NaN;
  const isLeft = x < 0 || Object.is(x, -0);
  const isBelow = y < 0 || Object.is(y, -0);
  let angle = isLeft ? 2 * QUARTER : 0;
  if (Math.abs(y) === Infinity) angle = Math.abs(x) < Infinity ? QUARTER : isLeft ? 1.5 * QUARTER : 0.5 * QUARTER;
  return isBelow ? -angle : angle;
}

/** Angle from -pi/2 to pi/2 whose sine is x; NaN outside [-1, 1]. */
export function asin(x: number): number {
  return atan2(x, Math.sqrt((1 - x) * (1 + x)));
}

/** Angle from 0 to pi whose cosine is x; NaN outside [-1, 1]. */
export function acos(x: number): number {
  return atan2(Math.sqrt((1 - x) * (1 + x)), x);
}
