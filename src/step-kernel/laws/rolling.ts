// SPDX-License-Identifier: MIT
/**
 * Rolling and twisting resistance, model A of Wensrich & Katterfeld 2012, doi:10.1016/j.powtec.2011.10.057: a torque of
 * constant size against the relative spin. Near rest it goes down to zero with the spin, so that no body is turned round by its contacts.
 */

/**
 * Part of the torque that stops the relative spin of a pair in one step, which one contact takes at most. Each contact knows nothing of the others of its
 * bodies: with twelve of them, as in a dense packing of like spheres, whose spins are opposed as much as they can be, together they take off at most
 * 8 of these parts; in clumps and convex bodies there are more. What takes off less than 1 slows and never turns round.
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
