// SPDX-License-Identifier: MIT
/** What is left of motion in piles of boxes after they have settled. */
import { plot, type Tone } from '../svg-plot.ts';
import { check, figure, plain, type RunSetup, type Section, table, text } from '../verification-case.ts';
import { HALF, piles, rest } from './stacks.ts';

const TIME_STEP = 1e-4;
const TIMES = { short: { settled: 0.2, duration: 0.4 }, full: { settled: 2, duration: 10 } };
const LOOKS = 16;
/** Of half an edge, from settling to the end. */
const DRIFT = { short: 0.05, full: 0.05 };
/** Of half an edge: springs are pressed together by less than a thousandth. */
const SUNK = 1e-2;

export function boxesAtRest({ full, progress }: RunSetup): Section {
  const { settled, duration } = full ? TIMES.full : TIMES.short;
  const drift = full ? DRIFT.full : DRIFT.short;
  const runs = piles(TIME_STEP).map(({ name, spec }) => {
    progress(name);
    const height = (2 * (spec.bodies?.length ?? 1) - 1) * HALF;
    const result = rest(spec, settled, duration, LOOKS);
    return { name, ...result, sunk: (height - result.height) / HALF };
  });
  return {
    title: `${plain(duration)} s`,
    blocks: [
      text(
        'Boxes of 10 cm (2000 kg/m³, friction 0.5, restitution 0.3), each a millimetre or less off the one below and let go just above it, so that the stack has to settle first.',
      ),
      table(
        'After settling',
        ['pile', 'fastest body at the end (m/s)', 'way of the top box / half edge', 'top box lower by (half edges)'],
        runs.map(({ name, speed, drift: way, sunk }) => [name, plain(speed), plain(way), plain(sunk)]),
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
            points: looks,
          })),
        }),
      ),
      ...runs.flatMap(({ name, drift: way, sunk }) => [
        check({
          what: `The top box stays where it is: ${name}`,
          published: 'at rest',
          ours: `${plain(way)} half edges from ${plain(settled)} s to ${plain(duration)} s`,
          tolerance: plain(drift),
          reason: 'what is left of swaying when ten boxes were let go',
          passed: way <= drift,
        }),
        check({
          what: `The pile has its height: ${name}`,
          published: 'twenty half edges, less what springs give way',
          ours: `${plain(sunk)} half edges lower`,
          tolerance: plain(SUNK),
          reason: 'springs are pressed together by less than a thousandth of an edge each',
          passed: sunk >= 0 && sunk <= SUNK,
        }),
      ]),
    ],
  };
}
