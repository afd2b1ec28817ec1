// SPDX-License-Identifier: MIT
/** The answer of a calibration: the best parameters, their uncertainty, and which of them the targets determine. */
import type { Prediction } from './gaussian-process.ts';
import type { Surrogate } from './surrogate.ts';

/** Of a uniform distribution over a range of length 1. */
const PRIOR_DEVIATION = Math.sqrt(1 / 12);
/** A parameter whose deviation is a larger part of that before the runs is not determined. */
const UNDETERMINED = 0.75;
/** Parameters with a stronger correlation trade off. */
const TRADE_OFF = 0.7;
/** A target that is missed by more tolerances cannot be reached. */
const MISSED = 3;
const INTERVAL = [0.025, 0.975] as const;

export interface CalibratedParameter {
  /** All in units of the range, from 0 to 1. */
  readonly best: number;
  readonly mean: number;
  readonly deviation: number;
  /** 95 % of the posterior. */
  readonly low: number;
  readonly high: number;
  /** Whether the targets say more about it than its range. */
  readonly isDetermined: boolean;
}

export interface TradeOff {
  readonly a: number;
  readonly b: number;
  readonly correlation: number;
  /** Change of b that makes up for a change of 1 of a, in units of the ranges. */
  readonly slope: number;
}

export interface CalibrationAnswer {
  readonly points: number;
  /** Whether it ended because more runs would not change the answer. */
  readonly settled: boolean;
  readonly parameters: readonly CalibratedParameter[];
  /** Rank correlations of the posterior: the band of a trade-off may be curved. */
  readonly correlations: readonly (readonly number[])[];
  readonly tradeOffs: readonly TradeOff[];
  /** Expected results at the best point, in the order of the targets. */
  readonly predictions: readonly Prediction[];
  /** Numbers of targets that no point reaches. */
  readonly missed: readonly number[];
  /** Some samples of the posterior. */
  readonly samples: readonly (readonly number[])[];
}

/** Ranks from 0 to n - 1, in the order of the values. */
function ranksOf(values: readonly number[]): Float64Array {
  const ranks = new Float64Array(values.length);
  const order = values.map((_, k) => k).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0) || a - b);
  for (const [rank, k] of order.entries()) ranks[k] = rank;
  return ranks;
}

/** Spearman's correlation: 1 in magnitude for any curve that rises or falls throughout. */
function rankCorrelation(a: Float64Array, b: Float64Array): number {
  const middle = (a.length - 1) / 2;
  let [products, squares] = [0, 0];
  for (let k = 0; k < a.length; k++) {
    products += (a[k] - middle) * (b[k] - middle);
    squares += (a[k] - middle) ** 2;
  }
  return squares > 0 ? products / squares : 0;
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.round(share * (sorted.length - 1)))] ?? 0;
}

export function calibrationAnswer(
  surrogate: Surrogate,
  samples: readonly (readonly number[])[],
  { points, settled }: Pick<CalibrationAnswer, 'points' | 'settled'>,
): CalibrationAnswer {
  const best = samples.reduce((least, shares) =>
    surrogate.logDensity(shares) > surrogate.logDensity(least) ? shares : least,
  );
  const columns = best.map((_, k) => samples.map((shares) => shares[k] ?? 0));
  const means = columns.map((column) => column.reduce((sum, value) => sum + value, 0) / column.length);
  const deviations = columns.map((column, k) => {
    const squares = column.reduce((sum, value) => sum + (value - (means[k] ?? 0)) ** 2, 0);
    return Math.sqrt(squares / column.length);
  });
  const ranks = columns.map(ranksOf);
  const correlations = ranks.map((a, i) => ranks.map((b, j) => (i === j ? 1 : rankCorrelation(a, b))));
  const parameters = columns.map((column, k): CalibratedParameter => {
    const sorted = [...column].sort((p, q) => p - q);
    const deviation = deviations[k] ?? 0;
    return {
      best: best[k] ?? 0,
      mean: means[k] ?? 0,
      deviation,
      low: quantile(sorted, INTERVAL[0]),
      high: quantile(sorted, INTERVAL[1]),
      isDetermined: deviation < UNDETERMINED * PRIOR_DEVIATION,
    };
  });
  const tradeOffs: TradeOff[] = [];
  for (let a = 0; a < columns.length; a++) {
    for (let b = a + 1; b < columns.length; b++) {
      const correlation = correlations[a]?.[b] ?? 0;
      if (Math.abs(correlation) < TRADE_OFF) continue;
      // Along the long axis of the posterior: the ratio of the deviations, with the sign of the correlation.
      const slope = (Math.sign(correlation) * (deviations[b] ?? 0)) / Math.max(1e-300, deviations[a] ?? 0);
      tradeOffs.push({ a, b, correlation, slope });
    }
  }
  const predictions = surrogate.predict(best);
  const missed = surrogate.targets.flatMap(({ value, tolerance }, k) => {
    const { mean = 0, deviation = 0 } = predictions[k] ?? {};
    return Math.abs(mean - value) > MISSED * Math.sqrt(tolerance ** 2 + deviation ** 2) ? [k] : [];
  });
  const every = Math.max(1, Math.floor(samples.length / 200));
  return {
    points,
    settled,
    parameters,
    correlations,
    tradeOffs,
    predictions,
    missed,
    samples: samples.filter((_, k) => k % every === 0),
  };
}
