// SPDX-License-Identifier: MIT
/** `scree study work`: runs cases of a study in this process, for executors; it is not listed in the help. */
import { createInterface } from 'node:readline';
import { Command } from 'commander';
import { runOptions } from '../terminal/run-session.ts';
import { StopSignals } from '../terminal/stop-signals.ts';

interface WorkOptions {
  readonly cases?: readonly string[];
  readonly cores: number;
  readonly fromStdin?: true;
  readonly allowModules?: true;
}

interface Assignment {
  readonly id: string;
  readonly cores: number;
}

async function* assignments(options: WorkOptions, onEnd: () => void): AsyncGenerator<Assignment> {
  for (const id of options.cases ?? []) yield { id, cores: options.cores };
  if (!options.fromStdin) return;
  const lines = createInterface({ input: process.stdin });
  // A controller that was killed closes the pipe: the run writes a checkpoint and lets go of its folder.
  lines.on('close', onEnd);
  for await (const line of lines) yield JSON.parse(line) as Assignment;
}

async function work(folder: string, options: WorkOptions): Promise<void> {
  const { runCase } = await import('../../studies/cases/run-case.ts');
  const { StudyFolder } = await import('../../studies/plan/study-folder.ts');
  const signals = new StopSignals(() => performance.now());
  const { allowModules } = options;
  const { program, date, ...trust } = runOptions(allowModules === undefined ? {} : { allowModules });
  let isAlone = false;
  const isStopWanted = (): boolean => signals.received !== undefined || isAlone;
  const study = new StudyFolder(folder);
  try {
    const onEnd = (): void => {
      isAlone = true;
    };
    for await (const { id, cores } of assignments(options, onEnd)) {
      if (isStopWanted()) break;
      const record = await runCase(study, id, { cores, program, date, isStopWanted, ...trust });
      if (record === undefined) break;
      process.stdout.write(`${JSON.stringify({ id, state: record.state })}\n`);
    }
    if (signals.received !== undefined) process.exitCode = signals.exitCode;
  } finally {
    process.stdin.destroy();
    signals.end();
  }
}

export function studyWorkCommand(): Command {
  return new Command('work')
    .argument('<folder>', 'folder of the study')
    .description('runs cases of a study in this process')
    .option('--cases <ids...>', 'cases to run, one after the other')
    .option('--cores <n>', 'threads that a run may use', Number, 1)
    .option('--from-stdin', 'read further cases from the standard input, one JSON object a line')
    .option('--allow-modules', 'import the modules that the scenes name')
    .action(work);
}
