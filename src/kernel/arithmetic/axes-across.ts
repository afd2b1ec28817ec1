// SPDX-License-Identifier: MIT
/** Two axes across a normal: coordinates in the plane perpendicular to it. */
import { F } from '../memory.ts';

/** Two unit vectors across the unit vector n and each other, right-handed with it, to the six cells at `to`. */
export function writeAxesAcross(nx: f64, ny: f64, nz: f64, to: i32): void {
  const ax: f64 = Math.abs(nx);
  const ay: f64 = Math.abs(ny);
  const az: f64 = Math.abs(nz);
  let ux: f64 = 0.0;
  let uy: f64 = 0.0;
  let uz: f64 = 0.0;
  if (ax <= ay && ax <= az) {
    uy = nz;
    uz = -ny;
  } else if (ay <= az) {
    ux = -nz;
    uz = nx;
  } else {
    ux = ny;
    uy = -nx;
  }
  const length: f64 = Math.sqrt(ux * ux + uy * uy + uz * uz);
  ux /= length;
  uy /= length;
  uz /= length;
  F[to] = ux;
  F[to + 1] = uy;
  F[to + 2] = uz;
  F[to + 3] = ny * uz - nz * uy;
  F[to + 4] = nz * ux - nx * uz;
  F[to + 5] = nx * uy - ny * ux;
}

/**
 * The same by the formula of Duff et al. (2017, JCGT 6(1), 1-8): one branch and no root, other axes. For searches that
 * end at the same point whatever the axes are.
 */
export function writeSearchAxes(nx: f64, ny: f64, nz: f64, to: i32): void {
  const sign: f64 = nz < 0.0 ? -1.0 : 1.0;
  const a: f64 = -1.0 / (sign + nz);
  const b: f64 = nx * ny * a;
  F[to] = 1.0 + sign * nx * nx * a;
  F[to + 1] = sign * b;
  F[to + 2] = -sign * nx;
  F[to + 3] = b;
  F[to + 4] = sign + ny * ny * a;
  F[to + 5] = -ny;
}
