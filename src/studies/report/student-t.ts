// SPDX-License-Identifier: MIT
/** Student's distribution (Abramowitz & Stegun, 26.7.3 and 26.7.4) for confidence intervals of a mean. */
import { atan2, cos, sin } from '../../math/circular.ts';

/** Beyond this number of degrees of freedom the normal distribution is exact to 1 %. */
const MOST_DEGREES = 200;
const BISECTIONS = 60;
const LARGEST_QUANTILE = 1e4;

/** Probability that a variable with `degrees` degrees of freedom lies between -t and t. */
export function studentProbability(t: number, degrees: number): number {
  const angle = atan2(t, Math.sqrt(degrees));
  const [s, c] = [sin(angle), cos(angle)];
  const isOdd = degrees % 2 === 1;
  let term = isOdd ? c : 1;
  let sum = degrees === 1 ? 0 : term;
  for (let k = isOdd ? 3 : 2; k <= degrees - 2; k += 2) {
    term *= ((k - 1) / k) * c * c;
    sum += term;
  }
  return isOdd ? (2 / Math.PI) * (angle + s * sum) : s * sum;
}

/** The t that a variable exceeds in magnitude with the probability 1 - `confidence`. */
export function studentQuantile(confidence: number, degrees: number): number {
  const used = Math.min(degrees, MOST_DEGREES);
  let [low, high] = [0, LARGEST_QUANTILE];
  for (let k = 0; k < BISECTIONS; k++) {
    const middle = 0.5 * (low + high);
    if (studentProbability(middle, used) < confidence) low = middle;
    else high = middle;
  }
  return high;
}
