// SPDX-License-Identifier: MIT
/** Beverloo's law of silos, W = C (D - k d)^(5/2), recovered from rates at several openings. */

import { fitLine } from '../../math/line-fit.ts';
import { DIAMETER, GRAIN_NAMES, type GrainName } from '../grains.ts';
import { plot, type Tone } from '../svg-plot.ts';
import { check, figure, plain, type RunSetup, type Section, table, text } from '../verification-case.ts';
import { dischargeRate, type Silo } from './silo-flow.ts';

/** Beverloo, Leniger & van de Velde 1961: 1.3 to 1.5 for round grains. */
const EMPTY_RIM = 1.4;
const EXPONENT = 2.5;

interface Size {
  readonly grains: readonly GrainName[];
  /** In diameters. */
  readonly openings: readonly number[];
  readonly silo: Silo;
  /** Of the exponent. */
  readonly tolerance: number;
}

const SHORT: Size = {
  grains: ['spheres'],
  openings: [4, 5, 6, 7],
  silo: { width: 13, height: 18, before: 0.12, counted: 0.2 },
  // A few dozen grains pass the smallest opening: 15 % of the rate, 0.2 of the exponent.
  tolerance: 0.3,
};
const FULL: Size = {
  grains: GRAIN_NAMES,
  openings: [5, 6, 7.5, 9],
  silo: { width: 18, height: 24, before: 0.2, counted: 0.4 },
  tolerance: 0.15,
};

export function beverlooLaw({ full, progress }: RunSetup): Section {
  const { grains, openings, silo, tolerance } = full ? FULL : SHORT;
  const curves = grains.map((grain) => {
    const points = openings.map((opening) => {
      progress(`${grain}, opening of ${opening} diameters`);
      return [opening - EMPTY_RIM, dischargeRate(grain, opening, silo)] as const;
    });
    const { slope: exponent } = fitLine(points.map(([x, y]) => [Math.log(x), Math.log(y)]));
    return { grain, points, exponent };
  });
  return {
    title: 'Rates against openings',
    blocks: [
      text(
        `Grains of the volume of a sphere of ${plain(1000 * DIAMETER)} mm in a square silo ${silo.width} diameters wide, filled ${silo.height} high before it settles, run out through a round opening and in again at the top.`,
        `The exponent is the slope of log W over log (D - ${EMPTY_RIM} d), with Beverloo’s ${EMPTY_RIM} for all shapes.`,
      ),
      figure(
        'Rates and Beverloo’s law',
        plot({
          title: 'discharge rates',
          x: { label: '(D - 1.4 d) / d', scale: 'log' },
          y: { label: 'grains a second', scale: 'log' },
          series: curves.flatMap(({ grain, points }, k) => {
            const [[x0, y0] = [1, 1]] = points;
            const tone = (k + 1) as Tone;
            return [
              { name: grain, style: 'points' as const, tone, points },
              {
                name: 'slope 5/2',
                style: 'line' as const,
                tone,
                dashed: true,
                points: points.map(([x]) => [x, y0 * (x / x0) ** EXPONENT] as const),
              },
            ];
          }),
        }),
      ),
      table(
        'Grains a second',
        ['grains', ...openings.map((opening) => `D = ${opening} d`), 'exponent'],
        curves.map(({ grain, points, exponent }) => [
          grain,
          ...points.map(([, rate]) => plain(rate)),
          exponent.toFixed(3),
        ]),
      ),
      ...curves.map(({ grain, exponent }) =>
        check({
          what: `Exponent of ${grain}`,
          published: '5/2',
          ours: exponent.toFixed(3),
          tolerance: plain(tolerance),
          reason: 'grains that pass the smallest opening are counted one by one',
          passed: Math.abs(exponent - EXPONENT) <= tolerance,
        }),
      ),
    ],
  };
}
