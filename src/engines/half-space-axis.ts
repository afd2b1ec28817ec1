// SPDX-License-Identifier: MIT
/** The axis along which a half-space points, if there is one. */
import type { Vector3 } from '../math/vector.ts';

export type Axis = 'x' | 'y' | 'z';
export const AXES: readonly Axis[] = ['x', 'y', 'z'];

/** Undefined for an oblique normal. */
export function axisOf(normal: Vector3): Axis | undefined {
  const [only, ...others] = AXES.filter((axis) => normal[axis] !== 0);
  return others.length === 0 ? only : undefined;
}
