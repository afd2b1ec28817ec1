// SPDX-License-Identifier: MIT
/**
 * Vectors as three numbers after each other in an array, with the bits of src/math/vector.ts: for what steps of a
 * simulation make without garbage.
 */
import { normalise } from '../../math/vector.ts';

export function dotAt(V: Float64Array, a: number, b: number): number {
  return V[a] * V[b] + V[a + 1] * V[b + 1] + V[a + 2] * V[b + 2];
}

/** Writes a x b to `to`, which is neither. */
export function writeCross(V: Float64Array, a: number, b: number, to: number): void {
  V[to] = V[a + 1] * V[b + 2] - V[a + 2] * V[b + 1];
  V[to + 1] = V[a + 2] * V[b] - V[a] * V[b + 2];
  V[to + 2] = V[a] * V[b + 1] - V[a + 1] * V[b];
}

/** Writes the unit vector along the one at `a` to `to`, which may be the same. */
export function writeUnit(V: Float64Array, a: number, to: number): void {
  const largest = Math.max(Math.abs(V[a]), Math.abs(V[a + 1]), Math.abs(V[a + 2]));
  // Throws.
  if (!(largest > 0 && largest < Infinity)) normalise({ x: V[a], y: V[a + 1], z: V[a + 2] });
  const x = V[a] / largest;
  const y = V[a + 1] / largest;
  const z = V[a + 2] / largest;
  const length = Math.sqrt(x * x + y * y + z * z);
  V[to] = x / length;
  V[to + 1] = y / length;
  V[to + 2] = z / length;
}

/** Copies the vector at `from` of an array. */
export function copyVector(given: ArrayLike<number>, from: number, V: Float64Array, to: number): void {
  V[to] = given[from];
  V[to + 1] = given[from + 1];
  V[to + 2] = given[from + 2];
}
