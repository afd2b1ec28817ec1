// SPDX-License-Identifier: MIT
/**
 * Contact query of two bodies, the entry of the narrow phase: GJK for the distance, EPA for the depth, closed forms
 * where they exist, exact arithmetic where the bounds of two polyhedra stay open; or an algorithm of the family by
 * name.
 */
import { InvalidOptionError } from '../errors.ts';
import { type Kernel, PAIR_TEXT, type PairKernel } from '../kernel/kernel.ts';
import { POSE_STRIDE } from '../kernel/layout.ts';
import { F } from '../kernel/memory.ts';
import { kernelLoaded, wasmKernel } from '../kernel/wasm-kernel.ts';
import { type Pose, type PoseLike, poseAt, readPose } from '../math/pose.ts';
import { kernelBlock } from '../shapes/kernel-memory/kernel-block.ts';
import { requireShape, type Shape } from '../shapes/shape.ts';
import { compoundContact } from './compound-contact.ts';
import type { ContactCache } from './contact-cache.ts';
import type { Contact } from './contact-result.ts';
import type { Trace, TraceStep } from './family/algorithm.ts';
import { type Family, familyAtHand, loadFamily } from './family/family-at-hand.ts';
import { FAMILY_NAMES, type FamilyName, POLYHEDRON_NAMES } from './family/family-names.ts';
import {
  KERNEL_NAMES,
  type KernelName,
  kernelNamed,
  POSE_A,
  POSE_B,
  queryPair,
  RESULT,
  readContact,
  readContactTo,
  writePose,
} from './kernel-query.ts';
import { readManifold } from './manifold.ts';
import {
  CONTACT_OPTIONS,
  cacheArgument,
  callbackArgument,
  flagArgument,
  iterationLimitArgument,
  nameArgument,
  optionsArgument,
  resultArgument,
} from './query-options.ts';
import { type ContactResult, copyContact } from './reusable-contact.ts';

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

/** The default, or an algorithm of the family, which is slower and written for comparison. */
export type Algorithm = 'gjk-epa' | FamilyName;
/**
 * Algorithms that `options.algorithm` accepts; the first is the default.
 *
 * @example
 * ```ts
 * import { ALGORITHMS, contact, loadAlgorithms, sphere } from 'scree/contact';
 *
 * await loadAlgorithms();
 * const ball = sphere({ radius: 1 });
 * const [algorithm] = ALGORITHMS;
 * console.log(contact(ball, {}, ball, { position: [1.5, 0, 0] }, { algorithm }).distance); // -0.5
 * ```
 */
export const ALGORITHMS: readonly Algorithm[] = Object.freeze(['gjk-epa', ...FAMILY_NAMES] as const);
/** Algorithms that support any two polyhedra. */
export const POLYHEDRON_ALGORITHMS: readonly Algorithm[] = Object.freeze(['gjk-epa', ...POLYHEDRON_NAMES] as const);

/** Options of `contact`. */
export interface ContactOptions {
  /**
   * Default: the best for the pair. The others take no `kernel`, and of them only `superquadric-newton` takes a
   * `cache`.
   */
  readonly algorithm?: Algorithm;
  /**
   * Called after the query once for each step of an iterative algorithm, in world coordinates, the answer last. The
   * default algorithm reports the steps of its readable form.
   */
  readonly trace?: Trace;
  /** Step limit of one search before the answer is `bounded`; the default algorithm has its own limits. */
  readonly iterationLimit?: number;
  /** Warm start of this pair; for compounds one entry per pair of pieces, otherwise it is not used. */
  readonly cache?: ContactCache;
  /** Add all corners of the contact patch as `manifold`. */
  readonly manifold?: boolean;
  /** Run this build of the kernel instead of the fastest; both give the same bits. */
  readonly kernel?: KernelName;
  /**
   * Filled and returned in place of a new object; unchanged if the query throws. The query then allocates nothing,
   * except for compounds, manifolds, other algorithms and bounds that need exact arithmetic.
   */
  readonly out?: ContactResult;
}

/**
 * The kernel of that name; default: the fastest. `text` has the entries that the query calls. Every query calls this
 * after it has read all its arguments.
 */
export function chosenKernel<Entries extends Partial<Kernel>>(
  text: Entries,
  given: unknown,
  path = 'options.kernel',
): Entries {
  const name = nameArgument(given, path, KERNEL_NAMES, 'unknown-kernel');
  const engine = kernelNamed(text, name);
  if (engine === undefined) {
    throw new InvalidOptionError(
      'kernel-unavailable',
      `${path}: '${name}' is not available here; leave it out to use the available one`,
    );
  }
  return engine;
}

/** Checked arguments of `contact`. */
interface Question {
  readonly a: Shape;
  readonly poseA: Pose;
  readonly b: Shape;
  readonly poseB: Pose;
  readonly cache: ContactCache | undefined;
  readonly manifold: boolean;
}

/**
 * Loads the algorithms of `options.algorithm`, and the steps of `options.trace`, for programs in a page, where they are
 * a script of their own. In Node they are always there.
 *
 * @throws The error of the platform where the script cannot be loaded.
 * @example
 * ```ts
 * import { contact, loadAlgorithms, sphere } from 'scree/contact';
 *
 * await loadAlgorithms();
 * const ball = sphere({ radius: 1 });
 * console.log(contact(ball, {}, ball, { position: [3, 0, 0] }, { algorithm: 'mpr' }).distance > 0); // true
 * ```
 */
export function loadAlgorithms(): Promise<void> {
  return loadFamily();
}

/**
 * Waits for the WebAssembly build of the kernel. In a page it is a script of its own: the TypeScript build answers the
 * queries before it has arrived, several times more slowly and with the same bits. In Node it is always there. Returns
 * the build that answers from now on: `typescript` where WebAssembly is refused or cannot be loaded. Never rejects.
 *
 * @example
 * ```ts
 * import { loadWebAssembly } from 'scree/contact';
 *
 * console.log(await loadWebAssembly()); // webassembly
 * ```
 */
export async function loadWebAssembly(): Promise<KernelName> {
  await kernelLoaded();
  return wasmKernel === undefined ? 'typescript' : 'webassembly';
}

/** The family, for a query that names `path`. */
function familyFor(path: string): Family {
  const family = familyAtHand();
  if (family === undefined) {
    throw new InvalidOptionError(
      'algorithms-not-loaded',
      `${path}: in a page its algorithms are a script of their own; call \`await loadAlgorithms()\` before the query`,
      { path },
    );
  }
  return family;
}

/** The steps of the default's readable form, and the answer that the kernel gave. */
function stepsOfDefault(
  { answerStep, familyContact, gjkEpa }: Family,
  { a, poseA, b, poseB }: Question,
  found: Contact,
): readonly TraceStep[] {
  const steps: TraceStep[] = [];
  familyContact(gjkEpa, a, poseA, b, poseB, { trace: (step) => steps.push(step) });
  const lastStep = steps.at(-1)?.step ?? 0;
  const searched = steps.filter(({ kind }) => kind !== 'answer');
  return found.status === 'unsupported'
    ? searched
    : [...searched, answerStep(gjkEpa.name, Math.max(1, lastStep), found)];
}

/** Answer of an algorithm of the family, or of the default one, with its steps. */
function namedContact(
  question: Question,
  algorithm: Algorithm,
  trace: Trace | undefined,
  iterationLimit: number | undefined,
  kernel: unknown,
): Contact {
  const { a, poseA, b, poseB, cache, manifold } = question;
  const engine = chosenKernel(PAIR_TEXT, kernel);
  const family = familyFor(algorithm === 'gjk-epa' ? 'options.trace' : 'options.algorithm');
  const named = family.algorithmNamed(algorithm);
  let steps: readonly TraceStep[] = [];
  let answer: Contact;
  if (named === undefined) {
    answer = defaultContact(engine, question);
    if (trace !== undefined) steps = stepsOfDefault(family, question, answer);
  } else {
    const passed: TraceStep[] = [];
    answer = family.familyContact(named, a, poseA, b, poseB, {
      iterationLimit,
      cache,
      manifold,
      trace: trace && ((step) => passed.push(step)),
    });
    steps = passed;
  }
  // After the answer is complete: a trace may start queries, which use the same memory.
  for (const step of steps) trace?.(step);
  return answer;
}

/** Poses of the query whose arguments are being read. */
const sharedPoses = new Float64Array(2 * POSE_STRIDE);
let isReading = false;

/**
 * Signed distance, normal, points, type and bounds of shape `a` at `poseA` against shape `b` at `poseB`, in world
 * coordinates.
 *
 * Exchanging the bodies negates the normal and exchanges the points, to the bit. Throws only on arguments that are not
 * shapes, poses or options. A pair without an answer has status `unsupported`.
 *
 * @throws InvalidShapeError, InvalidPoseError or InvalidOptionError for arguments that are none of these.
 * @example
 * ```ts
 * import { box, contact, sphere } from 'scree/contact';
 *
 * const [cube, ball] = [box({ halfExtents: [1, 1, 1] }), sphere({ radius: 1 })];
 * const { distance, normal } = contact(cube, {}, ball, { position: [0, 0, 2.5] });
 * console.log(distance, normal.z); // 0.5 1
 * ```
 */
export function contact(a: Shape, poseA: PoseLike, b: Shape, poseB: PoseLike, options?: ContactOptions): Contact {
  requireShape(a, 'a');
  requireShape(b, 'b');
  // Reading may run a getter of the caller that starts another query: that one gets an array of its own.
  const isOutermost = !isReading;
  const poses = isOutermost ? sharedPoses : new Float64Array(2 * POSE_STRIDE);
  let algorithm: Algorithm | undefined;
  let trace: Trace | undefined;
  let iterationLimit: number | undefined;
  let cache: ContactCache | undefined;
  let manifold = false;
  let kernel: unknown;
  let out: ContactResult | undefined;
  isReading = true;
  try {
    readPose(poseA, 'poseA', poses, 0);
    readPose(poseB, 'poseB', poses, POSE_STRIDE);
    if (options !== undefined) {
      // Most options are left out. A call for each would cost a tenth of a short query.
      const given = optionsArgument(options, CONTACT_OPTIONS);
      const { algorithm: name, trace: callback, iterationLimit: limit, cache: warm, manifold: flag } = given;
      ({ kernel } = given);
      const { out: result } = given;
      if (name !== undefined) algorithm = nameArgument(name, 'options.algorithm', ALGORITHMS, 'unknown-algorithm');
      if (callback !== undefined) trace = callbackArgument<Trace>(callback, 'options.trace');
      if (limit !== undefined) iterationLimit = iterationLimitArgument(limit);
      if (warm !== undefined) cache = cacheArgument(warm);
      if (flag !== undefined) manifold = flagArgument(flag, 'options.manifold');
      if (result !== undefined) out = resultArgument(result);
    }
  } finally {
    if (isOutermost) isReading = false;
  }
  const isNamed = (algorithm !== undefined && algorithm !== 'gjk-epa') || trace !== undefined;
  if (isNamed || a.kind === 'compound' || b.kind === 'compound') {
    const question = { a, poseA: poseAt(poses, 0), b, poseB: poseAt(poses, POSE_STRIDE), cache, manifold };
    const found = isNamed
      ? namedContact(question, algorithm ?? 'gjk-epa', trace, iterationLimit, kernel)
      : defaultContact(chosenKernel(PAIR_TEXT, kernel), question);
    return out === undefined ? found : copyContact(out, found);
  }
  const engine = chosenKernel(PAIR_TEXT, kernel);
  const blockA = kernelBlock(a);
  const blockB = kernelBlock(b);
  for (let k = 0; k < 2 * POSE_STRIDE; k++) F[POSE_A + k] = poses[k];
  queryPair(engine, blockA, POSE_A, blockB, POSE_B, cache === undefined ? 0 : cache.address, Infinity, RESULT);
  if (out === undefined) return manifold ? withManifold(engine, readContact(RESULT)) : readContact(RESULT);
  const corners = manifold ? readManifold(engine, RESULT) : undefined;
  readContactTo(out, RESULT);
  out.manifold = corners;
  return out;
}

/** `contact` for callers that have already checked shapes and poses and chosen the kernel. */
export function contactOf(engine: PairKernel, a: Shape, poseA: Pose, b: Shape, poseB: Pose): Contact {
  return defaultContact(engine, { a, poseA, b, poseB, cache: undefined, manifold: false });
}

/** Adds the contact patch of the answer at RESULT. */
function withManifold(engine: PairKernel, found: Contact): Contact {
  return { ...found, manifold: readManifold(engine, RESULT) };
}

function defaultContact(engine: PairKernel, { a, poseA, b, poseB, cache, manifold }: Question): Contact {
  if (a.kind === 'compound' || b.kind === 'compound') {
    return compoundContact(engine, a, poseA, b, poseB, { cache, manifold });
  }
  const blockA = kernelBlock(a);
  const blockB = kernelBlock(b);
  writePose(POSE_A, poseA);
  writePose(POSE_B, poseB);
  queryPair(engine, blockA, POSE_A, blockB, POSE_B, cache?.address ?? 0, Infinity, RESULT);
  const found = readContact(RESULT);
  return manifold ? withManifold(engine, found) : found;
}
