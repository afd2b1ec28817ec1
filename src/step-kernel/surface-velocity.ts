// SPDX-License-Identifier: MIT
/**
 * Velocity of a wall's surface against the wall itself, where a body touches it: conveyors and pulleys stand still
 * while their surface runs. The part along the normal is left out, so that a surface carries along and never pushes.
 */

import { F } from './memory-views.ts';
import { SURFACE_ANGULAR_VELOCITY, SURFACE_BELT, SURFACE_POINT } from './step-layout.ts';

/** Squared sine of the angle between axis and normal below which a belt has no direction to run in. */
const NO_DIRECTION: f64 = 1.0e-12;

/** Writes the velocity at the point (x, y, z) to `out`. The unit normal n is from the body into the wall. */
export function surfaceVelocity(
  kind: i32,
  surface: i32,
  x: f64,
  y: f64,
  z: f64,
  nx: f64,
  ny: f64,
  nz: f64,
  out: i32,
): void {
  const wx: f64 = F[surface + SURFACE_ANGULAR_VELOCITY];
  const wy: f64 = F[surface + SURFACE_ANGULAR_VELOCITY + 1];
  const wz: f64 = F[surface + SURFACE_ANGULAR_VELOCITY + 2];
  let vx = 0.0;
  let vy = 0.0;
  let vz = 0.0;
  if (kind === SURFACE_BELT) {
    // Around the axis w: along w x (-n), -n being out of the wall.
    const cx: f64 = wz * ny - wy * nz;
    const cy: f64 = wx * nz - wz * nx;
    const cz: f64 = wy * nx - wx * ny;
    const squared: f64 = cx * cx + cy * cy + cz * cz;
    if (squared > NO_DIRECTION) {
      const share: f64 = F[surface] / Math.sqrt(squared);
      vx = share * cx;
      vy = share * cy;
      vz = share * cz;
    }
  } else {
    const px: f64 = x - F[surface + SURFACE_POINT];
    const py: f64 = y - F[surface + SURFACE_POINT + 1];
    const pz: f64 = z - F[surface + SURFACE_POINT + 2];
    vx = F[surface] + (wy * pz - wz * py);
    vy = F[surface + 1] + (wz * px - wx * pz);
    vz = F[surface + 2] + (wx * py - wy * px);
    const along: f64 = vx * nx + vy * ny + vz * nz;
    vx -= along * nx;
    vy -= along * ny;
    vz -= along * nz;
  }
  F[out] = vx;
  F[out + 1] = vy;
  F[out + 2] = vz;
}
