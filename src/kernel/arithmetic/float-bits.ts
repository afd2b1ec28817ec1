// SPDX-License-Identifier: MIT
/**
 * Bits of float64 numbers. The WebAssembly build has its own text for this file (scripts/kernel/float-bits.as): there
 * a number's bits need no memory.
 */
import { POW_BITS } from '../layout.ts';
import { F, I } from '../memory.ts';

/** Upper 32 bits of x. */
export function upperWord(x: f64): i32 {
  F[POW_BITS] = x;
  return I[2 * POW_BITS + 1];
}

/** Lower 32 bits of x. */
export function lowerWord(x: f64): i32 {
  F[POW_BITS] = x;
  return I[2 * POW_BITS];
}

/** x 2^k, where both are normal numbers. */
export function scaledByPowerOfTwo(x: f64, k: i32): f64 {
  F[POW_BITS] = x;
  I[2 * POW_BITS + 1] = I[2 * POW_BITS + 1] + (k << 20);
  return F[POW_BITS];
}
