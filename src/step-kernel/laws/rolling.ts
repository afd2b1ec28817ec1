// SPDX-License-Identifier: MIT
/**
 * Rolling and twisting resistance, model A of Wensrich & Katterfeld 2012, doi:10.1016/j.powtec.2011.10.057: a torque of
 * constant size against the relative spin. Near rest it decreases to zero with the spin, so that contacts never reverse
 * the spin of a body.
 */

import { lossesAt } from '../losses-at.ts';
import { F } from '../memory-views.ts';
import {
  BLOCK_ROLLING_LOSS,
  CONTACT_INVERSE_INERTIA,
  CONTACT_NORMAL,
  CONTACT_RADIUS,
  CONTACT_SPIN,
  CONTACT_TORQUE,
  LAW_ROLLING,
  LAW_TWISTING,
  ROLLING,
  ROLLING_SPRING,
  TIME_STEP,
  TWISTING,
} from '../step-layout.ts';

/**
 * Largest torque of one contact, relative to the torque that stops the relative spin of its pair in one step. A contact
 * does not know the other contacts of its bodies. In a dense packing of equal spheres with twelve contacts and opposed
 * spins, all contacts together remove at most 8 of these fractions of the spin; clumps and convex bodies have more
 * contacts. A total below 1 slows the spin and never reverses it.
 */
const STOPPING_PART: f64 = 0.125;

/** Bits of laws that need the relative spin of a contact and answer with a torque. */
export const RESISTS_SPIN: i32 = ROLLING | TWISTING | ROLLING_SPRING;

/** @inline Size of the torque; `inverseInertia` is 1 / I_i + 1 / I_j. */
function resistingTorque(
  friction: f64,
  effectiveRadius: f64,
  normalForce: f64,
  spin: f64,
  inverseInertia: f64,
  timeStep: f64,
): f64 {
  const torque: f64 = friction * effectiveRadius * normalForce;
  const stopping: f64 = (STOPPING_PART * spin) / (inverseInertia * timeStep);
  return torque < stopping ? torque : stopping;
}

/** @inline 1 / I of a solid sphere with this mass and radius; 0 for what cannot be moved. */
export function inverseInertia(inverseMass: f64, radius: f64): f64 {
  return (2.5 * inverseMass) / (radius * radius);
}

/**
 * @inline Writes the torque to the CONTACT cells at `sums`. `share` is that of a contact with several points, which
 * share its resistance.
 */
export function resistance(law: i32, isProbe: bool, constants: i32, share: f64, normalForce: f64, sums: i32): void {
  const timeStep: f64 = F[TIME_STEP];
  const nx: f64 = F[sums + CONTACT_NORMAL];
  const ny: f64 = F[sums + CONTACT_NORMAL + 1];
  const nz: f64 = F[sums + CONTACT_NORMAL + 2];
  const rx: f64 = F[sums + CONTACT_SPIN];
  const ry: f64 = F[sums + CONTACT_SPIN + 1];
  const rz: f64 = F[sums + CONTACT_SPIN + 2];
  const effectiveRadius: f64 = F[sums + CONTACT_RADIUS];
  const squeeze: f64 = normalForce > 0.0 ? normalForce : 0.0;
  const inverse: f64 = F[sums + CONTACT_INVERSE_INERTIA] / share;
  const twist: f64 = rx * nx + ry * ny + rz * nz;
  let mx = 0.0;
  let my = 0.0;
  let mz = 0.0;
  let loss = 0.0;
  if ((law & ROLLING) !== 0) {
    const px: f64 = rx - twist * nx;
    const py: f64 = ry - twist * ny;
    const pz: f64 = rz - twist * nz;
    const spin: f64 = Math.sqrt(px * px + py * py + pz * pz);
    if (spin > 0.0) {
      const factor: f64 = F[constants + LAW_ROLLING];
      const torque: f64 = resistingTorque(factor, effectiveRadius, squeeze, spin, inverse, timeStep);
      const opposed: f64 = -torque / spin;
      mx = opposed * px;
      my = opposed * py;
      mz = opposed * pz;
      loss = torque * spin;
    }
  }
  if ((law & TWISTING) !== 0) {
    const spin: f64 = Math.abs(twist);
    if (spin > 0.0) {
      const factor: f64 = F[constants + LAW_TWISTING];
      const torque: f64 = resistingTorque(factor, effectiveRadius, squeeze, spin, inverse, timeStep);
      const along: f64 = twist > 0.0 ? -torque : torque;
      mx += along * nx;
      my += along * ny;
      mz += along * nz;
      loss += torque * spin;
    }
  }
  F[sums + CONTACT_TORQUE] = mx;
  F[sums + CONTACT_TORQUE + 1] = my;
  F[sums + CONTACT_TORQUE + 2] = mz;
  // Half of it acts before the present time.
  if (isProbe) loss *= 0.5;
  const losses: i32 = lossesAt(isProbe, sums) + BLOCK_ROLLING_LOSS;
  F[losses] = F[losses] + loss * timeStep;
}
