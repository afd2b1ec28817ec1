// SPDX-License-Identifier: MIT
/** The answer for bodies that GJK found apart. */
import { length } from '../../math/vector.ts';
import type { Answer } from '../family/algorithm.ts';
import type { PlacedBody } from '../family/placed-body.ts';
import { closedWithin, judged } from './answer-bounds.ts';
import { areBothPolyhedral, supportOfPair } from './difference-point.ts';
import type { GjkResult } from './gjk-distance.ts';
import { weightedSum } from './johnson.ts';
import { settledNormal } from './settle-normal.ts';

/** The nearest points as the weighted points of the last simplex, the distance as the gap along the best normal. */
export function separatedAnswer(found: GjkResult, a: PlacedBody, b: PlacedBody): Answer {
  const { simplex, weights, state, steps } = found;
  const { normal, lower } = areBothPolyhedral(a, b) ? settledNormal(found, simplex, a, b, supportOfPair(a, b)) : found;
  const upper = length(
    weightedSum(
      simplex.map(({ w }) => w),
      weights,
    ),
  );
  // Undecided, neither apart nor in contact: GJK's own answer is how far apart its points are.
  const isUndecided = lower < 0 && upper - lower > closedWithin(a, b);
  const answer: Answer = {
    distance: isUndecided ? upper : lower,
    normal,
    pointOnA: weightedSum(
      simplex.map(({ onA }) => onA),
      weights,
    ),
    lower,
    upper: Math.max(lower, upper),
    status: 'converged',
    gjkIterations: steps,
    epaIterations: 0,
  };
  return judged(answer, a, b, state === 'limit' ? 'iteration-limit' : 'thin');
}
