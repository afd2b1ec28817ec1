// SPDX-License-Identifier: MIT
/** Plots columns of a table. An analysis is plotted over time, or a profile at its last time over its axis. */
import type { AnalysisTable } from '../../runs/analyse/analysis-table.ts';
import { svgFile } from '../../verification/report/svg-file.ts';
import { plot, type Series, type Tone } from '../../verification/report/svg-plot.ts';

const TONES: readonly Tone[] = [1, 2, 3, 4, 5, 6];

export function withUnit(name: string, unit: string): string {
  return unit === '' ? name : `${name} / ${unit}`;
}

/** Common prefix of the columns, up to the last dot. */
function commonName(names: readonly string[]): string {
  const [first = ''] = names;
  if (names.length === 1) return first;
  const parts = first.split('.');
  for (let count = parts.length; count > 0; count--) {
    const start = parts.slice(0, count).join('.');
    if (names.every((name) => name === start || name.startsWith(`${start}.`))) return start;
  }
  return 'value';
}

export interface PlottedColumn {
  readonly name: string;
  readonly unit: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

export interface PlottedColumns {
  readonly title: string;
  readonly xLabel: string;
  readonly columns: readonly PlottedColumn[];
}

/** The text of an .svg file. Columns are lines, or points where x goes to and fro. */
export function columnsPlot({ title, xLabel, columns }: PlottedColumns): string {
  const series = columns.map(({ name, unit, points }, k): Series => {
    const isOrdered = points.every(([x], i) => i === 0 || x >= (points[i - 1]?.[0] ?? 0));
    const tone = TONES[k % TONES.length];
    const style = isOrdered ? 'line' : 'points';
    return { name: withUnit(name, unit), style, tone, points, dashed: k >= TONES.length };
  });
  const [unit = '', ...others] = new Set(columns.map((column) => column.unit));
  const label = commonName(columns.map(({ name }) => name));
  const y = { label: others.length === 0 ? withUnit(label, unit) : label };
  return svgFile(plot({ title, x: { label: xLabel }, y, series }));
}

/** The time of a profile that is drawn; means over time have no column of it. */
function profileTime(headings: readonly string[], last: number): string {
  return headings.includes('time') ? `at ${Number(last.toPrecision(4))} s` : 'mean over time';
}

/** The text of an .svg file; `along` is the axis of a profile. */
export function analysisPlot(title: string, { headings, rows, units }: AnalysisTable, along?: string): string {
  const first = along === undefined ? 2 : headings.indexOf(along) + 1;
  const lastTime = rows.at(-1)?.[0];
  const isMean = !headings.includes('time');
  const shown = along === undefined || isMean ? rows : rows.filter(([time]) => time === lastTime);
  const at = along === undefined ? 0 : first - 1;
  return columnsPlot({
    title,
    xLabel: along === undefined ? 'time / s' : `${along} / m, ${profileTime(headings, lastTime ?? 0)}`,
    columns: headings.slice(first, first + units.length).map((name, k) => ({
      name,
      unit: units[k] ?? '',
      points: shown.flatMap((row): [number, number][] => {
        const [x, y] = [row[at], row[first + k]];
        return x === undefined || y === undefined || !Number.isFinite(y) ? [] : [[x, y]];
      }),
    })),
  });
}
