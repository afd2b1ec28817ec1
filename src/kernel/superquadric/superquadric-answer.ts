// SPDX-License-Identifier: MIT
/**
 * From the contact point x0 of two superquadrics to the answer: the normal between the gradients there, the points
 * where the normal line meets the surfaces, and bounds of the signed distance. The bodies' gap along the normal bounds
 * it from below. From above: apart, two points of the bodies; overlapping, the balls around x0 that fit in them.
 */

import { portablePow } from '../arithmetic/portable-pow.ts';
import {
  ORIGIN_A,
  RELATIVE,
  ROTATION_A,
  SUPERQUADRIC_ANSWER,
  SUPERQUADRIC_FORMS,
  SUPERQUADRIC_FRAME,
  SUPERQUADRIC_NORMAL,
  SUPERQUADRIC_POINT,
  SUPERQUADRIC_SEGMENT,
  SUPERQUADRIC_TERMS,
} from '../layout.ts';
import { F } from '../memory.ts';
import { centreDistance, intoTwo, reachOfOne, reachOfTwo } from './superquadric-pair.ts';
import { levelExponent } from './superquadric-search.ts';
import { SEGMENT_FIRST, SEGMENT_LAST, superquadricSegment } from './superquadric-segment.ts';

// The answer, behind SUPERQUADRIC_ANSWER; lengths are the caller's, points and normal in world axes.
export const ANSWER_DISTANCE: i32 = 0;
export const ANSWER_NORMAL: i32 = 1; // 3: from A to B
export const ANSWER_POINT_ON_A: i32 = 4; // 3
export const ANSWER_CONTACT_POINT: i32 = 7; // 3: x0
export const ANSWER_LOWER: i32 = 10;
export const ANSWER_UPPER: i32 = 11;
export const ANSWER_GAUGE_A: i32 = 12; // at x0; FA = gauge^n1 - 1
export const ANSWER_GAUGE_B: i32 = 13;
export const ANSWER_UNIT: i32 = 14; // of the points that were recorded
/**
 * Gap of the bodies grown to the level of x0, along the normal, relative to their size: how far x0 may be from least.
 */
export const ANSWER_OPEN: i32 = 15;
export const ANSWER_CONTACT_NORMAL: i32 = 20; // 3: along the gradients at x0; the other one where the normal line meets both bodies
/** Index of the integers in between. */
export const ANSWER_CODES: i32 = 125920; // = 2 * (SUPERQUADRIC_ANSWER + 16)
export const ANSWER_STATUS: i32 = 0;
export const ANSWER_REASON: i32 = 1;
export const ANSWER_STEPS: i32 = 2;
export const ANSWER_STAGES: i32 = 3; // forms between spheres and the bodies; 0 where that was not needed
export const ANSWER_A_FIRST: i32 = 4; // 1 where A is body 1, in whose own frame the steps were recorded
export const ANSWER_WARM: i32 = 5; // 1 where it began at the point of the last query

const A: i32 = SUPERQUADRIC_ANSWER;
const X: i32 = SUPERQUADRIC_POINT;
const N: i32 = SUPERQUADRIC_NORMAL;
const CENTRE: i32 = SUPERQUADRIC_FRAME + 9;
const ONE: i32 = SUPERQUADRIC_TERMS;
const TWO: i32 = SUPERQUADRIC_TERMS + 10;
const FORM_1: i32 = SUPERQUADRIC_FORMS;
const FORM_2: i32 = SUPERQUADRIC_FORMS + 5;
const MISSED: f64 = 1.0e300;

/** Gap along SUPERQUADRIC_NORMAL of body 1 grown g1 times and body 2 grown g2 times, about their centres. */
export function gapOf(g1: f64, g2: f64): f64 {
  const nx: f64 = F[N];
  const ny: f64 = F[N + 1];
  const nz: f64 = F[N + 2];
  const between: f64 = nx * F[CENTRE] + ny * F[CENTRE + 1] + nz * F[CENTRE + 2];
  return between - g1 * reachOfOne(nx, ny, nz) - g2 * reachOfTwo(nx, ny, nz);
}

/**
 * The normal at the point, between both gradients; returns how far, relative to the bodies at its level, a point of a
 * smaller level may be from here. Terms must be those of the point.
 */
export function writeNormal(): f64 {
  const s1: f64 = Math.sqrt(F[ONE + 1] * F[ONE + 1] + F[ONE + 2] * F[ONE + 2] + F[ONE + 3] * F[ONE + 3]);
  const s2: f64 = Math.sqrt(F[TWO + 1] * F[TWO + 1] + F[TWO + 2] * F[TWO + 2] + F[TWO + 3] * F[TWO + 3]);
  for (let k: i32 = 0; k < 3; k++) {
    F[N + k] = (s1 > 0.0 ? F[ONE + 1 + k] / s1 : 0.0) - (s2 > 0.0 ? F[TWO + 1 + k] / s2 : 0.0);
  }
  let length: f64 = Math.sqrt(F[N] * F[N] + F[N + 1] * F[N + 1] + F[N + 2] * F[N + 2]);
  if (!(length > 0.0)) {
    for (let k: i32 = 0; k < 3; k++) F[N + k] = F[CENTRE + k];
    length = centreDistance();
  }
  for (let k: i32 = 0; k < 3; k++) F[N + k] = F[N + k] / length;
  // Both at the larger of the two levels: the smaller says nothing of what is least.
  const p1: f64 = levelExponent(false);
  const p2: f64 = levelExponent(true);
  const level1: f64 = portablePow(F[ONE], p1);
  const level2: f64 = portablePow(F[TWO], p2);
  const g1: f64 = level1 < level2 ? portablePow(level2, 1.0 / p1) : F[ONE];
  const g2: f64 = level2 < level1 ? portablePow(level1, 1.0 / p2) : F[TWO];
  const size: f64 = g1 * reachOfOne(F[N], F[N + 1], F[N + 2]) + g2 * reachOfTwo(F[N], F[N + 1], F[N + 2]);
  return -gapOf(g1, g2) / size;
}

/**
 * Radius of a ball in the body, about its centre: for exponents from 2 it holds the ellipsoid, for others the
 * octahedron.
 */
function innerRadius(p: i32): f64 {
  const x: f64 = 1.0 / F[p];
  const y: f64 = 1.0 / F[p + 1];
  const z: f64 = 1.0 / F[p + 2];
  if (F[p + 3] < 2.0 || F[p + 4] < 2.0) return 1.0 / Math.sqrt(x * x + y * y + z * z);
  const larger: f64 = x > y ? x : y;
  return 1.0 / (larger > z ? larger : z);
}

/**
 * How far along the normal from x0 the normal line meets body 1, negative where x0 is outside and the line meets it;
 * MISSED where it does not.
 */
function surfaceOfOne(): f64 {
  const nx: f64 = F[N];
  const ny: f64 = F[N + 1];
  const nz: f64 = F[N + 2];
  const height: f64 = nx * F[X] + ny * F[X + 1] + nz * F[X + 2];
  const reach: f64 = reachOfOne(nx, ny, nz);
  if (F[ONE] < 1.0) {
    // The line has left the body where it meets the plane across the normal that touches it.
    const out: f64 = reach - height;
    superquadricSegment(FORM_1, F[X], F[X + 1], F[X + 2], out * nx, out * ny, out * nz);
    return out * F[SUPERQUADRIC_SEGMENT + SEGMENT_LAST];
  }
  const back: f64 = -(height + reach);
  if (!superquadricSegment(FORM_1, F[X], F[X + 1], F[X + 2], back * nx, back * ny, back * nz)) return MISSED;
  return back * F[SUPERQUADRIC_SEGMENT + SEGMENT_FIRST];
}

/** The same of body 2, which lies ahead: positive where x0 is outside. */
function surfaceOfTwo(): f64 {
  const dx: f64 = F[X] - F[CENTRE];
  const dy: f64 = F[X + 1] - F[CENTRE + 1];
  const dz: f64 = F[X + 2] - F[CENTRE + 2];
  const x: f64 = intoTwo(0, dx, dy, dz);
  const y: f64 = intoTwo(1, dx, dy, dz);
  const z: f64 = intoTwo(2, dx, dy, dz);
  const nx: f64 = intoTwo(0, F[N], F[N + 1], F[N + 2]);
  const ny: f64 = intoTwo(1, F[N], F[N + 1], F[N + 2]);
  const nz: f64 = intoTwo(2, F[N], F[N + 1], F[N + 2]);
  const height: f64 = nx * x + ny * y + nz * z;
  const reach: f64 = reachOfTwo(F[N], F[N + 1], F[N + 2]);
  if (F[TWO] < 1.0) {
    const out: f64 = -(reach + height);
    superquadricSegment(FORM_2, x, y, z, out * nx, out * ny, out * nz);
    return out * F[SUPERQUADRIC_SEGMENT + SEGMENT_LAST];
  }
  const on: f64 = reach - height;
  if (!superquadricSegment(FORM_2, x, y, z, on * nx, on * ny, on * nz)) return MISSED;
  return on * F[SUPERQUADRIC_SEGMENT + SEGMENT_FIRST];
}

/**
 * (x, y, z) of body 1's frame, a point or a direction in units of `scale`, in world axes to F[out..]; points are about
 * A's origin yet.
 */
function toWorld(x: f64, y: f64, z: f64, aFirst: bool, isPoint: bool, scale: f64, out: i32): void {
  let px: f64 = scale * x;
  let py: f64 = scale * y;
  let pz: f64 = scale * z;
  if (!aFirst) {
    const r: i32 = RELATIVE;
    const shift: f64 = isPoint ? 1.0 : 0.0;
    const qx: f64 = F[r] * px + F[r + 1] * py + F[r + 2] * pz + shift * F[r + 9];
    const qy: f64 = F[r + 3] * px + F[r + 4] * py + F[r + 5] * pz + shift * F[r + 10];
    pz = F[r + 6] * px + F[r + 7] * py + F[r + 8] * pz + shift * F[r + 11];
    px = qx;
    py = qy;
  }
  for (let k: i32 = 0; k < 3; k++) {
    const r: i32 = ROTATION_A + 3 * k;
    F[out + k] = F[r] * px + F[r + 1] * py + F[r + 2] * pz + (isPoint ? F[ORIGIN_A + k] : 0.0);
  }
}

/** Writes the answer for the point, its terms and the normal, to SUPERQUADRIC_ANSWER. */
export function writeAnswer(aFirst: bool, unit: f64): void {
  const x: f64 = F[X];
  const y: f64 = F[X + 1];
  const z: f64 = F[X + 2];
  const g1: f64 = F[ONE];
  const g2: f64 = F[TWO];
  const isContact: bool = g1 < 1.0 && g2 < 1.0;
  const lower: f64 = gapOf(1.0, 1.0);
  let t1: f64 = surfaceOfOne();
  const t2: f64 = surfaceOfTwo();
  // A point of each body on the ray from its centre through x0: x0 itself inside, where that ray leaves the body
  // outside.
  const r1: f64 = g1 > 1.0 ? 1.0 / g1 : 1.0;
  const r2: f64 = g2 > 1.0 ? 1.0 / g2 : 1.0;
  const dx: f64 = F[CENTRE] + r2 * (x - F[CENTRE]) - r1 * x;
  const dy: f64 = F[CENTRE + 1] + r2 * (y - F[CENTRE + 1]) - r1 * y;
  const dz: f64 = F[CENTRE + 2] + r2 * (z - F[CENTRE + 2]) - r1 * z;
  const between: f64 = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const isHit: bool = t1 !== MISSED && t2 !== MISSED;
  let upper: f64 = isContact ? -((1.0 - g1) * innerRadius(FORM_1) + (1.0 - g2) * innerRadius(FORM_2)) : between;
  let distance: f64 = lower;
  let nx: f64 = F[N];
  let ny: f64 = F[N + 1];
  let nz: f64 = F[N + 2];
  let x1: f64 = r1 * x;
  let y1: f64 = r1 * y;
  let z1: f64 = r1 * z;
  if (isHit) {
    distance = t2 - t1;
    if (!isContact && distance < upper && distance > 0.0) upper = distance;
    x1 = x + t1 * nx;
    y1 = y + t1 * ny;
    z1 = z + t1 * nz;
  } else if (g1 > 1.0 && g2 > 1.0 && between > 0.0) {
    // Far from flat bodies the normal line may pass them by: the line through the two points that the rays meet takes
    // its place.
    distance = between;
    nx = dx / between;
    ny = dy / between;
    nz = dz / between;
  }
  t1 = aFirst ? 0.0 : distance;
  toWorld(x1 + t1 * nx, y1 + t1 * ny, z1 + t1 * nz, aFirst, true, unit, A + ANSWER_POINT_ON_A);
  toWorld(x, y, z, aFirst, true, unit, A + ANSWER_CONTACT_POINT);
  const sign: f64 = aFirst ? 1.0 : -1.0;
  toWorld(F[N], F[N + 1], F[N + 2], aFirst, false, sign, A + ANSWER_CONTACT_NORMAL);
  toWorld(nx, ny, nz, aFirst, false, sign, A + ANSWER_NORMAL);
  F[A + ANSWER_DISTANCE] = unit * distance;
  F[A + ANSWER_LOWER] = unit * lower;
  F[A + ANSWER_UPPER] = unit * upper;
  F[A + ANSWER_GAUGE_A] = aFirst ? g1 : g2;
  F[A + ANSWER_GAUGE_B] = aFirst ? g2 : g1;
  F[A + ANSWER_UNIT] = unit;
}
