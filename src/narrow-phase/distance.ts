// SPDX-License-Identifier: MIT
/** Signed distance of two bodies: that of `contact`, with an early exit for bodies far apart. */
import { PAIR_TEXT } from '../kernel/kernel.ts';
import { RESULT_LOWER } from '../kernel/layout.ts';
import { F } from '../kernel/memory.ts';
import { type PoseLike, poseArgument } from '../math/pose.ts';
import { kernelBlock } from '../shapes/kernel-memory/kernel-block.ts';
import { requireShape, type Shape } from '../shapes/shape.ts';
import { distanceOfCompounds } from './compound-contact.ts';
import { type ContactOptions, chosenKernel } from './contact.ts';
import { POSE_A, POSE_B, queryPair, RESULT, writePose } from './kernel-query.ts';
import { cacheArgument, lengthArgument, optionsArgument } from './query-options.ts';
import { refuseHalfSpaces } from './unsupported-pair.ts';

/** Options of `distance`. */
export interface DistanceOptions extends Pick<ContactOptions, 'cache' | 'kernel'> {
  /** The query may stop once the bodies are proven farther apart. Default: Infinity. */
  readonly maxDistance?: number;
}

const OPTIONS = ['cache', 'kernel', 'maxDistance'] as const;

/**
 * Signed distance of shape `a` at `poseA` and shape `b` at `poseB`, to the bit that of `contact`; Infinity when they
 * are proven farther apart than `maxDistance`.
 *
 * @throws UnsupportedPairError for two half-spaces; InvalidShapeError, InvalidPoseError or InvalidOptionError for
 * arguments that are none of these.
 *
 * @example
 * ```ts
 * import { distance, sphere } from 'scree/contact';
 *
 * const ball = sphere({ radius: 1 });
 * console.log(distance(ball, {}, ball, { position: [3, 0, 0] })); // 1
 * ```
 */
export function distance(a: Shape, poseA: PoseLike, b: Shape, poseB: PoseLike, options?: DistanceOptions): number {
  requireShape(a, 'a');
  requireShape(b, 'b');
  refuseHalfSpaces('distance', a, b);
  const placedA = poseArgument(poseA, 'poseA');
  const placedB = poseArgument(poseB, 'poseB');
  const given = optionsArgument(options, OPTIONS);
  const maxDistance = lengthArgument(given.maxDistance, 'options.maxDistance', Infinity);
  const cache = cacheArgument(given.cache);
  const engine = chosenKernel(PAIR_TEXT, given.kernel);
  if (a.kind === 'compound' || b.kind === 'compound') {
    return distanceOfCompounds(engine, a, placedA, b, placedB, cache, maxDistance);
  }
  const blockA = kernelBlock(a);
  const blockB = kernelBlock(b);
  writePose(POSE_A, placedA);
  writePose(POSE_B, placedB);
  queryPair(engine, blockA, POSE_A, blockB, POSE_B, cache?.address ?? 0, maxDistance, RESULT);
  return F[RESULT + RESULT_LOWER] > maxDistance ? Infinity : F[RESULT];
}
