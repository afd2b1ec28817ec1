// SPDX-License-Identifier: MIT
/**
 * Witness points of an overlap or a very small gap. B is moved along the normal until the bodies are clearly apart; at
 * the true normal this does not change the closest points. GJK then finds them on edges and flat sides too, where
 * Newton's method has no derivative. The direction between them is a better normal, so a few rounds suffice.
 */

import {
  CLOSEST,
  CORE,
  CORE_LOWER,
  CORE_NORMAL,
  CORE_POINT,
  CORE_POINT_B,
  CORE_UPPER,
  GJK_ITERATIONS,
  RELATIVE_ORIGIN,
  STOP_DISTANCE,
  SUPPORT,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { smallerExtent } from '../relative-pose.ts';
import { supportDifference } from '../support/minkowski-support.ts';
import { gjk } from './gjk.ts';

/**
 * How far the bodies are moved apart, of the smaller one and of the depth: the direction of the gap must have its
 * digits.
 */
const PART_OF_EXTENT: f64 = 1.0e-2;
/**
 * Each round shortens the error of the normal by the depth over the radius of curvature, which is larger at the least
 * depth.
 */
const ROUND_LIMIT: i32 = 8;

/**
 * Moves B along the normal and finds the closest points: their difference goes to CLOSEST, and B's point is moved back.
 */
function partAlong(nx: f64, ny: f64, nz: f64, by: f64): void {
  const x: f64 = F[RELATIVE_ORIGIN];
  const y: f64 = F[RELATIVE_ORIGIN + 1];
  const z: f64 = F[RELATIVE_ORIGIN + 2];
  F[RELATIVE_ORIGIN] = x + by * nx;
  F[RELATIVE_ORIGIN + 1] = y + by * ny;
  F[RELATIVE_ORIGIN + 2] = z + by * nz;
  gjk(0, true, 0.0);
  F[RELATIVE_ORIGIN] = x;
  F[RELATIVE_ORIGIN + 1] = y;
  F[RELATIVE_ORIGIN + 2] = z;
  F[CORE_POINT_B] = F[CORE_POINT_B] - by * nx;
  F[CORE_POINT_B + 1] = F[CORE_POINT_B + 1] - by * ny;
  F[CORE_POINT_B + 2] = F[CORE_POINT_B + 2] - by * nz;
}

/**
 * Searches points whose difference is distance times normal within `allowed`, starting from CORE and CORE_NORMAL; a
 * normal may lower the bound by `slack`. If there are none, returns false with CORE unchanged.
 */
export function pointsFromGap(allowed: f64, slack: f64): bool {
  const distance: f64 = F[CORE];
  const least: f64 = F[CORE_LOWER] - slack;
  const upper: f64 = F[CORE_UPPER];
  const stop: f64 = F[STOP_DISTANCE];
  const iterations: i32 = I[GJK_ITERATIONS];
  const part: f64 = PART_OF_EXTENT * (smallerExtent() + Math.abs(distance));
  let nx: f64 = F[CORE_NORMAL];
  let ny: f64 = F[CORE_NORMAL + 1];
  let nz: f64 = F[CORE_NORMAL + 2];
  let found: bool = false;
  let missBefore: f64 = 1.0e300;
  F[STOP_DISTANCE] = 1.0e300;
  for (let round: i32 = 0; round < ROUND_LIMIT && !found; round++) {
    const by: f64 = part - distance;
    partAlong(nx, ny, nz, by);
    const length: f64 = Math.sqrt(
      F[CLOSEST] * F[CLOSEST] + F[CLOSEST + 1] * F[CLOSEST + 1] + F[CLOSEST + 2] * F[CLOSEST + 2],
    );
    if (!(length > 0.5 * part && length < 2.0 * part)) break;
    const vx: f64 = F[CORE_POINT_B] - F[CORE_POINT];
    const vy: f64 = F[CORE_POINT_B + 1] - F[CORE_POINT + 1];
    const vz: f64 = F[CORE_POINT_B + 2] - F[CORE_POINT + 2];
    // First the old normal, which may be that of a flat side and exact; then the new one.
    let mx: f64 = nx;
    let my: f64 = ny;
    let mz: f64 = nz;
    let along: f64 = round === 0 ? distance : vx * nx + vy * ny + vz * nz;
    let miss: f64 = missOf(vx, vy, vz, along, nx, ny, nz);
    nx = F[CLOSEST] / length;
    ny = F[CLOSEST + 1] / length;
    nz = F[CLOSEST + 2] / length;
    if (!(miss <= allowed)) {
      mx = nx;
      my = ny;
      mz = nz;
      along = vx * nx + vy * ny + vz * nz;
      miss = missOf(vx, vy, vz, along, nx, ny, nz);
    }
    if (!(miss <= allowed)) {
      // On the nearly flat top of a superquadric the rounds lead nowhere.
      if (!(miss < 0.5 * missBefore)) break;
      missBefore = miss;
      continue;
    }
    supportDifference(mx, my, mz);
    const value: f64 = mx * F[SUPPORT] + my * F[SUPPORT + 1] + mz * F[SUPPORT + 2];
    if (!(value >= least)) break;
    found = true;
    F[CORE_NORMAL] = mx;
    F[CORE_NORMAL + 1] = my;
    F[CORE_NORMAL + 2] = mz;
    F[CORE_LOWER] = value;
    F[CORE] = along > value ? along : value;
  }
  F[STOP_DISTANCE] = stop;
  F[CORE_UPPER] = upper;
  I[GJK_ITERATIONS] = iterations;
  return found;
}

/** Distance of v from `along` times the unit normal. */
function missOf(vx: f64, vy: f64, vz: f64, along: f64, nx: f64, ny: f64, nz: f64): f64 {
  const x: f64 = vx - along * nx;
  const y: f64 = vy - along * ny;
  const z: f64 = vz - along * nz;
  return Math.sqrt(x * x + y * y + z * z);
}
