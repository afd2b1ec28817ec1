// SPDX-License-Identifier: MIT
/** Contacts whose law is the user's own: force, torque and energies were found outside the kernel and are only added up here. */
import { BLOCK_DAMPING_LOSS, BLOCK_ELASTIC, TOUCH_ELASTIC, TOUCH_FORCE, TOUCH_LOSS, TOUCH_TORQUE } from './layout.ts';
import { F } from './memory.ts';

/**
 * Adds force and torque of the touch to `forceI` and takes them from `forceJ`; a and b are the ways from the centres of both to the contact
 * point. A probe adds up elastic energies and leaves losses alone.
 */
export function addGivenForce(
  isProbe: bool,
  touch: i32,
  ax: f64,
  ay: f64,
  az: f64,
  bx: f64,
  by: f64,
  bz: f64,
  forceI: i32,
  forceJ: i32,
  sums: i32,
): void {
  const fx: f64 = F[touch + TOUCH_FORCE];
  const fy: f64 = F[touch + TOUCH_FORCE + 1];
  const fz: f64 = F[touch + TOUCH_FORCE + 2];
  const mx: f64 = F[touch + TOUCH_TORQUE];
  const my: f64 = F[touch + TOUCH_TORQUE + 1];
  const mz: f64 = F[touch + TOUCH_TORQUE + 2];
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
  if (isProbe) F[sums + BLOCK_ELASTIC] = F[sums + BLOCK_ELASTIC] + F[touch + TOUCH_ELASTIC];
  else F[sums + BLOCK_DAMPING_LOSS] = F[sums + BLOCK_DAMPING_LOSS] + F[touch + TOUCH_LOSS];
}
