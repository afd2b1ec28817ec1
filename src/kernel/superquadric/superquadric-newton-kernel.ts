// SPDX-License-Identifier: MIT
/**
 * Superquadric against superquadric after PHSQ section 2.1 and Podlozhnyuk et al. (2017): x0 has the least FA + FB of
 * all points with FA = FB (eq. 7). Differs: x0 is proven by a direction in which the bodies grown to its level do not
 * overlap. Where the search from the centre line fails, it deforms spheres into the bodies step by step.
 */
import {
  ANSWER_A_FIRST,
  ANSWER_CODES,
  ANSWER_NORMAL_GAP,
  ANSWER_REASON,
  ANSWER_STAGES,
  ANSWER_STATUS,
  ANSWER_STEPS,
  ANSWER_WARM,
  REASON_DEEP,
  REASON_ITERATION_LIMIT,
  REASON_NONE,
  REASON_THIN,
  STATUS_BOUNDED,
  STATUS_CONVERGED,
  STATUS_UNSUPPORTED,
  SUPERQUADRIC_ANSWER,
  SUPERQUADRIC_CENTRE,
  SUPERQUADRIC_FRAME,
  SUPERQUADRIC_NORMAL,
  SUPERQUADRIC_PARAMETERS,
  SUPERQUADRIC_PARAMETERS_B,
  SUPERQUADRIC_POINT,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { placePair } from '../relative-pose.ts';
import { gapOf, writeAnswer, writeNormal } from './superquadric-answer.ts';
import { centreDistance, largestSemiAxis, readSuperquadric, writePair, writeTerms } from './superquadric-pair.ts';
import { FAR_DAMPING, NEAR_DAMPING, searchFrom } from './superquadric-search.ts';
import { keepWarm, searchThroughSpheres, startBetweenCentres, startWarm, writeForms } from './superquadric-start.ts';

const X: i32 = SUPERQUADRIC_POINT;
const N: i32 = SUPERQUADRIC_NORMAL;
const CENTRE: i32 = SUPERQUADRIC_CENTRE;
const CODES: i32 = ANSWER_CODES;

/**
 * Centres nearer than this, relative to the smaller body, coincide: every point is as good as any, and so is every
 * normal.
 */
const COINCIDENT: f64 = 1.0e-12;
/** Levels proven to this, relative to themselves, are least. */
const CLOSED: f64 = 1.0e-9;
/** Steps from the centre line before it is tried through spheres. */
const DIRECT_LIMIT: i32 = 80;

/** Direction k of twelve, the axes of both bodies with both signs, to SUPERQUADRIC_NORMAL. */
function writeAxis(k: i32): void {
  const axis: i32 = k >> 2;
  const sign: f64 = (k & 1) === 0 ? 1.0 : -1.0;
  for (let j: i32 = 0; j < 3; j++) {
    const own: f64 = j === axis ? 1.0 : 0.0;
    F[N + j] = sign * ((k & 2) === 0 ? own : F[SUPERQUADRIC_FRAME + 3 * j + axis]);
  }
}

/** Coincident centres: x0 between them, and of the axes of both bodies the one along which they are parted soonest. */
function answerCoincident(): void {
  let best: i32 = 0;
  let largest: f64 = -1.0e300;
  for (let k: i32 = 0; k < 12; k++) {
    writeAxis(k);
    const gap: f64 = gapOf(1.0, 1.0);
    if (gap > largest) {
      largest = gap;
      best = k;
    }
  }
  writeAxis(best);
  for (let k: i32 = 0; k < 3; k++) F[X + k] = 0.5 * F[CENTRE + k];
  writeTerms(F[X], F[X + 1], F[X + 2]);
}

/** How far from least the level at the point is; the normal goes with it. */
function openness(): f64 {
  writeTerms(F[X], F[X + 1], F[X + 2]);
  return writeNormal();
}

/** The search, from where it is best begun; returns how far from least the level may be. */
function search(cache: i32, swapped: i32, limit: i32): f64 {
  const count: i32 = CODES + ANSWER_STEPS;
  startBetweenCentres();
  const isWarm: bool = cache > 0 && startWarm(cache, swapped);
  I[CODES + ANSWER_WARM] = isWarm ? 1 : 0;
  searchFrom(limit < DIRECT_LIMIT ? limit : DIRECT_LIMIT, 0.0, isWarm ? NEAR_DAMPING : FAR_DAMPING, count);
  const direct: f64 = openness();
  if (direct <= CLOSED || I[count] >= limit) return direct;
  const x: f64 = F[X];
  const y: f64 = F[X + 1];
  const z: f64 = F[X + 2];
  searchThroughSpheres(limit, count);
  const through: f64 = openness();
  if (through <= direct) return through;
  F[X] = x;
  F[X + 1] = y;
  F[X + 2] = z;
  return openness();
}

/**
 * The contact of the bodies with blocks a and b at the poses p and q, to SUPERQUADRIC_ANSWER; `limit` steps at most.
 * `cache` is the address of the pair's warm start, 0 for none; `swapped` says that A is the caller's second body.
 * Bodies other than superquadrics, ellipsoids and spheres are unsupported.
 */
export function superquadricNewton(a: i32, p: i32, b: i32, q: i32, cache: i32, swapped: i32, limit: i32): void {
  const parametersB: i32 = SUPERQUADRIC_PARAMETERS_B;
  I[CODES + ANSWER_STATUS] = STATUS_UNSUPPORTED;
  I[CODES + ANSWER_REASON] = REASON_NONE;
  I[CODES + ANSWER_STEPS] = 0;
  I[CODES + ANSWER_STAGES] = 0;
  I[CODES + ANSWER_WARM] = 0;
  if (!readSuperquadric(a, SUPERQUADRIC_PARAMETERS) || !readSuperquadric(b, parametersB)) return;
  placePair(a, p, b, q);
  const largestA: f64 = largestSemiAxis(SUPERQUADRIC_PARAMETERS);
  const largestB: f64 = largestSemiAxis(parametersB);
  const aFirst: bool = largestA <= largestB;
  const unit: f64 = aFirst ? largestA : largestB;
  I[CODES + ANSWER_A_FIRST] = aFirst ? 1 : 0;
  writePair(aFirst, SUPERQUADRIC_PARAMETERS, parametersB, unit);
  writeForms(1.0);
  let open: f64 = 0.0;
  if (centreDistance() <= COINCIDENT) {
    answerCoincident();
    I[CODES + ANSWER_REASON] = REASON_DEEP;
  } else {
    open = search(cache, swapped, limit);
    if (!(open <= CLOSED)) {
      I[CODES + ANSWER_REASON] = I[CODES + ANSWER_STEPS] >= limit ? REASON_ITERATION_LIMIT : REASON_THIN;
    }
    if (cache > 0) keepWarm(cache, swapped);
  }
  writeAnswer(aFirst, unit);
  F[SUPERQUADRIC_ANSWER + ANSWER_NORMAL_GAP] = open;
  I[CODES + ANSWER_STATUS] = I[CODES + ANSWER_REASON] === REASON_NONE ? STATUS_CONVERGED : STATUS_BOUNDED;
}
