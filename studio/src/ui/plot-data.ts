// SPDX-License-Identifier: MIT
/** Columns of numbers for uPlot, which draws a gap for null but no curve at all if a value is NaN. */

type PlotColumn = (number | null)[];

/** Time and curves. A value that is not finite becomes a gap in its own curve; rows without a time are skipped. */
export function plotColumns(
  time: ArrayLike<number>,
  curves: readonly ArrayLike<number>[],
): [time: number[], ...curves: PlotColumn[]] {
  const rows: number[] = [];
  for (let row = 0; row < time.length; row++) if (Number.isFinite(time[row])) rows.push(row);
  const column = (values: ArrayLike<number>): PlotColumn =>
    rows.map((row) => {
      const value = values[row];
      return value !== undefined && Number.isFinite(value) ? value : null;
    });
  return [rows.map((row) => time[row]), ...curves.map(column)];
}

/** Indices of values with a gap on both sides. No line reaches them, so they are drawn as points. */
export function lonePoints(values: ArrayLike<number | null | undefined>): number[] {
  const isThere = (k: number): boolean => values[k] !== null && values[k] !== undefined;
  const lone: number[] = [];
  for (let k = 0; k < values.length; k++) if (isThere(k) && !isThere(k - 1) && !isThere(k + 1)) lone.push(k);
  return lone;
}
