// SPDX-License-Identifier: MIT
/**
 * Farthest vertex of a polyhedron by a scan. The WebAssembly build has a SIMD text (scripts/kernel/vertex-scan.as) with
 * the same products in the same order and ties to the lower index, so both give the same answer.
 */
import { F } from '../memory.ts';

/** Number of the vertex with the largest projection on (dx, dy, dz); coordinates at addresses x, y, z; count >= 1. */
export function farthestVertex(x: i32, y: i32, z: i32, count: i32, dx: f64, dy: f64, dz: f64): i32 {
  let best: i32 = 0;
  let top: f64 = F[x] * dx + F[y] * dy + F[z] * dz;
  for (let i: i32 = 1; i < count; i++) {
    const projection: f64 = F[x + i] * dx + F[y + i] * dy + F[z + i] * dz;
    if (projection > top) {
      top = projection;
      best = i;
    }
  }
  return best;
}

/** Number of the least of `count` >= 1 values at the address; the first of equal ones. */
export function leastOf(address: i32, count: i32): i32 {
  let best: i32 = 0;
  let least: f64 = F[address];
  for (let i: i32 = 1; i < count; i++) {
    if (F[address + i] < least) {
      least = F[address + i];
      best = i;
    }
  }
  return best;
}

/** How many vertices have a projection of at least `least`. */
export function countVertices(x: i32, y: i32, z: i32, count: i32, dx: f64, dy: f64, dz: f64, least: f64): i32 {
  let found: i32 = 0;
  for (let i: i32 = 0; i < count; i++) {
    if (F[x + i] * dx + F[y + i] * dy + F[z + i] * dz >= least) found++;
  }
  return found;
}
