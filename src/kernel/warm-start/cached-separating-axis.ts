// SPDX-License-Identifier: MIT
/**
 * Separating axis of polyhedra that were farther apart than the limit: it is stored and tested first in the next query.
 * One support point of each body then suffices for a listed pair that does not touch.
 */
import {
  CACHE_APART,
  CACHE_COUNT,
  CACHE_DIRECTION,
  CACHE_OVERLAP,
  CACHE_SWAPPED,
  CORE,
  FLAT_WORK,
  PAIR_SWAPPED,
  STOP_DISTANCE,
  SUPPORT,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { forgetHints } from '../relative-pose.ts';
import { supportDifferenceTo } from '../support/minkowski-support.ts';
import { apartBeyond } from './step-answer.ts';

/** Stores the direction at the address; the cache then holds nothing else. */
export function storeSeparatingAxis(cache: i32, direction: i32): void {
  I[2 * cache + CACHE_COUNT] = 0;
  I[2 * cache + CACHE_OVERLAP] = CACHE_APART;
  I[2 * cache + CACHE_SWAPPED] = I[PAIR_SWAPPED];
  for (let k: i32 = 0; k < 3; k++) F[cache + CACHE_DIRECTION + k] = F[direction + k];
}

/** True if the bodies are still farther apart along the direction than the limit; the gap goes to CORE. */
export function isStillSeparated(cache: i32): bool {
  if (I[2 * cache + CACHE_SWAPPED] === I[PAIR_SWAPPED]) {
    const d: i32 = cache + CACHE_DIRECTION;
    const x: f64 = F[d];
    const y: f64 = F[d + 1];
    const z: f64 = F[d + 2];
    supportDifferenceTo(SUPPORT, x, y, z);
    const gap: f64 = x * F[SUPPORT] + y * F[SUPPORT + 1] + z * F[SUPPORT + 2];
    if (gap > (I[FLAT_WORK] > 0 ? apartBeyond() : F[STOP_DISTANCE])) {
      F[CORE] = gap;
      return true;
    }
    forgetHints();
  }
  I[2 * cache + CACHE_OVERLAP] = 0;
  return false;
}
