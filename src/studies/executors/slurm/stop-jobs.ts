// SPDX-License-Identifier: MIT
/** Stops the array jobs of a study: waiting tasks leave the queue, running ones write checkpoints first. */
import { setTimeout } from 'node:timers/promises';
import { RunError } from '../../../runs/run-error.ts';
import { ArrayJobFiles } from './array-job.ts';
import { cancelJob, queuedTasks, stopJob } from './slurm-commands.ts';

const LOOK_MS = 1000;
/** Tasks that have no checkpoint after this time are cancelled, ms. */
const LONGEST_MS = 120_000;

/** Resolves when no task is left; false if there was none. Throws a RunError when Slurm does not answer. */
export async function stopArrayJobs(studyFolder: string): Promise<boolean> {
  const files = new ArrayJobFiles(studyFolder);
  const jobs = files.open();
  if (jobs.length === 0) return false;
  let wasRunning = false;
  for (let waited = 0; ; waited += LOOK_MS) {
    const answer = await queuedTasks(jobs.map(({ name }) => name));
    if ('tasks' in answer) {
      if (answer.tasks.length === 0) break;
      wasRunning = true;
      const numbers = new Set(answer.tasks.map(({ job }) => job));
      for (const job of numbers) await (waited < LONGEST_MS ? stopJob(job) : cancelJob(job));
    } else if (waited >= LONGEST_MS) {
      const words = `its jobs may be queued still; scree study stop ${studyFolder} tries again`;
      throw new RunError('no-answer', `${studyFolder}: Slurm does not answer: ${answer.problem}; ${words}`);
    }
    await setTimeout(LOOK_MS);
  }
  for (const job of jobs) files.close(job);
  return wasRunning;
}
