// SPDX-License-Identifier: MIT
/** Reads a CSV table of a run folder: headings and cells. The run may still be writing it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InvalidOptionError } from '../../errors.ts';

export interface RunTable {
  readonly headings: readonly string[];
  /** Cells as in the file; a cell without a value is empty. */
  readonly rows: readonly (readonly string[])[];
}

/** A cell: within quotes, where a quote is written twice, or without. */
const CELL = /(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g;

function cellsOf(line: string): string[] {
  return [...line.matchAll(CELL)].map(([, quoted, bare = '']) => quoted?.replaceAll('""', '"') ?? bare);
}

/** Names of the tables in a run folder, without `.csv`. */
function tableNames(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.csv'))
    .map((name) => name.slice(0, -'.csv'.length))
    .sort();
}

/**
 * The table of that name, with or without `.csv`. A last line without an end, which a run is writing, is left out.
 * Throws an InvalidOptionError that lists the tables there are.
 */
export function readRunTable(folder: string, name: string): RunTable {
  const wanted = name.endsWith('.csv') ? name.slice(0, -'.csv'.length) : name;
  const names = tableNames(folder);
  if (!names.includes(wanted)) {
    throw new InvalidOptionError(
      'bad-table',
      `--table: ${folder} has no table "${wanted}"; there are ` +
        `${names.join(', ') || 'none: add csv to the outputs of the scene'}`,
      { table: wanted },
    );
  }
  const lines = readFileSync(join(folder, `${wanted}.csv`), 'utf8').split('\n');
  const [headings = [], ...rows] = lines.slice(0, -1).map(cellsOf);
  return { headings, rows: rows.filter(({ length }) => length === headings.length) };
}
