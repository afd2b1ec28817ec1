// SPDX-License-Identifier: MIT
/** Warning about an overlap that is too deep for the contact laws: time, body, depth and remedy. */
import type { DeepOverlap } from '../../simulation/tunnelling/overlap-watch.ts';
import { formatPercent } from '../format-quantity.ts';

export function deepOverlapText({ time, step, body, ratio }: DeepOverlap): string {
  // A GPU does not report which body it was.
  const who = body < 0 ? 'a body' : `body ${body}`;
  return `step ${step}, time ${time} s: ${who} overlaps a partner by ${formatPercent(ratio)} of the smaller radius; above 5 % the contact laws are inaccurate: use a stiffer material or slower impacts`;
}
