// SPDX-License-Identifier: MIT
/** Speeds of the three spheres and where they end. */
import { plot, type Tone } from '../../report/svg-plot.ts';
import { atMost, check, figure, plain, type RunSetup, type Section, table, text } from '../../verification-case.ts';
import { fallIntoHoles, HOLES, RADIUS, restingHeight } from './holes.ts';

const DURATION = 2.5;
const LOOKS = 250;
/** The paper's step is 1e-5 s. */
const TIME_STEP = { short: 5e-5, full: 1e-5 };
/** m/s */
const AT_REST = 1e-3;
/** Friction may hold a sphere a little off the place where it would be without. */
const HEIGHT = 1e-3 * RADIUS;

export function spheresAtRest({ full }: RunSetup): Section {
  const { times, speeds, ends } = fallIntoHoles(full ? TIME_STEP.full : TIME_STEP.short, DURATION, LOOKS);
  const last = speeds.map((list) => list[list.length - 1] ?? Number.NaN);
  const heights = HOLES.map(({ holds }) => restingHeight(holds));
  const off = Math.max(...ends.map(({ z }, k) => Math.abs(z - (heights[k] ?? Number.NaN))));
  return {
    title: 'At rest on the rims',
    blocks: [
      text(
        'Spheres of 0.3 m (10⁶ Pa, friction 0.3, restitution 0.4) fall with their centres from 1 m over a plate ' +
          'with holes whose sides or inner corners are 0.2 m from the middle. The paper’s holes are drawn without',
        'measures; these are ours. The spheres start 5 mm off the middles, so that they meet the rims one side ' +
          'after the other.',
      ),
      figure(
        'Fig. 23: speeds',
        plot({
          title: 'speeds of the three spheres',
          x: { label: 'time in s', min: 0, max: DURATION },
          y: { label: 'speed in m/s', min: 0 },
          series: HOLES.map(({ name }, i) => ({
            name,
            style: 'line' as const,
            tone: (i + 1) as Tone,
            points: times.map((time, k) => [time, speeds[i]?.[k] ?? 0] as const),
          })),
        }),
      ),
      table(
        'After 2.5 s',
        ['hole', 'speed (m/s)', 'contacts', 'height (m)', 'height without friction (m)', 'off the middle (mm)'],
        ends.map(({ x, y, z, contacts }, k) => [
          HOLES[k]?.name ?? '',
          plain(last[k] ?? Number.NaN),
          String(contacts),
          z.toFixed(6),
          (heights[k] ?? Number.NaN).toFixed(6),
          (1000 * Math.hypot(x, y)).toFixed(3),
        ]),
      ),
      atMost({
        what: 'The spheres are at rest',
        published: 'close to 0 after 2.5 s',
        found: Math.max(...last),
        tolerance: AT_REST,
        unit: ' m/s',
        ours: (found) => `fastest ${found} m/s`,
        reason: 'close to 0, in a number',
      }),
      check({
        what: 'Each on all edges or corners of its hole',
        published: 'simultaneous contacts with vertices and edges',
        ours: ends.map(({ contacts }) => contacts).join(', '),
        tolerance: '0',
        reason: 'a count',
        passed: ends.every(({ contacts }, k) => contacts === HOLES[k]?.holds),
      }),
      atMost({
        what: 'Their height is that of the balance of forces',
        published: 'closed form without friction',
        found: off,
        tolerance: HEIGHT,
        unit: ' m',
        ours: (found) => `at most ${found} m off`,
        reason: 'friction takes a part of the weight as the sphere settles',
      }),
    ],
  };
}
