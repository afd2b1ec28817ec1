// SPDX-License-Identifier: MIT
/** Runs a study: plans its points, lets an executor run what has not been run, and writes tables and a report. */
import { resolve } from 'node:path';
import { lockRunFolder, unlockRunFolder } from '../runs/folder/run-lock.ts';
import { RunError } from '../runs/run-error.ts';
import type { ModuleTrust } from '../runs/scenes/module-trust.ts';
import { svgFile } from '../verification/report/svg-file.ts';
import { calibrateStudy } from './calibration/calibrate-study.ts';
import { type CalibrationResult, calibrationBlocks, calibrationResult } from './calibration/calibration-report.ts';
import type { Executor, ExecutorContext, NoteKind } from './executors/executor.ts';
import { executorFor } from './executors/executor-for.ts';
import { type ExecutorName, isExecutorName } from './executors/executor-names.ts';
import type { StudyCase } from './plan/study-case.ts';
import { type CaseCost, caseCost, largestMemory } from './plan/study-cost.ts';
import { type CaseRecord, measuredKey, StudyFolder, type StudyManifest, type StudyStop } from './plan/study-folder.ts';
import { allCases, manifestOf, openCases, planStudy, type StudyPlan, textHash } from './plan/study-plan.ts';
import { type EndedCase, endedCase, type StudyStatus, studyStatus } from './plan/study-status.ts';
import type { Point } from './points/study-points.ts';
import { programVersion, workCommand } from './program-version.ts';
import { type ReportedStudy, studyReport } from './report/study-report.ts';
import { summaryCsv } from './report/study-summary.ts';
import { type StudyTable, studyTable, tableCsv } from './report/study-table.ts';
import { unitsOf } from './report/study-units.ts';
import { type StudyWarnings, studyWarnings } from './report/study-warnings.ts';
import { loadParquet, type ParquetText } from './report/table-parquet.ts';
import { shellWord } from './shell-word.ts';
import { readStudyFile } from './study-file/read-study.ts';
import type { Study } from './study-file/study.ts';

/** Between two reports of progress. */
const PROGRESS_MS = 1000;

/** How a study is run. */
export interface StudyOptions extends ModuleTrust {
  /** Default: processes on all cores of this machine. `slurm` has the options of the key slurm of the study file. */
  readonly executor?: Executor | ExecutorName;
  /** Runs cases again that failed. */
  readonly retry?: boolean;
  /** Stops the study; running cases write a checkpoint. */
  readonly signal?: AbortSignal;
  /** Called about every second, and at the end. */
  readonly onProgress?: (status: StudyStatus) => void;
  /** Called when a case has ended. */
  readonly onCase?: (ended: EndedCase) => void;
  /** Told what the user should know. */
  readonly onNote?: (message: string, kind: NoteKind) => void;
  /** Milliseconds between reports of progress. */
  readonly interval?: number;
  /** Writes the table as `table.parquet` too; needs the package hyparquet-writer. */
  readonly parquet?: boolean;
}

/** What a study has made when `runStudy` ends. */
export interface StudyOutcome {
  readonly folder: string;
  readonly isComplete: boolean;
  /** Whether runs go on without this process: the next call takes their results. */
  readonly isLeft: boolean;
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
  readonly #costs = new Map<string, Promise<CaseCost>>();
  #points: Point[] = [];
  #isLeft = false;

  constructor(plan: StudyPlan, folder: StudyFolder, options: StudyOptions, program: string) {
    this.plan = plan;
    this.folder = folder;
    this.#options = options;
    const { executor = 'local' } = options;
    this.#executor = typeof executor === 'string' ? executorFor(executor, plan.study) : executor;
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

  /** Whether it ends before its runs. */
  get isStopped(): boolean {
    return this.#signal.aborted || this.#isLeft;
  }

  get isLeft(): boolean {
    return this.#isLeft;
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
  writeReport(sections: ReportedStudy['sections'] = [], parquet?: ParquetText): string[] {
    const { table } = this;
    const { failed } = this.status();
    const { html, figures } = studyReport({
      manifest: this.#manifest,
      table,
      units: unitsOf(this.study),
      failed,
      stages: [...new Set(this.#manifest.cases.map(({ id }) => id))].map((id) => {
        return { id, endings: this.folder.stageEndings(id) };
      }),
      warnings: this.warnings(),
      sections,
    });
    const files = new Map<string, string | Uint8Array>([
      ['table.csv', tableCsv(table)],
      ...(parquet === undefined ? [] : [['table.parquet', parquet(table)] as const]),
      ['summary.csv', summaryCsv(table)],
      ...figures.map(({ name, svg }): [string, string] => [`plots/${name}.svg`, svgFile(svg)]),
      ['report.html', html],
    ]);
    for (const [name, content] of files) this.folder.write(name, content);
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

  #cost(scene: string): Promise<CaseCost> {
    const known = this.#costs.get(scene) ?? caseCost(this.plan.checked, scene, () => performance.now());
    this.#costs.set(scene, known);
    return known;
  }

  #context(): ExecutorContext {
    const { folder } = this;
    const { onCase, onNote, allowModules } = this.#options;
    const casesById = new Map(this.#manifest.cases.map((each) => [each.id, each]));
    const sceneOf = (id: string): string => casesById.get(id)?.scene ?? '';
    // A record of other results than the study asks for now is not one of this call.
    const record = (id: string): CaseRecord | undefined => {
      const found = folder.record(id);
      return found?.state === 'done' && found.measured !== this.#measured(sceneOf(id)) ? undefined : found;
    };
    return {
      folder: resolve(folder.path),
      command: workCommand(resolve(folder.path), allowModules === true),
      memory: largestMemory(this.plan.checked),
      signal: this.#signal,
      cost: (scene) => this.#cost(scene),
      onStart: (id) => this.#running.add(id),
      onEnd: (id) => {
        this.#running.delete(id);
        const found = record(id);
        if (found !== undefined) this.writeTable();
        const studyCase = casesById.get(id);
        if (studyCase !== undefined) onCase?.(endedCase(studyCase, this.#manifest, found));
      },
      record,
      progress: (id) => folder.progress(id),
      write: (given) => folder.writeRecord({ ...given, measured: this.#measured(sceneOf(given.id)) }),
      leave: () => {
        this.#isLeft = true;
      },
      note: (message, kind = 'warning') => onNote?.(message, kind),
    };
  }
}

/**
 * Runs the study of a file in a folder, which may have part of it already: no case is run twice. Writes `table.csv`,
 * `summary.csv`, plots and `report.html`.
 *
 * @throws SceneError if the study or a scene is wrong, before anything runs.
 *
 * @example
 * ```ts no-run
 * import { runStudy } from 'scree/study';
 *
 * const { isComplete, table } = await runStudy('friction.study.yaml', 'runs/friction');
 * console.log(isComplete, table);
 * ```
 */
export function runStudy(file: string, folder: string, options: StudyOptions = {}): Promise<StudyOutcome> {
  return runFrom(undefined, file, folder, options);
}

/** `before` is the manifest of a study that is resumed: its scenes must be the same. */
async function runFrom(
  before: StudyManifest | undefined,
  file: string,
  folder: string,
  options: StudyOptions,
): Promise<StudyOutcome> {
  const program = programVersion();
  const plan = planStudy(readStudyFile(file), program, options);
  if (before !== undefined) requireSameScenes(before, plan, folder);
  const parquet = options.parquet === true ? await loadParquet() : undefined;
  const target = new StudyFolder(folder);
  target.prepare(plan.study);
  lockRunFolder(folder);
  try {
    target.forgetStop();
    const session = new StudySession(plan, target, options, program);
    const { calibration } = plan.study;
    if (calibration === undefined) {
      target.remove('calibration.json');
      await session.runPoints(plan.points);
    }
    const answer = calibration && (await calibrateStudy(session, calibration));
    const { signal } = options;
    if (session.isStopped && !session.isLeft) target.writeStop(stopNote(signal?.reason));
    const status = session.status();
    const result = answer && calibrationResult(plan.study, answer);
    if (result !== undefined) target.write('calibration.json', `${JSON.stringify(result, undefined, 1)}\n`);
    const sections = answer && [
      { title: 'Calibration', blocks: calibrationBlocks(plan.study, answer, unitsOf(plan.study)) },
    ];
    // An old one would not agree with the table.
    if (parquet === undefined) target.remove('table.parquet');
    const files = session.writeReport(sections, parquet);
    const warnings = session.warnings();
    return {
      folder,
      isComplete: status.done + status.failed.length === status.runs && !session.isStopped,
      isLeft: session.isLeft,
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

function stopNote(reason: unknown): StudyStop {
  return { date: new Date().toISOString(), ...(typeof reason === 'string' && { by: reason }) };
}

/**
 * Goes on with the study in a folder, by the executor that it had unless another is given.
 *
 * @throws RunError when the study file or a file of a scene has changed since.
 *
 * @example
 * ```ts no-run
 * import { resumeStudy } from 'scree/study';
 *
 * const { status } = await resumeStudy('runs/friction');
 * console.log(status);
 * ```
 */
export async function resumeStudy(folder: string, options: StudyOptions = {}): Promise<StudyOutcome> {
  const before = requireUnchanged(new StudyFolder(folder));
  const { file, executor } = before;
  return runFrom(before, file, folder, { ...(isExecutorName(executor) && { executor }), ...options });
}

function requireUnchanged(folder: StudyFolder): StudyManifest {
  const manifest = folder.manifest();
  const { file } = manifest;
  if (textHash(readStudyFile(file).text) === manifest.sha256) return manifest;
  throw new RunError(
    'study-altered',
    `${file}: was altered since the study began; ${studyCommand(file, folder.path)} goes on with the new one`,
    { file },
  );
}

/** The command that runs the study of a file in a folder. */
function studyCommand(file: string, folder: string): string {
  return `scree study ${shellWord(file)} --out ${shellWord(folder)}`;
}

function requireSameScenes({ file, scenes }: StudyManifest, { checked }: StudyPlan, folder: string): void {
  for (const [name, { path, hashes }] of Object.entries(scenes)) {
    const changed = Object.entries(checked.inputs.get(name) ?? {}).find(([key, hash]) => hashes[key] !== hash)?.[0];
    if (changed === undefined) continue;
    const what = changed === 'scene' ? '' : ` (${changed})`;
    throw new RunError(
      'scene-altered',
      `${path}${what}: was altered since the study began, so that its runs must be computed anew; ` +
        `${studyCommand(file, folder)} does that`,
      { path },
    );
  }
}
