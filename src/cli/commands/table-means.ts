// SPDX-License-Identifier: MIT
/** Means over time of the columns of a table, and of each slice of a profile. */
import { columnMean } from '../../analysis/linear-fit.ts';
import { InvalidOptionError } from '../../errors.ts';
import type { AnalysisTable } from '../../runs/analyse/analysis-table.ts';

/** A table of numbers; what has no value is undefined. */
type Numbers = Pick<AnalysisTable, 'headings' | 'rows'>;

const isTime = (heading: string): boolean => heading === 'time' || heading === 'step';

/** A row for each column: mean, standard deviation, standard error of the mean, number of values. */
export function columnMeans({ headings, rows }: Numbers): string {
  const lines = headings.flatMap((heading, column) => {
    if (isTime(heading)) return [];
    const found = columnMean(valuesOf(rows, column));
    return [[heading, found?.mean, found?.deviation, found?.error, found?.count ?? 0]];
  });
  return [['column', 'mean', 'deviation', 'error', 'rows'], ...lines]
    .map((cells) => `${cells.map((cell) => cell ?? '').join(',')}\n`)
    .join('');
}

/**
 * One profile from those of many times: the means of each slice, and of its place, with the number of times. Throws an
 * InvalidOptionError where the times have different numbers of rows.
 */
export function meanProfile({ headings, rows, units }: AnalysisTable): AnalysisTable {
  const timeColumn = headings.indexOf('time');
  const slices: AnalysisTable['rows'][number][][] = [];
  let place = 0;
  rows.forEach((row, k) => {
    place = k > 0 && rows[k - 1]?.[timeColumn] === row[timeColumn] ? place + 1 : 0;
    slices[place] ??= [];
    slices[place].push(row);
  });
  const count = slices[0]?.length ?? 0;
  const least = Math.min(count, ...slices.map(({ length }) => length));
  if (least !== count) {
    const counts = `of ${count} times only ${least} have ${slices.length} rows`;
    const message = `--average: ${counts}, as in tables of contacts; take a table with the same rows at each time`;
    throw new InvalidOptionError('bad-analysis', message);
  }
  const kept = headings.flatMap((heading, k) => (isTime(heading) ? [] : [k]));
  return {
    headings: [...kept.map((column) => headings[column] ?? ''), 'rows'],
    rows: slices.map((slice) => [...kept.map((column) => columnMean(valuesOf(slice, column))?.mean), slice.length]),
    units,
  };
}

function valuesOf(rows: Numbers['rows'], column: number): number[] {
  return rows.map((row) => row[column]).filter((value) => value !== undefined && Number.isFinite(value)) as number[];
}
