// SPDX-License-Identifier: MIT
/**
 * The case `repose`: slope of grains of several shapes in a slowly rotating drum against the friction coefficient.
 * Several seeds give the spread. Checks that the slope increases with friction.
 */

import { GRAIN_NAMES, type GrainName } from '../grains.ts';
import { plot, type Tone } from '../report/svg-plot.ts';
import {
  type Block,
  check,
  figure,
  plain,
  type RunSetup,
  type Section,
  table,
  text,
  type VerificationCase,
} from '../verification-case.ts';
import { type Drum, drumAngles, settledSlab } from './drum.ts';

export const REPOSE_CASE: VerificationCase = {
  name: 'repose',
  title: 'Grains lie steeper with more friction',
  source:
    'our own; the trend: Y. C. Zhou, B. H. Xu, A. B. Yu, P. Zulli: An experimental and numerical study of the ' +
    'angle of repose of coarse spheres. Powder Technol. 125, 45 (2002)',
  summary:
    'Spheres, octahedra and superquadrics in a slowly turning drum; the dynamic angle of repose against ' +
    'friction, with the spread over seeds.',
  run(setup) {
    return [reposeAngles(setup)];
  },
};

interface Size {
  readonly grains: readonly GrainName[];
  readonly frictions: readonly number[];
  readonly seeds: readonly number[];
  readonly drum: Drum;
}

const SHORT: Size = {
  grains: ['spheres'],
  frictions: [0.1, 0.6],
  seeds: [1, 2],
  // Fast enough that the surface flows without avalanches: a tenth of a revolution suffices.
  drum: { radius: 6, thickness: 3.5, rate: 2.5, before: 0.5, taken: 0.5 },
};
const FULL: Size = {
  grains: GRAIN_NAMES,
  frictions: [0.1, 0.3, 0.6],
  seeds: [1, 2, 3],
  drum: { radius: 6, thickness: 3.5, rate: 1.5, before: 0.6, taken: 1.0 },
};
const GRAVITY = 9.81;
/** The slope must rise from the least to the largest friction by more than this many standard deviations. */
const CLEAR_RISE = 2;

interface Spread {
  /** Degrees. */
  readonly mean: number;
  /** Over seeds, degrees. */
  readonly deviation: number;
}

function spreadOf(values: readonly number[]): Spread {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / (values.length - 1)) };
}

/** Standard deviation of the difference of two seeds. */
const together = (a: Spread, b: Spread): number => Math.sqrt(a.deviation ** 2 + b.deviation ** 2);
const shown = ({ mean, deviation }: Spread): string => `${mean.toFixed(1)} ± ${deviation.toFixed(1)}`;

interface Curve {
  readonly grain: GrainName;
  /** In the bed of the first seed. */
  readonly count: number;
  /** One for each friction. */
  readonly spreads: readonly Spread[];
}

function curveOf(grain: GrainName, { frictions, seeds, drum }: Size, progress: RunSetup['progress']): Curve {
  const runs = seeds.map((seed) => {
    progress(`${grain}, seed ${seed}: settles`);
    const slab = settledSlab(grain, seed, drum);
    return frictions.map((friction) => {
      const { grains, angles } = drumAngles(grain, friction, slab, drum);
      const mean = ((180 / Math.PI) * angles.reduce((sum, angle) => sum + angle, 0)) / angles.length;
      progress(`${grain}, seed ${seed}, friction ${friction}: ${mean.toFixed(1)} degrees`);
      return { grains, mean };
    });
  });
  return {
    grain,
    count: runs[0]?.[0]?.grains ?? 0,
    spreads: frictions.map((_, k) => spreadOf(runs.map((run) => run[k]?.mean ?? Number.NaN))),
  };
}

function checks(curves: readonly Curve[]): Block[] {
  const rises = curves.map(({ grain, spreads }) => {
    const [first, last] = [spreads[0], spreads[spreads.length - 1]];
    const rise = last.mean - first.mean;
    return check({
      what: `More friction makes steeper slopes of ${grain}`,
      published: 'the angle of repose rises with friction (Zhou et al. 2002)',
      ours: `${spreads.map(shown).join(', ')} degrees`,
      tolerance: `the last above the first by more than ${CLEAR_RISE} deviations of their difference`,
      reason: 'seeds differ',
      passed: rise > CLEAR_RISE * together(first, last),
    });
  });
  const last = (curve: Curve): Spread => curve.spreads[curve.spreads.length - 1];
  const [spheres, ...others] = curves;
  const shapes = others.map((curve) => {
    const [round, other] = [last(spheres), last(curve)];
    return check({
      what: `At the highest friction ${curve.grain} are not less steep than spheres`,
      published: 'expected: what does not roll stays on steeper slopes',
      ours: `${shown(other)} against ${shown(round)} degrees`,
      tolerance: 'one deviation of the difference',
      reason: 'seeds differ',
      passed: other.mean > round.mean - together(other, round),
    });
  });
  return [...rises, ...shapes];
}

function reposeAngles({ full, progress }: RunSetup): Section {
  const size = full ? FULL : SHORT;
  const { frictions, seeds, drum } = size;
  const curves = size.grains.map((grain) => curveOf(grain, size, progress));
  const froude = (drum.rate ** 2 * drum.radius * 0.01) / GRAVITY;
  return {
    title: 'Slopes against friction',
    blocks: [
      text(
        `A drum of ${2 * drum.radius} diameters with a wall of bumps, half full of ` +
          `${curves.map(({ grain, count }) => `${count} ${grain}`).join(', ')}, turns at ${drum.rate} rad/s ` +
          `(Froude number ${plain(froude, 2)}); along its axis it repeats after ${drum.thickness} diameters. No ` +
          'rolling resistance.',
        'The slope is the angle between gravity and the way from the axis to the centre of mass, the mean of ' +
          `${drum.taken} s. ± is the standard deviation over ${seeds.length} seeds.`,
      ),
      figure(
        'Slopes against friction; bars: standard deviation over seeds',
        plot({
          title: 'slopes in a turning drum',
          x: { label: 'coefficient of friction', min: 0, max: 0.7 },
          y: { label: 'slope / degrees' },
          series: curves.map(({ grain, spreads }, k) => ({
            name: grain,
            style: 'points',
            tone: (k + 1) as Tone,
            points: spreads.map(({ mean }, i) => [frictions[i], mean] as const),
            errors: spreads.map(({ deviation }) => deviation),
          })),
        }),
      ),
      table(
        'Mean and standard deviation over seeds, degrees',
        ['grains', ...frictions.map((friction) => `friction ${friction}`)],
        curves.map(({ grain, spreads }) => [grain, ...spreads.map(shown)]),
      ),
      ...checks(curves),
    ],
  };
}
