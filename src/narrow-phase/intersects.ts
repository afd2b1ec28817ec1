// SPDX-License-Identifier: MIT
/** Overlap test: GJK without the distance, which ends at the first proof of contact or separation. */
import { PAIR_TEXT, type PairKernel } from '../kernel/kernel.ts';
import { F } from '../kernel/memory.ts';
import { type Pose, type PoseLike, poseArgument } from '../math/pose.ts';
import { requireShape, type Shape } from '../shapes/shape.ts';
import { type ContactOptions, chosenKernel } from './contact.ts';
import type { ContactCache } from './contact-cache.ts';
import { POSE_A, POSE_B, queryPair, RESULT, writePose } from './kernel-query.ts';
import {
  cacheOfPieces,
  gapOfBalls,
  outOfOrder,
  type PlacedPiece,
  placedPieces,
  poseRelativeTo,
} from './placed-piece.ts';
import { cacheArgument, optionsArgument } from './query-options.ts';
import { refuseHalfSpaces } from './unsupported-pair.ts';

/** Return values of `intersectsPair`. */
const APART = 0;
const TOUCHING = 1;

function piecesIntersect(engine: PairKernel, p: PlacedPiece, q: PlacedPiece, cache: number): boolean {
  writePose(POSE_A, p.pose);
  writePose(POSE_B, q.pose);
  const answer = engine.intersectsPair(p.block, POSE_A, q.block, POSE_B, cache);
  if (answer === APART) return false;
  if (answer === TOUCHING) return true;
  // Too close to call: the signed distance decides, by exact arithmetic where it must.
  queryPair(engine, p.block, POSE_A, q.block, POSE_B, cache, Infinity, RESULT);
  return F[RESULT] <= 0;
}

function bodiesIntersect(
  engine: PairKernel,
  a: Shape,
  poseA: Pose,
  b: Shape,
  poseB: Pose,
  cache: ContactCache | undefined,
): boolean {
  const isCompound = a.kind === 'compound' || b.kind === 'compound';
  if (isCompound && outOfOrder(a, poseA, b, poseB)) return bodiesIntersect(engine, b, poseB, a, poseA, cache);
  const piecesA = placedPieces(a, isCompound ? poseRelativeTo(poseA.position, poseA) : poseA);
  const piecesB = placedPieces(b, isCompound ? poseRelativeTo(poseA.position, poseB) : poseB);
  return piecesA.some((p, i) =>
    piecesB.some(
      (q, j) => !(gapOfBalls(p, q) > 0) && piecesIntersect(engine, p, q, cacheOfPieces(cache, i, j, piecesA, piecesB)),
    ),
  );
}

const OPTIONS = ['cache', 'kernel'] as const;

/**
 * True when shape `a` at `poseA` and shape `b` at `poseB` have a point in common: the same as `distance(...) <= 0`,
 * sooner.
 *
 * Touching counts; within rounding of it the sign of the distance decides.
 *
 * @throws UnsupportedPairError for two half-spaces; InvalidShapeError, InvalidPoseError or InvalidOptionError for
 * arguments that are none of these.
 *
 * @example
 * ```ts
 * import { intersects, sphere } from 'scree/contact';
 *
 * const ball = sphere({ radius: 1 });
 * console.log(intersects(ball, {}, ball, { position: [3, 0, 0] })); // false
 * ```
 */
export function intersects(
  a: Shape,
  poseA: PoseLike,
  b: Shape,
  poseB: PoseLike,
  options?: Pick<ContactOptions, 'cache' | 'kernel'>,
): boolean {
  requireShape(a, 'a');
  requireShape(b, 'b');
  refuseHalfSpaces('intersects', a, b);
  const placedA = poseArgument(poseA, 'poseA');
  const placedB = poseArgument(poseB, 'poseB');
  const { cache, kernel } = optionsArgument(options, OPTIONS);
  const warm = cacheArgument(cache);
  return bodiesIntersect(chosenKernel(PAIR_TEXT, kernel), a, placedA, b, placedB, warm);
}
