// SPDX-License-Identifier: MIT
/**
 * Classical GJK (TD sections 2 and 3.1), with Johnson's recursion or signed volumes. It is exact for separated bodies.
 * For overlapping bodies the nearest face of the last tetrahedron is reported, which is mostly inside the difference
 * (TD Fig. 7 and 8), so the depth is too small. The answer is then `bounded`, `deep`, with the bounds that the face
 * proves, unless it lies on the boundary (Fig. 5).
 */
import { dot, negate } from '../../math/vector.ts';
import { completeTetrahedron } from '../epa/complete-simplex.ts';
import { flatAnswer } from '../epa/depth-answer.ts';
import { ExpandingPolytope, faceStep } from '../epa/expanding-polytope.ts';
import { triangleWitness } from '../epa/facet-witness.ts';
import type { Answer, ContactAlgorithm, Search } from '../family/algorithm.ts';
import type { PlacedBody } from '../family/placed-body.ts';
import { judged } from './answer-bounds.ts';
import {
  areBothPolyhedral,
  betweenCentres,
  type DifferencePoint,
  roundingOf,
  smallerExtent,
  supportOfPair,
} from './difference-point.ts';
import { GJK_STEP_LIMIT, type GjkResult, gjkDistance } from './gjk-distance.ts';
import { johnson, type SubDistance } from './johnson.ts';
import { separatedAnswer } from './separated-answer.ts';
import { signedVolumes } from './signed-volumes.ts';

/**
 * On curved bodies GJK continues until its bounds are this close, relative to the smaller one; polyhedra converge
 * exactly.
 */
const CURVED_GJK_TOLERANCE = 1e-13;

/** GJK on a pair from the line between the centres. */
export function gjkOfPair(
  a: PlacedBody,
  b: PlacedBody,
  subDistance: SubDistance,
  algorithm: string,
  search: Search,
): GjkResult {
  return gjkDistance({
    support: supportOfPair(a, b),
    start: betweenCentres(a, b),
    subDistance,
    rounding: roundingOf(a, b),
    tolerance: areBothPolyhedral(a, b) ? 0 : CURVED_GJK_TOLERANCE * smallerExtent(a, b),
    stepLimit: search.iterationLimit ?? GJK_STEP_LIMIT,
    algorithm,
    trace: search.trace,
  });
}

/** The nearest face of the tetrahedron for the contact. */
function faceOfLastTetrahedron(
  simplex: readonly DifferencePoint[],
  a: PlacedBody,
  b: PlacedBody,
  steps: number,
  { trace }: Search,
  name: string,
): Answer {
  const support = supportOfPair(a, b);
  const rounding = roundingOf(a, b);
  const tetrahedron = completeTetrahedron(simplex, support, rounding);
  if (tetrahedron.length < 4) return flatAnswer(tetrahedron, a, b, steps);
  const polytope = new ExpandingPolytope(tetrahedron, rounding);
  const face = polytope.nearestFace();
  const normal = negate(face.normal);
  const distance = Math.min(0, -face.distance);
  const beyond = support(face.normal);
  const lower = Math.min(distance, dot(normal, beyond.w));
  const upper = Math.max(distance, -polytope.room());
  const bounds = { normal, distance, lower, upper };
  trace?.(faceStep(name, steps + 1, polytope.vertices, polytope.faces, face, beyond, bounds));
  const answer: Answer = {
    distance,
    normal,
    pointOnA: triangleWitness(polytope.cornersOf(face), normal, distance),
    lower,
    upper,
    status: 'bounded',
    gjkIterations: steps,
    epaIterations: 0,
  };
  return judged(answer, a, b, 'deep');
}

function classicalGjk(name: string, subDistance: SubDistance): ContactAlgorithm {
  return {
    name,
    onCores: true,
    bodies: 'convex',
    solve(a, b, search) {
      const found = gjkOfPair(a, b, subDistance, name, search);
      if (found.state === 'contact') return faceOfLastTetrahedron(found.simplex, a, b, found.steps, search, name);
      return separatedAnswer(found, a, b);
    },
  };
}

export const gjkJohnson = classicalGjk('gjk-johnson', johnson);
export const gjkSignedVolumes = classicalGjk('gjk-signed-volumes', signedVolumes);
