// SPDX-License-Identifier: MIT
/**
 * Runs one case of a study to its end and records its results. Goes on from the newest checkpoint if the case was begun
 * before, and measures again without a run if only the results of the study changed.
 */
import { setImmediate, setTimeout } from 'node:timers/promises';
import { SceneError, ScreeError, SimulationError } from '../../errors.ts';
import { presentStateHash } from '../../runs/checkpoints/state-hash.ts';
import { holdsRun } from '../../runs/folder/read-manifest.ts';
import { resumeRun, startRun } from '../../runs/folder/run-on-disk.ts';
import type { Run } from '../../runs/run.ts';
import { RunError } from '../../runs/run-error.ts';
import type { ModuleTrust } from '../../runs/scenes/module-trust.ts';
import { ProgressGauge } from '../../runs/time/progress.ts';
import { runToEnd } from '../../runs/time/run-loop.ts';
import { estimates } from '../../scene/check/estimates.ts';
import type { Scene } from '../../scene/scene.ts';
import { fastestThreads } from '../../simulation/threads/auto-threads.ts';
import { sceneWithHashes } from '../plan/check-scenes.ts';
import type { StudyCase } from '../plan/study-case.ts';
import { type CaseRecord, measuredKey, type StudyFolder, type StudyManifest } from '../plan/study-folder.ts';
import { measureCase } from './measure-case.ts';

/** Between two progress files of a case. */
const PROGRESS_MS = 500;
/** A folder may be in use by the process of a controller that was killed, until that process has its checkpoint. */
const IN_USE_TRIES = 60;
const IN_USE_MS = 500;

export interface CaseOptions extends ModuleTrust {
  /** Most threads that the run may use. */
  readonly cores: number;
  /** Version of the program. */
  readonly program: string;
  readonly date: () => string;
  readonly isStopWanted: () => boolean;
}

/** The fastest number of threads for the scene, not more than it may have. */
function threadsOf(scene: Scene, cores: number): number {
  if (scene.events !== undefined) return 1;
  return fastestThreads(scene.simulation, estimates(scene).meanKinds, cores);
}

/** Throws a RunError when a file of the scene is not the one that the study was planned with. */
function plannedScene(manifest: StudyManifest, { scene: name, settings }: StudyCase, trust: ModuleTrust): Scene {
  const { path, hashes: planned } = manifest.scenes[name] ?? { path: '', hashes: {} };
  const { scene, hashes } = sceneWithHashes(path, settings, trust);
  const changed = Object.entries(hashes).find(([key, hash]) => planned[key] !== hash)?.[0];
  if (changed === undefined) return scene;
  const what = changed === 'scene' ? '' : ` (${changed})`;
  throw new RunError('scene-altered', `${path}${what}: was altered since the study began; start the study again`, {
    path,
  });
}

async function openRun(folder: StudyFolder, studyCase: StudyCase, scene: Scene, options: CaseOptions): Promise<Run> {
  const { cores, isStopWanted, ...rest } = options;
  const path = folder.runFolder(studyCase.id);
  const common = { ...rest, threads: threadsOf(scene, cores) };
  for (let tries = 1; ; tries++) {
    try {
      if (holdsRun(path)) return await resumeRun(path, common);
      const { path: scenePath } = folder.manifest().scenes[studyCase.scene] ?? { path: '' };
      // A process that was killed early may have left files, but no manifest.
      return await startRun(scenePath, path, { ...common, settings: studyCase.settings, force: true });
    } catch (error) {
      const isInUse = error instanceof RunError && error.code === 'in-use';
      if (!isInUse || tries === IN_USE_TRIES || isStopWanted()) throw error;
      await setTimeout(IN_USE_MS);
    }
  }
}

/** False when it was stopped before its end. */
async function simulate(
  folder: StudyFolder,
  studyCase: StudyCase,
  manifest: StudyManifest,
  options: CaseOptions,
): Promise<{ readonly stateHash: string } | undefined> {
  const { id } = studyCase;
  const scene = plannedScene(manifest, studyCase, options);
  const run = await openRun(folder, studyCase, scene, options);
  const now = (): number => performance.now();
  const gauge = new ProgressGauge(run, now());
  let shown = Number.NEGATIVE_INFINITY;
  let stateHash = '';
  try {
    const isFinished = await runToEnd(run, {
      now,
      onSlice: () => {
        if (now() - shown < PROGRESS_MS) return;
        shown = now();
        const { time, until, timeLeft } = gauge.measure(shown);
        folder.writeProgress(id, { time, until, timeLeft });
      },
      onCheckpoint: () => {},
      // The run has logged it.
      onWarning: () => {},
      onEnd: ({ loop: { view } }) => {
        stateHash = presentStateHash(view);
      },
      isStopWanted: options.isStopWanted,
      rest: setImmediate,
    });
    const { stepCount, time } = run.loop.view;
    run.log(`${isFinished ? 'finished' : 'stopped'}: step ${stepCount}, time ${time} s`);
    return isFinished ? { stateHash } : undefined;
  } finally {
    run.close();
  }
}

/** Whether the case would fail again in the same way. */
function isRepeatable(error: ScreeError): boolean {
  return error instanceof SimulationError || error instanceof SceneError;
}

/**
 * Runs a case and records its results, or why it has none. Returns undefined when it was stopped before its end: the
 * next call goes on from there.
 */
export async function runCase(folder: StudyFolder, id: string, options: CaseOptions): Promise<CaseRecord | undefined> {
  const manifest = folder.manifest();
  const studyCase = manifest.cases.find((each) => each.id === id);
  if (studyCase === undefined) throw new RunError('no-case', `${folder.path}: the study has no case ${id}`, { id });
  const results = manifest.results.filter(({ scene }) => scene === studyCase.scene);
  const measured = measuredKey(manifest.results, studyCase.scene);
  const before = folder.record(id);
  if (before?.state === 'done' && before.measured === measured) return before;
  const start = performance.now();
  let record: CaseRecord;
  try {
    const done =
      before?.state === 'done' && before.stateHash !== undefined
        ? { stateHash: before.stateHash }
        : await simulate(folder, studyCase, manifest, options);
    if (done === undefined) return undefined;
    const { values, notes } = measureCase(folder.runFolder(id), results);
    const seconds = before?.seconds ?? (performance.now() - start) / 1000;
    record = { id, state: 'done', results: values, notes, measured, stateHash: done.stateHash, seconds };
  } catch (error) {
    if (!(error instanceof ScreeError)) throw error;
    record = { id, state: isRepeatable(error) ? 'failed' : 'lost', results: {}, notes: [error.message], measured };
  }
  folder.writeRecord(record);
  return record;
}
