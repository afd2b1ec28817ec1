// SPDX-License-Identifier: MIT
/** Fits Beverloo's law W = C (D - k d)^n to rates at several openings; each rate is weighted by its uncertainty. */

export interface Rate {
  /** D, in diameters of a grain. */
  readonly diameter: number;
  /** Grains per second, and the standard error. */
  readonly rate: number;
  readonly error: number;
}

export interface BeverlooFit {
  readonly exponent: number;
  /** Standard deviation of the exponent, from those of the rates. */
  readonly deviation: number;
  /** k, in diameters. */
  readonly rim: number;
}

/** Weighted fit of a line y = a + slope x: slope, deviation of the slope, and residual sum of squares. */
function weightedLine(x: readonly number[], y: readonly number[], weights: readonly number[]) {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value, k) => sum + value * weights[k], 0) / weights.reduce((sum, w) => sum + w, 0);
  const [meanX, meanY] = [mean(x), mean(y)];
  let [squares, products, left] = [0, 0, 0];
  x.forEach((value, k) => {
    squares += weights[k] * (value - meanX) ** 2;
    products += weights[k] * (value - meanX) * (y[k] - meanY);
  });
  const slope = products / squares;
  x.forEach((value, k) => {
    left += weights[k] * (y[k] - meanY - slope * (value - meanX)) ** 2;
  });
  return { slope, deviation: 1 / Math.sqrt(squares), left };
}

function lineAt(rates: readonly Rate[], rim: number) {
  return weightedLine(
    rates.map(({ diameter }) => Math.log(diameter - rim)),
    rates.map(({ rate }) => Math.log(rate)),
    rates.map(({ rate, error }) => (rate / error) ** 2),
  );
}

/** The exponent for a known k. */
export function exponentWithRim(rates: readonly Rate[], rim: number): BeverlooFit {
  const { slope, deviation } = lineAt(rates, rim);
  return { exponent: slope, deviation, rim };
}

/** Intervals of the search for k; each refinement divides the neighbourhood of the best value. */
const STEPS = 64;
const REFINEMENTS = 8;

/** The smallest value of a smooth function between two bounds. */
function lowest(f: (x: number) => number, from: number, to: number): number {
  let [low, high, best] = [from, to, from];
  for (let round = 0; round < REFINEMENTS; round++) {
    const step = (high - low) / STEPS;
    for (let k = 0; k <= STEPS; k++) if (f(low + k * step) < f(best)) best = low + k * step;
    [low, high] = [Math.max(from, best - step), Math.min(to, best + step)];
  }
  return best;
}

/** k is between zero and nearly the smallest opening. */
const LARGEST_RIM = 0.98;

/**
 * Fits exponent and k together, for grains with unknown k: four rates leave one degree of freedom. The deviation of the
 * exponent includes that of k (linear error propagation): the part of its column along the column of k is projected
 * out.
 */
export function exponentAndRim(rates: readonly Rate[]): BeverlooFit {
  const smallest = Math.min(...rates.map(({ diameter }) => diameter));
  const rim = lowest((k) => lineAt(rates, k).left, 0, LARGEST_RIM * smallest);
  const { slope } = lineAt(rates, rim);
  const weights = rates.map(({ rate, error }) => (rate / error) ** 2);
  // The part of ln(D - k) orthogonal to a constant and to the derivative by k, -n / (D - k).
  const inverse = rates.map(({ diameter }) => 1 / (diameter - rim));
  const logs = rates.map(({ diameter }) => Math.log(diameter - rim));
  const { left } = weightedLine(inverse, logs, weights);
  return { exponent: slope, deviation: 1 / Math.sqrt(left), rim };
}

/** The k for a given exponent. */
export function rimWithExponent(rates: readonly Rate[], exponent: number): number {
  const smallest = Math.min(...rates.map(({ diameter }) => diameter));
  const misfit = (rim: number): number => {
    const weights = rates.map(({ rate, error }) => (rate / error) ** 2);
    const constants = rates.map(({ diameter, rate }) => Math.log(rate) - exponent * Math.log(diameter - rim));
    const mean = constants.reduce((sum, c, k) => sum + c * weights[k], 0) / weights.reduce((s, w) => s + w, 0);
    return constants.reduce((sum, c, k) => sum + weights[k] * (c - mean) ** 2, 0);
  };
  return lowest(misfit, 0, LARGEST_RIM * smallest);
}
