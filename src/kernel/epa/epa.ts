// SPDX-License-Identifier: MIT
/**
 * Expanding polytope algorithm (van den Bergen 2001; EPA paper, section 4) with horizon edges only. The nearest face
 * bounds the depth from below, the support value along its normal from above; the loop ends when both meet, or when
 * rounding allows no progress.
 */

import {
  CORE_LOWER,
  CORE_NORMAL,
  CORE_POINT,
  CORE_POINT_B,
  CORE_UPPER,
  EPA_FACE_STRIDE,
  EPA_FACES,
  EPA_ITERATIONS,
  EPA_TRIANGLE,
  EPA_VERTICES,
  POINT_IDS,
  POINT_STRIDE,
  REASON,
  REASON_DEEP,
  REASON_NONE,
  REASON_THIN,
  RELATIVE_ORIGIN,
  ROUNDING,
  SIMPLEX,
  SIMPLEX_COUNT,
  SIMPLEX_SLOTS,
  SUPPORT,
  SUPPORT_FRESH,
  SUPPORT_IDS,
  SUPPORT_VALUE,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { supportDifference } from '../support/minkowski-support.ts';
import {
  addPolytopeVertex,
  clearPolytope,
  closeTetrahedron,
  expandPolytope,
  faceDistance,
  faceNeighbour,
  faceVertex,
  nearestFace,
  polytopeHolds,
  polytopeIsFull,
} from './epa-polytope.ts';
import { distanceOfTetrahedron } from './epa-proof.ts';

/** The depth was found or bounded: CORE_NORMAL, CORE_LOWER, CORE_UPPER, CORE_POINT and REASON say how. */
export const EPA_DONE: i32 = 0;
/** D has no interior: flat bodies in one plane. The unit normal of its plane is in CORE_NORMAL. */
export const EPA_FLAT: i32 = 1;

/** A point of D this many roundings off a line or plane spans a new dimension. */
const SPAN_IN_ROUNDINGS: f64 = 32.0;
/** Bounds this many roundings apart are closed. */
const EPA_GAP_IN_ROUNDINGS: f64 = 4.0;
/**
 * The nearest face may lie this many roundings behind the origin (a touching pair); farther, the polytope is spoilt.
 */
const BEHIND_IN_ROUNDINGS: f64 = 64.0;
/** Faces whose normals differ by less than 1e-5 of a radian may be one facet, or one smooth patch. */
const FACET_COSINE_GAP: f64 = 5.0e-11;
/** Squares of shorter lengths underflow; sizes are at least 1e-50, so this is far below rounding. */
const SHORTEST_LENGTH: f64 = 1.0e-140;
/** Steps across a flat facet of D in search of the triangle under the origin. */
const FACET_STEPS: i32 = 16;

function loadSlot(k: i32): void {
  const slot: i32 = SIMPLEX + POINT_STRIDE * k;
  for (let i: i32 = 0; i < POINT_IDS; i++) F[SUPPORT + i] = F[slot + i];
  I[SUPPORT_IDS] = I[2 * (slot + POINT_IDS)];
  I[SUPPORT_IDS + 1] = I[2 * (slot + POINT_IDS) + 1];
}

function vertexX(v: i32): f64 {
  return F[EPA_VERTICES + POINT_STRIDE * v];
}
function vertexY(v: i32): f64 {
  return F[EPA_VERTICES + POINT_STRIDE * v + 1];
}
function vertexZ(v: i32): f64 {
  return F[EPA_VERTICES + POINT_STRIDE * v + 2];
}

/** Adds the support point farthest from vertex 0 along the axes; false when D is a point. */
function spanLine(span: f64): bool {
  for (let k: i32 = 0; k < 6; k++) {
    const sign: f64 = (k & 1) === 0 ? 1.0 : -1.0;
    const axis: i32 = k >> 1;
    supportDifference(axis === 0 ? sign : 0.0, axis === 1 ? sign : 0.0, axis === 2 ? sign : 0.0);
    const dx: f64 = F[SUPPORT] - vertexX(0);
    const dy: f64 = F[SUPPORT + 1] - vertexY(0);
    const dz: f64 = F[SUPPORT + 2] - vertexZ(0);
    if (dx * dx + dy * dy + dz * dz > span * span) {
      addPolytopeVertex();
      return true;
    }
  }
  F[CORE_NORMAL] = 1.0;
  F[CORE_NORMAL + 1] = 0.0;
  F[CORE_NORMAL + 2] = 0.0;
  return false;
}

/** Adds a support point off the line of the first two; false when D is a segment. */
function spanPlane(span: f64): bool {
  const ux: f64 = vertexX(1) - vertexX(0);
  const uy: f64 = vertexY(1) - vertexY(0);
  const uz: f64 = vertexZ(1) - vertexZ(0);
  const uu: f64 = ux * ux + uy * uy + uz * uz;
  // Two directions across the line, from the axis that is least along it.
  const xx: f64 = ux * ux;
  const yy: f64 = uy * uy;
  const zz: f64 = uz * uz;
  let px: f64 = 0.0;
  let py: f64 = 0.0;
  let pz: f64 = 0.0;
  if (xx <= yy && xx <= zz) {
    py = -uz;
    pz = uy;
  } else if (yy <= zz) {
    px = uz;
    pz = -ux;
  } else {
    px = -uy;
    py = ux;
  }
  const length: f64 = Math.sqrt(px * px + py * py + pz * pz);
  px /= length;
  py /= length;
  pz /= length;
  const root: f64 = Math.sqrt(uu);
  const qx: f64 = (uy * pz - uz * py) / root;
  const qy: f64 = (uz * px - ux * pz) / root;
  const qz: f64 = (ux * py - uy * px) / root;
  for (let k: i32 = 0; k < 4; k++) {
    const c: f64 = k === 0 ? 1.0 : k === 2 ? -1.0 : 0.0;
    const s: f64 = k === 1 ? 1.0 : k === 3 ? -1.0 : 0.0;
    supportDifference(c * px + s * qx, c * py + s * qy, c * pz + s * qz);
    const dx: f64 = F[SUPPORT] - vertexX(0);
    const dy: f64 = F[SUPPORT + 1] - vertexY(0);
    const dz: f64 = F[SUPPORT + 2] - vertexZ(0);
    const cx: f64 = dy * uz - dz * uy;
    const cy: f64 = dz * ux - dx * uz;
    const cz: f64 = dx * uy - dy * ux;
    if (cx * cx + cy * cy + cz * cz > span * span * uu) {
      addPolytopeVertex();
      return true;
    }
  }
  F[CORE_NORMAL] = px;
  F[CORE_NORMAL + 1] = py;
  F[CORE_NORMAL + 2] = pz;
  return false;
}

/** Adds a support point off the plane of the first three; false when D is flat, its normal to CORE_NORMAL. */
function spanSpace(span: f64): bool {
  const ux: f64 = vertexX(1) - vertexX(0);
  const uy: f64 = vertexY(1) - vertexY(0);
  const uz: f64 = vertexZ(1) - vertexZ(0);
  const vx: f64 = vertexX(2) - vertexX(0);
  const vy: f64 = vertexY(2) - vertexY(0);
  const vz: f64 = vertexZ(2) - vertexZ(0);
  let nx: f64 = uy * vz - uz * vy;
  let ny: f64 = uz * vx - ux * vz;
  let nz: f64 = ux * vy - uy * vx;
  const length: f64 = Math.sqrt(nx * nx + ny * ny + nz * nz);
  if (!(length > 0.0)) {
    F[CORE_NORMAL] = 1.0;
    F[CORE_NORMAL + 1] = 0.0;
    F[CORE_NORMAL + 2] = 0.0;
    return false;
  }
  nx /= length;
  ny /= length;
  nz /= length;
  F[CORE_NORMAL] = nx;
  F[CORE_NORMAL + 1] = ny;
  F[CORE_NORMAL + 2] = nz;
  supportDifference(nx, ny, nz);
  const down: f64 =
    nx * (F[SUPPORT] - vertexX(0)) + ny * (F[SUPPORT + 1] - vertexY(0)) + nz * (F[SUPPORT + 2] - vertexZ(0));
  supportDifference(-nx, -ny, -nz);
  const up: f64 =
    nx * (F[SUPPORT] - vertexX(0)) + ny * (F[SUPPORT + 1] - vertexY(0)) + nz * (F[SUPPORT + 2] - vertexZ(0));
  if (!(up > span) && !(-down > span)) return false;
  if (-down > up) supportDifference(nx, ny, nz);
  addPolytopeVertex();
  return true;
}

/** Starts the polytope with GJK's simplex, completed to a tetrahedron if it is smaller; false if D is flat. */
function startPolytope(): bool {
  clearPolytope();
  const count: i32 = I[SIMPLEX_COUNT];
  for (let k: i32 = 0; k < count; k++) {
    loadSlot(I[SIMPLEX_SLOTS + k]);
    addPolytopeVertex();
  }
  const span: f64 = SPAN_IN_ROUNDINGS * F[ROUNDING];
  if (count < 2 && !spanLine(span)) return false;
  if (count < 3 && !spanPlane(span)) return false;
  if (count < 4 && !spanSpace(span)) return false;
  return closeTetrahedron();
}

/**
 * Barycentric coordinates of the origin's projection on the face give the contact points by eq. 14. Where the
 * projection is beside the triangle the next one that is no deeper than `depth` takes over, with its normal.
 */
function contactPoint(start: i32, depth: f64): void {
  let face: i32 = start;
  const level: f64 = depth + BEHIND_IN_ROUNDINGS * F[ROUNDING];
  for (let step: i32 = 0; step < FACET_STEPS; step++) {
    const f: i32 = EPA_FACES + EPA_FACE_STRIDE * face;
    const p: i32 = EPA_VERTICES + POINT_STRIDE * faceVertex(face, 0);
    const q: i32 = EPA_VERTICES + POINT_STRIDE * faceVertex(face, 1);
    const r: i32 = EPA_VERTICES + POINT_STRIDE * faceVertex(face, 2);
    const nx: f64 = F[f];
    const ny: f64 = F[f + 1];
    const nz: f64 = F[f + 2];
    // In-plane areas against the projection of the origin: no division by the distance, which may be 0.
    let a: f64 = alongNormal(nx, ny, nz, q, r);
    let b: f64 = alongNormal(nx, ny, nz, r, p);
    let c: f64 = alongNormal(nx, ny, nz, p, q);
    // A negative weight means: beyond the side opposite that corner.
    const worst: i32 = a < b ? (a < c ? 1 : 0) : b < c ? 2 : 0;
    const least: f64 = worst === 1 ? a : worst === 2 ? b : c;
    const across: i32 = least < 0.0 ? faceNeighbour(face, worst) : -1;
    const g: i32 = EPA_FACES + EPA_FACE_STRIDE * (across >= 0 ? across : face);
    const inFacet: bool =
      across >= 0 &&
      faceDistance(across) <= level &&
      nx * F[g] + ny * F[g + 1] + nz * F[g + 2] > 1.0 - FACET_COSINE_GAP;
    if (inFacet && step + 1 < FACET_STEPS) {
      face = across;
      continue;
    }
    a = a > 0.0 ? a : 0.0;
    b = b > 0.0 ? b : 0.0;
    c = c > 0.0 ? c : 0.0;
    const sum: f64 = a + b + c;
    if (sum > 0.0) {
      a /= sum;
      b /= sum;
      c /= sum;
    } else {
      a = 1.0;
    }
    for (let k: i32 = 0; k < 3; k++) {
      const onA: f64 = a * F[p + 3 + k] + b * F[q + 3 + k] + c * F[r + 3 + k];
      F[CORE_POINT + k] = onA;
      F[CORE_POINT_B + k] = onA + a * F[p + k] + b * F[q + k] + c * F[r + k];
      F[CORE_NORMAL + k] = -F[f + k];
    }
    return;
  }
}

/**
 * The contact points after epa on polyhedra, by eq. 14 along the normal in CORE_NORMAL; GJK's where that came from the
 * centres.
 */
export function pointOfTriangle(): void {
  if (I[EPA_TRIANGLE] < 0) return;
  const p: i32 = EPA_VERTICES + POINT_STRIDE * I[EPA_TRIANGLE];
  const q: i32 = EPA_VERTICES + POINT_STRIDE * I[EPA_TRIANGLE + 1];
  const r: i32 = EPA_VERTICES + POINT_STRIDE * I[EPA_TRIANGLE + 2];
  const nx: f64 = -F[CORE_NORMAL];
  const ny: f64 = -F[CORE_NORMAL + 1];
  const nz: f64 = -F[CORE_NORMAL + 2];
  const a: f64 = alongNormal(nx, ny, nz, q, r);
  const b: f64 = alongNormal(nx, ny, nz, r, p);
  const c: f64 = alongNormal(nx, ny, nz, p, q);
  const u: f64 = a > 0.0 ? a : 0.0;
  const v: f64 = b > 0.0 ? b : 0.0;
  const w: f64 = c > 0.0 ? c : 0.0;
  const sum: f64 = u + v + w;
  const s: f64 = sum > 0.0 ? u / sum : 1.0;
  const t: f64 = sum > 0.0 ? v / sum : 0.0;
  for (let k: i32 = 0; k < 3; k++) {
    const onA: f64 = s * F[p + 3 + k] + t * F[q + 3 + k] + (1.0 - s - t) * F[r + 3 + k];
    F[CORE_POINT + k] = onA;
    F[CORE_POINT_B + k] = onA + s * F[p + k] + t * F[q + k] + (1.0 - s - t) * F[r + k];
  }
}

/** n.(u x v) of two vertices of the polytope. */
function alongNormal(nx: f64, ny: f64, nz: f64, u: i32, v: i32): f64 {
  return (
    nx * (F[u + 1] * F[v + 2] - F[u + 2] * F[v + 1]) +
    ny * (F[u + 2] * F[v] - F[u] * F[v + 2]) +
    nz * (F[u] * F[v + 1] - F[u + 1] * F[v])
  );
}

/**
 * Initial normal: the line of centres, or any direction if they coincide. Without it, a polytope that is abandoned at
 * once would be polished from the normal of the previous query.
 */
export function startNormal(): bool {
  const x: f64 = F[RELATIVE_ORIGIN];
  const y: f64 = F[RELATIVE_ORIGIN + 1];
  const z: f64 = F[RELATIVE_ORIGIN + 2];
  const length: f64 = Math.sqrt(x * x + y * y + z * z);
  const hasDirection: bool = length > SHORTEST_LENGTH;
  F[CORE_NORMAL] = hasDirection ? x / length : 1.0;
  F[CORE_NORMAL + 1] = hasDirection ? y / length : 0.0;
  F[CORE_NORMAL + 2] = hasDirection ? z / length : 0.0;
  return hasDirection;
}

/** Initial depth along the normal; GJK's witnesses belong to it. */
function depthAlongStart(): f64 {
  const x: f64 = F[CORE_NORMAL];
  const y: f64 = F[CORE_NORMAL + 1];
  const z: f64 = F[CORE_NORMAL + 2];
  supportDifference(x, y, z);
  return -(x * F[SUPPORT] + y * F[SUPPORT + 1] + z * F[SUPPORT + 2]);
}

/** Depth of the origin in D, from GJK's simplex; ends when the bounds differ by less than `gap` or rounding. */
export function epa(gap: f64): i32 {
  const curved: bool = gap > 0.0;
  I[EPA_ITERATIONS] = 0;
  I[REASON] = REASON_NONE;
  const hasCentres: bool = startNormal();
  if (!startPolytope()) return EPA_FLAT;
  const rounding: f64 = F[ROUNDING];
  const close: f64 = gap > EPA_GAP_IN_ROUNDINGS * rounding ? gap : EPA_GAP_IN_ROUNDINGS * rounding;
  const surface: f64 = curved ? distanceOfTetrahedron() : 0.0;
  let depthAbove: f64 = 1.0e300;
  let depthBelow: f64 = -BEHIND_IN_ROUNDINGS * rounding;
  let face: i32 = 0;
  let iterations: i32 = 0;
  let byCentres: bool = true;
  // Vertices of the face that the normal is of: on polyhedra the point is taken once, at the end.
  let p: i32 = -1;
  let q: i32 = -1;
  let r: i32 = -1;
  let reason: i32 = -1;
  let lastHeight: f64 = 0.0;
  // Corners that just touch have a whole cone of normals, of which the line of centres is the most likely.
  if (hasCentres && I[SIMPLEX_COUNT] < 4) depthAbove = depthAlongStart();
  while (reason < 0) {
    face = nearestFace();
    const at: i32 = EPA_FACES + EPA_FACE_STRIDE * face;
    const nx: f64 = F[at];
    const ny: f64 = F[at + 1];
    const nz: f64 = F[at + 2];
    const distance: f64 = faceDistance(face);
    if (distance < -BEHIND_IN_ROUNDINGS * rounding) {
      reason = REASON_THIN;
      break;
    }
    // The surface stays closed around the origin whatever the rounding, so the best bound so far keeps holding.
    if (distance > depthBelow) depthBelow = distance;
    supportDifference(-nx, -ny, -nz);
    iterations++;
    const height: f64 = nx * F[SUPPORT] + ny * F[SUPPORT + 1] + nz * F[SUPPORT + 2];
    lastHeight = height;
    I[SUPPORT_FRESH] = 0;
    if (height < depthAbove) {
      depthAbove = height;
      byCentres = false;
      I[SUPPORT_FRESH] = 1;
      F[SUPPORT_VALUE] = -height;
      if (curved) {
        contactPoint(face, depthAbove);
      } else {
        p = faceVertex(face, 0);
        q = faceVertex(face, 1);
        r = faceVertex(face, 2);
      }
      F[CORE_NORMAL] = -nx;
      F[CORE_NORMAL + 1] = -ny;
      F[CORE_NORMAL + 2] = -nz;
    }
    if (!(depthAbove - depthBelow > close)) {
      reason = REASON_NONE;
    } else if (polytopeIsFull()) {
      reason = REASON_DEEP;
    } else if (I[SUPPORT_IDS] >= 0 && I[SUPPORT_IDS + 1] >= 0 && polytopeHolds(I[SUPPORT_IDS], I[SUPPORT_IDS + 1])) {
      reason = REASON_THIN;
    } else if (!expandPolytope(face)) {
      reason = REASON_THIN;
    }
  }
  // The point belongs to the face that bounds the depth from below, unless the polytope was given up, or that face is
  // under another normal that is nearly as good.
  const isBest: bool = !(lastHeight > depthAbove + close);
  if (reason !== REASON_THIN && !byCentres && curved && isBest) contactPoint(face, depthAbove);
  I[EPA_TRIANGLE] = p;
  I[EPA_TRIANGLE + 1] = q;
  I[EPA_TRIANGLE + 2] = r;
  I[REASON] = reason;
  I[EPA_ITERATIONS] = iterations;
  F[CORE_LOWER] = -depthAbove;
  F[CORE_UPPER] = !(depthBelow > 0.0) && surface > -depthBelow ? surface : -depthBelow;
  return EPA_DONE;
}
