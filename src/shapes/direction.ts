// SPDX-License-Identifier: MIT
/** Scales directions of any length, from 1e-320 to 1e308, to a size whose squares neither overflow nor underflow. */
import type { Vector3 } from '../math/vector.ts';

/** The direction divided by its largest component. Throws a RangeError for zero and non-finite directions. */
export function scaledDirection(direction: Vector3): Vector3 {
  const { x, y, z } = direction;
  const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  if (!(largest > 0 && largest < Infinity)) {
    throw new RangeError(`support: expected a finite direction other than zero, got (${x}, ${y}, ${z})`);
  }
  return { x: x / largest, y: y / largest, z: z / largest };
}

export function unitDirection(direction: Vector3): Vector3 {
  const { x, y, z } = scaledDirection(direction);
  const length = Math.sqrt(x * x + y * y + z * z);
  return { x: x / length, y: y / length, z: z / length };
}

/** Length and unit vector of (x, y); the x axis where both are zero, so that the support point is always on the rim. */
export function planarDirection(
  x: number,
  y: number,
): { readonly x: number; readonly y: number; readonly length: number } {
  const largest = Math.max(Math.abs(x), Math.abs(y));
  if (!(largest > 0)) return { x: 1, y: 0, length: 0 };
  const u = x / largest;
  const v = y / largest;
  const length = Math.sqrt(u * u + v * v);
  return { x: u / length, y: v / length, length: largest * length };
}
