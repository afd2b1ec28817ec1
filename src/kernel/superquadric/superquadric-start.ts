// SPDX-License-Identifier: MIT
/**
 * Start of the search for the contact point of two superquadrics: between the centres, at the point of the last query,
 * or from spheres with the same mean semi-axis, whose semi-axes and exponents change to those of the bodies in steps.
 */

import { portablePow } from '../arithmetic/portable-pow.ts';
import {
  CACHE_COUNT,
  CACHE_POINT,
  CACHE_START_TAG,
  CACHE_SWAPPED,
  SUPERQUADRIC_BODIES,
  SUPERQUADRIC_CENTRE,
  SUPERQUADRIC_FORMS,
  SUPERQUADRIC_POINT,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { gaugeOfOne, gaugeOfTwo } from './superquadric-pair.ts';
import { FAR_DAMPING, levelOf, SEARCH_DONE, searchFrom } from './superquadric-search.ts';

const X: i32 = SUPERQUADRIC_POINT;
const CENTRE: i32 = SUPERQUADRIC_CENTRE;

/**
 * Value of CACHE_START_TAG when CACHE_POINT holds the point of the last query. GJK keeps a vertex there, or -1, so any
 * number below -1 would do. A point that is kept by mistake does no harm: the search takes it only if it is better.
 */
const START_TAG: i32 = -1973;

/** First and longest step from spheres (0) to the bodies (1), and the shortest before the search gives up. */
const FIRST_STRIDE: f64 = 0.25;
const LONGEST_STRIDE: f64 = 0.5;
const SHORTEST_STRIDE: f64 = 0.01;
/** Limit of the steps of the search for a form in between, and tolerance of its level: enough to start the next one. */
const STAGE_LIMIT: i32 = 24;
const STAGE_TOLERANCE: f64 = 1.0e-3;

/**
 * The forms between spheres (0) and the bodies (1): geometric means, so that thin bodies become thin evenly.
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
  if (
    I[2 * cache + CACHE_COUNT] !== 0 ||
    I[2 * cache + CACHE_START_TAG] !== START_TAG ||
    I[2 * cache + CACHE_SWAPPED] !== swapped
  )
    return false;
  const x: f64 = F[cache + CACHE_POINT];
  const y: f64 = F[cache + CACHE_POINT + 1];
  const z: f64 = F[cache + CACHE_POINT + 2];
  if (!(levelOf(x, y, z) < levelOf(F[X], F[X + 1], F[X + 2]))) return false;
  F[X] = x;
  F[X + 1] = y;
  F[X + 2] = z;
  return true;
}

/** Keeps the point for the next query. To the default algorithm the warm start is an empty one. */
export function keepWarm(cache: i32, swapped: i32): void {
  I[2 * cache + CACHE_COUNT] = 0;
  I[2 * cache + CACHE_START_TAG] = START_TAG;
  I[2 * cache + CACHE_SWAPPED] = swapped;
  for (let k: i32 = 0; k < 3; k++) F[cache + CACHE_POINT + k] = F[X + k];
}

/**
 * Searches from spheres to the bodies; leaves the forms of the bodies and the last point found. Counts steps at
 * I[count] and stages behind it.
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
