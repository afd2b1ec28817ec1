// SPDX-License-Identifier: MIT
/**
 * Contact of bodies made of convex pieces. For separated bodies the distance is the smallest over all pairs of pieces,
 * exactly. For overlapping bodies the deepest pair is reported: the separating translation is at least its depth
 * (`upper`) and at most that of the convex hulls (`lower`). The minimum translation of concave bodies has no short
 * formula.
 */
import type { PairKernel } from '../kernel/kernel.ts';
import {
  RESULT_EPA_ITERATIONS,
  RESULT_GJK_ITERATIONS,
  RESULT_LOWER,
  RESULT_REASON,
  RESULT_STATUS,
  RESULT_STRIDE,
  RESULT_UPPER,
  SHAPE_VERTEX_COUNT,
  STATUS_FAR,
} from '../kernel/layout.ts';
import { F, I } from '../kernel/memory.ts';
import type { Pose } from '../math/pose.ts';
import { add, distance, length, negate, type Vector3 } from '../math/vector.ts';
import { allocateCells } from '../shapes/kernel-memory/kernel-heap.ts';
import type { Shape } from '../shapes/shape.ts';
import { bestGap, normalOfHulls } from './compound-hull.ts';
import type { ContactCache } from './contact-cache.ts';
import type { Contact, ContactReason, ManifoldPoint } from './contact-result.ts';
import { POSE_A, POSE_B, queryPair, REASONS, RESULT, readContact, writePose } from './kernel-query.ts';
import { readManifold } from './manifold.ts';
import { NearestPieces } from './nearest-pieces.ts';
import {
  cacheOfPieces,
  gapOfBalls,
  outOfOrder,
  type PlacedPiece,
  placedPieces,
  poseRelativeTo,
} from './placed-piece.ts';

/**
 * Bounds of overlapping polyhedral compounds this close, relative to the smaller piece, are closed, as for single
 * pairs.
 */
const POLYHEDRON_TOLERANCE = 1e-12;
const CURVED_TOLERANCE = 1e-9;

/** Rounding allowance of the pieces' lower bound and of the kernel's answer together, doubled. */
const BOUNDS_IN_ROUNDINGS = 64;

/** Address of the best answer of a search. */
const BEST = allocateCells(RESULT_STRIDE);

interface CompoundOptions {
  readonly cache?: ContactCache | undefined;
  readonly manifold?: boolean | undefined;
}

/**
 * Queries the kernel for two pieces; the answer goes to RESULT. Returns false if they are farther apart than the limit.
 */
export function queryPieces(engine: PairKernel, p: PlacedPiece, q: PlacedPiece, cache: number, limit: number): boolean {
  writePose(POSE_A, p.pose);
  writePose(POSE_B, q.pose);
  queryPair(engine, p.block, POSE_A, q.block, POSE_B, cache, limit, RESULT);
  return F[RESULT + RESULT_STATUS] !== STATUS_FAR;
}

/** Pair of pieces with the closest bounding balls: it is queried first, because its answer excludes most others. */
function nearestBalls(a: readonly PlacedPiece[], b: readonly PlacedPiece[]): readonly [number, number] {
  let best: readonly [number, number] = [0, 0];
  let least = Infinity;
  for (const [i, p] of a.entries()) {
    for (const [j, q] of b.entries()) {
      const gap = gapOfBalls(p, q);
      if (gap < least) {
        least = gap;
        best = [i, j];
      }
    }
  }
  return best;
}

interface Nearest {
  readonly found: NearestPieces;
  /** Why the bounds of the pair with the lowest lower bound are open; undefined if they are closed. */
  readonly openReason: ContactReason | undefined;
}

/**
 * Searches all pairs for the smallest signed distance; the answer goes to BEST. Undefined if every pair is proven
 * farther apart than `maxDistance`.
 */
function nearestPieces(
  engine: PairKernel,
  a: readonly PlacedPiece[],
  b: readonly PlacedPiece[],
  cache: ContactCache | undefined,
  maxDistance: number,
): Nearest | undefined {
  const found = new NearestPieces(maxDistance);
  let openReason: ContactReason | undefined;
  found.search(a, b, nearestBalls(a, b), (p, q, i, j) => {
    const answered = queryPieces(engine, p, q, cacheOfPieces(cache, i, j, a, b), found.limit);
    found.gjkIterations += F[RESULT + RESULT_GJK_ITERATIONS];
    found.epaIterations += F[RESULT + RESULT_EPA_ITERATIONS];
    if (!answered) return true;
    const rounding = p.rounding + q.rounding;
    const lower = F[RESULT + RESULT_LOWER] - rounding;
    if (lower < found.lower) openReason = REASONS[F[RESULT + RESULT_REASON]];
    const isNearest = found.add(i, j, F[RESULT], lower, F[RESULT + RESULT_UPPER] + rounding);
    if (isNearest) F.copyWithin(BEST, RESULT, RESULT + RESULT_STRIDE);
    return true;
  });
  return found.pieceA < 0 ? undefined : { found, openReason };
}

/** Signed distance as `contact` gives it, Infinity when the bodies are proven farther apart than `maxDistance`. */
export function distanceOfCompounds(
  engine: PairKernel,
  a: Shape,
  poseA: Pose,
  b: Shape,
  poseB: Pose,
  cache: ContactCache | undefined,
  maxDistance: number,
): number {
  if (outOfOrder(a, poseA, b, poseB)) return distanceOfCompounds(engine, b, poseB, a, poseA, cache, maxDistance);
  const reference = poseA.position;
  const piecesA = placedPieces(a, poseRelativeTo(reference, poseA));
  const piecesB = placedPieces(b, poseRelativeTo(reference, poseB));
  const nearest = nearestPieces(engine, piecesA, piecesB, cache, maxDistance);
  return nearest === undefined || nearest.found.lower > maxDistance ? Infinity : F[BEST];
}

function moved(p: ManifoldPoint, by: Vector3): ManifoldPoint {
  return { pointOnA: add(p.pointOnA, by), pointOnB: add(p.pointOnB, by), distance: p.distance };
}

/** The contact translated by a vector. */
export function movedContact(c: Contact, by: Vector3): Contact {
  return {
    ...c,
    pointOnA: add(c.pointOnA, by),
    pointOnB: add(c.pointOnB, by),
    point: add(c.point, by),
    ...(c.manifold && { manifold: c.manifold.map((p) => moved(p, by)) }),
  };
}

/** The contact with A and B exchanged. */
export function exchangedContact(c: Contact): Contact {
  return {
    ...c,
    normal: negate(c.normal),
    pointOnA: c.pointOnB,
    pointOnB: c.pointOnA,
    ...(c.manifold && {
      manifold: c.manifold.map((p) => ({ pointOnA: p.pointOnB, pointOnB: p.pointOnA, distance: p.distance })),
    }),
  };
}

function isPolyhedral(piece: PlacedPiece): boolean {
  return I[2 * piece.block + SHAPE_VERTEX_COUNT] > 0;
}

/** Rounding difference between a support value of the pieces and the kernel's answer. */
function roundingOf(pieces: readonly PlacedPiece[]): number {
  const coordinates = pieces.reduce((most, { centre, radius }) => Math.max(most, length(centre) + radius), 0);
  return BOUNDS_IN_ROUNDINGS * Number.EPSILON * coordinates;
}

/** Largest difference of closed bounds. */
function toleranceOf(p: PlacedPiece, q: PlacedPiece): number {
  const relative = isPolyhedral(p) && isPolyhedral(q) ? POLYHEDRON_TOLERANCE : CURVED_TOLERANCE;
  return relative * Math.min(p.extent, q.extent);
}

/**
 * Bounds from balls and points of the pieces, for a contradiction between the gap along a direction and the depth of a
 * pair of pieces.
 */
function withoutContradiction(
  answer: Contact,
  piecesA: readonly PlacedPiece[],
  piecesB: readonly PlacedPiece[],
): Contact {
  let [lower, upper] = [Infinity, Infinity];
  for (const p of piecesA) {
    for (const q of piecesB) {
      lower = Math.min(lower, gapOfBalls(p, q));
      upper = Math.min(upper, distance(p.centre, q.centre) + p.radius + q.radius);
    }
  }
  const least = Math.min(lower, answer.distance);
  return {
    ...answer,
    lower: least,
    upper: Math.max(upper, answer.distance),
    status: 'bounded',
    reason: 'contradiction',
  };
}

/**
 * Contact of two bodies at least one of which is a compound, in world coordinates; see `contact`.
 * Exchanging the bodies exchanges the answer, to the bit.
 */
export function compoundContact(
  engine: PairKernel,
  a: Shape,
  poseA: Pose,
  b: Shape,
  poseB: Pose,
  options: CompoundOptions,
): Contact {
  if (outOfOrder(a, poseA, b, poseB)) {
    return exchangedContact(compoundContact(engine, b, poseB, a, poseA, options));
  }
  const reference = poseA.position;
  const relativeA = poseRelativeTo(reference, poseA);
  const relativeB = poseRelativeTo(reference, poseB);
  const piecesA = placedPieces(a, relativeA);
  const piecesB = placedPieces(b, relativeB);
  const { found: nearest, openReason } = nearestPieces(engine, piecesA, piecesB, options.cache, Infinity) as Nearest;
  const p = piecesA[nearest.pieceA];
  const q = piecesB[nearest.pieceB];
  const { gjkIterations, epaIterations, upper } = nearest;
  const found = { ...readContact(BEST), lower: nearest.lower, upper, gjkIterations, epaIterations };
  const isConvex = piecesA.length * piecesB.length === 1 || a.kind === 'halfSpace' || b.kind === 'halfSpace';
  // Another pair of pieces than the nearest one may be nearer still, where its bounds are open.
  let answer: Contact = openReason === undefined ? found : { ...found, status: 'bounded', reason: openReason };
  if (!isConvex && !(nearest.lower > 0)) {
    const normals = [found.normal, normalOfHulls(engine, a, relativeA, b, relativeB)];
    const gap = bestGap(normals, piecesA, piecesB);
    const lower = Math.min(gap, found.distance);
    const rounding = roundingOf(piecesA) + roundingOf(piecesB);
    const open = found.distance - lower > toleranceOf(p, q) + rounding;
    answer = { ...answer, lower, ...(open && { status: 'bounded', reason: 'non-convex' }) };
    if (!(gap - upper <= rounding + toleranceOf(p, q))) answer = withoutContradiction(answer, piecesA, piecesB);
  }
  if (options.manifold) {
    queryPieces(engine, p, q, 0, Infinity);
    answer = { ...answer, manifold: readManifold(engine, RESULT) };
  }
  return movedContact(answer, reference);
}
