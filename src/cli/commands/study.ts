// SPDX-License-Identifier: MIT
/** `scree study`: runs a scene with many values of its parameters; status, stop and resume of a study. */
import { Command, Option } from 'commander';
import { calibrationText } from '../../studies/calibration/calibration-report.ts';
import { EXECUTOR_NAMES, type ExecutorName } from '../../studies/executors/executor-names.ts';
import type { StudyStatus } from '../../studies/plan/study-status.ts';
import { warningsText } from '../../studies/report/study-warnings.ts';
import type { StudyOptions, StudyOutcome } from '../../studies/run-study.ts';
import { shellWord } from '../../studies/shell-word.ts';
import { readCount } from '../options/engine-option.ts';
import { EXIT_NUMERICAL } from '../terminal/exit-code.ts';
import { moduleTrust } from '../terminal/run-session.ts';
import { type PrintOptions, SessionOutput } from '../terminal/session-output.ts';
import { StopSignals } from '../terminal/stop-signals.ts';
import { stateText, statusLine, statusText } from '../terminal/study-text.ts';
import { TextOutput } from '../terminal/text-output.ts';
import { studyWorkCommand } from './study-work.ts';

const DETAILS = `
The folder gets table.csv (one line a run), summary.csv (mean and confidence interval over seeds), plots/, report.html,
study.json and runs/. A run is identified by its scene, parameters and the version of Scree: none is run twice, and the
same command goes on with what the folder lacks. Runs that fail are named, and the others go on.
Ctrl-C writes checkpoints; scree study resume FOLDER goes on from there, after any kill too, to the same table.
With --executor slurm the runs are array jobs of Slurm, which outlive this program; the key slurm of the study file has
partition, account, limits and further lines for sbatch.
Exit codes: 1 study or scene cannot be used, 3 some runs failed, 129, 130 and 143 stopped by a signal.

Examples:
  scree study examples/studies/friction.yaml --out runs/friction
  scree study examples/studies/friction.yaml --dry-run
  scree study status runs/friction`;

interface RunningOptions extends PrintOptions {
  readonly executor?: ExecutorName;
  readonly detach?: true;
  readonly cores?: number;
  readonly retry?: true;
  readonly parquet?: true;
  readonly allowModules?: true;
}

function withRunningOptions(command: Command): Command {
  return command
    .addOption(new Option('--executor <name>', 'what runs the cases: this machine, or Slurm').choices(EXECUTOR_NAMES))
    .option('--detach', 'with slurm: end as soon as the runs are queued')
    .option(
      '--cores <n>',
      'with local: cores that all runs together may use; all of this machine unless given',
      readCount,
    )
    .option('--retry', 'run those again that failed')
    .option('--parquet', 'write the table as table.parquet too; needs the package hyparquet-writer')
    .option('--allow-modules', 'import the modules that the scenes name: programs that run with your rights')
    .option('--quiet', 'print nothing but errors')
    .option(
      '--json',
      'print one JSON object a line: started, progress, run, note, warning, finished, detached, interrupted or failed',
    );
}

async function dryRun(file: string, options: RunningOptions & { readonly out?: string }): Promise<void> {
  const { dryRunOf, dryRunText } = await import('../../studies/plan/dry-run.ts');
  const now = (): number => performance.now();
  const { executor = 'local', cores } = options;
  const chosen = { executor, ...(cores !== undefined && { cores }) };
  const planned = await dryRunOf(file, options.out, { ...chosen, now, ...moduleTrust(options) });
  await new TextOutput(process.stdout).write(options.json ? `${JSON.stringify(planned)}\n` : dryRunText(planned));
}

/** Options that the executor has no use for are refused. */
function requireFitting(executor: ExecutorName, { cores, detach }: RunningOptions, command: Command): void {
  if (executor === 'slurm' && cores !== undefined) {
    command.error('error: --cores is for --executor local; the key slurm of the study file has cpus', { exitCode: 2 });
  }
  if (executor !== 'slurm' && detach) command.error('error: --detach is for --executor slurm', { exitCode: 2 });
}

/** Runs a study with signals, progress and the final message. */
async function session(
  options: RunningOptions & { readonly executor: ExecutorName },
  { file, folder }: { readonly file: string; readonly folder: string },
  run: (options: StudyOptions) => Promise<StudyOutcome>,
): Promise<void> {
  const output = new SessionOutput(options);
  const controller = new AbortController();
  const { executorFor } = await import('../../studies/executors/executor-for.ts');
  const { LEAVE } = await import('../../studies/executors/executor.ts');
  const { readStudyFile } = await import('../../studies/study-file/read-study.ts');
  const { executor: name, cores, detach } = options;
  const executor = executorFor(name, readStudyFile(file), {
    ...(cores !== undefined && { cores }),
    ...(detach && { detach }),
  });
  const signals = new StopSignals(
    () => performance.now(),
    // Jobs in a queue need no terminal.
    (signal) => controller.abort(name === 'slurm' && signal === 'SIGHUP' ? LEAVE : signal),
  );
  let isStarted = false;
  /** A study that cannot be used does not start: its only event is `failed`. */
  const begin = (): void => {
    if (!isStarted) output.event('started', { folder });
    isStarted = true;
  };
  let shown = '';
  const show = (status: StudyStatus): void => {
    begin();
    const { running, failed, ...counts } = status;
    output.event('progress', { ...counts, failed: failed.length, running });
    const line = statusLine(status);
    if (line !== shown) output.progress(line);
    shown = line;
  };
  try {
    const outcome = await run({
      executor,
      retry: options.retry === true,
      parquet: options.parquet === true,
      signal: controller.signal,
      interval: output.interval,
      onProgress: show,
      onCase: (ended) => {
        begin();
        const { id, state, notes } = ended;
        output.event('run', { ...ended });
        if (state !== 'done' && state !== 'open') output.warn(`run ${id}: ${notes.join('; ')}`);
      },
      onNote: (message, kind) => {
        begin();
        if (kind === 'warning') output.warn(message);
        else output.inform(message);
      },
      ...moduleTrust(options),
    });
    begin();
    const { status, isComplete, files } = outcome;
    if (outcome.isLeft) {
      output.event('detached', { folder, done: status.done, runs: status.runs });
      const open = status.runs - status.done - status.failed.length;
      output.say(
        `${open} of ${status.runs} runs are with Slurm; scree study status ${shellWord(folder)} tells how far they are, ` +
          `scree study resume ${shellWord(folder)} waits for them and writes the table`,
      );
      if (signals.received !== undefined) process.exitCode = signals.exitCode;
      return;
    }
    if (!isComplete && signals.received !== undefined) {
      output.event('interrupted', { folder, signal: signals.received, done: status.done, runs: status.runs });
      output.note(
        `stopped with ${status.done} of ${status.runs} runs; scree study resume ${shellWord(folder)} goes on from there`,
      );
      process.exitCode = signals.exitCode;
      return;
    }
    const { running, failed, ...counts } = status;
    const { calibration, warnings } = outcome;
    if (warnings !== undefined) output.warn(warningsText(warnings));
    output.event('finished', {
      folder,
      ...counts,
      failed: failed.map(({ id, notes }) => ({ id, notes })),
      files,
      ...(warnings && { warnings }),
      ...(calibration && { calibration }),
    });
    output.say(statusText(status, folder, files));
    if (calibration !== undefined) output.say(calibrationText(calibration));
    if (failed.length > 0) process.exitCode = EXIT_NUMERICAL;
  } finally {
    output.endProgress();
    signals.end();
  }
}

async function start(
  file: string,
  options: RunningOptions & { readonly out?: string; readonly dryRun?: true },
  command: Command,
): Promise<void> {
  const { out, executor = 'local' } = options;
  requireFitting(executor, options, command);
  if (options.dryRun) return dryRun(file, options);
  if (out === undefined) command.error("error: required option '--out <folder>' not specified", { exitCode: 2 });
  // The schema of scenes takes a tenth of a second to load, which the other commands need not wait for.
  const { runStudy } = await import('../../studies/run-study.ts');
  await session({ ...options, executor }, { file, folder: out }, (given) => runStudy(file, out, given));
}

/** Options of `study` itself are taken before those of its sub-commands: both have them. */
async function resume(folder: string, _: unknown, command: Command): Promise<void> {
  const options = command.optsWithGlobals<RunningOptions>();
  const { resumeStudy } = await import('../../studies/run-study.ts');
  const { StudyFolder } = await import('../../studies/plan/study-folder.ts');
  const { file, executor: before } = new StudyFolder(folder).manifest();
  const executor = options.executor ?? (before === 'slurm' ? 'slurm' : 'local');
  requireFitting(executor, options, command);
  await session({ ...options, executor }, { file, folder }, (given) => resumeStudy(folder, given));
}

async function status(folder: string, _: unknown, command: Command): Promise<void> {
  const { json } = command.optsWithGlobals<PrintOptions>();
  const { studyState } = await import('../../studies/study-state.ts');
  const now = await studyState(folder);
  await new TextOutput(process.stdout).write(json ? `${JSON.stringify(now)}\n` : `${stateText(now, folder)}\n`);
}

async function stop(folder: string, _: unknown, command: Command): Promise<void> {
  const { json } = command.optsWithGlobals<PrintOptions>();
  const { stopStudy } = await import('../../studies/stop-study.ts');
  const { wasRunning } = await stopStudy(folder);
  const text = wasRunning
    ? `stopped; scree study resume ${shellWord(folder)} goes on from there`
    : 'no process was working on it';
  await new TextOutput(process.stdout).write(json ? `${JSON.stringify({ folder, wasRunning })}\n` : `${text}\n`);
}

export function studyCommand(): Command {
  const command = withRunningOptions(new Command('study').argument('<study>', 'study file, YAML or JSON'))
    .option('--out <folder>', 'folder for the study: new, empty, or of this study')
    .option('--dry-run', 'print the number of runs and their cost, and run nothing')
    .addHelpText('after', DETAILS)
    .action(start);
  command.addCommand(
    withRunningOptions(new Command('resume').argument('<folder>', 'folder of the study'))
      .description('goes on with a study that was stopped or killed')
      .action(resume),
  );
  command.addCommand(
    new Command('status')
      .argument('<folder>', 'folder of the study')
      .description('tells how far a study has come')
      .option('--json', 'one JSON object instead of lines')
      .action(status),
  );
  command.addCommand(
    new Command('stop')
      .argument('<folder>', 'folder of the study')
      .description('stops a study; its runs write checkpoints')
      .option('--json', 'one JSON object instead of a line')
      .action(stop),
  );
  command.addCommand(studyWorkCommand(), { hidden: true });
  return command;
}
