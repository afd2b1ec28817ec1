// SPDX-License-Identifier: MIT
/** Shared by queries of the common part of two polyhedra, or of one and a half-space: its volume, pressure fields. */
import {
  BOX,
  PAIR_B,
  POLYHEDRON,
  ROTATION_A,
  ROTATION_B,
  SEPARATION,
  SHAPE_KIND,
  SHAPE_MARGIN,
  SHAPE_PARAMETERS,
} from '../layout.ts';
import { F, I } from '../memory.ts';

/** A corner within this many roundings of the coordinates lies in a plane; a thinner common part only touches. */
export const IN_PLANE_IN_ROUNDINGS: f64 = 32.0;

/** True for a polyhedron or box without a margin. */
export function isSolid(s: i32): bool {
  const kind: i32 = I[2 * s + SHAPE_KIND];
  return (kind === POLYHEDRON || kind === BOX) && F[s + SHAPE_MARGIN] === 0.0;
}

/**
 * Height of A's origin over B, a half-space, of the placed pair, from the world's axes: far along a floor no digit of
 * it is lost.
 */
export function heightOverHalfSpace(): f64 {
  const n: i32 = I[PAIR_B] + SHAPE_PARAMETERS;
  let height = 0.0;
  for (let k: i32 = 0; k < 3; k++) {
    const row: i32 = ROTATION_B + 3 * k;
    height -= (F[row] * F[n] + F[row + 1] * F[n + 1] + F[row + 2] * F[n + 2]) * F[SEPARATION + k];
  }
  return height;
}

/** Writes a vector of the frame, times a factor, in world axes to F[out..]. */
export function turnToWorld(x: f64, y: f64, z: f64, factor: f64, out: i32): void {
  for (let k: i32 = 0; k < 3; k++) {
    const row: i32 = ROTATION_A + 3 * k;
    // Adding zero turns minus zero into zero.
    F[out + k] = factor * (F[row] * x + F[row + 1] * y + F[row + 2] * z) + 0.0;
  }
}
