// SPDX-License-Identifier: MIT
/**
 * Faces of a polyhedron, for a search from face to face: heights over their planes, neighbours across edges (PHSQ Fig.
 * 9), distances. Points are in the frame of the block.
 */
import {
  SHAPE_FACE_COUNT,
  SHAPE_FACE_NORMALS,
  SHAPE_FACE_OFFSETS,
  SHAPE_FACE_VERTICES,
  SHAPE_VERTEX_FACE_OFFSETS,
  SHAPE_VERTEX_FACES,
  SHAPE_X,
  SHAPE_Y,
  SHAPE_Z,
} from '../layout.ts';
import { F, I } from '../memory.ts';

/** Number of corners of a face, and of its edges. */
export function cornerCount(s: i32, face: i32): i32 {
  const offsets: i32 = I[2 * s + SHAPE_FACE_OFFSETS] + face;
  return I[offsets + 1] - I[offsets];
}

/** Vertex number of corner k of a face; k may be the number of corners, which is the first again. */
export function cornerOf(s: i32, face: i32, k: i32): i32 {
  const offsets: i32 = I[2 * s + SHAPE_FACE_OFFSETS] + face;
  const at: i32 = I[offsets] + k;
  return I[I[2 * s + SHAPE_FACE_VERTICES] + (at < I[offsets + 1] ? at : I[offsets])];
}

/** Signed height of a point over the plane of a face, positive outside (the f_i of PHSQ eq. 8, for a unit normal). */
export function heightOverFace(s: i32, face: i32, x: f64, y: f64, z: f64): f64 {
  const n: i32 = I[2 * s + SHAPE_FACE_NORMALS] + 3 * face;
  const v: i32 = I[I[2 * s + SHAPE_FACE_VERTICES] + I[I[2 * s + SHAPE_FACE_OFFSETS] + face]];
  const dx: f64 = x - F[I[2 * s + SHAPE_X] + v];
  const dy: f64 = y - F[I[2 * s + SHAPE_Y] + v];
  const dz: f64 = z - F[I[2 * s + SHAPE_Z] + v];
  return F[n] * dx + F[n + 1] * dy + F[n + 2] * dz;
}

/** The face with the largest height of the point: the maximal positive face outside, the nearest face inside. */
export function highestFace(s: i32, x: f64, y: f64, z: f64): i32 {
  const count: i32 = I[2 * s + SHAPE_FACE_COUNT];
  let best: i32 = 0;
  let top: f64 = heightOverFace(s, 0, x, y, z);
  for (let face: i32 = 1; face < count; face++) {
    const height: f64 = heightOverFace(s, face, x, y, z);
    if (height > top) {
      top = height;
      best = face;
    }
  }
  return best;
}

/** The face whose outward normal is most along a vector (PHSQ section 2.3.1). */
export function faceMostAlong(s: i32, x: f64, y: f64, z: f64): i32 {
  const count: i32 = I[2 * s + SHAPE_FACE_COUNT];
  const normals: i32 = I[2 * s + SHAPE_FACE_NORMALS];
  let best: i32 = 0;
  let top: f64 = F[normals] * x + F[normals + 1] * y + F[normals + 2] * z;
  for (let face: i32 = 1; face < count; face++) {
    const n: i32 = normals + 3 * face;
    const along: f64 = F[n] * x + F[n + 1] * y + F[n + 2] * z;
    if (along > top) {
      top = along;
      best = face;
    }
  }
  return best;
}

/**
 * The other face at the edge from corner k of a face to the next: the lists of faces around both ends, ascending, have
 * two in common.
 */
export function faceAcross(s: i32, face: i32, k: i32): i32 {
  const offsets: i32 = I[2 * s + SHAPE_VERTEX_FACE_OFFSETS];
  const faces: i32 = I[2 * s + SHAPE_VERTEX_FACES];
  const v: i32 = cornerOf(s, face, k);
  const w: i32 = cornerOf(s, face, k + 1);
  let i: i32 = I[offsets + v];
  let j: i32 = I[offsets + w];
  const endOfV: i32 = I[offsets + v + 1];
  const endOfW: i32 = I[offsets + w + 1];
  while (i < endOfV && j < endOfW) {
    const f: i32 = I[faces + i];
    const g: i32 = I[faces + j];
    if (f === g && f !== face) return f;
    if (f <= g) i++;
    if (g <= f) j++;
  }
  return -1;
}

/** Number of the edge of a face behind which another one lies; -1 where they have none in common. */
export function edgeTowards(s: i32, face: i32, other: i32): i32 {
  const count: i32 = cornerCount(s, face);
  for (let k: i32 = 0; k < count; k++) if (faceAcross(s, face, k) === other) return k;
  return -1;
}

/** Distance of a point from the edge between two vertices. */
function distanceFromEdge(s: i32, v: i32, w: i32, x: f64, y: f64, z: f64): f64 {
  const xs: i32 = I[2 * s + SHAPE_X];
  const ys: i32 = I[2 * s + SHAPE_Y];
  const zs: i32 = I[2 * s + SHAPE_Z];
  const ex: f64 = F[xs + w] - F[xs + v];
  const ey: f64 = F[ys + w] - F[ys + v];
  const ez: f64 = F[zs + w] - F[zs + v];
  const dx: f64 = x - F[xs + v];
  const dy: f64 = y - F[ys + v];
  const dz: f64 = z - F[zs + v];
  const along: f64 = (dx * ex + dy * ey + dz * ez) / (ex * ex + ey * ey + ez * ez);
  const t: f64 = along > 0.0 ? (along < 1.0 ? along : 1.0) : 0.0;
  const rx: f64 = dx - t * ex;
  const ry: f64 = dy - t * ey;
  const rz: f64 = dz - t * ez;
  return Math.sqrt(rx * rx + ry * ry + rz * rz);
}

/**
 * Distance of a point from a face itself: its height where it projects into the polygon, else that from the nearest
 * edge.
 */
export function distanceFromFace(s: i32, face: i32, x: f64, y: f64, z: f64): f64 {
  const n: i32 = I[2 * s + SHAPE_FACE_NORMALS] + 3 * face;
  const xs: i32 = I[2 * s + SHAPE_X];
  const ys: i32 = I[2 * s + SHAPE_Y];
  const zs: i32 = I[2 * s + SHAPE_Z];
  const count: i32 = cornerCount(s, face);
  let isBeside: bool = false;
  let least: f64 = 1.0e300;
  for (let k: i32 = 0; k < count; k++) {
    const v: i32 = cornerOf(s, face, k);
    const w: i32 = cornerOf(s, face, k + 1);
    const ex: f64 = F[xs + w] - F[xs + v];
    const ey: f64 = F[ys + w] - F[ys + v];
    const ez: f64 = F[zs + w] - F[zs + v];
    // Corners run counter-clockwise seen from outside: edge x normal leads out of the polygon.
    const ox: f64 = ey * F[n + 2] - ez * F[n + 1];
    const oy: f64 = ez * F[n] - ex * F[n + 2];
    const oz: f64 = ex * F[n + 1] - ey * F[n];
    if (!(ox * (x - F[xs + v]) + oy * (y - F[ys + v]) + oz * (z - F[zs + v]) > 0.0)) continue;
    isBeside = true;
    // Beyond this edge: the nearest point of the polygon is on one of the edges that the point is beyond.
    const distance: f64 = distanceFromEdge(s, v, w, x, y, z);
    if (distance < least) least = distance;
  }
  return isBeside ? least : Math.abs(heightOverFace(s, face, x, y, z));
}
