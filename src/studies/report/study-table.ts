// SPDX-License-Identifier: MIT
/** The table of a study: a row for each point and seed, with parameters, results and state. */
import { quoted } from '../../runs/outputs/csv-output.ts';
import type { CaseRecord, StudyManifest } from '../plan/study-folder.ts';

/** Parameters and results of one point and seed, in SI units. */
export interface StudyRow {
  /** Number of the point, from 1. */
  readonly point: number;
  readonly seed: number | undefined;
  /** Ids of the runs, one for each scene. */
  readonly runs: readonly string[];
  /** In the order of the parameters. */
  readonly values: readonly (number | string)[];
  /** In the order of the results. */
  readonly results: readonly (number | undefined)[];
  readonly state: 'done' | 'failed' | 'open';
}

/** The table of a study: names of its columns, and its rows. */
export interface StudyTable {
  readonly scenes: readonly string[];
  readonly parameters: readonly string[];
  readonly results: readonly string[];
  readonly rows: readonly StudyRow[];
}

/** The row of the cases of one point and seed. */
function rowOf(
  cases: StudyManifest['cases'],
  { points, results }: StudyManifest,
  record: (id: string) => CaseRecord | undefined,
): StudyRow {
  const [{ point = 0, seed } = {}] = cases;
  const records = new Map(cases.map(({ id, scene }) => [scene, record(id)]));
  const all = [...records.values()];
  return {
    point: point + 1,
    seed,
    runs: cases.map(({ id }) => id),
    values: points[point] ?? [],
    results: results.map(({ name, scene }) => records.get(scene)?.results[name] ?? undefined),
    state: all.every((each) => each?.state === 'done')
      ? 'done'
      : all.some((each) => each !== undefined && each.state !== 'done')
        ? 'failed'
        : 'open',
  };
}

export function studyTable(manifest: StudyManifest, record: (id: string) => CaseRecord | undefined): StudyTable {
  const groups = new Map<string, StudyManifest['cases'][number][]>();
  for (const each of manifest.cases) {
    const key = `${each.point} ${each.seed}`;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return {
    scenes: Object.keys(manifest.scenes),
    parameters: manifest.parameters,
    results: manifest.results.map(({ name }) => name),
    rows: [...groups.values()].map((cases) => rowOf(cases, manifest, record)),
  };
}

/** Cells of a CSV file, in lines. */
export function csvText(rows: readonly (readonly Cell[])[]): string {
  return rows
    .map((row) => `${row.map((cell) => (cell === undefined ? '' : quoted(String(cell)))).join(',')}\n`)
    .join('');
}

export type Cell = string | number | undefined;

/** The names of the columns, then the cells, row by row. */
export function tableCells({ scenes, parameters, results, rows }: StudyTable): [string[], ...Cell[][]] {
  const runs = scenes.length > 1 ? scenes.map((scene) => `run.${scene}`) : ['run'];
  return [
    ['point', ...parameters, 'seed', ...results, 'state', ...runs],
    ...rows.map(({ point, values, seed, results: measured, state, runs: ids }): Cell[] => {
      return [point, ...values, seed, ...measured, state, ...ids];
    }),
  ];
}

/** Numbers have all digits of float64. */
export function tableCsv(table: StudyTable): string {
  return csvText(tableCells(table));
}
