// SPDX-License-Identifier: MIT
/**
 * Checks results. For any unit vector n the gap along n, s(n) = min n.b - max n.a, is at most the signed distance, with
 * equality for a correct normal. The error of a normal is the difference, so equally good normals all count as correct.
 */
import { inverseRotate } from '../math/quaternion.ts';
import { dot, negate, type Vector3 } from '../math/vector.ts';
import { type BenchmarkBody, createShape } from './benchmark-bodies.ts';
import { worldVertices } from './pair-set.ts';

/**
 * Results of the engine, four numbers per pair: signed distance (NaN: no result) and normal from A to B (zero: none).
 */
export type Answers = Float64Array;
export const ANSWER_STRIDE = 4;

interface ScoredPairs {
  readonly bodies: readonly BenchmarkBody[];
  readonly poses: ArrayLike<number>;
  readonly distances: ArrayLike<number>;
  readonly sizes: ArrayLike<number>;
}

export interface Score {
  /** No answer, or not a number. */
  readonly failed: number;
  /** Overlap reported as a gap or vice versa, if the distance is more than 1e-6 of the size. */
  readonly wrongSign: number;
  /** Of the rest, those with an error above 1e-3 of the size: of the distance, or of the gap along the normal. */
  readonly wrongValue: number;
  /** Of the rest, those with an error over 1e-6 of the size. */
  readonly rough: number;
  readonly withoutNormal: number;
  /** Relative to the size, ascending. */
  readonly distanceErrors: readonly number[];
  readonly normalErrors: readonly number[];
}

const TOUCHING = 1e-6;
const WRONG = 1e-3;
const ROUGH = 1e-6;
const NO_NORMAL = 1e-9;

/** Farthest projection of a body, placed, on a vector. */
function farthestAlong(pairs: ScoredPairs, index: number, along: Vector3): number {
  const body = pairs.bodies[index];
  if (body.superquadric) {
    const [x = 0, y = 0, z = 0, w = 1, qx = 0, qy = 0, qz = 0] = Array.from(
      { length: 7 },
      (_, k) => pairs.poses[7 * index + k],
    );
    const own = inverseRotate({ w, x: qx, y: qy, z: qz }, along);
    return dot({ x, y, z }, along) + dot(createShape(body).support(own), own);
  }
  const v = worldVertices(body, pairs.poses, index);
  let highest = -Infinity;
  for (let i = 0; i < v.length; i += 3) {
    highest = Math.max(highest, along.x * v[i] + along.y * v[i + 1] + along.z * v[i + 2]);
  }
  return highest;
}

/** Signed gap of pair i along a vector. */
function gapAlong(pairs: ScoredPairs, i: number, along: Vector3): number {
  return -farthestAlong(pairs, 2 * i + 1, negate(along)) - farthestAlong(pairs, 2 * i, along);
}

export function scoreAnswers(pairs: ScoredPairs, answers: Answers): Score {
  const count = { failed: 0, wrongSign: 0, wrongValue: 0, rough: 0, withoutNormal: 0 };
  const distanceErrors: number[] = [];
  const normalErrors: number[] = [];
  for (let i = 0; i < pairs.bodies.length / 2; i++) {
    const exact = pairs.distances[i] ?? Number.NaN;
    const size = pairs.sizes[i];
    const [found = Number.NaN, x = 0, y = 0, z = 0] = answers.subarray(ANSWER_STRIDE * i, ANSWER_STRIDE * (i + 1));
    const length = Math.hypot(x, y, z);
    if (!Number.isFinite(found) || !Number.isFinite(length)) {
      count.failed++;
      continue;
    }
    if (Math.abs(exact) > TOUCHING * size && found > 0 !== exact > 0) {
      count.wrongSign++;
      continue;
    }
    let error = Math.abs(found - exact) / size;
    distanceErrors.push(error);
    if (length < NO_NORMAL) count.withoutNormal++;
    else {
      const along = { x: x / length, y: y / length, z: z / length };
      const shortfall = Math.max(0, (exact - gapAlong(pairs, i, along)) / size);
      normalErrors.push(shortfall);
      error = Math.max(error, shortfall);
    }
    if (error > WRONG) count.wrongValue++;
    else if (error > ROUGH) count.rough++;
  }
  const ascending = (p: number, q: number): number => p - q;
  return { ...count, distanceErrors: distanceErrors.sort(ascending), normalErrors: normalErrors.sort(ascending) };
}

/** Answers that a user would be misled by. */
export function wrongAnswers({
  failed,
  wrongSign,
  wrongValue,
}: Omit<Score, 'distanceErrors' | 'normalErrors'>): number {
  return failed + wrongSign + wrongValue;
}
