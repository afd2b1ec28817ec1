// SPDX-License-Identifier: MIT
/** Opens the trajectory of a run folder and checks it against the manifest. All readers of run folders use this. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Trajectory, TrajectoryReading } from '../../io/trajectory/trajectory.ts';
import { openTrajectory } from '../../io/trajectory/trajectory-file.ts';
import { proposedInterval } from '../../scene/proposed-interval.ts';
import { TRAJECTORY_NAME, trajectoryHeader } from '../outputs/trajectory-output.ts';
import { RunError } from '../run-error.ts';
import { readSceneCopy } from '../scenes/scene-on-disk.ts';
import type { RunManifest } from './manifest.ts';
import { isRunFolderInUse } from './run-lock.ts';

/**
 * Options for reading the trajectory of a run: the recorded number of frames, and a header from the copy of the scene
 * in case the header is damaged.
 */
export function runTrajectoryReading(folder: string, manifest: RunManifest): TrajectoryReading {
  return {
    header: () => trajectoryHeader(readSceneCopy(folder, manifest).simulation, manifest.title),
    recorded: manifest.trajectoryFrames,
    isBeingWritten: isRunFolderInUse(folder),
  };
}

/** Message about a run without a trajectory. */
export function noTrajectoryText(folder: string, manifest: RunManifest): string {
  if (manifest.outputs.includes(TRAJECTORY_NAME)) {
    return (
      `${folder}: ${TRAJECTORY_NAME} is missing although the scene has this output; it was removed, or the run ` +
      'has not written it yet'
    );
  }
  return `${folder}: the run recorded no trajectory; ${recordingAdvice(manifest, sceneText(folder, manifest))}`;
}

function sceneText(folder: string, { scene }: RunManifest): string {
  try {
    return readFileSync(join(folder, scene.file), 'utf8');
  } catch {
    return '';
  }
}

export function hasTrajectory(folder: string): boolean {
  return existsSync(join(folder, TRAJECTORY_NAME));
}

/** The caller must close it. Throws a RunError with the lines to add to the scene if there is no trajectory. */
export function openRunTrajectory(folder: string, manifest: RunManifest): Trajectory {
  if (!hasTrajectory(folder)) throw new RunError('no-trajectory', noTrajectoryText(folder, manifest), { folder });
  return openTrajectory(join(folder, TRAJECTORY_NAME), runTrajectoryReading(folder, manifest));
}

/**
 * `sceneText` is the copy of the scene. It may already have `outputs`, and the scene reader refuses a second entry of
 * that name.
 */
function recordingAdvice({ until, scene }: Pick<RunManifest, 'until' | 'scene'>, sceneText: string): string {
  const every = until > 0 ? proposedInterval(until) : '10 ms';
  const line = `trajectory: { every: ${every} }`;
  const hasOutputs = /^outputs\s*:/m.test(sceneText);
  const place = hasOutputs ? `add the second line below "outputs:" in ${scene.original}` : `add to ${scene.original}`;
  return `${place}, then run it again:\noutputs:\n  ${line}`;
}
