// SPDX-License-Identifier: MIT
/**
 * Contact energy as a function of the common volume V (Feng & Owen 2004, Feng, Han & Owen 2012): E = k V^2 / (2 A), k
 * in N/m3, with a constant area A of the pair. The square makes a face contact a linear spring, and every force starts
 * at zero.
 */
import { cubeRoot } from '../math/elementary.ts';

/** A, m2: face of a cube with the volume of the smaller body; a half-space has infinite volume. */
export function referenceArea(volumeA: number, volumeB: number): number {
  const side = cubeRoot(Math.min(volumeA, volumeB));
  return side * side;
}

/** Energy, J, of a common volume. */
export function overlapEnergy(stiffness: number, area: number, volume: number): number {
  return (0.5 * stiffness * volume * volume) / area;
}

/** Magnitude of the force, N, for a volume gradient of this magnitude (m2): minus the derivative of the energy. */
export function overlapForce(stiffness: number, area: number, volume: number, gradient: number): number {
  return (stiffness * volume * gradient) / area;
}

/**
 * Stiffness of a face contact, N/m, between two equal bodies that touch with their largest faces (m2); limits the time
 * step.
 */
export function faceStiffness(stiffness: number, volume: number, largestFace: number): number {
  return (stiffness * largestFace * largestFace) / referenceArea(volume, volume);
}
