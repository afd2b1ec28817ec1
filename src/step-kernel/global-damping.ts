// SPDX-License-Identifier: MIT
/** Damping that acts on motions rather than on contacts: Cundall's local non-viscous damping, and a viscous one. */

/** Speeds below this are 0 under viscous damping: they would decay into denormal numbers. */
const SNAP: f64 = 1.0e-150;

/** @inline Cundall's damping: the force that does work on a motion is made smaller, one that brakes it greater. */
export function locallyDamped(acceleration: f64, velocity: f64, factor: f64): f64 {
  // Mostly there is none, and the sign of a velocity is hard to predict.
  if (factor === 0.0) return acceleration;
  const loss: f64 = factor * Math.abs(acceleration);
  if (velocity > 0.0) return acceleration - loss;
  return velocity < 0.0 ? acceleration + loss : acceleration;
}

/** @inline What viscous damping leaves of a velocity. */
export function decayed(velocity: f64, kept: f64): f64 {
  const left: f64 = kept * velocity;
  return Math.abs(left) < SNAP ? 0.0 : left;
}
