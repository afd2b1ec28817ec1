// SPDX-License-Identifier: MIT
/**
 * The memory of the simulation that is being stepped, as TypeScript sees it, bound before each call. The WebAssembly
 * build has its own text for this file (scripts/kernel/step-prelude.as), one instance for each memory.
 */

/** Float64 view of the whole memory; addresses in the kernel are indices into it. */
export let F = new Float64Array(0);
/** Int32 view of the same bytes: the integers of address `s` start at `I[2 * s]`. */
export let I = new Int32Array(0);

/** Lets the TypeScript kernel work on this memory until the next call. */
export function bindStepMemory(buffer: ArrayBufferLike): void {
  if (F.buffer === buffer) return;
  F = new Float64Array(buffer as ArrayBuffer);
  I = new Int32Array(buffer as ArrayBuffer);
}

/** The whole part of x, towards zero; |x| < 2^31. */
export function wholePart(x: f64): i32 {
  return x | 0;
}
