// SPDX-License-Identifier: MIT
/**
 * Pairs of a smooth body with a smooth body or a polyhedron, by Newton's method with a proof. Starts from the last
 * query or from GJK on the bodies shrunk by their rolling balls, which are apart even where the pair overlaps slightly.
 * Pairs without a proof go to GJK and EPA.
 */
import { setDimensions } from '../closed-form/direct.ts';
import { GJK_FAR, GJK_SEPARATED, gjk } from '../gjk/gjk.ts';
import {
  CACHE_COUNT,
  CACHE_FEATURE,
  CACHE_POINT,
  CACHE_SMOOTH,
  CACHE_SMOOTH_SWAPPED,
  CLIMB_ABOVE,
  CLOSEST,
  CORE,
  CORE_LOWER,
  CORE_NORMAL,
  CORE_POINT,
  CORE_POINT_B,
  CORE_UPPER,
  DIMENSION_A,
  DIMENSION_B,
  FOR_STEPS,
  NEWTON_OFF,
  PAIR_A,
  PAIR_B,
  PAIR_SWAPPED,
  POINT_IDS,
  POINT_STRIDE,
  SHAPE_ROLLING,
  SHAPE_VERTEX_COUNT,
  SHRINK_A,
  SHRINK_B,
  SIMPLEX,
  SIMPLEX_COUNT,
  SIMPLEX_SLOTS,
  SMOOTH_A,
  SMOOTH_B,
  SMOOTH_FEATURE,
  STOP_DISTANCE,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { forgetHints, toBlockOfB } from '../relative-pose.ts';
import { CLIMB_WARM } from '../support/support.ts';
import {
  isMoving,
  rememberKept,
  rememberMotion,
  rememberProof,
  searchFromCentres,
  searchFromMotion,
  searchFromPoints,
} from './moving-pair.ts';
import {
  isOpen,
  isSmooth,
  moveInBlockOfB,
  moveOnA,
  moveOnB,
  SMOOTH_DEEP,
  SMOOTH_FAR,
  SMOOTH_KEPT,
  SMOOTH_PROVEN,
  SMOOTH_UNKNOWN,
} from './smooth-body.ts';
import { isSmoothPair, searchSmoothPair } from './smooth-pair.ts';
import { isSmoothOnPolyhedron, searchOnPolyhedron } from './smooth-polyhedron.ts';

/** GJK stops once its bounds are this part of the balls' radii apart: Newton's method then mostly finds its way. */
const ROUGH: f64 = 3.0e-2;
/** Where it does not, GJK goes on to here, and to here. */
const LESS_ROUGH: f64 = 1.0e-3;
const LEAST_ROUGH: f64 = 1.0e-6;

/** From what the last query of this pair has left in the cache. */
function fromCache(cache: i32, isPair: bool): i32 {
  const exchanged: bool = I[2 * cache + CACHE_SMOOTH_SWAPPED] !== I[PAIR_SWAPPED];
  const first: i32 = cache + CACHE_POINT;
  if (isPair) {
    // Two bodies of one shape may change places in the canonical order as they move.
    const p: i32 = first + (exchanged ? 3 : 0);
    const q: i32 = first + (exchanged ? 0 : 3);
    if (!moveOnA(F[p], F[p + 1], F[p + 2]) || !moveInBlockOfB(F[q], F[q + 1], F[q + 2])) return SMOOTH_UNKNOWN;
    return searchSmoothPair(true);
  }
  const onA: bool = isSmooth(I[PAIR_A]);
  const limit: i32 = I[2 * (onA ? I[PAIR_B] : I[PAIR_A]) + SHAPE_VERTEX_COUNT];
  const count: i32 = I[2 * cache + CACHE_FEATURE];
  if (count < 1 || count > 3) return SMOOTH_UNKNOWN;
  I[SMOOTH_FEATURE] = count;
  for (let k: i32 = 1; k <= count; k++) {
    const i: i32 = I[2 * cache + CACHE_FEATURE + k];
    if (i < 0 || i >= limit) return SMOOTH_UNKNOWN;
    I[SMOOTH_FEATURE + k] = i;
  }
  const x: f64 = F[first];
  const y: f64 = F[first + 1];
  const z: f64 = F[first + 2];
  if (!(onA ? moveOnA(x, y, z) : moveInBlockOfB(x, y, z))) return SMOOTH_UNKNOWN;
  I[CLIMB_ABOVE] = CLIMB_WARM;
  return searchOnPolyhedron(true);
}

/** The polyhedron's vertices in GJK's simplex, each once. */
function setFeatureOfSimplex(): void {
  const side: i32 = isSmooth(I[PAIR_A]) ? 1 : 0;
  let count: i32 = 0;
  for (let k: i32 = 0; k < I[SIMPLEX_COUNT]; k++) {
    const i: i32 = I[2 * (SIMPLEX + POINT_STRIDE * I[SIMPLEX_SLOTS + k] + POINT_IDS) + side];
    let known: bool = i < 0;
    for (let j: i32 = 1; j <= count; j++) if (I[SMOOTH_FEATURE + j] === i) known = true;
    if (!known && count < 3) {
      count++;
      I[SMOOTH_FEATURE + count] = i;
    }
  }
  I[SMOOTH_FEATURE] = count;
}

/** From where GJK stops on the bodies that the balls' centres reach. */
function fromRough(rough: f64, isPair: bool): i32 {
  const a: i32 = I[PAIR_A];
  const b: i32 = I[PAIR_B];
  const rollingA: f64 = F[a + SHAPE_ROLLING];
  const rollingB: f64 = F[b + SHAPE_ROLLING];
  const stop: f64 = F[STOP_DISTANCE];
  F[SHRINK_A] = rollingA;
  F[SHRINK_B] = rollingB;
  F[STOP_DISTANCE] = stop + (rollingA + rollingB);
  const outcome: i32 = gjk(0, true, rough * (rollingA + rollingB));
  F[SHRINK_A] = 0.0;
  F[SHRINK_B] = 0.0;
  F[STOP_DISTANCE] = stop;
  if (outcome === GJK_FAR) {
    F[CORE] = F[CLOSEST] - (rollingA + rollingB);
    return SMOOTH_FAR;
  }
  if (outcome !== GJK_SEPARATED) return SMOOTH_DEEP;
  const x: f64 = F[CLOSEST];
  const y: f64 = F[CLOSEST + 1];
  const z: f64 = F[CLOSEST + 2];
  const length: f64 = Math.sqrt(x * x + y * y + z * z);
  const s: f64 = rollingA / length;
  const t: f64 = rollingB / length;
  const p: i32 = CORE_POINT;
  const q: i32 = CORE_POINT_B;
  const ax: f64 = F[p] + s * x;
  const ay: f64 = F[p + 1] + s * y;
  const az: f64 = F[p + 2] + s * z;
  const bx: f64 = F[q] - t * x;
  const by: f64 = F[q + 1] - t * y;
  const bz: f64 = F[q + 2] - t * z;
  if (isPair && I[FOR_STEPS] !== 0) return searchFromPoints(ax, ay, az, bx, by, bz);
  if (isSmooth(a) && !moveOnA(ax, ay, az)) return SMOOTH_UNKNOWN;
  if (isSmooth(b) && !moveOnB(bx, by, bz)) return SMOOTH_UNKNOWN;
  if (isPair) return searchSmoothPair(false);
  setFeatureOfSimplex();
  return searchOnPolyhedron(false);
}

/** Keeps for the next query of this pair what this one has ended on. */
function remember(cache: i32, isPair: bool): void {
  const onA: bool = isSmooth(I[PAIR_A]);
  const first: i32 = cache + CACHE_POINT;
  I[2 * cache + CACHE_COUNT] = CACHE_SMOOTH;
  I[2 * cache + CACHE_SMOOTH_SWAPPED] = I[PAIR_SWAPPED];
  if (onA) for (let k: i32 = 0; k < 3; k++) F[first + k] = F[SMOOTH_A + k];
  if (isPair || !onA) toBlockOfB(F[SMOOTH_B], F[SMOOTH_B + 1], F[SMOOTH_B + 2], isPair ? first + 3 : first);
  if (isPair) return;
  // Nothing of earlier queries: saved states have the same bytes then.
  for (let k: i32 = 0; k <= 3; k++) {
    I[2 * cache + CACHE_FEATURE + k] = k <= I[SMOOTH_FEATURE] ? I[SMOOTH_FEATURE + k] : 0;
  }
}

/**
 * Keeps for the next step the points that GJK and EPA have ended on, where both bodies are smooth: Newton's method may
 * find its way from there. What they have proven of an overlap holds for a few steps.
 */
export function rememberPoints(cache: i32): void {
  if (I[FOR_STEPS] === 0 || I[NEWTON_OFF] !== 0 || !isSmoothPair()) return;
  for (let k: i32 = 0; k < 3; k++) F[SMOOTH_A + k] = F[CORE_POINT + k];
  const distance: f64 = F[CORE];
  toBlockOfB(
    F[CORE_POINT] + distance * F[CORE_NORMAL],
    F[CORE_POINT + 1] + distance * F[CORE_NORMAL + 1],
    F[CORE_POINT + 2] + distance * F[CORE_NORMAL + 2],
    SMOOTH_B,
  );
  if (distance < 0.0 && !isOpen(F[CORE_LOWER], F[CORE_UPPER])) rememberProof(cache);
  else rememberMotion(cache);
}

/** From where GJK stops, each time with bounds that are closer. */
function fromRougher(isPair: bool): i32 {
  let found: i32 = fromRough(ROUGH, isPair);
  if (found === SMOOTH_UNKNOWN) found = fromRough(LESS_ROUGH, isPair);
  if (found === SMOOTH_UNKNOWN) found = fromRough(LEAST_ROUGH, isPair);
  return found;
}

/** The same for two smooth bodies in a step of a simulation. */
function pairInStep(cache: i32): i32 {
  let found: i32 = SMOOTH_UNKNOWN;
  if (cache > 0 && isMoving(cache)) found = searchFromMotion(cache);
  if (found === SMOOTH_UNKNOWN) {
    forgetHints();
    found = searchFromCentres();
  }
  if (found === SMOOTH_FAR && cache > 0) rememberMotion(cache);
  if (found === SMOOTH_UNKNOWN) found = fromRougher(true);
  if (found === SMOOTH_PROVEN || found === SMOOTH_KEPT) {
    if (found === SMOOTH_KEPT) rememberKept(cache);
    else if (cache > 0) rememberMotion(cache);
    // No one asks for them in a step, and a smooth body has points only.
    I[DIMENSION_A] = 0;
    I[DIMENSION_B] = 0;
    return SMOOTH_PROVEN;
  }
  return found;
}

/** Answers the placed pair if it has a smooth body, warm or cold; what it finds is one of SMOOTH_... */
export function smoothContact(cache: i32): i32 {
  if (I[NEWTON_OFF] !== 0) return SMOOTH_UNKNOWN;
  const isPair: bool = isSmoothPair();
  if (isPair && I[FOR_STEPS] !== 0) return pairInStep(cache);
  if (!isPair && !isSmoothOnPolyhedron()) return SMOOTH_UNKNOWN;
  let found: i32 = SMOOTH_UNKNOWN;
  if (cache > 0 && I[2 * cache + CACHE_COUNT] === CACHE_SMOOTH) {
    found = fromCache(cache, isPair);
    if (found === SMOOTH_UNKNOWN) forgetHints();
  }
  if (found === SMOOTH_UNKNOWN) found = fromRougher(isPair);
  if (found === SMOOTH_PROVEN) {
    if (cache > 0) remember(cache, isPair);
    setDimensions(F[CORE_NORMAL], F[CORE_NORMAL + 1], F[CORE_NORMAL + 2]);
  }
  return found;
}
