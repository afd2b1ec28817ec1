// SPDX-License-Identifier: MIT
/**
 * Rolling and twisting resistance, model A of Wensrich & Katterfeld 2012, doi:10.1016/j.powtec.2011.10.057: a torque of
 * constant size against the relative spin. Near rest it decreases to zero with the spin, so that contacts never reverse
 * the spin of a body.
 */

/**
 * Largest torque of one contact, relative to the torque that stops the relative spin of its pair in one step. A contact
 * does not know the other contacts of its bodies. In a dense packing of equal spheres with twelve contacts and opposed
 * spins, all contacts together remove at most 8 of these fractions of the spin; clumps and convex bodies have more
 * contacts. A total below 1 slows the spin and never reverses it.
 */
const STOPPING_PART: f64 = 0.125;

/** @inline Size of the torque; `inverseInertia` is 1 / I_i + 1 / I_j. */
export function resistingTorque(
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
