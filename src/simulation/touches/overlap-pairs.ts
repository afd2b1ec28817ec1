// SPDX-License-Identifier: MIT
/** Which pairs have the overlap-volume law, from the table of laws in the simulation's memory. */
import * as layout from '../../step-kernel/layout.ts';

export function materialOfElement(I: Int32Array, e: number): number {
  const motion = (I[layout.MOTION] as number) + layout.MOTION_STRIDE * e;
  return I[2 * (motion + layout.MOTION_INTEGERS) + layout.MATERIAL] as number;
}

export function materialOfWall(I: Int32Array, k: number): number {
  const wall = (I[layout.HALF_SPACE] as number) + layout.HALF_SPACE_STRIDE * k;
  return I[2 * (wall + layout.HALF_SPACE_MATERIAL)] as number;
}

/** Stiffness of the overlap-volume law between two materials, N/m3; 0 where they have another law. */
export function overlapStiffness(F: Float64Array, I: Int32Array, a: number, b: number): number {
  const constants = (I[layout.LAW] as number) + layout.LAW_STRIDE * ((I[layout.MATERIAL_COUNT] as number) * a + b);
  const flags = I[2 * (constants + layout.LAW_FLAGS)] as number;
  return (flags & layout.OVERLAP_LAW) === 0 ? 0 : (F[constants + layout.LAW_NORMAL] as number);
}
