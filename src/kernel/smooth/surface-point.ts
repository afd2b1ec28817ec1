// SPDX-License-Identifier: MIT
/**
 * Point of a body at the contact and its derivatives, for surface-newton.ts. A superquadric has surface coordinates; on
 * any other body the point follows from the normal, lies on a line, or is a vertex.
 */

import {
  CHART_A,
  CHART_B,
  CHART_NORMAL,
  CHART_NORMAL_ALONG,
  CHART_POINT,
  CHART_POINT_ACROSS,
  CHART_POINT_ALONG,
  CONE,
  CORE_NORMAL,
  CORE_POINT,
  CORE_POINT_B,
  CYLINDER,
  HALF_LINE,
  LINE_A,
  LINE_B,
  LINE_COORDINATE,
  LINE_MIDDLE,
  LOCAL_POINT,
  PAIR_A,
  PAIR_B,
  PAIR_HINT_A,
  PAIR_HINT_B,
  RELATIVE,
  RELATIVE_ORIGIN,
  RIM_POINT,
  SHAPE_KIND,
  SHAPE_PARAMETERS,
  SHAPE_VERTEX_COUNT,
  SHAPE_X,
  SHAPE_Y,
  SHAPE_Z,
  TABLET,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { toBlockOfB } from '../relative-pose.ts';
import { chartAt, startChart } from '../superquadric/superquadric-chart.ts';
import { setAt } from '../support/flatness.ts';
import { isOnCap, support } from '../support/support.ts';

/** Step of the difference quotients: the middle between the rounding of the point and the bend of the surface. */
const QUOTIENT_STEP: f64 = 1.0e-6;

/** Where Newton's method starts: which of witness and normal is the better known differs from place to place. */
export const AT_BOTH: i32 = 0;
const AT_SUPPORT: i32 = 1;
export const AT_WITNESS: i32 = 2;

export function chartOf(onA: bool): i32 {
  return onA ? CHART_A : CHART_B;
}

function bodyOf(onA: bool): i32 {
  return onA ? I[PAIR_A] : I[PAIR_B];
}

function turnToFrame(at: i32): void {
  const x: f64 = F[at];
  const y: f64 = F[at + 1];
  const z: f64 = F[at + 2];
  F[at] = F[RELATIVE] * x + F[RELATIVE + 1] * y + F[RELATIVE + 2] * z;
  F[at + 1] = F[RELATIVE + 3] * x + F[RELATIVE + 4] * y + F[RELATIVE + 5] * z;
  F[at + 2] = F[RELATIVE + 6] * x + F[RELATIVE + 7] * y + F[RELATIVE + 8] * z;
}

function moveToFrame(at: i32): void {
  turnToFrame(at);
  for (let k: i32 = 0; k < 3; k++) F[at + k] = F[at + k] + F[RELATIVE_ORIGIN + k];
}

/** The direction outward from the body along n, from A to B, in the body's own frame: to LOCAL_POINT. */
function outwardOf(onA: bool, nx: f64, ny: f64, nz: f64): void {
  if (onA) setAt(LOCAL_POINT, nx, ny, nz);
  else {
    setAt(
      LOCAL_POINT,
      -(F[RELATIVE] * nx + F[RELATIVE + 3] * ny + F[RELATIVE + 6] * nz),
      -(F[RELATIVE + 1] * nx + F[RELATIVE + 4] * ny + F[RELATIVE + 7] * nz),
      -(F[RELATIVE + 2] * nx + F[RELATIVE + 5] * ny + F[RELATIVE + 8] * nz),
    );
  }
}

/**
 * Puts a superquadric on its chart: at its witness and along the normal, at its support point, or at its witness alone.
 */
export function startOn(onA: bool, start: i32): void {
  const s: i32 = bodyOf(onA);
  outwardOf(onA, F[CORE_NORMAL], F[CORE_NORMAL + 1], F[CORE_NORMAL + 2]);
  const nx: f64 = F[LOCAL_POINT];
  const ny: f64 = F[LOCAL_POINT + 1];
  const nz: f64 = F[LOCAL_POINT + 2];
  if (start === AT_SUPPORT) support(s, nx, ny, nz, 0);
  else if (onA) setAt(LOCAL_POINT, F[CORE_POINT], F[CORE_POINT + 1], F[CORE_POINT + 2]);
  else toBlockOfB(F[CORE_POINT_B], F[CORE_POINT_B + 1], F[CORE_POINT_B + 2], LOCAL_POINT);
  const x: f64 = F[LOCAL_POINT];
  const y: f64 = F[LOCAL_POINT + 1];
  startChart(s, chartOf(onA), x, y, F[LOCAL_POINT + 2], nx, ny, nz, start === AT_WITNESS);
}

/** A superquadric's chart in the frame, with the normal along n: B's is turned round. */
export function placeChart(onA: bool): void {
  const chart: i32 = chartOf(onA);
  chartAt(bodyOf(onA), chart);
  if (onA) return;
  moveToFrame(chart + CHART_POINT);
  turnToFrame(chart + CHART_POINT_ACROSS);
  turnToFrame(chart + CHART_POINT_ALONG);
  for (let at: i32 = chart + CHART_NORMAL; at <= chart + CHART_NORMAL_ALONG; at += 3) {
    turnToFrame(at);
    setAt(at, -F[at], -F[at + 1], -F[at + 2]);
  }
}

/** True where the body's vertices make its points and lines, which then do not turn with the normal. */
function isRigid(s: i32): bool {
  return I[2 * s + SHAPE_VERTEX_COUNT] > 0;
}

/**
 * Readies a body that is no superquadric: the vertex that it has, or the edge, is the one that flatness.ts has found.
 */
export function startBeside(onA: bool, isLine: bool): void {
  const s: i32 = bodyOf(onA);
  const chart: i32 = chartOf(onA);
  F[chart + LINE_COORDINATE] = 0.0;
  setAt(chart + HALF_LINE, 0.0, 0.0, 0.0);
  if (!isRigid(s)) return;
  const i: i32 = I[onA ? PAIR_HINT_A : PAIR_HINT_B];
  setAt(chart + LINE_MIDDLE, F[I[2 * s + SHAPE_X] + i], F[I[2 * s + SHAPE_Y] + i], F[I[2 * s + SHAPE_Z] + i]);
  if (!onA) moveToFrame(chart + LINE_MIDDLE);
  if (!isLine) return;
  const line: i32 = onA ? LINE_A : LINE_B;
  for (let k: i32 = 0; k < 3; k++) {
    F[chart + HALF_LINE + k] = 0.5 * F[line + k];
    F[chart + LINE_MIDDLE + k] = F[chart + LINE_MIDDLE + k] + 0.5 * F[line + k];
  }
}

/** True for a body that has a rim, and a straight side at every azimuth, were it of no length as that of a lens. */
export function hasRim(onA: bool): bool {
  const kind: i32 = I[2 * bodyOf(onA) + SHAPE_KIND];
  return kind === CYLINDER || kind === CONE || kind === TABLET;
}

/** True for a body whose rim is that of a round cap, so that its point may be on either. */
export function hasCap(onA: bool): bool {
  return I[2 * bodyOf(onA) + SHAPE_KIND] === TABLET;
}

/** True for a tablet without a band. */
export function isLens(onA: bool): bool {
  return hasCap(onA) && !(F[bodyOf(onA) + SHAPE_PARAMETERS + 1] > 0.0);
}

/** True where the rim, rather than the apex or cap, of a cylinder, cone or tablet is along the normal. */
export function isOnRim(onA: bool): bool {
  const s: i32 = bodyOf(onA);
  outwardOf(onA, F[CORE_NORMAL], F[CORE_NORMAL + 1], F[CORE_NORMAL + 2]);
  const radial: f64 = Math.sqrt(F[LOCAL_POINT] * F[LOCAL_POINT] + F[LOCAL_POINT + 1] * F[LOCAL_POINT + 1]);
  if (hasCap(onA)) return !isOnCap(s + SHAPE_PARAMETERS, radial, F[LOCAL_POINT + 2]);
  support(s, F[LOCAL_POINT], F[LOCAL_POINT + 1], F[LOCAL_POINT + 2], 0);
  return I[2 * s + SHAPE_KIND] === CYLINDER || F[LOCAL_POINT + 2] < 0.0;
}

/** True when the end that the place on a straight side is at is a cone's apex. */
export function isApex(onA: bool): bool {
  return I[2 * bodyOf(onA) + SHAPE_KIND] === CONE && F[chartOf(onA) + LINE_COORDINATE] > 0.0;
}

/**
 * Readies the rim of a cylinder or cone at the azimuth of its witness: for a cylinder that at the side `end` of its
 * axis, or, 0, along the normal.
 */
export function startRim(onA: bool, end: f64): void {
  const s: i32 = bodyOf(onA);
  const rim: i32 = chartOf(onA) + RIM_POINT;
  outwardOf(onA, F[CORE_NORMAL], F[CORE_NORMAL + 1], F[CORE_NORMAL + 2]);
  const nx: f64 = F[LOCAL_POINT];
  const ny: f64 = F[LOCAL_POINT + 1];
  const up: f64 = end !== 0.0 ? end : F[LOCAL_POINT + 2];
  if (onA) setAt(LOCAL_POINT, F[CORE_POINT], F[CORE_POINT + 1], F[CORE_POINT + 2]);
  else toBlockOfB(F[CORE_POINT_B], F[CORE_POINT_B + 1], F[CORE_POINT_B + 2], LOCAL_POINT);
  F[rim] = F[LOCAL_POINT];
  F[rim + 1] = F[LOCAL_POINT + 1];
  if (F[rim] === 0.0 && F[rim + 1] === 0.0) {
    F[rim] = nx;
    F[rim + 1] = ny;
  }
  const height: f64 = F[s + SHAPE_PARAMETERS + 1];
  F[rim + 2] = I[2 * s + SHAPE_KIND] === CONE ? -0.5 * height : up < 0.0 ? -height : height;
  turnOnRim(onA, 0.0);
}

/** Moves on along the rim by an angle, or, where that is large, by less than a quarter turn. */
export function turnOnRim(onA: bool, by: f64): void {
  const rim: i32 = chartOf(onA) + RIM_POINT;
  const x: f64 = F[rim] - by * F[rim + 1];
  const y: f64 = F[rim + 1] + by * F[rim];
  const length: f64 = Math.sqrt(x * x + y * y);
  F[rim] = length > 0.0 ? x / length : 1.0;
  F[rim + 1] = length > 0.0 ? y / length : 0.0;
}

/**
 * The point on the rim, and the tangent there as long as the radius; returns how the tangent's part along n changes
 * with the angle.
 */
export function placeOnRim(onA: bool, nx: f64, ny: f64, nz: f64): f64 {
  const chart: i32 = chartOf(onA);
  const rim: i32 = chart + RIM_POINT;
  const radius: f64 = F[bodyOf(onA) + SHAPE_PARAMETERS];
  const x: f64 = radius * F[rim];
  const y: f64 = radius * F[rim + 1];
  setAt(chart + CHART_POINT, x, y, F[rim + 2]);
  setAt(chart + HALF_LINE, -y, x, 0.0);
  setAt(chart + CHART_POINT_ACROSS, -x, -y, 0.0);
  if (!onA) {
    moveToFrame(chart + CHART_POINT);
    turnToFrame(chart + HALF_LINE);
    turnToFrame(chart + CHART_POINT_ACROSS);
  }
  const bend: f64 =
    nx * F[chart + CHART_POINT_ACROSS] +
    ny * F[chart + CHART_POINT_ACROSS + 1] +
    nz * F[chart + CHART_POINT_ACROSS + 2];
  setAt(chart + CHART_POINT_ACROSS, 0.0, 0.0, 0.0);
  setAt(chart + CHART_POINT_ALONG, 0.0, 0.0, 0.0);
  return bend;
}

/** The point of a body along n to F[out..], in the frame: on its line if it has one. */
function pointAlong(onA: bool, isLine: bool, nx: f64, ny: f64, nz: f64, out: i32): void {
  const s: i32 = bodyOf(onA);
  const chart: i32 = chartOf(onA);
  const coordinate: f64 = F[chart + LINE_COORDINATE];
  if (isRigid(s)) {
    for (let k: i32 = 0; k < 3; k++) F[out + k] = F[chart + LINE_MIDDLE + k] + coordinate * F[chart + HALF_LINE + k];
    return;
  }
  outwardOf(onA, nx, ny, nz);
  const dx: f64 = F[LOCAL_POINT];
  const dy: f64 = F[LOCAL_POINT + 1];
  if (!isLine) {
    support(s, dx, dy, F[LOCAL_POINT + 2], 0);
    setAt(out, F[LOCAL_POINT], F[LOCAL_POINT + 1], F[LOCAL_POINT + 2]);
  } else {
    // The straight side of a cylinder or cone at this azimuth, from its middle.
    const p: i32 = s + SHAPE_PARAMETERS;
    const isCone: bool = I[2 * s + SHAPE_KIND] === CONE;
    const radial: f64 = Math.sqrt(dx * dx + dy * dy);
    const x: f64 = radial > 0.0 ? (F[p] * dx) / radial : F[p];
    const y: f64 = radial > 0.0 ? (F[p] * dy) / radial : 0.0;
    const half: i32 = chart + HALF_LINE;
    if (isCone) setAt(half, -0.5 * x, -0.5 * y, 0.5 * F[p + 1]);
    else setAt(half, 0.0, 0.0, F[p + 1]);
    const middle: f64 = isCone ? 0.5 : 1.0;
    setAt(out, middle * x + coordinate * F[half], middle * y + coordinate * F[half + 1], coordinate * F[half + 2]);
    if (!onA) turnToFrame(half);
  }
  if (!onA) moveToFrame(out);
}

/** The point of a body that is no superquadric along n, and how it moves as n turns towards g and towards h. */
export function placeBeside(
  onA: bool,
  isLine: bool,
  nx: f64,
  ny: f64,
  nz: f64,
  gx: f64,
  gy: f64,
  gz: f64,
  hx: f64,
  hy: f64,
  hz: f64,
): void {
  const chart: i32 = chartOf(onA);
  const e: f64 = QUOTIENT_STEP;
  pointAlong(onA, isLine, nx + e * gx, ny + e * gy, nz + e * gz, chart + CHART_POINT_ACROSS);
  pointAlong(onA, isLine, nx + e * hx, ny + e * hy, nz + e * hz, chart + CHART_POINT_ALONG);
  pointAlong(onA, isLine, nx, ny, nz, chart + CHART_POINT);
  for (let k: i32 = 0; k < 3; k++) {
    const at: f64 = F[chart + CHART_POINT + k];
    F[chart + CHART_POINT_ACROSS + k] = (F[chart + CHART_POINT_ACROSS + k] - at) / e;
    F[chart + CHART_POINT_ALONG + k] = (F[chart + CHART_POINT_ALONG + k] - at) / e;
  }
}
