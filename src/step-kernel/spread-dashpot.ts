// SPDX-License-Identifier: MIT
/**
 * The dashpots of a contact of faces, spread over its area, resist rocking and twisting as well as approach. They are those of a disc as large as
 * the contact: with c the normal dashpot and R the radius of the disc, c R^2 / 4 against rocking; with the tangential one, c R^2 / 2 against
 * twisting. Where attraction is cut off no point of the disc may pull, which caps rocking at F R / 4; friction under uniform pressure caps twisting at
 * 2/3 mu F R. The overlap-volume law needs them: its pressure, the same all over the contact, resists neither.
 */
import {
  FRICTION,
  LAW_FLAGS,
  LAW_FRICTION,
  LAW_LEAST,
  LAW_NORMAL,
  LAW_NORMAL_DAMPING,
  LAW_TANGENTIAL_DAMPING,
  TOUCH_ELASTIC,
  TOUCH_NORMAL,
  TOUCH_RADIUS,
  TOUCH_SPRING,
} from './layout.ts';
import { F, I } from './memory.ts';

/** Torque over spin: that of the dashpot, or what its limit leaves of it. */
function resistance(dashpot: f64, limit: f64, spin: f64): f64 {
  return dashpot * spin > limit ? limit / spin : dashpot;
}

/** Adds the torque on element i, with the relative angular velocity r, to `torqueI` and takes it from `torqueJ`; returns the power that is lost. */
export function spreadDashpots(
  touch: i32,
  constants: i32,
  effectiveMass: f64,
  rx: f64,
  ry: f64,
  rz: f64,
  torqueI: i32,
  torqueJ: i32,
): f64 {
  const spring: f64 = F[touch + TOUCH_SPRING];
  if (!(spring > 0.0)) return 0.0;
  // The stiffness k S^2 / A over k, as in contact-force.ts.
  const share: f64 = (0.5 * spring * (spring / F[touch + TOUCH_ELASTIC])) / F[constants + LAW_NORMAL];
  const inertia: f64 = Math.sqrt(effectiveMass * share);
  const radius: f64 = F[touch + TOUCH_RADIUS];
  const nx: f64 = F[touch + TOUCH_NORMAL];
  const ny: f64 = F[touch + TOUCH_NORMAL + 1];
  const nz: f64 = F[touch + TOUCH_NORMAL + 2];
  const twist: f64 = rx * nx + ry * ny + rz * nz;
  const px: f64 = rx - twist * nx;
  const py: f64 = ry - twist * ny;
  const pz: f64 = rz - twist * nz;
  const squared: f64 = px * px + py * py + pz * pz;
  const limit: f64 = F[constants + LAW_LEAST] === 0.0 ? 0.25 * spring * radius : Infinity;
  const dashpot: f64 = 0.25 * radius * radius * F[constants + LAW_NORMAL_DAMPING] * inertia;
  const rocking: f64 = resistance(dashpot, limit, Math.sqrt(squared));
  let twisting = 0.0;
  if ((I[2 * (constants + LAW_FLAGS)] & FRICTION) !== 0) {
    const most: f64 = (F[constants + LAW_FRICTION] * spring * radius) / 1.5;
    const turning: f64 = 0.5 * radius * radius * F[constants + LAW_TANGENTIAL_DAMPING] * inertia;
    twisting = resistance(turning, most, Math.abs(twist));
  }
  const mx: f64 = rocking * px + twisting * twist * nx;
  const my: f64 = rocking * py + twisting * twist * ny;
  const mz: f64 = rocking * pz + twisting * twist * nz;
  F[torqueI] = F[torqueI] - mx;
  F[torqueI + 1] = F[torqueI + 1] - my;
  F[torqueI + 2] = F[torqueI + 2] - mz;
  F[torqueJ] = F[torqueJ] + mx;
  F[torqueJ + 1] = F[torqueJ + 1] + my;
  F[torqueJ + 2] = F[torqueJ + 2] + mz;
  return rocking * squared + twisting * twist * twist;
}
