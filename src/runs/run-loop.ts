// SPDX-License-Identifier: MIT
/**
 * Takes a run to its last step: steps in slices short enough that signals and progress are served in between, outputs exactly at
 * their steps, checkpoints by simulated time and by the clock.
 */
import { SimulationError } from '../errors.ts';
import type { Run } from './run.ts';
import { RunError } from './run-error.ts';
import { RunWarnings } from './run-warnings.ts';
import { StepSchedule } from './step-schedule.ts';

/** Time between two looks at signals and progress. */
const SLICE_MS = 50;
/** A slice takes at most so many times the steps of the one before, since one measurement of time may be wrong. */
const SLICE_GROWTH = 4;

export interface RunHooks {
  /** A clock that only goes forward, in milliseconds. */
  readonly now: () => number;
  /** Called about every 50 ms. */
  readonly onSlice: (run: Run) => void;
  readonly onCheckpoint: (run: Run) => void;
  /** Called once for each thing that a user should know while the run goes on. */
  readonly onWarning: (warning: string) => void;
  /** True once the user wants the run to stop. */
  readonly isStopWanted: () => boolean;
  /** Awaited after `onSlice`: whoever is behind the signals gets a turn. */
  readonly rest: () => Promise<unknown>;
  /** Steps after which to look at signals and progress at the latest; as many as take about 50 ms without it. */
  readonly mostSteps?: () => number;
}

/** Runs to the end, or until stopped; a checkpoint is written in either case. True when the last step was reached. */
export async function runToEnd(run: Run, hooks: RunHooks): Promise<boolean> {
  const { simulation, outputs, lastStep } = run;
  const { every, everyWallTime = Infinity } = run.checkpoints;
  const { timeStep } = run.scene.simulation;
  const checkpointSteps = every === undefined ? undefined : new StepSchedule(every, timeStep);
  const schedules = [...outputs.map(({ schedule }) => schedule), ...(checkpointSteps ? [checkpointSteps] : [])];
  const checkpoint = (): void => {
    run.writeCheckpoint();
    lastCheckpointTime = hooks.now();
    hooks.onCheckpoint(run);
  };
  const warnings = new RunWarnings(run);
  let lastCheckpointTime = hooks.now();
  let lastLook = hooks.now();
  let slice = 1;
  while (simulation.stepCount < lastStep && !hooks.isStopWanted()) {
    const before = simulation.stepCount;
    const due = Math.min(lastStep, ...schedules.map((schedule) => schedule.nextAfter(before)));
    const most = hooks.mostSteps?.() ?? Infinity;
    const count = Math.min(slice, due - before, most);
    const start = hooks.now();
    takeSteps(run, count);
    const elapsed = hooks.now() - start;
    const fitting = Math.round((count * SLICE_MS) / Math.max(elapsed, SLICE_MS / SLICE_GROWTH));
    if (count === slice || fitting < slice) slice = Math.max(1, fitting);
    if (simulation.stepCount === due) {
      run.writeOutputs();
      if (checkpointSteps?.isDue(due)) checkpoint();
    }
    if (hooks.now() - lastCheckpointTime >= 1000 * everyWallTime) checkpoint();
    if (hooks.now() - lastLook >= SLICE_MS || count === most || simulation.stepCount >= lastStep) {
      for (const warning of warnings.news()) hooks.onWarning(warning);
      hooks.onSlice(run);
      await hooks.rest();
      lastLook = hooks.now();
    }
  }
  checkpoint();
  return simulation.stepCount >= lastStep;
}

function takeSteps(run: Run, count: number): void {
  try {
    run.simulation.step(count);
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    const { lastCheckpoint } = run;
    const kept =
      lastCheckpoint === undefined
        ? 'no checkpoint was written before'
        : `the last good checkpoint is that of step ${lastCheckpoint.step}, ${lastCheckpoint.path}`;
    run.log(`failed: ${error.message}`);
    const details = { ...error.details, checkpoint: lastCheckpoint?.path };
    throw new SimulationError(error.code, `${error.message}\n${kept}; outputs hold all up to the failure`, details);
  }
}

/** What is added to the message of an error of the disk: the run is not lost. */
export function withResumeHint(error: unknown, { folder, lastCheckpoint }: Run): unknown {
  if (!(error instanceof RunError)) return error;
  const from = lastCheckpoint === undefined ? 'the beginning' : `step ${lastCheckpoint.step}`;
  return new RunError(error.code, `${error.message}; then scree resume ${folder} goes on from ${from}`, error.details);
}
