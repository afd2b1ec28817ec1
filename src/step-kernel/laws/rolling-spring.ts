// SPDX-License-Identifier: MIT
/**
 * Elastic-plastic spring and dashpot against rolling: type C of Ai, Chen, Rotter & Ooi 2011,
 * doi:10.1016/j.powtec.2010.09.030. The torque of the spring grows with the angle up to the limit mu_r R F; below the
 * limit a dashpot acts beside it. Together they stay below the limit too: a new contact of fast bodies would else have
 * any torque. The spring is kept as a torque, as its stiffness changes with the overlap.
 */

import { lossesAt } from '../losses-at.ts';
import { F } from '../memory-views.ts';
import {
  BLOCK_ROLLING_LOSS,
  CONTACT_ELASTIC,
  CONTACT_INVERSE_INERTIA,
  CONTACT_NORMAL,
  CONTACT_RADIUS,
  CONTACT_SPIN,
  CONTACT_TORQUE,
  LAW_ROLLING,
  LAW_ROLLING_DAMPING,
  LAW_ROLLING_STIFFNESS,
  ROLLING_LAST,
  TIME_STEP,
} from '../step-layout.ts';
import { SNAP } from './friction.ts';

/** (I + m R^2) / I of a ball that rolls. */
const ABOUT_CONTACT: f64 = 3.5;

/**
 * @inline Adds the torque to the CONTACT cells at `sums`. `spring` is its address, `radius` that of the contact circle,
 * `share` that of a contact with several points, which share its resistance.
 */
export function rollingSpring(
  isProbe: bool,
  constants: i32,
  spring: i32,
  was: i32,
  radius: f64,
  share: f64,
  normalForce: f64,
  sums: i32,
): void {
  const timeStep: f64 = F[TIME_STEP];
  const nx: f64 = F[sums + CONTACT_NORMAL];
  const ny: f64 = F[sums + CONTACT_NORMAL + 1];
  const nz: f64 = F[sums + CONTACT_NORMAL + 2];
  const effectiveRadius: f64 = F[sums + CONTACT_RADIUS];
  const twist: f64 = F[sums + CONTACT_SPIN] * nx + F[sums + CONTACT_SPIN + 1] * ny + F[sums + CONTACT_SPIN + 2] * nz;
  const wx: f64 = F[sums + CONTACT_SPIN] - twist * nx;
  const wy: f64 = F[sums + CONTACT_SPIN + 1] - twist * ny;
  const wz: f64 = F[sums + CONTACT_SPIN + 2] - twist * nz;
  const stiffness: f64 = F[constants + LAW_ROLLING_STIFFNESS] * radius * effectiveRadius * effectiveRadius;
  let px = 0.0;
  let py = 0.0;
  let pz = 0.0;
  let before = 0.0;
  let kept = 1.0;
  if (was !== 0) {
    px = F[spring];
    py = F[spring + 1];
    pz = F[spring + 2];
    before = F[spring + ROLLING_LAST];
    const out: f64 = px * nx + py * ny + pz * nz;
    px -= out * nx;
    py -= out * ny;
    pz -= out * nz;
    // While the contact unloads the torque shrinks with its stiffness, or cycles would create energy.
    if (stiffness < before) kept = stiffness / before;
  }
  const grown: f64 = stiffness * timeStep;
  let hx: f64 = kept * px - grown * wx;
  let hy: f64 = kept * py - grown * wy;
  let hz: f64 = kept * pz - grown * wz;
  const squeeze: f64 = normalForce > 0.0 ? normalForce : 0.0;
  const limit: f64 = F[constants + LAW_ROLLING] * effectiveRadius * squeeze;
  const squared: f64 = hx * hx + hy * hy + hz * hz;
  let mx: f64 = hx;
  let my: f64 = hy;
  let mz: f64 = hz;
  let loss = 0.0;
  if (squared > limit * limit) {
    let most: f64 = limit / Math.sqrt(squared);
    if (most * most * squared < SNAP * SNAP) most = 0.0;
    hx *= most;
    hy *= most;
    hz *= most;
    mx = hx;
    my = hy;
    mz = hz;
  } else {
    const inertia: f64 = (ABOUT_CONTACT * share) / F[sums + CONTACT_INVERSE_INERTIA];
    const damping: f64 = F[constants + LAW_ROLLING_DAMPING] * Math.sqrt(inertia * stiffness);
    mx -= damping * wx;
    my -= damping * wy;
    mz -= damping * wz;
    const total: f64 = mx * mx + my * my + mz * mz;
    if (total > limit * limit) {
      const most: f64 = limit / Math.sqrt(total);
      mx *= most;
      my *= most;
      mz *= most;
    }
    loss = -((mx - hx) * wx + (my - hy) * wy + (mz - hz) * wz);
  }
  F[sums + CONTACT_TORQUE] = F[sums + CONTACT_TORQUE] + mx;
  F[sums + CONTACT_TORQUE + 1] = F[sums + CONTACT_TORQUE + 1] + my;
  F[sums + CONTACT_TORQUE + 2] = F[sums + CONTACT_TORQUE + 2] + mz;
  const held: f64 = hx * hx + hy * hy + hz * hz;
  const energy: f64 = held > 0.0 ? (0.5 * held) / stiffness : 0.0;
  // Plastic rolling: the mean of the spring's last and present torque over the angle between, less what the spring
  // holds more than before.
  let rolled: f64 = -0.5 * timeStep * ((px + hx) * wx + (py + hy) * wy + (pz + hz) * wz) - energy;
  if (before > 0.0) rolled += (0.5 * (px * px + py * py + pz * pz)) / before;
  // The dashpot acts half before and half after the present time.
  if (isProbe) loss *= 0.5;
  const losses: i32 = lossesAt(isProbe, sums) + BLOCK_ROLLING_LOSS;
  F[losses] = F[losses] + (rolled + loss * timeStep);
  if (isProbe) F[sums + CONTACT_ELASTIC] = F[sums + CONTACT_ELASTIC] + energy;
  else {
    F[spring] = hx;
    F[spring + 1] = hy;
    F[spring + 2] = hz;
    F[spring + ROLLING_LAST] = stiffness;
  }
}

/** Energy that the spring at this address holds. */
export function rollingEnergy(spring: i32): f64 {
  const squared: f64 = F[spring] * F[spring] + F[spring + 1] * F[spring + 1] + F[spring + 2] * F[spring + 2];
  return squared > 0.0 ? (0.5 * squared) / F[spring + ROLLING_LAST] : 0.0;
}
