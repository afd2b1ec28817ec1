// SPDX-License-Identifier: MIT
/** What a touch does to its two sides: a force at the contact point, and a moment. */
import { F } from './memory-views.ts';

/**
 * @inline Adds force f and moment m to what is at `forceI` and takes them from `forceJ`; a and b are the vectors from
 * where torques of the two are counted to the contact point.
 */
export function addTouchForce(
  fx: f64,
  fy: f64,
  fz: f64,
  mx: f64,
  my: f64,
  mz: f64,
  ax: f64,
  ay: f64,
  az: f64,
  bx: f64,
  by: f64,
  bz: f64,
  forceI: i32,
  forceJ: i32,
): void {
  F[forceI] = F[forceI] + fx;
  F[forceI + 1] = F[forceI + 1] + fy;
  F[forceI + 2] = F[forceI + 2] + fz;
  F[forceI + 3] = F[forceI + 3] + (ay * fz - az * fy + mx);
  F[forceI + 4] = F[forceI + 4] + (az * fx - ax * fz + my);
  F[forceI + 5] = F[forceI + 5] + (ax * fy - ay * fx + mz);
  F[forceJ] = F[forceJ] - fx;
  F[forceJ + 1] = F[forceJ + 1] - fy;
  F[forceJ + 2] = F[forceJ + 2] - fz;
  F[forceJ + 3] = F[forceJ + 3] - (by * fz - bz * fy + mx);
  F[forceJ + 4] = F[forceJ + 4] - (bz * fx - bx * fz + my);
  F[forceJ + 5] = F[forceJ + 5] - (bx * fy - by * fx + mz);
}
