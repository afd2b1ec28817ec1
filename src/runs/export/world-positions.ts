// SPDX-License-Identifier: MIT
/** Positions of a frame in the world. */
import type { Frame } from '../../io/trajectory/frame.ts';

/** Positions in the world, from those about the frame's origin. */
export function worldPositions(points: Float32Array, { origin }: Frame): Float64Array {
  return Float64Array.from(points, (value, i) => value + origin[i % 3]);
}
