// SPDX-License-Identifier: MIT
/** What to say of an overlap that is too deep for the contact laws: when, which body, how deep, what helps. */
import type { DeepOverlap } from '../../simulation/overlap-watch.ts';
import { formatPercent } from '../format-quantity.ts';

export function deepOverlapText({ time, step, body, ratio }: DeepOverlap): string {
  // A GPU does not report which body it was.
  const who = body < 0 ? 'a body' : `body ${body}`;
  return `step ${step}, time ${time} s: ${who} overlaps a partner by ${formatPercent(ratio)} of the smaller radius; above 5 % the laws are off: make the material stiffer or the impacts slower`;
}
