// SPDX-License-Identifier: MIT
/** Nearest periodic images, as in the step kernel. */
import * as layout from '../../step-kernel/step-layout.ts';

/** The shortest of a difference of coordinates and its images. */
export function nearestImage(F: Float64Array, I: Int32Array, difference: number, axis: number): number {
  if (((I[layout.PERIODIC] >> axis) & 1) === 0) return difference;
  const size = F[layout.DOMAIN_MAX + axis] - F[layout.DOMAIN_MIN + axis];
  if (difference > 0.5 * size) return difference - size;
  return difference < -0.5 * size ? difference + size : difference;
}
