// SPDX-License-Identifier: MIT
/**
 * From the answer for two cores to that for the bodies: each core is swept by a ball, which moves its surface along the
 * normal.
 */
import { addScaled } from '../../math/vector.ts';
import type { Answer } from './algorithm.ts';

export function withMargins(answer: Answer, marginA: number, marginB: number): Answer {
  const margins = marginA + marginB;
  if (margins === 0) return answer;
  return {
    ...answer,
    distance: answer.distance - margins,
    pointOnA: addScaled(answer.pointOnA, answer.normal, marginA),
    lower: answer.lower - margins,
    upper: answer.upper - margins,
  };
}
