// SPDX-License-Identifier: MIT
/** Beverloo's law of silos, W = C (D - k d)^(5/2), recovered from rates at several openings. */

import { DIAMETER, type GrainName } from '../grains.ts';
import { plot, type Tone } from '../svg-plot.ts';
import { check, figure, plain, type RunSetup, type Section, table, text } from '../verification-case.ts';
import { type BeverlooFit, exponentAndRim, exponentWithRim, type Rate, rimWithExponent } from './beverloo-fit.ts';
import { type Bed, dischargedGrains, type Silo, settledBed } from './silo-flow.ts';

/** Beverloo, Leniger & van de Velde 1961: 1.3 to 1.5 for round grains. */
const EMPTY_RIM = 1.4;
const EXPONENT = 2.5;

interface Opening {
  /** In diameters. */
  readonly diameter: number;
  /** s: small openings are counted for longer. */
  readonly counted: number;
  readonly silo: Silo;
}

interface Flow {
  readonly grain: GrainName;
  readonly openings: readonly Opening[];
  /** Where k is not known for the shape, it is found along with the exponent. */
  readonly rim: number | 'fitted';
  /** Of the exponent. */
  readonly tolerance: number;
}

const SHORT_SILO: Silo = { width: 12, before: 0.06, layers: 14 };
const SHORT: readonly Flow[] = [
  {
    grain: 'spheres',
    openings: [
      { diameter: 4, counted: 0.25, silo: SHORT_SILO },
      { diameter: 5, counted: 0.15, silo: SHORT_SILO },
      { diameter: 6, counted: 0.1, silo: SHORT_SILO },
      { diameter: 7, counted: 0.1, silo: SHORT_SILO },
    ],
    rim: EMPTY_RIM,
    // A few dozen grains pass the smallest opening: 15 % of the rate, 0.2 of the exponent.
    tolerance: 0.3,
  },
];

/**
 * Openings at which the shapes flow without a stop, in silos twice as wide as the opening and beds one and a half times as high: what the walls do is then the same for all, and nothing falls freely. In beds lower than the opening
 * rates grow faster than Beverloo's, and octahedra stop at 6 diameters below higher ones.
 */
const opening = (diameter: number, counted: number, width: number, layers: number): Opening => ({
  ...{ diameter, counted },
  silo: { width, layers, before: 0.3 },
});
const OF_SUPERQUADRICS: readonly Opening[] = [
  opening(6, 1.6, 13, 22),
  opening(7.5, 1.2, 15, 28),
  opening(9, 0.8, 18, 33),
  opening(11, 0.5, 22, 40),
];
const OF_OCTAHEDRA: readonly Opening[] = [...OF_SUPERQUADRICS.slice(1), opening(13, 0.4, 26, 48)];
const SPHERE_SILO: Silo = { width: 16, before: 0.2, layers: 20 };
export const FULL: readonly Flow[] = [
  {
    grain: 'spheres',
    // Spheres stop now and then at 4 diameters, and what does not flow has no rate.
    openings: [5, 6, 7.5, 9].map((diameter) => ({ diameter, counted: 0.4, silo: SPHERE_SILO })),
    rim: EMPTY_RIM,
    // Some hundreds pass the smallest opening.
    tolerance: 0.15,
  },
  // Rates good to 2 % leave 0.15 for the exponent where k is found as well: two deviations.
  { grain: 'polyhedra', openings: OF_OCTAHEDRA, rim: 'fitted', tolerance: 0.3 },
  { grain: 'superquadrics', openings: OF_SUPERQUADRICS, rim: 'fitted', tolerance: 0.3 },
];

/** The counted time is cut into so many parts, whose scatter is the uncertainty of the rate. */
const PARTS = 5;

interface CountedRate extends Rate {
  readonly counted: number;
}

function rateOf(passed: readonly number[], { diameter, counted }: Opening): CountedRate {
  const total = passed.reduce((sum, part) => sum + part, 0);
  const mean = total / PARTS;
  const variance = passed.reduce((sum, part) => sum + (part - mean) ** 2, 0) / (PARTS - 1);
  const error = Math.sqrt(variance * PARTS) / counted;
  return { diameter, rate: total / counted, error, counted: total };
}

/** Five parts do not tell the scatter of one opening well: all get the mean relative one, which is also what a line through logarithms takes them to have. */
function equallyGood(rates: readonly Rate[]): Rate[] {
  const relative = Math.sqrt(rates.reduce((sum, { rate, error }) => sum + (error / rate) ** 2, 0) / rates.length);
  return rates.map(({ diameter, rate }) => ({ diameter, rate, error: relative * rate }));
}

interface Curve extends Flow {
  readonly rates: readonly CountedRate[];
  /** As it is checked. */
  readonly fit: BeverlooFit;
  readonly withKnownRim: BeverlooFit;
  /** k where the exponent is 5/2. */
  readonly rimAtExponent: number;
  /** Grains in the silos. */
  readonly counts: readonly number[];
}

export function flowCurve({ grain, openings, rim, tolerance }: Flow, progress: RunSetup['progress']): Curve {
  const beds = new Map<Silo, Bed>();
  const rates = openings.map((opening) => {
    const { diameter, counted, silo } = opening;
    if (!beds.has(silo)) progress(`${grain} settle in a silo of ${silo.width} diameters`);
    const bed = beds.get(silo) ?? settledBed(grain, silo);
    beds.set(silo, bed);
    progress(`${grain}, opening of ${diameter} diameters, ${bed.bodies.length} grains`);
    const passed = dischargedGrains(bed, diameter, counted, PARTS);
    progress(`${passed.join(' + ')} grains`);
    return rateOf(passed, opening);
  });
  const good = equallyGood(rates);
  const withKnownRim = exponentWithRim(good, EMPTY_RIM);
  return {
    ...{ grain, openings, rim, tolerance, rates, withKnownRim },
    fit: rim === 'fitted' ? exponentAndRim(good) : exponentWithRim(good, rim),
    rimAtExponent: rimWithExponent(good, EXPONENT),
    counts: [...beds.values()].map(({ bodies }) => bodies.length),
  };
}

const plusMinus = ({ exponent, deviation }: BeverlooFit): string => `${exponent.toFixed(2)} ± ${deviation.toFixed(2)}`;

export function beverlooLaw({ full, progress }: RunSetup): Section {
  const curves = (full ? FULL : SHORT).map((flow) => flowCurve(flow, progress));
  return {
    title: 'Rates against openings',
    blocks: [
      text(
        `Grains of the volume of a sphere of ${plain(1000 * DIAMETER)} mm in a square silo run out through a round opening and in again at the top:`,
        `${curves.map(({ grain, counts }) => `${counts.join(', ')} ${grain}`).join('; ')}.`,
        `The exponent is the slope of log W over log (D - k d). For spheres k is Beverloo’s ${EMPTY_RIM}; for the other shapes it is found along with the exponent. The deviation is that of the rates, from ${PARTS} parts of the time counted.`,
        `Beside it stand the exponent with ${EMPTY_RIM} for all, and the k with the exponent 5/2 taken for granted: shown and not checked.`,
      ),
      figure(
        'Rates and Beverloo’s law',
        plot({
          title: 'discharge rates',
          x: { label: '(D - k d) / d', scale: 'log' },
          y: { label: 'grains a second', scale: 'log' },
          series: curves.flatMap(({ grain, rates, fit }, k) => {
            const points = rates.map(({ diameter, rate }) => [diameter - fit.rim, rate] as const);
            const [[firstFree, firstRate] = [1, 1]] = points;
            const tone = (k + 1) as Tone;
            return [
              {
                name: grain,
                style: 'points' as const,
                tone,
                points,
              },
              {
                name: 'slope 5/2',
                style: 'line' as const,
                tone,
                dashed: true,
                points: points.map(([free]) => [free, firstRate * (free / firstFree) ** EXPONENT] as const),
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
        ['grains', 'exponent', 'its k', 'exponent with k = 1.4', 'k with exponent 5/2'],
        curves.map(({ grain, fit, rim, withKnownRim, rimAtExponent }) => [
          grain,
          plusMinus(fit),
          `${fit.rim.toFixed(2)} (${rim === 'fitted' ? 'found' : 'given'})`,
          plusMinus(withKnownRim),
          rimAtExponent.toFixed(2),
        ]),
      ),
      ...curves.map(({ grain, fit, rim, tolerance }) =>
        check({
          what: `Exponent of ${grain}${rim === 'fitted' ? ', k found along with it' : ''}`,
          published: '5/2',
          ours: plusMinus(fit),
          tolerance: plain(tolerance),
          reason: 'grains that pass the smallest opening are counted one by one',
          passed: Math.abs(fit.exponent - EXPONENT) <= tolerance,
        }),
      ),
    ],
  };
}
