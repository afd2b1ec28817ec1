// SPDX-License-Identifier: MIT
/**
 * The polytope of EPA: triangles with their neighbours in flat memory. A new point replaces every face that it sees by
 * the cone over the horizon; a face in the plane of the new point stays and lends its normal to the triangle beside it.
 *
 * A face's distance is the smallest projection of its own vertices on its normal: the triangle then lies beyond that
 * plane whatever the rounding of a sliver's normal, so the nearest face bounds the depth from below in any case.
 */
import {
  EPA_FACE_LIMIT,
  EPA_FACES,
  EPA_FREE,
  EPA_HORIZON,
  EPA_START_FACE,
  EPA_VERTEX_LIMIT,
  EPA_VERTICES,
  ROUNDING,
  SUPPORT,
  SUPPORT_IDS,
} from './layout.ts';
import { F, I } from './memory.ts';

const REMOVED_DISTANCE: f64 = 1.0e300;
/** Face integers start this many cells into the face: vertices 3, neighbours 3. */
const FACE_IDS: i32 = 4;
/** A point this many roundings off the plane of a face lies in it: the face stays, and its plane is continued. */
const COPLANAR_IN_ROUNDINGS: f64 = 4.0;
// Counters of the polytope, in I in front of the free list's region.
const VERTEX_COUNT: i32 = EPA_START_FACE - 4;
const FACE_TOP: i32 = EPA_START_FACE - 3;
const FREE_COUNT: i32 = EPA_START_FACE - 2;
/** First integer of the horizon list behind the stack of seen faces. */
const HORIZON_EDGES: i32 = EPA_HORIZON + EPA_FACE_LIMIT;
const HORIZON_LIMIT: i32 = 4096;

export function addPolytopeVertex(): i32 {
  const v: i32 = I[VERTEX_COUNT];
  const at: i32 = EPA_VERTICES + 8 * v;
  for (let k: i32 = 0; k < 6; k++) F[at + k] = F[SUPPORT + k];
  I[2 * (at + 6)] = I[SUPPORT_IDS];
  I[2 * (at + 6) + 1] = I[SUPPORT_IDS + 1];
  I[EPA_START_FACE + v] = -1;
  I[VERTEX_COUNT] = v + 1;
  return v;
}

export function clearPolytope(): void {
  I[VERTEX_COUNT] = 0;
  I[FACE_TOP] = 0;
  I[FREE_COUNT] = 0;
}

export function polytopeIsFull(): bool {
  return I[VERTEX_COUNT] >= EPA_VERTEX_LIMIT || I[FACE_TOP] >= EPA_FACE_LIMIT - 64;
}

export function faceVertex(face: i32, corner: i32): i32 {
  return I[2 * (EPA_FACES + 8 * face + FACE_IDS) + corner];
}

export function faceNeighbour(face: i32, side: i32): i32 {
  return I[2 * (EPA_FACES + 8 * face + FACE_IDS) + 3 + side];
}

/** True when the polytope has this pair of vertices already: a support point that is not new brings nothing. */
export function polytopeHolds(ia: i32, ib: i32): bool {
  const count: i32 = I[VERTEX_COUNT];
  for (let v: i32 = 0; v < count; v++) {
    const ids: i32 = 2 * (EPA_VERTICES + 8 * v + 6);
    if (I[ids] === ia && I[ids + 1] === ib) return true;
  }
  return false;
}

/**
 * Makes the face (u, v, w), counter-clockwise from outside; -1 when its normal is lost in rounding. A face that continues the
 * plane of another takes over its normal: its own would be worse the narrower it is.
 */
function makeFace(u: i32, v: i32, w: i32, plane: i32): i32 {
  const pu: i32 = EPA_VERTICES + 8 * u;
  const pv: i32 = EPA_VERTICES + 8 * v;
  const pw: i32 = EPA_VERTICES + 8 * w;
  const ax: f64 = F[pu];
  const ay: f64 = F[pu + 1];
  const az: f64 = F[pu + 2];
  const ex: f64 = F[pv] - ax;
  const ey: f64 = F[pv + 1] - ay;
  const ez: f64 = F[pv + 2] - az;
  const fx: f64 = F[pw] - ax;
  const fy: f64 = F[pw + 1] - ay;
  const fz: f64 = F[pw + 2] - az;
  let nx: f64 = ey * fz - ez * fy;
  let ny: f64 = ez * fx - ex * fz;
  let nz: f64 = ex * fy - ey * fx;
  if (plane >= 0) {
    nx = F[EPA_FACES + 8 * plane];
    ny = F[EPA_FACES + 8 * plane + 1];
    nz = F[EPA_FACES + 8 * plane + 2];
  } else {
    const length: f64 = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (!(length > 0.0)) return -1;
    const inverse: f64 = 1.0 / length;
    nx *= inverse;
    ny *= inverse;
    nz *= inverse;
  }
  let face: i32 = 0;
  if (I[FREE_COUNT] > 0) {
    I[FREE_COUNT] = I[FREE_COUNT] - 1;
    face = I[EPA_FREE + I[FREE_COUNT]];
  } else {
    face = I[FACE_TOP];
    I[FACE_TOP] = face + 1;
  }
  const d0: f64 = nx * ax + ny * ay + nz * az;
  const d1: f64 = nx * F[pv] + ny * F[pv + 1] + nz * F[pv + 2];
  const d2: f64 = nx * F[pw] + ny * F[pw + 1] + nz * F[pw + 2];
  let distance: f64 = d0 < d1 ? d0 : d1;
  if (d2 < distance) distance = d2;
  const at: i32 = EPA_FACES + 8 * face;
  F[at] = nx;
  F[at + 1] = ny;
  F[at + 2] = nz;
  F[at + 3] = distance;
  const ids: i32 = 2 * (at + FACE_IDS);
  I[ids] = u;
  I[ids + 1] = v;
  I[ids + 2] = w;
  return face;
}

function setNeighbours(face: i32, n0: i32, n1: i32, n2: i32): void {
  const ids: i32 = 2 * (EPA_FACES + 8 * face + FACE_IDS) + 3;
  I[ids] = n0;
  I[ids + 1] = n1;
  I[ids + 2] = n2;
}

/** Closes the first four vertices to a tetrahedron; false when it has no volume that floating point can orient. */
export function closeTetrahedron(): bool {
  const p: i32 = EPA_VERTICES;
  const ux: f64 = F[p + 8] - F[p];
  const uy: f64 = F[p + 9] - F[p + 1];
  const uz: f64 = F[p + 10] - F[p + 2];
  const vx: f64 = F[p + 16] - F[p];
  const vy: f64 = F[p + 17] - F[p + 1];
  const vz: f64 = F[p + 18] - F[p + 2];
  const wx: f64 = F[p + 24] - F[p];
  const wy: f64 = F[p + 25] - F[p + 1];
  const wz: f64 = F[p + 26] - F[p + 2];
  const volume: f64 = (uy * vz - uz * vy) * wx + (uz * vx - ux * vz) * wy + (ux * vy - uy * vx) * wz;
  // Outward faces: the fourth vertex lies below the plane of 0, b, c.
  const b: i32 = volume < 0.0 ? 1 : 2;
  const c: i32 = volume < 0.0 ? 2 : 1;
  const f0: i32 = makeFace(0, b, c, -1);
  const f1: i32 = makeFace(0, 3, b, -1);
  const f2: i32 = makeFace(b, 3, c, -1);
  const f3: i32 = makeFace(0, c, 3, -1);
  if (f0 < 0 || f1 < 0 || f2 < 0 || f3 < 0) return false;
  setNeighbours(f0, f1, f2, f3);
  setNeighbours(f1, f3, f2, f0);
  setNeighbours(f2, f1, f3, f0);
  setNeighbours(f3, f0, f2, f1);
  return true;
}

/** Number of the face nearest to the origin. */
export function nearestFace(): i32 {
  const top: i32 = I[FACE_TOP];
  let best: i32 = 0;
  let least: f64 = F[EPA_FACES + 3];
  for (let f: i32 = 1; f < top; f++) {
    const d: f64 = F[EPA_FACES + 8 * f + 3];
    if (d < least) {
      least = d;
      best = f;
    }
  }
  return best;
}

function remove(face: i32): void {
  F[EPA_FACES + 8 * face + 3] = REMOVED_DISTANCE;
}

function removed(face: i32): bool {
  return F[EPA_FACES + 8 * face + 3] === REMOVED_DISTANCE;
}

/**
 * Adds the point in SUPPORT, which lies beyond `seen`. False when rounding has spoilt the outline (it is not one loop, or
 * a new triangle has no area): the polytope is then of no further use, but the bounds found before still hold.
 */
export function expandPolytope(seen: i32): bool {
  const wx: f64 = F[SUPPORT];
  const wy: f64 = F[SUPPORT + 1];
  const wz: f64 = F[SUPPORT + 2];
  const level: f64 = COPLANAR_IN_ROUNDINGS * F[ROUNDING];
  const w: i32 = addPolytopeVertex();
  let stack: i32 = 1;
  let done: i32 = 0;
  let edges: i32 = 0;
  I[EPA_HORIZON] = seen;
  remove(seen);
  while (done < stack) {
    const face: i32 = I[EPA_HORIZON + done];
    done++;
    const ids: i32 = 2 * (EPA_FACES + 8 * face + FACE_IDS);
    for (let side: i32 = 0; side < 3; side++) {
      const other: i32 = I[ids + 3 + side];
      if (removed(other)) continue;
      const at: i32 = EPA_FACES + 8 * other;
      if (F[at] * wx + F[at + 1] * wy + F[at + 2] * wz - F[at + 3] > level) {
        I[EPA_HORIZON + stack] = other;
        stack++;
        remove(other);
      }
    }
  }
  for (let k: i32 = 0; k < stack; k++) {
    const face: i32 = I[EPA_HORIZON + k];
    const ids: i32 = 2 * (EPA_FACES + 8 * face + FACE_IDS);
    for (let side: i32 = 0; side < 3; side++) {
      const other: i32 = I[ids + 3 + side];
      if (removed(other)) continue;
      if (edges === HORIZON_LIMIT) return false;
      const e: i32 = HORIZON_EDGES + 4 * edges;
      I[e] = I[ids + side];
      I[e + 1] = I[ids + (side === 2 ? 0 : side + 1)];
      I[e + 2] = other;
      I[e + 3] = face;
      edges++;
    }
  }
  if (edges < 3) return false;
  for (let k: i32 = 0; k < stack; k++) {
    I[EPA_FREE + I[FREE_COUNT]] = I[EPA_HORIZON + k];
    I[FREE_COUNT] = I[FREE_COUNT] + 1;
  }
  return coneOverHorizon(w, edges);
}

/** One triangle from each horizon edge to vertex w, linked to its neighbours; false when the outline is not one loop. */
function coneOverHorizon(w: i32, edges: i32): bool {
  for (let k: i32 = 0; k < edges; k++) {
    const e: i32 = HORIZON_EDGES + 4 * k;
    const u: i32 = I[e];
    const v: i32 = I[e + 1];
    const other: i32 = I[e + 2];
    if (I[EPA_START_FACE + u] >= 0) return false;
    const at: i32 = EPA_FACES + 8 * other;
    const p: i32 = EPA_VERTICES + 8 * w;
    const off: f64 = F[at] * F[p] + F[at + 1] * F[p + 1] + F[at + 2] * F[p + 2] - F[at + 3];
    const face: i32 = makeFace(u, v, w, off > -COPLANAR_IN_ROUNDINGS * F[ROUNDING] ? other : -1);
    if (face < 0) return false;
    I[EPA_START_FACE + u] = face;
    I[e + 3] = face;
    I[2 * (EPA_FACES + 8 * face + FACE_IDS) + 3] = other;
    // The face across the edge still names the removed face: find its side by the edge's vertices.
    const ids: i32 = 2 * (EPA_FACES + 8 * other + FACE_IDS);
    const side: i32 = I[ids] === v ? 0 : I[ids + 1] === v ? 1 : 2;
    I[ids + 3 + side] = face;
  }
  for (let k: i32 = 0; k < edges; k++) {
    const e: i32 = HORIZON_EDGES + 4 * k;
    const next: i32 = I[EPA_START_FACE + I[e + 1]];
    if (next < 0) return false;
    const face: i32 = I[e + 3];
    I[2 * (EPA_FACES + 8 * face + FACE_IDS) + 4] = next;
    I[2 * (EPA_FACES + 8 * next + FACE_IDS) + 5] = face;
  }
  for (let k: i32 = 0; k < edges; k++) I[EPA_START_FACE + I[HORIZON_EDGES + 4 * k]] = -1;
  return true;
}
