// SPDX-License-Identifier: MIT
/**
 * The two features that face each other along a normal: the farthest vertices of each body, and whether they are a
 * vertex, an edge or a face.
 */

import {
  CORE_NORMAL,
  DIMENSION_A,
  DIMENSION_B,
  FACE_A,
  FACE_B,
  FEATURE_A,
  FEATURE_B,
  FEATURE_RELATIVE_TOLERANCE,
  FEATURE_SPREAD,
  PAIR_A,
  PAIR_B,
  PAIR_HINT_A,
  PAIR_HINT_B,
  RELATIVE,
  ROUNDING,
  SHAPE_EXTENT,
  SHAPE_FACE_NORMALS,
  SHAPE_X,
  SHAPE_Y,
  SHAPE_Z,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { faceAlong, gatherFeature } from './feature.ts';

/**
 * Vertices this close to the farthest, in roundings of the coordinates, belong to the feature: rotated faces round so.
 */
export const FEATURE_IN_ROUNDINGS: f64 = 8.0;
/** A face is square to a direction if its normal is within about 1e-4 rad: more than any tolerance here tilts it. */
const SQUARE_COSINE_GAP: f64 = 1.0e-8;
/** Vertices nearer to each other than this fraction of the body are one corner. */
const CLUSTER_EXTENT: f64 = 1.0e-6;

/** The listed vertex that is farthest along the direction, in the block's frame. */
function topVertex(s: i32, list: i32, dx: f64, dy: f64, dz: f64): i32 {
  const x: i32 = I[2 * s + SHAPE_X];
  const y: i32 = I[2 * s + SHAPE_Y];
  const z: i32 = I[2 * s + SHAPE_Z];
  const count: i32 = I[list];
  let best: i32 = I[list + 1];
  let top: f64 = F[x + best] * dx + F[y + best] * dy + F[z + best] * dz;
  for (let k: i32 = 2; k <= count; k++) {
    const i: i32 = I[list + k];
    const projection: f64 = F[x + i] * dx + F[y + i] * dy + F[z + i] * dz;
    if (projection > top) {
      top = projection;
      best = i;
    }
  }
  return best;
}

/** Largest projection of the listed vertices on the direction. */
export function topOfFeature(s: i32, list: i32, dx: f64, dy: f64, dz: f64): f64 {
  const i: i32 = topVertex(s, list, dx, dy, dz);
  return F[I[2 * s + SHAPE_X] + i] * dx + F[I[2 * s + SHAPE_Y] + i] * dy + F[I[2 * s + SHAPE_Z] + i] * dz;
}

/** Collects both features along the normal, within `loose` of the body plus rounding; the dimensions follow. */
export function gatherFeatures(nx: f64, ny: f64, nz: f64, loose: f64): void {
  const a: i32 = I[PAIR_A];
  const b: i32 = I[PAIR_B];
  const near: f64 = FEATURE_IN_ROUNDINGS * F[ROUNDING];
  const countA: i32 = gatherFeature(a, nx, ny, nz, I[PAIR_HINT_A], loose * F[a + SHAPE_EXTENT] + near, FEATURE_A);
  const spreadA: f64 = F[FEATURE_SPREAD];
  const countB: i32 = gatherFeature(
    b,
    inwardX(nx, ny, nz),
    inwardY(nx, ny, nz),
    inwardZ(nx, ny, nz),
    I[PAIR_HINT_B],
    loose * F[b + SHAPE_EXTENT] + near,
    FEATURE_B,
  );
  if (spreadA > F[FEATURE_SPREAD]) F[FEATURE_SPREAD] = spreadA;
  I[FACE_A] = -1;
  I[FACE_B] = -1;
  I[DIMENSION_A] = countA > 2 ? classify(a, FEATURE_A, nx, ny, nz, FACE_A) : countA - 1;
  I[DIMENSION_B] =
    countB > 2
      ? classify(b, FEATURE_B, inwardX(nx, ny, nz), inwardY(nx, ny, nz), inwardZ(nx, ny, nz), FACE_B)
      : countB - 1;
  F[FEATURE_RELATIVE_TOLERANCE] = loose;
}

/**
 * Dimension of a feature of three or more vertices: a face if one of their faces is perpendicular to the direction (its
 * number goes to I[out]). Otherwise a cluster of nearly equal vertices counts as a vertex, and a row of them as an
 * edge.
 */
export function classify(s: i32, list: i32, dx: f64, dy: f64, dz: f64, out: i32): i32 {
  const count: i32 = I[list];
  const normals: i32 = I[2 * s + SHAPE_FACE_NORMALS];
  for (let k: i32 = 1; k <= count; k++) {
    const face: i32 = faceAlong(s, dx, dy, dz, I[list + k]);
    if (face < 0) continue;
    const n: i32 = normals + 3 * face;
    if (F[n] * dx + F[n + 1] * dy + F[n + 2] * dz > 1.0 - SQUARE_COSINE_GAP) {
      I[out] = face;
      return 2;
    }
  }
  const x: i32 = I[2 * s + SHAPE_X];
  const y: i32 = I[2 * s + SHAPE_Y];
  const z: i32 = I[2 * s + SHAPE_Z];
  const first: i32 = I[list + 1];
  let farthest: i32 = 2;
  let most: f64 = 0.0;
  for (let k: i32 = 2; k <= count; k++) {
    const i: i32 = I[list + k];
    const ux: f64 = F[x + i] - F[x + first];
    const uy: f64 = F[y + i] - F[y + first];
    const uz: f64 = F[z + i] - F[z + first];
    const uu: f64 = ux * ux + uy * uy + uz * uz;
    if (uu > most) {
      most = uu;
      farthest = k;
    }
  }
  const cluster: f64 = CLUSTER_EXTENT * F[s + SHAPE_EXTENT];
  if (most <= cluster * cluster) return 0;
  const i: i32 = I[list + 2];
  I[list + 2] = I[list + farthest];
  I[list + farthest] = i;
  return 1;
}

// The direction from B to A in B's own frame.
export function inwardX(nx: f64, ny: f64, nz: f64): f64 {
  return -(F[RELATIVE] * nx + F[RELATIVE + 3] * ny + F[RELATIVE + 6] * nz);
}

export function inwardY(nx: f64, ny: f64, nz: f64): f64 {
  return -(F[RELATIVE + 1] * nx + F[RELATIVE + 4] * ny + F[RELATIVE + 7] * nz);
}

export function inwardZ(nx: f64, ny: f64, nz: f64): f64 {
  return -(F[RELATIVE + 2] * nx + F[RELATIVE + 5] * ny + F[RELATIVE + 8] * nz);
}

/** Collects the features again with another tolerance, from the farthest vertices along the settled normal. */
export function regatherFeatures(loose: f64): void {
  const nx: f64 = F[CORE_NORMAL];
  const ny: f64 = F[CORE_NORMAL + 1];
  const nz: f64 = F[CORE_NORMAL + 2];
  I[PAIR_HINT_A] = topVertex(I[PAIR_A], FEATURE_A, nx, ny, nz);
  I[PAIR_HINT_B] = topVertex(I[PAIR_B], FEATURE_B, inwardX(nx, ny, nz), inwardY(nx, ny, nz), inwardZ(nx, ny, nz));
  gatherFeatures(nx, ny, nz, loose);
}

/** Edge vector of the two first vertices in a feature list, in the frame, to F[out..]; B's is rotated. */
export function edgeVector(s: i32, list: i32, rotated: bool, out: i32): void {
  const inOrder: bool = I[list + 1] < I[list + 2];
  edgeBetween(s, inOrder ? I[list + 1] : I[list + 2], inOrder ? I[list + 2] : I[list + 1], rotated, out);
}

/** Vector from vertex i to vertex j, in the frame, to F[out..]; B's is rotated. */
export function edgeBetween(s: i32, i: i32, j: i32, rotated: bool, out: i32): void {
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

/** The lower of the two vertex numbers of an edge. */
export function lowerVertex(list: i32): i32 {
  return I[list + 1] < I[list + 2] ? I[list + 1] : I[list + 2];
}
