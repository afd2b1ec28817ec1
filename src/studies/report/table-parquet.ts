// SPDX-License-Identifier: MIT
/** The table of a study as a Parquet file, with typed columns. Needs the optional package hyparquet-writer. */
import { RunError } from '../../runs/run-error.ts';
import { type Cell, type StudyTable, tableCells } from './study-table.ts';

export type ParquetText = (table: StudyTable) => Uint8Array;

function columnOf(name: string, cells: readonly Cell[]) {
  if (cells.some((cell) => typeof cell === 'string')) {
    const data = cells.map((cell) => (cell === undefined ? null : String(cell)));
    return { name, data, type: 'STRING' as const, nullable: true };
  }
  // Seeds go up to 2^53 - 1.
  if (name === 'seed') {
    const data = cells.map((cell) => (cell === undefined ? null : BigInt(cell)));
    return { name, data, type: 'INT64' as const, nullable: true };
  }
  const data = cells.map((cell) => cell ?? null);
  return { name, data, type: name === 'point' ? ('INT32' as const) : ('DOUBLE' as const), nullable: true };
}

/** Loads the writer. Throws a RunError if the package is not installed. */
export async function loadParquet(): Promise<ParquetText> {
  try {
    const { parquetWriteBuffer } = await import('hyparquet-writer');
    return (table) => {
      const [names, ...rows] = tableCells(table);
      const columnData = names.map((name, k) =>
        columnOf(
          name,
          rows.map((row) => row[k]),
        ),
      );
      return new Uint8Array(parquetWriteBuffer({ columnData, createdBy: 'scree' }));
    };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
    throw new RunError(
      'no-parquet',
      'Parquet files are written by the package hyparquet-writer, which is not installed: npm i hyparquet-writer; ' +
        'table.csv has the same table and needs nothing more',
    );
  }
}
