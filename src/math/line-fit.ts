// SPDX-License-Identifier: MIT
/** Robust line fit for points with outliers. */

/** The line is `height + slope * (x - at)`. */
export interface RobustLineFit {
  readonly slope: number;
  /** Standard error of the slope. */
  readonly error: number;
  readonly at: number;
  readonly height: number;
}

/** Huber's bound in standard deviations; the weight of a point beyond it decreases with its distance from the line. */
const HUBER_BOUND = 1.345;
/** Standard deviation of a normal distribution over its median absolute deviation. */
const DEVIATION_OF_MEDIAN = 1.4826;
const MOST_REWEIGHTINGS = 20;

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

/**
 * Fits a line to points with outliers: iterated least squares with Huber's weights. Needs at least three points with
 * different x.
 */
export function fitLineRobustly(points: readonly (readonly [x: number, y: number])[]): RobustLineFit {
  let weights = points.map(() => 1);
  let line = { at: 0, height: 0, slope: 0, error: 0 };
  for (let k = 0; k < MOST_REWEIGHTINGS; k++) {
    const total = weights.reduce((sum, w) => sum + w, 0);
    const weighted = (value: (x: number, y: number) => number): number =>
      points.reduce((sum, [x, y], i) => sum + (weights[i] ?? 0) * value(x, y), 0);
    const at = weighted((x) => x) / total;
    const height = weighted((_, y) => y) / total;
    const squares = weighted((x) => (x - at) ** 2);
    const slope = weighted((x, y) => (x - at) * (y - height)) / squares;
    const left = weighted((x, y) => (y - height - slope * (x - at)) ** 2);
    const isSettled = Math.abs(slope - line.slope) <= 1e-9 * Math.abs(slope);
    line = { at, height, slope, error: Math.sqrt(left / Math.max(1, total - 2) / squares) };
    const deviations = points.map(([x, y]) => Math.abs(y - height - slope * (x - at)));
    const bound = HUBER_BOUND * DEVIATION_OF_MEDIAN * median(deviations);
    if (isSettled || !(bound > 0)) break;
    weights = deviations.map((deviation) => (deviation <= bound ? 1 : bound / deviation));
  }
  return line;
}
