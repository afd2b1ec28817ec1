// SPDX-License-Identifier: MIT
/**
 * Takes a run to its end: steps in slices short enough for signals and progress reports, outputs exactly when they are
 * due, checkpoints by simulated time and by wall-clock time.
 */
import { SimulationError } from '../../errors.ts';
import { formatTime } from '../../scene/format-quantity.ts';
import { STEPS_BETWEEN_CHECKS, type StageSpec } from '../../scene/stages/stage-spec.ts';
import { Simulation } from '../../simulation/simulation.ts';
import { insertionLines } from '../insertion-report.ts';
import type { Run } from '../run.ts';
import { RunError } from '../run-error.ts';
import { RunWarnings } from '../run-warnings.ts';

/** Time between two checks of signals and progress. */
const SLICE_MS = 50;
/** Largest growth of a slice, in steps relative to the one before, because one time measurement may be wrong. */
const SLICE_GROWTH = 4;

/** What the message and the hash at the end are of. */
const AT_END = ['energy', 'bodies'] as const;

/** What `runToEnd` calls during a run. */
export interface RunHooks {
  /** A clock that only goes forward, in milliseconds. */
  readonly now: () => number;
  /** Called and awaited about every 50 ms. */
  readonly onSlice: (run: Run) => unknown;
  readonly onCheckpoint: (run: Run) => void;
  /** Called once for each warning during the run. */
  readonly onWarning: (warning: string) => void;
  /** True once the user wants the run to stop. */
  readonly isStopWanted: () => boolean;
  /**
   * Called once at the end, while the last checkpoint is written; it may read the simulation, but not change it.
   */
  readonly onEnd?: (run: Run) => void;
  /** Awaited after `onSlice`, so that pending signals are handled. */
  readonly rest: () => Promise<unknown>;
  /** Largest number of steps between checks of signals and progress; default: as many as take about 50 ms. */
  readonly mostSteps?: () => number;
}

/**
 * Runs to the end, or until stopped; a checkpoint is written in either case. True when the end was reached.
 *
 * @throws SimulationError if the simulation cannot go on; its message names the last good checkpoint.
 *
 * @example
 * ```ts
 * import { findScene, MemoryStore, Run, runToEnd, siteInMemory } from 'scree/live';
 *
 * const text = `
 * time: { duration: 20 ms, timeStep: 10 us }
 * gravity: [0, 0, -9.81]
 * materials: { glass: { density: 2500, stiffness: 5000 } }
 * law: { normal: linear }
 * bodies: { ball: { shape: { sphere: { radius: 1 cm } }, material: glass, position: [0, 0, 0] } }
 * outputs: { trajectory: { every: 10 ms } }
 * `;
 * const store = new MemoryStore('ball');
 * const run = await Run.start(findScene(siteInMemory('ball.yaml', text, new Map())), () => store, {
 *   program: 'my page',
 *   date: () => new Date().toISOString(),
 *   machine: { processor: 'unknown', cores: 1, platform: 'browser', node: 'none' },
 *   threads: 1,
 * });
 * const isFinished = await runToEnd(run, {
 *   now: () => performance.now(),
 *   onSlice: () => {},
 *   onCheckpoint: () => {},
 *   onWarning: (warning) => console.error(warning),
 *   isStopWanted: () => false,
 *   rest: () => new Promise((resolve) => setTimeout(resolve)),
 * });
 * run.close();
 * const names = store.files().map(({ name }) => name);
 * console.log(isFinished, names.includes('trajectory.scree')); // true true
 * ```
 */
export async function runToEnd(run: Run, hooks: RunHooks): Promise<boolean> {
  const { loop, outputs, stages, timings } = run;
  const { every, everyWallTime = Infinity } = run.checkpoints;
  const checkpoints =
    every === undefined ? undefined : (stages?.schedule('checkpoints', every) ?? run.clock.schedule(every));
  const schedules = [...outputs.map(({ schedule }) => schedule), ...(checkpoints ? [checkpoints] : [])];
  const checkpoint = async (): Promise<void> => {
    await orFailure(run, () => loop.prepare?.('save'));
    await run.writeCheckpoint();
    lastCheckpointTime = hooks.now();
    timings.lap('checkpoints');
    hooks.onCheckpoint(run);
  };
  const warnings = new RunWarnings(run);
  let lastCheckpointTime = hooks.now();
  let lastLook = hooks.now();
  const least = loop.leastSteps ?? 1;
  const { sliceTime = SLICE_MS } = loop;
  let slice = least;
  while (loop.position < run.lastPosition && !hooks.isStopWanted()) {
    const before = loop.position;
    const decision = stages?.nextDecision(before) ?? Infinity;
    const due = Math.min(run.lastPosition, decision, ...schedules.map((schedule) => schedule.nextAfter(before)));
    const start = hooks.now();
    const most = hooks.mostSteps?.() ?? Infinity;
    const count = await orFailure(run, () => loop.advance(due, Math.min(slice, most)));
    timings.lap('steps');
    const elapsed = hooks.now() - start;
    const fitting = Math.round((count * sliceTime) / Math.max(elapsed, sliceTime / SLICE_GROWTH));
    // An output time between two variable steps needs no step, and gives no information about their cost.
    if (count > 0 && (count === slice || fitting < slice)) slice = Math.max(least, fitting);
    if (loop.position === due) {
      await orFailure(run, () => run.writeOutputs());
      // After the outputs, which show the stage that ends, and before the checkpoint, which resumes in the next one.
      if (due === decision) for (const warning of await decideStage(run, warnings)) hooks.onWarning(warning);
      if (checkpoints?.isDue(due)) await checkpoint();
    }
    if (hooks.now() - lastCheckpointTime >= 1000 * everyWallTime) await checkpoint();
    if (hooks.now() - lastLook >= SLICE_MS || count === most || loop.position >= run.lastPosition) {
      for (const warning of warnings.news()) hooks.onWarning(warning);
      await orFailure(run, () => hooks.onSlice(run));
      await hooks.rest();
      timings.lap('progress and signals');
      lastLook = hooks.now();
    }
  }
  await orFailure(run, () => loop.prepare?.([]));
  timings.lap('steps');
  await orFailure(run, () => loop.finish?.());
  timings.lap('last outputs');
  const isFinished = loop.position >= run.lastPosition;
  // Reading the bodies may rebuild the neighbour list. Done before the checkpoint, it does not change its bytes.
  if (isFinished) await loop.prepare?.(AT_END);
  if (isFinished) loop.view.statistics();
  // The end of the last stage has been reported.
  if (isFinished && stages === undefined) for (const text of warnings.servoNews('the run')) hooks.onWarning(text);
  // On a GPU the balance has the errors of float32, and no potential energy at periodic sides.
  if (isFinished && loop.view instanceof Simulation) {
    for (const text of warnings.energyNews()) hooks.onWarning(text);
  }
  if (isFinished) for (const line of insertionLines(loop.view.insertions())) run.log(line);
  const written = checkpoint();
  try {
    if (isFinished) hooks.onEnd?.(run);
    timings.lap('state hash');
  } finally {
    await written;
  }
  run.noteEnd();
  return isFinished;
}

/** Does work that takes steps or waits for them. A SimulationError then names the last good checkpoint. */
async function orFailure<Value>(run: Run, work: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    // Outputs of the steps before the failure.
    await run.loop.finish?.().catch(() => {});
    throw failure(run, error);
  }
}

/** The error with the checkpoint that the run can be resumed from. */
function failure(run: Run, error: SimulationError): SimulationError {
  run.writeEvents();
  const { lastCheckpoint } = run;
  const kept =
    lastCheckpoint === undefined
      ? 'no checkpoint was written before'
      : `the last good checkpoint is that of step ${lastCheckpoint.step}, ${lastCheckpoint.path}`;
  run.log(`failed: ${error.message}`);
  const details = { ...error.details, checkpoint: lastCheckpoint?.path };
  return new SimulationError(error.code, `${error.message}\n${kept}; outputs hold all up to the failure`, details);
}

/** Ends the present stage if it is over, and begins the next; returns warnings. */
async function decideStage(run: Run, warnings: RunWarnings): Promise<string[]> {
  const { stages, loop } = run;
  const end = stages?.endAt(run.snapshot);
  if (stages === undefined || end === undefined) return [];
  const { stage, next, isTimeout, isAtOnce, reason } = end;
  const { time, stepCount: step } = loop.view;
  const at = `step ${step}, time ${time} s`;
  if (isTimeout && stage.onTimeout === 'stop') {
    const message = `${at}: stage ${stage.name}: ${reason}; allow it more time with atMost, or set onTimeout to continue`;
    throw failure(run, new SimulationError('stage-timeout', message, { stage: stage.name, step, time }));
  }
  const ended = [
    ...(isTimeout ? [`stage ${stage.name}: ${reason}`] : []),
    ...(isAtOnce ? [atOnceText(stage, reason)] : []),
  ];
  for (const warning of ended) run.log(`warning: ${warning}`);
  run.log(`stage ${stage.name} ended at ${at}: ${reason}`);
  stages.noteEnding(`${stage.name}: to ${formatTime(time)}; ${reason}`);
  // Warnings of the simulation before the change, which watches anew.
  // A stage that ends at a force of a servo ends where it was meant to.
  const isByServo = !isTimeout && stage.condition?.quantity.columns.some((column) => column.startsWith('servo.'));
  const earlier = [...warnings.news(), ...(isByServo ? [] : warnings.servoNews(`stage ${stage.name}`))];
  if (next === undefined) stages.end(loop.position);
  else {
    const point = await loop.change?.(next.change);
    if (point === undefined) throw new RangeError('this device has no stages');
    stages.begin(loop.position, point);
    run.log(`stage ${next.name} began at ${at}`);
  }
  return [...earlier, ...ended];
}

/** Warns of a condition that held at the first check: bodies at rest that have not fallen yet, for example. */
function atOnceText({ name, condition, timeStep }: StageSpec, reason: string): string {
  const every = formatTime(condition?.every ?? STEPS_BETWEEN_CHECKS * timeStep);
  return (
    `stage ${name} ended at its first check, after ${every}: ${reason}. If that held only because nothing moved yet, ` +
    'give the stage a shortest duration, atLeast; with any atLeast this warning is not given'
  );
}

/** Added to the message of a disk error: the run is not lost. */
export function withResumeHint(error: unknown, { folder, lastCheckpoint }: Run): unknown {
  if (!(error instanceof RunError)) return error;
  const from = lastCheckpoint === undefined ? 'the beginning' : `step ${lastCheckpoint.step}`;
  return new RunError(error.code, `${error.message}; then scree resume ${folder} goes on from ${from}`, error.details);
}
