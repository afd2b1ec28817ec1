// SPDX-License-Identifier: MIT
/**
 * What the runs of a calibration tell about its parameters: a Gaussian process for each target, and the posterior
 * density of the parameters, uniform over their ranges before the runs. The variance of a target is that of its
 * tolerance and of the process together, so that few runs give wide intervals.
 */
import { exp, log } from '../math/elementary.ts';
import { Random } from '../math/random.ts';
import { sobolPoints } from '../math/sobol.ts';
import type { CalibrationTarget } from './calibration-spec.ts';
import { GaussianProcess, type Prediction } from './gaussian-process.ts';

/** A point of the unit cube, and the results at it in the order of the targets. */
export interface Observation {
  readonly shares: readonly number[];
  readonly results: readonly number[];
}

const SCAN_POINTS = 1024;
const CHAINS = 4;
const BURN_IN = 400;
const STEPS = 1500;
/** Every so many steps of a chain give one sample. */
const THINNING = 5;
/** Of random walks: Roberts, Gelman & Gilks 1997, doi:10.1214/aoap/1034625254. */
const STEP_FACTOR = 2.38;
const SMALLEST_STEP = 1e-3;

export interface SurrogateOptions {
  /** Variance of each result, if seeds tell it. */
  readonly noise: readonly (number | undefined)[];
  readonly isAllowed: (shares: readonly number[]) => boolean;
  /** Whether the processes average over their hyperparameters: slower, with honest deviations. */
  readonly isAveraged?: boolean;
}

export class Surrogate {
  readonly targets: readonly CalibrationTarget[];
  readonly #processes: readonly GaussianProcess[];
  readonly #isAllowed: (shares: readonly number[]) => boolean;
  readonly #dimensions: number;

  constructor(
    observations: readonly Observation[],
    targets: readonly CalibrationTarget[],
    { noise, isAllowed, isAveraged = false }: SurrogateOptions,
  ) {
    this.targets = targets;
    this.#isAllowed = isAllowed;
    this.#dimensions = observations[0]?.shares.length ?? 0;
    const points = observations.map(({ shares }) => shares);
    this.#processes = targets.map((_, k) => {
      const values = observations.map(({ results }) => results[k] ?? 0);
      return new GaussianProcess(points, values, { noise: noise[k], isAveraged });
    });
  }

  predict(shares: readonly number[]): Prediction[] {
    return this.#processes.map((process) => process.predict(shares));
  }

  /** Sum over the targets of the squared difference, in tolerances. */
  misfit(predictions: readonly Prediction[]): number {
    return this.targets.reduce((sum, { value, tolerance }, k) => {
      return sum + (((predictions[k]?.mean ?? 0) - value) / tolerance) ** 2;
    }, 0);
  }

  /** Logarithm of the posterior density, without its constant. */
  logDensity(shares: readonly number[]): number {
    if (shares.some((share) => share < 0 || share > 1) || !this.#isAllowed(shares)) return Number.NEGATIVE_INFINITY;
    return this.predict(shares).reduce((sum, { mean, deviation }, k) => {
      const { value = 0, tolerance = 1 } = this.targets[k] ?? {};
      const variance = tolerance ** 2 + deviation ** 2;
      return sum - (0.5 * (mean - value) ** 2) / variance - 0.5 * log(variance / tolerance ** 2);
    }, 0);
  }

  /** Points of the whole range that satisfy the constraints. */
  scan(count = SCAN_POINTS): number[][] {
    const points: number[][] = [];
    let tried = 0;
    for (const shares of sobolPoints(this.#dimensions)) {
      if (points.length === count || tried++ === 20 * count) break;
      if (this.#isAllowed(shares)) points.push(shares);
    }
    return points;
  }

  /** Samples of the posterior by random walks from points of the scan, the denser the likelier. */
  samples(seed: number): number[][] {
    const random = new Random(seed);
    const scanned = this.scan().map((shares) => ({ shares, density: this.logDensity(shares) }));
    const top = scanned.reduce((most, { density }) => Math.max(most, density), Number.NEGATIVE_INFINITY);
    const weights = scanned.map(({ density }) => exp(density - top));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const spread = this.#spread(scanned, weights, total);
    const result: number[][] = [];
    for (let chain = 0; chain < CHAINS; chain++) {
      let left = random.next() * total;
      const first = scanned.find((_, k) => {
        left -= weights[k] ?? 0;
        return left <= 0;
      });
      let { shares, density } = first ?? scanned[0] ?? { shares: [], density: 0 };
      for (let step = 0; step < BURN_IN + STEPS; step++) {
        const next = shares.map((share, k) => share + (spread[k] ?? 0) * random.normal());
        const nextDensity = this.logDensity(next);
        if (log(random.next() + 2 ** -60) < nextDensity - density) [shares, density] = [next, nextDensity];
        if (step >= BURN_IN && step % THINNING === 0) result.push(shares);
      }
    }
    return result;
  }

  /** Length of a step along each axis. */
  #spread(
    scanned: readonly { readonly shares: readonly number[] }[],
    weights: readonly number[],
    total: number,
  ): number[] {
    return Array.from({ length: this.#dimensions }, (_, axis) => {
      const mean = scanned.reduce((sum, { shares }, k) => sum + (weights[k] ?? 0) * (shares[axis] ?? 0), 0) / total;
      const variance =
        scanned.reduce((sum, { shares }, k) => sum + (weights[k] ?? 0) * ((shares[axis] ?? 0) - mean) ** 2, 0) / total;
      return Math.max(SMALLEST_STEP, (STEP_FACTOR * Math.sqrt(variance)) / (2 * Math.sqrt(this.#dimensions)));
    });
  }
}
