// SPDX-License-Identifier: MIT
/** `scree analyse RUN --table NAME`: columns of a table that the run has written, as a shorter table or a plot. */
import { InvalidOptionError } from '../../errors.ts';
import { TimeRange } from '../../runs/analyse/recorded-run.ts';
import { type RunTable, readRunTable } from '../../runs/analyse/run-table.ts';
import { readManifest } from '../../runs/folder/read-manifest.ts';
import { quoted } from '../../runs/outputs/csv-output.ts';
import { readSceneCopy } from '../../runs/scenes/scene-on-disk.ts';
import { columnUnit } from '../../scene/column-unit.ts';
import { columnsPlot, withUnit } from '../terminal/analysis-plot.ts';
import type { AnalyseOptions } from './analyse.ts';
import type { Analysed, WrittenFile } from './analyse-run.ts';

/** What measures from the trajectory has no meaning for a table. */
const OF_TRAJECTORIES = ['quantity', 'region', 'plane', 'along', 'slices', 'cells', 'chains'] as const;

function refuse(message: string): never {
  throw new InvalidOptionError('bad-analysis', message);
}

/** Indices of the columns of a name: one heading, or all that begin with it and a dot. */
function columnsOf(name: string, { headings }: RunTable, option: string): number[] {
  const exact = headings.indexOf(name);
  if (exact >= 0) return [exact];
  const drawnColumns = headings.flatMap((heading, k) => (heading.startsWith(`${name}.`) ? [k] : []));
  return drawnColumns.length > 0
    ? drawnColumns
    : refuse(`${option}: the table has no column "${name}"; there are ${headings.join(', ')}`);
}

function numberAt(row: readonly string[], column: number): number {
  const cell = row[column] ?? '';
  return cell === '' ? Number.NaN : Number(cell);
}

/** Throws if a column has words: names of walls cannot be plotted. */
function checkNumbers({ headings, rows }: RunTable, drawnColumns: readonly number[]): void {
  for (const column of drawnColumns) {
    const word = rows.map((row) => row[column] ?? '').find((cell) => cell !== '' && Number.isNaN(Number(cell)));
    if (word !== undefined && word !== 'NaN') {
      refuse(`--columns: column "${headings[column]}" has no numbers but "${word}"; leave it out`);
    }
  }
}

export function analyseTable(folder: string, name: string, options: AnalyseOptions): Analysed {
  const { columns, over = 'time', from = -Infinity, until = Infinity, csv, plot } = options;
  const wrong = OF_TRAJECTORIES.find((option) => options[option] !== undefined);
  if (wrong !== undefined) {
    refuse(`--${wrong}: measures from the trajectory, not from a table; leave out --${wrong} or --table`);
  }
  const manifest = readManifest(folder);
  const { title } = readSceneCopy(folder, manifest);
  const table = readRunTable(folder, name);
  const { headings } = table;
  const timeColumn = headings.indexOf('time');
  const range = new TimeRange(from, until, manifest.timeStep);
  const rows = table.rows.filter((row) => range.has(numberAt(row, timeColumn)));
  if (rows.length === 0) refuse(`--table: ${name} of ${folder} has no row in the time asked for`);
  const [across = 0] = columnsOf(over, table, '--over');
  const drawnColumns =
    columns === undefined
      ? headings.flatMap((heading, k) => (heading === 'time' || heading === 'step' || k === across ? [] : [k]))
      : [...new Set(columns.flatMap((column) => columnsOf(column, table, '--columns')))];
  const shown = [...new Set([timeColumn, across, ...drawnColumns])].filter((column) => column >= 0);
  const text = [headings, ...rows]
    .map((row, k) => shown.map((column) => (k === 0 ? quoted(row[column] ?? '') : (row[column] ?? ''))).join(','))
    .join('\n');
  const files: WrittenFile[] = [];
  if (csv !== undefined) files.push({ path: csv, content: `${text}\n` });
  if (plot !== undefined) {
    checkNumbers({ headings, rows }, [across, ...drawnColumns]);
    files.push({ path: plot, content: tablePlot(title, { headings, rows }, across, drawnColumns) });
  }
  return { text: files.length === 0 ? `${text}\n` : '', files };
}

/**
 * Of tables with several rows for each time, such as profiles and contacts, the last time is plotted unless the axis is
 * time.
 */
function tablePlot(
  title: string,
  { headings, rows }: RunTable,
  across: number,
  drawnColumns: readonly number[],
): string {
  const timeColumn = headings.indexOf('time');
  const last = numberAt(rows.at(-1) ?? [], timeColumn);
  const atLast = rows.filter((row) => numberAt(row, timeColumn) === last);
  const isAtLastTime = across !== timeColumn && atLast.length > 1;
  const drawn = isAtLastTime ? atLast : rows;
  const over = headings[across] ?? '';
  const label = withUnit(over, columnUnit(over));
  return columnsPlot({
    title,
    xLabel: isAtLastTime ? `${label}, at ${Number(last.toPrecision(4))} s` : label,
    columns: drawnColumns.map((column) => ({
      name: headings[column] ?? '',
      unit: columnUnit(headings[column] ?? ''),
      points: drawn.flatMap((row): [number, number][] => {
        const [x, y] = [numberAt(row, across), numberAt(row, column)];
        return Number.isFinite(x) && Number.isFinite(y) ? [[x, y]] : [];
      }),
    })),
  });
}
