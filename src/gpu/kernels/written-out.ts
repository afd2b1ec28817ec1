// SPDX-License-Identifier: MIT
/** Text of kernels without loops: compilers put an array with an index that is not a constant into slow memory. */

/** The text for each number below `count`, one after the other. */
export function each(count: number, text: (k: number) => string): string {
  return Array.from({ length: count }, (_, k) => text(k)).join('\n  ');
}
