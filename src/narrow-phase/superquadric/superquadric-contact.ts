// SPDX-License-Identifier: MIT
/**
 * `contact` by `superquadric-newton` with further results: the point x0 where FA = FB is least, both functions there,
 * and whether it started warm (PHSQ section 2.1).
 */
import { UnsupportedPairError } from '../../errors.ts';
import { type PoseLike, poseArgument } from '../../math/pose.ts';
import { add, negate, type Vector3 } from '../../math/vector.ts';
import type { Ellipsoid } from '../../shapes/kinds/ellipsoid.ts';
import type { Sphere } from '../../shapes/kinds/sphere.ts';
import type { Superquadric } from '../../shapes/kinds/superquadric.ts';
import { requireShape } from '../../shapes/shape.ts';
import type { ContactCache } from '../contact-cache.ts';
import type { Contact } from '../contact-result.ts';
import type { ContactAlgorithm, Trace, TraceStep } from '../family/algorithm.ts';
import { familyContact } from '../family/family-contact.ts';
import { kernelNamed } from '../kernel-query.ts';
import { cacheArgument, callbackArgument, iterationLimitArgument, optionsArgument } from '../query-options.ts';
import {
  SUPERQUADRIC_TEXT,
  type SuperquadricDetails,
  solveSuperquadrics,
  superquadricNewton,
} from './superquadric-newton.ts';

const OPTIONS = ['cache', 'iterationLimit', 'trace'] as const;

/** Shapes with an inside-outside function: ellipsoids and spheres are superquadrics with exponents 2. */
export type SuperquadricBody = Superquadric | Ellipsoid | Sphere;

/** Options of `superquadricContact`. */
export interface SuperquadricContactOptions {
  /** Warm start of this pair: the search begins at the point that the last one ended on, where that is better. */
  readonly cache?: ContactCache;
  /** Step limit before the answer is `bounded`. */
  readonly iterationLimit?: number;
  readonly trace?: Trace;
}

/**
 * The contact of two superquadrics. Distance, normal and points are those along the gradients at `contactPoint`, not
 * those of the minimum translation.
 */
export interface SuperquadricContact extends Contact {
  /** x0, in world coordinates. Not midway between the points on A and on B. */
  readonly contactPoint: Vector3;
  /**
   * Unit vector from A to B along the gradients at x0. `normal` is the same, unless the bodies are apart and this line
   * misses one.
   */
  readonly contactNormal: Vector3;
  /** FA and FB at x0; equal to rounding where the search has converged. */
  readonly functionA: number;
  readonly functionB: number;
  /** FA < 0 and FB < 0 at x0: a point that both bodies have inside. */
  readonly inContact: boolean;
  /** The search began at the point in the cache. */
  readonly isWarm: boolean;
}

function exponentOf(shape: SuperquadricBody): number {
  return shape.kind === 'superquadric' ? shape.n1 : 2;
}

function requireSuperquadric(shape: SuperquadricBody, path: string): void {
  requireShape(shape, path);
  if (['superquadric', 'ellipsoid', 'sphere'].includes(shape.kind)) return;
  const { kind } = shape as { readonly kind: string };
  throw new UnsupportedPairError(
    'no-superquadric',
    `${path}: expected a superquadric, an ellipsoid or a sphere, got a ${kind}; contact() takes every shape`,
    { path, kind },
  );
}

/**
 * How superquadric `a` at `poseA` touches `b` at `poseB` by the point where FA = FB is least. World coordinates; normal
 * from A to B; exchanging the bodies exchanges the answer, to the bit.
 *
 * @throws UnsupportedPairError for other shapes; InvalidShapeError, InvalidPoseError or InvalidOptionError for
 * arguments that are none of these.
 *
 * @example
 * ```ts
 * import { ellipsoid, superquadricContact } from 'scree/contact';
 *
 * const ball = ellipsoid({ semiAxes: [1, 1, 1] });
 * const { inContact } = superquadricContact(ball, {}, ball, { position: [1.9, 0, 0] });
 * console.log(inContact); // true
 * ```
 */
export function superquadricContact(
  a: SuperquadricBody,
  poseA: PoseLike,
  b: SuperquadricBody,
  poseB: PoseLike,
  options?: SuperquadricContactOptions,
): SuperquadricContact {
  requireSuperquadric(a, 'a');
  requireSuperquadric(b, 'b');
  const placedA = poseArgument(poseA, 'poseA');
  const placedB = poseArgument(poseB, 'poseB');
  const given = optionsArgument(options, OPTIONS);
  const cache = cacheArgument(given.cache);
  const iterationLimit = iterationLimitArgument(given.iterationLimit);
  const trace = callbackArgument<Trace>(given.trace, 'options.trace');
  const steps: TraceStep[] = [];
  let found: SuperquadricDetails | undefined;
  let isExchanged = false;
  const engine = kernelNamed(SUPERQUADRIC_TEXT, undefined) as typeof SUPERQUADRIC_TEXT;
  const watched: ContactAlgorithm = {
    ...superquadricNewton,
    solve: (first, second, search) => {
      const { answer, details } = solveSuperquadrics(engine, first, second, search);
      found = details;
      isExchanged = search.isExchanged === true;
      return answer;
    },
  };
  const contact = familyContact(watched, a, placedA, b, placedB, {
    cache,
    iterationLimit,
    trace: trace && ((step) => steps.push(step)),
  });
  const { contactPoint, contactNormal, gaugeA, gaugeB, isWarm } = found as unknown as SuperquadricDetails;
  const [gaugeOfA, gaugeOfB] = isExchanged ? [gaugeB, gaugeA] : [gaugeA, gaugeB];
  const answer = {
    ...contact,
    // The frame of the pair lies at the first body of the order that it was put in.
    contactPoint: add(contactPoint, (isExchanged ? placedB : placedA).position),
    contactNormal: isExchanged ? negate(contactNormal) : contactNormal,
    functionA: engine.portablePow(gaugeOfA, exponentOf(a)) - 1,
    functionB: engine.portablePow(gaugeOfB, exponentOf(b)) - 1,
    inContact: gaugeA < 1 && gaugeB < 1,
    isWarm,
  };
  // After the answer is complete: a trace may start queries, which use the same memory.
  for (const step of steps) trace?.(step);
  return answer;
}
