// SPDX-License-Identifier: MIT
/** How far apart are these two? The signed distance of `contact` alone, with an early end for bodies far apart. */
import { InvalidOptionError } from '../errors.ts';
import { RESULT_LOWER } from '../kernel/layout.ts';
import { F } from '../kernel/memory.ts';
import { type PoseLike, pose } from '../math/pose.ts';
import { kernelBlock } from '../shapes/kernel-block.ts';
import type { Shape } from '../shapes/shape.ts';
import { distanceOfCompounds } from './compound-contact.ts';
import { type ContactOptions, chosenKernel } from './contact.ts';
import { POSE_A, POSE_B, queryPair, RESULT, writePose } from './kernel-query.ts';
import { refuseHalfSpaces } from './unsupported-pair.ts';

export interface DistanceOptions extends Pick<ContactOptions, 'cache' | 'kernel'> {
  /** The query may stop once the bodies are proven farther apart. Default: Infinity. */
  readonly maxDistance?: number;
}

/**
 * Signed distance of shape `a` at `poseA` and shape `b` at `poseB`, to the bit that of `contact`; Infinity when they are proven
 * farther apart than `maxDistance`. Throws an UnsupportedPairError for two half-spaces.
 */
export function distance(a: Shape, poseA: PoseLike, b: Shape, poseB: PoseLike, options?: DistanceOptions): number {
  const engine = chosenKernel(options);
  const maxDistance = options?.maxDistance ?? Infinity;
  if (!(maxDistance >= 0)) {
    throw new InvalidOptionError('out-of-range', `options.maxDistance: expected a number >= 0, got ${maxDistance}`);
  }
  refuseHalfSpaces('distance', a, b);
  if (a.kind === 'compound' || b.kind === 'compound') {
    return distanceOfCompounds(engine, a, pose(poseA), b, pose(poseB), options?.cache, maxDistance);
  }
  writePose(POSE_A, pose(poseA));
  writePose(POSE_B, pose(poseB));
  const cache = options?.cache?.address ?? 0;
  queryPair(engine, kernelBlock(a), POSE_A, kernelBlock(b), POSE_B, cache, maxDistance, RESULT);
  return (F[RESULT + RESULT_LOWER] as number) > maxDistance ? Infinity : (F[RESULT] as number);
}
