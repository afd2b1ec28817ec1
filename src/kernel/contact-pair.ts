// SPDX-License-Identifier: MIT
/**
 * One contact query: puts the pair in canonical order, solves for the cores by a closed form or by GJK and EPA, adds
 * the margins, and writes the answer with its bounds in world coordinates. Never throws; unsupported pairs have a
 * status.
 */
import {
  ALLOWANCE_IN_ROUNDINGS,
  allowanceFor,
  closedWithin,
  isContradiction,
  statusOfBounds,
} from './certificate/bounds.ts';
import { CURVED_EPA_GAP, fallbackAnswer, lengthOfClosest, setNormalOfClosest } from './certificate/fallback-answer.ts';
import { directCore, setDimensions } from './closed-form/direct.ts';
import { EPA_FLAT, epa, pointOfTriangle } from './epa/epa.ts';
import { faceAlong, isPolyhedral } from './features/feature.ts';
import { inwardX, inwardY, inwardZ } from './features/feature-pair.ts';
import { FLAT_SINE } from './features/flat-contact.ts';
import { settle } from './features/settle.ts';
import { GJK_FAR, GJK_OVERLAP, GJK_SEPARATED, gjk, saveWitness, storeWarmSimplex } from './gjk/gjk.ts';
import {
  CACHE_APART,
  CACHE_COUNT,
  CACHE_FACE,
  CACHE_FACES,
  CACHE_IDS,
  CACHE_OVERLAP,
  CACHE_SWAPPED,
  CLOSEST,
  CORE,
  CORE_LOWER,
  CORE_NORMAL,
  CORE_POINT,
  CORE_UPPER,
  DIMENSION_A,
  DIMENSION_B,
  DOMES,
  EPA_ITERATIONS,
  EPA_TRIANGLE,
  EPA_VERTICES,
  FLAT_WORK,
  GAP_DIRECTION,
  GJK_ITERATIONS,
  HALF_SPACE,
  ORIGIN_A,
  OWN_CACHE,
  PAIR_A,
  PAIR_B,
  PAIR_SWAPPED,
  PATCH_COUNT,
  PLACEMENT,
  POINT_IDS,
  POINT_STRIDE,
  POSE_STRIDE,
  REASON,
  REASON_NONE,
  RELATIVE_ORIGIN,
  RESULT_DIMENSION_A,
  RESULT_DIMENSION_B,
  RESULT_EPA_ITERATIONS,
  RESULT_GJK_ITERATIONS,
  RESULT_LOWER,
  RESULT_NORMAL,
  RESULT_POINT_ON_A,
  RESULT_POINT_ON_B,
  RESULT_REASON,
  RESULT_STATUS,
  RESULT_STRIDE,
  RESULT_UPPER,
  SHAPE_DESCRIPTION,
  SHAPE_KEY_HIGH,
  SHAPE_KEY_LOW,
  SHAPE_KIND,
  SHAPE_MARGIN,
  SIMPLEX_COUNT,
  STATUS_BOUNDED,
  STATUS_CONVERGED,
  STATUS_FAR,
  STATUS_UNSUPPORTED,
  STOP_DISTANCE,
} from './layout.ts';
import { F, I } from './memory.ts';
import { forgetHints, placePair, smallerExtent, toWorld } from './relative-pose.ts';
import { answerDomed, isFlatOnPolyhedron } from './smooth/domed-on-polyhedron.ts';
import { polish } from './smooth/polish.ts';
import { SMOOTH_FAR, SMOOTH_PROVEN } from './smooth/smooth-body.ts';
import { rememberPoints, smoothContact } from './smooth/smooth-contact.ts';
import { cachedContact } from './warm-start/cached-contact.ts';
import { cachedNormal, isNormalKept, rememberGap, rememberNormal } from './warm-start/cached-normal.ts';
import { keepFeatures, storeOverlap } from './warm-start/cached-overlap.ts';
import { isStillSeparated, storeSeparatingAxis } from './warm-start/cached-separating-axis.ts';
import { facesContact, storeFaces, storeFacesAlong } from './warm-start/faces-overlap.ts';
import { apartBeyond, STEP_APART, STEP_OPEN, STEP_OVERLAP } from './warm-start/step-answer.ts';
import { featuresInStep } from './warm-start/step-features.ts';

/**
 * Sine of the angle to the normal within which faces are remembered where nothing else proves an overlap: more tilted
 * ones hardly do.
 */
const FACES_SINE: f64 = 0.7;

/**
 * True if the pair must be exchanged: by the hash of the shapes, then by the poses, then by the descriptions of equal
 * bodies.
 */
export function outOfOrder(a: i32, p: i32, b: i32, q: i32): bool {
  const ah: i32 = I[2 * a + SHAPE_KEY_HIGH];
  const bh: i32 = I[2 * b + SHAPE_KEY_HIGH];
  if (ah !== bh) return ah > bh;
  const al: i32 = I[2 * a + SHAPE_KEY_LOW];
  const bl: i32 = I[2 * b + SHAPE_KEY_LOW];
  if (al !== bl) return al > bl;
  for (let k: i32 = 0; k < POSE_STRIDE; k++) {
    if (F[p + k] !== F[q + k]) return F[p + k] > F[q + k];
  }
  return I[2 * a + SHAPE_DESCRIPTION] > I[2 * b + SHAPE_DESCRIPTION];
}

/**
 * Stores the three vertices of EPA's last face in OWN_CACHE, as storeWarmSimplex stores a simplex; false if there are
 * none.
 */
function storeTriangle(): bool {
  if (I[EPA_TRIANGLE] < 0) return false;
  I[2 * OWN_CACHE + CACHE_COUNT] = 3;
  I[2 * OWN_CACHE + CACHE_OVERLAP] = 0;
  I[2 * OWN_CACHE + CACHE_SWAPPED] = I[PAIR_SWAPPED];
  for (let k: i32 = 0; k < 3; k++) {
    const ids: i32 = 2 * (EPA_VERTICES + POINT_STRIDE * I[EPA_TRIANGLE + k] + POINT_IDS);
    I[2 * OWN_CACHE + CACHE_IDS + 2 * k] = I[ids];
    I[2 * OWN_CACHE + CACHE_IDS + 1 + 2 * k] = I[ids + 1];
  }
  return true;
}

/** Number plus 1 of the face that three cached vertices of one body belong to, along n; 0 when there are no three. */
function faceOfThree(cache: i32, nx: f64, ny: f64, nz: f64): i32 {
  if (I[2 * cache + CACHE_COUNT] !== 3) return 0;
  const a: i32 = 2 * cache + CACHE_IDS;
  const b: i32 = a + 1;
  if (I[a] !== I[a + 2] && I[a + 2] !== I[a + 4] && I[a + 4] !== I[a]) {
    return 1 + faceAlong(I[PAIR_A], nx, ny, nz, I[a]);
  }
  if (I[b] === I[b + 2] || I[b + 2] === I[b + 4] || I[b + 4] === I[b]) return 0;
  return 1 + faceAlong(I[PAIR_B], inwardX(nx, ny, nz), inwardY(nx, ny, nz), inwardZ(nx, ny, nz), I[b]);
}

/**
 * Tries faces that lie on each other along the line of the bodies' centres, as in lattices, for a pair of which nothing
 * is known: GJK and EPA have most to do where faces tie. Else the cache stays empty.
 */
function facesAhead(cache: i32): i32 {
  const o: i32 = RELATIVE_ORIGIN;
  if (!storeFacesAlong(cache, F[o], F[o + 1], F[o + 2])) return STEP_OPEN;
  const found: i32 = facesContact(cache);
  if (found === STEP_OPEN) {
    I[2 * cache + CACHE_COUNT] = 0;
    I[2 * cache + CACHE_OVERLAP] = 0;
  }
  return found;
}

/** Distance of the cores by GJK and EPA, into CORE...; returns a status. */
function iterativeCore(cache: i32): i32 {
  const a: i32 = I[PAIR_A];
  const b: i32 = I[PAIR_B];
  const polyhedral: bool = isPolyhedral(a) && isPolyhedral(b);
  if (polyhedral && cache > 0) {
    if (I[2 * cache + CACHE_OVERLAP] === CACHE_APART && isStillSeparated(cache)) return STATUS_FAR;
    const isOnFaces: bool = I[2 * cache + CACHE_OVERLAP] === CACHE_FACES;
    if (I[FLAT_WORK] > 0 && I[2 * cache + CACHE_COUNT] === 0 && I[2 * cache + CACHE_OVERLAP] === 0) {
      const found: i32 = facesAhead(cache);
      if (found === STEP_OVERLAP) return STATUS_CONVERGED;
      if (found === STEP_APART) return STATUS_FAR;
    } else if (isOnFaces || (I[2 * cache + CACHE_OVERLAP] === 1 && I[FLAT_WORK] > 0)) {
      const found: i32 = isOnFaces ? facesContact(cache) : featuresInStep(cache);
      if (found === STEP_OVERLAP) return STATUS_CONVERGED;
      if (found === STEP_APART) return STATUS_FAR;
    } else if (cachedContact(cache, false, I[2 * cache + CACHE_OVERLAP] === 0)) {
      return F[CORE] > F[STOP_DISTANCE] ? STATUS_FAR : STATUS_CONVERGED;
    }
    // EPA's vertices are no start for GJK.
    if (I[2 * cache + CACHE_OVERLAP] === 1) I[2 * cache + CACHE_COUNT] = 0;
  }
  if (!polyhedral) {
    const found: i32 = smoothContact(cache);
    if (found === SMOOTH_FAR) return STATUS_FAR;
    if (found === SMOOTH_PROVEN) return STATUS_CONVERGED;
  }
  const isCurved: bool = !polyhedral && isNormalKept(cache);
  if (isCurved) {
    const found: i32 = cachedNormal(cache);
    if (found === SMOOTH_FAR) return STATUS_FAR;
    if (found === SMOOTH_PROVEN) return STATUS_CONVERGED;
  }
  // What has failed to prove an overlap will do so again. Flat faces are remembered first: their common part is needed.
  const isRefuted: bool = cache > 0 && I[2 * cache + CACHE_OVERLAP] === 1;
  let outcome: i32 = gjk(cache, !polyhedral, 0.0);
  // Where bodies overlap or touch, EPA's answer may depend on the tetrahedron it starts from (ties): always the cold
  // one.
  if (cache > 0 && outcome !== GJK_SEPARATED && outcome !== GJK_FAR && I[2 * cache + CACHE_COUNT] > 0) {
    forgetHints();
    outcome = gjk(0, !polyhedral, 0.0);
  }
  if (outcome === GJK_FAR) {
    F[CORE] = F[CLOSEST];
    if (cache > 0 && polyhedral) storeSeparatingAxis(cache, GAP_DIRECTION);
    if (isCurved) rememberGap(cache);
    return STATUS_FAR;
  }
  let apart: bool = outcome === GJK_SEPARATED;
  if (cache > 0 && !apart) {
    I[2 * cache + CACHE_COUNT] = 0;
    I[2 * cache + CACHE_OVERLAP] = 0;
  }
  if (apart) {
    const simplex: i32 = cache > 0 ? cache : OWN_CACHE;
    storeWarmSimplex(simplex);
    if (polyhedral) {
      // Mostly the vertices of the simplex are what touches, and prove it; settle finds out where they do not.
      I[2 * simplex + CACHE_FACE] = faceOfThree(simplex, F[CLOSEST], F[CLOSEST + 1], F[CLOSEST + 2]);
      if (cachedContact(simplex, true, true)) {
        if (cache > 0 && I[FLAT_WORK] > 0 && F[CORE] > apartBeyond()) {
          if (I[2 * cache + CACHE_COUNT] === 3 && !isRefuted) keepFeatures(cache);
          else storeSeparatingAxis(cache, CORE_NORMAL);
        }
        return STATUS_CONVERGED;
      }
      saveWitness();
    }
    setNormalOfClosest();
  } else {
    const touching: f64 = lengthOfClosest();
    const flatCount: i32 = I[SIMPLEX_COUNT];
    if (epa(polyhedral ? 0.0 : CURVED_EPA_GAP * smallerExtent()) === EPA_FLAT) {
      // D has no interior: it is touched at best, along its own normal.
      F[CORE_UPPER] = flatCount < 4 ? touching : 0.0;
      apart = false;
    } else if (polyhedral) {
      if (storeTriangle()) {
        I[2 * OWN_CACHE + CACHE_FACE] = faceOfThree(OWN_CACHE, F[CORE_NORMAL], F[CORE_NORMAL + 1], F[CORE_NORMAL + 2]);
        if (cachedContact(OWN_CACHE, true, false)) {
          const isKept: bool = cache > 0 && I[FLAT_WORK] > 0 && storeFaces(cache, isRefuted ? FACES_SINE : FLAT_SINE);
          if (cache > 0 && !isKept) storeOverlap(cache);
          I[REASON] = REASON_NONE;
          return STATUS_CONVERGED;
        }
      }
      pointOfTriangle();
    }
  }
  if (polyhedral) {
    settle(apart);
    if (cache > 0 && !apart && I[FLAT_WORK] > 0) storeFaces(cache, FACES_SINE);
  } else {
    polish(apart);
    if (cache > 0) rememberPoints(cache);
    if (isCurved) rememberNormal(cache);
    setDimensions(F[CORE_NORMAL], F[CORE_NORMAL + 1], F[CORE_NORMAL + 2]);
  }
  return statusOfBounds(polyhedral, apart);
}

/** True if the lower bound of a closed form meets its answer. Half-spaces have no other method. */
function isDirectAnswerClosed(halfSpaces: i32): bool {
  if (halfSpaces > 0) return true;
  const tolerance: f64 = closedWithin(true) + 2.0 * ALLOWANCE_IN_ROUNDINGS * F[PLACEMENT];
  return Math.abs(F[CORE_UPPER] - F[CORE_LOWER]) <= tolerance;
}

/** Solves for the cores of the placed pair, by a closed form if there is one; returns a status. */
function coreStatus(cache: i32): i32 {
  I[GJK_ITERATIONS] = 0;
  I[EPA_ITERATIONS] = 0;
  I[REASON] = REASON_NONE;
  I[PATCH_COUNT] = 0;
  const halfSpaces: i32 =
    (I[2 * I[PAIR_A] + SHAPE_KIND] === HALF_SPACE ? 1 : 0) + (I[2 * I[PAIR_B] + SHAPE_KIND] === HALF_SPACE ? 1 : 0);
  if (halfSpaces === 2) return STATUS_UNSUPPORTED;
  if (directCore() && isDirectAnswerClosed(halfSpaces)) return STATUS_CONVERGED;
  return iterativeCore(cache);
}

/** Puts the pair in canonical order, so that exchanging the bodies gives the same bits, and places it. */
function placeInOrder(a: i32, p: i32, b: i32, q: i32): void {
  // Exchanged by arithmetic: the order of two hashes is a coin toss, and a branch would be wrong half the time.
  const swapped: i32 = outOfOrder(a, p, b, q) ? 1 : 0;
  I[PAIR_SWAPPED] = swapped;
  placePair(a + swapped * (b - a), p + swapped * (q - p), b + swapped * (a - b), q + swapped * (p - q));
}

/** Adds the margins to the answer for the cores and writes it to F[r..] in world coordinates and the caller's order. */
export function writeResult(status: i32, r: i32): void {
  const marginA: f64 = F[I[PAIR_A] + SHAPE_MARGIN];
  const margins: f64 = marginA + F[I[PAIR_B] + SHAPE_MARGIN];
  const allowance: f64 = allowanceFor(margins);
  if (status === STATUS_UNSUPPORTED || status === STATUS_FAR) {
    fail(r, status, status === STATUS_FAR ? F[CORE] - margins - allowance : 0.0);
    return;
  }
  const nx: f64 = F[CORE_NORMAL];
  const ny: f64 = F[CORE_NORMAL + 1];
  const nz: f64 = F[CORE_NORMAL + 2];
  const distance: f64 = F[CORE] - margins;
  F[r] = distance;
  F[r + RESULT_LOWER] = (F[CORE_LOWER] < F[CORE] ? F[CORE_LOWER] : F[CORE]) - margins - allowance;
  F[r + RESULT_UPPER] = (F[CORE_UPPER] > F[CORE] ? F[CORE_UPPER] : F[CORE]) - margins + allowance;
  // Whether the bodies are exchanged is a coin toss: it chooses addresses and a sign, not a branch.
  const swapped: i32 = I[PAIR_SWAPPED];
  const first: i32 = r + RESULT_POINT_ON_A + swapped * (RESULT_POINT_ON_B - RESULT_POINT_ON_A);
  const second: i32 = r + RESULT_POINT_ON_B - swapped * (RESULT_POINT_ON_B - RESULT_POINT_ON_A);
  const side: f64 = 1.0 - 2.0 * swapped;
  toWorld(F[CORE_POINT] + marginA * nx, F[CORE_POINT + 1] + marginA * ny, F[CORE_POINT + 2] + marginA * nz, first);
  toWorld(nx, ny, nz, r + RESULT_NORMAL);
  for (let k: i32 = 0; k < 3; k++) {
    const along: f64 = F[r + RESULT_NORMAL + k];
    const point: f64 = F[first + k] + F[ORIGIN_A + k];
    F[first + k] = point;
    F[second + k] = point + distance * along;
    F[r + RESULT_NORMAL + k] = side * along;
  }
  F[r + RESULT_STATUS] = status;
  F[r + RESULT_REASON] = I[REASON];
  F[r + RESULT_DIMENSION_A + swapped] = I[DIMENSION_A];
  F[r + RESULT_DIMENSION_B - swapped] = I[DIMENSION_B];
  writeCounts(r);
}

function writeCounts(r: i32): void {
  F[r + RESULT_GJK_ITERATIONS] = I[GJK_ITERATIONS];
  F[r + RESULT_EPA_ITERATIONS] = I[EPA_ITERATIONS];
}

function fail(r: i32, status: i32, lower: f64): void {
  for (let k: i32 = 0; k < RESULT_STRIDE; k++) F[r + k] = 0.0;
  F[r] = lower;
  F[r + RESULT_LOWER] = lower;
  F[r + RESULT_UPPER] = Infinity;
  F[r + RESULT_STATUS] = status;
  writeCounts(r);
}

/** Lets GJK stop once the bodies, margins included, are proven farther apart than `maxDistance`. */
function setStop(maxDistance: f64): void {
  const margins: f64 = F[I[PAIR_A] + SHAPE_MARGIN] + F[I[PAIR_B] + SHAPE_MARGIN];
  F[STOP_DISTANCE] = maxDistance + margins + allowanceFor(margins);
}

/**
 * Contact of shape a at pose p and shape b at pose q, to F[r..]. `cache` is the address of the pair's warm start or 0.
 * The query may stop, with STATUS_FAR, once the bodies are proven farther apart than `maxDistance`.
 */
export function contactPair(a: i32, p: i32, b: i32, q: i32, cache: i32, maxDistance: f64, r: i32): void {
  placeInOrder(a, p, b, q);
  setStop(maxDistance);
  let status: i32 = coreStatus(cache);
  if ((status === STATUS_CONVERGED || status === STATUS_BOUNDED) && isContradiction()) status = fallbackAnswer(cache);
  if (I[DOMES] !== 0 && status !== STATUS_FAR && status !== STATUS_UNSUPPORTED && isFlatOnPolyhedron()) answerDomed();
  writeResult(status, r);
}

/** Overlap test: 0 no, 1 yes, 2 too close to decide without the full query. */
export function intersectsPair(a: i32, p: i32, b: i32, q: i32, cache: i32): i32 {
  placeInOrder(a, p, b, q);
  setStop(0.0);
  const margins: f64 = F[I[PAIR_A] + SHAPE_MARGIN] + F[I[PAIR_B] + SHAPE_MARGIN];
  const allowance: f64 = allowanceFor(margins);
  if (!directCore()) {
    const outcome: i32 = gjk(cache, false, 0.0);
    if (outcome === GJK_FAR) return 0;
    if (cache > 0 && outcome === GJK_SEPARATED) storeWarmSimplex(cache);
    if (outcome === GJK_OVERLAP) return 1;
    // A gap that GJK has not proven (GJK_FAR) is none: rounding may have ended it above bodies that overlap.
    return lengthOfClosest() - margins < -allowance ? 1 : 2;
  }
  if (F[CORE_LOWER] - margins > allowance && F[CORE] - margins > allowance) return 0;
  return F[CORE] - margins < -allowance && F[CORE_LOWER] - margins < -allowance ? 1 : 2;
}
