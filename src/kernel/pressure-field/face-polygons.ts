// SPDX-License-Identifier: MIT
/** Faces of a body in the frame of the pair: their normals, corners and neighbours, and the plane of a half-space. */
import {
  LOCAL_POINT,
  PAIR_A,
  RELATIVE,
  SHAPE_FACE_NORMALS,
  SHAPE_FACE_OFFSETS,
  SHAPE_FACE_VERTICES,
  SHAPE_RADIUS,
  SHAPE_VERTEX_FACE_OFFSETS,
  SHAPE_VERTEX_FACES,
  SHAPE_X,
  SHAPE_Y,
  SHAPE_Z,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { fromBlockOfB } from '../relative-pose.ts';
import { CENTRE_A, FACE_NORMAL, POLYGON, POLYGON_STRIDE } from './pressure-layout.ts';

/** Corners of the square that stands for the plane of a half-space. */
export const SQUARE: i32 = 4;
/** Half its side over the radius of the body: farther than any of its points is from its centroid. */
const SQUARE_REACH: f64 = 2.5;

/** The vector of B's block in the axes of the frame, to F[out..]. */
export function turnFromB(x: f64, y: f64, z: f64, out: i32): void {
  const t: i32 = RELATIVE;
  F[out] = F[t] * x + F[t + 1] * y + F[t + 2] * z;
  F[out + 1] = F[t + 3] * x + F[t + 4] * y + F[t + 5] * z;
  F[out + 2] = F[t + 6] * x + F[t + 7] * y + F[t + 8] * z;
}

/** Outward normal of a face in the frame, at FACE_NORMAL; returns its address. */
export function writeNormal(work: i32, s: i32, isB: bool, face: i32): i32 {
  const n: i32 = I[2 * s + SHAPE_FACE_NORMALS] + 3 * face;
  const out: i32 = work + FACE_NORMAL;
  if (isB) turnFromB(F[n], F[n + 1], F[n + 2], out);
  else {
    F[out] = F[n];
    F[out + 1] = F[n + 1];
    F[out + 2] = F[n + 2];
  }
  return out;
}

/** Vertex v in the frame, at LOCAL_POINT; returns its address. */
export function writeVertex(s: i32, isB: bool, v: i32): i32 {
  const x: f64 = F[I[2 * s + SHAPE_X] + v];
  const y: f64 = F[I[2 * s + SHAPE_Y] + v];
  const z: f64 = F[I[2 * s + SHAPE_Z] + v];
  if (isB) fromBlockOfB(x, y, z, LOCAL_POINT);
  else {
    F[LOCAL_POINT] = x;
    F[LOCAL_POINT + 1] = y;
    F[LOCAL_POINT + 2] = z;
  }
  return LOCAL_POINT;
}

/** The face of shape s beyond the edge from vertex u to vertex v of a face, -1 for none. */
export function faceBeyond(s: i32, face: i32, u: i32, v: i32): i32 {
  const offsets: i32 = I[2 * s + SHAPE_VERTEX_FACE_OFFSETS];
  const faces: i32 = I[2 * s + SHAPE_VERTEX_FACES];
  const endU: i32 = I[offsets + u + 1];
  const firstV: i32 = I[offsets + v];
  const endV: i32 = I[offsets + v + 1];
  for (let i: i32 = I[offsets + u]; i < endU; i++) {
    const other: i32 = I[faces + i];
    if (other === face) continue;
    for (let j: i32 = firstV; j < endV; j++) if (I[faces + j] === other) return other;
  }
  return -1;
}

/** The face as polygon at work and its normal at FACE_NORMAL, in the frame; returns its number of corners. */
export function loadFace(work: i32, s: i32, isB: bool, face: i32): i32 {
  const offsets: i32 = I[2 * s + SHAPE_FACE_OFFSETS];
  const vertices: i32 = I[2 * s + SHAPE_FACE_VERTICES];
  const first: i32 = I[offsets + face];
  const count: i32 = I[offsets + face + 1] - first;
  const to: i32 = I[2 * work + POLYGON];
  writeNormal(work, s, isB, face);
  for (let k: i32 = 0; k < count; k++) {
    const v: i32 = writeVertex(s, isB, I[vertices + first + k]);
    const c: i32 = to + POLYGON_STRIDE * k;
    F[c] = F[v];
    F[c + 1] = F[v + 1];
    F[c + 2] = F[v + 2];
  }
  return count;
}

/**
 * A square in the plane n.x + height = 0 of a half-space, around the foot of A's centroid, as polygon at work; larger
 * than the section of A.
 */
export function loadSquare(work: i32, height: f64): void {
  const n: i32 = work + FACE_NORMAL;
  const o: i32 = work + CENTRE_A;
  const up: f64 = F[n] * F[o] + F[n + 1] * F[o + 1] + F[n + 2] * F[o + 2] + height;
  const side: f64 = SQUARE_REACH * F[I[PAIR_A] + SHAPE_RADIUS];
  // Across the axis that is least along the normal.
  const ax: f64 = Math.abs(F[n]);
  const ay: f64 = Math.abs(F[n + 1]);
  const az: f64 = Math.abs(F[n + 2]);
  const isX: bool = ax <= ay && ax <= az;
  const isY: bool = !isX && ay <= az;
  let ux: f64 = isX ? 0.0 : isY ? -F[n + 2] : F[n + 1];
  let uy: f64 = isX ? F[n + 2] : isY ? 0.0 : -F[n];
  let uz: f64 = isX ? -F[n + 1] : isY ? F[n] : 0.0;
  const scale: f64 = side / Math.sqrt(ux * ux + uy * uy + uz * uz);
  ux *= scale;
  uy *= scale;
  uz *= scale;
  const vx: f64 = F[n + 1] * uz - F[n + 2] * uy;
  const vy: f64 = F[n + 2] * ux - F[n] * uz;
  const vz: f64 = F[n] * uy - F[n + 1] * ux;
  const to: i32 = I[2 * work + POLYGON];
  for (let k: i32 = 0; k < SQUARE; k++) {
    const i: f64 = k === 0 || k === 3 ? -1.0 : 1.0;
    const j: f64 = k < 2 ? -1.0 : 1.0;
    const c: i32 = to + POLYGON_STRIDE * k;
    F[c] = F[o] - up * F[n] + (i * ux + j * vx);
    F[c + 1] = F[o + 1] - up * F[n + 1] + (i * uy + j * vy);
    F[c + 2] = F[o + 2] - up * F[n + 2] + (i * uz + j * vz);
  }
}
