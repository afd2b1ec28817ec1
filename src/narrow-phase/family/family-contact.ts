// SPDX-License-Identifier: MIT
/**
 * Runs an algorithm of the family and returns the common result type: canonical order, so that exchanging the bodies
 * gives the same bits; a frame around A, so that a far position costs no digits; cores and margins; compounds piece by
 * piece; bounds widened by rounding. Half-spaces are unbounded and not supported.
 */
import { SHAPE_SUPPORT_ERROR } from '../../kernel/layout.ts';
import { F } from '../../kernel/memory.ts';
import { type Pose, transformPoint } from '../../math/pose.ts';
import { addScaled, distance, dot, interpolate, length, negate, type Vector3, ZERO_VECTOR } from '../../math/vector.ts';
import { type ConvexShape, type Shape, sweptCoreOf } from '../../shapes/shape.ts';
import { exchangedContact, movedContact } from '../compound-contact.ts';
import { gapAlong } from '../compound-hull.ts';
import type { ContactCache } from '../contact-cache.ts';
import type { Contact } from '../contact-result.ts';
import { NearestPieces } from '../nearest-pieces.ts';
import { cacheOfPieces, outOfOrder, type PlacedPiece, placedPieces, poseRelativeTo } from '../placed-piece.ts';
import { type Answer, type ContactAlgorithm, type Search, type TraceStep, withMargins } from './algorithm.ts';
import { typeOfCores } from './contact-dimension.ts';
import { type PlacedBody, placeBody } from './placed-body.ts';
import { answerStep, closingIn, exchangedStep, movedStep, withoutMargins } from './trace-step.ts';

interface FamilyOptions {
  readonly iterationLimit?: number | undefined;
  readonly trace?: Search['trace'] | undefined;
  readonly manifold?: boolean | undefined;
  /** Warm starts, for algorithms that use them: one entry per pair of pieces, otherwise it is not used. */
  readonly cache?: ContactCache | undefined;
}

/** Roundings of the coordinates for placing the bodies, a support value and the transformation back, with slack. */
const ALLOWANCE_IN_ROUNDINGS = 32;

/** Bounds of overlapping compounds this close, relative to the smallest piece, are closed. */
const CLOSED_TOLERANCE = 1e-9;

const UNSUPPORTED: Contact = Object.freeze({
  distance: 0,
  normal: ZERO_VECTOR,
  pointOnA: ZERO_VECTOR,
  pointOnB: ZERO_VECTOR,
  point: ZERO_VECTOR,
  lower: -Infinity,
  upper: Infinity,
  type: 'v-v',
  status: 'unsupported',
  gjkIterations: 0,
  epaIterations: 0,
});

/** Centre of the body; for one far from its own origin it keeps the digits that the offset would cost. */
function middleOf(shape: ConvexShape, pose: Pose): Vector3 {
  const { min, max } = shape.boundingBox();
  return transformPoint(pose, interpolate(min, max, 0.5));
}

/** Rounding error of the distance of two pieces. */
function allowanceFor(p: PlacedPiece, q: PlacedPiece): number {
  const roundings = [p, q].map(({ shape, pose, rounding, block }) => {
    const { min, max } = shape.boundingBox();
    const coordinates = length(pose.position) + Math.max(length(min), length(max));
    return (ALLOWANCE_IN_ROUNDINGS / 2) * Number.EPSILON * coordinates + rounding + F[block + SHAPE_SUPPORT_ERROR];
  });
  return roundings[0] + roundings[1];
}

/**
 * Bounds that hold for any bodies, for an algorithm that proves none or contradicts itself: the gap along its normal,
 * and the distance of two inner points.
 */
function finiteBounds(answer: Answer, a: PlacedBody, b: PlacedBody, allowance: number): Answer {
  const { normal } = answer;
  const lower = (): number => dot(normal, b.support(negate(normal)).point) - dot(normal, a.support(normal).point);
  const upper = (): number => distance(a.centre, b.centre);
  if (!(answer.lower - answer.upper <= 2 * allowance)) {
    return { ...answer, lower: lower(), upper: upper(), status: 'bounded', reason: 'contradiction' };
  }
  return {
    ...answer,
    lower: answer.lower === -Infinity ? lower() : answer.lower,
    upper: answer.upper === Infinity ? upper() : answer.upper,
  };
}

/** A search whose steps, those of two cores, are traced as steps of the bodies, with the best bounds so far. */
function searchOfCores(search: Search, margins: number): Search {
  if (search.trace === undefined) return search;
  const trace = closingIn(search.trace);
  return { ...search, trace: (step) => trace(withoutMargins(step, margins)) };
}

/**
 * The contact of two convex pieces in the frame of the pair; undefined where the algorithm has no answer for such
 * bodies.
 */
function contactOfPieces(
  algorithm: ContactAlgorithm,
  p: PlacedPiece,
  q: PlacedPiece,
  search: Search,
): Contact | undefined {
  const coreA = sweptCoreOf(p.shape as ConvexShape);
  const coreB = sweptCoreOf(q.shape as ConvexShape);
  const a = placeBody(coreA.core, p.pose, coreA.margin);
  const b = placeBody(coreB.core, q.pose, coreB.margin);
  const areSolved = algorithm.onCores || coreA.margin + coreB.margin === 0;
  const bodyA = areSolved ? a : placeBody(p.shape as ConvexShape, p.pose);
  const bodyB = areSolved ? b : placeBody(q.shape as ConvexShape, q.pose);
  if (algorithm.bodies === 'polyhedral' && (bodyA.vertices === undefined || bodyB.vertices === undefined))
    return undefined;
  const margins = areSolved ? coreA.margin + coreB.margin : 0;
  const solved = algorithm.solve(bodyA, bodyB, searchOfCores(search, margins));
  if (solved.status === 'unsupported') return undefined;
  const allowance = allowanceFor(p, q);
  const bounded = finiteBounds(solved, bodyA, bodyB, allowance);
  const answer = areSolved ? withMargins(bounded, coreA.margin, coreB.margin) : bounded;
  const pointOnB = addScaled(answer.pointOnA, answer.normal, answer.distance);
  return {
    distance: answer.distance,
    normal: answer.normal,
    pointOnA: answer.pointOnA,
    pointOnB,
    point: interpolate(answer.pointOnA, pointOnB, 0.5),
    lower: Math.min(answer.lower, answer.distance) - allowance,
    upper: Math.max(answer.upper, answer.distance) + allowance,
    type: typeOfCores(a, b, {
      distance: answer.distance + coreA.margin + coreB.margin,
      normal: answer.normal,
      width: answer.upper - answer.lower,
    }),
    status: answer.status,
    ...(answer.reason && { reason: answer.reason }),
    gjkIterations: answer.gjkIterations,
    epaIterations: answer.epaIterations,
    ...(answer.case && { case: answer.case }),
  };
}

/**
 * The nearest or deepest pair of pieces, with the bounds of all pairs; open if those of a possibly nearer pair are
 * open.
 */
function nearestContact(
  algorithm: ContactAlgorithm,
  a: readonly PlacedPiece[],
  b: readonly PlacedPiece[],
  search: Search,
  cache: ContactCache | undefined,
): Contact | undefined {
  let best: Contact | undefined;
  let open: Contact | undefined;
  let isSupported = true;
  const nearest = new NearestPieces(Infinity);
  const { trace } = search;
  nearest.search(a, b, [0, 0], (p, q, i, j) => {
    const found = contactOfPieces(algorithm, p, q, {
      ...search,
      ...(trace && a.length * b.length > 1 && { trace: (step) => trace({ ...step, pieces: [i, j] }) }),
      warmStart: cacheOfPieces(cache, i, j, a, b),
    });
    isSupported = found !== undefined;
    if (found === undefined) return false;
    nearest.gjkIterations += found.gjkIterations;
    nearest.epaIterations += found.epaIterations;
    if (found.status === 'bounded' && !(found.lower >= (open?.lower ?? Infinity))) open = found;
    if (nearest.add(i, j, found.distance, found.lower, found.upper)) best = found;
    return true;
  });
  if (!isSupported || best === undefined) return undefined;
  const { lower, upper, gjkIterations, epaIterations } = nearest;
  const isOpen = best.status === 'converged' && open !== undefined && open.lower < best.distance;
  return {
    ...best,
    lower,
    upper: Math.max(upper, best.distance),
    ...(isOpen && { status: 'bounded', reason: open?.reason ?? 'thin' }),
    gjkIterations,
    epaIterations,
  };
}

/**
 * The contact of two bodies by an algorithm of the family, in world coordinates; see `contact`. Status `unsupported`
 * for half-spaces, and for bodies that the algorithm is not made for. A `manifold` is the one contact point.
 */
export function familyContact(
  algorithm: ContactAlgorithm,
  a: Shape,
  poseA: Pose,
  b: Shape,
  poseB: Pose,
  options: FamilyOptions,
  isExchanged = false,
): Contact {
  if (a.kind === 'halfSpace' || b.kind === 'halfSpace') return UNSUPPORTED;
  const { trace } = options;
  if (outOfOrder(a, poseA, b, poseB)) {
    const exchanged = trace && { trace: (step: TraceStep) => trace(exchangedStep(step)) };
    return exchangedContact(familyContact(algorithm, b, poseB, a, poseA, { ...options, ...exchanged }, !isExchanged));
  }
  const reference = a.kind === 'compound' ? poseA.position : middleOf(a, poseA);
  const piecesA = placedPieces(a, poseRelativeTo(reference, poseA));
  const piecesB = placedPieces(b, poseRelativeTo(reference, poseB));
  let lastStep = 0;
  const search: Search = {
    ...(options.iterationLimit !== undefined && { iterationLimit: options.iterationLimit }),
    ...(trace && {
      trace: (step: TraceStep) => {
        lastStep = Math.max(lastStep, step.step);
        trace(movedStep(step, reference));
      },
    }),
    isExchanged,
  };
  const found = nearestContact(algorithm, piecesA, piecesB, search, options.cache);
  if (found === undefined) return UNSUPPORTED;
  let answer = found;
  if (piecesA.length * piecesB.length > 1 && !(found.lower > 0)) {
    // The deepest pair of pieces is one bound, the shift along its normal that parts all pieces the other.
    const lower = Math.min(gapAlong(found.normal, piecesA, piecesB), found.distance);
    const extents = [...piecesA, ...piecesB].map(({ extent }) => extent);
    const isOpen = found.distance - lower > CLOSED_TOLERANCE * Math.min(...extents) + (found.upper - found.lower);
    answer = { ...found, lower, ...(isOpen && { status: 'bounded', reason: 'non-convex' }) };
  }
  const { pointOnA, pointOnB } = answer;
  if (options.manifold) answer = { ...answer, manifold: [{ pointOnA, pointOnB, distance: answer.distance }] };
  const moved = movedContact(answer, reference);
  trace?.(answerStep(algorithm.name, lastStep + 1, moved));
  return moved;
}
