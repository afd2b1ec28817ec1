// SPDX-License-Identifier: MIT
/** A linear spring: F = k overlap. */

/** @inline `stiffness` is k. */
export function linearForce(stiffness: f64, overlap: f64): f64 {
  return stiffness * overlap;
}

/** @inline Work to reach the overlap: 1/2 F overlap. */
export function linearEnergy(force: f64, overlap: f64): f64 {
  return 0.5 * force * overlap;
}
