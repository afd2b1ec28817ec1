// SPDX-License-Identifier: MIT
/**
 * The pressure-field law where a partner is curved: a ball pressed into a bed of k N/m3, F = pi k R* overlap^2, written
 * with the area 3/2 pi R* overlap that k is multiplied by in dashpots and friction (F^2 / (2 E k)).
 */

/** @inline Area of the contact. */
export function pressedArea(effectiveRadius: f64, overlap: f64): f64 {
  return 1.5 * Math.PI * effectiveRadius * overlap;
}

/** @inline `stiffness` is k. */
export function pressedForce(stiffness: f64, area: f64, overlap: f64): f64 {
  return (stiffness * area * overlap) / 1.5;
}

/** @inline Work to reach the overlap: 1/3 F overlap. */
export function pressedEnergy(force: f64, overlap: f64): f64 {
  return (force * overlap) / 3.0;
}
