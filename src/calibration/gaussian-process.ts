// SPDX-License-Identifier: MIT
/**
 * A Gaussian process (Rasmussen & Williams 2006, algorithm 2.1) through noisy values over the unit cube: a linear trend
 * and Matérn's covariance 5/2 with one length for each axis. The lengths and the noise are those of the highest
 * posterior density, found by a pattern search. Few values tell little about them, so an averaged process takes the
 * mean over several sets of them. All sums are in fixed order, so that a study chooses the same points after a restart.
 */
import { exp, log } from '../math/elementary.ts';

export interface Prediction {
  readonly mean: number;
  /** Standard deviation of the smooth function, without the noise of a run. */
  readonly deviation: number;
}

interface Hyperparameters {
  /** Of the axes, in units of their ranges. */
  readonly lengths: readonly number[];
  /** Variances in units of that of the values. */
  readonly signal: number;
  readonly noise: number;
}

/** Prior of the logarithms: lengths of about half the range, little noise. */
const LENGTH_PRIOR = { middle: log(0.6), deviation: 0.8 };
const SIGNAL_PRIOR = { middle: log(0.5), deviation: 1 };
const NOISE_PRIOR = { middle: log(0.01), deviation: 1.5 };
/** Variance of the trend: the values are of order 1. */
const TREND_VARIANCE = 4;
/** Keeps the matrix positive definite where points coincide. */
const JITTER = 1e-8;
const FIRST_STEP = 0.8;
const LAST_STEP = 0.04;
/** Of a logarithm, for the curvature of the density. */
const CURVATURE_STEP = 0.4;

/** Lower triangle L of a = L L^T, row by row; undefined if `a` is not positive definite. */
function cholesky(a: readonly Float64Array[]): Float64Array[] | undefined {
  const n = a.length;
  const lower = a.map(() => new Float64Array(n));
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = a[i][j];
      for (let k = 0; k < j; k++) sum -= lower[i][k] * lower[j][k];
      if (i === j) {
        if (!(sum > 0)) return undefined;
        lower[i][i] = Math.sqrt(sum);
      } else lower[i][j] = sum / lower[j][j];
    }
  }
  return lower;
}

/** Solves L x = b. */
function forward(lower: readonly Float64Array[], b: ArrayLike<number>): Float64Array {
  const x = new Float64Array(lower.length);
  for (let i = 0; i < lower.length; i++) {
    let sum = b[i] ?? 0;
    for (let k = 0; k < i; k++) sum -= lower[i][k] * x[k];
    x[i] = sum / lower[i][i];
  }
  return x;
}

/** Solves L^T x = b. */
function backward(lower: readonly Float64Array[], b: Float64Array): Float64Array {
  const x = new Float64Array(lower.length);
  for (let i = lower.length - 1; i >= 0; i--) {
    let sum = b[i];
    for (let k = i + 1; k < lower.length; k++) sum -= lower[k][i] * x[k];
    x[i] = sum / lower[i][i];
  }
  return x;
}

function covariance(a: readonly number[], b: readonly number[], { lengths, signal }: Hyperparameters): number {
  let squared = 0;
  let trend = 1;
  for (const [k, length] of lengths.entries()) {
    const [p, q] = [a[k] ?? 0, b[k] ?? 0];
    squared += ((p - q) / length) ** 2;
    trend += 4 * (p - 0.5) * (q - 0.5);
  }
  const r = Math.sqrt(5 * squared);
  return TREND_VARIANCE * trend + signal * (1 + r + (r * r) / 3) * exp(-r);
}

function priorDensity(value: number, { middle, deviation }: { middle: number; deviation: number }): number {
  return -0.5 * ((log(value) - middle) / deviation) ** 2;
}

/** A process with one set of hyperparameters. */
interface Member {
  readonly parameters: Hyperparameters;
  readonly lower: readonly Float64Array[];
  readonly weights: Float64Array;
  /** Logarithm of the posterior density. */
  readonly density: number;
}

export interface ProcessOptions {
  /** Variance of a value, if it is known from repetitions. */
  readonly noise?: number | undefined;
  /** Averages over likely lengths and noises. It takes several times as long. */
  readonly isAveraged?: boolean;
}

export class GaussianProcess {
  readonly #points: readonly (readonly number[])[];
  readonly #middle: number;
  readonly #scale: number;
  readonly #values: readonly number[];
  /** Of the noise in units of the values; undefined: estimated. */
  readonly #knownNoise: number | undefined;
  readonly #best: Member;
  readonly #members: readonly Member[];

  constructor(
    points: readonly (readonly number[])[],
    values: readonly number[],
    { noise, isAveraged = false }: ProcessOptions = {},
  ) {
    this.#points = points;
    this.#middle = values.reduce((sum, value) => sum + value, 0) / values.length;
    const squares = values.reduce((sum, value) => sum + (value - this.#middle) ** 2, 0);
    this.#scale = Math.sqrt(squares / values.length) || 1;
    this.#values = values.map((value) => (value - this.#middle) / this.#scale);
    this.#knownNoise = noise === undefined ? undefined : Math.max(JITTER, noise / this.#scale ** 2);
    const dimensions = points[0]?.length ?? 0;
    this.#best = this.#fit({
      lengths: new Array<number>(dimensions).fill(0.6),
      signal: 0.5,
      noise: this.#knownNoise ?? 0.01,
    });
    this.#members = isAveraged ? this.#likely() : [this.#best];
  }

  /** Estimated standard deviation of the noise of a value. */
  get noise(): number {
    return Math.sqrt(this.#best.parameters.noise) * this.#scale;
  }

  predict(point: readonly number[]): Prediction {
    let [mean, square, variance] = [0, 0, 0];
    for (const member of this.#members) {
      const own = this.#predictBy(member, point);
      mean += own.mean;
      square += own.mean ** 2;
      variance += own.variance;
    }
    const count = this.#members.length;
    mean /= count;
    // The variance of the members, and that of their means.
    const whole = (variance + square) / count - mean ** 2;
    return { mean: this.#middle + this.#scale * mean, deviation: this.#scale * Math.sqrt(Math.max(0, whole)) };
  }

  #predictBy({ parameters, lower, weights }: Member, point: readonly number[]): { mean: number; variance: number } {
    const across = this.#points.map((each) => covariance(each, point, parameters));
    const solved = forward(lower, across);
    let [mean, explained] = [0, 0];
    for (const [k, each] of across.entries()) {
      mean += each * (weights[k] ?? 0);
      explained += (solved[k] ?? 0) ** 2;
    }
    return { mean, variance: Math.max(0, covariance(point, point, parameters) - explained) };
  }

  /** Undefined where the matrix is not positive definite. */
  #solve(parameters: Hyperparameters): Member | undefined {
    const n = this.#points.length;
    const matrix = this.#points.map((a, i) => {
      const row = new Float64Array(n);
      for (let j = 0; j <= i; j++) row[j] = covariance(a, this.#points[j] ?? [], parameters);
      row[i] = row[i] + parameters.noise + JITTER;
      return row;
    });
    const lower = cholesky(matrix);
    if (lower === undefined) return undefined;
    const half = forward(lower, this.#values);
    let density = 0;
    for (let i = 0; i < n; i++) density -= 0.5 * half[i] ** 2 + log(lower[i][i]);
    for (const length of parameters.lengths) density += priorDensity(length, LENGTH_PRIOR);
    density += priorDensity(parameters.signal, SIGNAL_PRIOR);
    if (this.#knownNoise === undefined) density += priorDensity(parameters.noise, NOISE_PRIOR);
    return { parameters, lower, weights: backward(lower, half), density };
  }

  /** Changes one number at a time by a factor, as long as that helps; then smaller factors. */
  #fit(start: Hyperparameters): Member {
    let best = this.#solve(start);
    for (let step = FIRST_STEP; step > LAST_STEP; step /= 2) {
      for (let hasMoved = true; hasMoved; ) {
        hasMoved = false;
        for (const axis of this.#axes(best?.parameters ?? start)) {
          for (const by of [exp(step), exp(-step)]) {
            const solved = this.#solve(axis.times(by));
            if (solved === undefined || (best !== undefined && !(solved.density > best.density + 1e-6))) continue;
            best = solved;
            hasMoved = true;
            break;
          }
          if (hasMoved) break;
        }
      }
    }
    return best ?? { parameters: start, lower: [], weights: new Float64Array(0), density: Number.NEGATIVE_INFINITY };
  }

  /**
   * Sets of hyperparameters with the mean and the deviations of their posterior, as a normal distribution of the
   * logarithms: two for each of them (the points of Julier & Uhlmann 1997, doi:10.1117/12.280797). The deviations come
   * from the curvature of the density at its maximum.
   */
  #likely(): Member[] {
    const best = this.#best;
    const axes = this.#axes(best.parameters);
    const members = axes.flatMap(({ times, deviation }) => {
      const [up, down] = [exp(CURVATURE_STEP), exp(-CURVATURE_STEP)].map((by) => this.#solve(times(by))?.density);
      const drop = 2 * best.density - (up ?? best.density) - (down ?? best.density);
      const own = Math.min(deviation, CURVATURE_STEP / Math.sqrt(Math.max(1e-12, drop)));
      const far = Math.sqrt(axes.length) * own;
      return [far, -far].map((by) => this.#solve(times(exp(by))) ?? best);
    });
    return members.length === 0 ? [best] : members;
  }

  /** What can be estimated: each set with one number changed by a factor, and the prior deviation of its logarithm. */
  #axes({ lengths, signal, noise }: Hyperparameters): {
    readonly times: (factor: number) => Hyperparameters;
    readonly deviation: number;
  }[] {
    return [
      ...lengths.map((_, k) => ({
        times: (by: number) => ({ lengths: lengths.map((each, i) => (i === k ? each * by : each)), signal, noise }),
        deviation: LENGTH_PRIOR.deviation,
      })),
      { times: (by) => ({ lengths, signal: signal * by, noise }), deviation: SIGNAL_PRIOR.deviation },
      ...(this.#knownNoise === undefined
        ? [{ times: (by: number) => ({ lengths, signal, noise: noise * by }), deviation: NOISE_PRIOR.deviation }]
        : []),
    ];
  }
}
