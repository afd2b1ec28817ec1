// SPDX-License-Identifier: MIT
/** Magnitude and direction of the force along the enforced path. */

import { plot } from '../../report/svg-plot.ts';
import { thinned } from '../../sphere-scene.ts';
import { atMost, figure, type RunSetup, type Section, text } from '../../verification-case.ts';
import { enforcedPath } from './enforced-path.ts';

const STEPS = { short: 300, full: 10000 };
/** 4/3 E / (1 - nu^2) sqrt(R) delta^1.5 with 50 digits. */
export const FORCE = 76.07257743;
const PUBLISHED = 76.063;
/** As printed: no standard form of the law gives the published number; four-digit constants would. */
const AS_PRINTED = 2e-4;
/** Rounding of coordinates up to 1 m over an indentation of 0.01 m, and the printed digits of the closed form. */
const TOLERANCE = 1e-9;
/** Degrees, likewise. */
const DIRECTION = 1e-9;

export function constantForce({ full }: RunSetup): Section {
  const path = enforcedPath(full ? STEPS.full : STEPS.short);
  const due = (place: number): number => 90 * Math.max(0, Math.min(1, place - 1));
  const off = Math.max(...path.map(({ force }) => Math.abs(force / FORCE - 1)));
  const turned = Math.max(...path.map(({ place, direction }) => Math.abs(direction - due(place))));
  return {
    title: 'Along the path',
    blocks: [
      text(
        'The sphere of the drop test is led over a level facet, around its edge and down an upright facet, 0.01 ' +
          'm deep all the way. Each facet is two triangles. The sphere is in contact with facets, edges and',
        'vertices all along; one of them counts.',
      ),
      figure(
        'Direction of the force',
        plot({
          title: 'direction of the force along the path',
          x: { label: 'place: 0 to 1 first facet, 1 to 2 edge, 2 to 3 second facet', min: 0, max: 3 },
          y: { label: 'degrees from the vertical', min: 0, max: 90 },
          series: [
            {
              name: 'ours',
              style: 'points',
              tone: 1,
              points: thinned(path, 90).map(({ place, direction }) => [place, direction]),
            },
            { name: 'due', style: 'line', tone: 6, points: [0, 1, 2, 3].map((place) => [place, due(place)]) },
          ],
        }),
      ),
      figure(
        'Size of the force',
        plot({
          title: 'size of the force along the path',
          x: { label: 'place', min: 0, max: 3 },
          y: { label: 'force in N', min: 0, max: 100 },
          series: [
            {
              name: 'ours',
              style: 'line',
              tone: 1,
              points: thinned(path, 90).map(({ place, force }) => [place, force]),
            },
          ],
          marks: [{ axis: 'y', at: FORCE, label: '76.0726 N' }],
          height: 220,
        }),
      ),
      atMost({
        what: 'The force has the size of Hertz’s law all along',
        published: 'constant',
        found: off,
        tolerance: TOLERANCE,
        ours: (found) => `largest relative difference from ${FORCE} N: ${found}`,
        reason: 'rounding of coordinates over the indentation',
      }),
      atMost({
        what: 'The published number',
        published: `${PUBLISHED} N`,
        found: Math.abs((path[0]?.force ?? Number.NaN) / PUBLISHED - 1),
        tolerance: AS_PRINTED,
        unit: ' of it',
        ours: () => `${(path[0]?.force ?? Number.NaN).toFixed(4)} N`,
        reason: 'the stated data give 76.0726 N; constants cut to four digits would print 76.063',
      }),
      atMost({
        what: 'The force turns with the path, without a jump',
        published: 'from vertical to horizontal, smoothly',
        found: turned,
        tolerance: DIRECTION,
        unit: '°',
        ours: (found) => `at most ${found}° off`,
        reason: 'rounding',
      }),
    ],
  };
}
