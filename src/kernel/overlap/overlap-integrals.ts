// SPDX-License-Identifier: MIT
/**
 * Volume of what a clipping has left, and the integrals over B's part of its surface that are the volume's derivatives:
 * of n for a displacement of B, of x cross n for a rotation. All by the divergence theorem, from triangles around the
 * first corner of each face.
 */

import { F, I } from '../memory.ts';
import { cornerAt, sideAt } from './clip-polyhedron.ts';
import {
  CLIP_SIDE_COUNT,
  CLIP_SUMS,
  OWNER_B,
  OWNER_NONE,
  SIDE_CORNER,
  SIDE_MARK,
  SIDE_NEXT,
  SIDE_OWNER,
} from './overlap-layout.ts';

// Sums at F[work + CLIP_SUMS + ...], positions counted from the corner of the first side.
export const SUM_VOLUME: i32 = 0; // six times the volume
export const SUM_AREA: i32 = 1; // twice the area of the surface
export const SUM_AREA_B: i32 = 2; // twice the area of B's part
export const SUM_CENTRE: i32 = 3; // 3: six times the integral of x over the surface
export const SUM_GRADIENT: i32 = 6; // 3: twice the integral of n over B's part
export const SUM_MOMENT: i32 = 9; // 3: six times the integral of x cross n over B's part

/** Adds one face, that of side `first`, to the sums; its sides are marked. Positions count from the corner at o. */
function addFace(work: i32, first: i32, o: i32): void {
  const sums: i32 = work + CLIP_SUMS;
  const isB: bool = I[sideAt(work, first) + SIDE_OWNER] === OWNER_B;
  const p: i32 = cornerAt(work, I[sideAt(work, first) + SIDE_CORNER]);
  const px: f64 = F[p] - F[o];
  const py: f64 = F[p + 1] - F[o + 1];
  const pz: f64 = F[p + 2] - F[o + 2];
  let side: i32 = I[sideAt(work, first) + SIDE_NEXT];
  I[sideAt(work, first) + SIDE_MARK] = 1;
  let ux = 0.0;
  let uy = 0.0;
  let uz = 0.0;
  let wx = 0.0;
  let wy = 0.0;
  let wz = 0.0;
  while (side !== first) {
    const s: i32 = sideAt(work, side);
    I[s + SIDE_MARK] = 1;
    const q: i32 = cornerAt(work, I[s + SIDE_CORNER]);
    const vx: f64 = F[q] - F[p];
    const vy: f64 = F[q + 1] - F[p + 1];
    const vz: f64 = F[q + 2] - F[p + 2];
    const cx: f64 = uy * vz - uz * vy;
    const cy: f64 = uz * vx - ux * vz;
    const cz: f64 = ux * vy - uy * vx;
    const area: f64 = Math.sqrt(cx * cx + cy * cy + cz * cz);
    const mx: f64 = 3.0 * px + (ux + vx);
    const my: f64 = 3.0 * py + (uy + vy);
    const mz: f64 = 3.0 * pz + (uz + vz);
    F[sums + SUM_AREA] = F[sums + SUM_AREA] + area;
    F[sums + SUM_CENTRE] = F[sums + SUM_CENTRE] + area * mx;
    F[sums + SUM_CENTRE + 1] = F[sums + SUM_CENTRE + 1] + area * my;
    F[sums + SUM_CENTRE + 2] = F[sums + SUM_CENTRE + 2] + area * mz;
    if (isB) {
      F[sums + SUM_AREA_B] = F[sums + SUM_AREA_B] + area;
      F[sums + SUM_MOMENT] = F[sums + SUM_MOMENT] + (my * cz - mz * cy);
      F[sums + SUM_MOMENT + 1] = F[sums + SUM_MOMENT + 1] + (mz * cx - mx * cz);
      F[sums + SUM_MOMENT + 2] = F[sums + SUM_MOMENT + 2] + (mx * cy - my * cx);
    }
    wx += cx;
    wy += cy;
    wz += cz;
    ux = vx;
    uy = vy;
    uz = vz;
    side = I[s + SIDE_NEXT];
  }
  F[sums + SUM_VOLUME] = F[sums + SUM_VOLUME] + (px * wx + py * wy + pz * wz);
  if (isB) {
    F[sums + SUM_GRADIENT] = F[sums + SUM_GRADIENT] + wx;
    F[sums + SUM_GRADIENT + 1] = F[sums + SUM_GRADIENT + 1] + wy;
    F[sums + SUM_GRADIENT + 2] = F[sums + SUM_GRADIENT + 2] + wz;
  }
}

/**
 * Sums over the whole surface; returns the address of the corner that positions count from, -1 where nothing is left.
 */
export function sumSurface(work: i32): i32 {
  const sides: i32 = I[2 * work + CLIP_SIDE_COUNT];
  for (let k: i32 = 0; k < 12; k++) F[work + CLIP_SUMS + k] = 0.0;
  for (let k: i32 = 0; k < sides; k++) I[sideAt(work, k) + SIDE_MARK] = 0;
  let origin: i32 = -1;
  for (let k: i32 = 0; k < sides; k++) {
    const side: i32 = sideAt(work, k);
    if (I[side + SIDE_OWNER] === OWNER_NONE || I[side + SIDE_MARK] === 1) continue;
    if (origin < 0) origin = cornerAt(work, I[side + SIDE_CORNER]);
    addFace(work, k, origin);
  }
  return origin;
}
