// SPDX-License-Identifier: MIT
/** Stops a study from another process: its controller, which lets its runs write checkpoints. */
import { setTimeout } from 'node:timers/promises';
import { isRunFolderInUse, runFolderOwner } from '../runs/folder/run-lock.ts';
import { RunError } from '../runs/run-error.ts';
import { StudyFolder } from './plan/study-folder.ts';

const LOOK_MS = 200;
/** Longest time that a run may need for a checkpoint. */
const LONGEST_MS = 120_000;

/** Resolves when the controller has ended. Throws a RunError when it does not end. */
export async function stopStudy(folder: string): Promise<{ readonly wasRunning: boolean }> {
  new StudyFolder(folder).manifest();
  const owner = isRunFolderInUse(folder) ? runFolderOwner(folder) : undefined;
  if (owner === undefined) return { wasRunning: false };
  process.kill(owner, 'SIGTERM');
  for (let waited = 0; waited < LONGEST_MS; waited += LOOK_MS) {
    if (runFolderOwner(folder) !== owner) return { wasRunning: true };
    await setTimeout(LOOK_MS);
  }
  throw new RunError('not-stopped', `${folder}: process ${owner} has not ended after ${LONGEST_MS / 1000} s`, {
    owner,
  });
}
