// SPDX-License-Identifier: MIT
/** Columns of a study's table: their values, the order of rows by one of them, and places on an axis. */
import type { StudyDescription } from '../server-api.ts';

export type StudyRow = StudyDescription['rows'][number];
type Cell = number | string | undefined;

export interface StudyColumn {
  /** With the unit, as a heading. */
  readonly heading: string;
  readonly kind: 'number' | 'parameter' | 'result' | 'state';
  readonly cell: (row: StudyRow) => Cell;
}

const STATES = ['done', 'running', 'open', 'failed'];

const withUnit = ({ name, unit }: { readonly name: string; readonly unit: string }): string =>
  unit === '' ? name : `${name} / ${unit}`;

export function columnsOf({ parameters, results, rows }: StudyDescription): StudyColumn[] {
  const hasSeeds = rows.some(({ seed }) => seed !== undefined);
  return [
    { heading: 'point', kind: 'number', cell: ({ point }) => point },
    ...parameters.map(
      (each, k): StudyColumn => ({ heading: withUnit(each), kind: 'parameter', cell: ({ values }) => values[k] }),
    ),
    ...(hasSeeds ? [{ heading: 'seed', kind: 'number', cell: ({ seed }) => seed } satisfies StudyColumn] : []),
    ...results.map(
      (each, k): StudyColumn => ({
        heading: withUnit(each),
        kind: 'result',
        cell: ({ results: measured }) => measured[k] ?? undefined,
      }),
    ),
    { heading: 'state', kind: 'state', cell: ({ state }) => state },
  ];
}

/** Numbers before words; rows without a value last, in either direction. */
function compare(a: Cell, b: Cell, isDescending: boolean): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1;
  const sign = isDescending ? -1 : 1;
  if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  const [p, q] = [STATES.indexOf(String(a)), STATES.indexOf(String(b))];
  return sign * (p >= 0 && q >= 0 ? p - q : String(a).localeCompare(String(b)));
}

/** Rows by a column; rows that are equal in it keep their order. */
export function sortedRows(
  rows: readonly StudyRow[],
  { cell }: Pick<StudyColumn, 'cell'>,
  isDescending: boolean,
): StudyRow[] {
  return [...rows].sort((a, b) => compare(cell(a), cell(b), isDescending));
}

/** The axis of a column: the place of a value from 0 to 1, and the ends as they are shown. */
export interface ColumnAxis {
  readonly heading: string;
  readonly place: (row: StudyRow) => number | undefined;
  readonly low: number | string;
  readonly high: number | string;
}

/** Undefined for a column with fewer than two different values. */
export function axisOf({ heading, cell }: StudyColumn, rows: readonly StudyRow[]): ColumnAxis | undefined {
  const cells = rows.map(cell).filter((each) => each !== undefined);
  const different = [...new Set(cells)];
  if (different.length < 2) return undefined;
  if (different.every((each) => typeof each === 'number')) {
    const low = different.reduce((least, each) => Math.min(least, each), Infinity);
    const high = different.reduce((most, each) => Math.max(most, each), -Infinity);
    const place = (row: StudyRow): number | undefined => {
      const value = cell(row);
      return value === undefined ? undefined : (Number(value) - low) / (high - low);
    };
    return { heading, place, low, high };
  }
  const last = different.length - 1;
  const place = (row: StudyRow): number | undefined => {
    const index = different.indexOf(cell(row) ?? '');
    return index < 0 ? undefined : index / last;
  };
  return { heading, place, low: different[0] ?? '', high: different[last] ?? '' };
}
