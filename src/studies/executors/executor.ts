// SPDX-License-Identifier: MIT
/** Interface of what runs the cases of a study: processes on this machine, or an executor of the user. */
import type { StudyCase } from '../plan/study-case.ts';
import type { CaseRecord } from '../plan/study-folder.ts';

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
  /** Fires when the study is to stop; cases that are running write a checkpoint. */
  readonly signal: AbortSignal;
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
  execute(cases: readonly StudyCase[], context: ExecutorContext): Promise<void>;
}
