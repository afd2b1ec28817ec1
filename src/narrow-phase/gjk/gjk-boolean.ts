// SPDX-License-Identifier: MIT
/**
 * GJK as an overlap test (EPA section 3): it ends at the first support point that does not pass the origin, a.v < 0, or
 * with a simplex that contains the origin. If the origin lies on the simplex the outline has no next direction; that
 * counts as contact. `gjkIterations` counts the simplex updates on whole bodies, as Tables I and II do; the answer is
 * then found on the cores: the depth by EPA, a gap by the distance form, which the paper omits.
 */
import { dot, length, negate, type Vector3 } from '../../math/vector.ts';
import { sweptCoreOf } from '../../shapes/shape.ts';
import { depthByExpansion } from '../epa/depth-answer.ts';
import { type Answer, type ContactAlgorithm, type Search, type Trace, withMargins } from '../family/algorithm.ts';
import { type PlacedBody, placeBody } from '../family/placed-body.ts';
import { withoutMargins } from '../family/trace-step.ts';
import { closedExactly } from './answer-bounds.ts';
import { gjkOfPair } from './classical-gjk.ts';
import { betweenCentres, type DifferencePoint, direction, roundingOf, supportOfPair } from './difference-point.ts';
import { GJK_STEP_LIMIT } from './gjk-distance.ts';
import { weightedSum } from './johnson.ts';
import { separatedAnswer } from './separated-answer.ts';
import { signedVolumes } from './signed-volumes.ts';
import { simplexStep } from './simplex-step.ts';

const NAME = 'gjk-boolean';

/** The origin is on a simplex that is this many roundings of the coordinates away from it. */
const TOUCH_IN_ROUNDINGS = 4;

interface OverlapTest {
  /** `undecided` only where rounding or the step limit ended the search. */
  readonly state: 'separated' | 'contact' | 'undecided';
  /** On contact, all points of the last simplex. */
  readonly simplex: readonly DifferencePoint[];
  /** How often a point was added to the simplex. */
  readonly updates: number;
}

/** The outline's steps 1 and 2 for two bodies, beginning towards A from B. */
export function overlapTest(a: PlacedBody, b: PlacedBody, stepLimit = GJK_STEP_LIMIT, trace?: Trace): OverlapTest {
  const support = supportOfPair(a, b);
  const touch = TOUCH_IN_ROUNDINGS * roundingOf(a, b);
  let simplex: readonly DifferencePoint[] = [];
  let v: Vector3 = negate(betweenCentres(a, b));
  let nearness = Infinity;
  for (let updates = 0; updates < stepLimit; ) {
    const added = support(v);
    const along = dot(added.w, v);
    const all = [...simplex, added];
    const points = all.map(({ w }) => w);
    const normal = negate(direction(v) ?? v);
    const gap = -along / length(v);
    const upper = Math.min(nearness, length(added.w));
    const bounds = { normal, distance: gap, lower: gap, upper };
    trace?.(simplexStep(NAME, updates + 1, all, simplex.length === 0 ? added.w : negate(v), bounds, added));
    if (along < 0) return { state: 'separated', simplex: [], updates };
    updates++;
    const weights = signedVolumes(points);
    const nearest = weightedSum(points, weights);
    const isInside = weights.length === 4 && weights.every((weight) => weight > 0);
    if (isInside || length(nearest) <= touch) return { state: 'contact', simplex: all, updates };
    if (!(length(nearest) < nearness)) return { state: 'undecided', simplex: all, updates };
    nearness = length(nearest);
    simplex = all.filter((_, i) => weights[i] > 0);
    v = negate(nearest);
  }
  return { state: 'undecided', simplex, updates: stepLimit };
}

/**
 * Answer for two cores; the simplex of the overlap test is reused if they are the bodies themselves. Only EPA is
 * traced.
 */
function answerOfCores(a: PlacedBody, b: PlacedBody, search: Search, known: OverlapTest | undefined): Answer {
  const untraced = search.iterationLimit === undefined ? {} : { iterationLimit: search.iterationLimit };
  if (known?.state === 'contact') return depthByExpansion(known.simplex, a, b, search, NAME, known.updates);
  const found = gjkOfPair(a, b, signedVolumes, NAME, untraced);
  if (found.state === 'contact') return depthByExpansion(found.simplex, a, b, search, NAME, found.steps);
  return closedExactly(separatedAnswer(found, a, b), a, b, search, NAME);
}

export const gjkBoolean: ContactAlgorithm = {
  name: NAME,
  onCores: false,
  bodies: 'convex',
  solve(a, b, search) {
    const test = overlapTest(a, b, search.iterationLimit, search.trace);
    const coreA = sweptCoreOf(a.shape);
    const coreB = sweptCoreOf(b.shape);
    const margins = coreA.margin + coreB.margin;
    const areWhole = margins === 0;
    const { trace } = search;
    const answer = areWhole
      ? answerOfCores(a, b, search, test)
      : answerOfCores(
          placeBody(coreA.core, a.pose, coreA.margin),
          placeBody(coreB.core, b.pose, coreB.margin),
          { ...search, ...(trace && { trace: (step) => trace(withoutMargins(step, margins)) }) },
          undefined,
        );
    return { ...withMargins(answer, coreA.margin, coreB.margin), gjkIterations: test.updates };
  },
};
