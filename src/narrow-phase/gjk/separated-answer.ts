// SPDX-License-Identifier: MIT
/** Answer for bodies that GJK found separated. */
import { length, subtract } from '../../math/vector.ts';
import type { Answer } from '../family/algorithm.ts';
import type { PlacedBody } from '../family/placed-body.ts';
import { judged } from './answer-bounds.ts';
import { weightedPoints, withPoints } from './curved-points.ts';
import { areBothPolyhedral, supportOfPair } from './difference-point.ts';
import type { GjkResult } from './gjk-distance.ts';
import { settledNormal } from './settle-normal.ts';

/**
 * The nearest points as the weighted points of the last simplex, the distance as the gap along the best normal.
 * Undecided, neither apart nor in contact, the gap is negative and the points are apart: a depth that is too large
 * rather than too small.
 */
export function separatedAnswer(found: GjkResult, a: PlacedBody, b: PlacedBody): Answer {
  const { simplex, weights, state, steps } = found;
  const arePolyhedral = areBothPolyhedral(a, b);
  const { normal, lower } = arePolyhedral ? settledNormal(found, simplex, a, b, supportOfPair(a, b)) : found;
  const points = weightedPoints(simplex, weights);
  const answer: Answer = {
    distance: lower,
    normal,
    pointOnA: points.onA,
    lower,
    upper: length(subtract(points.onB, points.onA)),
    status: 'converged',
    gjkIterations: steps,
    epaIterations: 0,
  };
  const answered = judged(answer, a, b, state === 'limit' ? 'iteration-limit' : 'thin');
  return arePolyhedral ? answered : withPoints(answered, points, a, b);
}
