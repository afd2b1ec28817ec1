// SPDX-License-Identifier: MIT
/**
 * Common volume of two convex polyhedra, or of one and a half-space, with its derivatives by position and orientation
 * of B, for contact energies that depend on the volume (Feng, Han & Owen 2012). The smaller body is cut by the planes
 * of the other, in its own frame. Never throws, never NaN; exchanging the bodies gives the same bits.
 */

import { outOfOrder } from '../contact-pair.ts';
import { highestFace } from '../features/polyhedron-face.ts';
import {
  HALF_SPACE,
  LOCAL_POINT,
  ORIGIN_A,
  PAIR_A,
  PAIR_B,
  RELATIVE,
  ROUNDING,
  SHAPE_FACE_COUNT,
  SHAPE_FACE_NORMALS,
  SHAPE_FACE_OFFSETS,
  SHAPE_FACE_VERTICES,
  SHAPE_KIND,
  SHAPE_PARAMETERS,
  SHAPE_RADIUS,
  SHAPE_VOLUME,
  SHAPE_X,
  SHAPE_Y,
  SHAPE_Z,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { EPSILON, placePair, toBlockOfB } from '../relative-pose.ts';
import { CLIP_EMPTY, CLIP_FULL, CLIP_WHOLE, clipPolyhedron, cornerAt, loadPolyhedron } from './clip-polyhedron.ts';
import { sumSurface } from './overlap-integrals.ts';
import {
  CLIP_CORNER_COUNT,
  CLIP_SUMS,
  CORNER_ALIVE,
  CORNER_CODES,
  OVERLAP_FOUND,
  OVERLAP_GRADIENT,
  OVERLAP_MOMENT,
  OVERLAP_NO_ROOM,
  OVERLAP_POINT,
  OVERLAP_STRIDE,
  OVERLAP_UNSUPPORTED,
  SUM_AREA,
  SUM_AREA_B,
  SUM_CENTRE,
  SUM_GRADIENT,
  SUM_MOMENT,
  SUM_VOLUME,
} from './overlap-layout.ts';
import { heightOverHalfSpace, IN_PLANE_IN_ROUNDINGS, isSolid, turnToWorld } from './solid-pair.ts';

/**
 * True if A is the larger body: a half-space first, then the larger volume, then an order that depends only on the
 * bodies.
 */
function isLarger(a: i32, p: i32, b: i32, q: i32): bool {
  if (I[2 * a + SHAPE_KIND] === HALF_SPACE) return true;
  if (I[2 * b + SHAPE_KIND] === HALF_SPACE) return false;
  // Within rounding of the larger one's coordinates, the planes of a thin one would all be the same.
  if (F[a + SHAPE_VOLUME] !== F[b + SHAPE_VOLUME]) return F[a + SHAPE_VOLUME] > F[b + SHAPE_VOLUME];
  return outOfOrder(a, p, b, q);
}

function clipByHalfSpace(work: i32, height: f64, tolerance: f64): i32 {
  const n: i32 = I[PAIR_B] + SHAPE_PARAMETERS;
  const t: i32 = RELATIVE;
  return clipPolyhedron(
    work,
    F[t] * F[n] + F[t + 1] * F[n + 1] + F[t + 2] * F[n + 2],
    F[t + 3] * F[n] + F[t + 4] * F[n + 1] + F[t + 5] * F[n + 2],
    F[t + 6] * F[n] + F[t + 7] * F[n + 1] + F[t + 8] * F[n + 2],
    0.0,
    0.0,
    0.0,
    height,
    tolerance,
  );
}

/** Cuts by all faces of B; the one that A is farthest out of goes first and mostly leaves little for the others. */
function clipByFaces(work: i32, tolerance: f64): i32 {
  const b: i32 = I[PAIR_B];
  const t: i32 = RELATIVE;
  const faces: i32 = I[2 * b + SHAPE_FACE_COUNT];
  if (faces === 0) return CLIP_EMPTY;
  toBlockOfB(0.0, 0.0, 0.0, LOCAL_POINT);
  let face: i32 = highestFace(b, F[LOCAL_POINT], F[LOCAL_POINT + 1], F[LOCAL_POINT + 2]);
  let outcome: i32 = CLIP_WHOLE;
  for (let k: i32 = 0; k < faces; k++) {
    const n: i32 = I[2 * b + SHAPE_FACE_NORMALS] + 3 * face;
    const v: i32 = I[I[2 * b + SHAPE_FACE_VERTICES] + I[I[2 * b + SHAPE_FACE_OFFSETS] + face]];
    const x: f64 = F[I[2 * b + SHAPE_X] + v];
    const y: f64 = F[I[2 * b + SHAPE_Y] + v];
    const z: f64 = F[I[2 * b + SHAPE_Z] + v];
    outcome = clipPolyhedron(
      work,
      F[t] * F[n] + F[t + 1] * F[n + 1] + F[t + 2] * F[n + 2],
      F[t + 3] * F[n] + F[t + 4] * F[n + 1] + F[t + 5] * F[n + 2],
      F[t + 6] * F[n] + F[t + 7] * F[n + 1] + F[t + 8] * F[n + 2],
      F[t] * x + F[t + 1] * y + F[t + 2] * z + F[t + 9],
      F[t + 3] * x + F[t + 4] * y + F[t + 5] * z + F[t + 10],
      F[t + 6] * x + F[t + 7] * y + F[t + 8] * z + F[t + 11],
      0.0,
      tolerance,
    );
    if (outcome === CLIP_EMPTY || outcome === CLIP_FULL) return outcome;
    face++;
    if (face === faces) face = 0;
  }
  return outcome;
}

/** Square of the largest distance of a corner that is left from the one at o. */
function reachSquared(work: i32, o: i32): f64 {
  const corners: i32 = I[2 * work + CLIP_CORNER_COUNT];
  let largest = 0.0;
  for (let v: i32 = 0; v < corners; v++) {
    const c: i32 = cornerAt(work, v);
    if (I[2 * (c + CORNER_CODES) + CORNER_ALIVE] === 0) continue;
    const x: f64 = F[c] - F[o];
    const y: f64 = F[c + 1] - F[o + 1];
    const z: f64 = F[c + 2] - F[o + 2];
    const squared: f64 = x * x + y * y + z * z;
    if (squared > largest) largest = squared;
  }
  return largest;
}

/** Computes the answer at r from the sums over the remaining body. Positions count from the corner at o. */
function writeOverlap(work: i32, o: i32, sign: f64, tolerance: f64, r: i32): void {
  const sums: i32 = work + CLIP_SUMS;
  const volume: f64 = F[sums + SUM_VOLUME] / 6.0;
  // A body that B does not cut has its whole volume, however thin it is.
  if (!(volume > 0.5 * tolerance * F[sums + SUM_AREA_B])) return;
  const gx: f64 = F[sums + SUM_CENTRE] / (3.0 * F[sums + SUM_AREA]);
  const gy: f64 = F[sums + SUM_CENTRE + 1] / (3.0 * F[sums + SUM_AREA]);
  const gz: f64 = F[sums + SUM_CENTRE + 2] / (3.0 * F[sums + SUM_AREA]);
  const sx: f64 = 0.5 * F[sums + SUM_GRADIENT];
  const sy: f64 = 0.5 * F[sums + SUM_GRADIENT + 1];
  const sz: f64 = 0.5 * F[sums + SUM_GRADIENT + 2];
  // About the middle of the surface.
  let mx: f64 = F[sums + SUM_MOMENT] / 6.0 - (gy * sz - gz * sy);
  let my: f64 = F[sums + SUM_MOMENT + 1] / 6.0 - (gz * sx - gx * sz);
  let mz: f64 = F[sums + SUM_MOMENT + 2] / 6.0 - (gx * sy - gy * sx);
  let x: f64 = F[o] + gx;
  let y: f64 = F[o + 1] + gy;
  let z: f64 = F[o + 2] + gz;
  const size: f64 = Math.sqrt(sx * sx + sy * sy + sz * sz);
  if (size > 0.0) {
    // The line along which force and moment are parallel; kept where it passes by the bodies' common part, not far
    // away.
    const ux: f64 = sx / size;
    const uy: f64 = sy / size;
    const uz: f64 = sz / size;
    const ax: f64 = (uy * mz - uz * my) / size;
    const ay: f64 = (uz * mx - ux * mz) / size;
    const az: f64 = (ux * my - uy * mx) / size;
    if (ax * ax + ay * ay + az * az <= reachSquared(work, o)) {
      x += ax;
      y += ay;
      z += az;
      const along: f64 = ux * mx + uy * my + uz * mz;
      mx = along * ux;
      my = along * uy;
      mz = along * uz;
    }
  }
  F[r] = volume;
  turnToWorld(sx, sy, sz, sign, r + OVERLAP_GRADIENT);
  turnToWorld(mx, my, mz, sign, r + OVERLAP_MOMENT);
  turnToWorld(x, y, z, 1.0, r + OVERLAP_POINT);
  for (let k: i32 = 0; k < 3; k++) F[r + OVERLAP_POINT + k] = F[ORIGIN_A + k] + F[r + OVERLAP_POINT + k];
}

/**
 * Shape a at pose p and shape b at pose q: volume, gradient, point and moment to F[r..], all zero for bodies apart or
 * touching. `work` is a work area with its capacities set. Returns OVERLAP_FOUND, OVERLAP_NO_ROOM or
 * OVERLAP_UNSUPPORTED.
 */
export function overlapVolume(a: i32, p: i32, b: i32, q: i32, work: i32, r: i32): i32 {
  for (let k: i32 = 0; k < OVERLAP_STRIDE; k++) F[r + k] = 0.0;
  const isPlaneA: bool = I[2 * a + SHAPE_KIND] === HALF_SPACE;
  const isPlaneB: bool = I[2 * b + SHAPE_KIND] === HALF_SPACE;
  if (!(isSolid(a) || isPlaneA) || !(isSolid(b) || isPlaneB) || (isPlaneA && isPlaneB)) return OVERLAP_UNSUPPORTED;
  const swapped: bool = isLarger(a, p, b, q);
  if (swapped) placePair(b, q, a, p);
  else placePair(a, p, b, q);
  const loaded: i32 = loadPolyhedron(I[PAIR_A], work);
  if (loaded === CLIP_FULL) return OVERLAP_NO_ROOM;
  if (loaded === CLIP_EMPTY) return OVERLAP_FOUND;
  let tolerance: f64 = IN_PLANE_IN_ROUNDINGS * F[ROUNDING];
  let outcome: i32 = CLIP_WHOLE;
  if (isPlaneA || isPlaneB) {
    const height: f64 = heightOverHalfSpace();
    tolerance = IN_PLANE_IN_ROUNDINGS * EPSILON * (F[I[PAIR_A] + SHAPE_RADIUS] + Math.abs(height));
    outcome = clipByHalfSpace(work, height, tolerance);
  } else outcome = clipByFaces(work, tolerance);
  if (outcome === CLIP_FULL) return OVERLAP_NO_ROOM;
  if (outcome === CLIP_EMPTY) return OVERLAP_FOUND;
  const origin: i32 = sumSurface(work);
  if (origin >= 0) writeOverlap(work, origin, swapped ? -1.0 : 1.0, tolerance, r);
  return OVERLAP_FOUND;
}
