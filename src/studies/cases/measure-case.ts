// SPDX-License-Identifier: MIT
/** Measures the results of a study in the folder of a finished run: from its tables, or from its trajectory. */
import { seriesTable } from '../../runs/analyse/analysis-table.ts';
import { RecordedRun } from '../../runs/analyse/recorded-run.ts';
import { readRunTable } from '../../runs/analyse/run-table.ts';
import { readManifest } from '../../runs/folder/read-manifest.ts';
import { readSceneCopy } from '../../runs/scenes/scene-on-disk.ts';
import { type MeasuredQuantity, measuredQuantity } from '../../scene/measured-quantity.ts';
import type { ResultSpec } from '../study-file/study.ts';
import { tableWith } from './measured-tables.ts';
import { type Sample, takenValue } from './time-series.ts';

export interface MeasuredResults {
  /** Null for a result without a value. */
  readonly values: Readonly<Record<string, number | null>>;
  /** Why results have no value. */
  readonly notes: readonly string[];
}

function numberOf(cell: string | undefined): number | undefined {
  const value = cell === undefined || cell === '' ? Number.NaN : Number(cell);
  return Number.isFinite(value) ? value : undefined;
}

/** Values of a column of a table in a run folder over time. */
function columnSamples(folder: string, table: string, column: string): Sample[] {
  const { headings, rows } = readRunTable(folder, table);
  const [time, value] = [headings.indexOf('time'), headings.indexOf(column)];
  return rows.map((row) => [Number(row[time]), numberOf(row[value])]);
}

/** Values over time of a quantity, and why it has none at some times. */
interface QuantitySeries {
  readonly samples: Sample[];
  readonly reason: string | undefined;
}

/** Quantities of the trajectory over time, in one pass. */
function trajectorySeries(folder: string, quantities: readonly MeasuredQuantity[]): QuantitySeries[] {
  if (quantities.length === 0) return [];
  const run = new RecordedRun(folder);
  try {
    const { rows, notes = [] } = seriesTable(run, quantities, run.scene.outputs.analysis);
    return quantities.map(({ columns }, k) => ({
      samples: rows.map((row): Sample => [row[0] ?? 0, row[2 + k]]),
      reason: notes.find((note) => note.startsWith(`${columns.join(', ')}: `)),
    }));
  } finally {
    run.close();
  }
}

export function measureCase(folder: string, results: readonly ResultSpec[]): MeasuredResults {
  const manifest = readManifest(folder);
  const { outputs } = readSceneCopy(folder, manifest);
  const fromTrajectory = results.flatMap((result) => {
    const measured = result.quantity === undefined ? undefined : measuredQuantity(result.quantity);
    return measured === undefined ? [] : [{ result, measured }];
  });
  const series = trajectorySeries(
    folder,
    fromTrajectory.map(({ measured }) => measured),
  );
  const values: Record<string, number | null> = {};
  const notes: string[] = [];
  for (const result of results) {
    const { name, column = '', table = tableWith(column, outputs) ?? '' } = result;
    const index = fromTrajectory.findIndex((each) => each.result === result);
    const samples = index < 0 ? columnSamples(folder, table, column) : (series[index]?.samples ?? []);
    const taken = takenValue(samples, result, manifest.timeStep);
    values[name] = 'value' in taken ? taken.value : null;
    if (!('problem' in taken)) continue;
    // A table has an empty cell without a reason; the trajectory, if there is one, gives it.
    const measured = index < 0 && outputs.trajectory !== undefined ? measuredQuantity(column) : undefined;
    const [again] = trajectorySeries(folder, measured === undefined ? [] : [measured]);
    const reason = (again ?? series[index])?.reason;
    notes.push(`${name}: ${taken.problem}${reason === undefined ? '' : `; ${reason}`}`);
  }
  return { values, notes };
}
