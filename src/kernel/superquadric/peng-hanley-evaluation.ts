// SPDX-License-Identifier: MIT
/**
 * Normal, overlap, points and bounds for the cases of peng-hanley-kernel.ts (PHSQ section 2.4, eq. 10 to 12). The
 * overlap is the depth of the superquadric under the plane through the contact point with that normal.
 *
 * Differs from the paper: bounds. The gap along any normal is a lower bound of the signed distance; a common point
 * gives an upper bound by its depth in either body. Where eq. 12 leaves the vertex's own normals, the overlap counts
 * from the polyhedron's farthest vertex. The distance of bodies apart, absent in the paper, is the lower bound.
 */
import { areBoundsClosed } from '../certificate/bounds.ts';
import { cornerOf, distanceFromFace } from '../features/polyhedron-face.ts';
import {
  CORE,
  CORE_LOWER,
  CORE_NORMAL,
  CORE_POINT,
  CORE_UPPER,
  DIMENSION_A,
  DIMENSION_B,
  LOCAL_POINT,
  PAIR_A,
  PAIR_B,
  PENG_HANLEY_EDGE,
  PENG_HANLEY_EDGE_POINT,
  PENG_HANLEY_FACE,
  PENG_HANLEY_HIGHEST,
  PENG_HANLEY_LOWER,
  PENG_HANLEY_NORMAL,
  PENG_HANLEY_POINT,
  PENG_HANLEY_STEP_COUNT,
  PENG_HANLEY_STEPS,
  PENG_HANLEY_SUPPORT,
  REASON,
  REASON_ITERATION_LIMIT,
  REASON_LOCAL_OPTIMUM,
  REASON_NONE,
  RELATIVE,
  RELATIVE_ORIGIN,
  SEGMENT_GAUGE,
  SEGMENT_LEAST,
  SHAPE_FACE_NORMALS,
  SHAPE_MARGIN,
  SHAPE_NEIGHBOUR_OFFSETS,
  SHAPE_NEIGHBOURS,
  SHAPE_X,
  SHAPE_Y,
  SHAPE_Z,
  STATUS_BOUNDED,
  STATUS_CONVERGED,
  STEP_HEIGHT,
  STEP_NORMAL,
  STEP_POINT,
  STEP_STRIDE,
  SUPERQUADRIC_DERIVATIVES,
  SUPERQUADRIC_PARAMETERS,
  SUPERQUADRIC_SEGMENT,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { toBlockOfB } from '../relative-pose.ts';
import { support, supportVertex } from '../support/support.ts';
import { superquadricGaugeDerivatives } from './superquadric-function.ts';
import { superquadricSegment } from './superquadric-segment.ts';

/**
 * The core point of the superquadric farthest against a direction of the frame, to F[out..]; a sphere's is its centre.
 */
export function supportTowards(nx: f64, ny: f64, nz: f64, out: i32): void {
  const m: i32 = RELATIVE;
  support(
    I[PAIR_B],
    -(F[m] * nx + F[m + 3] * ny + F[m + 6] * nz),
    -(F[m + 1] * nx + F[m + 4] * ny + F[m + 7] * nz),
    -(F[m + 2] * nx + F[m + 5] * ny + F[m + 8] * nz),
    0,
  );
  const x: f64 = F[LOCAL_POINT];
  const y: f64 = F[LOCAL_POINT + 1];
  const z: f64 = F[LOCAL_POINT + 2];
  for (let k: i32 = 0; k < 3; k++) {
    F[out + k] = F[m + 3 * k] * x + F[m + 3 * k + 1] * y + F[m + 3 * k + 2] * z + F[m + 9 + k];
  }
}

/**
 * The answer for whole bodies, to where writeResult takes its margins off again; point on the polyhedron at CORE_POINT.
 */
function answer(distance: f64, lower: f64, upper: f64, dimension: i32): void {
  const margin: f64 = F[I[PAIR_B] + SHAPE_MARGIN];
  F[CORE] = distance + margin;
  F[CORE_LOWER] = lower + margin;
  F[CORE_UPPER] = upper + margin;
  I[DIMENSION_A] = dimension;
  I[DIMENSION_B] = 0;
}

/**
 * Status that the bounds earn. The cases follow a convention, not the least translation: mostly the bounds stay open.
 */
function judged(reason: i32): i32 {
  const isClosed: bool = areBoundsClosed(false);
  I[REASON] = isClosed ? REASON_NONE : reason;
  return isClosed ? STATUS_CONVERGED : STATUS_BOUNDED;
}

/** Two points that are surely in the bodies: the centroid and the centre of the superquadric. */
function distanceOfCentres(centre: i32): f64 {
  const x: f64 = F[RELATIVE_ORIGIN] - F[centre];
  const y: f64 = F[RELATIVE_ORIGIN + 1] - F[centre + 1];
  const z: f64 = F[RELATIVE_ORIGIN + 2] - F[centre + 2];
  return Math.sqrt(x * x + y * y + z * z);
}

/**
 * Radius of a ball in the superquadric about its centre: the least semi-axis, or that in the octahedron of them where
 * it is not blunt.
 */
function innerRadius(): f64 {
  const p: i32 = SUPERQUADRIC_PARAMETERS;
  const a: f64 = F[p];
  const b: f64 = F[p + 1];
  const c: f64 = F[p + 2];
  const shorter: f64 = a < b ? a : b;
  const least: f64 = shorter < c ? shorter : c;
  if (F[p + 3] >= 2.0 && F[p + 4] >= 2.0) return least;
  return least / Math.sqrt((least / a) * (least / a) + (least / b) * (least / b) + (least / c) * (least / c));
}

/**
 * The face searched last: cases 1 and 3 (apart), 2 and 4 (contact, eq. 10), and 8, for which the paper has no contact.
 */
export function evaluateFace(ended: i32, centre: i32, printed: bool): i32 {
  const s: i32 = I[PAIR_A];
  const face: i32 = I[PENG_HANLEY_FACE];
  const n: i32 = I[2 * s + SHAPE_FACE_NORMALS] + 3 * face;
  const p: i32 = PENG_HANLEY_POINT;
  const height: f64 = F[PENG_HANLEY_STEPS + STEP_STRIDE * (I[PENG_HANLEY_STEP_COUNT] - 1) + STEP_HEIGHT];
  for (let k: i32 = 0; k < 3; k++) {
    F[CORE_NORMAL + k] = F[n + k];
    F[CORE_POINT + k] = F[p + k] - height * F[n + k];
  }
  let upper: f64 = 0.0;
  if (ended === 1 || ended === 3) upper = distanceFromFace(s, face, F[p], F[p + 1], F[p + 2]);
  // As deep in the polyhedron as the point is under its nearest face. A point that only neighbours were asked about may
  // be outside.
  else if (ended === 2 || (ended === 4 && !printed)) upper = F[PENG_HANLEY_HIGHEST];
  // The balls about the centre in both bodies.
  else if (ended === 8) upper = F[PENG_HANLEY_HIGHEST] - innerRadius();
  else upper = distanceOfCentres(centre);
  answer(height, F[PENG_HANLEY_LOWER], upper, 2);
  return judged(REASON_LOCAL_OPTIMUM);
}

/** A search that was cut short: the best plane so far, and no common point. */
export function evaluateLimit(centre: i32): i32 {
  let best: i32 = PENG_HANLEY_STEPS;
  for (let k: i32 = 1; k < I[PENG_HANLEY_STEP_COUNT]; k++) {
    const step: i32 = PENG_HANLEY_STEPS + STEP_STRIDE * k;
    if (F[step + STEP_HEIGHT] > F[best + STEP_HEIGHT]) best = step;
  }
  for (let k: i32 = 0; k < 3; k++) {
    F[CORE_NORMAL + k] = F[best + STEP_NORMAL + k];
    F[CORE_POINT + k] = F[best + STEP_POINT + k] - F[best + STEP_HEIGHT] * F[best + STEP_NORMAL + k];
  }
  answer(F[best + STEP_HEIGHT], F[best + STEP_HEIGHT], distanceOfCentres(centre), 2);
  return judged(REASON_ITERATION_LIMIT);
}

/**
 * Edge k of a face, shared with another one, against the superquadric: its point of least F is kept; true where that is
 * inside.
 */
export function atEdge(face: i32, other: i32, k: i32): bool {
  const s: i32 = I[PAIR_A];
  const v: i32 = cornerOf(s, face, k);
  const w: i32 = cornerOf(s, face, k + 1);
  const e: i32 = PENG_HANLEY_EDGE;
  I[e] = v;
  I[e + 1] = w;
  I[e + 2] = face;
  I[e + 3] = other;
  const x: i32 = I[2 * s + SHAPE_X];
  const y: i32 = I[2 * s + SHAPE_Y];
  const z: i32 = I[2 * s + SHAPE_Z];
  toBlockOfB(F[x + v], F[y + v], F[z + v], PENG_HANLEY_SUPPORT);
  toBlockOfB(F[x + w], F[y + w], F[z + w], PENG_HANLEY_NORMAL);
  superquadricSegment(
    SUPERQUADRIC_PARAMETERS,
    F[PENG_HANLEY_SUPPORT],
    F[PENG_HANLEY_SUPPORT + 1],
    F[PENG_HANLEY_SUPPORT + 2],
    F[PENG_HANLEY_NORMAL] - F[PENG_HANLEY_SUPPORT],
    F[PENG_HANLEY_NORMAL + 1] - F[PENG_HANLEY_SUPPORT + 1],
    F[PENG_HANLEY_NORMAL + 2] - F[PENG_HANLEY_SUPPORT + 2],
  );
  const t: f64 = F[SUPERQUADRIC_SEGMENT + SEGMENT_LEAST];
  F[PENG_HANLEY_EDGE_POINT] = F[x + v] + t * (F[x + w] - F[x + v]);
  F[PENG_HANLEY_EDGE_POINT + 1] = F[y + v] + t * (F[y + w] - F[y + v]);
  F[PENG_HANLEY_EDGE_POINT + 2] = F[z + v] + t * (F[z + w] - F[z + v]);
  return !(F[SUPERQUADRIC_SEGMENT + SEGMENT_GAUGE] > 1.0);
}

/** Eq. 12, not yet of unit length: the sum of the unit vectors along all edges at a vertex, towards it. */
function sumOfEdges(vertex: i32): void {
  const s: i32 = I[PAIR_A];
  const x: i32 = I[2 * s + SHAPE_X];
  const y: i32 = I[2 * s + SHAPE_Y];
  const z: i32 = I[2 * s + SHAPE_Z];
  const offsets: i32 = I[2 * s + SHAPE_NEIGHBOUR_OFFSETS];
  const neighbours: i32 = I[2 * s + SHAPE_NEIGHBOURS];
  const end: i32 = I[offsets + vertex + 1];
  const n: i32 = PENG_HANLEY_NORMAL;
  for (let k: i32 = 0; k < 3; k++) F[n + k] = 0.0;
  for (let k: i32 = I[offsets + vertex]; k < end; k++) {
    const i: i32 = I[neighbours + k];
    const ex: f64 = F[x + vertex] - F[x + i];
    const ey: f64 = F[y + vertex] - F[y + i];
    const ez: f64 = F[z + vertex] - F[z + i];
    const length: f64 = Math.sqrt(ex * ex + ey * ey + ez * ez);
    F[n] = F[n] + ex / length;
    F[n + 1] = F[n + 1] + ey / length;
    F[n + 2] = F[n + 2] + ez / length;
  }
}

/**
 * PENG_HANLEY_NORMAL to unit length, in two steps so that nothing underflows; without a direction, that of the face at
 * the edge.
 */
function normaliseNormal(): void {
  const n: i32 = PENG_HANLEY_NORMAL;
  let larger: f64 = 0.0;
  for (let k: i32 = 0; k < 3; k++) if (Math.abs(F[n + k]) > larger) larger = Math.abs(F[n + k]);
  const s: i32 = I[PAIR_A];
  const own: i32 = I[2 * s + SHAPE_FACE_NORMALS] + 3 * I[PENG_HANLEY_EDGE + 2];
  for (let k: i32 = 0; k < 3; k++) F[n + k] = larger > 0.0 ? F[n + k] / larger : F[own + k];
  const length: f64 = Math.sqrt(F[n] * F[n] + F[n + 1] * F[n + 1] + F[n + 2] * F[n + 2]);
  for (let k: i32 = 0; k < 3; k++) F[n + k] = F[n + k] / length;
}

/** How far the polyhedron reaches beyond the edge point along PENG_HANLEY_NORMAL. */
function reachBeyondEdge(): f64 {
  const s: i32 = I[PAIR_A];
  const n: i32 = PENG_HANLEY_NORMAL;
  const e: i32 = PENG_HANLEY_EDGE_POINT;
  const v: i32 = supportVertex(s, F[n], F[n + 1], F[n + 2], I[PENG_HANLEY_EDGE]);
  const dx: f64 = F[I[2 * s + SHAPE_X] + v] - F[e];
  const dy: f64 = F[I[2 * s + SHAPE_Y] + v] - F[e + 1];
  const dz: f64 = F[I[2 * s + SHAPE_Z] + v] - F[e + 2];
  return F[n] * dx + F[n + 1] * dy + F[n + 2] * dz;
}

/**
 * Height of the superquadric's lowest point over the plane through the edge point; the point, on its surface, at
 * PENG_HANLEY_SUPPORT.
 */
function heightOverEdge(): f64 {
  const n: i32 = PENG_HANLEY_NORMAL;
  const e: i32 = PENG_HANLEY_EDGE_POINT;
  const x: i32 = PENG_HANLEY_SUPPORT;
  const margin: f64 = F[I[PAIR_B] + SHAPE_MARGIN];
  supportTowards(F[n], F[n + 1], F[n + 2], x);
  const height: f64 = F[n] * (F[x] - F[e]) + F[n + 1] * (F[x + 1] - F[e + 1]) + F[n + 2] * (F[x + 2] - F[e + 2]);
  for (let k: i32 = 0; k < 3; k++) F[x + k] = F[x + k] - margin * F[n + k];
  return height - margin;
}

/** Normal and point of the plane at the edge for the answer, and as the last step of the search. */
function keepPlane(gap: f64): void {
  const step: i32 = PENG_HANLEY_STEPS + STEP_STRIDE * I[PENG_HANLEY_STEP_COUNT];
  I[2 * step] = -1;
  F[step + STEP_HEIGHT] = gap;
  for (let k: i32 = 0; k < 3; k++) {
    F[CORE_NORMAL + k] = F[PENG_HANLEY_NORMAL + k];
    F[CORE_POINT + k] = F[PENG_HANLEY_EDGE_POINT + k];
    F[step + STEP_POINT + k] = F[PENG_HANLEY_EDGE_POINT + k];
    F[step + STEP_NORMAL + k] = F[PENG_HANLEY_NORMAL + k];
  }
  I[PENG_HANLEY_STEP_COUNT] = I[PENG_HANLEY_STEP_COUNT] + 1;
  if (gap > F[PENG_HANLEY_LOWER]) F[PENG_HANLEY_LOWER] = gap;
}

/** Case 6: eq. 11 where the edge is deepest inside within its length, eq. 12 where it is at an end. */
export function evaluateEdge(printed: bool): i32 {
  const s: i32 = I[PAIR_A];
  const e: i32 = PENG_HANLEY_EDGE;
  const t: f64 = F[SUPERQUADRIC_SEGMENT + SEGMENT_LEAST];
  const isVertex: bool = !(t > 0.0 && t < 1.0);
  if (isVertex) sumOfEdges(t > 0.0 ? I[e + 1] : I[e]);
  else {
    const normals: i32 = I[2 * s + SHAPE_FACE_NORMALS];
    for (let k: i32 = 0; k < 3; k++) {
      F[PENG_HANLEY_NORMAL + k] = F[normals + 3 * I[e + 2] + k] + F[normals + 3 * I[e + 3] + k];
    }
  }
  normaliseNormal();
  const height: f64 = heightOverEdge();
  const gap: f64 = height - reachBeyondEdge();
  keepPlane(gap);
  // With the gauge g at the edge point, 1 - g of the superquadric lies around that point.
  const upper: f64 = (F[SUPERQUADRIC_SEGMENT + SEGMENT_GAUGE] - 1.0) * innerRadius();
  answer(printed ? height : gap, F[PENG_HANLEY_LOWER], upper, isVertex ? 0 : 1);
  return judged(REASON_LOCAL_OPTIMUM);
}

/**
 * Case 5: the plane through the edge point across the gradient of F. Returns the gap along its normal: the bodies are
 * apart where it is positive. `printed` reports them apart in any case, by the distance of the edge point.
 */
export function planeAtEdge(printed: bool): f64 {
  const n: i32 = PENG_HANLEY_NORMAL;
  const e: i32 = PENG_HANLEY_EDGE_POINT;
  const x: i32 = PENG_HANLEY_SUPPORT;
  const g: i32 = SUPERQUADRIC_DERIVATIVES + 1;
  toBlockOfB(F[e], F[e + 1], F[e + 2], x);
  superquadricGaugeDerivatives(SUPERQUADRIC_PARAMETERS, F[x], F[x + 1], F[x + 2], SUPERQUADRIC_DERIVATIVES);
  for (let k: i32 = 0; k < 3; k++) {
    const m: i32 = RELATIVE + 3 * k;
    F[n + k] = -(F[m] * F[g] + F[m + 1] * F[g + 1] + F[m + 2] * F[g + 2]);
  }
  normaliseNormal();
  const gap: f64 = heightOverEdge() - reachBeyondEdge();
  keepPlane(gap);
  const dx: f64 = F[x] - F[e];
  const dy: f64 = F[x + 1] - F[e + 1];
  const dz: f64 = F[x + 2] - F[e + 2];
  const upper: f64 = Math.sqrt(dx * dx + dy * dy + dz * dz);
  answer(printed && !(gap > 0.0) ? upper : gap, F[PENG_HANLEY_LOWER], upper, 1);
  return gap;
}

/** Status of what planeAtEdge has answered. */
export function statusAtEdge(): i32 {
  return judged(REASON_LOCAL_OPTIMUM);
}
