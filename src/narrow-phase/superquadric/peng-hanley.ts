// SPDX-License-Identifier: MIT
/**
 * Convex polyhedron against superquadric by the six cases of Peng & Hanley 2019 (PHSQ). The search itself is
 * src/kernel/superquadric/peng-hanley-kernel.ts; this file makes two algorithms of the family from it. `peng-hanley`
 * has the corrections listed there. `peng-hanley-as-printed` follows the flowchart: it may miss contacts, find false
 * ones, or cycle until the limit of steps.
 */
import { contactPair, writeResult } from '../../kernel/contact-pair.ts';
import { fastestKernel } from '../../kernel/kernel.ts';
import {
  PENG_HANLEY_CASE,
  PENG_HANLEY_HANDED_OVER,
  PENG_HANLEY_STEP_COUNT,
  PENG_HANLEY_STEPS,
  PENG_HANLEY_STRIDE,
  POSE_STRIDE,
  SHAPE_CENTRE,
  STEP_HEIGHT,
  STEP_NORMAL,
  STEP_POINT,
  STEP_STRIDE,
} from '../../kernel/layout.ts';
import { F, I } from '../../kernel/memory.ts';
import { pengHanley as pengHanleyText } from '../../kernel/superquadric/peng-hanley-kernel.ts';
import { transformPoint } from '../../math/pose.ts';
import { rotate } from '../../math/quaternion.ts';
import { add, addScaled, dot, negate, type Vector3, ZERO_VECTOR } from '../../math/vector.ts';
import { kernelBlock } from '../../shapes/kernel-memory/kernel-block.ts';
import { allocateCells } from '../../shapes/kernel-memory/kernel-heap.ts';
import type { Shape } from '../../shapes/shape.ts';
import type { Contact, PengHanleyCase } from '../contact-result.ts';
import type { Answer, ContactAlgorithm, Search, TraceStep } from '../family/algorithm.ts';
import type { PlacedBody } from '../family/placed-body.ts';
import { gapOfPoints } from '../family/trace-step.ts';
import { closeExactly, isOpen, readContact, vectorAt, writePose } from '../kernel-query.ts';

/** Where a single query keeps its two poses, the centroid and its answer. */
const POSE_A = allocateCells(2 * POSE_STRIDE + 3 + PENG_HANLEY_STRIDE);
const POSE_B = POSE_A + POSE_STRIDE;
const CENTROID = POSE_B + POSE_STRIDE;
const RESULT = CENTROID + 3;

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

function isPolyhedron({ kind }: Shape): boolean {
  return kind === 'polyhedron' || kind === 'box';
}

const TEXT = { contactPair, pengHanley: pengHanleyText, writeResult };

function isSuperquadric({ kind }: Shape): boolean {
  return kind === 'superquadric' || kind === 'ellipsoid' || kind === 'sphere';
}

/**
 * Writes the centroid of a polyhedron, from which the initial face is chosen, in the frame of its block; zeros for
 * other bodies.
 */
export function writeCentroid(at: number, shape: Shape, block: number): void {
  const centroid = shape.kind === 'polyhedron' ? shape.massProperties().centroid : ZERO_VECTOR;
  const { x, y, z } = shape.kind === 'polyhedron' ? vectorAt(block + SHAPE_CENTRE) : ZERO_VECTOR;
  F.set([centroid.x - x, centroid.y - y, centroid.z - z], at);
}

/**
 * Closes the bounds of a sphere's answer that the default query gave and left open; as for any two polyhedral cores.
 */
export function closeHandedOver(
  engine: Pick<typeof TEXT, 'contactPair' | 'writeResult'>,
  a: number,
  poseA: number,
  b: number,
  poseB: number,
  r: number,
): void {
  if (F[r + PENG_HANLEY_HANDED_OVER] !== 1 || !isOpen(a, b, r)) return;
  closeExactly(engine, a, poseA, b, poseB, r);
  if (F[r + PENG_HANLEY_CASE] !== 8) F[r + PENG_HANLEY_CASE] = F[r] > 0 ? 5 : 6;
}

/** The faces that were searched and the plane that decided, as planes from A to B in the frame of the pair. */
function stepsOf(name: string, a: PlacedBody, b: PlacedBody, isFirst: boolean, found: Contact): readonly TraceStep[] {
  const body = isFirst ? a : b;
  const centre = vectorAt(kernelBlock(body.shape) + SHAPE_CENTRE);
  const stepOf = (step: number, onA: Vector3, onB: Vector3, normal: Vector3, distance: number): TraceStep => {
    const [farA, farB] = [a.support(normal).point, b.support(negate(normal)).point];
    const bounds = { lower: dot(normal, farB) - dot(normal, farA), upper: gapOfPoints(farA, farB) };
    return {
      algorithm: name,
      step,
      kind: 'plane',
      points: [isFirst ? onA : onB],
      normal,
      distance,
      ...bounds,
      onA,
      onB,
    };
  };
  const steps = Array.from({ length: I[PENG_HANLEY_STEP_COUNT] }, (_, k): TraceStep => {
    const at = PENG_HANLEY_STEPS + STEP_STRIDE * k;
    const isFace = I[2 * at] >= 0;
    const distance = F[at + STEP_HEIGHT];
    const own = vectorAt(at + STEP_NORMAL);
    const onPlane = addScaled(vectorAt(at + STEP_POINT), own, isFace ? -distance : 0);
    const outward = rotate(body.pose.orientation, own);
    const foot = transformPoint(body.pose, add(onPlane, centre));
    const deepest = addScaled(foot, outward, distance);
    return isFirst
      ? stepOf(k + 1, foot, deepest, outward, distance)
      : stepOf(k + 1, deepest, foot, negate(outward), distance);
  });
  if (F[RESULT + PENG_HANLEY_HANDED_OVER] !== 1) return steps;
  const { normal, distance, pointOnA, pointOnB } = found;
  return [...steps, stepOf(steps.length + 1, pointOnA, pointOnB, normal, distance)];
}

function solve(name: string, printed: boolean, a: PlacedBody, b: PlacedBody, search: Search): Answer {
  const isFirst = isPolyhedron(a.shape);
  const [body, other] = isFirst ? [a, b] : [b, a];
  if (!(isPolyhedron(body.shape) && isSuperquadric(other.shape))) return UNSUPPORTED;
  const blockA = kernelBlock(a.shape);
  const blockB = kernelBlock(b.shape);
  writePose(POSE_A, a.pose);
  writePose(POSE_B, b.pose);
  writeCentroid(CENTROID, body.shape, isFirst ? blockA : blockB);
  const engine = fastestKernel(TEXT);
  engine.pengHanley(blockA, POSE_A, blockB, POSE_B, CENTROID, search.iterationLimit ?? 0, printed, RESULT);
  closeHandedOver(engine, blockA, POSE_A, blockB, POSE_B, RESULT);
  const found = readContact(RESULT);
  const ended = F[RESULT + PENG_HANLEY_CASE];
  // All is read before the first callback, which may ask the kernel something else.
  const steps = search.trace ? stepsOf(name, a, b, isFirst, found) : [];
  for (const step of steps) search.trace?.(step);
  const { distance, normal, pointOnA, lower, upper, status, reason, gjkIterations, epaIterations } = found;
  return {
    distance,
    normal,
    pointOnA,
    lower,
    upper,
    status,
    gjkIterations,
    epaIterations,
    ...(reason && { reason }),
    ...(ended > 0 && { case: ended as PengHanleyCase }),
  };
}

function algorithm(name: string, printed: boolean): ContactAlgorithm {
  return Object.freeze({
    name,
    onCores: false,
    bodies: 'polyhedron-superquadric',
    solve: (a: PlacedBody, b: PlacedBody, search: Search) => solve(name, printed, a, b, search),
  });
}

/** The corrected form: its sign is always right. */
export const pengHanley = algorithm('peng-hanley', false);
/** The printed form, for comparison. */
export const pengHanleyAsPrinted = algorithm('peng-hanley-as-printed', true);
