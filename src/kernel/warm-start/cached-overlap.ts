// SPDX-License-Identifier: MIT
/**
 * Proof that no other normal of two overlapping polyhedra has less overlap, so that the features of the last query
 * answer without EPA (docs/theory/settling.md). It requires twice the depth and half the disc of the proof, so that
 * rounding cannot make another normal equal.
 */

import { inwardX, inwardY, inwardZ } from '../features/feature-pair.ts';
import {
  CACHE_FAR_A,
  CACHE_FAR_B,
  CACHE_OVERLAP,
  CORE_NORMAL,
  OWN_CACHE,
  PAIR_A,
  PAIR_B,
  SHAPE_FACE_OFFSETS,
  SHAPE_FACE_VERTICES,
  SHAPE_X,
  SHAPE_Y,
  SHAPE_Z,
  SUPPORT,
  WARM_FAR_A,
  WARM_FAR_B,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { differenceOfVertices } from '../support/minkowski-support.ts';
import { supportVertex } from '../support/support.ts';

/** Safety factor of the proof. */
const SPARE: f64 = 2.0;

/**
 * True if no normal except n has an overlap as small as `depth`; `rim` is the distance of the foot from the rim of the
 * touching feature.
 */
export function isLeastOverlap(nx: f64, ny: f64, nz: f64, depth: f64, rim: f64): bool {
  differenceOfVertices(I[WARM_FAR_A], I[WARM_FAR_B]);
  const along: f64 = nx * F[SUPPORT] + ny * F[SUPPORT + 1] + nz * F[SUPPORT + 2];
  const squared: f64 = F[SUPPORT] * F[SUPPORT] + F[SUPPORT + 1] * F[SUPPORT + 1] + F[SUPPORT + 2] * F[SUPPORT + 2];
  return isLeastOverlapBefore(depth, rim, along, squared);
}

/** The same for a difference of far vertices that is `along` far beyond the origin; `squared` is that of its length. */
export function isLeastOverlapBefore(depth: f64, rim: f64, along: f64, squared: f64): bool {
  const q: f64 = (SPARE * depth) / rim;
  if (!(rim > 0.0 && q < 1.0)) return false;
  const across: f64 = squared - along * along;
  const beside: f64 = across > 0.0 ? Math.sqrt(across) : 0.0;
  return along * (1.0 - q * q) - 2.0 * beside * q > SPARE * depth * (1.0 + q * q);
}

/**
 * Distance of the point, seen along the face's unit normal at address n, from the nearest side of the face; 0 outside.
 */
export function rimOfFace(s: i32, face: i32, n: i32, px: f64, py: f64, pz: f64): f64 {
  const x: i32 = I[2 * s + SHAPE_X];
  const y: i32 = I[2 * s + SHAPE_Y];
  const z: i32 = I[2 * s + SHAPE_Z];
  const loop: i32 = I[2 * s + SHAPE_FACE_VERTICES];
  const offsets: i32 = I[2 * s + SHAPE_FACE_OFFSETS] + face;
  const end: i32 = I[offsets + 1];
  const nx: f64 = F[n];
  const ny: f64 = F[n + 1];
  const nz: f64 = F[n + 2];
  let least: f64 = 1.0e300;
  const last: i32 = I[loop + end - 1];
  let vx: f64 = F[x + last];
  let vy: f64 = F[y + last];
  let vz: f64 = F[z + last];
  for (let k: i32 = I[offsets]; k < end; k++) {
    const w: i32 = I[loop + k];
    const wx: f64 = F[x + w];
    const wy: f64 = F[y + w];
    const wz: f64 = F[z + w];
    const ux: f64 = wx - vx;
    const uy: f64 = wy - vy;
    const uz: f64 = wz - vz;
    const area: f64 =
      (px - vx) * (ny * uz - nz * uy) + (py - vy) * (nz * ux - nx * uz) + (pz - vz) * (nx * uy - ny * ux);
    if (!(area > 0.0)) return 0.0;
    const squared: f64 = (area * area) / (ux * ux + uy * uy + uz * uz);
    if (squared < least) least = squared;
    vx = wx;
    vy = wy;
    vz = wz;
  }
  return Math.sqrt(least);
}

/** Distance of the crossing, at s and t, from the nearest end of an edge; squared lengths uu, vv, cross product. */
export function rimOfEdges(s: f64, t: f64, length: f64, uu: f64, vv: f64): f64 {
  const onU: f64 = (s < 0.5 ? s : 1.0 - s) * (length / Math.sqrt(vv));
  const onV: f64 = (t < 0.5 ? t : 1.0 - t) * (length / Math.sqrt(uu));
  return onU < onV ? onU : onV;
}

/** Stores the features that answered an overlap, and the farthest points of both bodies along its normal. */
export function storeOverlap(cache: i32): void {
  for (let k: i32 = 0; k < CACHE_OVERLAP; k++) I[2 * cache + k] = I[2 * OWN_CACHE + k];
  keepFeatures(cache);
}

/** Lets the features in the cache, which answered a gap or an overlap, be those to try first in an overlap. */
export function keepFeatures(cache: i32): void {
  const nx: f64 = F[CORE_NORMAL];
  const ny: f64 = F[CORE_NORMAL + 1];
  const nz: f64 = F[CORE_NORMAL + 2];
  I[2 * cache + CACHE_OVERLAP] = 1;
  I[2 * cache + CACHE_FAR_A] = supportVertex(I[PAIR_A], -nx, -ny, -nz, 0);
  I[2 * cache + CACHE_FAR_B] = supportVertex(
    I[PAIR_B],
    -inwardX(nx, ny, nz),
    -inwardY(nx, ny, nz),
    -inwardZ(nx, ny, nz),
    0,
  );
}
