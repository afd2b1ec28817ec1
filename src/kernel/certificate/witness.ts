// SPDX-License-Identifier: MIT
/**
 * Tests whether both contact points lie on their bodies. A normal may have the best support value and still have no
 * such points: where faces or edges are almost parallel, its farthest vertex may lie beside the other body.
 */

import { distanceSquaredToEdge } from '../features/touching-feature.ts';
import {
  CORE,
  CORE_NORMAL,
  CORE_POINT,
  CORE_POINT_B,
  DIMENSION_A,
  DIMENSION_B,
  FACE_A,
  FACE_B,
  FEATURE_A,
  FEATURE_B,
  LOCAL_POINT,
  OFFERED_A,
  PAIR_A,
  PAIR_B,
  ROUNDING,
  SHAPE_FACE_COUNT,
  SHAPE_FACE_NORMALS,
  SHAPE_FACE_OFFSETS,
  SHAPE_FACE_VERTICES,
  SHAPE_SUPPORT_ERROR,
  SHAPE_X,
  SHAPE_Y,
  SHAPE_Z,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { smallerExtent, toBlockOfB } from '../relative-pose.ts';

/**
 * Accuracy of points on polyhedra, relative to the smaller one: half of the guaranteed accuracy; the rest is for the
 * transformation to the world.
 */
const WITNESS_TOLERANCE: f64 = 5.0e-13;
/** And to this many roundings of the coordinates: sums, rotations and the projection on an edge. */
const WITNESS_IN_ROUNDINGS: f64 = 16.0;

/** Largest distance of a contact point of two polyhedra from its body. */
export function witnessTolerance(): f64 {
  const a: i32 = I[PAIR_A];
  const b: i32 = I[PAIR_B];
  const unevenness: f64 = F[a + SHAPE_SUPPORT_ERROR] + F[b + SHAPE_SUPPORT_ERROR];
  return WITNESS_TOLERANCE * smallerExtent() + WITNESS_IN_ROUNDINGS * F[ROUNDING] + unevenness;
}

/** Distance of x from [low, high]. */
function beyondRange(x: f64, low: f64, high: f64): f64 {
  return x > high ? x - high : x < low ? low - x : 0.0;
}

/**
 * Lower bound of the squared distance of the point from a face of the block: its height, and its largest distance
 * beyond one side or the face's box. (The sides of a sliver hardly bound it at its sharp end; its box does.)
 */
function distanceSquaredToFace(s: i32, face: i32, px: f64, py: f64, pz: f64): f64 {
  const x: i32 = I[2 * s + SHAPE_X];
  const y: i32 = I[2 * s + SHAPE_Y];
  const z: i32 = I[2 * s + SHAPE_Z];
  const n: i32 = I[2 * s + SHAPE_FACE_NORMALS] + 3 * face;
  const loop: i32 = I[2 * s + SHAPE_FACE_VERTICES];
  const end: i32 = I[I[2 * s + SHAPE_FACE_OFFSETS] + face + 1];
  let from: i32 = I[loop + end - 1];
  let most: f64 = 0.0;
  let lowX: f64 = F[x + from];
  let lowY: f64 = F[y + from];
  let lowZ: f64 = F[z + from];
  let highX: f64 = lowX;
  let highY: f64 = lowY;
  let highZ: f64 = lowZ;
  const height: f64 = F[n] * (px - F[x + from]) + F[n + 1] * (py - F[y + from]) + F[n + 2] * (pz - F[z + from]);
  for (let k: i32 = I[I[2 * s + SHAPE_FACE_OFFSETS] + face]; k < end; k++) {
    const v: i32 = I[loop + k];
    const ux: f64 = F[x + v] - F[x + from];
    const uy: f64 = F[y + v] - F[y + from];
    const uz: f64 = F[z + v] - F[z + from];
    const rx: f64 = px - F[x + from];
    const ry: f64 = py - F[y + from];
    const rz: f64 = pz - F[z + from];
    // The loop is counter-clockwise about the normal n: outward of a side is u x n.
    const beyond: f64 = F[n] * (ry * uz - rz * uy) + F[n + 1] * (rz * ux - rx * uz) + F[n + 2] * (rx * uy - ry * ux);
    if (beyond > 0.0) {
      const square: f64 = (beyond * beyond) / (ux * ux + uy * uy + uz * uz);
      if (square > most) most = square;
    }
    if (F[x + v] < lowX) lowX = F[x + v];
    else if (F[x + v] > highX) highX = F[x + v];
    if (F[y + v] < lowY) lowY = F[y + v];
    else if (F[y + v] > highY) highY = F[y + v];
    if (F[z + v] < lowZ) lowZ = F[z + v];
    else if (F[z + v] > highZ) highZ = F[z + v];
    from = v;
  }
  const bx: f64 = beyondRange(px, lowX, highX);
  const by: f64 = beyondRange(py, lowY, highY);
  const bz: f64 = beyondRange(pz, lowZ, highZ);
  const box: f64 = bx * bx + by * by + bz * bz;
  return (box > most ? box : most) + height * height;
}

/** Squared distance of the point, in the block's frame, from the feature. */
function distanceSquaredToFeature(s: i32, list: i32, dimension: i32, face: i32, px: f64, py: f64, pz: f64): f64 {
  if (dimension === 2) return distanceSquaredToFace(s, face, px, py, pz);
  if (dimension === 1) return distanceSquaredToEdge(s, I[list + 1], I[list + 2], px, py, pz);
  return distanceSquaredToEdge(s, I[list + 1], I[list + 1], px, py, pz);
}

/**
 * True when the point, in the block's frame, is no farther outside any face, or a facet's sides, than the tolerance.
 */
export function isInside(s: i32, px: f64, py: f64, pz: f64, tolerance: f64): bool {
  if (I[2 * s + SHAPE_FACE_COUNT] === 2) return distanceSquaredToFace(s, 0, px, py, pz) <= tolerance * tolerance;
  const x: i32 = I[2 * s + SHAPE_X];
  const y: i32 = I[2 * s + SHAPE_Y];
  const z: i32 = I[2 * s + SHAPE_Z];
  const offsets: i32 = I[2 * s + SHAPE_FACE_OFFSETS];
  const count: i32 = I[2 * s + SHAPE_FACE_COUNT];
  for (let f: i32 = 0; f < count; f++) {
    const n: i32 = I[2 * s + SHAPE_FACE_NORMALS] + 3 * f;
    const v: i32 = I[I[2 * s + SHAPE_FACE_VERTICES] + I[offsets + f]];
    const height: f64 = F[n] * (px - F[x + v]) + F[n + 1] * (py - F[y + v]) + F[n + 2] * (pz - F[z + v]);
    if (!(height <= tolerance)) return false;
  }
  return true;
}

/** True when the point, in the block's frame, lies on the body: on its feature, or on another face that is as level. */
function isOn(s: i32, list: i32, dimension: i32, face: i32, px: f64, py: f64, pz: f64): bool {
  const tolerance: f64 = witnessTolerance();
  if (distanceSquaredToFeature(s, list, dimension, face, px, py, pz) <= tolerance * tolerance) return true;
  // Points, segments and facets are their features; hulls may have faces that are coplanar but for rounding.
  return I[2 * s + SHAPE_FACE_COUNT] > 2 && isInside(s, px, py, pz, tolerance);
}

/** True when CORE_POINT lies on A. */
export function pointIsOnA(): bool {
  const p: i32 = CORE_POINT;
  return isOn(I[PAIR_A], FEATURE_A, I[DIMENSION_A], I[FACE_A], F[p], F[p + 1], F[p + 2]);
}

/** True when the point opposite CORE_POINT, the distance along the normal away, lies on B. */
export function pointIsOnB(): bool {
  toBlockOfB(
    F[CORE_POINT] + F[CORE] * F[CORE_NORMAL],
    F[CORE_POINT + 1] + F[CORE] * F[CORE_NORMAL + 1],
    F[CORE_POINT + 2] + F[CORE] * F[CORE_NORMAL + 2],
    LOCAL_POINT,
  );
  const q: i32 = LOCAL_POINT;
  return isOn(I[PAIR_B], FEATURE_B, I[DIMENSION_B], I[FACE_B], F[q], F[q + 1], F[q + 2]);
}

/** Stores the points of GJK or EPA: sums of support points, so they lie on the bodies for any normal. */
export function keepFound(): void {
  for (let k: i32 = 0; k < 3; k++) F[OFFERED_A + k] = F[CORE_POINT + k];
}

/**
 * Uses the points of GJK or EPA, each moved by half of their deviation from distance times normal. Returns how far off
 * the bodies that leaves them.
 */
export function takeFound(): f64 {
  let sum: f64 = 0.0;
  for (let k: i32 = 0; k < 3; k++) {
    const half: f64 = 0.5 * (F[CORE_POINT_B + k] - F[OFFERED_A + k] - F[CORE] * F[CORE_NORMAL + k]);
    F[CORE_POINT + k] = F[OFFERED_A + k] + half;
    sum += half * half;
  }
  return Math.sqrt(sum);
}
