// SPDX-License-Identifier: MIT
/** `scree resume`: continues a run that was stopped, killed or finished. */
import { Command } from 'commander';
import { runOptions, runSession, type SessionOptions, withSessionOptions } from '../terminal/run-session.ts';

const DETAILS = `
Goes on from the newest good checkpoint; all files become those of a run that was never stopped, byte for byte.
With --until a finished run goes further.

Example: scree resume runs/balls --until 5s`;

async function resume(folder: string, options: SessionOptions): Promise<void> {
  const { resumeRun } = await import('../../runs/folder/run-on-disk.ts');
  await runSession(await resumeRun(folder, runOptions(options)), options);
}

export function resumeCommand(): Command {
  return withSessionOptions(new Command('resume').argument('<folder>', 'folder of the run'))
    .addHelpText('after', DETAILS)
    .action(resume);
}
