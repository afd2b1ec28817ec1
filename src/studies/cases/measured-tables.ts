// SPDX-License-Identifier: MIT
/** Tables that a run of a scene writes, with their columns: those over time, which results can be taken from. */
import type { OutputsSpec } from '../../scene/scene.ts';

/** Columns by the name of the table. */
export function columnsOfScene({ csv }: OutputsSpec): ReadonlyMap<string, readonly string[]> {
  return new Map(csv.map(({ name, quantities }) => [name, quantities.flatMap(({ columns }) => columns)]));
}

/** The table that has a column; undefined if none has it. */
export function tableWith(column: string, outputs: OutputsSpec): string | undefined {
  return [...columnsOfScene(outputs)].find(([, columns]) => columns.includes(column))?.[0];
}
