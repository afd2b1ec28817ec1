// SPDX-License-Identifier: MIT
/**
 * Whether a calibration finds what it should: the frictions of grains from the angle of their heap and the rate of
 * their silo. The measured values are those of runs with random frictions, from other packings than the calibration
 * has. The angle alone does not determine both frictions.
 */
import type { CalibrationAnswer } from '../../calibration/calibration-answer.ts';
import { Random } from '../../math/random.ts';
import { plot } from '../report/svg-plot.ts';
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
import {
  calibrateFrictions,
  frictionAt,
  NAMES,
  RANGES,
  RESULTS,
  type ResultName,
  RigRuns,
  type RigSizes,
} from './friction-calibration.ts';
import type { Frictions } from './silo-and-heap.ts';

interface Size {
  /** Calibrations, each of other frictions. */
  readonly truths: number;
  readonly budget: number;
  readonly rigs: RigSizes;
}

const THICKNESS = 4.4;
const SHORT: Size = {
  truths: 1,
  budget: 10,
  rigs: {
    heap: { width: 7, thickness: THICKNESS, layers: 7, opening: 0 },
    silo: { width: 11, thickness: THICKNESS, layers: 9, opening: 6 },
  },
};
const FULL: Size = {
  truths: 4,
  budget: 16,
  rigs: {
    heap: { width: 10, thickness: THICKNESS, layers: 10, opening: 0 },
    silo: { width: 14, thickness: THICKNESS, layers: 14, opening: 6 },
  },
};
/** The default of a study of two parameters. */
const START = 8;
/** Packings of a point, and of an experiment. */
const REPEATS = 2;
const EXPERIMENT = 4;
/** Of the random truths. */
const TRUTH_SEED = 1;
/** Between the seeds of two calibrations, and from those of a calibration to those of its experiment. */
const SEEDS_APART = 1000;
const EXPERIMENT_SEEDS = 500;
/** A number of missed intervals is too large if chance gives more in fewer of all cases. */
const RARE = 0.01;
const MISS = 0.05;

const UNITS: Readonly<Record<ResultName, string>> = { angle: 'degrees', rate: 'kg/s' };

export const CALIBRATION_CASE: VerificationCase = {
  name: 'calibration',
  title: 'Frictions from a heap and a silo',
  source: 'Scree',
  summary:
    'A calibration recovers the sliding and rolling friction of grains from the slope of their heap and the rate of ' +
    'their silo, within its stated uncertainty; from the slope alone it says that it does not determine both.',
  run: async (setup) => [await recovered(setup)],
};

/** Probability that more than `most` of `count` intervals of 95 % miss. */
function chanceOfMore(most: number, count: number): number {
  let [term, sum] = [(1 - MISS) ** count, 0];
  for (let k = 0; k <= most; k++) {
    sum += term;
    term *= ((count - k) / (k + 1)) * (MISS / (1 - MISS));
  }
  return 1 - sum;
}

/** The most intervals of `count` that may miss. */
function mostMissed(count: number): number {
  let most = 0;
  while (chanceOfMore(most, count) > RARE) most++;
  return most;
}

/** Frictions drawn from what is likely before the runs: intervals of the posterior then hold 95 % of them. */
function randomTruths(count: number): Frictions[] {
  const random = new Random(TRUTH_SEED);
  return Array.from({ length: count }, () => ({
    sliding: random.between(...RANGES.sliding),
    rolling: random.between(...RANGES.rolling),
  }));
}

interface Experiment {
  readonly truth: Frictions;
  readonly firstSeed: number;
  readonly targets: readonly { readonly result: ResultName; readonly value: number; readonly tolerance: number }[];
}

/**
 * Means over packings. The tolerance is the standard deviation of Student's distribution for the scatter of packings,
 * pooled over all experiments.
 */
function experiments(runs: RigRuns, truths: readonly Frictions[]): Experiment[] {
  const firstSeed = (k: number): number => SEEDS_APART * (k + 1);
  const measured = truths.map((truth, k) => {
    const seeds = Array.from({ length: EXPERIMENT }, (_, each) => firstSeed(k) + EXPERIMENT_SEEDS + each);
    return RESULTS.map((result) => runs.mean(truth, seeds, result));
  });
  const freedom = truths.length * (EXPERIMENT - 1);
  const tolerances = RESULTS.map((_, r) => {
    const variance = measured.reduce((sum, means) => sum + (means[r]?.variance ?? 0), 0) / truths.length;
    return Math.sqrt((variance * freedom) / (freedom - 2));
  });
  return truths.map((truth, k) => ({
    truth,
    firstSeed: firstSeed(k),
    targets: RESULTS.map((result, r) => ({
      result,
      value: measured[k]?.[r]?.mean ?? 0,
      tolerance: tolerances[r] ?? 1,
    })),
  }));
}

function intervalOf(answer: CalibrationAnswer, k: number): { best: number; low: number; high: number } {
  const name = NAMES[k] ?? 'sliding';
  const { best = 0, low = 0, high = 0 } = answer.parameters[k] ?? {};
  return { best: frictionAt(name, best), low: frictionAt(name, low), high: frictionAt(name, high) };
}

function recoveredCheck(truth: Frictions, answer: CalibrationAnswer): { rows: string[][]; missed: number } {
  const rows = NAMES.map((name, k) => {
    const { best, low, high } = intervalOf(answer, k);
    const isInside = low <= truth[name] && truth[name] <= high;
    return [name, ...[truth[name], best, low, high].map((value) => value.toFixed(3)), isInside ? 'yes' : 'no'];
  });
  return { rows, missed: rows.filter((row) => row[row.length - 1] === 'no').length };
}

function posterior(truth: Frictions, both: CalibrationAnswer, alone: CalibrationAnswer): Block {
  const place = ([sliding = 0, rolling = 0]: readonly number[]): readonly [number, number] => [
    frictionAt('sliding', sliding),
    frictionAt('rolling', rolling),
  ];
  return figure(
    'Likely frictions',
    plot({
      title: 'samples of the posterior',
      x: { label: 'sliding friction', min: RANGES.sliding[0], max: RANGES.sliding[1] },
      y: { label: 'rolling friction', min: RANGES.rolling[0], max: RANGES.rolling[1] },
      series: [
        { name: 'from the angle alone', style: 'points', tone: 6, points: alone.samples.map(place) },
        { name: 'from angle and rate', style: 'points', tone: 1, points: both.samples.map(place) },
        { name: 'truth', style: 'points', tone: 5, points: [[truth.sliding, truth.rolling]] },
      ],
      width: 520,
      height: 420,
    }),
    'The rate cuts a part out of what the angle alone leaves.',
  );
}

async function recovered({ full, progress }: RunSetup): Promise<Section> {
  const { truths, budget, rigs } = full ? FULL : SHORT;
  const runs = new RigRuns(rigs, progress);
  const blocks: Block[] = [];
  const grains = runs.grains(1);
  blocks.push(
    text(
      `A heap of ${grains.heap} grains and a silo of ${grains.silo}, both slices of ${THICKNESS} diameters that repeat`,
      `along y. The measured values are means over ${EXPERIMENT} packings with random frictions; each point of the`,
      `calibration is the mean over ${REPEATS} packings of its own.`,
    ),
  );
  let [missed, count] = [0, 0];
  for (const [k, { truth, firstSeed, targets }] of experiments(runs, randomTruths(truths)).entries()) {
    const task = { firstSeed, repeats: REPEATS, start: START, budget };
    const both = await calibrateFrictions(runs, { ...task, targets });
    const found = recoveredCheck(truth, both);
    missed += found.missed;
    count += found.rows.length;
    const aims = targets.map(
      ({ result, value, tolerance }) => `${result} ${plain(value)} ± ${plain(tolerance)} ${UNITS[result]}`,
    );
    blocks.push(
      table(
        `Frictions from ${aims.join(' and ')}, ${both.points} points`,
        ['friction', 'truth', 'best', 'low', 'high', 'truth between them'],
        found.rows,
      ),
    );
    if (k > 0 || !full) continue;
    const alone = await calibrateFrictions(runs, { ...task, targets: targets.slice(0, 1) });
    blocks.push(posterior(truth, both, alone), ...angleAloneChecks(both, alone));
  }
  const most = mostMissed(count);
  blocks.push(
    check({
      what: 'The stated intervals of 95 % contain the true frictions',
      published: 'expected: 19 of 20',
      ours: `${count - missed} of ${count}`,
      tolerance: `${most} missed`,
      reason: `by chance more are missed in ${plain(100 * chanceOfMore(most, count))} % of such cases`,
      passed: missed <= most,
    }),
    text(`${runs.count} pairs of runs. Points that both calibrations ask for are run once.`),
  );
  return { title: 'Known frictions recovered', blocks };
}

function angleAloneChecks(both: CalibrationAnswer, alone: CalibrationAnswer): Block[] {
  const area = (answer: CalibrationAnswer): number =>
    answer.parameters.reduce((product, { deviation }) => product * deviation, 1) *
    Math.sqrt(Math.max(0, 1 - (answer.correlations[0]?.[1] ?? 0) ** 2));
  const correlation = alone.correlations[0]?.[1] ?? 0;
  const loose = alone.parameters.filter(({ isDetermined }) => !isDetermined).length;
  const share = area(both) / area(alone);
  return [
    check({
      what: 'From the angle alone the answer says that it does not determine both frictions',
      published: 'expected: one result does not determine two parameters',
      ours: `correlation ${correlation.toFixed(2)}, ${alone.tradeOffs.length} trade-off, ${loose} not determined`,
      tolerance: 'a trade-off with a negative correlation, or a friction that is not determined',
      reason: 'both frictions make heaps steeper',
      passed: (alone.tradeOffs.length === 1 && correlation < 0) || loose > 0,
    }),
    check({
      what: 'The rate of the silo makes the likely frictions fewer',
      published: 'expected: less area',
      ours: `${plain(100 * share)} % of the area that the angle alone leaves`,
      tolerance: 'less than 100 %',
      reason: 'a second result tells more',
      passed: share < 1,
    }),
  ];
}
