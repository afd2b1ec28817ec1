// SPDX-License-Identifier: MIT
/** Answer for overlapping bodies: depth, normal and points by EPA, from the last simplex of GJK. */
import { cross, dot, negate, perpendicular, subtract, type Vector3 } from '../../math/vector.ts';
import type { Answer, Search } from '../family/algorithm.ts';
import type { PlacedBody } from '../family/placed-body.ts';
import { closedExactly, judged } from '../gjk/answer-bounds.ts';
import { partedPoints, withPoints } from '../gjk/curved-points.ts';
import {
  areBothPolyhedral,
  type DifferencePoint,
  direction,
  roundingOf,
  smallerExtent,
  supportOfPair,
} from '../gjk/difference-point.ts';
import { weightedSum } from '../gjk/johnson.ts';
import { settledNormal } from '../gjk/settle-normal.ts';
import { signedVolumes } from '../gjk/signed-volumes.ts';
import { completeTetrahedron } from './complete-simplex.ts';
import { type DepthResult, EPA_STEP_LIMIT, expandToDepth } from './expanding-polytope.ts';
import { facetWitness } from './facet-witness.ts';

/**
 * Curved bodies are expanded until the bounds are this close, relative to the smaller body: inside what counts as
 * closed.
 */
const CURVED_EXPANSION_TOLERANCE = 1e-10;

/** Target difference of the bounds of an expansion. */
export function expansionTolerance(a: PlacedBody, b: PlacedBody): number {
  return areBothPolyhedral(a, b) ? 0 : CURVED_EXPANSION_TOLERANCE * smallerExtent(a, b);
}

/** A normal of a point, segment or triangle. */
function normalOfFlat(points: readonly Vector3[]): Vector3 {
  const [p, q, r] = points as [Vector3, Vector3 | undefined, Vector3 | undefined];
  const edge = q === undefined ? undefined : direction(subtract(q, p));
  if (edge === undefined || q === undefined) return { x: 1, y: 0, z: 0 };
  if (r === undefined) return perpendicular(edge);
  return direction(cross(edge, subtract(r, p))) ?? perpendicular(edge);
}

/** Answer if B - A is flat and contains the origin: the bodies touch, and any shift across the flat separates them. */
export function flatAnswer(
  simplex: readonly DifferencePoint[],
  a: PlacedBody,
  b: PlacedBody,
  gjkIterations: number,
): Answer {
  const support = supportOfPair(a, b);
  const points = simplex.map(({ w }) => w);
  const up = normalOfFlat(points);
  const [above, below] = [up, negate(up)].map((n) => dot(n, support(negate(n)).w)) as [number, number];
  const normal = above >= below ? up : negate(up);
  const distance = Math.max(above, below);
  const pointOnA = weightedSum(
    simplex.map(({ onA }) => onA),
    signedVolumes(points),
  );
  const upper = Math.max(0, distance);
  return judged(
    { distance, normal, pointOnA, lower: distance, upper, status: 'converged', gjkIterations, epaIterations: 0 },
    a,
    b,
    'thin',
  );
}

/** Answer for a pair with a curved body, with points from separated bodies. */
function answerOfCurved(found: DepthResult, a: PlacedBody, b: PlacedBody, gjkIterations: number): Answer {
  const { gap, points } = partedPoints(found, a, b);
  const answer: Answer = {
    distance: gap.lower,
    normal: gap.normal,
    pointOnA: points.onA,
    lower: gap.lower,
    upper: found.upper,
    status: 'converged',
    gjkIterations,
    epaIterations: found.steps,
  };
  return withPoints(judged(answer, a, b, found.isLimited ? 'iteration-limit' : 'thin'), points, a, b);
}

/** Refines the result of a depth search and finds its points; polyhedra with open bounds are answered exactly. */
export function answerOfDepth(
  found: DepthResult,
  a: PlacedBody,
  b: PlacedBody,
  search: Search,
  algorithm: string,
  gjkIterations: number,
): Answer {
  if (!areBothPolyhedral(a, b)) return answerOfCurved(found, a, b, gjkIterations);
  const rounding = roundingOf(a, b);
  const { triangle, upper, steps, isLimited } = found;
  const { normal, lower } = settledNormal(found, triangle, a, b, supportOfPair(a, b));
  const answer: Answer = {
    distance: lower,
    normal,
    pointOnA: facetWitness(triangle, normal, lower, a, b, rounding),
    lower,
    upper,
    status: 'converged',
    gjkIterations,
    epaIterations: steps,
  };
  return closedExactly(judged(answer, a, b, isLimited ? 'iteration-limit' : 'thin'), a, b, search, algorithm);
}

/** Depth by EPA from a simplex that contains the origin. */
export function depthByExpansion(
  simplex: readonly DifferencePoint[],
  a: PlacedBody,
  b: PlacedBody,
  search: Search,
  algorithm: string,
  gjkIterations: number,
): Answer {
  const support = supportOfPair(a, b);
  const rounding = roundingOf(a, b);
  const tetrahedron = completeTetrahedron(simplex, support, rounding);
  if (tetrahedron.length < 4)
    return closedExactly(flatAnswer(tetrahedron, a, b, gjkIterations), a, b, search, algorithm);
  const found = expandToDepth({
    support,
    tetrahedron,
    rounding,
    tolerance: expansionTolerance(a, b),
    stepLimit: search.iterationLimit ?? EPA_STEP_LIMIT,
    algorithm,
    firstStep: gjkIterations + 1,
    trace: search.trace,
  });
  return answerOfDepth(found, a, b, search, algorithm, gjkIterations);
}
