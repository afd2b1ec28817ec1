// SPDX-License-Identifier: MIT
/**
 * `scree analyse RUN --table NAME`: columns of a table that the run has written, as a shorter table, a plot, lines
 * through them or means.
 */
import { type LinearFit, linearFit } from '../../analysis/linear-fit.ts';
import { InvalidOptionError } from '../../errors.ts';
import { type AnalysisTable, tableText } from '../../runs/analyse/analysis-table.ts';
import { TimeRange } from '../../runs/analyse/recorded-run.ts';
import { type RunTable, readRunTable } from '../../runs/analyse/run-table.ts';
import { readManifest } from '../../runs/folder/read-manifest.ts';
import { quoted } from '../../runs/outputs/csv-output.ts';
import { readSceneCopy } from '../../runs/scenes/scene-on-disk.ts';
import { columnUnit } from '../../scene/column-unit.ts';
import { columnsPlot, withUnit } from '../terminal/analysis-plot.ts';
import type { AnalyseOptions } from './analyse.ts';
import type { Analysed, WrittenFile } from './analyse-run.ts';
import { columnMeans, meanProfile } from './table-means.ts';

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

/** The first cell of a column that is no number, such as the name of a stage or of a wall. */
function firstWord(rows: readonly (readonly string[])[], column: number): string | undefined {
  return rows
    .map((row) => row[column] ?? '')
    .find((cell) => cell !== '' && cell !== 'NaN' && Number.isNaN(Number(cell)));
}

/** Throws if a column has words, which have no line, no mean and no place in a plot. */
function checkNumbers({ headings, rows }: RunTable, drawnColumns: readonly number[]): void {
  for (const column of drawnColumns) {
    const word = firstWord(rows, column);
    if (word !== undefined) {
      refuse(`--columns: column "${headings[column]}" has no numbers but "${word}"; leave it out`);
    }
  }
}

/** All columns but those of time and of the horizontal axis; for plots, lines and means those that have numbers. */
function defaultColumns({ headings, rows }: RunTable, across: number, needsNumbers: boolean): number[] {
  return headings.flatMap((heading, k) => {
    if (heading === 'time' || heading === 'step' || k === across) return [];
    return needsNumbers && firstWord(rows, k) !== undefined ? [] : [k];
  });
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
  const needsNumbers = options.fit === true || options.average === true || plot !== undefined;
  const drawnColumns =
    columns === undefined
      ? defaultColumns({ headings, rows }, across, needsNumbers)
      : [...new Set(columns.flatMap((column) => columnsOf(column, table, '--columns')))];
  const files: WrittenFile[] = [];
  if (options.fit || options.average) {
    if (options.fit && options.average) refuse('--fit, --average: one of the two');
    checkNumbers({ headings, rows }, [across, ...drawnColumns]);
    return summary(title, { headings, rows }, { timeColumn, across, drawnColumns }, options);
  }
  const shown = [...new Set([timeColumn, across, ...drawnColumns])].filter((column) => column >= 0);
  const text = [headings, ...rows]
    .map((row, k) => shown.map((column) => (k === 0 ? quoted(row[column] ?? '') : (row[column] ?? ''))).join(','))
    .join('\n');
  if (csv !== undefined) files.push({ path: csv, content: `${text}\n` });
  if (plot !== undefined) {
    checkNumbers({ headings, rows }, [across, ...drawnColumns]);
    files.push({ path: plot, content: tablePlot(title, { headings, rows }, across, drawnColumns) });
  }
  return { text: files.length === 0 ? `${text}\n` : '', files };
}

interface TableColumns {
  readonly timeColumn: number;
  readonly across: number;
  readonly drawnColumns: readonly number[];
}

/** What --fit and --average make of the rows: a text, and a drawing where --plot asks for one. */
interface Summary {
  readonly text: string;
  readonly drawn?: string | undefined;
}

function summary(title: string, table: RunTable, columns: TableColumns, options: AnalyseOptions): Analysed {
  const { csv, plot } = options;
  const isDrawn = plot !== undefined;
  const times = new Set(table.rows.map((row) => row[columns.timeColumn]));
  const isProfile = times.size < table.rows.length;
  if (options.fit && isProfile) {
    refuse('--fit: the table has several rows for each time; give --average for their means');
  }
  const made = options.fit
    ? { text: fits(table, columns), drawn: isDrawn ? fitPlot(title, table, columns) : undefined }
    : isProfile
      ? averageProfile(title, table, columns, isDrawn)
      : averageColumns(table, columns, isDrawn);
  const { text, drawn }: Summary = made;
  const files: WrittenFile[] = [
    ...(csv === undefined ? [] : [{ path: csv, content: text }]),
    ...(plot === undefined || drawn === undefined ? [] : [{ path: plot, content: drawn }]),
  ];
  return { text: files.length === 0 ? text : '', files };
}

/** The columns as numbers. */
function numbersOf({ headings, rows }: RunTable, columns: readonly number[]): AnalysisTable {
  const shown = [...new Set(columns)].filter((column) => column >= 0);
  return {
    headings: shown.map((column) => headings[column] ?? ''),
    rows: rows.map((row) => shown.map((column) => finite(numberAt(row, column)))),
    units: [],
  };
}

function averageColumns(table: RunTable, { timeColumn, drawnColumns }: TableColumns, isDrawn: boolean): Summary {
  if (isDrawn) refuse('--plot: means of whole columns are no curve; leave out --plot');
  return { text: columnMeans(numbersOf(table, [timeColumn, ...drawnColumns])) };
}

function averageProfile(title: string, table: RunTable, columns: TableColumns, isDrawn: boolean): Summary {
  const { timeColumn, across, drawnColumns } = columns;
  if (across === timeColumn) {
    refuse('--average: the table has several rows for each time; name the column of their places with --over');
  }
  const { headings } = table;
  const profile = meanProfile(numbersOf(table, [timeColumn, across, ...drawnColumns]));
  const over = headings[across] ?? '';
  const drawn = {
    title,
    xLabel: `${withUnit(over, columnUnit(over))}, mean over time`,
    columns: drawnColumns.map((column, k) => ({
      name: headings[column] ?? '',
      unit: columnUnit(headings[column] ?? ''),
      points: profile.rows.flatMap((row): [number, number][] => {
        const [x, y] = [row[0], row[1 + k]];
        return x === undefined || y === undefined ? [] : [[x, y]];
      }),
    })),
  };
  return { text: tableText(profile), drawn: isDrawn ? columnsPlot(drawn) : undefined };
}

const finite = (value: number): number | undefined => (Number.isFinite(value) ? value : undefined);

/** Points of a column over another where both have values. */
function pointsOf(rows: RunTable['rows'], across: number, column: number): [number, number][] {
  return rows.flatMap((row): [number, number][] => {
    const [x, y] = [numberAt(row, across), numberAt(row, column)];
    return Number.isFinite(x) && Number.isFinite(y) ? [[x, y]] : [];
  });
}

function fitOf(points: readonly (readonly [number, number])[]): LinearFit | undefined {
  return linearFit(
    points.map(([x]) => x),
    points.map(([, y]) => y),
  );
}

/** A row for each column, with the unit of its slope. */
function fits({ headings, rows }: RunTable, { across, drawnColumns }: TableColumns): string {
  const over = headings[across] ?? '';
  const lines = drawnColumns.map((column) => {
    const name = headings[column] ?? '';
    const points = pointsOf(rows, across, column);
    const fit = fitOf(points);
    const [unit, per] = [columnUnit(name), columnUnit(over)];
    const [first, last] = [points[0]?.[0], points.at(-1)?.[0]];
    const slopeUnit = per === '' ? unit : `${unit === '' ? '1' : unit}/${per}`;
    const cells = [fit?.slope, fit?.error, slopeUnit, fit?.intercept, fit?.deviation, fit?.explained];
    return [quoted(name), quoted(over), ...cells, points.length, first, last];
  });
  const named = [
    'column',
    'over',
    'slope',
    'error',
    'unit',
    'intercept',
    'deviation',
    'explained',
    'rows',
    'from',
    'to',
  ];
  return [named, ...lines].map((cells) => `${cells.map((cell) => cell ?? '').join(',')}\n`).join('');
}

/** Points of the columns, and the lines through them. */
function fitPlot(title: string, { headings, rows }: RunTable, { across, drawnColumns }: TableColumns): string {
  const over = headings[across] ?? '';
  return columnsPlot({
    title,
    xLabel: withUnit(over, columnUnit(over)),
    columns: drawnColumns.flatMap((column) => {
      const name = headings[column] ?? '';
      const unit = columnUnit(name);
      const points = pointsOf(rows, across, column);
      const fit = fitOf(points);
      const ends = points.length === 0 ? [] : [points[0], points.at(-1)];
      const line = ends.flatMap((end): [number, number][] =>
        fit === undefined || end === undefined ? [] : [[end[0], fit.intercept + fit.slope * end[0]]],
      );
      return [
        { name, unit, points },
        { name: `${name}, line`, unit, points: line },
      ];
    }),
  });
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
