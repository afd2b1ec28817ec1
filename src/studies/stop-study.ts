// SPDX-License-Identifier: MIT
/** Stops a study from another process: its controller, or its jobs in Slurm. Runs write checkpoints. */
import { setTimeout } from 'node:timers/promises';
import { isRunFolderInUse, runFolderOwner } from '../runs/folder/run-lock.ts';
import { RunError } from '../runs/run-error.ts';
import { stopArrayJobs } from './executors/slurm/stop-jobs.ts';
import { StudyFolder } from './plan/study-folder.ts';

const LOOK_MS = 200;
/** Longest time that runs may need for their checkpoints. */
const LONGEST_MS = 180_000;

/**
 * Stops the study in a folder; resolves when the controller and all jobs have ended.
 *
 * @throws RunError when processes of the study do not end.
 *
 * @example
 * ```ts no-run
 * import { stopStudy } from 'scree/study';
 *
 * const { wasRunning } = await stopStudy('runs/friction');
 * console.log(wasRunning);
 * ```
 */
export async function stopStudy(folder: string): Promise<{ readonly wasRunning: boolean }> {
  const study = new StudyFolder(folder);
  study.manifest();
  const owner = isRunFolderInUse(folder) ? runFolderOwner(folder) : undefined;
  if (owner !== undefined) {
    process.kill(owner, 'SIGTERM');
    await ended(folder, owner);
  }
  // Jobs outlive a controller that was killed, or that left them to Slurm.
  const hadJobs = await stopArrayJobs(folder);
  if (hadJobs && owner === undefined) study.writeStop({ date: new Date().toISOString(), by: 'SIGTERM' });
  return { wasRunning: owner !== undefined || hadJobs };
}

async function ended(folder: string, owner: number): Promise<void> {
  for (let waited = 0; waited < LONGEST_MS; waited += LOOK_MS) {
    if (!isRunFolderInUse(folder) || runFolderOwner(folder) !== owner) return;
    await setTimeout(LOOK_MS);
  }
  throw new RunError('not-stopped', `${folder}: process ${owner} has not ended after ${LONGEST_MS / 1000} s`, {
    owner,
  });
}
