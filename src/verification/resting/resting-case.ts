// SPDX-License-Identifier: MIT
/**
 * The case `resting`: a stack of boxes on a half-space and single boxes on floors of facets stay at rest. Records the
 * speed of the fastest body and checks how far the boxes sink.
 */

import { plot, type Tone } from '../report/svg-plot.ts';
import {
  atMost,
  check,
  figure,
  plain,
  type RunSetup,
  type Section,
  table,
  text,
  type VerificationCase,
} from '../verification-case.ts';
import { HALF, piles, rest } from './stacks.ts';

export const RESTING_CASE: VerificationCase = {
  name: 'resting',
  title: 'Boxes at rest',
  source: 'Our own.',
  summary:
    'Ten boxes on each other, by the depth of the overlap and by its volume, and one on floors of facets: they ' +
    'lie still, without drift.',
  run(setup) {
    return [boxesAtRest(setup)];
  },
};

interface Watch {
  /** s: start and end of the time in which the boxes must be at rest. */
  readonly settled: number;
  readonly duration: number;
  /** m/s */
  readonly speed: number;
  /** Half edges. */
  readonly drift: number;
}

const STACK: { short: Watch; full: Watch } = {
  short: { settled: 0.05, duration: 0.1, speed: 2e-3, drift: 1e-3 },
  full: { settled: 4, duration: 10, speed: 1e-6, drift: 1e-5 },
};
const SINGLE: { short: Watch; full: Watch } = {
  short: { settled: 0.3, duration: 0.4, speed: 1e-6, drift: 1e-6 },
  full: { settled: 1, duration: 10, speed: 1e-9, drift: 1e-9 },
};
const REASON = {
  stack: { short: 'the stack has just been let go', full: 'what is left of swaying at 4 s' },
  single: { short: 'what the impact has left', full: 'rounding' },
};
const LOOKS = 16;
/** Of half an edge. */
const SUNK = 1e-3;

function boxesAtRest({ full, progress }: RunSetup): Section {
  const form = full ? 'full' : 'short';
  const runs = piles().map(({ name, spec }) => {
    progress(name);
    const count = spec.bodies?.length ?? 1;
    const watch = (count > 1 ? STACK : SINGLE)[form];
    const result = rest(spec, watch.settled, watch.duration, LOOKS);
    const reason = REASON[count > 1 ? 'stack' : 'single'][form];
    return { name, watch, reason, ...result, sunk: ((2 * count - 1) * HALF - result.height) / HALF };
  });
  return {
    title: `${plain(STACK[form].duration)} s`,
    blocks: [
      text(
        'Boxes of 10 cm (2000 kg/m³, friction 0.5, restitution 0.3). Ten of them, each a millimetre or less off ' +
          'the one below and let go just above it (1e8 N/m a corner, step 2e-5 s), on a half-space; and one that ' +
          'falls askew by 3 mm onto a floor of facets (1e6',
        'N/m, step 2e-4 s): one quad, 288 equal triangles, 162 triangles of all sizes and forms.',
      ),
      table(
        'After settling',
        [
          'boxes',
          'fastest body at the end (m/s)',
          'turning (m/s at half an edge)',
          'lost (W)',
          'way of the top box / half edge',
          'it turned by (rad)',
          'lower by (half edges)',
        ],
        runs.map(({ name, speed, spin, power, drift, turn, sunk }) => [
          name,
          ...[speed, spin, power, drift, turn, sunk].map((value) => plain(value)),
        ]),
      ),
      figure(
        'Fastest body',
        plot({
          title: 'speed of the fastest body over time',
          x: { label: 'time in s' },
          y: { label: 'speed in m/s', scale: 'log' },
          series: runs.map(({ name, looks }, i) => ({
            name,
            style: 'line' as const,
            tone: (i + 1) as Tone,
            points: looks.map(([time, speed]) => [time, Math.max(speed, 1e-20)] as const),
          })),
        }),
      ),
      ...runs.flatMap(({ name, watch, reason, speed, spin, drift, sunk }) => [
        check({
          what: `It lies still: ${name}`,
          published: 'at rest',
          ours: `${plain(Math.max(speed, spin))} m/s at ${plain(watch.duration)} s`,
          tolerance: plain(watch.speed),
          reason,
          passed: speed <= watch.speed && spin <= watch.speed,
        }),
        atMost({
          what: `The top box stays where it is: ${name}`,
          published: 'at rest',
          found: drift,
          tolerance: watch.drift,
          ours: (found) => `${found} half edges from ${plain(watch.settled)} s to ${plain(watch.duration)} s`,
          reason,
        }),
        check({
          what: `It has its height: ${name}`,
          published: 'that of rigid boxes, less what springs give way',
          ours: `${plain(sunk)} half edges lower`,
          tolerance: plain(SUNK),
          reason: 'springs are pressed together by less than a ten-thousandth of an edge',
          passed: sunk >= 0 && sunk <= SUNK,
        }),
      ]),
    ],
  };
}
