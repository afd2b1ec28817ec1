// SPDX-License-Identifier: MIT
/**
 * The case `beverloo`: discharge rate of a silo against the size of its opening. Fits Beverloo's law to the measured
 * rates, and checks the exponent, the rim, and that the flow is steady.
 */

import { ScreeError } from '../../errors.ts';
import { DIAMETER, GRAIN_NAMES } from '../grains.ts';
import { plot, type Tone } from '../report/svg-plot.ts';
import {
  atMost,
  type Check,
  check,
  type Figure,
  figure,
  plain,
  type RunSetup,
  type Section,
  table,
  text,
  type VerificationCase,
} from '../verification-case.ts';
import type { BeverlooFit } from './beverloo-fit.ts';
import { EMPTY_RIM, FULL, FULL_ON_GPU, SHORT } from './beverloo-flows.ts';
import { type Curve, EXPONENT, flowCurve, flowCurveOnGpu } from './beverloo-rates.ts';

export const BEVERLOO_CASE: VerificationCase = {
  name: 'beverloo',
  title: 'Rates of a silo grow as the opening to the power 5/2',
  source:
    'W. A. Beverloo, H. A. Leniger, J. van de Velde: The flow of granular solids through orifices. Chem. Eng. ' +
    'Sci. 15, 260 (1961)',
  summary:
    'Spheres, octahedra and superquadrics run out of a silo through four openings; the exponent of the rate is ' +
    'recovered.',
  onGpu: true,
  parts: GRAIN_NAMES,
  async run(setup) {
    return [await beverlooLaw(setup)];
  },
};

/** Relative to the rate: the law of Mankoc et al. 2007 differs from 5/2 by up to 2.6 % at the large openings. */
const OFF_LAW = 0.05;
/**
 * Relative change of the rate between the two halves of the time: such a change in one rate moves the exponent by its
 * tolerance.
 */
const DRIFT = 0.05;

const plusMinus = ({ exponent, deviation }: BeverlooFit): string => `${exponent.toFixed(2)} ± ${deviation.toFixed(2)}`;

const signedPercent = (part: number): string => `${part < 0 ? '-' : ''}${plain(100 * Math.abs(part), 2)} %`;

async function curvesOf(setup: RunSetup): Promise<readonly Curve[]> {
  const { full, gpu, part, progress } = setup;
  const all = full ? (gpu === undefined ? FULL : FULL_ON_GPU) : SHORT;
  const flows = all.filter(({ grain }) => part === undefined || part === grain);
  if (flows.length === 0) throw new ScreeError('no-short-form', `beverloo: ${part} run with --full only`);
  if (gpu === undefined) return flows.map((flow) => flowCurve(flow, progress));
  progress(`on ${gpu.name}`);
  const curves: Curve[] = [];
  for (const flow of flows) curves.push(await flowCurveOnGpu(flow, gpu, setup));
  return curves;
}

async function beverlooLaw(setup: RunSetup): Promise<Section> {
  const curves = await curvesOf(setup);
  return {
    title: 'Rates against openings',
    blocks: [
      text(
        `Grains of the volume of a sphere of ${plain(1000 * DIAMETER)} mm in a square silo run out through a ` +
          'round opening and in again at the top:',
        `${curves.map(({ grain, counts }) => `${counts.join(', ')} ${grain}`).join('; ')}.`,
        `The exponent is the slope of log W over log (D - k d). k is Beverloo’s ${EMPTY_RIM} where it is given, ` +
          'and else found along with the exponent. The deviation is that of the rates, from equal parts of the ' +
          'time counted.',
        `Beside it stand the exponent with ${EMPTY_RIM} for all, and the k with the exponent 5/2 taken for ` +
          'granted: shown and not checked.',
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
      ...(curves.some(({ isLarge }) => isLarge) ? [linearFigure(curves)] : []),
      table(
        'Grains that pass, ± standard error',
        ['grains', 'D / d', 'counted', 'a second', 'second half of the time over the first', 'over 5/2 with one k'],
        curves.flatMap(({ grain, rates, off }) =>
          rates.map(({ diameter, rate, error, counted, drift }, k) => [
            grain,
            plain(diameter),
            String(counted),
            `${plain(rate, 4)} ± ${plain(error, 2)}`,
            signedPercent(drift),
            signedPercent(off[k]),
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
      ...curves.flatMap((curve) => [exponentCheck(curve), ...(curve.isLarge ? largeChecks(curve) : [])]),
    ],
  };
}

/** W^(2/5) over D is a straight line that starts at k. */
function linearFigure(curves: readonly Curve[]): Figure {
  const root = (rate: number): number => rate ** (1 / EXPONENT);
  return figure(
    'Rates to the power 2/5: straight lines that begin at k',
    plot({
      title: 'rates to the power 2/5',
      x: { label: 'D / d', min: 0 },
      y: { label: '(grains a second)^(2/5)', min: 0 },
      series: curves.flatMap(({ grain, rates, off, rimAtExponent: k }, number) => {
        const tone = (number + 1) as Tone;
        const last = rates[rates.length - 1] ?? { diameter: 1, rate: 1 };
        const end = root(last.rate / (1 + (off[rates.length - 1] ?? 0)));
        const points = rates.map(({ diameter, rate }) => [diameter, root(rate)] as const);
        const line = [[k, 0] as const, [last.diameter, end] as const];
        return [
          { name: grain, style: 'points' as const, tone, points },
          { name: `k = ${k.toFixed(2)}`, style: 'line' as const, tone, dashed: true, points: line },
        ];
      }),
    }),
  );
}

function exponentCheck({ grain, fit, rim, tolerance, reason }: Curve): Check {
  return atMost({
    what: `Exponent of ${grain}${rim === 'fitted' ? ', k found along with it' : ''}`,
    published: '5/2',
    found: Math.abs(fit.exponent - EXPONENT),
    tolerance,
    ours: () => plusMinus(fit),
    reason,
  });
}

/** W^(2/5) is linear in D within the accuracy of the law, and the rates are those of a steady flow. */
function largeChecks({ grain, rates, off, rimAtExponent }: Curve): Check[] {
  const farthest = Math.max(...off.map(Math.abs));
  const drift = Math.max(...rates.map((rate) => Math.abs(rate.drift)));
  return [
    check({
      what: `${grain}: all rates follow (D - k d)^(5/2) with one k`,
      published: 'proportional',
      ours: `${signedPercent(farthest)} at most, with k = ${rimAtExponent.toFixed(2)}`,
      tolerance: signedPercent(OFF_LAW),
      reason: 'the law of Mankoc et al. 2007 is up to 2.6 % off it at these openings',
      passed: farthest <= OFF_LAW,
    }),
    check({
      what: `${grain}: the flow is steady while it is counted`,
      published: 'no drift',
      ours: `${signedPercent(drift)} from one half of the time to the other`,
      tolerance: signedPercent(DRIFT),
      reason: 'as much in one rate moves the exponent by its tolerance',
      passed: drift <= DRIFT,
    }),
  ];
}
