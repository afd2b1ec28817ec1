// SPDX-License-Identifier: MIT
/** `scree resume`: continues a run that was stopped, killed or finished. */
import { Command } from 'commander';
import { readCount } from '../options/engine-option.ts';
import { runOptions, runSession, type SessionOptions, withSessionOptions } from '../terminal/run-session.ts';

const DETAILS = `
Goes on from the newest good checkpoint; all outputs become those of a run that was never stopped, byte for byte.
With --until a finished run goes further.

Example: scree resume runs/balls --until 5s`;

async function resume(folder: string, options: SessionOptions & { readonly ranks?: number }): Promise<void> {
  const { resumeRun } = await import('../../runs/folder/run-on-disk.ts');
  const { ranks } = options;
  const run = await resumeRun(folder, { ...runOptions(options), ...(ranks !== undefined && { ranks }) });
  await runSession(run, options);
}

export function resumeCommand(): Command {
  return withSessionOptions(
    new Command('resume')
      .argument('<folder>', 'folder of the run')
      .option('--ranks <n>', 'for a run in LAMMPS or LIGGGHTS: another number of processes', readCount),
  )
    .addHelpText('after', DETAILS)
    .action(resume);
}
