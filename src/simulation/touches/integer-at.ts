// SPDX-License-Identifier: MIT
/** Reading integers of the memory at places that are there. */

export function at(view: Int32Array, index: number): number {
  return view[index];
}
