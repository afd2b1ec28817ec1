// SPDX-License-Identifier: MIT
/**
 * Newton's method on the surface of a superquadric. Unknowns: its two surface coordinates, and those of the other body
 * (two on a superquadric, one on a line, none where the normal n gives the point). Equations: the points differ along
 * n, and n is a normal of the other body. The derivatives exist on flat places and sharp creases too.
 */
import { writeAxesAcross } from '../arithmetic/axes-across.ts';
import { solveSystem } from '../arithmetic/linear-system.ts';
import {
  CHART_NORMAL,
  CHART_NORMAL_ACROSS,
  CHART_NORMAL_ALONG,
  CHART_POINT,
  CHART_POINT_ACROSS,
  CHART_POINT_ALONG,
  CHART_STEP,
  CHART_SYSTEM,
  CORE,
  CORE_LOWER,
  CORE_NORMAL,
  CORE_UPPER,
  HALF_LINE,
  LINE_COORDINATE,
  OFFERED_A,
  OFFERED_B,
  PAIR_A,
  PAIR_B,
  PAIR_HINT_A,
  PAIR_HINT_B,
  ROUNDING,
  SHAPE_KIND,
  SHAPE_PARAMETERS,
  SMOOTH_AXES,
  SUPERQUADRIC,
  TRIED_NORMAL,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { EPSILON, smallerExtent } from '../relative-pose.ts';
import { moveOnChart, steepness } from '../superquadric/superquadric-chart.ts';
import { setAt } from '../support/flatness.ts';
import { slack, valueAlong } from './normal-newton.ts';
import {
  AT_BOTH,
  AT_WITNESS,
  chartOf,
  hasCap,
  hasRim,
  isApex,
  isLens,
  isOnRim,
  placeBeside,
  placeChart,
  placeOnRim,
  startBeside,
  startOn,
  startRim,
  turnOnRim,
} from './surface-point.ts';

/** From near a simple solution eight steps are many. */
const STEP_LIMIT: i32 = 16;
/**
 * Where two flat places face each other the solution is multiple: then each step leaves 1/e of the error, down to
 * rounding.
 */
const SLOW_STEP_LIMIT: i32 = 48;
const SLOW_GAIN: f64 = 0.5;
/**
 * Points that differ from distance times normal by this many roundings, and normals by this many units, belong
 * together: times the largest exponent of the charts, which magnifies the rounding of their coordinates.
 */
const CLOSED_IN_ROUNDINGS: f64 = 1.0;
const CLOSED_IN_UNITS: f64 = 2.0;
/**
 * Where rounding ends the method earlier, points that differ by this many times as much are still an answer, if the
 * support value is theirs.
 */
const ENOUGH: f64 = 64.0;

/** The points are closed to the square of what they missed in each. */
const CLOSING_STEPS: i32 = 2;
/** On flat places that face each other the two points may be support points but for this part of the smaller body. */
const GAP_OF_EXTENT: f64 = 5.0e-13;

/**
 * What the other body has: a point that n tells, a point of a line, the end of a line, a point of a rim, a point of its
 * chart.
 */
const AT_POINT: i32 = 0;
const ON_LINE: i32 = 1;
const AT_END: i32 = 2;
const ON_RIM: i32 = 3;
const ON_CHART: i32 = 4;

export function isSuperquadric(s: i32): bool {
  return I[2 * s + SHAPE_KIND] === SUPERQUADRIC;
}

function dotAt(x: f64, y: f64, z: f64, at: i32): f64 {
  return x * F[at] + y * F[at + 1] + z * F[at + 2];
}

function lengthAt(at: i32): f64 {
  return Math.sqrt(F[at] * F[at] + F[at + 1] * F[at + 1] + F[at + 2] * F[at + 2]);
}

function setRow(row: i32, first: f64, second: f64, third: f64, fourth: f64, right: f64): void {
  const at: i32 = CHART_SYSTEM + 5 * row;
  F[at] = first;
  F[at + 1] = second;
  F[at + 2] = third;
  F[at + 3] = fourth;
  F[at + 4] = right;
}

/**
 * The linearised equations at the present coordinates to CHART_SYSTEM; n to TRIED_NORMAL. Returns how far they are from
 * holding, as a multiple of what counts as closed.
 */
function linearise(onA: bool, other: i32, power: f64): f64 {
  const chart: i32 = chartOf(onA);
  const beside: i32 = chartOf(!onA);
  const sign: f64 = onA ? 1.0 : -1.0;
  placeChart(onA);
  const length: f64 = lengthAt(chart + CHART_NORMAL);
  const nx: f64 = F[chart + CHART_NORMAL] / length;
  const ny: f64 = F[chart + CHART_NORMAL + 1] / length;
  const nz: f64 = F[chart + CHART_NORMAL + 2] / length;
  setAt(TRIED_NORMAL, nx, ny, nz);
  writeAxesAcross(nx, ny, nz, SMOOTH_AXES);
  const gx: f64 = F[SMOOTH_AXES];
  const gy: f64 = F[SMOOTH_AXES + 1];
  const gz: f64 = F[SMOOTH_AXES + 2];
  const hx: f64 = F[SMOOTH_AXES + 3];
  const hy: f64 = F[SMOOTH_AXES + 4];
  const hz: f64 = F[SMOOTH_AXES + 5];
  let bend: f64 = 0.0;
  if (other === ON_CHART) placeChart(!onA);
  else if (other === ON_RIM) bend = placeOnRim(!onA, nx, ny, nz);
  else placeBeside(!onA, other !== AT_POINT, nx, ny, nz, gx, gy, gz, hx, hy, hz);
  const wx: f64 = sign * (F[beside + CHART_POINT] - F[chart + CHART_POINT]);
  const wy: f64 = sign * (F[beside + CHART_POINT + 1] - F[chart + CHART_POINT + 1]);
  const wz: f64 = sign * (F[beside + CHART_POINT + 2] - F[chart + CHART_POINT + 2]);
  const along: f64 = nx * wx + ny * wy + nz * wz;
  const offG: f64 = gx * wx + gy * wy + gz * wz;
  const offH: f64 = hx * wx + hy * wy + hz * wz;
  // How n turns with each coordinate, towards g and h.
  const g1: f64 = dotAt(gx, gy, gz, chart + CHART_NORMAL_ACROSS) / length;
  const h1: f64 = dotAt(hx, hy, hz, chart + CHART_NORMAL_ACROSS) / length;
  const g2: f64 = dotAt(gx, gy, gz, chart + CHART_NORMAL_ALONG) / length;
  const h2: f64 = dotAt(hx, hy, hz, chart + CHART_NORMAL_ALONG) / length;
  let gOf1: f64 = -sign * dotAt(gx, gy, gz, chart + CHART_POINT_ACROSS) - along * g1;
  let gOf2: f64 = -sign * dotAt(gx, gy, gz, chart + CHART_POINT_ALONG) - along * g2;
  let hOf1: f64 = -sign * dotAt(hx, hy, hz, chart + CHART_POINT_ACROSS) - along * h1;
  let hOf2: f64 = -sign * dotAt(hx, hy, hz, chart + CHART_POINT_ALONG) - along * h2;
  const gg: f64 = sign * dotAt(gx, gy, gz, beside + CHART_POINT_ACROSS);
  const gh: f64 = sign * dotAt(gx, gy, gz, beside + CHART_POINT_ALONG);
  const hg: f64 = sign * dotAt(hx, hy, hz, beside + CHART_POINT_ACROSS);
  const hh: f64 = sign * dotAt(hx, hy, hz, beside + CHART_POINT_ALONG);
  let off: f64 = (Math.abs(offG) + Math.abs(offH)) / (CLOSED_IN_ROUNDINGS * power * F[ROUNDING]);
  if (other === ON_CHART) {
    const normal: f64 = lengthAt(beside + CHART_NORMAL);
    const cosine: f64 = dotAt(nx, ny, nz, beside + CHART_NORMAL) / normal;
    const offU: f64 = dotAt(gx, gy, gz, beside + CHART_NORMAL) / normal;
    const offV: f64 = dotAt(hx, hy, hz, beside + CHART_NORMAL) / normal;
    setRow(0, gOf1, gOf2, gg, gh, -offG);
    setRow(1, hOf1, hOf2, hg, hh, -offH);
    setRow(
      2,
      -cosine * g1,
      -cosine * g2,
      dotAt(gx, gy, gz, beside + CHART_NORMAL_ACROSS) / normal,
      dotAt(gx, gy, gz, beside + CHART_NORMAL_ALONG) / normal,
      -offU,
    );
    setRow(
      3,
      -cosine * h1,
      -cosine * h2,
      dotAt(hx, hy, hz, beside + CHART_NORMAL_ACROSS) / normal,
      dotAt(hx, hy, hz, beside + CHART_NORMAL_ALONG) / normal,
      -offV,
    );
    const turned: f64 = (Math.abs(offU) + Math.abs(offV)) / (CLOSED_IN_UNITS * power * EPSILON);
    if (!(cosine > 0.0)) off = 1.0e300;
    return off > turned ? off : turned;
  }
  // The other body's point moves as n turns.
  gOf1 += gg * g1 + gh * h1;
  gOf2 += gg * g2 + gh * h2;
  hOf1 += hg * g1 + hh * h1;
  hOf2 += hg * g2 + hh * h2;
  if (other === ON_LINE || other === ON_RIM) {
    const half: f64 = lengthAt(beside + HALF_LINE);
    const gl: f64 = dotAt(gx, gy, gz, beside + HALF_LINE);
    const hl: f64 = dotAt(hx, hy, hz, beside + HALF_LINE);
    const offL: f64 = dotAt(nx, ny, nz, beside + HALF_LINE) / half;
    setRow(0, gOf1, gOf2, sign * gl, 0.0, -offG);
    setRow(1, hOf1, hOf2, sign * hl, 0.0, -offH);
    setRow(2, (gl * g1 + hl * h1) / half, (gl * g2 + hl * h2) / half, bend / half, 0.0, -offL);
    const turned: f64 = Math.abs(offL) / (CLOSED_IN_UNITS * power * EPSILON);
    return off > turned ? off : turned;
  }
  setRow(0, gOf1, gOf2, 0.0, 0.0, -offG);
  setRow(1, hOf1, hOf2, 0.0, 0.0, -offH);
  return off;
}

/** Moves along the solution of the linear equations. */
function move(onA: bool, other: i32): void {
  solveSystem(other === ON_CHART ? 4 : other === ON_LINE || other === ON_RIM ? 3 : 2);
  const a: i32 = I[PAIR_A];
  const b: i32 = I[PAIR_B];
  moveOnChart(onA ? a : b, chartOf(onA), F[CHART_STEP], F[CHART_STEP + 1]);
  if (other === ON_CHART) {
    moveOnChart(onA ? b : a, chartOf(!onA), F[CHART_STEP + 2], F[CHART_STEP + 3]);
  } else if (other === ON_RIM) {
    turnOnRim(!onA, F[CHART_STEP + 2]);
  } else if (other === ON_LINE) {
    F[chartOf(!onA) + LINE_COORDINATE] = F[chartOf(!onA) + LINE_COORDINATE] + F[CHART_STEP + 2];
  }
}

function powerOf(s: i32): f64 {
  if (!isSuperquadric(s)) return 0.0;
  const p: i32 = s + SHAPE_PARAMETERS;
  const across: f64 = steepness(F[p + 4]);
  const along: f64 = steepness(F[p + 3]);
  return across > along ? across : along;
}

function largestPower(): f64 {
  const a: f64 = powerOf(I[PAIR_A]);
  const b: f64 = powerOf(I[PAIR_B]);
  return a > b ? a : b;
}

/**
 * Newton's method from the present coordinates; true when it has ended on a normal that proves itself, which is then
 * taken. Where `allowed` is not 0, points that miss distance times normal by that much are good enough.
 */
function converge(apart: bool, onA: bool, other: i32, allowed: f64): bool {
  const power: f64 = largestPower();
  let off: f64 = 1.0e300;
  for (let step: i32 = 0; step < SLOW_STEP_LIMIT; step++) {
    const before: f64 = off;
    off = linearise(onA, other, power);
    if (!(off > 1.0)) break;
    if ((step >= STEP_LIMIT || !(off > ENOUGH)) && !(off < SLOW_GAIN * before)) break;
    if (!(off < 1.0e300)) return false;
    move(onA, other);
  }
  if (other === ON_LINE) {
    if (!(Math.abs(F[chartOf(!onA) + LINE_COORDINATE]) <= 1.0)) return false;
    turnAcross(chartOf(!onA) + HALF_LINE);
  }
  if (other === ON_CHART && allowed > 0.0) closePoints(onA, power);
  const enough: f64 = ENOUGH * CLOSED_IN_ROUNDINGS * power * F[ROUNDING];
  return proves(apart, allowed > 0.0 ? allowed : enough, allowed > 0.0 ? GAP_OF_EXTENT * smallerExtent() : slack());
}

/**
 * Where two flat places face each other the normals may agree and the points not: the other body's point alone is moved
 * on its chart until it is along n from the superquadric's, which turns its normal by next to nothing.
 */
function closePoints(onA: bool, power: f64): void {
  for (let step: i32 = 0; step < CLOSING_STEPS; step++) {
    linearise(onA, ON_CHART, power);
    for (let row: i32 = 0; row < 2; row++) {
      const at: i32 = CHART_SYSTEM + 5 * row;
      F[at] = F[at + 2];
      F[at + 1] = F[at + 3];
    }
    solveSystem(2);
    moveOnChart(onA ? I[PAIR_B] : I[PAIR_A], chartOf(!onA), F[CHART_STEP], F[CHART_STEP + 1]);
  }
  linearise(onA, ON_CHART, power);
}

/** Turns the normal in TRIED_NORMAL across a line: along a long one even its rounding would show. */
function turnAcross(line: i32): void {
  const along: f64 =
    dotAt(F[TRIED_NORMAL], F[TRIED_NORMAL + 1], F[TRIED_NORMAL + 2], line) /
    dotAt(F[line], F[line + 1], F[line + 2], line);
  for (let k: i32 = 0; k < 3; k++) F[TRIED_NORMAL + k] = F[TRIED_NORMAL + k] - along * F[line + k];
  const length: f64 = lengthAt(TRIED_NORMAL);
  for (let k: i32 = 0; k < 3; k++) F[TRIED_NORMAL + k] = F[TRIED_NORMAL + k] / length;
}

/**
 * Takes the normal in TRIED_NORMAL if its support value is that of the two points, except for `gap`, no worse than is
 * known, and the points miss distance times normal by no more than `allowed`.
 */
function proves(apart: bool, allowed: f64, gap: f64): bool {
  const pointOfA: i32 = chartOf(true) + CHART_POINT;
  const pointOfB: i32 = chartOf(false) + CHART_POINT;
  const nx: f64 = F[TRIED_NORMAL];
  const ny: f64 = F[TRIED_NORMAL + 1];
  const nz: f64 = F[TRIED_NORMAL + 2];
  const wx: f64 = F[pointOfB] - F[pointOfA];
  const wy: f64 = F[pointOfB + 1] - F[pointOfA + 1];
  const wz: f64 = F[pointOfB + 2] - F[pointOfA + 2];
  const between: f64 = nx * wx + ny * wy + nz * wz;
  const missX: f64 = wx - between * nx;
  const missY: f64 = wy - between * ny;
  const missZ: f64 = wz - between * nz;
  if (!(missX * missX + missY * missY + missZ * missZ <= allowed * allowed)) return false;
  const value: f64 = valueAlong(nx, ny, nz);
  if (!(value >= F[CORE_LOWER] - slack()) || !(between - value <= gap)) return false;
  setAt(CORE_NORMAL, nx, ny, nz);
  F[CORE_LOWER] = value;
  F[CORE] = value;
  for (let k: i32 = 0; k < 3; k++) {
    F[OFFERED_A + k] = F[pointOfA + k];
    F[OFFERED_B + k] = F[pointOfB + k];
  }
  const length: f64 = Math.sqrt(wx * wx + wy * wy + wz * wz);
  if (apart && length < F[CORE_UPPER]) F[CORE_UPPER] = length;
  return true;
}

/** Newton's method from one start, with what the other body may have there. */
function convergeFrom(apart: bool, onA: bool, start: i32, isLine: bool, allowed: f64): bool {
  startOn(onA, start);
  if (isSuperquadric(onA ? I[PAIR_B] : I[PAIR_A])) {
    startOn(!onA, start);
    return converge(apart, onA, ON_CHART, allowed);
  }
  startBeside(!onA, isLine);
  if (!isLine) {
    const onRim: bool = hasRim(!onA) && isOnRim(!onA);
    if (onRim) startRim(!onA, 0.0);
    if (converge(apart, onA, onRim ? ON_RIM : AT_POINT, allowed)) return true;
    if (hasCap(!onA)) {
      startOn(onA, start);
      if (!onRim) startRim(!onA, 0.0);
      if (converge(apart, onA, onRim ? AT_POINT : ON_RIM, allowed)) return true;
    }
    // The straight side may have been too far from the first normal to be seen.
    if (!hasRim(!onA) || isLens(!onA)) return false;
    startOn(onA, start);
  }
  if (converge(apart, onA, ON_LINE, allowed)) return true;
  const coordinate: i32 = chartOf(!onA) + LINE_COORDINATE;
  if (!(Math.abs(F[coordinate]) > 1.0)) return false;
  F[coordinate] = F[coordinate] < 0.0 ? -1.0 : 1.0;
  startOn(onA, start);
  const offRim: bool = hasRim(!onA) && !isApex(!onA);
  if (offRim) startRim(!onA, F[coordinate]);
  return converge(apart, onA, offRim ? ON_RIM : AT_END, allowed);
}

/**
 * Sharpens the normal of a pair with a superquadric and offers points for it, which may miss distance times normal by
 * `allowed`; `isLine` when the other body touches along the line that flatness.ts has found. False when nothing proves
 * itself; CORE is then as it was.
 */
export function polishOnSurface(apart: bool, isLine: bool, allowed: f64): bool {
  const onA: bool = isSuperquadric(I[PAIR_A]);
  // Support queries move the hint on; the line begins at this vertex.
  const hint: i32 = onA ? PAIR_HINT_B : PAIR_HINT_A;
  const vertex: i32 = I[hint];
  for (let pass: i32 = 0; pass < 2; pass++) {
    for (let start: i32 = AT_BOTH; start <= AT_WITNESS; start++) {
      I[hint] = vertex;
      if (convergeFrom(apart, onA, start, isLine, pass === 0 ? 0.0 : allowed)) return true;
    }
  }
  return false;
}
