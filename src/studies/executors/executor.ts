// SPDX-License-Identifier: MIT
/** Interface of what runs the cases of a study: processes on this machine, Slurm, or an executor of the user. */
import type { RunTime } from '../../scene/check/run-time.ts';
import type { StudyCase } from '../plan/study-case.ts';
import type { CaseCost } from '../plan/study-cost.ts';
import type { CaseProgress, CaseRecord } from '../plan/study-folder.ts';

/**
 * Reason of `signal` when cases that are on their way may go on without the study, as those in a queue do.
 *
 * @example
 * ```ts no-run
 * import { LEAVE, runStudy } from 'scree/study';
 *
 * const stop = new AbortController();
 * process.on('SIGINT', () => stop.abort(LEAVE));
 * await runStudy('friction.study.yaml', 'runs/friction', { executor: 'slurm', signal: stop.signal });
 * ```
 */
export const LEAVE = 'leave';

/** Whether a message is a warning, or tells what happens. */
export type NoteKind = 'warning' | 'information';

/** What an executor is told about the cases, and what it tells the study. */
export interface ExecutorContext {
  /** Folder of the study, an absolute path. */
  readonly folder: string;
  /**
   * Command that runs cases in any process that sees the folder: its arguments are followed by `--cases`, ids, and
   * `--cores` with the threads that a run may use. It records the results, or why there are none, and goes on with a
   * case that was begun before. At SIGTERM it writes a checkpoint and ends.
   */
  readonly command: readonly string[];
  /** Estimated memory of the largest case, bytes. */
  readonly memory: number;
  /** Fires when the study is to stop; cases that are running write a checkpoint, unless its reason is LEAVE. */
  readonly signal: AbortSignal;
  /** Estimated cost of a case of a scene; tries the scene for about a second when it is asked first. */
  cost(scene: string): Promise<CaseCost>;
  /** To be called when a case begins, and when it may have a record. */
  onStart(id: string): void;
  onEnd(id: string): void;
  /** The record of a case that has ended. */
  record(id: string): CaseRecord | undefined;
  /** How far a case has come. */
  progress(id: string): CaseProgress | undefined;
  /** Records the result of a case without a run, or why it has none. */
  write(record: Omit<CaseRecord, 'measured'>): void;
  /** To be called before `execute` resolves if the cases go on without the study: another call takes their results. */
  leave(): void;
  /** Something that the user should know; a warning unless said otherwise. */
  note(message: string, kind?: NoteKind): void;
}

/** Runs of a scene that are planned. */
export interface PlannedRuns {
  readonly scene: string;
  readonly runs: number;
  readonly cost: CaseCost;
}

/** What an executor would make of planned runs. */
export interface Forecast {
  /** On the clock, without waiting in a queue, s; undefined if unknown. */
  readonly seconds: RunTime | undefined;
  /** Of all runs that are computed at a time, bytes. */
  readonly memory: number;
  /** Where: `on 2 cores of this machine`. */
  readonly where: string;
  /** Scripts that it would submit. */
  readonly scripts: readonly string[];
}

/** Runs cases; resolves when each has a record or cannot get one, or after `signal`. */
export interface Executor {
  /** In messages and in study.json. */
  readonly name: string;
  /**
   * Resolves when each case has a record or cannot get one, or after the signal of the context.
   *
   * @throws RunError, or the error of the system for a program that cannot start, if that keeps all cases from running.
   */
  execute(cases: readonly StudyCase[], context: ExecutorContext): Promise<void>;
  /** For `--dry-run`. */
  forecast?(planned: readonly PlannedRuns[], context: Pick<ExecutorContext, 'folder' | 'command'>): Forecast;
}

/** Memory of the program itself, bytes. */
export const PROGRAM_BYTES = 150 * 2 ** 20;

/** Computing time of planned runs on one core, s; undefined if that of one is unknown. */
export function computingTime(planned: readonly PlannedRuns[]): RunTime | undefined {
  let [least, most] = [0, 0];
  for (const { runs, cost } of planned) {
    if (runs === 0) continue;
    if (cost.seconds === undefined) return undefined;
    least += runs * cost.seconds.least;
    most += runs * cost.seconds.most;
  }
  return { least, most };
}
