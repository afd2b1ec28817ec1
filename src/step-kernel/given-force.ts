// SPDX-License-Identifier: MIT
/**
 * Contacts whose law is the user's own: force, torque and energies were found outside the kernel and are only added up
 * here.
 */

import { lossesAt } from './losses-at.ts';
import { F } from './memory-views.ts';
import {
  BLOCK_DAMPING_LOSS,
  BLOCK_ELASTIC,
  TOUCH_ELASTIC,
  TOUCH_FORCE,
  TOUCH_LOSS,
  TOUCH_TORQUE,
} from './step-layout.ts';
import { addTouchForce } from './touch-sums.ts';

/**
 * Adds force and torque of the touch to `forceI` and takes them from `forceJ`; a and b are the vectors from the centres
 * of both to the contact point. A probe adds up elastic energies, and half of the loss as due.
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
  addTouchForce(fx, fy, fz, mx, my, mz, ax, ay, az, bx, by, bz, forceI, forceJ);
  if (isProbe) F[sums + BLOCK_ELASTIC] = F[sums + BLOCK_ELASTIC] + F[touch + TOUCH_ELASTIC];
  let loss: f64 = F[touch + TOUCH_LOSS];
  if (isProbe) loss *= 0.5;
  const losses: i32 = lossesAt(isProbe, sums) + BLOCK_DAMPING_LOSS;
  F[losses] = F[losses] + loss;
}
