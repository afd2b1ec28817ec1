// SPDX-License-Identifier: MIT
/**
 * The field of a body in the frame of the pair: its centre, and the planes of its faces in a slab, under which the
 * pressure is linear.
 */
import {
  BOX,
  POLYHEDRON_CENTROID,
  SHAPE_FACE_COUNT,
  SHAPE_FACE_OFFSETS,
  SHAPE_FACE_VERTICES,
  SHAPE_KIND,
  SHAPE_VERTEX_COUNT,
  SHAPE_X,
  SHAPE_Y,
  SHAPE_Z,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { fromBlockOfB } from '../relative-pose.ts';
import { writeNormal, writeVertex } from './face-polygons.ts';
import {
  CENTRE_A,
  CENTRE_B,
  FACING_A,
  FACING_B,
  GUESS,
  PLANE_CONSTANT,
  PLANE_FACE,
  PLANE_GRADIENT,
  PLANE_LISTED,
  PLANE_STRIDE,
  PLANE_TOLERANCE,
} from './pressure-layout.ts';

/** Centroid of shape s in the frame, to F[out..]. */
export function writeCentre(s: i32, isB: bool, out: i32): void {
  const at: i32 = s + POLYHEDRON_CENTROID;
  const isBox: bool = I[2 * s + SHAPE_KIND] === BOX;
  const x: f64 = isBox ? 0.0 : F[at];
  const y: f64 = isBox ? 0.0 : F[at + 1];
  const z: f64 = isBox ? 0.0 : F[at + 2];
  if (isB) fromBlockOfB(x, y, z, out);
  else {
    F[out] = x;
    F[out + 1] = y;
    F[out + 2] = z;
  }
}

/** Values of n.x, n in the frame of the shape's block, at all vertices, to F[values..]; returns the greatest. */
export function measureVertices(s: i32, nx: f64, ny: f64, nz: f64, values: i32): f64 {
  const x: i32 = I[2 * s + SHAPE_X];
  const y: i32 = I[2 * s + SHAPE_Y];
  const z: i32 = I[2 * s + SHAPE_Z];
  const count: i32 = I[2 * s + SHAPE_VERTEX_COUNT];
  let greatest: f64 = -Infinity;
  for (let v: i32 = 0; v < count; v++) {
    const value: f64 = nx * F[x + v] + ny * F[y + v] + nz * F[z + v];
    F[values + v] = value;
    if (value > greatest) greatest = value;
  }
  return greatest;
}

/**
 * Lists the planes of the faces of shape s that have a vertex whose value is above the limit, in the frame; returns
 * their number. A face with the centroid on or above its plane, of a body without volume, has no pressure. The plane
 * that faces the other body most, by GUESS, is noted.
 */
export function listPlanes(work: i32, s: i32, isB: bool, values: i32, limit: f64, tolerance: f64, planes: i32): i32 {
  const faces: i32 = I[2 * s + SHAPE_FACE_COUNT];
  const offsets: i32 = I[2 * s + SHAPE_FACE_OFFSETS];
  const vertices: i32 = I[2 * s + SHAPE_FACE_VERTICES];
  const centre: i32 = work + (isB ? CENTRE_B : CENTRE_A);
  const cx: f64 = F[centre];
  const cy: f64 = F[centre + 1];
  const cz: f64 = F[centre + 2];
  // B faces A against GUESS.
  const g: i32 = work + GUESS;
  const away: f64 = isB ? -1.0 : 1.0;
  const facing: i32 = 2 * work + (isB ? FACING_B : FACING_A);
  let most: f64 = -Infinity;
  let count: i32 = 0;
  I[facing] = 0;
  for (let f: i32 = 0; f < faces; f++) {
    const first: i32 = I[offsets + f];
    const end: i32 = I[offsets + f + 1];
    let k: i32 = first;
    while (k < end && !(F[values + I[vertices + k]] > limit)) k++;
    I[2 * (planes + PLANE_STRIDE * f + PLANE_LISTED)] = 0;
    if (k === end) continue;
    const n: i32 = writeNormal(work, s, isB, f);
    const v: i32 = writeVertex(s, isB, I[vertices + first]);
    const nx: f64 = F[n];
    const ny: f64 = F[n + 1];
    const nz: f64 = F[n + 2];
    const x: f64 = F[v];
    const y: f64 = F[v + 1];
    const z: f64 = F[v + 2];
    const column: f64 = nx * (x - cx) + ny * (y - cy) + nz * (z - cz);
    if (!(column > 0.0)) continue;
    const p: i32 = planes + PLANE_STRIDE * count;
    const rise: f64 = 1.0 / column;
    F[p + PLANE_GRADIENT] = rise * nx;
    F[p + PLANE_GRADIENT + 1] = rise * ny;
    F[p + PLANE_GRADIENT + 2] = rise * nz;
    F[p + PLANE_CONSTANT] = rise * (nx * x + ny * y + nz * z);
    F[p + PLANE_TOLERANCE] = rise * tolerance;
    I[2 * (p + PLANE_FACE)] = f;
    I[2 * (planes + PLANE_STRIDE * f + PLANE_LISTED)] = p;
    count++;
    const along: f64 = away * (nx * F[g] + ny * F[g + 1] + nz * F[g + 2]);
    if (along > most) {
      most = along;
      I[facing] = p;
    }
  }
  return count;
}

/** The plane n.x + height = 0 of a half-space as plane of a field that rises below it. */
export function writePlane(p: i32, nx: f64, ny: f64, nz: f64, height: f64, tolerance: f64): void {
  F[p + PLANE_GRADIENT] = nx;
  F[p + PLANE_GRADIENT + 1] = ny;
  F[p + PLANE_GRADIENT + 2] = nz;
  F[p + PLANE_CONSTANT] = -height;
  F[p + PLANE_TOLERANCE] = tolerance;
}
