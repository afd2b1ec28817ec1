// SPDX-License-Identifier: MIT
/** Columns of numbers as uPlot takes them: it draws a gap where a value is null, and nothing at all, of any curve, where one is NaN. */

export type PlotColumn = (number | null)[];

/** Time and curves; values that are not finite are gaps of their curve alone, and rows without a time are left out. */
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
  return [rows.map((row) => time[row] as number), ...curves.map(column)];
}

/** Values with a gap on either side, which no line goes to: they are drawn as points. */
export function lonePoints(values: ArrayLike<number | null | undefined>): number[] {
  const isThere = (k: number): boolean => values[k] !== null && values[k] !== undefined;
  const lone: number[] = [];
  for (let k = 0; k < values.length; k++) if (isThere(k) && !isThere(k - 1) && !isThere(k + 1)) lone.push(k);
  return lone;
}
