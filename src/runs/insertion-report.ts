// SPDX-License-Identifier: MIT
/** What insertions have added, beside what was wanted: lines for the log and the summary of a run. */
import type { InsertedShare, InsertionProgress } from '../bodies/insertion/insertion-spec.ts';
import { formatCount, formatNumber, formatPercent } from '../scene/format-quantity.ts';
import type { FillProgress } from '../simulation/filling/fill-regions.ts';

function shareText({ shape, count, share, wanted, sieves = [] }: InsertedShare, isOnly: boolean): string {
  const own = isOnly ? '' : `: ${formatPercent(share)}, wanted ${formatPercent(wanted)}`;
  const classes = sieves.map(({ from, to, share: reached, wanted: asked }) => {
    return `${formatNumber(from)} to ${formatNumber(to)}: ${formatPercent(reached)}, wanted ${formatPercent(asked)}`;
  });
  const text = `${formatCount(count)} ${shape}${own}`;
  return classes.length === 0 ? text : `${text} (by mass, sizes ${classes.join('; ')})`;
}

/** One line for each insertion that has added bodies. */
export function insertionLines(insertions: readonly InsertionProgress[]): string[] {
  return insertions
    .filter(({ inserted }) => inserted > 0)
    .map(({ name, inserted, mass, fraction, kinds }) => {
      const what = fraction === undefined ? 'insertion' : 'filled';
      const reached = fraction === undefined ? '' : `, fraction ${formatNumber(fraction)} of its region`;
      const shares = kinds.map((kind) => shareText(kind, kinds.length === 1)).join('; ');
      return `${what} ${name}: ${formatCount(inserted)} bodies, ${formatNumber(mass)} kg${reached}: ${shares}`;
    });
}

/** Progress of the filling before a run. */
export function fillingLine({ name, bodies, fraction, target, overlap }: FillProgress): string {
  const squeezed = overlap > 0 ? `, overlaps up to ${formatPercent(overlap)}` : '';
  return `filling ${name}: ${formatCount(bodies)} bodies at ${fraction.toFixed(3)} of ${target}${squeezed}`;
}
