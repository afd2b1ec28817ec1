// SPDX-License-Identifier: MIT
/**
 * Final step for two polyhedra (docs/theory/settling.md): finds the features that touch along the normal of GJK or EPA
 * and computes the answer from these features alone, so that warm and cold starts give the same bits. A recomputed
 * normal is used only if its support value is as good as that of the normal it replaces.
 */

import { keepFound, pointIsOnA, pointIsOnB, takeFound, witnessTolerance } from '../certificate/witness.ts';
import {
  CLOSEST,
  CORE,
  CORE_LOWER,
  CORE_NORMAL,
  CORE_POINT,
  CORE_UPPER,
  DIMENSION_A,
  DIMENSION_B,
  EDGES_CROSS,
  FACE_A,
  FACE_B,
  FEATURE_A,
  FEATURE_B,
  FEATURE_RELATIVE_TOLERANCE,
  FEATURE_SPREAD,
  FEATURES_STALE,
  FOR_STEPS,
  PAIR_A,
  PAIR_B,
  PAIR_HINT_A,
  PAIR_HINT_B,
  PATCH_COUNT,
  RELATIVE,
  RELATIVE_ORIGIN,
  ROUNDING,
  SCALE,
  SHAPE_EXTENT,
  SHAPE_FACE_NORMALS,
  SHAPE_RADIUS,
  SHAPE_X,
  SHAPE_Y,
  SHAPE_Z,
  SUPPORT,
  SUPPORT_FRESH,
  SUPPORT_ON_A,
  SUPPORT_VALUE,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { smallerExtent } from '../relative-pose.ts';
import { differenceOfVertices, supportDifference } from '../support/minkowski-support.ts';
import { supportVertex } from '../support/support.ts';
import {
  edgeVector,
  FEATURE_IN_ROUNDINGS,
  gatherFeatures,
  inwardX,
  inwardY,
  inwardZ,
  lowerVertex,
  regatherFeatures,
  topOfFeature,
} from './feature-pair.ts';
import { setPointFromPatch } from './patch-point.ts';
import { isAlongFace, reduceToTouchingFeature, touchDistance } from './touching-feature.ts';

/** The same relative to the body while the normal is still rough, and for the position of the contact point. */
export const FEATURE_TOLERANCE: f64 = 1.0e-12;
/** Upper limit, so that distinct vertices do not become one feature. */
const ROUGHEST: f64 = 1.0e-7;
/** A recomputed normal may be worse by its own rounding, no more. */
const SETTLE_IN_ROUNDINGS: f64 = 12.0;
/** Squared sine below which two edges are parallel: their cross product then has no four digits left. */
export const PARALLEL_SINE_SQUARED: f64 = 1.0e-24;
/**
 * Features less level than this are tilted by more than the rounding of their own vertices; faces at any orientation
 * stay below it.
 */
const TILT_IN_ROUNDINGS: f64 = 1.0;
/** Bounds this fraction of all coordinates apart are open by any tolerance. */
const OPEN_OF_SCALE: f64 = 1.0e-6;
/** In a step a contact point so far off its body, relative to the smaller one, will do: forces have no more digits. */
const STEP_WITNESS: f64 = 1.0e-6;

/**
 * Support value along the normal from the largest projections on A and B: one formula, so the same bits by any path.
 */
export function supportValue(nx: f64, ny: f64, nz: f64, topA: f64, topB: f64): f64 {
  return nx * F[RELATIVE_ORIGIN] + ny * F[RELATIVE_ORIGIN + 1] + nz * F[RELATIVE_ORIGIN + 2] - topA - topB;
}

/** Support value along the unit normal by a full support query; the vertices are left in the hints. */
export function fullValue(nx: f64, ny: f64, nz: f64): f64 {
  const a: i32 = I[PAIR_A];
  const b: i32 = I[PAIR_B];
  const dx: f64 = inwardX(nx, ny, nz);
  const dy: f64 = inwardY(nx, ny, nz);
  const dz: f64 = inwardZ(nx, ny, nz);
  const ia: i32 = supportVertex(a, nx, ny, nz, I[PAIR_HINT_A]);
  const ib: i32 = supportVertex(b, dx, dy, dz, I[PAIR_HINT_B]);
  I[PAIR_HINT_A] = ia;
  I[PAIR_HINT_B] = ib;
  const topA: f64 = F[I[2 * a + SHAPE_X] + ia] * nx + F[I[2 * a + SHAPE_Y] + ia] * ny + F[I[2 * a + SHAPE_Z] + ia] * nz;
  const topB: f64 = F[I[2 * b + SHAPE_X] + ib] * dx + F[I[2 * b + SHAPE_Y] + ib] * dy + F[I[2 * b + SHAPE_Z] + ib] * dz;
  return supportValue(nx, ny, nz, topA, topB);
}

/**
 * Accepts the unit normal if its support value is at least `least`. The features were collected along a normal close to
 * it: if the two differ by less than that tolerance, no other vertex can be farther.
 */
function tryNormal(nx: f64, ny: f64, nz: f64, least: f64): bool {
  const a: i32 = I[PAIR_A];
  const b: i32 = I[PAIR_B];
  const turn: f64 =
    Math.abs(nx - F[CORE_NORMAL]) + Math.abs(ny - F[CORE_NORMAL + 1]) + Math.abs(nz - F[CORE_NORMAL + 2]);
  const safe: bool =
    turn * F[a + SHAPE_RADIUS] < 0.25 * F[FEATURE_RELATIVE_TOLERANCE] * F[a + SHAPE_EXTENT] &&
    turn * F[b + SHAPE_RADIUS] < 0.25 * F[FEATURE_RELATIVE_TOLERANCE] * F[b + SHAPE_EXTENT];
  const value: f64 = safe
    ? supportValue(
        nx,
        ny,
        nz,
        topOfFeature(a, FEATURE_A, nx, ny, nz),
        topOfFeature(b, FEATURE_B, inwardX(nx, ny, nz), inwardY(nx, ny, nz), inwardZ(nx, ny, nz)),
      )
    : fullValue(nx, ny, nz);
  if (!(value >= least)) return false;
  I[FEATURES_STALE] = safe ? 0 : 1;
  F[CORE_NORMAL] = nx;
  F[CORE_NORMAL + 1] = ny;
  F[CORE_NORMAL + 2] = nz;
  F[CORE_LOWER] = value;
  F[CORE] = value;
  return true;
}

/**
 * Closest points of two edges that are not parallel: the point on A to CORE_POINT; the normal by their cross product.
 */
function settleEdges(nx: f64, ny: f64, nz: f64, least: f64): bool {
  edgeVector(I[PAIR_A], FEATURE_A, false, CLOSEST);
  const ux: f64 = F[CLOSEST];
  const uy: f64 = F[CLOSEST + 1];
  const uz: f64 = F[CLOSEST + 2];
  edgeVector(I[PAIR_B], FEATURE_B, true, CLOSEST);
  const vx: f64 = F[CLOSEST];
  const vy: f64 = F[CLOSEST + 1];
  const vz: f64 = F[CLOSEST + 2];
  const cx: f64 = uy * vz - uz * vy;
  const cy: f64 = uz * vx - ux * vz;
  const cz: f64 = ux * vy - uy * vx;
  const cc: f64 = cx * cx + cy * cy + cz * cz;
  const uu: f64 = ux * ux + uy * uy + uz * uz;
  const vv: f64 = vx * vx + vy * vy + vz * vz;
  if (!(cc > PARALLEL_SINE_SQUARED * uu * vv)) return false;
  const length: f64 = Math.sqrt(cc);
  const sign: f64 = cx * nx + cy * ny + cz * nz < 0.0 ? -1.0 / length : 1.0 / length;
  if (!tryNormal(sign * cx, sign * cy, sign * cz, least)) return false;
  // Line a + s u meets line b + t v, seen along the normal, at s = ((b - a) x v).c / c.c.
  const ia: i32 = lowerVertex(FEATURE_A);
  differenceOfVertices(ia, lowerVertex(FEATURE_B));
  const rx: f64 = F[SUPPORT];
  const ry: f64 = F[SUPPORT + 1];
  const rz: f64 = F[SUPPORT + 2];
  I[EDGES_CROSS] = 1;
  let s: f64 = ((ry * vz - rz * vy) * cx + (rz * vx - rx * vz) * cy + (rx * vy - ry * vx) * cz) / cc;
  s = s > 0.0 ? (s < 1.0 ? s : 1.0) : 0.0;
  F[CORE_POINT] = F[SUPPORT_ON_A] + s * ux;
  F[CORE_POINT + 1] = F[SUPPORT_ON_A + 1] + s * uy;
  F[CORE_POINT + 2] = F[SUPPORT_ON_A + 2] + s * uz;
  return true;
}

/** Accepts the direction of v = b - a as normal, unless v is longer than the distance can be. */
function settleVector(vx: f64, vy: f64, vz: f64, least: f64, slack: f64): bool {
  const length: f64 = Math.sqrt(vx * vx + vy * vy + vz * vz);
  if (!(length > 0.0) || length > F[CORE_UPPER] + slack) return false;
  return tryNormal(vx / length, vy / length, vz / length, least);
}

/** Vertex against vertex, or vertex against edge: the perpendicular. Only where the bodies are apart. */
function settlePoints(dimensionA: i32, dimensionB: i32, least: f64, slack: f64): bool {
  differenceOfVertices(
    dimensionA === 0 ? I[FEATURE_A + 1] : lowerVertex(FEATURE_A),
    dimensionB === 0 ? I[FEATURE_B + 1] : lowerVertex(FEATURE_B),
  );
  const rx: f64 = F[SUPPORT];
  const ry: f64 = F[SUPPORT + 1];
  const rz: f64 = F[SUPPORT + 2];
  const ax: f64 = F[SUPPORT_ON_A];
  const ay: f64 = F[SUPPORT_ON_A + 1];
  const az: f64 = F[SUPPORT_ON_A + 2];
  let t: f64 = 0.0;
  let ux: f64 = 0.0;
  let uy: f64 = 0.0;
  let uz: f64 = 0.0;
  if (dimensionA + dimensionB === 1) {
    if (dimensionA === 1) edgeVector(I[PAIR_A], FEATURE_A, false, CLOSEST);
    else edgeVector(I[PAIR_B], FEATURE_B, true, CLOSEST);
    ux = F[CLOSEST];
    uy = F[CLOSEST + 1];
    uz = F[CLOSEST + 2];
    const uu: f64 = ux * ux + uy * uy + uz * uz;
    t = uu > 0.0 ? (rx * ux + ry * uy + rz * uz) / uu : 0.0;
  }
  // On B's edge the foot lies at -t: w grows with B's point.
  const foot: f64 = dimensionB === 1 ? -t : t;
  if (!(foot >= 0.0 && foot <= 1.0)) return false;
  const vx: f64 = rx - t * ux;
  const vy: f64 = ry - t * uy;
  const vz: f64 = rz - t * uz;
  if (!settleVector(vx, vy, vz, least, slack)) return false;
  // Both ends of v are points of the bodies: its length is the distance, and an upper bound of it.
  const length: f64 = Math.sqrt(vx * vx + vy * vy + vz * vz);
  F[CORE] = length;
  if (length < F[CORE_UPPER]) F[CORE_UPPER] = length;
  const onA: f64 = dimensionA === 1 ? t : 0.0;
  F[CORE_POINT] = ax + onA * ux;
  F[CORE_POINT + 1] = ay + onA * uy;
  F[CORE_POINT + 2] = az + onA * uz;
  return true;
}

/** Two parallel edges apart: the perpendicular between their lines; the patch places the contact point. */
function settleParallel(least: f64, slack: f64): bool {
  differenceOfVertices(lowerVertex(FEATURE_A), lowerVertex(FEATURE_B));
  const rx: f64 = F[SUPPORT];
  const ry: f64 = F[SUPPORT + 1];
  const rz: f64 = F[SUPPORT + 2];
  edgeVector(I[PAIR_A], FEATURE_A, false, CLOSEST);
  const ux: f64 = F[CLOSEST];
  const uy: f64 = F[CLOSEST + 1];
  const uz: f64 = F[CLOSEST + 2];
  const t: f64 = (rx * ux + ry * uy + rz * uz) / (ux * ux + uy * uy + uz * uz);
  return settleVector(rx - t * ux, ry - t * uy, rz - t * uz, least, slack);
}

function setPointFromVertex(s: i32, v: i32): void {
  F[CORE_POINT] = F[I[2 * s + SHAPE_X] + v];
  F[CORE_POINT + 1] = F[I[2 * s + SHAPE_Y] + v];
  F[CORE_POINT + 2] = F[I[2 * s + SHAPE_Z] + v];
}

/** The point on A under vertex v of B, along the settled normal. */
export function setPointUnderVertex(v: i32): void {
  differenceOfVertices(0, v);
  for (let k: i32 = 0; k < 3; k++) {
    F[CORE_POINT + k] = F[SUPPORT_ON_A + k] + F[SUPPORT + k] - F[CORE] * F[CORE_NORMAL + k];
  }
}

/** Accepts the normal that the features define, if it is as good as the one they were found with. */
function settleFeatures(apart: bool, nx: f64, ny: f64, nz: f64, least: f64, slack: f64): bool {
  const dimensionA: i32 = I[DIMENSION_A];
  const dimensionB: i32 = I[DIMENSION_B];
  if (dimensionA === 2) {
    const n: i32 = I[2 * I[PAIR_A] + SHAPE_FACE_NORMALS] + 3 * I[FACE_A];
    if (tryNormal(F[n], F[n + 1], F[n + 2], least)) return true;
  }
  if (dimensionB === 2) {
    const n: i32 = I[2 * I[PAIR_B] + SHAPE_FACE_NORMALS] + 3 * I[FACE_B];
    const x: f64 = -F[n];
    const y: f64 = -F[n + 1];
    const z: f64 = -F[n + 2];
    return tryNormal(
      F[RELATIVE] * x + F[RELATIVE + 1] * y + F[RELATIVE + 2] * z,
      F[RELATIVE + 3] * x + F[RELATIVE + 4] * y + F[RELATIVE + 5] * z,
      F[RELATIVE + 6] * x + F[RELATIVE + 7] * y + F[RELATIVE + 8] * z,
      least,
    );
  }
  if (dimensionA === 1 && dimensionB === 1) {
    if (settleEdges(nx, ny, nz, least)) return true;
    return apart && settleParallel(least, slack);
  }
  if (apart && dimensionA + dimensionB < 2) return settlePoints(dimensionA, dimensionB, least, slack);
  return false;
}

/**
 * Contact point on A from the final features; crossing edges and separated points have set it already. False if it, or
 * the opposite one on B, is off its body.
 */
function setContactPoint(): bool {
  if (I[DIMENSION_A] === 0) {
    setPointFromVertex(I[PAIR_A], I[FEATURE_A + 1]);
    return pointIsOnB();
  }
  if (I[DIMENSION_B] === 0) {
    setPointUnderVertex(I[FEATURE_B + 1]);
    return pointIsOnA();
  }
  return setPointFromPatch(I[FACE_A], I[FACE_B]);
}

/**
 * Handles a normal without matching points of the features. Those of EPA may match; if not, the bounds stay open. GJK's
 * points of separated bodies depend on its start, so they must not be used.
 */
function settleForFound(apart: bool): void {
  const off: f64 = takeFound();
  if (I[FOR_STEPS] !== 0 && !apart && off <= STEP_WITNESS * smallerExtent()) return;
  if (apart || !(off <= witnessTolerance())) F[CORE_UPPER] = F[CORE] + OPEN_OF_SCALE * F[SCALE];
}

/** Angular error of the normal of a small gap: the rounding of v over its length. */
export function roughnessOf(gap: f64): f64 {
  const angle: f64 = (4.0 * F[ROUNDING]) / gap;
  return angle < ROUGHEST ? angle : ROUGHEST;
}

/**
 * The settled distance is the upper bound too where the two are a few roundings apart: then all fields agree to the
 * bit.
 */
function closeUpper(): void {
  if (Math.abs(F[CORE_UPPER] - F[CORE]) <= FEATURE_IN_ROUNDINGS * F[ROUNDING]) F[CORE_UPPER] = F[CORE];
}

function isNotTurned(): bool {
  return F[RELATIVE] === 1.0 && F[RELATIVE + 4] === 1.0 && F[RELATIVE + 8] === 1.0;
}

/**
 * Settles the pair: on entry CORE_NORMAL, CORE_UPPER and CORE_POINT hold what GJK or EPA found; on return CORE
 * (distance), CORE_NORMAL, CORE_LOWER, CORE_POINT and the dimensions are final.
 */
export function settle(apart: bool): void {
  const nx: f64 = F[CORE_NORMAL];
  const ny: f64 = F[CORE_NORMAL + 1];
  const nz: f64 = F[CORE_NORMAL + 2];
  I[PATCH_COUNT] = 0;
  I[FEATURES_STALE] = 0;
  I[EDGES_CROSS] = 0;
  // The vertices of the last support query are in the hints.
  let value: f64 = F[SUPPORT_VALUE];
  if (I[SUPPORT_FRESH] === 0) {
    supportDifference(nx, ny, nz);
    value = nx * F[SUPPORT] + ny * F[SUPPORT + 1] + nz * F[SUPPORT + 2];
  }
  const ia: i32 = I[PAIR_HINT_A];
  const ib: i32 = I[PAIR_HINT_B];
  keepFound();
  F[CORE_LOWER] = value;
  F[CORE] = apart ? F[CORE_UPPER] : value;
  const slack: f64 = SETTLE_IN_ROUNDINGS * F[ROUNDING];
  gatherFeatures(nx, ny, nz, FEATURE_TOLERANCE + (apart ? roughnessOf(F[CORE_UPPER]) : 0.0));
  const rough: i32 = I[FEATURE_A] + I[FEATURE_B];
  let settled: bool = settleFeatures(apart, nx, ny, nz, value - slack, slack);
  if (!settled) {
    // A second try with the features that the old normal has without the tolerance.
    I[PAIR_HINT_A] = ia;
    I[PAIR_HINT_B] = ib;
    gatherFeatures(nx, ny, nz, 0.0);
    settled = I[FEATURE_A] + I[FEATURE_B] < rough && settleFeatures(apart, nx, ny, nz, value - slack, slack);
    I[FEATURES_STALE] = 1;
  }
  closeUpper();
  // Points apart and crossing edges have set their witness; the gap limits the normal of points, so no sharper look.
  const dimensions: i32 = I[DIMENSION_A] + I[DIMENSION_B];
  if (settled && apart && dimensions < 2) return;
  const crossing: bool = settled && I[EDGES_CROSS] === 1;
  if (crossing) {
    if (!pointIsOnB()) settleForFound(apart);
  } else {
    if (I[FEATURES_STALE] === 1 || F[FEATURE_RELATIVE_TOLERANCE] > FEATURE_TOLERANCE)
      regatherFeatures(FEATURE_TOLERANCE);
    if ((settled || !apart) && !setContactPoint()) settleForFound(apart);
    // Bodies that are not turned against each other are where their coordinates say: integers tell a tilt of an ulp
    // from none. A step needs the depth alone, which is the same.
    const isTilted: bool = isAlongFace() && F[FEATURE_SPREAD] > TILT_IN_ROUNDINGS * F[ROUNDING];
    if (isTilted && isNotTurned() && I[FOR_STEPS] === 0) {
      F[CORE_UPPER] = F[CORE] + OPEN_OF_SCALE * F[SCALE];
    }
    if (F[FEATURE_SPREAD] > FEATURE_IN_ROUNDINGS * F[ROUNDING]) regatherFeatures(0.0);
  }
  if (F[CORE] < touchDistance() && F[CORE] > -touchDistance()) reduceToTouchingFeature();
}
