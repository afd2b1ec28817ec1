// SPDX-License-Identifier: MIT
/** The straight line through points by least squares. */

export interface LineFit {
  readonly slope: number;
  /** Standard error of the slope; NaN for two points. */
  readonly error: number;
}

/** Of at least two points with different x. */
export function fitLine(points: readonly (readonly [x: number, y: number])[]): LineFit {
  const n = points.length;
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / n;
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / n;
  const squares = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  const slope = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / squares;
  const left = points.reduce((sum, [x, y]) => sum + (y - meanY - slope * (x - meanX)) ** 2, 0);
  return { slope, error: Math.sqrt(left / (n - 2) / squares) };
}
