// SPDX-License-Identifier: MIT
/**
 * The last step where a body is curved: GJK and EPA know the normal to the square root of what they know the distance to. At
 * the true normal n the support point w of D is parallel to n, which Newton's method finds to rounding in a few steps. Where
 * a body touches along a line (an edge, the side of a cylinder or cone) the support point jumps from one end to the other: n is
 * then sought across that line; across two lines, or against a flat side, it is known at once. Nothing is taken that does
 * not prove itself by a better support value.
 */

import { flatness, flatnessOfB, NORMAL_ERROR, setAt } from './flatness.ts';
import {
  CORE,
  CORE_LOWER,
  CORE_NORMAL,
  CORE_POINT,
  CORE_POINT_B,
  CORE_UPPER,
  LINE_A,
  LINE_B,
  OFFERED,
  PAIR_A,
  PAIR_B,
  ROUNDING,
  SHAPE_EXTENT,
  SHAPE_KIND,
  SUPERQUADRIC,
  SUPPORT,
} from './layout.ts';
import { F, I } from './memory.ts';
import { supportDifference } from './minkowski-support.ts';

/** Step of the difference quotients: the middle between the rounding of w and the bend of the surface. */
const QUOTIENT_STEP: f64 = 1.0e-6;
const NEWTON_LIMIT: i32 = 8;
/** New lines of a cone's side, each with a square fewer digits to go. */
const LINE_TURNS: i32 = 6;
/** A tangential part of w this many roundings long is zero. */
const STATIONARY_IN_ROUNDINGS: f64 = 2.0;
/** A polished normal may be worse by its own rounding, no more. */
const SLACK_IN_ROUNDINGS: f64 = 2.0;
/** Witnesses may differ from distance times normal by this much: the rounding of sums and turns. */
const MISS_IN_ROUNDINGS: f64 = 16.0;
/** And by this fraction of the smaller body, a tenth of what is promised for points of curved bodies. */
const MISS_OF_EXTENT: f64 = 1.0e-10;
/** A polished witness is within this fraction of the body of the one that GJK or EPA found. */
const WITNESS_REACH: f64 = 1.0e-3;
/** A difference of witnesses shorter than this has no direction of its own. */
const SHORT_IN_ROUNDINGS: f64 = 1.0e4;

/** Unit vector or zero from F[at..] scaled; returns its former length. */
function normaliseAt(at: i32): f64 {
  const length: f64 = Math.sqrt(F[at] * F[at] + F[at + 1] * F[at + 1] + F[at + 2] * F[at + 2]);
  if (length > 0.0) for (let k: i32 = 0; k < 3; k++) F[at + k] = F[at + k] / length;
  return length;
}

/** Support value along the unit normal; w and its point of A stay in SUPPORT. */
function valueAlong(nx: f64, ny: f64, nz: f64): f64 {
  supportDifference(nx, ny, nz);
  return nx * F[SUPPORT] + ny * F[SUPPORT + 1] + nz * F[SUPPORT + 2];
}

/** Takes the normal if its support value is good enough; the value becomes distance and lower bound. */
function take(nx: f64, ny: f64, nz: f64): bool {
  const value: f64 = valueAlong(nx, ny, nz);
  if (!(value >= F[CORE_LOWER] - SLACK_IN_ROUNDINGS * F[ROUNDING])) return false;
  setAt(CORE_NORMAL, nx, ny, nz);
  F[CORE_LOWER] = value;
  F[CORE] = value;
  return true;
}

/**
 * Offers w's own points as witnesses, A's moved along its line by s as B's is along its line by t (0 to 1 from the end that w
 * is at). Of the pairs found the one that differs least from distance times normal is kept at the end.
 */
function offerWitness(apart: bool, s: f64, t: f64): void {
  let sum: f64 = 0.0;
  for (let k: i32 = 0; k < 3; k++) {
    const a: f64 = F[SUPPORT + 3 + k] + (s !== 0.0 ? s * F[LINE_A + k] : 0.0);
    const b: f64 = F[SUPPORT + 3 + k] + F[SUPPORT + k] + (t !== 0.0 ? t * F[LINE_B + k] : 0.0);
    F[OFFERED + k] = a;
    F[OFFERED + 3 + k] = b;
    sum += (b - a) * (b - a);
  }
  const length: f64 = Math.sqrt(sum);
  if (apart && length < F[CORE_UPPER]) F[CORE_UPPER] = length;
}

/** Squared length of what b - a misses of distance times normal. */
function missSquared(a: i32, b: i32): f64 {
  let sum: f64 = 0.0;
  for (let k: i32 = 0; k < 3; k++) {
    const miss: f64 = F[b + k] - F[a + k] - F[CORE] * F[CORE_NORMAL + k];
    sum += miss * miss;
  }
  return sum;
}

/** Two lines: the normal is across both. */
function polishLines(apart: bool, nx: f64, ny: f64, nz: f64): bool {
  const cx: f64 = F[LINE_A + 1] * F[LINE_B + 2] - F[LINE_A + 2] * F[LINE_B + 1];
  const cy: f64 = F[LINE_A + 2] * F[LINE_B] - F[LINE_A] * F[LINE_B + 2];
  const cz: f64 = F[LINE_A] * F[LINE_B + 1] - F[LINE_A + 1] * F[LINE_B];
  const cc: f64 = cx * cx + cy * cy + cz * cz;
  if (!(cc > 0.0)) return false;
  const scale: f64 = (cx * nx + cy * ny + cz * nz < 0.0 ? -1.0 : 1.0) / Math.sqrt(cc);
  // The ends that w had along the old normal are those from which the two lines were measured.
  supportDifference(nx, ny, nz);
  const wx: f64 = F[SUPPORT];
  const wy: f64 = F[SUPPORT + 1];
  const wz: f64 = F[SUPPORT + 2];
  const s: f64 =
    ((wy * F[LINE_B + 2] - wz * F[LINE_B + 1]) * cx +
      (wz * F[LINE_B] - wx * F[LINE_B + 2]) * cy +
      (wx * F[LINE_B + 1] - wy * F[LINE_B]) * cz) /
    cc;
  const t: f64 =
    ((wy * F[LINE_A + 2] - wz * F[LINE_A + 1]) * cx +
      (wz * F[LINE_A] - wx * F[LINE_A + 2]) * cy +
      (wx * F[LINE_A + 1] - wy * F[LINE_A]) * cz) /
    cc;
  if (!(s >= 0.0 && s <= 1.0 && t >= 0.0 && t <= 1.0)) return false;
  if (!take(scale * cx, scale * cy, scale * cz)) return false;
  supportDifference(nx, ny, nz);
  offerWitness(apart, s, t);
  return true;
}

/** One line, along the unit vector e: the normal turns about it until w has no part across both. */
function polishAcrossLine(ex: f64, ey: f64, ez: f64): void {
  for (let step: i32 = 0; step < NEWTON_LIMIT; step++) {
    let nx: f64 = F[CORE_NORMAL];
    let ny: f64 = F[CORE_NORMAL + 1];
    let nz: f64 = F[CORE_NORMAL + 2];
    const along: f64 = nx * ex + ny * ey + nz * ez;
    nx -= along * ex;
    ny -= along * ey;
    nz -= along * ez;
    const length: f64 = Math.sqrt(nx * nx + ny * ny + nz * nz);
    nx /= length;
    ny /= length;
    nz /= length;
    const gx: f64 = ey * nz - ez * ny;
    const gy: f64 = ez * nx - ex * nz;
    const gz: f64 = ex * ny - ey * nx;
    if (!take(nx, ny, nz)) return;
    const off: f64 = gx * F[SUPPORT] + gy * F[SUPPORT + 1] + gz * F[SUPPORT + 2];
    if (Math.abs(off) <= STATIONARY_IN_ROUNDINGS * F[ROUNDING]) return;
    const h: f64 = QUOTIENT_STEP;
    supportDifference(nx + h * gx, ny + h * gy, nz + h * gz);
    const ahead: f64 = (gx - h * nx) * F[SUPPORT] + (gy - h * ny) * F[SUPPORT + 1] + (gz - h * nz) * F[SUPPORT + 2];
    const slope: f64 = (ahead - off) / h;
    const turn: f64 = -off / slope;
    if (!(Math.abs(turn) < NORMAL_ERROR)) return;
    setAt(CORE_NORMAL, nx + turn * gx, ny + turn * gy, nz + turn * gz);
    normaliseAt(CORE_NORMAL);
  }
}

/** No line: both parts of w across the normal must vanish. */
function polishSmooth(): void {
  for (let step: i32 = 0; step < NEWTON_LIMIT; step++) {
    const nx: f64 = F[CORE_NORMAL];
    const ny: f64 = F[CORE_NORMAL + 1];
    const nz: f64 = F[CORE_NORMAL + 2];
    if (!take(nx, ny, nz)) return;
    const wx: f64 = F[SUPPORT];
    const wy: f64 = F[SUPPORT + 1];
    const wz: f64 = F[SUPPORT + 2];
    // Any two axes across n.
    let gx: f64 = 0.0;
    let gy: f64 = 0.0;
    let gz: f64 = 0.0;
    if (Math.abs(nx) <= Math.abs(ny) && Math.abs(nx) <= Math.abs(nz)) {
      gy = nz;
      gz = -ny;
    } else {
      gx = -nz;
      gz = nx;
      if (Math.abs(nz) < Math.abs(ny)) {
        gx = ny;
        gy = -nx;
        gz = 0.0;
      }
    }
    const length: f64 = Math.sqrt(gx * gx + gy * gy + gz * gz);
    gx /= length;
    gy /= length;
    gz /= length;
    const hx: f64 = ny * gz - nz * gy;
    const hy: f64 = nz * gx - nx * gz;
    const hz: f64 = nx * gy - ny * gx;
    const offG: f64 = gx * wx + gy * wy + gz * wz;
    const offH: f64 = hx * wx + hy * wy + hz * wz;
    if (Math.abs(offG) + Math.abs(offH) <= STATIONARY_IN_ROUNDINGS * F[ROUNDING]) return;
    const e: f64 = QUOTIENT_STEP;
    supportDifference(nx + e * gx, ny + e * gy, nz + e * gz);
    const gg: f64 =
      ((gx - e * nx) * F[SUPPORT] + (gy - e * ny) * F[SUPPORT + 1] + (gz - e * nz) * F[SUPPORT + 2] - offG) / e;
    const hg: f64 = (hx * F[SUPPORT] + hy * F[SUPPORT + 1] + hz * F[SUPPORT + 2] - offH) / e;
    supportDifference(nx + e * hx, ny + e * hy, nz + e * hz);
    const gh: f64 = (gx * F[SUPPORT] + gy * F[SUPPORT + 1] + gz * F[SUPPORT + 2] - offG) / e;
    const hh: f64 =
      ((hx - e * nx) * F[SUPPORT] + (hy - e * ny) * F[SUPPORT + 1] + (hz - e * nz) * F[SUPPORT + 2] - offH) / e;
    const determinant: f64 = gg * hh - gh * hg;
    const p: f64 = (gh * offH - hh * offG) / determinant;
    const q: f64 = (hg * offG - gg * offH) / determinant;
    if (!(p * p + q * q < NORMAL_ERROR * NORMAL_ERROR)) return;
    setAt(CORE_NORMAL, nx + p * gx + q * hx, ny + p * gy + q * hy, nz + p * gz + q * hz);
    normaliseAt(CORE_NORMAL);
  }
}

/** After Newton's method: the last normal that proved itself, and the witness that belongs to it. */
function settleNewton(apart: bool, nx: f64, ny: f64, nz: f64, value: f64, lineOnA: bool, lineOnB: bool): void {
  // The last step may have been refused: then CORE_NORMAL holds a normal that was not taken.
  const reached: f64 = valueAlong(F[CORE_NORMAL], F[CORE_NORMAL + 1], F[CORE_NORMAL + 2]);
  if (!(reached >= value)) {
    setAt(CORE_NORMAL, nx, ny, nz);
    F[CORE_LOWER] = value;
    return;
  }
  F[CORE_LOWER] = reached;
  F[CORE] = reached;
  if (!lineOnA && !lineOnB) {
    offerWitness(apart, 0.0, 0.0);
    return;
  }
  // The line from the end that the support point is at now. Along it w has no part either: that places the witness.
  const found: i32 = lineOnA
    ? flatness(I[PAIR_A], F[CORE_NORMAL], F[CORE_NORMAL + 1], F[CORE_NORMAL + 2], LINE_A)
    : flatnessOfB(F[CORE_NORMAL], F[CORE_NORMAL + 1], F[CORE_NORMAL + 2]);
  if (found !== 1) return;
  supportDifference(F[CORE_NORMAL], F[CORE_NORMAL + 1], F[CORE_NORMAL + 2]);
  const line: i32 = lineOnA ? LINE_A : LINE_B;
  let part: f64 = 0.0;
  let ee: f64 = 0.0;
  for (let k: i32 = 0; k < 3; k++) {
    part += F[SUPPORT + k] * F[line + k];
    ee += F[line + k] * F[line + k];
  }
  const t: f64 = (lineOnA ? part : -part) / ee;
  const onLine: f64 = t > 0.0 ? (t < 1.0 ? t : 1.0) : 0.0;
  if (Math.abs(t - onLine) < NORMAL_ERROR) offerWitness(apart, lineOnA ? onLine : 0.0, lineOnA ? 0.0 : onLine);
}

/**
 * Two parallel lines: their common part in the middle of which the witnesses lie. Positions along A's unit direction e; both
 * bodies' lines are measured from the end that the support point is at.
 */
function offerOnParallels(apart: bool): void {
  let ee: f64 = 0.0;
  let w: f64 = 0.0;
  let along: f64 = 0.0;
  for (let k: i32 = 0; k < 3; k++) {
    ee += F[LINE_A + k] * F[LINE_A + k];
    w += F[SUPPORT + k] * F[LINE_A + k];
    along += F[LINE_B + k] * F[LINE_A + k];
  }
  // In units of A's line: A from 0 to 1, B from w to w + along.
  const b0: f64 = w / ee;
  const b1: f64 = (w + along) / ee;
  const low: f64 = b0 < b1 ? b0 : b1;
  const high: f64 = b0 < b1 ? b1 : b0;
  const from: f64 = low > 0.0 ? low : 0.0;
  const to: f64 = high < 1.0 ? high : 1.0;
  const middle: f64 = 0.5 * (from + to);
  if (from <= to && along !== 0.0) offerWitness(apart, middle, ((middle - b0) * ee) / along);
}

/**
 * The answer as GJK or EPA left it, consistent in itself: the distance is that of its own two witnesses along its normal. Apart,
 * the normal is their difference; overlapping, it is the face's.
 */
function setUnpolished(apart: bool): void {
  let sum: f64 = 0.0;
  let along: f64 = 0.0;
  for (let k: i32 = 0; k < 3; k++) {
    const w: f64 = F[CORE_POINT_B + k] - F[CORE_POINT + k];
    sum += w * w;
    along += w * F[CORE_NORMAL + k];
  }
  const length: f64 = Math.sqrt(sum);
  if (apart && length > SHORT_IN_ROUNDINGS * F[ROUNDING]) {
    for (let k: i32 = 0; k < 3; k++) F[CORE_NORMAL + k] = (F[CORE_POINT_B + k] - F[CORE_POINT + k]) / length;
    along = length;
  }
  F[CORE_LOWER] = valueAlong(F[CORE_NORMAL], F[CORE_NORMAL + 1], F[CORE_NORMAL + 2]);
  const above: f64 = along < F[CORE_UPPER] ? along : F[CORE_UPPER];
  F[CORE] = above > F[CORE_LOWER] ? above : F[CORE_LOWER];
}

/** Sharpens CORE for a pair with a curved body: on entry CORE_NORMAL, CORE_UPPER and the points are those of GJK or EPA. */
export function polish(apart: bool): void {
  setUnpolished(apart);
  const distance: f64 = F[CORE];
  const value: f64 = F[CORE_LOWER];
  const nx: f64 = F[CORE_NORMAL];
  const ny: f64 = F[CORE_NORMAL + 1];
  const nz: f64 = F[CORE_NORMAL + 2];
  const missBefore: f64 = missSquared(CORE_POINT, CORE_POINT_B);
  for (let k: i32 = 0; k < 3; k++) {
    F[OFFERED + k] = F[CORE_POINT + k];
    F[OFFERED + 3 + k] = F[CORE_POINT_B + k];
  }
  sharpen(apart);
  // A sharper normal without points that belong to it is worth less than a consistent answer.
  const miss: f64 = missSquared(OFFERED, OFFERED + 3);
  const a: f64 = F[I[PAIR_A] + SHAPE_EXTENT];
  const b: f64 = F[I[PAIR_B] + SHAPE_EXTENT];
  const allowed: f64 = MISS_IN_ROUNDINGS * F[ROUNDING] + MISS_OF_EXTENT * (a < b ? a : b);
  if (miss <= allowed * allowed || miss <= missBefore) {
    for (let k: i32 = 0; k < 3; k++) F[CORE_POINT + k] = F[OFFERED + k];
    return;
  }
  setAt(CORE_NORMAL, nx, ny, nz);
  F[CORE_LOWER] = value;
  F[CORE] = distance;
}

function sharpen(apart: bool): void {
  const nx: f64 = F[CORE_NORMAL];
  const ny: f64 = F[CORE_NORMAL + 1];
  const nz: f64 = F[CORE_NORMAL + 2];
  const value: f64 = F[CORE_LOWER];
  const flatA: i32 = flatness(I[PAIR_A], nx, ny, nz, LINE_A);
  const flatB: i32 = flatnessOfB(nx, ny, nz);
  if (flatA === 2 && take(F[LINE_A], F[LINE_A + 1], F[LINE_A + 2])) {
    offerOnSide(true, flatB === 0);
    return;
  }
  if (flatB === 2 && take(-F[LINE_B], -F[LINE_B + 1], -F[LINE_B + 2])) {
    offerOnSide(false, flatA === 0);
    return;
  }
  const lineA: bool = flatA === 1;
  const lineB: bool = flatB === 1;
  if (lineA && lineB && polishLines(apart, nx, ny, nz)) return;
  if (lineA || lineB) {
    const line: i32 = lineA ? LINE_A : LINE_B;
    // The side of a cone turns with the normal: its line is taken anew until both agree.
    for (let turn: i32 = 0; turn < LINE_TURNS; turn++) {
      const x: f64 = F[line];
      const y: f64 = F[line + 1];
      const z: f64 = F[line + 2];
      const length: f64 = Math.sqrt(x * x + y * y + z * z);
      polishAcrossLine(x / length, y / length, z / length);
      const found: i32 = lineA
        ? flatness(I[PAIR_A], F[CORE_NORMAL], F[CORE_NORMAL + 1], F[CORE_NORMAL + 2], LINE_A)
        : flatnessOfB(F[CORE_NORMAL], F[CORE_NORMAL + 1], F[CORE_NORMAL + 2]);
      const moved: f64 =
        Math.abs(F[line]) + Math.abs(F[line + 1]) + Math.abs(F[line + 2]) - Math.abs(x) - Math.abs(y) - Math.abs(z);
      if (found !== 1 || moved === 0.0) break;
    }
  } else {
    polishSmooth();
  }
  settleNewton(apart, nx, ny, nz, value, lineA, lineB && !lineA);
  if (lineA && lineB) {
    const foundA: i32 = flatness(I[PAIR_A], F[CORE_NORMAL], F[CORE_NORMAL + 1], F[CORE_NORMAL + 2], LINE_A);
    const foundB: i32 = flatnessOfB(F[CORE_NORMAL], F[CORE_NORMAL + 1], F[CORE_NORMAL + 2]);
    supportDifference(F[CORE_NORMAL], F[CORE_NORMAL + 1], F[CORE_NORMAL + 2]);
    if (foundA === 1 && foundB === 1) offerOnParallels(apart);
  }
}

/**
 * Against a flat side: a single point of the other body is the witness, and the point of the side under it; otherwise the
 * witnesses found before are moved onto the side.
 */
function offerOnSide(sideOnA: bool, pointed: bool): void {
  supportDifference(F[CORE_NORMAL], F[CORE_NORMAL + 1], F[CORE_NORMAL + 2]);
  // The nearly flat top of a superquadric has its support point anywhere: a single point only where the old witness agrees.
  const from: i32 = sideOnA ? CORE_POINT_B : CORE_POINT;
  let away: f64 = 0.0;
  for (let k: i32 = 0; k < 3; k++) {
    const gap: f64 = F[SUPPORT + 3 + k] + (sideOnA ? F[SUPPORT + k] : 0.0) - F[from + k];
    away += gap * gap;
  }
  const reach: f64 = WITNESS_REACH * (sideOnA ? F[I[PAIR_B] + SHAPE_EXTENT] : F[I[PAIR_A] + SHAPE_EXTENT]);
  const other: i32 = sideOnA ? I[PAIR_B] : I[PAIR_A];
  const flatTop: bool = I[2 * other + SHAPE_KIND] === SUPERQUADRIC && !(away <= reach * reach);
  const single: bool = pointed && !flatTop;
  // Of the old witnesses the one on the other body says where: the side is wide, the other body may end there.
  const old: i32 = sideOnA ? CORE_POINT_B : CORE_POINT;
  let lift: f64 = 0.0;
  for (let k: i32 = 0; k < 3; k++) lift += F[CORE_NORMAL + k] * (F[SUPPORT + 3 + k] - F[old + k]);
  for (let k: i32 = 0; k < 3; k++) {
    const gap: f64 = F[CORE] * F[CORE_NORMAL + k];
    const onA: f64 = F[SUPPORT + 3 + k];
    const onB: f64 = onA + F[SUPPORT + k];
    const moved: f64 = F[old + k] + lift * F[CORE_NORMAL + k];
    F[OFFERED + k] = single ? (sideOnA ? onB - gap : onA) : moved;
    F[OFFERED + 3 + k] = single ? (sideOnA ? onB : onA + gap) : moved + gap;
  }
}
