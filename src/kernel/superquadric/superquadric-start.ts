// SPDX-License-Identifier: MIT
/**
 * Where the search for the contact point of two superquadrics begins: between the centres, at the point of the last
 * query, or through spheres: the bodies are replaced by balls with the same mean semi-axis, whose answer is known, and
 * semi-axes and exponents go from there to their own in steps, each beginning where the last has ended.
 */

import { portablePow } from '../arithmetic/portable-pow.ts';
import {
  CACHE_SWAPPED,
  SUPERQUADRIC_BODIES,
  SUPERQUADRIC_FORMS,
  SUPERQUADRIC_FRAME,
  SUPERQUADRIC_POINT,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { gaugeOfOne, gaugeOfTwo } from './superquadric-pair.ts';
import { FAR_DAMPING, levelOf, SEARCH_DONE, searchFrom } from './superquadric-search.ts';

const X: i32 = SUPERQUADRIC_POINT;
const CENTRE: i32 = SUPERQUADRIC_FRAME + 9;

/** In a warm start: what tells this point from a simplex, at I[2 * cache + 8]; the point is at F[cache + 1..]. */
const WARM_MARK: i32 = -1973;
const WARM_AT: i32 = 8;

/** First and longest part of the way from spheres to the bodies, and the shortest before giving up. */
const FIRST_STRIDE: f64 = 0.25;
const LONGEST_STRIDE: f64 = 0.5;
const SHORTEST_STRIDE: f64 = 0.01;
/**
 * Steps of the search for a form in between, and how near its level must come: near enough for the next one to begin.
 */
const STAGE_LIMIT: i32 = 24;
const STAGE_TOLERANCE: f64 = 1.0e-3;

/**
 * The forms at a part of the way, 1 for the bodies themselves: geometric means, so that thin bodies grow thin evenly.
 */
export function writeForms(part: f64): void {
  for (let form: i32 = 0; form < 10; form += 5) {
    const from: i32 = SUPERQUADRIC_BODIES + form;
    const to: i32 = SUPERQUADRIC_FORMS + form;
    if (part === 1.0) {
      for (let k: i32 = 0; k < 5; k++) F[to + k] = F[from + k];
      continue;
    }
    const mean: f64 =
      portablePow(F[from], 1.0 / 3.0) * portablePow(F[from + 1], 1.0 / 3.0) * portablePow(F[from + 2], 1.0 / 3.0);
    for (let k: i32 = 0; k < 3; k++) F[to + k] = mean * portablePow(F[from + k] / mean, part);
    for (let k: i32 = 3; k < 5; k++) F[to + k] = 2.0 * portablePow(0.5 * F[from + k], part);
  }
}

/** The point between the centres that both bodies, grown alike, reach at the same time. Exact for spheres. */
export function startBetweenCentres(): void {
  const one: f64 = gaugeOfOne(F[CENTRE], F[CENTRE + 1], F[CENTRE + 2]);
  const two: f64 = gaugeOfTwo(0.0, 0.0, 0.0);
  const part: f64 = two / (one + two);
  for (let k: i32 = 0; k < 3; k++) F[X + k] = part * F[CENTRE + k];
}

/** Begins at the point in the cache if that is better than where the search would begin. True if so. */
export function startWarm(cache: i32, swapped: i32): bool {
  if (I[2 * cache] !== 0 || I[2 * cache + WARM_AT] !== WARM_MARK || I[2 * cache + CACHE_SWAPPED] !== swapped)
    return false;
  const x: f64 = F[cache + 1];
  const y: f64 = F[cache + 2];
  const z: f64 = F[cache + 3];
  if (!(levelOf(x, y, z) < levelOf(F[X], F[X + 1], F[X + 2]))) return false;
  F[X] = x;
  F[X + 1] = y;
  F[X + 2] = z;
  return true;
}

/** Keeps the point for the next query. To the default algorithm the warm start is an empty one. */
export function keepWarm(cache: i32, swapped: i32): void {
  I[2 * cache] = 0;
  I[2 * cache + WARM_AT] = WARM_MARK;
  I[2 * cache + CACHE_SWAPPED] = swapped;
  for (let k: i32 = 0; k < 3; k++) F[cache + 1 + k] = F[X + k];
}

/**
 * The way from spheres; leaves the bodies' forms and the last point found. Counts steps at I[count] and stages behind
 * it.
 */
export function searchThroughSpheres(limit: i32, count: i32): i32 {
  writeForms(0.0);
  startBetweenCentres();
  let part: f64 = 0.0;
  let stride: f64 = FIRST_STRIDE;
  while (stride >= SHORTEST_STRIDE && I[count] < limit) {
    const x: f64 = F[X];
    const y: f64 = F[X + 1];
    const z: f64 = F[X + 2];
    const next: f64 = part + stride;
    if (next >= 1.0) break;
    writeForms(next);
    I[count + 1] = I[count + 1] + 1;
    const left: i32 = limit - I[count];
    if (searchFrom(left < STAGE_LIMIT ? left : STAGE_LIMIT, STAGE_TOLERANCE, FAR_DAMPING, count) === SEARCH_DONE) {
      part = next;
      stride = 1.5 * stride > LONGEST_STRIDE ? LONGEST_STRIDE : 1.5 * stride;
    } else {
      F[X] = x;
      F[X + 1] = y;
      F[X + 2] = z;
      stride *= 0.5;
    }
  }
  writeForms(1.0);
  I[count + 1] = I[count + 1] + 1;
  return searchFrom(limit - I[count], 0.0, FAR_DAMPING, count);
}
