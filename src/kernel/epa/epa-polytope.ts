// SPDX-License-Identifier: MIT
/**
 * Polytope of EPA: triangles with neighbours in flat memory; a neighbour is stored as 4 * face + side. A new point
 * replaces the faces that it sees by a cone over the horizon. A face in the plane of the new point stays and passes its
 * normal to the new triangle beside it.
 *
 * The distance of a face is the smallest projection of its vertices on its normal, so the nearest face is a lower bound
 * of the depth even if the normal of a sliver is rounded. Distances are stored apart, for the search of the nearest.
 */
import {
  EPA_DISTANCES,
  EPA_FACE_CORNERS,
  EPA_FACE_LIMIT,
  EPA_FACE_NEIGHBOURS,
  EPA_FACE_STRIDE,
  EPA_FACE_TOP,
  EPA_FACES,
  EPA_FREE,
  EPA_FREE_COUNT,
  EPA_HORIZON,
  EPA_LIST_LIMIT,
  EPA_REMOVED,
  EPA_STACK,
  EPA_VERTEX_COUNT,
  EPA_VERTEX_LIMIT,
  EPA_VERTICES,
  POINT_IDS,
  POINT_ON_A,
  POINT_STRIDE,
  ROUNDING,
  SUPPORT,
  SUPPORT_IDS,
  SUPPORT_ON_A,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { leastOf } from '../support/vertex-scan.ts';

const REMOVED_DISTANCE: f64 = 1.0e300;
/** A point this many roundings off the plane of a face lies in it: the face stays, and its plane is continued. */
const COPLANAR_IN_ROUNDINGS: f64 = 4.0;

export function addPolytopeVertex(): i32 {
  const v: i32 = I[EPA_VERTEX_COUNT];
  const at: i32 = EPA_VERTICES + POINT_STRIDE * v;
  F[at] = F[SUPPORT];
  F[at + 1] = F[SUPPORT + 1];
  F[at + 2] = F[SUPPORT + 2];
  F[at + POINT_ON_A] = F[SUPPORT_ON_A];
  F[at + POINT_ON_A + 1] = F[SUPPORT_ON_A + 1];
  F[at + POINT_ON_A + 2] = F[SUPPORT_ON_A + 2];
  I[2 * (at + POINT_IDS)] = I[SUPPORT_IDS];
  I[2 * (at + POINT_IDS) + 1] = I[SUPPORT_IDS + 1];
  I[EPA_VERTEX_COUNT] = v + 1;
  return v;
}

export function clearPolytope(): void {
  I[EPA_VERTEX_COUNT] = 0;
  I[EPA_FACE_TOP] = 0;
  I[EPA_FREE_COUNT] = 0;
}

export function polytopeIsFull(): bool {
  return I[EPA_VERTEX_COUNT] >= EPA_VERTEX_LIMIT || I[EPA_FACE_TOP] >= EPA_FACE_LIMIT - 64;
}

export function faceVertex(face: i32, corner: i32): i32 {
  return I[2 * (EPA_FACES + EPA_FACE_STRIDE * face) + EPA_FACE_CORNERS + corner];
}

export function faceNeighbour(face: i32, side: i32): i32 {
  return I[2 * (EPA_FACES + EPA_FACE_STRIDE * face) + EPA_FACE_NEIGHBOURS + side] >> 2;
}

export function faceDistance(face: i32): f64 {
  return F[EPA_DISTANCES + face];
}

/** True if the polytope has this pair of vertices already; such a support point brings no progress. */
export function polytopeHolds(ia: i32, ib: i32): bool {
  const count: i32 = I[EPA_VERTEX_COUNT];
  for (let v: i32 = 0; v < count; v++) {
    const ids: i32 = 2 * (EPA_VERTICES + POINT_STRIDE * v + POINT_IDS);
    if (I[ids] === ia && I[ids + 1] === ib) return true;
  }
  return false;
}

/** Number for a new face. */
function newFace(): i32 {
  const free: i32 = I[EPA_FREE_COUNT];
  if (free > 0) {
    I[EPA_FREE_COUNT] = free - 1;
    return I[EPA_FREE + free - 1];
  }
  const face: i32 = I[EPA_FACE_TOP];
  I[EPA_FACE_TOP] = face + 1;
  return face;
}

/**
 * Normal and distance of the face (u, v, w), counter-clockwise from outside; false when its normal is lost in rounding.
 * A face that continues the plane of another takes over its normal: its own would be worse the narrower it is.
 */
function setFace(face: i32, u: i32, v: i32, w: i32, plane: i32): bool {
  const pu: i32 = EPA_VERTICES + POINT_STRIDE * u;
  const pv: i32 = EPA_VERTICES + POINT_STRIDE * v;
  const pw: i32 = EPA_VERTICES + POINT_STRIDE * w;
  const ax: f64 = F[pu];
  const ay: f64 = F[pu + 1];
  const az: f64 = F[pu + 2];
  const bx: f64 = F[pv];
  const by: f64 = F[pv + 1];
  const bz: f64 = F[pv + 2];
  const cx: f64 = F[pw];
  const cy: f64 = F[pw + 1];
  const cz: f64 = F[pw + 2];
  let nx: f64 = 0.0;
  let ny: f64 = 0.0;
  let nz: f64 = 0.0;
  if (plane >= 0) {
    nx = F[EPA_FACES + EPA_FACE_STRIDE * plane];
    ny = F[EPA_FACES + EPA_FACE_STRIDE * plane + 1];
    nz = F[EPA_FACES + EPA_FACE_STRIDE * plane + 2];
  } else {
    const ex: f64 = bx - ax;
    const ey: f64 = by - ay;
    const ez: f64 = bz - az;
    const fx: f64 = cx - ax;
    const fy: f64 = cy - ay;
    const fz: f64 = cz - az;
    const mx: f64 = ey * fz - ez * fy;
    const my: f64 = ez * fx - ex * fz;
    const mz: f64 = ex * fy - ey * fx;
    const length: f64 = Math.sqrt(mx * mx + my * my + mz * mz);
    if (!(length > 0.0)) return false;
    const inverse: f64 = 1.0 / length;
    nx = mx * inverse;
    ny = my * inverse;
    nz = mz * inverse;
  }
  const d0: f64 = nx * ax + ny * ay + nz * az;
  const d1: f64 = nx * bx + ny * by + nz * bz;
  const d2: f64 = nx * cx + ny * cy + nz * cz;
  const at: i32 = EPA_FACES + EPA_FACE_STRIDE * face;
  F[at] = nx;
  F[at + 1] = ny;
  F[at + 2] = nz;
  // The least of the three without a branch, which would be taken at random: x + |x| is 2x or 0.
  const e1: f64 = d0 - d1;
  const lower: f64 = d0 - 0.5 * (e1 + Math.abs(e1));
  const e2: f64 = lower - d2;
  F[EPA_DISTANCES + face] = lower - 0.5 * (e2 + Math.abs(e2));
  const ids: i32 = 2 * at + EPA_FACE_CORNERS;
  I[ids] = u;
  I[ids + 1] = v;
  I[ids + 2] = w;
  return true;
}

function setNeighbours(face: i32, n0: i32, n1: i32, n2: i32): void {
  const ids: i32 = 2 * (EPA_FACES + EPA_FACE_STRIDE * face) + EPA_FACE_NEIGHBOURS;
  I[ids] = n0;
  I[ids + 1] = n1;
  I[ids + 2] = n2;
}

/** Closes the first four vertices to a tetrahedron; false when it has no volume that floating point can orient. */
export function closeTetrahedron(): bool {
  const p: i32 = EPA_VERTICES;
  const ux: f64 = F[p + POINT_STRIDE] - F[p];
  const uy: f64 = F[p + POINT_STRIDE + 1] - F[p + 1];
  const uz: f64 = F[p + POINT_STRIDE + 2] - F[p + 2];
  const vx: f64 = F[p + 2 * POINT_STRIDE] - F[p];
  const vy: f64 = F[p + 2 * POINT_STRIDE + 1] - F[p + 1];
  const vz: f64 = F[p + 2 * POINT_STRIDE + 2] - F[p + 2];
  const wx: f64 = F[p + 3 * POINT_STRIDE] - F[p];
  const wy: f64 = F[p + 3 * POINT_STRIDE + 1] - F[p + 1];
  const wz: f64 = F[p + 3 * POINT_STRIDE + 2] - F[p + 2];
  const volume: f64 = (uy * vz - uz * vy) * wx + (uz * vx - ux * vz) * wy + (ux * vy - uy * vx) * wz;
  // Outward faces: the fourth vertex lies below the plane of 0, b, c.
  const b: i32 = volume < 0.0 ? 1 : 2;
  const c: i32 = volume < 0.0 ? 2 : 1;
  I[EPA_FACE_TOP] = 4;
  const solid: bool =
    setFace(0, 0, b, c, -1) && setFace(1, 0, 3, b, -1) && setFace(2, b, 3, c, -1) && setFace(3, 0, c, 3, -1);
  setNeighbours(0, 6, 10, 12);
  setNeighbours(1, 14, 8, 0);
  setNeighbours(2, 5, 13, 1);
  setNeighbours(3, 2, 9, 4);
  return solid;
}

/** Number of the face nearest to the origin. */
export function nearestFace(): i32 {
  return leastOf(EPA_DISTANCES, I[EPA_FACE_TOP]);
}

/**
 * Adds the point in SUPPORT, which lies beyond `seen`. False when rounding has spoilt the outline (it is not one loop,
 * or a new triangle has no area): the polytope is then of no further use, but the bounds found before still hold.
 */
export function expandPolytope(seen: i32): bool {
  const w: i32 = addPolytopeVertex();
  const edges: i32 = findHorizon(seen);
  return edges >= 3 && coneOverHorizon(w, edges);
}

/**
 * Removes the faces that the point in SUPPORT sees and lists the horizon, edge by edge in its order around: the vertex
 * where the edge starts, the face beyond with its side, and that face again if the point lies in its plane, else -1.
 * Returns their number, 0 when they do not make a loop.
 */
function findHorizon(seen: i32): i32 {
  const wx: f64 = F[SUPPORT];
  const wy: f64 = F[SUPPORT + 1];
  const wz: f64 = F[SUPPORT + 2];
  const level: f64 = COPLANAR_IN_ROUNDINGS * F[ROUNDING];
  let edges: i32 = 0;
  let last: i32 = -1;
  // Sides of removed faces that have not been crossed yet, as 4 * face + side; depth first keeps the horizon in order.
  let open: i32 = 3;
  I[EPA_STACK] = 4 * seen + 2;
  I[EPA_STACK + 1] = 4 * seen + 1;
  I[EPA_STACK + 2] = 4 * seen;
  let gone: i32 = 1;
  I[EPA_REMOVED] = seen;
  F[EPA_DISTANCES + seen] = REMOVED_DISTANCE;
  while (open > 0) {
    open--;
    const from: i32 = I[EPA_STACK + open];
    const side: i32 = from & 3;
    const ids: i32 = 2 * (EPA_FACES + EPA_FACE_STRIDE * (from >> 2)) + EPA_FACE_CORNERS;
    const across: i32 = I[ids + 3 + side];
    const other: i32 = across >> 2;
    const distance: f64 = F[EPA_DISTANCES + other];
    if (distance === REMOVED_DISTANCE) continue;
    const at: i32 = EPA_FACES + EPA_FACE_STRIDE * other;
    const off: f64 = F[at] * wx + F[at + 1] * wy + F[at + 2] * wz - distance;
    if (off > level) {
      F[EPA_DISTANCES + other] = REMOVED_DISTANCE;
      I[EPA_REMOVED + gone] = other;
      gone++;
      const entered: i32 = across & 3;
      I[EPA_STACK + open] = 4 * other + (entered === 0 ? 2 : entered - 1);
      I[EPA_STACK + open + 1] = 4 * other + (entered === 2 ? 0 : entered + 1);
      open += 2;
    } else {
      const start: i32 = I[ids + side];
      if (edges > 0 && start !== last) return 0;
      last = I[ids + (side === 2 ? 0 : side + 1)];
      I[EPA_HORIZON + 3 * edges] = start;
      I[EPA_HORIZON + 3 * edges + 1] = across;
      I[EPA_HORIZON + 3 * edges + 2] = off > -level ? other : -1;
      edges++;
    }
    if (gone > EPA_LIST_LIMIT || edges > EPA_LIST_LIMIT) return 0;
  }
  if (edges === 0 || last !== I[EPA_HORIZON]) return 0;
  // The numbers of the removed faces are free from now on.
  const free: i32 = I[EPA_FREE_COUNT];
  for (let k: i32 = 0; k < gone; k++) I[EPA_FREE + free + k] = I[EPA_REMOVED + k];
  I[EPA_FREE_COUNT] = free + gone;
  return edges;
}

/** One triangle from each horizon edge to vertex w, linked to its neighbours; false when one has no area. */
function coneOverHorizon(w: i32, edges: i32): bool {
  const first: i32 = newFace();
  let face: i32 = first;
  let previous: i32 = -1;
  let solid: bool = true;
  for (let k: i32 = 0; k < edges; k++) {
    const isLast: bool = k + 1 === edges;
    const next: i32 = isLast ? first : newFace();
    const u: i32 = I[EPA_HORIZON + 3 * k];
    const v: i32 = I[EPA_HORIZON + (isLast ? 0 : 3 * k + 3)];
    const across: i32 = I[EPA_HORIZON + 3 * k + 1];
    if (!setFace(face, u, v, w, I[EPA_HORIZON + 3 * k + 2])) solid = false;
    setNeighbours(face, across, 4 * next + 2, 4 * previous + 1);
    I[2 * (EPA_FACES + EPA_FACE_STRIDE * (across >> 2)) + EPA_FACE_NEIGHBOURS + (across & 3)] = 4 * face;
    previous = face;
    face = next;
  }
  I[2 * (EPA_FACES + EPA_FACE_STRIDE * first) + EPA_FACE_NEIGHBOURS + 2] = 4 * previous + 1;
  return solid;
}
