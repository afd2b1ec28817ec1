// SPDX-License-Identifier: MIT
/**
 * How do these two touch? The one entry of the narrow phase: GJK for the distance, EPA for the depth, direct formulas where
 * a pair has one, exact arithmetic where the bounds of two polyhedra do not close; or an algorithm of the family by name.
 */
import { InvalidOptionError } from '../errors.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { type Pose, type PoseLike, pose } from '../math/pose.ts';
import { kernelBlock } from '../shapes/kernel-block.ts';
import type { Shape } from '../shapes/shape.ts';
import { compoundContact } from './compound-contact.ts';
import type { ContactCache } from './contact-cache.ts';
import type { Contact } from './contact-result.ts';
import type { Trace, TraceStep } from './family/algorithm.ts';
import { familyContact, requireIterationLimit } from './family/family-contact.ts';
import { algorithmNamed, FAMILY_NAMES, type FamilyName, POLYHEDRON_NAMES } from './family/registry.ts';
import { answerStep } from './family/trace-step.ts';
import { gjkEpa } from './gjk/gjk-epa.ts';
import {
  KERNEL_NAMES,
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
export type {
  AnswerStep,
  ExactStep,
  FaceStep,
  NewtonStep,
  PlaneStep,
  PortalStep,
  SimplexStep,
  Trace,
  TracedPoint,
  TraceStep,
} from './family/trace-step.ts';

/** The default, or an algorithm of the family: written for comparison, and slower. */
export type Algorithm = 'gjk-epa' | FamilyName;
/** Algorithms that `options.algorithm` accepts; the first is the default. */
export const ALGORITHMS: readonly Algorithm[] = Object.freeze(['gjk-epa', ...FAMILY_NAMES] as const);
/** Those of them that have an answer for any two polyhedra. */
export const POLYHEDRON_ALGORITHMS: readonly Algorithm[] = Object.freeze(['gjk-epa', ...POLYHEDRON_NAMES] as const);

export interface ContactOptions {
  /** Default: the best for the pair. The others take no `kernel`, and of them only `superquadric-newton` takes a `cache`. */
  readonly algorithm?: Algorithm;
  /** Called with every step of an iterative algorithm, in world coordinates, the answer last; of the default, with those of its readable form. */
  readonly trace?: Trace;
  /** Most steps of one search before the answer is `bounded`; the default algorithm has limits of its own. */
  readonly iterationLimit?: number;
  /** Warm start of this pair; for compounds as large as the number of their pairs of pieces, otherwise it is not used. */
  readonly cache?: ContactCache;
  /** Add all corners of the contact patch as `manifold`. */
  readonly manifold?: boolean;
  /** Run this build of the kernel instead of the fastest; both give the same bits. */
  readonly kernel?: KernelName;
}

/** The kernel that the options ask for. Refuses the algorithms that it does not run: `contact` answers those itself. */
export function chosenKernel(options: ContactOptions | undefined): Kernel {
  if (options?.algorithm !== undefined && options.algorithm !== 'gjk-epa') {
    const got = JSON.stringify(options.algorithm);
    if (ALGORITHMS.includes(options.algorithm)) {
      throw new InvalidOptionError('not-here', `options.algorithm: only contact() runs ${got}; leave it out here`);
    }
    throw new InvalidOptionError(
      'unknown-algorithm',
      `options.algorithm: expected one of ${ALGORITHMS.join(', ')}, got ${got}`,
      { algorithms: ALGORITHMS },
    );
  }
  const { kernel } = options ?? {};
  if (kernel !== undefined && !KERNEL_NAMES.includes(kernel)) {
    throw new InvalidOptionError(
      'unknown-kernel',
      `options.kernel: expected one of ${KERNEL_NAMES.join(', ')}, got ${JSON.stringify(kernel)}`,
    );
  }
  const engine = kernelNamed(kernel);
  if (engine === undefined) {
    throw new InvalidOptionError(
      'kernel-unavailable',
      `options.kernel: '${options?.kernel}' is not available here; leave it out to use the one that is`,
    );
  }
  return engine;
}

/** The answer of an algorithm of the family; undefined for the default, whose answer is the kernel's. */
function familyAnswer(a: Shape, poseA: Pose, b: Shape, poseB: Pose, options: ContactOptions): Contact | undefined {
  const { algorithm } = options;
  requireIterationLimit(options.iterationLimit);
  const named = algorithm === undefined ? undefined : algorithmNamed(algorithm);
  // Every query begins with a sweep of the kernel's memory; the order of the bodies is decided by their blocks there.
  kernelNamed(undefined);
  return named === undefined ? undefined : familyContact(named, a, poseA, b, poseB, options);
}

/** The steps of the default's readable form, and the answer that the kernel gave. */
function traceDefault(a: Shape, poseA: Pose, b: Shape, poseB: Pose, trace: Trace, found: Contact): void {
  let lastStep = 0;
  const withoutAnswer = (step: TraceStep): void => {
    lastStep = step.step;
    if (step.kind !== 'answer') trace(step);
  };
  familyContact(gjkEpa, a, poseA, b, poseB, { trace: withoutAnswer });
  if (found.status !== 'unsupported') trace(answerStep(gjkEpa.name, Math.max(1, lastStep), found));
}

/**
 * Signed distance, normal, points, type and bounds of shape `a` at `poseA` against shape `b` at `poseB`, in world coordinates.
 *
 * Exchanging the bodies negates the normal and exchanges the points, to the bit. Throws only on poses that are not finite
 * and on options that do not exist; a pair that has no answer has status `unsupported`.
 */
export function contact(a: Shape, poseA: PoseLike, b: Shape, poseB: PoseLike, options?: ContactOptions): Contact {
  if (options?.algorithm !== undefined || options?.trace !== undefined || options?.iterationLimit !== undefined) {
    const answer = familyAnswer(a, pose(poseA), b, pose(poseB), options);
    if (answer !== undefined) return answer;
  }
  const found = defaultContact(a, poseA, b, poseB, options);
  if (options?.trace !== undefined) traceDefault(a, pose(poseA), b, pose(poseB), options.trace, found);
  return found;
}

function defaultContact(a: Shape, poseA: PoseLike, b: Shape, poseB: PoseLike, options?: ContactOptions): Contact {
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
