// SPDX-License-Identifier: MIT
/**
 * Finds the parameters for which results have given values, with few runs: space-filling points first, then points that
 * promise a smaller misfit (expected improvement; Jones, Schonlau & Welch 1998, doi:10.1023/A:1008306431147) and points
 * where the surrogate is least sure among the likely ones, in turn. Ends when more runs would not change the answer, or
 * with the budget. Every choice is a function of the results so far: a study that was killed chooses the same points.
 */
import { exp } from '../math/elementary.ts';
import { Random } from '../math/random.ts';
import { sobolPoints } from '../math/sobol.ts';
import { type CalibrationAnswer, calibrationAnswer } from './calibration-answer.ts';
import type { CalibrationSpec } from './calibration-spec.ts';
import { type Observation, Surrogate } from './surrogate.ts';

/** Draws for the expected improvement. */
const DRAWS = 48;
const SEED = 1;
/** The surrogate is good enough when its deviation is this part of the tolerance, on average over the posterior. */
const GOOD_DEVIATION = 0.35;
/** Points closer than this, in units of the ranges, tell nothing new. */
const CLOSEST = 0.01;

export interface CalibrationProblem {
  readonly dimensions: number;
  readonly spec: CalibrationSpec;
  readonly isAllowed: (shares: readonly number[]) => boolean;
  /**
   * Runs points of the unit cube. The answer has the results in the order of the targets, undefined for a point that
   * failed, and the variance of a result if seeds tell it. Undefined: the study was stopped.
   */
  readonly evaluate: (points: readonly (readonly number[])[]) => Promise<
    | {
        readonly results: readonly (readonly number[] | undefined)[];
        readonly noise: readonly (number | undefined)[];
      }
    | undefined
  >;
}

function startPoints({ dimensions, spec, isAllowed }: CalibrationProblem): number[][] {
  const points: number[][] = [];
  let tried = 0;
  for (const shares of sobolPoints(dimensions)) {
    if (points.length === spec.start || tried++ === 1000 * spec.start) break;
    if (isAllowed(shares)) points.push(shares);
  }
  return points;
}

function isNew(shares: readonly number[], known: readonly (readonly number[])[]): boolean {
  return known.every((other) => shares.some((share, k) => Math.abs(share - (other[k] ?? 0)) > CLOSEST));
}

/** The next points to run. */
export function nextPoints(
  observations: readonly Observation[],
  tried: readonly (readonly number[])[],
  count: number,
  problem: CalibrationProblem,
  noise: readonly (number | undefined)[],
): number[][] {
  const { spec, isAllowed } = problem;
  const chosen: number[][] = [];
  let believed = [...observations];
  for (let k = 0; k < count; k++) {
    const surrogate = new Surrogate(believed, spec.targets, { noise, isAllowed });
    const candidates = [...surrogate.scan(), ...surrogate.samples(SEED + k).filter((_, i) => i % 4 === 0)];
    const fresh = candidates.filter((shares) => isNew(shares, [...tried, ...chosen]));
    const isForImprovement = (tried.length + k) % 2 === 0;
    const merit = isForImprovement ? improvement(surrogate, believed) : ignorance(surrogate);
    let best: { readonly shares: number[]; readonly merit: number } | undefined;
    for (const shares of fresh) {
      const value = merit(shares);
      if (best === undefined || value > best.merit) best = { shares, merit: value };
    }
    if (best === undefined) break;
    chosen.push(best.shares);
    // The others of the batch are chosen as if this one had given what is expected.
    const results = surrogate.predict(best.shares).map(({ mean }) => mean);
    believed = [...believed, { shares: best.shares, results }];
  }
  return chosen;
}

/** Expected decrease of the misfit below the least of the points so far. */
function improvement(
  surrogate: Surrogate,
  observations: readonly Observation[],
): (shares: readonly number[]) => number {
  const random = new Random(SEED);
  const draws = Array.from({ length: DRAWS }, () => surrogate.targets.map(() => random.normal()));
  const least = observations.reduce((least, { shares }) => {
    return Math.min(least, surrogate.misfit(surrogate.predict(shares)));
  }, Infinity);
  return (shares) => {
    const predictions = surrogate.predict(shares);
    const gain = draws.reduce((sum, draw) => {
      const drawn = predictions.map(({ mean, deviation }, k) => ({
        mean: mean + deviation * (draw[k] ?? 0),
        deviation,
      }));
      return sum + Math.max(0, least - surrogate.misfit(drawn));
    }, 0);
    return gain / DRAWS;
  };
}

/** How unsure the surrogate is, in tolerances, weighted by the posterior density. */
function ignorance(surrogate: Surrogate): (shares: readonly number[]) => number {
  return (shares) => {
    const sum = surrogate.predict(shares).reduce((total, { deviation }, k) => {
      return total + (deviation / (surrogate.targets[k]?.tolerance ?? 1)) ** 2;
    }, 0);
    return sum * exp(0.5 * surrogate.logDensity(shares));
  };
}

/** Whether the surrogate is known well enough where the parameters are likely. */
function isSettled(surrogate: Surrogate, samples: readonly (readonly number[])[]): boolean {
  return surrogate.targets.every(({ tolerance }, k) => {
    const sum = samples.reduce((total, shares) => total + (surrogate.predict(shares)[k]?.deviation ?? 0), 0);
    return sum / samples.length <= GOOD_DEVIATION * tolerance;
  });
}

/** Undefined when the study was stopped, or when too few points gave results. */
export async function calibrate(problem: CalibrationProblem): Promise<CalibrationAnswer | undefined> {
  const { spec, dimensions, isAllowed } = problem;
  const tried: (readonly number[])[] = [];
  let observations: Observation[] = [];
  let points = startPoints(problem);
  let settled = false;
  let noise: readonly (number | undefined)[] = [];
  while (points.length > 0) {
    tried.push(...points);
    const found = await problem.evaluate(points);
    if (found === undefined) return undefined;
    observations = [
      ...observations,
      ...points.flatMap((shares, k): Observation[] => {
        const results = found.results[k];
        return results === undefined ? [] : [{ shares, results }];
      }),
    ];
    if (observations.length <= dimensions) return undefined;
    ({ noise } = found);
    const surrogate = new Surrogate(observations, spec.targets, { noise, isAllowed });
    settled = isSettled(surrogate, surrogate.samples(SEED));
    const left = spec.budget - tried.length;
    points = settled || left <= 0 ? [] : nextPoints(observations, tried, Math.min(spec.batch, left), problem, noise);
  }
  if (observations.length === 0) return undefined;
  const surrogate = new Surrogate(observations, spec.targets, { noise, isAllowed, isAveraged: true });
  return calibrationAnswer(surrogate, surrogate.samples(SEED), { points: tried.length, settled });
}
