// SPDX-License-Identifier: MIT
/**
 * Rolling and twisting resistance, model A of Wensrich & Katterfeld 2012, doi:10.1016/j.powtec.2011.10.057: a torque of
 * constant size against the relative spin. Ours never exceeds the torque that stops the spin in one step.
 */

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
  const stopping: f64 = spin / (inverseInertia * timeStep);
  return torque < stopping ? torque : stopping;
}
