// SPDX-License-Identifier: MIT
/** Interface of what runs the cases of a study: processes on this machine, Slurm, or an executor of the user. */
import type { StudyCase } from '../plan/study-case.ts';
import type { CaseRecord } from '../plan/study-folder.ts';
import type { SlurmFields } from '../study-file/study-schema.ts';

/** What an executor is told about the cases, and what it tells the study. */
export interface ExecutorContext {
  /** Folder of the study. */
  readonly folder: string;
  /**
   * Command that runs cases in any process that sees the folder: its arguments are followed by `--cases` and ids. It
   * records the results, or why there are none, and goes on with a case that was begun before.
   */
  readonly command: readonly string[];
  /** Estimated memory of the largest case, bytes. */
  readonly memory: number;
  /** Estimated time of a case on one core, s; undefined if unknown. */
  readonly seconds: number | undefined;
  /** Fires when the study is to stop; cases that are running write a checkpoint. */
  readonly signal: AbortSignal;
  /** Options of the study file for Slurm. */
  readonly slurm: SlurmFields | undefined;
  /** To be called when a case begins, and when it may have a record. */
  onStart(id: string): void;
  onEnd(id: string): void;
  /** The record of a case that has ended. */
  record(id: string): CaseRecord | undefined;
  /** Records the result of a case without a run, or why it has none. */
  write(record: Omit<CaseRecord, 'measured'>): void;
  /** Something that the user should know. */
  note(message: string): void;
}

/** Runs cases; resolves when each has a record or cannot get one, or after `signal`. */
export interface Executor {
  /** In messages and in study.json. */
  readonly name: string;
  /** Whether the context is to have the estimated time of a case, which takes a second or two to measure. */
  readonly needsEstimate?: boolean;
  execute(cases: readonly StudyCase[], context: ExecutorContext): Promise<void>;
  /** Ends cases that go on without the controller, such as jobs of a cluster. */
  stop?(folder: string): Promise<void>;
}
