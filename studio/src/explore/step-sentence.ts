// SPDX-License-Identifier: MIT
/** Describes each step of a search in one sentence. */
import type { DrawnStep } from './queries.ts';

const SIMPLEX = ['', 'point', 'segment', 'triangle', 'tetrahedron'];

/** Digits that fit a sentence. */
export function short(value: number): string {
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  if (value === 0) return '0';
  const size = Math.abs(value);
  const text = size >= 1e-3 && size < 1e5 ? String(Number(value.toPrecision(5))) : value.toExponential(3);
  return text.replace('-', '−');
}

function apart(distance: number): string {
  return distance > 0 ? `are ${short(distance)} apart` : `overlap by ${short(-distance)}`;
}

export function stepSentence(step: DrawnStep): string {
  switch (step.kind) {
    case 'simplex': {
      const what = SIMPLEX[step.corners.length] ?? 'simplex';
      if (step.holdsOrigin) return `The ${what} holds the origin: the bodies have a point in common.`;
      const seen = step.distance > 0 ? `a gap of ${short(step.distance)} is proven` : 'the origin is not yet passed';
      return (
        `The ${what} is at most ${short(step.upper)} from the origin; the support point against that direction ` +
        `joins it, and ${seen}.`
      );
    }
    case 'face':
      return (
        `The face nearest the origin is ${short(-step.upper)} away or more; the difference reaches ` +
        `${short(-step.distance)} along its normal` +
        (step.upper - step.distance <= 1e-9 * Math.abs(step.distance)
          ? ': it lies on the boundary.'
          : ', so it is pushed out to the point there.')
      );
    case 'edge':
      return (
        `The edge nearest the origin is ${short(-step.upper)} away; the difference reaches to the point marked ` +
        `beyond it, ${short(-step.lower)} away at most.`
      );
    case 'portal':
      if (step.phase === 'discovery') {
        return (
          'A triangle of support points is turned about the inner point until the ray to the origin passes ' +
          'through it.'
        );
      }
      return step.corners.length < 3
        ? 'The ray meets the surface at a support point: no portal is needed.'
        : `The ray passes through the portal; along its normal the bodies ${apart(step.distance)}. The portal ` +
            'moves to the point there.';
    case 'plane':
      return step.distance > 0
        ? `A plane with a gap of ${short(step.distance)} between the marked points.`
        : `A plane that the bodies pass by ${short(-step.distance)} at the marked points; a better one passes less.`;
    case 'newton':
      return `Newton’s method stands at the marked point; along the gradients there the bodies ${apart(step.distance)}.`;
    case 'exact':
      return `The bounds did not close in floating point: integer arithmetic gave ${short(step.distance)}.`;
    case 'block':
      return (
        `The whole difference was built; the point of its boundary nearest the origin is ${short(step.distance)} ` +
        'away, negative inside.'
      );
    case 'answer':
      return (
        `The answer: ${short(step.distance)}, proven between ${short(step.lower)} and ${short(step.upper)}; ` +
        `${step.status}${step.reason === undefined ? '' : ` (${step.reason})`}.`
      );
  }
}
