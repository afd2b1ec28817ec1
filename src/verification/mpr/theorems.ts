// SPDX-License-Identifier: MIT
/**
 * Theorems 4.1 and 4.2 of Neumayr & Otter 2017 on random pairs, and the fraction of pairs for which portal refinement
 * is exact.
 */
import { contact } from '../../narrow-phase/contact.ts';
import { box } from '../../shapes/kinds/box.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import { plot, type Tone } from '../report/svg-plot.ts';
import { check, count, figure, never, percent, plain, type Section, table, text } from '../verification-case.ts';
import { KINDS, type PortalCounts, SITUATIONS } from './random-pair-counts.ts';

const TONES: readonly Tone[] = [5, 2, 3, 1];

/** Boxes and balls that touch exactly: their coordinates are quarters. */
function largestTouchError(): { readonly worst: number; readonly pairs: number } {
  let worst = 0;
  let pairs = 0;
  for (let i = 1; i <= 8; i++) {
    for (let j = -7; j <= 7; j++) {
      const lower = box({ halfExtents: [1, 0.75, 0.25 * i] });
      const upper = box({ halfExtents: [0.5, 1.25, 0.5] });
      const ball = sphere({ radius: 0.25 * i });
      const z = 0.25 * i;
      const touching = [
        contact(lower, {}, upper, { position: [0.125 * j, 0.25, z + 0.5] }, { algorithm: 'mpr' }),
        contact(lower, {}, ball, { position: [0.125 * j, 0, 2 * z] }, { algorithm: 'mpr' }),
      ];
      for (const { distance } of touching) {
        worst = Math.max(worst, Math.abs(distance));
        pairs++;
      }
    }
  }
  return { worst, pairs };
}

/** Rounding of coordinates of up to four. */
const TOUCH_TOLERANCE = 1e-14;

export function theorems(counts: PortalCounts): Section {
  const touch = largestTouchError();
  const { signed, wrongSigns, gaps, brokenBounds, shortGaps, depths, brokenDepths, reasons } = counts;
  const why = Object.entries(reasons).map(([reason, times]) => `${reason} ${count(times)}`);
  return {
    title: 'Theorems 4.1 and 4.2',
    blocks: [
      text(
        `${count(counts.pairs)} random pairs of ${KINDS.length} kinds of shape, from concentric to far apart. ` +
          'The truth is the default with its',
        'certified bounds. Half-spaces have no centre for a ray to start from and are not supported.',
        why.length === 0 ? '' : `Answers that say they are not proven, by reason: ${why.join(', ')}.`,
      ),
      never(
        'Theorem 4.1: mpr has another sign than the signed distance',
        wrongSigns,
        signed,
        'proved',
        'pairs within 1e-9 of the size of touching are left out: the truth itself is not known better for ' +
          'curved bodies',
      ),
      check({
        what: 'Theorem 4.1: pairs that touch have distance zero',
        published: 'proved',
        ours: `at most ${plain(touch.worst)} on ${touch.pairs} pairs`,
        tolerance: String(TOUCH_TOLERANCE),
        reason: 'boxes on boxes and balls on boxes with coordinates in quarters: a few roundings',
        passed: touch.worst <= TOUCH_TOLERANCE,
      }),
      never(
        'Theorem 4.2: the true gap is outside the bounds of mpr',
        brokenBounds,
        gaps,
        'proved',
        'bounds against bounds, so no tolerance',
      ),
      never(
        'Theorem 4.2: a gap is underestimated',
        shortGaps,
        gaps,
        'proved',
        'by more than 1e-9 of the size, what the truth is known to',
      ),
      never(
        'The depth along the plane of the portal is smaller than the true one',
        brokenDepths,
        depths,
        'not claimed',
        'for penetration the theorem says nothing; minus the distance of the plane is a lower bound all the same',
      ),
    ],
  };
}

export function exactness({ kinds, situations }: PortalCounts): Section {
  const first = situations.deep.overestimates;
  return {
    title: 'How often mpr is exact',
    blocks: [
      text(
        'The paper says that the depth is usually exact when the penetration is small, and that a gap is exact ' +
          'or overestimated. Exact',
        'means within 1e-9 of the smaller body’s extent here; deep is over, and far is beyond, a tenth of it.',
      ),
      table(
        'By situation',
        ['situation', 'pairs', 'exact', 'share', 'largest overestimate'],
        SITUATIONS.map((name) => {
          const { pairs, exact, overestimates } = situations[name];
          return [name, count(pairs), count(exact), percent(exact, pairs, 1), percent(overestimates.largest, 1, 1)];
        }),
      ),
      figure(
        'Overestimates of gap or depth',
        plot({
          title: 'overestimates',
          x: { label: 'overestimate / true gap or depth, by decade', names: first.names() },
          y: { label: 'percent of pairs', scale: 'log', min: 0.01, max: 100 },
          series: SITUATIONS.map((name, i) => situations[name].overestimates.series(name, TONES[i] ?? 6)),
          width: 840,
        }),
        'Exact ones are in the first group.',
      ),
      table(
        'By kind of shape: pairs with at least one body of the kind',
        ['kind', 'pairs', 'gaps', 'exact', 'depths', 'exact', 'not proven'],
        KINDS.map((kind) => {
          const { pairs, gaps, exactGaps, depths, exactDepths, bounded } = kinds[kind];
          return [
            kind,
            count(pairs),
            count(gaps),
            percent(exactGaps, gaps, 1),
            count(depths),
            percent(exactDepths, depths, 1),
            count(bounded),
          ];
        }),
      ),
    ],
  };
}
