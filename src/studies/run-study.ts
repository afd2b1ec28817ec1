// SPDX-License-Identifier: MIT
/** Runs a study: plans its points, lets an executor run what has not been run, and writes tables and a report. */
import { lockRunFolder, unlockRunFolder } from '../runs/folder/run-lock.ts';
import { RunError } from '../runs/run-error.ts';
import type { ModuleTrust } from '../runs/scenes/module-trust.ts';
import { svgFile } from '../verification/report/svg-file.ts';
import { calibrateStudy } from './calibration/calibrate-study.ts';
import { type CalibrationResult, calibrationBlocks, calibrationResult } from './calibration/calibration-report.ts';
import type { Executor, ExecutorContext } from './executors/executor.ts';
import { LocalExecutor } from './executors/local-executor.ts';
import type { StudyCase } from './plan/study-case.ts';
import { studySizes } from './plan/study-cost.ts';
import { measuredKey, StudyFolder, type StudyManifest } from './plan/study-folder.ts';
import { allCases, manifestOf, openCases, planStudy, type StudyPlan, textHash } from './plan/study-plan.ts';
import { type StudyStatus, studyStatus } from './plan/study-status.ts';
import type { Point } from './points/study-points.ts';
import { programPath, programVersion } from './program-version.ts';
import { type ReportedStudy, studyReport } from './report/study-report.ts';
import { summaryCsv } from './report/study-summary.ts';
import { type StudyTable, studyTable, tableCsv } from './report/study-table.ts';
import { unitsOf } from './report/study-units.ts';
import { type StudyWarnings, studyWarnings } from './report/study-warnings.ts';
import { readStudyFile } from './study-file/read-study.ts';
import type { Study } from './study-file/study.ts';

/** Between two reports of progress. */
const PROGRESS_MS = 1000;

export interface StudyOptions extends ModuleTrust {
  /** Default: processes on all cores of this machine. */
  readonly executor?: Executor;
  /** Runs cases again that failed. */
  readonly retry?: boolean;
  /** Stops the study; running cases write a checkpoint. */
  readonly signal?: AbortSignal;
  /** Called about every second, and at the end. */
  readonly onProgress?: (status: StudyStatus) => void;
  /** Called when a case has ended. */
  readonly onCase?: (id: string, state: string, notes: readonly string[]) => void;
  /** Told what the user should know. */
  readonly onNote?: (message: string) => void;
  /** Milliseconds between reports of progress. */
  readonly interval?: number;
}

export interface StudyOutcome {
  readonly folder: string;
  readonly isComplete: boolean;
  readonly status: StudyStatus;
  readonly table: StudyTable;
  /** Files for the user, by name in the folder. */
  readonly files: readonly string[];
  /** Of runs that warn. */
  readonly warnings?: StudyWarnings;
  /** Of a calibration that has an answer. */
  readonly calibration?: CalibrationResult;
}

/** What a study needs while it runs. */
export class StudySession {
  readonly folder: StudyFolder;
  readonly plan: StudyPlan;
  readonly #executor: Executor;
  readonly #options: StudyOptions;
  readonly #program: string;
  readonly #signal: AbortSignal;
  readonly #running = new Set<string>();
  #manifest: StudyManifest;
  #points: Point[] = [];

  constructor(plan: StudyPlan, folder: StudyFolder, options: StudyOptions, program: string) {
    this.plan = plan;
    this.folder = folder;
    this.#options = options;
    this.#executor = options.executor ?? new LocalExecutor();
    this.#signal = options.signal ?? new AbortController().signal;
    this.#program = program;
    this.#manifest = this.#plannedManifest();
  }

  get study(): Study {
    return this.plan.study;
  }

  get manifest(): StudyManifest {
    return this.#manifest;
  }

  get isStopped(): boolean {
    return this.#signal.aborted;
  }

  get table(): StudyTable {
    return studyTable(this.#manifest, (id) => this.folder.record(id));
  }

  status(): StudyStatus {
    return studyStatus(this.folder, this.#manifest, (id) => this.#running.has(id) || this.folder.isRunning(id));
  }

  warnings(): StudyWarnings | undefined {
    return studyWarnings(this.folder, this.#manifest);
  }

  #plannedManifest(): StudyManifest {
    const program = this.#program;
    const cases = allCases(this.study, this.#points, this.plan.checked, program);
    return manifestOf(this.plan, this.#points, cases, { program, executor: this.#executor.name });
  }

  /** Adds points to the study and runs what has not been run. */
  async runPoints(points: readonly Point[]): Promise<void> {
    this.#points = [...this.#points, ...points];
    this.#manifest = this.#plannedManifest();
    this.folder.writeManifest(this.#manifest);
    const open = openCases(this.#manifest.cases, this.folder, this.#manifest, this.#options.retry);
    for (const { id } of open) this.#clear(id);
    if (open.length > 0) await this.#execute(open);
    this.writeTable();
  }

  writeTable(): void {
    this.folder.write('table.csv', tableCsv(this.table));
  }

  /** Writes the table, the means, the pictures and the report; returns their names. */
  writeReport(sections: ReportedStudy['sections'] = []): string[] {
    const { table } = this;
    const { failed } = this.status();
    const { html, figures } = studyReport({
      manifest: this.#manifest,
      table,
      units: unitsOf(this.study),
      failed,
      warnings: this.warnings(),
      sections,
    });
    const files = new Map([
      ['table.csv', tableCsv(table)],
      ['summary.csv', summaryCsv(table)],
      ...figures.map(({ name, svg }): [string, string] => [`plots/${name}.svg`, svgFile(svg)]),
      ['report.html', html],
    ]);
    for (const [name, text] of files) this.folder.write(name, text);
    this.folder.removeOldPlots([...files.keys()]);
    return [...files.keys()];
  }

  /** Forgets that a case failed, so that it is run again. */
  #clear(id: string): void {
    const record = this.folder.record(id);
    if (record !== undefined && record.state !== 'done') this.folder.forget(id);
  }

  async #execute(open: readonly StudyCase[]): Promise<void> {
    const { onProgress, interval = PROGRESS_MS } = this.#options;
    const show = (): void => onProgress?.(this.status());
    const timer = setInterval(show, interval);
    try {
      await this.#executor.execute(open, this.#context());
    } finally {
      clearInterval(timer);
    }
    if (!this.isStopped) this.#noteLost(open);
    show();
  }

  /** An executor that leaves a case without a record has lost it. */
  #noteLost(open: readonly StudyCase[]): void {
    for (const { id, scene } of open) {
      if (this.folder.record(id) !== undefined) continue;
      const notes = [`the executor ${this.#executor.name} ended without a result`];
      this.folder.writeRecord({ id, state: 'lost', results: {}, notes, measured: this.#measured(scene) });
    }
  }

  #measured(scene: string): string {
    return measuredKey(this.study.results, scene);
  }

  #context(): ExecutorContext {
    const { folder } = this;
    const { onCase, onNote, allowModules } = this.#options;
    const sceneOf = new Map(this.#manifest.cases.map(({ id, scene }) => [id, scene]));
    return {
      folder: folder.path,
      command: [
        process.execPath,
        programPath(),
        'study',
        'work',
        folder.path,
        ...(allowModules === true ? ['--allow-modules'] : []),
      ],
      memory: studySizes(this.plan.checked.scenes).memory,
      signal: this.#signal,
      onStart: (id) => this.#running.add(id),
      onEnd: (id) => {
        this.#running.delete(id);
        const { state = 'open', notes = [] } = folder.record(id) ?? {};
        if (state !== 'open') this.writeTable();
        onCase?.(id, state, notes);
      },
      record: (id) => folder.record(id),
      write: (record) => folder.writeRecord({ ...record, measured: this.#measured(sceneOf.get(record.id) ?? '') }),
      note: (message) => onNote?.(message),
    };
  }
}

/**
 * Runs the study of a file in a folder, which may have part of it already: no case is run twice. Writes `table.csv`,
 * `summary.csv`, plots and `report.html`. Throws a SceneError if the study or a scene is wrong, before anything runs.
 */
export async function runStudy(file: string, folder: string, options: StudyOptions = {}): Promise<StudyOutcome> {
  const program = programVersion();
  const plan = planStudy(readStudyFile(file), program, options);
  const target = new StudyFolder(folder);
  target.prepare(plan.study);
  lockRunFolder(folder);
  try {
    const session = new StudySession(plan, target, options, program);
    const { calibration } = plan.study;
    if (calibration === undefined) {
      target.remove('calibration.json');
      await session.runPoints(plan.points);
    }
    const answer = calibration && (await calibrateStudy(session, calibration));
    const status = session.status();
    const result = answer && calibrationResult(plan.study, answer);
    if (result !== undefined) target.write('calibration.json', `${JSON.stringify(result, undefined, 1)}\n`);
    const sections = answer && [
      { title: 'Calibration', blocks: calibrationBlocks(plan.study, answer, unitsOf(plan.study)) },
    ];
    const files = session.writeReport(sections);
    const warnings = session.warnings();
    return {
      folder,
      isComplete: status.done + status.failed.length === status.runs && !session.isStopped,
      status,
      table: session.table,
      files: result === undefined ? files : [...files, 'calibration.json'],
      ...(warnings && { warnings }),
      ...(result && { calibration: result }),
    };
  } finally {
    unlockRunFolder(folder);
  }
}

/** Goes on with the study in a folder. Throws a RunError when the study file has changed since. */
export async function resumeStudy(folder: string, options: StudyOptions = {}): Promise<StudyOutcome> {
  const { file } = requireUnchanged(new StudyFolder(folder));
  return runStudy(file, folder, options);
}

function requireUnchanged(folder: StudyFolder): StudyManifest {
  const manifest = folder.manifest();
  const { file } = manifest;
  if (textHash(readStudyFile(file).text) === manifest.sha256) return manifest;
  throw new RunError(
    'study-altered',
    `${file}: was altered since the study began; scree study ${file} --out ${folder.path} goes on with the new one`,
    { file },
  );
}
