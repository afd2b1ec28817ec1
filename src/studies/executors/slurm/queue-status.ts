// SPDX-License-Identifier: MIT
/** Where the array jobs of a study stand: by Slurm, or by the files of their tasks where Slurm cannot be asked. */
import { RunError } from '../../../runs/run-error.ts';
import { type ArrayJob, ArrayJobFiles } from './array-job.ts';
import { type QueuedTask, queuedTasks } from './slurm-commands.ts';

export interface QueueStatus {
  readonly jobs: readonly {
    readonly job: string;
    readonly waiting: number;
    readonly running: number;
    /** Why tasks wait, in Slurm's words. */
    readonly reasons: readonly string[];
  }[];
  /** Cases that tasks compute, or seem to compute. */
  readonly cases: readonly string[];
  /** Why Slurm could not be asked. */
  readonly problem?: string;
}

async function askedQueue(
  jobs: readonly ArrayJob[],
): Promise<{ readonly tasks: readonly QueuedTask[] } | { readonly problem: string }> {
  try {
    return await queuedTasks(jobs.map(({ name }) => name));
  } catch (error) {
    if (error instanceof RunError) return { problem: error.message };
    throw error;
  }
}

/** Tasks as their state files tell. */
function tasksByFiles(files: ArrayJobFiles, jobs: readonly ArrayJob[]): QueuedTask[] {
  return jobs.flatMap(({ name, job = '', tasks }) =>
    tasks.flatMap((_, k): QueuedTask[] =>
      files.seemsToRun(name, k + 1) ? [{ name, job, task: k + 1, state: 'running', reason: '' }] : [],
    ),
  );
}

/** `isOver` tells whether a case has a record. */
export async function queueStatus(studyFolder: string, isOver: (id: string) => boolean): Promise<QueueStatus> {
  const files = new ArrayJobFiles(studyFolder);
  const jobs = files.open();
  const answer = await askedQueue(jobs);
  const tasks = 'tasks' in answer ? answer.tasks : tasksByFiles(files, jobs);
  const numbers = [...new Set(tasks.map(({ job }) => job))];
  return {
    jobs: numbers.map((job) => {
      const own = tasks.filter((each) => each.job === job);
      const waiting = own.filter(({ state }) => state === 'waiting');
      return {
        job,
        waiting: waiting.length,
        running: own.length - waiting.length,
        reasons: [...new Set(waiting.map(({ reason }) => reason))],
      };
    }),
    cases: tasks.flatMap(({ name, task, state }) => {
      const ids = jobs.find((each) => each.name === name)?.tasks[task - 1] ?? [];
      return state === 'running' ? ids.filter((id) => !isOver(id)).slice(0, 1) : [];
    }),
    ...('problem' in answer && { problem: answer.problem }),
  };
}
