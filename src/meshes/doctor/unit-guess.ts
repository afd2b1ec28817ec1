// SPDX-License-Identifier: MIT
/** Files of meshes have no unit. The extent tells what a drawing of a machine was probably made in. */

export interface UnitGuess {
  readonly unit: 'metre' | 'millimetre';
  /** Multiply coordinates by this to have metres. */
  readonly metres: number;
}

/**
 * Hoppers, mills and chutes are a centimetre to a hundred metres long: a mesh with an extent above a hundred is in
 * millimetres.
 */
const LARGEST_MACHINE = 100;

export function guessUnit(extent: number): UnitGuess {
  return extent > LARGEST_MACHINE ? { unit: 'millimetre', metres: 1e-3 } : { unit: 'metre', metres: 1 };
}
