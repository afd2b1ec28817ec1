// SPDX-License-Identifier: MIT
/**
 * How do these two touch? The one entry of the narrow phase: GJK for the distance, EPA for the depth, direct formulas where
 * a pair has one, exact arithmetic where the bounds of two polyhedra do not close.
 */
import { InvalidOptionError } from '../errors.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { type PoseLike, pose } from '../math/pose.ts';
import { kernelBlock } from '../shapes/kernel-block.ts';
import type { Shape } from '../shapes/shape.ts';
import { compoundContact } from './compound-contact.ts';
import type { ContactCache } from './contact-cache.ts';
import type { Contact } from './contact-result.ts';
import {
  type KernelName,
  kernelNamed,
  POSE_A,
  POSE_B,
  queryPair,
  RESULT,
  readContact,
  writePose,
} from './kernel-query.ts';
import { readManifold } from './manifold.ts';

export type { Contact, ContactReason, ContactStatus, ContactType, ManifoldPoint } from './contact-result.ts';

/** Algorithms that `options.algorithm` accepts; the first is the default. */
export const ALGORITHMS = ['gjk-epa'] as const;
export type Algorithm = (typeof ALGORITHMS)[number];

export interface ContactOptions {
  /** Default: the best for the pair. */
  readonly algorithm?: Algorithm;
  /** Warm start of this pair; for compounds as large as the number of their pairs of pieces, otherwise it is not used. */
  readonly cache?: ContactCache;
  /** Add all corners of the contact patch as `manifold`. */
  readonly manifold?: boolean;
  /** Run this build of the kernel instead of the fastest; both give the same bits. */
  readonly kernel?: KernelName;
}

/** The kernel that the options ask for. */
export function chosenKernel(options: ContactOptions | undefined): Kernel {
  if (options?.algorithm !== undefined && !ALGORITHMS.includes(options.algorithm)) {
    throw new InvalidOptionError(
      'unknown-algorithm',
      `options.algorithm: expected one of ${ALGORITHMS.join(', ')}, got ${JSON.stringify(options.algorithm)}`,
      { algorithms: ALGORITHMS },
    );
  }
  const engine = kernelNamed(options?.kernel);
  if (engine === undefined) {
    throw new InvalidOptionError(
      'kernel-unavailable',
      `options.kernel: '${options?.kernel}' is not available here; leave it out to use the one that is`,
    );
  }
  return engine;
}

/**
 * Signed distance, normal, points, type and bounds of shape `a` at `poseA` against shape `b` at `poseB`, in world coordinates.
 *
 * Exchanging the bodies negates the normal and exchanges the points, to the bit. Throws only on poses that are not finite
 * and on options that do not exist; a pair that has no answer has status `unsupported`.
 */
export function contact(a: Shape, poseA: PoseLike, b: Shape, poseB: PoseLike, options?: ContactOptions): Contact {
  const engine = chosenKernel(options);
  if (a.kind === 'compound' || b.kind === 'compound') {
    return compoundContact(engine, a, pose(poseA), b, pose(poseB), options ?? {});
  }
  writePose(POSE_A, pose(poseA));
  writePose(POSE_B, pose(poseB));
  queryPair(engine, kernelBlock(a), POSE_A, kernelBlock(b), POSE_B, options?.cache?.address ?? 0, Infinity, RESULT);
  const found = readContact(RESULT);
  return options?.manifold ? { ...found, manifold: readManifold(engine, RESULT) } : found;
}
