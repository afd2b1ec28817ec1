// SPDX-License-Identifier: MIT
/** Hertz: F = 4/3 E* sqrt(R*) overlap^1.5, written with the radius a = sqrt(R* overlap) of the contact circle. */

/** @inline Radius of the contact circle. */
export function hertzRadius(effectiveRadius: f64, overlap: f64): f64 {
  return Math.sqrt(effectiveRadius * overlap);
}

/** @inline `normal` is 4/3 E*. */
export function hertzForce(normal: f64, radius: f64, overlap: f64): f64 {
  return normal * radius * overlap;
}

/** @inline Work to reach the overlap: 2/5 F overlap. */
export function hertzEnergy(force: f64, overlap: f64): f64 {
  return 0.4 * force * overlap;
}
