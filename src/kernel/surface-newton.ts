// SPDX-License-Identifier: MIT
/**
 * Newton's method on the surface of a superquadric. Unknown are the coordinates of its chart, which give its point and the normal n,
 * and what the other body has there: the coordinates of its chart if it is a superquadric, the place on its line if it touches along
 * one, nothing if n tells its point. Equations: the points differ along n, and n is a normal of the other body too.
 * Unlike those of newton.ts the derivatives exist on flat places and along sharp creases.
 */
import { setAt } from './flatness.ts';
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
  OFFERED,
  PAIR_A,
  PAIR_B,
  PAIR_HINT_A,
  PAIR_HINT_B,
  ROUNDING,
  SHAPE_KIND,
  SHAPE_PARAMETERS,
  SUPERQUADRIC,
  TRIED,
} from './layout.ts';
import { solveSystem } from './linear-system.ts';
import { F, I } from './memory.ts';
import { slack, valueAlong } from './newton.ts';
import { EPSILON } from './relative-pose.ts';
import { chartExponent, moveOnChart } from './superquadric-chart.ts';
import {
  AT_BOTH,
  AT_WITNESS,
  chartOf,
  HALF_LINE,
  hasRim,
  isApex,
  isOnRim,
  PLACE,
  placeBeside,
  placeChart,
  placeOnRim,
  startBeside,
  startOn,
  startRim,
  turnOnRim,
} from './surface-point.ts';

const STEP_LIMIT: i32 = 16;
/** A longer step in the coordinates, which are between -1 and 1, is shortened to this. */
const LONGEST_STEP: f64 = 0.25;
/**
 * Points that differ from distance times normal by this many roundings, and normals by this many units, belong together: times the
 * largest exponent of the charts, which magnifies the rounding of their coordinates.
 */
const CLOSED_IN_ROUNDINGS: f64 = 1.0;
const CLOSED_IN_UNITS: f64 = 2.0;
/** Where rounding ends the method earlier, this many times as much is still an answer. */
const ENOUGH: f64 = 64.0;

/** What the other body has: a point that n tells, a point of a line, the end of a line, a point of a rim, a point of its chart. */
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
 * The equations at the present coordinates, linearised, to CHART_SYSTEM; n to TRIED. Returns how far they are from holding, as a
 * multiple of what counts as closed.
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
  setAt(TRIED, nx, ny, nz);
  // Any two axes across n.
  let gx: f64 = 0.0;
  let gy: f64 = 0.0;
  let gz: f64 = 0.0;
  if (Math.abs(nx) <= Math.abs(ny) && Math.abs(nx) <= Math.abs(nz)) {
    gy = nz;
    gz = -ny;
  } else if (Math.abs(ny) <= Math.abs(nz)) {
    gx = -nz;
    gz = nx;
  } else {
    gx = ny;
    gy = -nx;
  }
  const across: f64 = Math.sqrt(gx * gx + gy * gy + gz * gz);
  gx /= across;
  gy /= across;
  gz /= across;
  const hx: f64 = ny * gz - nz * gy;
  const hy: f64 = nz * gx - nx * gz;
  const hz: f64 = nx * gy - ny * gx;
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

function shortened(step: f64): f64 {
  return step > LONGEST_STEP ? LONGEST_STEP : step < -LONGEST_STEP ? -LONGEST_STEP : step;
}

/** Moves along the solution of the linear equations. */
function move(onA: bool, other: i32): void {
  solveSystem(other === ON_CHART ? 4 : other === ON_LINE || other === ON_RIM ? 3 : 2);
  const a: i32 = I[PAIR_A];
  const b: i32 = I[PAIR_B];
  moveOnChart(onA ? a : b, chartOf(onA), shortened(F[CHART_STEP]), shortened(F[CHART_STEP + 1]));
  if (other === ON_CHART) {
    moveOnChart(onA ? b : a, chartOf(!onA), shortened(F[CHART_STEP + 2]), shortened(F[CHART_STEP + 3]));
  } else if (other === ON_RIM) {
    turnOnRim(!onA, shortened(F[CHART_STEP + 2]));
  } else if (other === ON_LINE) {
    F[chartOf(!onA) + PLACE] = F[chartOf(!onA) + PLACE] + F[CHART_STEP + 2];
  }
}

function powerOf(s: i32): f64 {
  if (!isSuperquadric(s)) return 0.0;
  const p: i32 = s + SHAPE_PARAMETERS;
  const across: f64 = chartExponent(F[p + 4]);
  const along: f64 = chartExponent(F[p + 3]);
  return across > along ? across : along;
}

function largestPower(): f64 {
  const a: f64 = powerOf(I[PAIR_A]);
  const b: f64 = powerOf(I[PAIR_B]);
  return a > b ? a : b;
}

/** Newton's method from the present coordinates; true when it has ended on a normal that proves itself, which is then taken. */
function converge(apart: bool, onA: bool, other: i32): bool {
  const power: f64 = largestPower();
  let off: f64 = 1.0e300;
  for (let step: i32 = 0; step < STEP_LIMIT; step++) {
    const before: f64 = off;
    off = linearise(onA, other, power);
    if (!(off > 1.0)) break;
    if (!(off > ENOUGH) && !(off < 0.5 * before)) break;
    if (!(off < 1.0e300)) return false;
    move(onA, other);
  }
  if (!(off <= ENOUGH)) return false;
  if (other === ON_LINE) {
    if (!(Math.abs(F[chartOf(!onA) + PLACE]) <= 1.0)) return false;
    turnAcross(chartOf(!onA) + HALF_LINE);
  }
  return proves(apart);
}

/** Turns the normal in TRIED across a line: along a long one even its rounding would show. */
function turnAcross(line: i32): void {
  const along: f64 = dotAt(F[TRIED], F[TRIED + 1], F[TRIED + 2], line) / dotAt(F[line], F[line + 1], F[line + 2], line);
  for (let k: i32 = 0; k < 3; k++) F[TRIED + k] = F[TRIED + k] - along * F[line + k];
  const length: f64 = lengthAt(TRIED);
  for (let k: i32 = 0; k < 3; k++) F[TRIED + k] = F[TRIED + k] / length;
}

/** Takes the normal in TRIED if its support value is that of the two points and no worse than what is known. */
function proves(apart: bool): bool {
  const pointOfA: i32 = chartOf(true) + CHART_POINT;
  const pointOfB: i32 = chartOf(false) + CHART_POINT;
  const nx: f64 = F[TRIED];
  const ny: f64 = F[TRIED + 1];
  const nz: f64 = F[TRIED + 2];
  const value: f64 = valueAlong(nx, ny, nz);
  const allowed: f64 = slack();
  const between: f64 = dotAt(nx, ny, nz, pointOfB) - dotAt(nx, ny, nz, pointOfA);
  if (!(value >= F[CORE_LOWER] - allowed) || !(between - value <= allowed)) return false;
  setAt(CORE_NORMAL, nx, ny, nz);
  F[CORE_LOWER] = value;
  F[CORE] = value;
  let sum: f64 = 0.0;
  for (let k: i32 = 0; k < 3; k++) {
    const w: f64 = F[pointOfB + k] - F[pointOfA + k];
    sum += w * w;
    F[OFFERED + k] = F[pointOfA + k];
    F[OFFERED + 3 + k] = F[pointOfB + k];
  }
  const length: f64 = Math.sqrt(sum);
  if (apart && length < F[CORE_UPPER]) F[CORE_UPPER] = length;
  return true;
}

/**
 * Sharpens the normal of a pair with a superquadric and offers points for it; `isLine` when the other body touches along the line that
 * flatness.ts has found. False when nothing proves itself; CORE is then as it was.
 */
export function polishOnSurface(apart: bool, isLine: bool): bool {
  const onA: bool = isSuperquadric(I[PAIR_A]);
  const isPair: bool = isSuperquadric(onA ? I[PAIR_B] : I[PAIR_A]);
  // Support queries move the hint on; the line begins at this vertex.
  const hint: i32 = onA ? PAIR_HINT_B : PAIR_HINT_A;
  const vertex: i32 = I[hint];
  for (let start: i32 = AT_BOTH; start <= AT_WITNESS; start++) {
    I[hint] = vertex;
    if (isPair) {
      startOn(onA, start);
      startOn(!onA, start);
      if (converge(apart, onA, ON_CHART)) return true;
      continue;
    }
    startOn(onA, start);
    startBeside(!onA, isLine);
    if (!isLine) {
      const onRim: bool = hasRim(!onA) && isOnRim(!onA);
      if (onRim) startRim(!onA, 0.0);
      if (converge(apart, onA, onRim ? ON_RIM : AT_POINT)) return true;
      // The straight side may have been too far from the first normal to be seen.
      if (!hasRim(!onA)) continue;
      startOn(onA, start);
    }
    if (converge(apart, onA, ON_LINE)) return true;
    const place: i32 = chartOf(!onA) + PLACE;
    if (!(Math.abs(F[place]) > 1.0)) continue;
    F[place] = F[place] < 0.0 ? -1.0 : 1.0;
    startOn(onA, start);
    const offRim: bool = hasRim(!onA) && !isApex(!onA);
    if (offRim) startRim(!onA, F[place]);
    if (converge(apart, onA, offRim ? ON_RIM : AT_END)) return true;
  }
  return false;
}
