// SPDX-License-Identifier: MIT
/**
 * A line through points by least squares, as for the rate of a discharge from its mass over time. Rows of a table are
 * no independent measurements: what deviates at one time still does at the next. The error of the slope is that of
 * independent deviations times sqrt((1 + r) / (1 - r)), with r the correlation of each deviation with the next, which
 * is that of a first-order process (Bartlett 1935).
 */

export interface LinearFit {
  readonly slope: number;
  /** Standard error of the slope; undefined with fewer than three points. */
  readonly error: number | undefined;
  /** Value of the line at 0. */
  readonly intercept: number;
  /** Standard deviation of the points from the line. */
  readonly deviation: number;
  /** Share of the variance that the line explains. */
  readonly explained: number;
  readonly count: number;
}

/** Upper limit of the correlation of neighbours: above it the rows hold less than one independent deviation. */
const MOST_CORRELATED = 0.99;

/**
 * The line through points in their order, which is that of time; undefined if all have the same abscissa.
 *
 * @example
 * ```ts
 * import { linearFit } from 'scree/analysis';
 *
 * const fit = linearFit([0, 1, 2, 3], [1.1, 2.9, 5.1, 6.9]);
 * console.log(fit?.slope.toFixed(2), fit?.intercept.toFixed(2)); // 1.96 1.06
 * ```
 */
export function linearFit(x: ArrayLike<number>, y: ArrayLike<number>): LinearFit | undefined {
  const count = Math.min(x.length, y.length);
  const [across, up] = [about(x, count), about(y, count)];
  if (!(across.span > 0)) return undefined;
  let [xx, xy, yy] = [0, 0, 0];
  for (let k = 0; k < count; k++) {
    const [dx, dy] = [across.from(k), up.from(k)];
    xx += dx * dx;
    xy += dx * dy;
    yy += dy * dy;
  }
  const rise = xy / xx;
  const deviations = Array.from({ length: count }, (_, k) => up.from(k) - rise * across.from(k));
  const squares = deviations.reduce((sum, each) => sum + each * each, 0);
  const variance = squares / Math.max(1, count - 2);
  const correlation = squares > 0 ? neighbourCorrelation(deviations, squares) : 0;
  const unit = up.span / across.span;
  const slope = rise * unit;
  return {
    slope,
    error: count > 2 ? Math.sqrt((variance / xx) * ((1 + correlation) / (1 - correlation))) * unit : undefined,
    intercept: up.mean - slope * across.mean,
    deviation: Math.sqrt(variance) * up.span,
    explained: yy > 0 ? 1 - squares / yy : 1,
    count,
  };
}

/** Mean of a column, its standard deviation, and the standard error of the mean, with the same correlation. */
export interface ColumnMean {
  readonly mean: number;
  readonly deviation: number;
  /** Undefined with fewer than two values. */
  readonly error: number | undefined;
  readonly count: number;
}

/**
 * The mean of values in the order of time; undefined if there are none.
 *
 * @example
 * ```ts
 * import { columnMean } from 'scree/analysis';
 *
 * console.log(columnMean([2, 4, 3, 3])?.mean); // 3
 * ```
 */
export function columnMean(values: ArrayLike<number>): ColumnMean | undefined {
  const count = values.length;
  if (count === 0) return undefined;
  const { mean, span, from } = about(values, count);
  const deviations = Array.from({ length: count }, (_, k) => from(k));
  const squares = deviations.reduce((sum, each) => sum + each * each, 0);
  const variance = squares / Math.max(1, count - 1);
  const correlation = squares > 0 ? neighbourCorrelation(deviations, squares) : 0;
  const error = count > 1 ? Math.sqrt((variance / count) * ((1 + correlation) / (1 - correlation))) * span : undefined;
  return { mean, deviation: Math.sqrt(variance) * span, error, count };
}

/** Correlation of each deviation with the next, between 0 and MOST_CORRELATED. */
function neighbourCorrelation(deviations: readonly number[], squares: number): number {
  let products = 0;
  for (let k = 1; k < deviations.length; k++) products += (deviations[k - 1] as number) * (deviations[k] as number);
  return Math.min(MOST_CORRELATED, Math.max(0, products / squares));
}

/**
 * The mean of the first `count` values, and the deviation of each from it in units of the span, the largest distance
 * from the first value. Sums count from the first value: equal values have no span, whatever the rounding of their
 * mean, and no square overflows.
 */
function about(values: ArrayLike<number>, count: number) {
  const first = values[0] as number;
  let span = 0;
  let sum = 0;
  for (let k = 0; k < count; k++) {
    const distance = Math.abs((values[k] as number) - first);
    if (!(distance <= span)) span = distance;
  }
  const scaled = (k: number): number => (span === 0 ? 0 : ((values[k] as number) - first) / span);
  for (let k = 0; k < count; k++) sum += scaled(k);
  const middle = sum / count;
  return { mean: first + span * middle, span, from: (k: number): number => scaled(k) - middle };
}
