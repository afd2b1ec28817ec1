// SPDX-License-Identifier: MIT
/** Queries for many pairs in one call, so that JavaScript calls WebAssembly once per batch. */
import { contactPair } from './contact-pair.ts';
import {
  CACHE_STRIDE,
  POSE_STRIDE,
  RESULT_STATUS,
  RESULT_STRIDE,
  SHAPE_VERTEX_COUNT,
  STATUS_BOUNDED,
} from './layout.ts';
import { F, I } from './memory.ts';

/** As LARGEST_COORDINATE of math/pose.ts. */
const LARGEST_COORDINATE: f64 = 1.0e50;
/** As UNIT_TOLERANCE of math/quaternion.ts: 8 halves of an ulp. */
const UNIT_TOLERANCE: f64 = 8.881784197001252e-16;

/**
 * Number of the first pose from `first` on that is not finite or whose quaternion is not of unit length; `count` for
 * none.
 */
export function firstUnfitPose(first: i32, count: i32, poses: i32): i32 {
  for (let k: i32 = first; k < count; k++) {
    const p: i32 = poses + POSE_STRIDE * k;
    const w: f64 = F[p + 3];
    const x: f64 = F[p + 4];
    const y: f64 = F[p + 5];
    const z: f64 = F[p + 6];
    const unit: bool = Math.abs(w * w + x * x + y * y + z * z - 1.0) <= UNIT_TOLERANCE;
    const within: bool =
      Math.abs(F[p]) <= LARGEST_COORDINATE &&
      Math.abs(F[p + 1]) <= LARGEST_COORDINATE &&
      Math.abs(F[p + 2]) <= LARGEST_COORDINATE;
    if (!(unit && within)) return k;
  }
  return count;
}

/**
 * Answers `count` pairs. Body k has shape I[shapes + k] and its pose at poses + 7 k; pair i is I[pairs + 2 i], I[pairs
 * + 2 i + 1]; its warm start at caches + 8 i (0 for none) and its answer at results + 18 i. Returns how many pairs
 * of polyhedra have bounds that did not close.
 */
export function contactPairs(
  count: i32,
  pairs: i32,
  shapes: i32,
  poses: i32,
  caches: i32,
  maxDistance: f64,
  results: i32,
): i32 {
  let open: i32 = 0;
  for (let i: i32 = 0; i < count; i++) {
    const a: i32 = I[pairs + 2 * i];
    const b: i32 = I[pairs + 2 * i + 1];
    const r: i32 = results + RESULT_STRIDE * i;
    contactPair(
      I[shapes + a],
      poses + POSE_STRIDE * a,
      I[shapes + b],
      poses + POSE_STRIDE * b,
      caches > 0 ? caches + CACHE_STRIDE * i : 0,
      maxDistance,
      r,
    );
    if (F[r + RESULT_STATUS] === STATUS_BOUNDED && isPolyhedron(I[shapes + a]) && isPolyhedron(I[shapes + b])) open++;
  }
  return open;
}

function isPolyhedron(s: i32): bool {
  return I[2 * s + SHAPE_VERTEX_COUNT] > 0;
}
