// SPDX-License-Identifier: MIT
/** The folder of a study for the studio: its rows with their states, its plots, and its runs by their ids. */
import { lstatSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { StudyFolder } from '../studies/plan/study-folder.ts';
import { type StudyRow, studyTable } from '../studies/report/study-table.ts';
import { fileInFolder, ServedRun } from './served-run.ts';

interface ServedColumn {
  readonly name: string;
  /** Empty without one. */
  readonly unit: string;
}

interface ServedRow extends Omit<StudyRow, 'state' | 'runs' | 'results'> {
  readonly state: StudyRow['state'] | 'running';
  /** Null without a value. */
  readonly results: readonly (number | null)[];
  /** Of the time of its runs, 0 to 1. */
  readonly progress: number;
  /** In the order of the scenes. */
  readonly runs: readonly { readonly id: string; readonly scene: string; readonly isOpenable: boolean }[];
  /** Why it has no results. */
  readonly notes: readonly string[];
}

/** What `/api/study` says. */
export interface StudyDescription {
  readonly folder: string;
  readonly title: string;
  readonly scenes: readonly string[];
  readonly parameters: readonly ServedColumn[];
  readonly results: readonly ServedColumn[];
  readonly rows: readonly ServedRow[];
  /** Names of pictures, served at `plots/NAME`. */
  readonly plots: readonly string[];
}

const PLOTS = 'plots';

export class ServedStudy {
  readonly folder: string;
  readonly #study: StudyFolder;
  readonly #runs = new Map<string, ServedRun>();

  /** Throws a RunError when the folder holds no study. */
  constructor(folder: string) {
    this.folder = resolve(folder);
    this.#study = new StudyFolder(this.folder);
    this.#study.manifest();
  }

  describe(): StudyDescription {
    const manifest = this.#study.manifest();
    const { parameters, results, scenes, rows } = studyTable(manifest, (id) => this.#study.record(id));
    const units = manifest.units;
    const columns = (names: readonly string[], of: readonly string[] = []): ServedColumn[] =>
      names.map((name, k) => ({ name, unit: of[k] ?? '' }));
    return {
      folder: basename(this.folder),
      title: manifest.title,
      scenes,
      parameters: columns(parameters, units?.parameters),
      results: columns(results, units?.results),
      rows: rows.map((row) => this.#row(row, scenes)),
      plots: this.plots(),
    };
  }

  /** The run of a case; undefined when the study has none of this id, or it has not begun. */
  run(id: string): ServedRun | undefined {
    const known = this.#runs.get(id);
    if (known !== undefined) return known;
    if (!this.#study.manifest().cases.some((each) => each.id === id) || !this.#isOpenable(id)) return undefined;
    const run = new ServedRun(this.#study.runFolder(id));
    this.#runs.set(id, run);
    return run;
  }

  /** Real path of a page in the folder of the study. */
  report(name: string): string | undefined {
    return this.reports().includes(name) ? fileInFolder(this.folder, name) : undefined;
  }

  reports(): string[] {
    return this.#names(this.folder, '.html');
  }

  plot(name: string): string | undefined {
    return this.plots().includes(name) ? fileInFolder(join(this.folder, PLOTS), name) : undefined;
  }

  plots(): string[] {
    return this.#names(join(this.folder, PLOTS), '.svg');
  }

  #row({ runs, state, results, ...row }: StudyRow, scenes: readonly string[]): ServedRow {
    const shares = runs.map((id) => this.#share(id));
    const isRunning = state === 'open' && runs.some((id) => this.#study.isRunning(id));
    return {
      ...row,
      state: isRunning ? 'running' : state,
      results: results.map((value) => value ?? null),
      progress: shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length),
      runs: runs.map((id, k) => ({ id, scene: scenes[k] ?? '', isOpenable: this.#isOpenable(id) })),
      notes: state === 'failed' ? runs.flatMap((id) => this.#study.record(id)?.notes ?? []) : [],
    };
  }

  #share(id: string): number {
    if (this.#study.record(id) !== undefined) return 1;
    const { time = 0, until = 0 } = this.#study.progress(id) ?? {};
    return until > 0 ? Math.min(1, time / until) : 0;
  }

  #isOpenable(id: string): boolean {
    return fileInFolder(this.#study.runFolder(id), 'manifest.json') !== undefined;
  }

  #names(folder: string, extension: string): string[] {
    if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
    return readdirSync(folder)
      .filter((name) => name.endsWith(extension) && fileInFolder(folder, name) !== undefined)
      .sort();
  }
}
