// SPDX-License-Identifier: MIT
/** The integers from 0 on. */

/** 0, 1, ... count - 1. A plain loop: `Int32Array.from` with a callback takes ten times as long. */
export function consecutiveIntegers(count: number): Int32Array<ArrayBuffer> {
  const integers = new Int32Array(count);
  for (let i = 0; i < count; i++) integers[i] = i;
  return integers;
}
