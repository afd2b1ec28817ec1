// SPDX-License-Identifier: MIT
/** A trace step of GJK. */
import type { Vector3 } from '../../math/vector.ts';
import { type SimplexStep, tracedPoint } from '../family/trace-step.ts';
import type { DifferencePoint } from './difference-point.ts';

/** State of the search: the direction of the step, the gap along it, and the proven bounds. */
interface StepBounds {
  readonly normal: Vector3;
  readonly distance: number;
  readonly lower: number;
  readonly upper: number;
}

/** Without an added point, the simplex contains the origin. */
export function simplexStep(
  algorithm: string,
  step: number,
  simplex: readonly DifferencePoint[],
  nearest: Vector3,
  { normal, distance, lower, upper }: StepBounds,
  added?: DifferencePoint,
): SimplexStep {
  return {
    algorithm,
    step,
    kind: 'simplex',
    normal,
    distance,
    lower,
    upper: Math.max(lower, upper),
    nearest,
    points: simplex.map(({ w }) => w),
    corners: simplex.map(tracedPoint),
    holdsOrigin: added === undefined,
    ...(added && { added: tracedPoint(added) }),
  };
}
