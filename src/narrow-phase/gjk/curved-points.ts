// SPDX-License-Identifier: MIT
/**
 * Points of a pair with a curved body. A search ends with a normal, the gap along it and two points that are nearly
 * that gap apart along the normal; the contact's are exactly so, and one of them is then beside its body. That one is
 * the larger body's, on which the miss is least; where it counts it is measured, and an answer whose points are off is
 * not called `converged`. For the triangle that EPA ends on this says little: it may lie across the body from the best
 * normal, or beside the foot of the origin on a flat cap. There the bodies are parted along the normal and GJK finds
 * the points; its normal is a better one where the depth is smaller than the radius of curvature.
 */
import { add, addScaled, dot, length, negate, scale, subtract, type Vector3 } from '../../math/vector.ts';
import type { Answer } from '../family/algorithm.ts';
import type { PlacedBody } from '../family/placed-body.ts';
import {
  type DifferencePoint,
  type DifferenceSupport,
  roundingOf,
  smallerExtent,
  supportOfPair,
} from './difference-point.ts';
import { GJK_STEP_LIMIT, type GjkResult, gjkDistance } from './gjk-distance.ts';
import { weightedSum } from './johnson.ts';
import type { Gap } from './settle-normal.ts';
import { signedVolumes } from './signed-volumes.ts';

/** Points farther off their bodies than this, relative to the smaller one, are not converged. */
const OFF_TOLERANCE = 1e-6;
/**
 * The gap that bodies are parted to, relative to the smaller one: points g apart miss by sqrt(2 g tolerance), so not
 * large.
 */
const PARTED_GAP = 1e-3;
/** GJK on separated bodies continues until its bounds are this close, relative to the smaller one. */
const PARTED_TOLERANCE = 1e-13;
/** Each parting reduces the error of the normal by depth over radius of curvature; what four leave is measured. */
const PARTING_LIMIT = 4;

/** A point of each body, nearly the gap apart along the normal. */
interface NearPoints {
  readonly onA: Vector3;
  readonly onB: Vector3;
}

export function weightedPoints(simplex: readonly DifferencePoint[], weights: readonly number[]): NearPoints {
  return {
    onA: weightedSum(
      simplex.map(({ onA }) => onA),
      weights,
    ),
    onB: weightedSum(
      simplex.map(({ onB }) => onB),
      weights,
    ),
  };
}

function gjkFrom(start: Vector3, support: DifferenceSupport, a: PlacedBody, b: PlacedBody): GjkResult {
  return gjkDistance({
    support,
    start,
    subDistance: signedVolumes,
    rounding: roundingOf(a, b),
    tolerance: PARTED_TOLERANCE * smallerExtent(a, b),
    stepLimit: GJK_STEP_LIMIT,
    algorithm: 'parted',
  });
}

/** True where a point is farther than the tolerance outside one of the bodies. */
function isOffBody(body: PlacedBody, point: Vector3, tolerance: number, a: PlacedBody, b: PlacedBody): boolean {
  const start = subtract(point, body.centre);
  if (!(length(start) > tolerance)) return false;
  const support: DifferenceSupport = (direction) => {
    const { point: onA, vertex: vertexA } = body.support(negate(direction));
    return { w: subtract(point, onA), onA, onB: point, vertexA, vertexB: -1 };
  };
  const { state, simplex, weights } = gjkFrom(start, support, a, b);
  if (state === 'contact') return false;
  const { onA } = weightedPoints(simplex, weights);
  return length(subtract(point, onA)) > tolerance;
}

/**
 * The answer with the point of the smaller body as it is and the other at the distance from it; `bounded` where that is
 * off its body.
 */
export function withPoints(answer: Answer, { onA, onB }: NearPoints, a: PlacedBody, b: PlacedBody): Answer {
  const isSmallerA = a.extent + 2 * a.margin <= b.extent + 2 * b.margin;
  const pointOnA = isSmallerA ? onA : addScaled(onB, answer.normal, -answer.distance);
  const moved = isSmallerA ? addScaled(onA, answer.normal, answer.distance) : pointOnA;
  const tolerance = OFF_TOLERANCE * smallerExtent(a, b);
  const isOff =
    answer.status === 'converged' &&
    length(subtract(moved, isSmallerA ? onB : onA)) > tolerance &&
    isOffBody(isSmallerA ? b : a, moved, tolerance, a, b);
  return { ...answer, pointOnA, ...(isOff && { status: 'bounded', reason: 'thin' }) };
}

/** Improves a good normal of overlapping bodies by separating them, with the points found there. */
export function partedPoints(
  found: Gap,
  a: PlacedBody,
  b: PlacedBody,
): { readonly gap: Gap; readonly points: NearPoints } {
  const support = supportOfPair(a, b);
  let gap = found;
  for (let partings = 1; ; partings++) {
    const shift = scale(gap.normal, PARTED_GAP * smallerExtent(a, b) - gap.lower);
    const parted: DifferenceSupport = (direction) => {
      const at = support(direction);
      return { ...at, w: add(at.w, shift), onB: add(at.onB, shift) };
    };
    const { simplex, weights, normal } = gjkFrom(gap.normal, parted, a, b);
    const { onA, onB } = weightedPoints(simplex, weights);
    const points = { onA, onB: subtract(onB, shift) };
    const lower = dot(normal, support(negate(normal)).w);
    if (partings >= PARTING_LIMIT || !(lower > gap.lower)) return { gap, points };
    gap = { normal, lower };
  }
}
