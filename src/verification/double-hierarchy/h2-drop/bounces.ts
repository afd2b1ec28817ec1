// SPDX-License-Identifier: MIT
/** Checks that the drops of section 6.1.1 agree, and the closed form of the first impact. */

import { plot } from '../../report/svg-plot.ts';
import { thinned } from '../../sphere-scene.ts';
import { atMost, check, figure, plain, type RunSetup, type Section, table, text } from '../../verification-case.ts';
import { largestDifference } from '../same-motion.ts';
import { drop, GROUNDS, RADIUS, START } from './drops.ts';

/** Three bounces; the paper's step is 1e-5 s. */
const DURATION = 2.6;
const TIME_STEP = { short: 1e-4, full: 1e-5 };
/** Hertz's law with gravity during the contact, by quadrature with 50 digits: the centre starts at 1 m. */
const CLOSED_FORM = { start: 0.3777717814, depth: 0.09665899822, force: 2286.080744, duration: 0.07462325929 };
/** Second order: (step / duration)^2, with a margin. */
const FIRST_IMPACT = { short: 1e-5, full: 1e-6 };
const SAME_MOTION = 1e-9;
const SIDEWAYS = 1e-12;
const REBOUND = 1e-4;

export function bounces({ full, progress }: RunSetup): Section {
  const timeStep = full ? TIME_STEP.full : TIME_STEP.short;
  const tolerance = full ? FIRST_IMPACT.full : FIRST_IMPACT.short;
  const drops = Object.entries(GROUNDS).map(([name, ground]) => {
    progress(`on ${name}`);
    return { name, ...drop(ground, timeStep, Math.round(DURATION / timeStep)) };
  });
  const [reference] = drops;
  const apart = drops.map(({ heights }) => largestDifference([heights], [reference?.heights ?? []]));
  const sideways = Math.max(...drops.map((each) => each.sideways / each.force));
  const rebounds = drops.flatMap(({ apexes }) => apexes.map((height) => Math.abs(height - START)));
  const bouncesSeen = Math.min(...drops.map(({ apexes }) => apexes.length));
  const off = Math.max(
    ...drops.flatMap((each) =>
      (['start', 'depth', 'force', 'duration'] as const).map((key) => Math.abs(each[key] / CLOSED_FORM[key] - 1)),
    ),
  );
  const curve = [...(reference?.heights ?? [])].map((height, k): [number, number] => [timeStep * (k + 1), height]);
  return {
    title: 'Three bounces',
    blocks: [
      text(
        'A sphere of 0.3 m (density 100 kg/m³, 10⁵ Pa, Poisson’s ratio 0.2) falls with its centre from 1 m and ' +
          'sinks in by a third of its radius, so that it overlaps facets, edges and vertices of all kinds;',
        'only one contact may count.',
      ),
      table(
        'First impact and bounces',
        [
          'on',
          'first contact (s)',
          'indentation (m)',
          'force (N)',
          'duration (s)',
          'heights after bounces (m)',
          'apart from the half-space (m)',
        ],
        [
          [
            'closed form',
            ...(['start', 'depth', 'force', 'duration'] as const).map((key) => String(CLOSED_FORM[key])),
            '1',
            '',
          ],
          ...drops.map((each, k) => [
            each.name,
            each.start.toPrecision(10),
            each.depth.toPrecision(10),
            each.force.toPrecision(10),
            each.duration.toPrecision(10),
            each.apexes.map((height) => height.toFixed(8)).join(', '),
            plain(apart[k] ?? Number.NaN),
          ]),
        ],
        'The paper shows a force of about 2300 N (Fig. 19a) without a number.',
      ),
      figure(
        'Fig. 19b: height of the centre',
        plot({
          title: 'height of the centre over time',
          x: { label: 'time in s', min: 0 },
          y: { label: 'height in m', min: 0 },
          series: [{ name: 'all of them', style: 'line', tone: 1, points: thinned(curve, 400) }],
          marks: [{ axis: 'y', at: RADIUS, label: 'touching' }],
        }),
      ),
      atMost({
        what: 'The motion is the same on all of them',
        published: 'exactly the same',
        found: Math.max(...apart),
        tolerance: SAME_MOTION,
        unit: ' m',
        ours: (found) => `at most ${found} m apart`,
        reason: 'rounding of the contact point, through three bounces',
      }),
      atMost({
        what: 'The force is vertical',
        published: 'only in the vertical direction',
        found: sideways,
        tolerance: SIDEWAYS,
        ours: (found) => `largest force across over largest force ${found}`,
        reason: 'rounding',
      }),
      check({
        what: 'Three bounces come up to the height of the start',
        published: 'the same height always',
        ours: `${bouncesSeen} bounces, at most ${plain(Math.max(...rebounds))} m off`,
        tolerance: `${plain(REBOUND)} m`,
        reason: 'the scheme is of second order and has no drift',
        passed: bouncesSeen >= 3 && Math.max(...rebounds) <= REBOUND,
      }),
      atMost({
        what: 'First contact, indentation, force and duration of the first impact',
        published: 'closed form',
        found: off,
        tolerance,
        ours: (found) => `largest relative difference ${found}`,
        reason: `second order: step ${plain(timeStep)} s`,
      }),
    ],
  };
}
