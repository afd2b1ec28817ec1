// SPDX-License-Identifier: MIT
/** Beverloo's law of silos, W = C (D - k d)^(5/2), recovered from rates at several openings. */

import { fitLine } from '../../math/line-fit.ts';
import { DIAMETER, GRAIN_NAMES, type GrainName } from '../grains.ts';
import { plot, type Tone } from '../svg-plot.ts';
import { check, figure, plain, type RunSetup, type Section, table, text } from '../verification-case.ts';
import { dischargedGrains, type Silo, settledBed } from './silo-flow.ts';

/** Beverloo, Leniger & van de Velde 1961: 1.3 to 1.5 for round grains. */
const EMPTY_RIM = 1.4;
const EXPONENT = 2.5;

interface Opening {
  /** In diameters. */
  readonly diameter: number;
  /** s: small openings are counted for longer. */
  readonly counted: number;
}

interface Size {
  readonly grains: readonly GrainName[];
  readonly openings: readonly Opening[];
  readonly silo: Silo;
  /** Of the exponent. */
  readonly tolerance: number;
}

const SHORT: Size = {
  grains: ['spheres'],
  openings: [
    { diameter: 4, counted: 0.25 },
    { diameter: 5, counted: 0.15 },
    { diameter: 6, counted: 0.1 },
    { diameter: 7, counted: 0.1 },
  ],
  silo: { width: 12, before: 0.06, layers: { spheres: 14, polyhedra: 12, superquadrics: 14 } },
  // A few dozen grains pass the smallest opening: 15 % of the rate, 0.2 of the exponent.
  tolerance: 0.3,
};
const FULL: Size = {
  grains: GRAIN_NAMES,
  openings: [
    { diameter: 4, counted: 0.6 },
    { diameter: 5, counted: 0.4 },
    { diameter: 6, counted: 0.25 },
    { diameter: 7, counted: 0.2 },
  ],
  silo: { width: 13, before: 0.08, layers: { spheres: 20, polyhedra: 16, superquadrics: 20 } },
  // Between 130 and 300 grains pass each opening: 0.13 of the exponent if they came independently, about half of it as they do.
  tolerance: 0.15,
};

/** The counted time is cut into so many parts, whose scatter is the uncertainty of the rate. */
const PARTS = 5;

interface Rate {
  /** (D - k d) / d with Beverloo's k. */
  readonly free: number;
  readonly diameter: number;
  /** Grains a second, and the standard error of it. */
  readonly rate: number;
  readonly error: number;
  readonly counted: number;
}

function rateOf(passed: readonly number[], { diameter, counted }: Opening): Rate {
  const total = passed.reduce((sum, part) => sum + part, 0);
  const mean = total / PARTS;
  const variance = passed.reduce((sum, part) => sum + (part - mean) ** 2, 0) / (PARTS - 1);
  const error = Math.sqrt(variance * PARTS) / counted;
  return { free: diameter - EMPTY_RIM, diameter, rate: total / counted, error, counted: total };
}

/** Standard deviation of a slope over `x` whose values have these deviations. */
function slopeDeviation(x: readonly number[], deviations: readonly number[]): number {
  const mean = x.reduce((sum, each) => sum + each, 0) / x.length;
  const squares = x.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  return Math.sqrt(x.reduce((sum, each, k) => sum + ((each - mean) * (deviations[k] ?? 0)) ** 2, 0)) / squares;
}

/** The k at which the line through W^(2/5) over D is zero. */
function emptyRim(rates: readonly Rate[]): number {
  const roots = rates.map(({ diameter, rate }) => [diameter, rate ** (1 / EXPONENT)] as const);
  const { slope } = fitLine(roots);
  const mean = (column: 0 | 1): number => roots.reduce((sum, root) => sum + root[column], 0) / roots.length;
  return mean(0) - mean(1) / slope;
}

export function beverlooLaw({ full, progress }: RunSetup): Section {
  const { grains, openings, silo, tolerance } = full ? FULL : SHORT;
  const curves = grains.map((grain) => {
    progress(`${grain} settle`);
    const bed = settledBed(grain, silo);
    const rates = openings.map((opening) => {
      progress(`${grain}, opening of ${opening.diameter} diameters`);
      const passed = dischargedGrains(bed, opening.diameter, opening.counted, PARTS);
      progress(`${passed.join(' + ')} grains`);
      return rateOf(passed, opening);
    });
    const logs = rates.map(({ free, rate }) => [Math.log(free), Math.log(rate)] as const);
    const { slope: exponent } = fitLine(logs);
    const deviation = slopeDeviation(
      logs.map(([x]) => x),
      rates.map(({ rate, error }) => error / rate),
    );
    return { grain, rates, exponent, deviation, count: bed.bodies.length, rim: emptyRim(rates) };
  });
  const diameters = openings.map(({ diameter }) => diameter);
  return {
    title: 'Rates against openings',
    blocks: [
      text(
        `${curves.map(({ grain, count }) => `${count} ${grain}`).join(', ')} of the volume of a sphere of ${plain(1000 * DIAMETER)} mm in a square silo ${silo.width} diameters wide run out through a round opening and in again at the top.`,
        `The exponent is the slope of log W over log (D - ${EMPTY_RIM} d), with Beverloo’s ${EMPTY_RIM} for all shapes; its deviation is that of the rates, from ${PARTS} parts of the time counted.`,
        'The k of the last column is where the line through W^(2/5) over D is zero, with the exponent 5/2 taken for granted; it is shown and not checked.',
      ),
      figure(
        'Rates and Beverloo’s law',
        plot({
          title: 'discharge rates',
          x: { label: '(D - 1.4 d) / d', scale: 'log' },
          y: { label: 'grains a second', scale: 'log' },
          series: curves.flatMap(({ grain, rates }, k) => {
            const [first = { free: 1, rate: 1 }] = rates;
            const tone = (k + 1) as Tone;
            return [
              {
                name: grain,
                style: 'points' as const,
                tone,
                points: rates.map(({ free, rate }) => [free, rate] as const),
              },
              {
                name: 'slope 5/2',
                style: 'line' as const,
                tone,
                dashed: true,
                points: rates.map(({ free }) => [free, first.rate * (free / first.free) ** EXPONENT] as const),
              },
            ];
          }),
        }),
      ),
      table(
        'Grains a second ± standard error (grains counted)',
        ['grains', ...diameters.map((diameter) => `D = ${diameter} d`), 'exponent', 'k'],
        curves.map(({ grain, rates, exponent, deviation, rim }) => [
          grain,
          ...rates.map(({ rate, error, counted }) => `${plain(rate)} ± ${plain(error, 2)} (${counted})`),
          `${exponent.toFixed(2)} ± ${deviation.toFixed(2)}`,
          rim.toFixed(2),
        ]),
      ),
      ...curves.map(({ grain, exponent, deviation }) =>
        check({
          what: `Exponent of ${grain}`,
          published: '5/2',
          ours: `${exponent.toFixed(2)} ± ${deviation.toFixed(2)}`,
          tolerance: plain(tolerance),
          reason: 'grains that pass the smallest opening are counted one by one',
          passed: Math.abs(exponent - EXPONENT) <= tolerance,
        }),
      ),
    ],
  };
}
