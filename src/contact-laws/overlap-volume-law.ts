// SPDX-License-Identifier: MIT
/**
 * The energy of a contact as a function of the common volume V (Feng & Owen 2004, Feng, Han & Owen 2012): E = k V^2 /
 * (2 A), k in N/m3, A an area that the pair of bodies has once and for all. The square makes a face contact a linear
 * spring, and lets every force begin at zero.
 */
import { cubeRoot } from '../math/elementary.ts';

/** A, m2: the face of a cube of the smaller body's volume; a half-space has an infinite one. */
export function referenceArea(volumeA: number, volumeB: number): number {
  const side = cubeRoot(Math.min(volumeA, volumeB));
  return side * side;
}

/** Energy of a common volume, J. */
export function overlapEnergy(stiffness: number, area: number, volume: number): number {
  return (0.5 * stiffness * volume * volume) / area;
}

/** Size of the force, N, where the volume has a gradient of this size (m2): minus the derivative of the energy. */
export function overlapForce(stiffness: number, area: number, volume: number, gradient: number): number {
  return (stiffness * volume * gradient) / area;
}

/**
 * Stiffness of a contact of faces, N/m, where a body touches its like with its largest face (m2): bounds the time step.
 */
export function faceStiffness(stiffness: number, volume: number, largestFace: number): number {
  return (stiffness * largestFace * largestFace) / referenceArea(volume, volume);
}
