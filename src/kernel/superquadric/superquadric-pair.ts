// SPDX-License-Identifier: MIT
/**
 * Two superquadrics in one frame, that of the smaller (body 1), in units of its largest semi-axis: so a grain of 1e-6
 * of the other keeps its digits. Spheres and ellipsoids are superquadrics with exponents 2. Gauges, their derivatives
 * and supports of both bodies.
 */
import {
  ELLIPSOID,
  LOCAL_POINT,
  RELATIVE,
  SHAPE_KIND,
  SHAPE_MARGIN,
  SHAPE_PARAMETERS,
  SHAPE_RADIUS,
  SUPERQUADRIC,
  SUPERQUADRIC_BODIES,
  SUPERQUADRIC_FORMS,
  SUPERQUADRIC_FRAME,
  SUPERQUADRIC_LOCAL,
  SUPERQUADRIC_METRIC,
  SUPERQUADRIC_TERMS,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { supportSuperquadric } from '../support/support.ts';
import { superquadricGauge, superquadricGaugeDerivatives } from './superquadric-function.ts';

const FRAME: i32 = SUPERQUADRIC_FRAME;
const CENTRE: i32 = SUPERQUADRIC_FRAME + 9;
const FORM_1: i32 = SUPERQUADRIC_FORMS;
const FORM_2: i32 = SUPERQUADRIC_FORMS + 5;

/** Parameters of the body with block s to F[out..]; false where it is no superquadric, rounded ones included. */
export function readSuperquadric(s: i32, out: i32): bool {
  const kind: i32 = I[2 * s + SHAPE_KIND];
  const margin: f64 = F[s + SHAPE_MARGIN];
  F[out + 3] = 2.0;
  F[out + 4] = 2.0;
  if (kind === SUPERQUADRIC || kind === ELLIPSOID) {
    const count: i32 = kind === SUPERQUADRIC ? 5 : 3;
    for (let k: i32 = 0; k < count; k++) F[out + k] = F[s + SHAPE_PARAMETERS + k];
    return margin === 0.0;
  }
  // A sphere is a point at the origin of its block, swept by a ball.
  for (let k: i32 = 0; k < 3; k++) F[out + k] = margin;
  return F[s + SHAPE_RADIUS] === 0.0 && margin > 0.0;
}

export function largestSemiAxis(p: i32): f64 {
  const larger: f64 = F[p] > F[p + 1] ? F[p] : F[p + 1];
  return larger > F[p + 2] ? larger : F[p + 2];
}

/**
 * Both bodies of the placed pair to SUPERQUADRIC_BODIES and their places to SUPERQUADRIC_FRAME; A is body 1 if
 * `aFirst`. Lengths are divided by the unit.
 */
export function writePair(aFirst: bool, parametersA: i32, parametersB: i32, unit: f64): void {
  const one: i32 = aFirst ? parametersA : parametersB;
  const two: i32 = aFirst ? parametersB : parametersA;
  for (let k: i32 = 0; k < 5; k++) {
    const length: f64 = k < 3 ? unit : 1.0;
    F[SUPERQUADRIC_BODIES + k] = F[one + k] / length;
    F[SUPERQUADRIC_BODIES + 5 + k] = F[two + k] / length;
  }
  const t: i32 = RELATIVE + 9;
  for (let i: i32 = 0; i < 3; i++) {
    for (let j: i32 = 0; j < 3; j++) F[FRAME + 3 * i + j] = F[RELATIVE + (aFirst ? 3 * i + j : 3 * j + i)];
    F[CENTRE + i] = aFirst
      ? F[t + i] / unit
      : -(F[RELATIVE + i] * F[t] + F[RELATIVE + 3 + i] * F[t + 1] + F[RELATIVE + 6 + i] * F[t + 2]) / unit;
  }
}

/** Distance of the centres, in units. */
export function centreDistance(): f64 {
  return Math.sqrt(F[CENTRE] * F[CENTRE] + F[CENTRE + 1] * F[CENTRE + 1] + F[CENTRE + 2] * F[CENTRE + 2]);
}

/** Component k of the vector (x, y, z) of the frame in the frame of body 2. */
export function intoTwo(k: i32, x: f64, y: f64, z: f64): f64 {
  return F[FRAME + k] * x + F[FRAME + 3 + k] * y + F[FRAME + 6 + k] * z;
}

/** The vector (x, y, z) of body 2's frame in the frame, to F[out..]. */
function outOfTwo(x: f64, y: f64, z: f64, out: i32): void {
  for (let k: i32 = 0; k < 3; k++) {
    F[out + k] = F[FRAME + 3 * k] * x + F[FRAME + 3 * k + 1] * y + F[FRAME + 3 * k + 2] * z;
  }
}

/** m, symmetric in the frame of 2 (xx, xy, xz, yy, yz, zz at F[m..]), in the frame of 1: R m R^T, to F[out..]. */
function matrixOutOfTwo(m: i32, out: i32): void {
  let at: i32 = out;
  for (let i: i32 = 0; i < 3; i++) {
    const r: i32 = FRAME + 3 * i;
    const x: f64 = F[r] * F[m] + F[r + 1] * F[m + 1] + F[r + 2] * F[m + 2];
    const y: f64 = F[r] * F[m + 1] + F[r + 1] * F[m + 3] + F[r + 2] * F[m + 4];
    const z: f64 = F[r] * F[m + 2] + F[r + 1] * F[m + 4] + F[r + 2] * F[m + 5];
    for (let j: i32 = i; j < 3; j++) {
      const s: i32 = FRAME + 3 * j;
      F[at] = x * F[s] + y * F[s + 1] + z * F[s + 2];
      at += 1;
    }
  }
}

/** Gauge of body 1 at a point of the frame. */
export function gaugeOfOne(x: f64, y: f64, z: f64): f64 {
  return superquadricGauge(FORM_1, x, y, z);
}

/** Gauge of body 2 at a point of the frame. */
export function gaugeOfTwo(x: f64, y: f64, z: f64): f64 {
  const dx: f64 = x - F[CENTRE];
  const dy: f64 = y - F[CENTRE + 1];
  const dz: f64 = z - F[CENTRE + 2];
  return superquadricGauge(FORM_2, intoTwo(0, dx, dy, dz), intoTwo(1, dx, dy, dz), intoTwo(2, dx, dy, dz));
}

/** Gauges and their derivatives at a point of the frame, of both bodies, to SUPERQUADRIC_TERMS. */
export function writeTerms(x: f64, y: f64, z: f64): void {
  const local: i32 = SUPERQUADRIC_LOCAL;
  const two: i32 = SUPERQUADRIC_TERMS + 10;
  superquadricGaugeDerivatives(FORM_1, x, y, z, SUPERQUADRIC_TERMS);
  const dx: f64 = x - F[CENTRE];
  const dy: f64 = y - F[CENTRE + 1];
  const dz: f64 = z - F[CENTRE + 2];
  superquadricGaugeDerivatives(FORM_2, intoTwo(0, dx, dy, dz), intoTwo(1, dx, dy, dz), intoTwo(2, dx, dy, dz), local);
  F[two] = F[local];
  outOfTwo(F[local + 1], F[local + 2], F[local + 3], two + 1);
  matrixOutOfTwo(local + 4, two + 4);
}

/**
 * Second derivatives of half the squared gauges, were the exponents 2: what measures a step whatever the bodies'
 * proportions. That of body 1 is diagonal and stays with its semi-axes.
 */
export function writeMetric(): void {
  const m: i32 = SUPERQUADRIC_LOCAL;
  for (let k: i32 = 0; k < 6; k++) F[m + k] = 0.0;
  F[m] = 1.0 / (F[FORM_2] * F[FORM_2]);
  F[m + 3] = 1.0 / (F[FORM_2 + 1] * F[FORM_2 + 1]);
  F[m + 5] = 1.0 / (F[FORM_2 + 2] * F[FORM_2 + 2]);
  matrixOutOfTwo(m, SUPERQUADRIC_METRIC);
}

/** How far body 1 reaches from its centre along the unit vector n. */
export function reachOfOne(nx: f64, ny: f64, nz: f64): f64 {
  supportSuperquadric(FORM_1, nx, ny, nz);
  return nx * F[LOCAL_POINT] + ny * F[LOCAL_POINT + 1] + nz * F[LOCAL_POINT + 2];
}

/** How far body 2 reaches from its centre along the unit vector n. */
export function reachOfTwo(nx: f64, ny: f64, nz: f64): f64 {
  const x: f64 = intoTwo(0, nx, ny, nz);
  const y: f64 = intoTwo(1, nx, ny, nz);
  const z: f64 = intoTwo(2, nx, ny, nz);
  supportSuperquadric(FORM_2, x, y, z);
  return x * F[LOCAL_POINT] + y * F[LOCAL_POINT + 1] + z * F[LOCAL_POINT + 2];
}
