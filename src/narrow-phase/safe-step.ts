// SPDX-License-Identifier: MIT
/**
 * Lower bound of the time until two moving pieces can touch, from their gap along a direction. The gap along a fixed n
 * shrinks no faster than by translation plus rotation at the largest reach (Mirtich 1996). Also, the gap over time is a
 * minimum of functions with second derivatives up to some k, so gap(s) - k s^2/2 is concave, and a time s with gap(s)
 * >= 0 is safe if k s^2 <= 2 gap(0). The normal n may turn.
 */
import { fromAxisAngle, rotate } from '../math/quaternion.ts';
import { length, type Vector3, ZERO_VECTOR } from '../math/vector.ts';
import { closingSpeed, gapAlongAt, largestBend, type MovingPiece } from './moving-piece.ts';

/** Evaluations of the gap in search of its root; any time before it is safe, so it need not be met closely. */
const ROOT_LIMIT = 24;
/** A step that leaves this part of the gap is long enough: then a new normal pays more than a better root. */
const ROOT_TOLERANCE = 1e-3;
/**
 * No normal gives a longer step than the bend of the motion allows; with this part of it the search for a better one
 * ends.
 */
const LONG_ENOUGH = 0.25;

/**
 * A step from `low` to `high` at which `gapAfter`, > 0 at the lower end, is still >= 0, close to its root where it has
 * one. As the gap is concave but for a bend that cannot take it below 0 on the way, all of the step is safe.
 */
function stepToRoot(gapAfter: (step: number) => number, gap: number, least: number, most: number): number {
  let low = least;
  let high = most;
  let highGap = gapAfter(high);
  if (highGap >= 0) return high;
  let lowGap = gapAfter(low);
  if (!(lowGap > 0)) return least;
  // Regula falsi after Illinois; the lower end always has a gap >= 0.
  for (let k = 0; k < ROOT_LIMIT && lowGap > ROOT_TOLERANCE * gap; k++) {
    const middle = low + (high - low) * Math.min(Math.max(lowGap / (lowGap - highGap), 0.01), 0.99);
    const middleGap = gapAfter(middle);
    if (middleGap >= 0) {
      low = middle;
      lowGap = middleGap;
      highGap /= 2;
    } else {
      high = middle;
      highGap = middleGap;
    }
  }
  return low;
}

/** A time from now on that is proven free of contact, from the gap (> 0) along n now; at most `longest`. */
export function safeStep(
  p: MovingPiece,
  q: MovingPiece,
  n: Vector3,
  gap: number,
  now: number,
  longest: number,
  turns: readonly Vector3[],
): number {
  const speed = closingSpeed(p, q, n);
  if (!(speed * longest > gap)) return longest;
  let best = gap / speed;
  if (p.motion.spin === 0 && q.motion.spin === 0) return best;
  // Less what the lower bound has allowed for rounding.
  const allowance = Math.max(0, gapAlongAt(p, q, n, now) - gap);
  let within = longest;
  for (const turn of turns) {
    const rate = length(turn);
    const bent = Math.sqrt((2 * gap) / largestBend(p, q, rate, now, within));
    if (rate === 0) within = Math.min(bent, longest);
    if (!(Math.min(bent, within) > best)) continue;
    const gapAfter = (step: number): number => {
      const turned = rate > 0 ? rotate(fromAxisAngle(turn, rate * step), n) : n;
      return gapAlongAt(p, q, turned, now + step) - allowance;
    };
    best = stepToRoot(gapAfter, gap, best, Math.min(bent, within));
    if (best > LONG_ENOUGH * within) break;
  }
  return best;
}

/** How the contact normal may be turning: not at all (which comes first), as it has turned last, with A, with B. */
export function turnsOfNormal(p: MovingPiece, q: MovingPiece, last: Vector3): readonly Vector3[] {
  if (p.shape.kind === 'halfSpace' || q.shape.kind === 'halfSpace') return [ZERO_VECTOR];
  return [ZERO_VECTOR, last, p.motion.angularVelocity, q.motion.angularVelocity];
}
