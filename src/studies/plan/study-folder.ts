// SPDX-License-Identifier: MIT
/**
 * The folder of a study: study.json is the plan, `runs/ID` the run of each case, `cases/ID.json` its results. Every
 * file is written as a whole, so that a study goes on after any kill.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { makeFolder } from '../../io/make-folder.ts';
import { sha256 } from '../../runs/files/sha256.ts';
import { writeWhole } from '../../runs/files/write-whole.ts';
import { LOG_NAME } from '../../runs/folder/run-files.ts';
import { isLockFile, isRunFolderInUse } from '../../runs/folder/run-lock.ts';
import { atPath, RunError } from '../../runs/run-error.ts';
import type { StudyUnits } from '../report/study-figures.ts';
import { shellWord } from '../shell-word.ts';
import type { ResultSpec } from '../study-file/study.ts';
import type { InputHashes } from './check-scenes.ts';
import type { StudyCase } from './study-case.ts';

const MANIFEST = 'study.json';
const STOPPED = 'stopped.json';
const PLOTS = 'plots';
/** Of the pictures that a study draws. */
const PLOT_NAME = /-(over-.*|map|effect-of-.*)\.svg$/;
const FORMAT = 'scree study';
const FORMAT_VERSION = 1;

export interface StudyManifest {
  readonly format: typeof FORMAT;
  readonly formatVersion: number;
  /** Version of the program. */
  readonly program: string;
  readonly title: string;
  /** Path of the study file. */
  readonly file: string;
  /** Hash of its text. */
  readonly sha256: string;
  readonly executor: string;
  readonly parameters: readonly string[];
  /** Of parameters and results, as in plots; missing in folders of older versions. */
  readonly units?: StudyUnits;
  readonly scenes: Readonly<Record<string, { readonly path: string; readonly hashes: InputHashes }>>;
  readonly results: readonly ResultSpec[];
  /** Values of the parameters, in SI units. */
  readonly points: readonly (readonly (number | string)[])[];
  readonly cases: readonly StudyCase[];
}

export const STUDY_FORMAT = { format: FORMAT, formatVersion: FORMAT_VERSION } as const;

/** What is known of a case that has ended. */
export interface CaseRecord {
  readonly id: string;
  /** `failed`: it would fail again; `lost`: the process or the machine failed, and the next call tries it again. */
  readonly state: 'done' | 'failed' | 'lost';
  readonly results: Readonly<Record<string, number | null>>;
  /** Why it has no result, or why some have no value. */
  readonly notes: readonly string[];
  /** Hash of what was measured: other results are measured again, without a run. */
  readonly measured: string;
  /** Of the last state of the run. */
  readonly stateHash?: string;
  /** On the clock. */
  readonly seconds?: number;
}

/** The end of a stage of a run. */
export interface StageEnding {
  readonly stage: string;
  /** `step 2500, time 0.05 s` */
  readonly at: string;
  /** Its duration, or the condition with its value. */
  readonly reason: string;
}

/** How far a run of a study is. */
export interface CaseProgress {
  /** Simulated time, s. */
  readonly time: number;
  readonly until: number;
  /** Estimated, s. */
  readonly timeLeft?: number | undefined;
}

/** That a study was stopped by its user. */
export interface StudyStop {
  readonly date: string;
  /** The signal, or why; undefined if it is not known. */
  readonly by?: string;
}

/** Hash of the results that a case of a scene has. */
export function measuredKey(results: readonly ResultSpec[], scene: string): string {
  const own = results.filter((result) => result.scene === scene);
  return sha256(new TextEncoder().encode(JSON.stringify(own))).slice(0, 16);
}

export function holdsStudy(folder: string): boolean {
  return existsSync(join(folder, MANIFEST));
}

export class StudyFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** Throws a RunError when there are other files in the folder, or another study. */
  prepare(study: Pick<StudyManifest, 'title' | 'file'>): void {
    atPath(this.path, () => makeFolder(this.path));
    this.requireFor(study);
  }

  /** Throws a RunError when the folder is there and has other files, or another study. */
  requireFor(study: Pick<StudyManifest, 'title' | 'file'>): void {
    const { path } = this;
    if (holdsStudy(path)) this.requireSame(study);
    else if (existsSync(path) && !atPath(path, () => readdirSync(path)).every(isLockFile)) {
      throw new RunError('not-empty', `${path}: is not empty and holds no study; choose another folder`);
    }
  }

  /** A study file may be edited or moved: it has its path or its title still. Throws a RunError for another study. */
  requireSame({ title, file }: Pick<StudyManifest, 'title' | 'file'>): void {
    const held = this.manifest();
    if (held.file === resolve(file) || held.title === title) return;
    throw new RunError(
      'other-study',
      `${this.path}: holds the study "${held.title}" of ${held.file}, not "${title}" of ${file}; choose another folder`,
      { path: this.path },
    );
  }

  /** Removes the plots of results and parameters that the study no longer has; `files` are those it has. */
  removeOldPlots(files: readonly string[]): void {
    const folder = join(this.path, PLOTS);
    if (!existsSync(folder)) return;
    for (const name of readdirSync(folder)) {
      if (PLOT_NAME.test(name) && !files.includes(`${PLOTS}/${name}`)) rmSync(join(folder, name), { force: true });
    }
  }

  remove(name: string): void {
    rmSync(join(this.path, name), { force: true });
  }

  runFolder(id: string): string {
    return join(this.path, 'runs', id);
  }

  write(name: string, content: string | Uint8Array, { sync = true } = {}): void {
    const path = join(this.path, name);
    atPath(path, () => {
      makeFolder(dirname(path));
      writeWhole(path, typeof content === 'string' ? new TextEncoder().encode(content) : content, { sync });
    });
  }

  /** Throws a RunError when the folder holds no study. */
  manifest(): StudyManifest {
    const path = join(this.path, MANIFEST);
    if (!holdsStudy(this.path)) {
      throw new RunError(
        'no-study',
        `${this.path}: holds no study, there is no ${MANIFEST}; scree study STUDY --out ${shellWord(this.path)} starts one`,
      );
    }
    const read = this.#json<StudyManifest>(MANIFEST);
    if (read?.format !== FORMAT) throw new RunError('bad-manifest', `${path}: not the manifest of a study`, { path });
    if (read.formatVersion !== FORMAT_VERSION) {
      const words = `version ${read.formatVersion} of the format; this program reads version ${FORMAT_VERSION}`;
      throw new RunError('bad-manifest', `${path}: ${words}`, { path });
    }
    return read;
  }

  writeManifest(manifest: StudyManifest): void {
    this.write(MANIFEST, `${JSON.stringify(manifest, undefined, 1)}\n`);
  }

  /** Undefined unless the user stopped the study, and nobody went on with it. */
  stop(): StudyStop | undefined {
    return this.#json<StudyStop>(STOPPED);
  }

  writeStop(stop: StudyStop): void {
    this.write(STOPPED, `${JSON.stringify(stop)}\n`);
  }

  forgetStop(): void {
    this.remove(STOPPED);
  }

  /** Undefined for a case that has not ended. */
  record(id: string): CaseRecord | undefined {
    return this.#json<CaseRecord>(join('cases', `${id}.json`));
  }

  writeRecord(record: CaseRecord): void {
    this.write(join('cases', `${record.id}.json`), `${JSON.stringify(record)}\n`);
  }

  /** Removes the record of a case, so that it is run again. */
  forget(id: string): void {
    rmSync(join(this.path, 'cases', `${id}.json`), { force: true });
  }

  progress(id: string): CaseProgress | undefined {
    return this.#json<CaseProgress>(join('cases', `${id}.progress`));
  }

  writeProgress(id: string, progress: CaseProgress): void {
    this.write(join('cases', `${id}.progress`), `${JSON.stringify(progress)}\n`, { sync: false });
  }

  /** Different warnings in the log of a run; none if it has no log here. */
  warnings(id: string): string[] {
    return [...new Set(this.#logLines(id).flatMap((line) => /^\S+ warning: (.+)$/.exec(line)?.[1] ?? []))];
  }

  /** How each stage of a run ended, from its log: after a crash a stage may have ended twice, in the same way. */
  stageEndings(id: string): StageEnding[] {
    const endings = this.#logLines(id).flatMap((line) => {
      const [, stage, at, reason] = /^\S+ stage (.+?) ended at (step \d+, time .+? s): (.+)$/.exec(line) ?? [];
      return stage === undefined || at === undefined || reason === undefined ? [] : [{ stage, at, reason }];
    });
    return [...new Map(endings.map((ending) => [ending.stage, ending])).values()];
  }

  /** None if the run has no log here. */
  #logLines(id: string): string[] {
    const path = join(this.runFolder(id), LOG_NAME);
    return existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  }

  /** Whether a process on this machine works on the case. */
  isRunning(id: string): boolean {
    return isRunFolderInUse(this.runFolder(id));
  }

  /** Undefined for a file that does not exist or is not complete. */
  #json<Content>(name: string): Content | undefined {
    try {
      return JSON.parse(readFileSync(join(this.path, name), 'utf8')) as Content;
    } catch (error) {
      if (error instanceof SyntaxError || (error instanceof Error && 'code' in error && error.code === 'ENOENT')) {
        return undefined;
      }
      throw error;
    }
  }
}
