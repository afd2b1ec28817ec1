// SPDX-License-Identifier: MIT
/** Many pairs in one call: crossing into WebAssembly once per batch, never per support point. */
import { contactPair } from './contact-pair.ts';
import { CACHE_STRIDE, POSE_STRIDE, RESULT_STRIDE } from './layout.ts';
import { I } from './memory.ts';

/**
 * Answers `count` pairs. Body k has shape I[shapes + k] and its pose at poses + 7 k; pair i is I[pairs + 2 i], I[pairs +
 * 2 i + 1]; its warm start at caches + 8 i (0 for none) and its answer at results + 16 i.
 */
export function contactPairs(
  count: i32,
  pairs: i32,
  shapes: i32,
  poses: i32,
  caches: i32,
  maxDistance: f64,
  results: i32,
): void {
  for (let i: i32 = 0; i < count; i++) {
    const a: i32 = I[pairs + 2 * i];
    const b: i32 = I[pairs + 2 * i + 1];
    contactPair(
      I[shapes + a],
      poses + POSE_STRIDE * a,
      I[shapes + b],
      poses + POSE_STRIDE * b,
      caches > 0 ? caches + CACHE_STRIDE * i : 0,
      maxDistance,
      results + RESULT_STRIDE * i,
    );
  }
}
