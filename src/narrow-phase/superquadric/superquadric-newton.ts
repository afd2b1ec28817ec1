// SPDX-License-Identifier: MIT
/**
 * The kernel's Newton search for the contact point of two superquadrics (PHSQ section 2.1;
 * src/kernel/superquadric/superquadric-newton-kernel.ts) as an algorithm of the family. Distance and normal are those
 * of this convention: along the gradients at x0, not the minimum translation. `lower` is the bodies' gap along the
 * normal, `upper` what two points, or two balls around x0, prove.
 */
import { portablePow } from '../../kernel/arithmetic/portable-pow.ts';
import { fastestKernel } from '../../kernel/kernel.ts';
import {
  ANSWER_A_FIRST,
  ANSWER_CODES,
  ANSWER_CONTACT_NORMAL,
  ANSWER_CONTACT_POINT,
  ANSWER_DISTANCE,
  ANSWER_GAUGE_A,
  ANSWER_GAUGE_B,
  ANSWER_LOWER,
  ANSWER_NORMAL,
  ANSWER_POINT_ON_A,
  ANSWER_REASON,
  ANSWER_STAGES,
  ANSWER_STATUS,
  ANSWER_STEPS,
  ANSWER_UNIT,
  ANSWER_UPPER,
  ANSWER_WARM,
  STATUS_CONVERGED,
  STATUS_UNSUPPORTED,
  SUPERQUADRIC_ANSWER,
  SUPERQUADRIC_TRACE,
  SUPERQUADRIC_TRACE_LIMIT,
} from '../../kernel/layout.ts';
import { F, I } from '../../kernel/memory.ts';
import { superquadricNewton as newtonText } from '../../kernel/superquadric/superquadric-newton-kernel.ts';

import { transformPoint } from '../../math/pose.ts';
import { rotate } from '../../math/quaternion.ts';
import { dot, negate, scale, type Vector3, ZERO_VECTOR } from '../../math/vector.ts';
import { kernelBlock } from '../../shapes/kernel-memory/kernel-block.ts';
import type { Answer, ContactAlgorithm, Search } from '../family/algorithm.ts';
import type { PlacedBody } from '../family/placed-body.ts';
import { gapOfPoints } from '../family/trace-step.ts';
import { POSE_A, POSE_B, REASONS, vectorAt, writePose } from '../kernel-query.ts';

const NAME = 'superquadric-newton';

/** Steps of a search, those through spheres included; of 100,000 random pairs none takes more than 60. */
const STEP_LIMIT = SUPERQUADRIC_TRACE_LIMIT;

const UNSUPPORTED: Answer = Object.freeze({
  distance: 0,
  normal: ZERO_VECTOR,
  pointOnA: ZERO_VECTOR,
  lower: -Infinity,
  upper: Infinity,
  status: 'unsupported',
  gjkIterations: 0,
  epaIterations: 0,
});

/** Entries of the kernel for superquadrics. */
export const SUPERQUADRIC_TEXT = { portablePow, superquadricNewton: newtonText };

/** Further results of the kernel, in the frame of the pair. */
export interface SuperquadricDetails {
  /** x0 */
  readonly contactPoint: Vector3;
  /** Unit vector from A to B along the gradients at x0. */
  readonly contactNormal: Vector3;
  /** Gauges at x0; F = gauge^n1 - 1. */
  readonly gaugeA: number;
  readonly gaugeB: number;
  readonly isWarm: boolean;
}

function code(which: number): number {
  return I[ANSWER_CODES + which];
}

function isSuperquadric({ shape }: PlacedBody): boolean {
  return shape.kind === 'superquadric' || shape.kind === 'ellipsoid' || shape.kind === 'sphere';
}

/** The steps as the kernel recorded them, in the own frame of one of the bodies and in units of its size. */
function replay(a: PlacedBody, b: PlacedBody, trace: NonNullable<Search['trace']>): void {
  const first = code(ANSWER_A_FIRST) === 1 ? a : b;
  const unit = F[SUPERQUADRIC_ANSWER + ANSWER_UNIT];
  const show = (step: number, point: Vector3, normal: Vector3): void => {
    const onA = a.support(normal).point;
    const onB = b.support(negate(normal)).point;
    const distance = dot(normal, onB) - dot(normal, onA);
    const bounds = { lower: distance, upper: gapOfPoints(onA, onB) };
    trace({ algorithm: NAME, step, kind: 'newton', points: [point], normal, distance, ...bounds, onA, onB });
  };
  // Read before the callback, which may ask the kernel something else.
  const steps = Array.from({ length: Math.min(code(ANSWER_STEPS), SUPERQUADRIC_TRACE_LIMIT) }, (_, k) => {
    const at = SUPERQUADRIC_TRACE + 6 * k;
    const outward = rotate(first.pose.orientation, vectorAt(at + 3));
    return {
      point: transformPoint(first.pose, scale(vectorAt(at), unit)),
      normal: first === a ? outward : negate(outward),
    };
  });
  const found = {
    point: vectorAt(SUPERQUADRIC_ANSWER + ANSWER_CONTACT_POINT),
    normal: vectorAt(SUPERQUADRIC_ANSWER + ANSWER_CONTACT_NORMAL),
  };
  [...steps, found].forEach(({ point, normal }, k) => {
    show(k, point, normal);
  });
}

/** Answer of one build of the kernel, and further results; undefined if the bodies are not superquadrics. */
export function solveSuperquadrics(
  engine: Pick<typeof SUPERQUADRIC_TEXT, 'superquadricNewton'>,
  a: PlacedBody,
  b: PlacedBody,
  search: Search,
): { readonly answer: Answer; readonly details?: SuperquadricDetails } {
  if (!isSuperquadric(a) || !isSuperquadric(b)) return { answer: UNSUPPORTED };
  writePose(POSE_A, a.pose);
  writePose(POSE_B, b.pose);
  const limit = Math.min(search.iterationLimit ?? STEP_LIMIT, STEP_LIMIT);
  const blocks = [kernelBlock(a.shape), kernelBlock(b.shape)] as const;
  const isExchanged = search.isExchanged === true ? 1 : 0;
  engine.superquadricNewton(blocks[0], POSE_A, blocks[1], POSE_B, search.warmStart ?? 0, isExchanged, limit);
  if (code(ANSWER_STATUS) === STATUS_UNSUPPORTED) return { answer: UNSUPPORTED };
  const at = SUPERQUADRIC_ANSWER;
  const reason = REASONS[code(ANSWER_REASON)];
  const answer: Answer = {
    distance: F[at + ANSWER_DISTANCE],
    normal: vectorAt(at + ANSWER_NORMAL),
    pointOnA: vectorAt(at + ANSWER_POINT_ON_A),
    lower: F[at + ANSWER_LOWER],
    upper: F[at + ANSWER_UPPER],
    status: code(ANSWER_STATUS) === STATUS_CONVERGED ? 'converged' : 'bounded',
    ...(reason && { reason }),
    gjkIterations: code(ANSWER_STEPS),
    epaIterations: code(ANSWER_STAGES),
  };
  const details: SuperquadricDetails = {
    contactPoint: vectorAt(at + ANSWER_CONTACT_POINT),
    contactNormal: vectorAt(at + ANSWER_CONTACT_NORMAL),
    gaugeA: F[at + ANSWER_GAUGE_A],
    gaugeB: F[at + ANSWER_GAUGE_B],
    isWarm: code(ANSWER_WARM) === 1,
  };
  if (search.trace !== undefined) replay(a, b, search.trace);
  return { answer, details };
}

/**
 * Superquadrics, ellipsoids and spheres against each other. `gjkIterations` counts Newton steps, `epaIterations` stages
 * from spheres.
 */
export const superquadricNewton: ContactAlgorithm = Object.freeze({
  name: NAME,
  onCores: false,
  bodies: 'superquadric',
  solve: (a: PlacedBody, b: PlacedBody, search: Search) =>
    solveSuperquadrics(fastestKernel(SUPERQUADRIC_TEXT), a, b, search).answer,
});
