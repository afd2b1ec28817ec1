// SPDX-License-Identifier: MIT
/** Beverloo's law of silos, W = C (D - k d)^(5/2), recovered from rates at several openings. */

import { fitLine } from '../../math/line-fit.ts';
import { DIAMETER, type GrainName } from '../grains.ts';
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

interface Flow {
  readonly grain: GrainName;
  readonly openings: readonly Opening[];
  readonly silo: Silo;
  /** Of the exponent. */
  readonly tolerance: number;
}

const SHORT: readonly Flow[] = [
  {
    grain: 'spheres',
    openings: [
      { diameter: 4, counted: 0.25 },
      { diameter: 5, counted: 0.15 },
      { diameter: 6, counted: 0.1 },
      { diameter: 7, counted: 0.1 },
    ],
    silo: { width: 12, before: 0.06, layers: 14 },
    // A few dozen grains pass the smallest opening: 15 % of the rate, 0.2 of the exponent.
    tolerance: 0.3,
  },
];
/**
 * Openings of 5 diameters and more: spheres stop now and then at 4, an arch of octahedra closes one of 4 for good, and what does not flow has no rate.
 * The beds of the shapes that take longer are smaller.
 */
export const FULL: readonly Flow[] = [
  {
    grain: 'spheres',
    openings: [5, 6, 7.5, 9].map((diameter) => ({ diameter, counted: 0.4 })),
    silo: { width: 16, before: 0.2, layers: 20 },
    // Some hundreds pass the smallest opening.
    tolerance: 0.15,
  },
  {
    grain: 'polyhedra',
    openings: [
      { diameter: 5.5, counted: 0.3 },
      { diameter: 6.5, counted: 0.25 },
      { diameter: 8, counted: 0.2 },
    ],
    silo: { width: 13, before: 0.12, layers: 17 },
    // Between 100 and 250 grains and openings near each other: 0.25 of the exponent if they came independently, about half of it as they do.
    tolerance: 0.25,
  },
  {
    grain: 'superquadrics',
    openings: [
      { diameter: 5, counted: 0.35 },
      { diameter: 6, counted: 0.25 },
      { diameter: 7.5, counted: 0.2 },
    ],
    silo: { width: 12, before: 0.12, layers: 17 },
    tolerance: 0.25,
  },
];

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

interface Curve extends Flow {
  readonly rates: readonly Rate[];
  readonly exponent: number;
  /** Standard deviation of the exponent. */
  readonly deviation: number;
  /** k where the exponent is 5/2. */
  readonly rim: number;
  /** Grains in the silo. */
  readonly count: number;
}

export function flowCurve(flow: Flow, progress: RunSetup['progress']): Curve {
  const { grain, openings, silo } = flow;
  progress(`${grain} settle`);
  const bed = settledBed(grain, silo);
  const rates = openings.map((opening) => {
    progress(`${grain}, opening of ${opening.diameter} diameters`);
    const passed = dischargedGrains(bed, opening.diameter, opening.counted, PARTS);
    progress(`${passed.join(' + ')} grains`);
    return rateOf(passed, opening);
  });
  const logs = rates.map(({ free, rate }) => [Math.log(free), Math.log(rate)] as const);
  const deviation = slopeDeviation(
    logs.map(([x]) => x),
    rates.map(({ rate, error }) => error / rate),
  );
  return { ...flow, rates, exponent: fitLine(logs).slope, deviation, count: bed.bodies.length, rim: emptyRim(rates) };
}

export function beverlooLaw({ full, progress }: RunSetup): Section {
  const curves = (full ? FULL : SHORT).map((flow) => flowCurve(flow, progress));
  return {
    title: 'Rates against openings',
    blocks: [
      text(
        `Grains of the volume of a sphere of ${plain(1000 * DIAMETER)} mm in a square silo run out through a round opening and in again at the top:`,
        `${curves.map(({ grain, count, silo }) => `${count} ${grain} in a silo ${silo.width} diameters wide`).join(', ')}.`,
        `The exponent is the slope of log W over log (D - ${EMPTY_RIM} d), with Beverloo’s ${EMPTY_RIM} for all shapes; its deviation is that of the rates, from ${PARTS} parts of the time counted.`,
        'The k beside it is where the line through W^(2/5) over D is zero, with the exponent 5/2 taken for granted; it is shown and not checked.',
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
        'Grains that pass, ± standard error',
        ['grains', 'D / d', 'counted', 'a second'],
        curves.flatMap(({ grain, rates }) =>
          rates.map(({ diameter, rate, error, counted }) => [
            grain,
            plain(diameter),
            String(counted),
            `${plain(rate)} ± ${plain(error, 2)}`,
          ]),
        ),
      ),
      table(
        'Exponents',
        ['grains', 'exponent with k = 1.4', 'k with exponent 5/2'],
        curves.map(({ grain, exponent, deviation, rim }) => [
          grain,
          `${exponent.toFixed(2)} ± ${deviation.toFixed(2)}`,
          rim.toFixed(2),
        ]),
      ),
      ...curves.map(({ grain, exponent, deviation, tolerance }) =>
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
