// SPDX-License-Identifier: MIT
/**
 * Code shared by `scree run` and `scree resume`: progress on the terminal or as JSON, signals, and the final message.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { presentStateHash } from '../../runs/checkpoints/state-hash.ts';
import { fillingLine, insertionLines } from '../../runs/insertion-report.ts';
import { TRAJECTORY_NAME } from '../../runs/outputs/trajectory-output.ts';
import type { Run, RunOptions } from '../../runs/run.ts';
import { foldersIn, type ModuleTrust, TRUSTED_FOLDERS_VARIABLE } from '../../runs/scenes/module-trust.ts';
import { ProgressGauge, progressLine } from '../../runs/time/progress.ts';
import { runToEnd, withResumeHint } from '../../runs/time/run-loop.ts';
import { RunTimings, timingLines } from '../../runs/time/run-timings.ts';
import { formatCount, formatNumber, formatTime } from '../../scene/format-quantity.ts';
import { readQuantity } from '../../scene/units/parse-quantity.ts';
import type { ThreadCount } from '../../simulation/threads/auto-threads.ts';
import { failedEvent } from './error-json.ts';
import { type PrintOptions, SessionOutput } from './session-output.ts';
import { StopSignals } from './stop-signals.ts';

export interface SessionOptions extends PrintOptions {
  readonly threads?: ThreadCount;
  readonly until?: number;
  readonly allowModules?: true;
  readonly timings?: true;
}

/** A number of seconds, or one with a unit of time. */
function readDuration(text: string): number {
  const reading = readQuantity(text, ['time']);
  if ('problem' in reading) throw new InvalidArgumentError(reading.problem);
  if (!(reading.value > 0)) throw new InvalidArgumentError('Expected a time > 0.');
  return reading.value;
}

function readThreads(text: string): ThreadCount {
  if (text === 'auto') return 'auto';
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('Expected auto or an integer >= 1.');
  return value;
}

export function withSessionOptions(command: Command): Command {
  return command
    .option(
      '--threads <n>',
      'number of threads, or auto for the fastest number; results do not depend on it',
      readThreads,
    )
    .option('--until <time>', 'simulated time at which to end, such as 5s', readDuration)
    .option('--allow-modules', 'import the modules that the scene names: programs that run with your rights')
    .option('--timings', 'print at the end where the time went: set-up, steps, each output, checkpoints')
    .option('--quiet', 'print nothing but errors')
    .option(
      '--json',
      'print one JSON object a line: filling, started, progress, checkpoint, warning, finished, interrupted or failed',
    );
}

/** Modules of scenes that may be imported. */
export function moduleTrust({ allowModules }: Pick<SessionOptions, 'allowModules'>): ModuleTrust {
  return { allowModules: allowModules === true, trustedFolders: foldersIn(process.env[TRUSTED_FOLDERS_VARIABLE]) };
}

/** Shows how far the filling of regions has come, before the run begins. */
function fillingProgress(options: SessionOptions): NonNullable<RunOptions['filling']> {
  const output = new SessionOutput(options);
  let last = Number.NEGATIVE_INFINITY;
  return {
    onProgress: (progress) => {
      if (performance.now() - last < output.interval) return;
      last = performance.now();
      output.event('filling', { ...progress });
      output.progress(fillingLine(progress));
    },
  };
}

/** From the start of the program on. */
function programTimings(): RunTimings {
  const timings = new RunTimings(0);
  timings.lap('start of the program');
  return timings;
}

export function runOptions(options: SessionOptions): RunOptions & ModuleTrust {
  const { threads, until, allowModules } = options;
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
  return {
    ...(threads !== undefined && { threads }),
    ...(until !== undefined && { until }),
    ...moduleTrust(allowModules === undefined ? {} : { allowModules }),
    program: version,
    date: () => new Date().toISOString(),
    filling: fillingProgress(options),
    timings: programTimings(),
  };
}

function hintFor(name: string, folder: string): string {
  if (name === TRAJECTORY_NAME) return `  (scree view ${folder} shows it in the browser)`;
  if (name.endsWith('.pvd')) return '  (open in ParaView)';
  return name.endsWith('.csv') ? '  (table, one line a moment)' : '';
}

/** One line for each outlet, and one for the domain, about the bodies that left there. */
function departedText({ loop }: Run): string[] {
  const all = [
    ...loop.view.outlets().map((outlet) => ({ ...outlet, exit: `through outlet ${outlet.name}` })),
    { ...loop.view.escapes(), exit: 'the domain (onEscape: delete)' },
  ];
  return all
    .filter(({ count }) => count > 0)
    .map(
      ({ count, mass, energy, exit }) =>
        `${formatCount(count)} ${count === 1 ? 'body' : 'bodies'} left ${exit}: ${formatNumber(mass)} kg, ` +
        `${formatNumber(energy)} J`,
    );
}

/** Location of the result and how to view it. */
function resultText(run: Run, seconds: number, hash: string): string {
  const { folder, manifest, loop } = run;
  const { outputs } = manifest;
  const files = outputs.map((name) => {
    const hint = hintFor(name, folder);
    return `  ${join(folder, name)}${hint}`;
  });
  const { stepCount, time, eventCount } = loop.view;
  const endings = run.stages?.endings ?? [];
  const events = eventCount === undefined ? '' : `, ${formatCount(eventCount)} events`;
  return [
    `${manifest.title}: finished at ${formatTime(time)}, ${formatCount(stepCount)} steps${events}, ` +
      `${formatTime(seconds)} on the clock`,
    `state ${hash}`,
    ...insertionLines(loop.view.insertions()),
    ...departedText(run),
    ...(endings.length === 0 ? [] : ['stages:', ...endings.map((ending) => `  ${ending}`)]),
    ...(files.length > 0 ? ['results:', ...files] : [`the scene asks for no outputs; the last state is in ${folder}`]),
  ].join('\n');
}

/** Takes a run to its end; sets the exit code when a signal ends it before. */
export async function runSession(run: Run, options: SessionOptions): Promise<void> {
  const output = new SessionOutput(options);
  const now = (): number => performance.now();
  const start = now();
  const gauge = new ProgressGauge(run, start);
  const signals = new StopSignals(now);
  let lastShown = start;
  let hash = '';
  if (!output.isQuiet) for (const note of run.notes) output.note(note);
  const { loop, folder, manifest } = run;
  const { view: simulation } = loop;
  const steps = simulation.eventCount === undefined ? run.lastPosition : undefined;
  output.event('started', {
    folder,
    title: manifest.title,
    step: simulation.stepCount,
    steps,
    until: manifest.until,
    ...(manifest.engine && { engine: manifest.engine }),
  });
  const show = async (): Promise<void> => {
    await loop.prepare?.(['energy']);
    const progress = gauge.measure(now());
    output.event('progress', { ...progress });
    output.progress(progressLine(progress));
    lastShown = now();
  };
  try {
    const isFinished = await runToEnd(run, {
      now,
      onSlice: async () => {
        if (!output.isQuiet && now() - lastShown >= output.interval) await show();
      },
      onCheckpoint: ({ lastCheckpoint }) =>
        output.event('checkpoint', { path: lastCheckpoint?.path, step: lastCheckpoint?.step }),
      onWarning: (message) => output.warn(message),
      onEnd: ({ loop: { view } }) => {
        hash = presentStateHash(view);
      },
      isStopWanted: () => signals.received !== undefined,
      rest: setImmediate,
    });
    if (isFinished) {
      if (!output.isQuiet) await show();
      for (const line of departedText(run)) run.log(line);
      run.log(`finished: step ${simulation.stepCount}, time ${simulation.time} s, state ${hash}`);
      output.event('finished', {
        folder,
        step: simulation.stepCount,
        time: simulation.time,
        outputs: manifest.outputs,
        stateHash: hash,
        ...(options.timings && { timings: run.timings.parts }),
      });
      output.say(resultText(run, (now() - start) / 1000, hash));
      if (options.timings) output.say(['time:', ...timingLines(run.timings)].join('\n'));
      return;
    }
    const { received: signal } = signals;
    run.log(`stopped by ${signal}: step ${simulation.stepCount}, time ${simulation.time} s`);
    output.event('interrupted', { folder, signal, step: simulation.stepCount, time: simulation.time });
    output.note(
      'stopped at step ' +
        `${formatCount(simulation.stepCount)}${steps === undefined ? '' : ` of ${formatCount(steps)}`}, time ` +
        `${simulation.time} s; scree resume ${folder} goes on from there`,
    );
    process.exitCode = signals.exitCode;
  } catch (error) {
    output.endProgress();
    const shown = withResumeHint(error, run);
    if (options.json) process.stdout.write(failedEvent(shown, { folder }));
    throw shown;
  } finally {
    run.close();
    signals.end();
  }
}
