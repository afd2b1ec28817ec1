// SPDX-License-Identifier: MIT
/**
 * A superquadric's surface in coordinates in which both its points and its normals are smooth. The support mapping is
 * not: along the normal u the point of |x|^n + |y|^n = 1 goes like u^(1/(n-1)), which has no derivative at the flat
 * places of n > 2, and the normal of n < 2 has none as a function of the point. Each of the two nested superellipses
 * (support.ts), that across the axis and that along it, is described by its smaller coordinate, that of the point for n
 * >= 2 and that of the normal for n < 2.
 */

import { portablePow } from '../arithmetic/portable-pow.ts';
import {
  CHART_ACROSS,
  CHART_ACROSS_DUAL,
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
} from '../layout.ts';
import { F, I } from '../memory.ts';

/** A longer step in the coordinates, which are between -1 and 1, is shortened to this. */
const LONGEST_STEP: f64 = 0.25;
/** The larger coordinate must not reach zero: at 2^(-1/n) the two are equal and change places. */
const LARGEST_COORDINATE: f64 = 0.999999;
/**
 * So near the pole that the normal, on a flat top, or the point, at a sharp tip, is all but that of the pole, the
 * section across the axis is described by the other of the two, which still varies.
 */
const NEAR_POLE: f64 = 1.0e-12;

/** Exponent of the curve whose smaller coordinate describes a superellipse: of its points or of its normals. */
function curveExponent(n: f64, isDual: bool): f64 {
  return isDual ? n / (n - 1.0) : n;
}

/** The larger of the two exponents with which point and normal follow from each other. */
export function steepness(n: f64): f64 {
  return n < 2.0 ? n / (n - 1.0) : n;
}

/**
 * The superellipse |x|^n + |y|^n = 1 where the smaller coordinate of its point, or, `isDual`, of its normal, is t: to
 * SUPERELLIPSE the smaller and the larger coordinate of the point, those of the normal, whose product with the point is
 * 1, then the derivatives of all four.
 */
function superellipseAt(n: f64, isDual: bool, t: f64): void {
  const e: f64 = curveExponent(n, isDual);
  const size: f64 = Math.abs(t);
  const power: f64 = portablePow(size, e - 1.0);
  const rest: f64 = 1.0 - size * power;
  const long: f64 = portablePow(rest, 1.0 / e);
  const longDual: f64 = rest / long;
  const dual: f64 = t < 0.0 ? -power : power;
  const slope: f64 = -dual / longDual;
  const own: i32 = SUPERELLIPSE + (isDual ? 2 : 0);
  const other: i32 = SUPERELLIPSE + (isDual ? 0 : 2);
  F[own] = t;
  F[own + 1] = long;
  F[other] = dual;
  F[other + 1] = longDual;
  F[own + 4] = 1.0;
  F[own + 5] = slope;
  F[other + 4] = size > 0.0 ? ((e - 1.0) * power) / size : e === 2.0 ? 1.0 : 0.0;
  F[other + 5] = (((e - 1.0) * longDual) / long) * slope;
}

// Of the cells of SUPERELLIPSE from `at` on, the coordinate along the first axis and along the second.
function firstOf(at: i32, isSecond: bool, sign: f64): f64 {
  return isSecond ? sign * F[at + 1] : F[at];
}
function secondOf(at: i32, isSecond: bool, sign: f64): f64 {
  return isSecond ? F[at] : sign * F[at + 1];
}

function put(at: i32, x: f64, y: f64, z: f64): void {
  F[at] = x;
  F[at + 1] = y;
  F[at + 2] = z;
}

function isAcrossDual(chart: i32): bool {
  return I[2 * chart + CHART_ACROSS_DUAL] === 1;
}

/** Point, normal (not unit) and their derivatives at the coordinates in the chart, in the frame of the block s. */
export function chartAt(s: i32, chart: i32): void {
  const p: i32 = s + SHAPE_PARAMETERS;
  const a: f64 = F[p];
  const b: f64 = F[p + 1];
  const c: f64 = F[p + 2];
  const n1: f64 = F[p + 3];
  const e: i32 = SUPERELLIPSE;
  const sides: i32 = 2 * chart + CHART_SIDES;
  const isY: bool = I[sides] === 1;
  const sign: f64 = I[sides + 1];
  superellipseAt(F[p + 4], isAcrossDual(chart), F[chart + CHART_ACROSS]);
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
  superellipseAt(n1, n1 < 2.0, F[chart + CHART_ALONG]);
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

/** (x^n + y^n)^(1/n) for x, y >= 0. */
function norm(n: f64, x: f64, y: f64): f64 {
  const big: f64 = x > y ? x : y;
  if (!(big > 0.0)) return 0.0;
  return big * portablePow(1.0 + portablePow((x > y ? y : x) / big, n), 1.0 / n);
}

/** Coordinate and side at the ratio of x to y on the curve of exponent e. */
function startAt(e: f64, x: f64, y: f64, coordinate: i32, sides: i32): void {
  const isSecond: bool = Math.abs(y) < Math.abs(x);
  const short: f64 = isSecond ? y : x;
  const long: f64 = isSecond ? x : y;
  const length: f64 = norm(e, Math.abs(x), Math.abs(y));
  F[coordinate] = length > 0.0 ? short / length : 0.0;
  I[sides] = isSecond ? 1 : 0;
  I[sides + 1] = long < 0.0 ? -1 : 1;
}

/**
 * The same from coordinates of what the curve does not describe: those of point and normal are powers of each other.
 */
function startByPower(e: f64, power: f64, x: f64, y: f64, coordinate: i32, sides: i32): void {
  const big: f64 = Math.abs(x) > Math.abs(y) ? Math.abs(x) : Math.abs(y);
  const u: f64 = big > 0.0 ? portablePow(Math.abs(x) / big, power) : 0.0;
  const v: f64 = big > 0.0 ? portablePow(Math.abs(y) / big, power) : 0.0;
  startAt(e, x < 0.0 ? -u : u, y < 0.0 ? -v : v, coordinate, sides);
}

/**
 * The section across the axis from coordinates of its points or, `byNormal`, of its normals, as the chart describes it.
 */
function startAcross(n2: f64, byNormal: bool, x: f64, y: f64, chart: i32): void {
  const isDual: bool = isAcrossDual(chart);
  const e: f64 = curveExponent(n2, isDual);
  const power: f64 = byNormal ? 1.0 / (n2 - 1.0) : n2 - 1.0;
  if (isDual === byNormal) startAt(e, x, y, chart + CHART_ACROSS, 2 * chart + CHART_SIDES);
  else startByPower(e, power, x, y, chart + CHART_ACROSS, 2 * chart + CHART_SIDES);
}

/** Whether the section across the axis is best described by its normals here. */
function isBetterDual(n1: f64, n2: f64, chart: i32): bool {
  if (I[2 * chart + CHART_SIDES + 2] === 1) return n2 < 2.0;
  const other: f64 = portablePow(Math.abs(F[chart + CHART_ALONG]), steepness(n1) - 1.0);
  return other < NEAR_POLE ? n1 < 2.0 : n2 < 2.0;
}

/**
 * Coordinates of the surface point at a point with a normal, both in the frame of the block s: the point's where the
 * chart describes points and the normal's where it describes normals, or, `byPoint`, the point's all over.
 */
export function startChart(s: i32, chart: i32, x: f64, y: f64, z: f64, nx: f64, ny: f64, nz: f64, byPoint: bool): void {
  const p: i32 = s + SHAPE_PARAMETERS;
  const a: f64 = F[p];
  const b: f64 = F[p + 1];
  const c: f64 = F[p + 2];
  const n1: f64 = F[p + 3];
  const n2: f64 = F[p + 4];
  const sides: i32 = 2 * chart + CHART_SIDES;
  const r: f64 = norm(n2, Math.abs(x / a), Math.abs(y / b));
  const w: f64 = norm(n2 / (n2 - 1.0), Math.abs(a * nx), Math.abs(b * ny));
  const e: f64 = steepness(n1);
  if (n1 >= 2.0) startAt(e, r, z / c, chart + CHART_ALONG, sides + 2);
  else if (byPoint) startByPower(e, n1 - 1.0, r, z / c, chart + CHART_ALONG, sides + 2);
  else startAt(e, w, c * nz, chart + CHART_ALONG, sides + 2);
  const isDual: bool = isBetterDual(n1, n2, chart);
  I[2 * chart + CHART_ACROSS_DUAL] = isDual ? 1 : 0;
  // On the axis the point does not say where around it.
  const byNormal: bool = (isDual && !byPoint) || !(r > 0.0);
  startAcross(n2, byNormal, byNormal ? a * nx : x / a, byNormal ? b * ny : y / b, chart);
}

/** Moves one coordinate; where it has become the larger one the two change places. */
function moveCoordinate(e: f64, coordinate: i32, sides: i32, by: f64): void {
  let t: f64 = F[coordinate] + by;
  if (t > LARGEST_COORDINATE) t = LARGEST_COORDINATE;
  if (t < -LARGEST_COORDINATE) t = -LARGEST_COORDINATE;
  const power: f64 = portablePow(Math.abs(t), e);
  if (power > 0.5) {
    const long: f64 = portablePow(1.0 - power, 1.0 / e);
    F[coordinate] = I[sides + 1] < 0 ? -long : long;
    I[sides] = 1 - I[sides];
    I[sides + 1] = t < 0.0 ? -1 : 1;
  } else {
    F[coordinate] = t;
  }
}

/**
 * Moves both coordinates near the pole, where the cross-section is small and its coordinate means little: what the
 * section along the axis describes, points or normals, is moved across the axis in the plane.
 */
function moveOverPole(n1: f64, n2: f64, chart: i32, across: f64, along: f64): void {
  const sides: i32 = 2 * chart + CHART_SIDES;
  const isY: bool = I[sides] === 1;
  const sign: f64 = I[sides + 1];
  const r: f64 = F[chart + CHART_ALONG];
  const byNormal: bool = n1 < 2.0;
  superellipseAt(n2, isAcrossDual(chart), F[chart + CHART_ACROSS]);
  const at: i32 = SUPERELLIPSE + (byNormal ? 2 : 0);
  const x: f64 = firstOf(at, isY, sign);
  const y: f64 = secondOf(at, isY, sign);
  const stepX: f64 = r * across * firstOf(at + 4, isY, sign) + along * x;
  const stepY: f64 = r * across * secondOf(at + 4, isY, sign) + along * y;
  const length: f64 = Math.sqrt(stepX * stepX + stepY * stepY);
  const part: f64 = length > LONGEST_STEP ? LONGEST_STEP / length : 1.0;
  const toX: f64 = r * x + part * stepX;
  const toY: f64 = r * y + part * stepY;
  if (toX === 0.0 && toY === 0.0) return;
  const radius: f64 = norm(curveExponent(n2, byNormal), Math.abs(toX), Math.abs(toY));
  moveCoordinate(steepness(n1), chart + CHART_ALONG, sides + 2, radius - r);
  startAcross(n2, byNormal, toX, toY, chart);
}

function shortened(step: f64): f64 {
  return step > LONGEST_STEP ? LONGEST_STEP : step < -LONGEST_STEP ? -LONGEST_STEP : step;
}

/** Moves both coordinates one by one. */
function moveBoth(n1: f64, n2: f64, chart: i32, across: f64, along: f64): void {
  const sides: i32 = 2 * chart + CHART_SIDES;
  moveCoordinate(curveExponent(n2, isAcrossDual(chart)), chart + CHART_ACROSS, sides, shortened(across));
  moveCoordinate(steepness(n1), chart + CHART_ALONG, sides + 2, shortened(along));
  // Beyond the pole, where the distance from the axis changes sign, the other side of the cross-section begins.
  const beyondPole: bool = I[sides + 2] === 0 ? F[chart + CHART_ALONG] < 0.0 : I[sides + 3] < 0;
  if (!beyondPole) return;
  F[chart + CHART_ACROSS] = -F[chart + CHART_ACROSS];
  I[sides + 1] = -I[sides + 1];
  if (I[sides + 2] === 0) F[chart + CHART_ALONG] = -F[chart + CHART_ALONG];
  else I[sides + 3] = 1;
}

/** Moves by no more than LONGEST_STEP in either coordinate; the chart then describes what is best described there. */
export function moveOnChart(s: i32, chart: i32, across: f64, along: f64): void {
  const n1: f64 = F[s + SHAPE_PARAMETERS + 3];
  const n2: f64 = F[s + SHAPE_PARAMETERS + 4];
  const nearPole: bool = I[2 * chart + CHART_SIDES + 2] === 0 && Math.abs(across) > LONGEST_STEP;
  if (nearPole) moveOverPole(n1, n2, chart, across, along);
  else moveBoth(n1, n2, chart, across, along);
  const isDual: bool = isBetterDual(n1, n2, chart);
  if (isDual === isAcrossDual(chart)) return;
  superellipseAt(n2, !isDual, F[chart + CHART_ACROSS]);
  F[chart + CHART_ACROSS] = F[SUPERELLIPSE + (isDual ? 2 : 0)];
  I[2 * chart + CHART_ACROSS_DUAL] = isDual ? 1 : 0;
}
