// SPDX-License-Identifier: MIT
/**
 * The last step for two polyhedra: from the normal that GJK or EPA ended on to the pair of features that touch, and from
 * these the answer once more, by the shortest formula. The result then depends on the features alone, not on the path
 * that led there, so warm and cold start agree to the bit; and it is accurate where a sum of simplex vertices is not.
 * A recomputed normal is taken only if its own support value is as good as that of the normal it replaces.
 */

import { faceAlong, gatherFeature } from './feature.ts';
import {
  CLOSEST,
  CORE,
  CORE_LOWER,
  CORE_NORMAL,
  CORE_POINT,
  CORE_UPPER,
  DIMENSION_A,
  DIMENSION_B,
  FEATURE_A,
  FEATURE_B,
  PAIR_A,
  PAIR_B,
  PAIR_HINT_A,
  PAIR_HINT_B,
  PATCH_COUNT,
  RELATIVE,
  ROUNDING,
  SHAPE_EXTENT,
  SHAPE_FACE_NORMALS,
  SHAPE_X,
  SHAPE_Y,
  SHAPE_Z,
  SUPPORT,
  SUPPORT_IDS,
} from './layout.ts';
import { F, I } from './memory.ts';
import { differenceOfVertices, supportDifference } from './minkowski-support.ts';
import { contactPatch } from './patch.ts';
import { reduceToTouch, touchDistance } from './touch.ts';

/** Vertices this close to the farthest, in roundings of the coordinates, belong to the feature: rotated faces round so. */
const FEATURE_IN_ROUNDINGS: f64 = 8.0;
/** The same relative to the body while the normal is still rough: slivers of the polytope have poor normals. */
const FEATURE_TOLERANCE: f64 = 1.0e-13;
/** A recomputed normal may be worse by its own rounding, no more. */
const SETTLE_IN_ROUNDINGS: f64 = 4.0;

/** Takes the unit normal as the answer if its support value is at least `least`; the value goes to CORE_LOWER. */
function tryNormal(nx: f64, ny: f64, nz: f64, least: f64): bool {
  supportDifference(nx, ny, nz);
  const value: f64 = nx * F[SUPPORT] + ny * F[SUPPORT + 1] + nz * F[SUPPORT + 2];
  if (!(value >= least)) return false;
  F[CORE_NORMAL] = nx;
  F[CORE_NORMAL + 1] = ny;
  F[CORE_NORMAL + 2] = nz;
  F[CORE_LOWER] = value;
  F[CORE] = value;
  return true;
}

/** Edge vector of the two first vertices in a feature list, in the frame, to F[out..]; B's is rotated. */
function edgeVector(s: i32, list: i32, rotated: bool, out: i32): void {
  const i: i32 = I[list + 1] < I[list + 2] ? I[list + 1] : I[list + 2];
  const j: i32 = I[list + 1] < I[list + 2] ? I[list + 2] : I[list + 1];
  const x: f64 = F[I[2 * s + SHAPE_X] + j] - F[I[2 * s + SHAPE_X] + i];
  const y: f64 = F[I[2 * s + SHAPE_Y] + j] - F[I[2 * s + SHAPE_Y] + i];
  const z: f64 = F[I[2 * s + SHAPE_Z] + j] - F[I[2 * s + SHAPE_Z] + i];
  if (rotated) {
    F[out] = F[RELATIVE] * x + F[RELATIVE + 1] * y + F[RELATIVE + 2] * z;
    F[out + 1] = F[RELATIVE + 3] * x + F[RELATIVE + 4] * y + F[RELATIVE + 5] * z;
    F[out + 2] = F[RELATIVE + 6] * x + F[RELATIVE + 7] * y + F[RELATIVE + 8] * z;
  } else {
    F[out] = x;
    F[out + 1] = y;
    F[out + 2] = z;
  }
}

function lowerVertex(list: i32): i32 {
  return I[list + 1] < I[list + 2] ? I[list + 1] : I[list + 2];
}

/** Closest points of two edges that are not parallel: the point on A to CORE_POINT; the normal by their cross product. */
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
  if (!(cc > 0.0)) return false;
  const length: f64 = Math.sqrt(cc);
  const sign: f64 = cx * nx + cy * ny + cz * nz < 0.0 ? -1.0 / length : 1.0 / length;
  if (!tryNormal(sign * cx, sign * cy, sign * cz, least)) return false;
  // Line a + s u meets line b + t v, seen along the normal, at s = ((b - a) x v).c / c.c.
  const ia: i32 = lowerVertex(FEATURE_A);
  differenceOfVertices(ia, lowerVertex(FEATURE_B));
  const rx: f64 = F[SUPPORT];
  const ry: f64 = F[SUPPORT + 1];
  const rz: f64 = F[SUPPORT + 2];
  let s: f64 = ((ry * vz - rz * vy) * cx + (rz * vx - rx * vz) * cy + (rx * vy - ry * vx) * cz) / cc;
  s = s > 0.0 ? (s < 1.0 ? s : 1.0) : 0.0;
  F[CORE_POINT] = F[SUPPORT + 3] + s * ux;
  F[CORE_POINT + 1] = F[SUPPORT + 4] + s * uy;
  F[CORE_POINT + 2] = F[SUPPORT + 5] + s * uz;
  return true;
}

/** Takes v = b - a as normal times distance: vertex against vertex or edge, apart. */
function settleVector(vx: f64, vy: f64, vz: f64, least: f64, slack: f64): bool {
  const length: f64 = Math.sqrt(vx * vx + vy * vy + vz * vz);
  if (!(length > 0.0) || length > F[CORE_UPPER] + slack) return false;
  if (!tryNormal(vx / length, vy / length, vz / length, least)) return false;
  F[CORE] = length;
  if (length < F[CORE_UPPER]) F[CORE_UPPER] = length;
  return true;
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
  const ax: f64 = F[SUPPORT + 3];
  const ay: f64 = F[SUPPORT + 4];
  const az: f64 = F[SUPPORT + 5];
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
  if (!(t >= 0.0 && t <= 1.0)) return false;
  if (!settleVector(rx - t * ux, ry - t * uy, rz - t * uz, least, slack)) return false;
  const onA: f64 = dimensionA === 1 ? t : 0.0;
  F[CORE_POINT] = ax + onA * ux;
  F[CORE_POINT + 1] = ay + onA * uy;
  F[CORE_POINT + 2] = az + onA * uz;
  return true;
}

function setPointFromVertex(s: i32, v: i32): void {
  F[CORE_POINT] = F[I[2 * s + SHAPE_X] + v];
  F[CORE_POINT + 1] = F[I[2 * s + SHAPE_Y] + v];
  F[CORE_POINT + 2] = F[I[2 * s + SHAPE_Z] + v];
}

/** The point on A under vertex v of B, along the settled normal. */
function setPointUnderVertex(v: i32): void {
  differenceOfVertices(I[FEATURE_A + 1], v);
  for (let k: i32 = 0; k < 3; k++) {
    F[CORE_POINT + k] = F[SUPPORT + 3 + k] + F[SUPPORT + k] - F[CORE] * F[CORE_NORMAL + k];
  }
}

/** Face or parallel edges: the centroid of the common patch, lifted to A's feature. */
function setPointFromPatch(faceA: i32, faceB: i32): void {
  const nx: f64 = F[CORE_NORMAL];
  const ny: f64 = F[CORE_NORMAL + 1];
  const nz: f64 = F[CORE_NORMAL + 2];
  if (!contactPatch(nx, ny, nz, faceA, faceB, CLOSEST)) return;
  const a: i32 = 2 * I[PAIR_A];
  const v: i32 = I[FEATURE_A + 1];
  const height: f64 = nx * F[I[a + SHAPE_X] + v] + ny * F[I[a + SHAPE_Y] + v] + nz * F[I[a + SHAPE_Z] + v];
  F[CORE_POINT] = F[CLOSEST] + height * nx;
  F[CORE_POINT + 1] = F[CLOSEST + 1] + height * ny;
  F[CORE_POINT + 2] = F[CLOSEST + 2] + height * nz;
}

/** Collects both features along the normal, within `loose` of the body plus rounding; the dimensions follow. */
function gatherFeatures(nx: f64, ny: f64, nz: f64, loose: f64): void {
  const a: i32 = I[PAIR_A];
  const b: i32 = I[PAIR_B];
  const near: f64 = FEATURE_IN_ROUNDINGS * F[ROUNDING];
  const countA: i32 = gatherFeature(a, nx, ny, nz, I[PAIR_HINT_A], loose * F[a + SHAPE_EXTENT] + near, FEATURE_A);
  const countB: i32 = gatherFeature(
    b,
    inwardX(nx, ny, nz),
    inwardY(nx, ny, nz),
    inwardZ(nx, ny, nz),
    I[PAIR_HINT_B],
    loose * F[b + SHAPE_EXTENT] + near,
    FEATURE_B,
  );
  I[DIMENSION_A] = countA > 2 ? 2 : countA - 1;
  I[DIMENSION_B] = countB > 2 ? 2 : countB - 1;
}

// The direction from B to A in B's own frame.
function inwardX(nx: f64, ny: f64, nz: f64): f64 {
  return -(F[RELATIVE] * nx + F[RELATIVE + 3] * ny + F[RELATIVE + 6] * nz);
}
function inwardY(nx: f64, ny: f64, nz: f64): f64 {
  return -(F[RELATIVE + 1] * nx + F[RELATIVE + 4] * ny + F[RELATIVE + 7] * nz);
}
function inwardZ(nx: f64, ny: f64, nz: f64): f64 {
  return -(F[RELATIVE + 2] * nx + F[RELATIVE + 5] * ny + F[RELATIVE + 8] * nz);
}

/** The face of A (body 0) or B (body 1) that its feature lies in, along the normal. */
function featureFace(body: i32, nx: f64, ny: f64, nz: f64): i32 {
  if (body === 0) return faceAlong(I[PAIR_A], nx, ny, nz, I[FEATURE_A + 1]);
  return faceAlong(I[PAIR_B], inwardX(nx, ny, nz), inwardY(nx, ny, nz), inwardZ(nx, ny, nz), I[FEATURE_B + 1]);
}

/** Takes the normal that the features define, if it is as good as the one they were found with. */
function settleFeatures(apart: bool, nx: f64, ny: f64, nz: f64, least: f64, slack: f64): bool {
  const dimensionA: i32 = I[DIMENSION_A];
  const dimensionB: i32 = I[DIMENSION_B];
  if (dimensionA === 2) {
    const face: i32 = featureFace(0, nx, ny, nz);
    if (face >= 0) {
      const n: i32 = I[2 * I[PAIR_A] + SHAPE_FACE_NORMALS] + 3 * face;
      if (tryNormal(F[n], F[n + 1], F[n + 2], least)) return true;
    }
  }
  if (dimensionB === 2) {
    const face: i32 = featureFace(1, nx, ny, nz);
    if (face >= 0) {
      const n: i32 = I[2 * I[PAIR_B] + SHAPE_FACE_NORMALS] + 3 * face;
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
  }
  if (dimensionA === 1 && dimensionB === 1) return settleEdges(nx, ny, nz, least);
  if (apart && dimensionA + dimensionB < 2) return settlePoints(dimensionA, dimensionB, least, slack);
  return false;
}

/** The contact point on A from the final features; crossing edges and points apart have set it already. */
function setContactPoint(): void {
  const nx: f64 = F[CORE_NORMAL];
  const ny: f64 = F[CORE_NORMAL + 1];
  const nz: f64 = F[CORE_NORMAL + 2];
  const dimensionA: i32 = I[DIMENSION_A];
  const dimensionB: i32 = I[DIMENSION_B];
  if (dimensionA === 0) {
    setPointFromVertex(I[PAIR_A], I[FEATURE_A + 1]);
  } else if (dimensionB === 0) {
    setPointUnderVertex(I[FEATURE_B + 1]);
  } else {
    const faceA: i32 = dimensionA === 2 ? featureFace(0, nx, ny, nz) : -1;
    const faceB: i32 = dimensionB === 2 ? featureFace(1, nx, ny, nz) : -1;
    if ((dimensionA === 1 || faceA >= 0) && (dimensionB === 1 || faceB >= 0)) setPointFromPatch(faceA, faceB);
  }
}

/**
 * Settles the pair: on entry CORE_NORMAL, CORE_UPPER and CORE_POINT hold what GJK or EPA found; on return CORE (distance),
 * CORE_NORMAL, CORE_LOWER, CORE_POINT and the dimensions are final.
 */
export function settle(apart: bool): void {
  const nx: f64 = F[CORE_NORMAL];
  const ny: f64 = F[CORE_NORMAL + 1];
  const nz: f64 = F[CORE_NORMAL + 2];
  I[PATCH_COUNT] = 0;
  supportDifference(nx, ny, nz);
  const ia: i32 = I[SUPPORT_IDS];
  const ib: i32 = I[SUPPORT_IDS + 1];
  const value: f64 = nx * F[SUPPORT] + ny * F[SUPPORT + 1] + nz * F[SUPPORT + 2];
  F[CORE_LOWER] = value;
  F[CORE] = apart ? F[CORE_UPPER] : value;
  const slack: f64 = SETTLE_IN_ROUNDINGS * F[ROUNDING];
  gatherFeatures(nx, ny, nz, FEATURE_TOLERANCE);
  const rough: i32 = I[FEATURE_A] + I[FEATURE_B];
  if (settleFeatures(apart, nx, ny, nz, value - slack, slack)) {
    if (I[DIMENSION_A] + I[DIMENSION_B] < 2) return; // points apart: the gap limits their normal, so no sharper look
    const crossing: bool = I[DIMENSION_A] === 1 && I[DIMENSION_B] === 1;
    if (!crossing) {
      gatherFeatures(F[CORE_NORMAL], F[CORE_NORMAL + 1], F[CORE_NORMAL + 2], 0.0);
      setContactPoint();
    }
  } else {
    // A second try with the features that the old normal has without the tolerance.
    I[PAIR_HINT_A] = ia;
    I[PAIR_HINT_B] = ib;
    gatherFeatures(nx, ny, nz, 0.0);
    const sharper: bool = I[FEATURE_A] + I[FEATURE_B] < rough;
    const settled: bool = sharper && settleFeatures(apart, nx, ny, nz, value - slack, slack);
    if (settled && I[DIMENSION_A] < 2 && I[DIMENSION_B] < 2) return;
    if (settled || !apart) setContactPoint();
  }
  if (F[CORE] < touchDistance() && F[CORE] > -touchDistance()) reduceToTouch();
}
