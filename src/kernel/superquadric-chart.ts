// SPDX-License-Identifier: MIT
/**
 * A superquadric's surface in coordinates in which both its points and its normals are smooth. The support mapping is not: along the
 * normal u the point of |x|^n + |y|^n = 1 goes like u^(1/(n-1)), which has no derivative at the flat places of n > 2, and the
 * normal of n < 2 has none as a function of the point. Each of the two nested superellipses (support.ts) is described by
 * its smaller coordinate, that of the point for n >= 2 and that of the normal for n < 2.
 */
import {
  CHART_ACROSS,
  CHART_ALONG,
  CHART_NORMAL,
  CHART_NORMAL_ACROSS,
  CHART_NORMAL_ALONG,
  CHART_POINT,
  CHART_POINT_ACROSS,
  CHART_POINT_ALONG,
  CHART_SIDES,
  SHAPE_PARAMETERS,
  SUPERELLIPSE,
} from './layout.ts';
import { F, I } from './memory.ts';
import { portablePow } from './portable-pow.ts';

/** The larger coordinate must not reach zero: at 2^(-1/n) the two are equal and change places. */
const LARGEST_COORDINATE: f64 = 0.999999;

/** The exponent of the curve in whose smaller coordinate a superellipse is described: its own or its dual. */
export function chartExponent(n: f64): f64 {
  return n < 2.0 ? n / (n - 1.0) : n;
}

/**
 * The superellipse |x|^n + |y|^n = 1 where its smaller coordinate is t: to SUPERELLIPSE the smaller and the larger coordinate of the
 * point, those of the normal, whose product with the point is 1, then the derivatives of all four.
 */
function superellipseAt(n: f64, t: f64): void {
  const e: f64 = chartExponent(n);
  const size: f64 = Math.abs(t);
  const power: f64 = portablePow(size, e - 1.0);
  const rest: f64 = 1.0 - size * power;
  const long: f64 = portablePow(rest, 1.0 / e);
  const longDual: f64 = rest / long;
  const dual: f64 = t < 0.0 ? -power : power;
  const slope: f64 = -dual / longDual;
  const own: i32 = SUPERELLIPSE + (n < 2.0 ? 2 : 0);
  const other: i32 = SUPERELLIPSE + (n < 2.0 ? 0 : 2);
  F[own] = t;
  F[own + 1] = long;
  F[other] = dual;
  F[other + 1] = longDual;
  F[own + 4] = 1.0;
  F[own + 5] = slope;
  F[other + 4] = size > 0.0 ? ((e - 1.0) * power) / size : e > 2.0 ? 0.0 : 1.0;
  F[other + 5] = (((e - 1.0) * longDual) / long) * slope;
}

// Of the cells of SUPERELLIPSE from `at` on, the coordinate along the first axis and along the second.
function firstOf(at: i32, isSecond: bool, sign: f64): f64 {
  return isSecond ? sign * F[at + 1] : F[at];
}
function secondOf(at: i32, isSecond: bool, sign: f64): f64 {
  return isSecond ? F[at] : sign * F[at + 1];
}

/** Point, normal (not unit) and their derivatives at the coordinates in the chart, in the frame of the block s. */
export function chartAt(s: i32, chart: i32): void {
  const p: i32 = s + SHAPE_PARAMETERS;
  const a: f64 = F[p];
  const b: f64 = F[p + 1];
  const c: f64 = F[p + 2];
  const e: i32 = SUPERELLIPSE;
  const sides: i32 = 2 * (chart + CHART_SIDES);
  const isY: bool = I[sides] === 1;
  const sign: f64 = I[sides + 1];
  superellipseAt(F[p + 4], F[chart + CHART_ACROSS]);
  const x: f64 = firstOf(e, isY, sign);
  const y: f64 = secondOf(e, isY, sign);
  const u: f64 = firstOf(e + 2, isY, sign);
  const v: f64 = secondOf(e + 2, isY, sign);
  const dx: f64 = firstOf(e + 4, isY, sign);
  const dy: f64 = secondOf(e + 4, isY, sign);
  const du: f64 = firstOf(e + 6, isY, sign);
  const dv: f64 = secondOf(e + 6, isY, sign);
  const isZ: bool = I[sides + 2] === 1;
  const up: f64 = I[sides + 3];
  superellipseAt(F[p + 3], F[chart + CHART_ALONG]);
  const r: f64 = firstOf(e, isZ, up);
  const z: f64 = secondOf(e, isZ, up);
  const w: f64 = firstOf(e + 2, isZ, up);
  const q: f64 = secondOf(e + 2, isZ, up);
  const dr: f64 = firstOf(e + 4, isZ, up);
  const dz: f64 = secondOf(e + 4, isZ, up);
  const dw: f64 = firstOf(e + 6, isZ, up);
  const dq: f64 = secondOf(e + 6, isZ, up);
  put(chart + CHART_POINT, a * r * x, b * r * y, c * z);
  put(chart + CHART_POINT_ACROSS, a * r * dx, b * r * dy, 0.0);
  put(chart + CHART_POINT_ALONG, a * dr * x, b * dr * y, c * dz);
  put(chart + CHART_NORMAL, (w * u) / a, (w * v) / b, q / c);
  put(chart + CHART_NORMAL_ACROSS, (w * du) / a, (w * dv) / b, 0.0);
  put(chart + CHART_NORMAL_ALONG, (dw * u) / a, (dw * v) / b, dq / c);
}

function put(at: i32, x: f64, y: f64, z: f64): void {
  F[at] = x;
  F[at + 1] = y;
  F[at + 2] = z;
}

/** (|x|^n + |y|^n)^(1/n) for x, y >= 0. */
function norm(n: f64, x: f64, y: f64): f64 {
  const big: f64 = x > y ? x : y;
  if (!(big > 0.0)) return 0.0;
  return big * portablePow(1.0 + portablePow((x > y ? y : x) / big, n), 1.0 / n);
}

/** Coordinate and side of one superellipse at the ratio of x to y, which are coordinates of what its chart describes. */
function startAt(n: f64, x: f64, y: f64, coordinate: i32, sides: i32): void {
  const isSecond: bool = Math.abs(y) < Math.abs(x);
  const short: f64 = isSecond ? y : x;
  const long: f64 = isSecond ? x : y;
  const length: f64 = norm(chartExponent(n), Math.abs(x), Math.abs(y));
  F[coordinate] = length > 0.0 ? short / length : 0.0;
  I[sides] = isSecond ? 1 : 0;
  I[sides + 1] = long < 0.0 ? -1 : 1;
}

/** The same from the point, for a chart that describes the normal: their coordinates are powers of each other. */
function startDual(n: f64, x: f64, y: f64, coordinate: i32, sides: i32): void {
  const big: f64 = Math.abs(x) > Math.abs(y) ? Math.abs(x) : Math.abs(y);
  const u: f64 = big > 0.0 ? portablePow(Math.abs(x) / big, n - 1.0) : 0.0;
  const v: f64 = big > 0.0 ? portablePow(Math.abs(y) / big, n - 1.0) : 0.0;
  startAt(n, x < 0.0 ? -u : u, y < 0.0 ? -v : v, coordinate, sides);
}

/**
 * Coordinates of the surface point at a point with a normal, both in the frame of the block s: the point's where the chart describes
 * points and the normal's where it describes normals, or, `byPoint`, the point's all over.
 */
export function startChart(s: i32, chart: i32, x: f64, y: f64, z: f64, nx: f64, ny: f64, nz: f64, byPoint: bool): void {
  const p: i32 = s + SHAPE_PARAMETERS;
  const a: f64 = F[p];
  const b: f64 = F[p + 1];
  const c: f64 = F[p + 2];
  const n1: f64 = F[p + 3];
  const n2: f64 = F[p + 4];
  const sides: i32 = 2 * (chart + CHART_SIDES);
  // On the axis the point does not say where around it.
  const aside: bool = x !== 0.0 || y !== 0.0;
  if (n2 >= 2.0 && aside) startAt(n2, x / a, y / b, chart + CHART_ACROSS, sides);
  else if (byPoint && aside) startDual(n2, x / a, y / b, chart + CHART_ACROSS, sides);
  else startAt(n2, a * nx, b * ny, chart + CHART_ACROSS, sides);
  const r: f64 = norm(n2, Math.abs(x / a), Math.abs(y / b));
  const w: f64 = norm(n2 / (n2 - 1.0), Math.abs(a * nx), Math.abs(b * ny));
  if (n1 >= 2.0) startAt(n1, r, z / c, chart + CHART_ALONG, sides + 2);
  else if (byPoint) startDual(n1, r, z / c, chart + CHART_ALONG, sides + 2);
  else startAt(n1, w, c * nz, chart + CHART_ALONG, sides + 2);
}

/** Moves one coordinate; where it has become the larger one the two change places. */
function moveCoordinate(n: f64, coordinate: i32, sides: i32, by: f64): void {
  const e: f64 = chartExponent(n);
  let t: f64 = F[coordinate] + by;
  if (t > LARGEST_COORDINATE) t = LARGEST_COORDINATE;
  if (t < -LARGEST_COORDINATE) t = -LARGEST_COORDINATE;
  const size: f64 = Math.abs(t);
  const power: f64 = portablePow(size, e);
  if (power > 0.5) {
    const long: f64 = portablePow(1.0 - power, 1.0 / e);
    F[coordinate] = I[sides + 1] < 0 ? -long : long;
    I[sides] = 1 - I[sides];
    I[sides + 1] = t < 0.0 ? -1 : 1;
  } else {
    F[coordinate] = t;
  }
}

/** Moves both coordinates. */
export function moveOnChart(s: i32, chart: i32, across: f64, along: f64): void {
  const p: i32 = s + SHAPE_PARAMETERS;
  const sides: i32 = 2 * (chart + CHART_SIDES);
  moveCoordinate(F[p + 4], chart + CHART_ACROSS, sides, across);
  moveCoordinate(F[p + 3], chart + CHART_ALONG, sides + 2, along);
  // Beyond the pole, where the distance from the axis changes sign, the other side of the cross-section begins.
  const beyondPole: bool = I[sides + 2] === 0 ? F[chart + CHART_ALONG] < 0.0 : I[sides + 3] < 0;
  if (!beyondPole) return;
  F[chart + CHART_ACROSS] = -F[chart + CHART_ACROSS];
  I[sides + 1] = -I[sides + 1];
  if (I[sides + 2] === 0) F[chart + CHART_ALONG] = -F[chart + CHART_ALONG];
  else I[sides + 3] = 1;
}
