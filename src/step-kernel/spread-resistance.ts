// SPDX-License-Identifier: MIT
/**
 * The dashpots and the friction of a contact of faces, spread over its area, resist rocking and twisting as well as
 * approach and slip. They are those of a disc as large as the contact: with c the normal dashpot and R the radius of
 * the disc, c R^2 / 4 against rocking; with the tangential spring and dashpot, k R^2 / 2 and c R^2 / 2 against
 * twisting. Where attraction is cut off no point of the disc may pull, which caps rocking at F R / 4; friction under
 * uniform pressure caps twisting at 2/3 mu F R. The overlap-volume law needs them: its pressure, the same all over the
 * contact, resists neither. The pressure-field law has a spring against rocking, which they damp.
 */

import { F, I } from './memory-views.ts';
import {
  BLOCK_DAMPING_LOSS,
  BLOCK_ELASTIC,
  BLOCK_FRICTION_LOSS,
  FRICTION,
  LAW_FLAGS,
  LAW_FRICTION,
  LAW_LEAST_FORCE,
  LAW_NORMAL,
  LAW_NORMAL_DAMPING,
  LAW_TANGENTIAL,
  LAW_TANGENTIAL_DAMPING,
  TIME_STEP,
  TOUCH_ELASTIC,
  TOUCH_NORMAL,
  TOUCH_RADIUS,
  TOUCH_SPRING,
  TOUCH_TWIST,
  TOUCH_TWIST_LAST,
} from './step-layout.ts';

/** Torque over spin: that of the dashpot, or what its limit leaves of it. */
function resistance(dashpot: f64, limit: f64, spin: f64): f64 {
  return dashpot * spin > limit ? limit / spin : dashpot;
}

/**
 * Torque against twisting at the rate `twist`, at most `limit`: a spring that slips and, while it sticks, a dashpot, as
 * friction in contact-force.ts; losses and energy are counted as there.
 */
function twistTorque(isProbe: bool, touch: i32, stiffness: f64, dashpot: f64, limit: f64, twist: f64, sums: i32): f64 {
  const timeStep: f64 = F[TIME_STEP];
  const before: f64 = F[touch + TOUCH_TWIST];
  const held: f64 = F[touch + TOUCH_TWIST_LAST];
  const wanted: f64 = before + twist * timeStep;
  let angle: f64 = wanted;
  let torque: f64 = stiffness * angle;
  let drag = 0.0;
  if (Math.abs(torque) > limit) {
    torque = torque < 0.0 ? -limit : limit;
    angle = torque / stiffness;
  } else {
    const spring: f64 = torque;
    torque += dashpot * twist;
    if (torque > limit) torque = limit;
    else if (torque < -limit) torque = -limit;
    drag = (torque - spring) * twist;
  }
  if (isProbe) F[sums + BLOCK_ELASTIC] = F[sums + BLOCK_ELASTIC] + 0.5 * stiffness * angle * angle;
  else {
    // The mean of the spring's last and present torque over the angle between, less what the spring holds more than
    // before.
    const loss: f64 = held * before * wanted + stiffness * angle * (wanted - before - angle);
    F[sums + BLOCK_FRICTION_LOSS] = F[sums + BLOCK_FRICTION_LOSS] + 0.5 * loss;
    F[sums + BLOCK_DAMPING_LOSS] = F[sums + BLOCK_DAMPING_LOSS] + drag * timeStep;
    F[touch + TOUCH_TWIST] = angle;
    F[touch + TOUCH_TWIST_LAST] = stiffness;
  }
  return torque;
}

/**
 * Adds the torque on element i, with the relative angular velocity r, to `torqueI` and takes it from `torqueJ`. A probe
 * changes nothing but the elastic energy.
 */
export function spreadResistance(
  isProbe: bool,
  isNew: bool,
  touch: i32,
  constants: i32,
  effectiveMass: f64,
  rx: f64,
  ry: f64,
  rz: f64,
  torqueI: i32,
  torqueJ: i32,
  sums: i32,
): void {
  if (isNew) {
    F[touch + TOUCH_TWIST] = 0.0;
    F[touch + TOUCH_TWIST_LAST] = 0.0;
  }
  const spring: f64 = F[touch + TOUCH_SPRING];
  if (!(spring > 0.0)) return;
  // The stiffness F^2 / (2 E) over k, as in contact-force.ts.
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
  const limit: f64 = F[constants + LAW_LEAST_FORCE] === 0.0 ? 0.25 * spring * radius : Infinity;
  const dashpot: f64 = 0.25 * radius * radius * F[constants + LAW_NORMAL_DAMPING] * inertia;
  const rocking: f64 = resistance(dashpot, limit, Math.sqrt(squared));
  if (!isProbe) F[sums + BLOCK_DAMPING_LOSS] = F[sums + BLOCK_DAMPING_LOSS] + rocking * squared * F[TIME_STEP];
  let twisting = 0.0;
  if ((I[2 * (constants + LAW_FLAGS)] & FRICTION) !== 0) {
    const disc: f64 = 0.5 * radius * radius;
    twisting = twistTorque(
      isProbe,
      touch,
      disc * F[constants + LAW_TANGENTIAL] * share,
      disc * F[constants + LAW_TANGENTIAL_DAMPING] * inertia,
      (F[constants + LAW_FRICTION] * spring * radius) / 1.5,
      twist,
      sums,
    );
  }
  const mx: f64 = rocking * px + twisting * nx;
  const my: f64 = rocking * py + twisting * ny;
  const mz: f64 = rocking * pz + twisting * nz;
  F[torqueI] = F[torqueI] - mx;
  F[torqueI + 1] = F[torqueI + 1] - my;
  F[torqueI + 2] = F[torqueI + 2] - mz;
  F[torqueJ] = F[torqueJ] + mx;
  F[torqueJ + 1] = F[torqueJ + 1] + my;
  F[torqueJ + 2] = F[torqueJ + 2] + mz;
}
