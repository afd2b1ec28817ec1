// SPDX-License-Identifier: MIT
/** The trajectory of a run folder, checked against what its manifest says: opened here by all that read it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Trajectory, TrajectoryReading } from '../io/trajectory/trajectory.ts';
import { openTrajectory } from '../io/trajectory/trajectory-file.ts';
import type { RunManifest } from './manifest.ts';
import { TRAJECTORY_NAME, trajectoryHeader } from './outputs/trajectory-output.ts';
import { recordingAdvice } from './recording-advice.ts';
import { RunError } from './run-error.ts';
import { isRunFolderInUse } from './run-lock.ts';
import { readSceneCopy } from './scene-on-disk.ts';

/** How the trajectory of a run is to be read: against the count of a run that has ended; a damaged header is made again from the copy of the scene. */
export function runTrajectoryReading(folder: string, manifest: RunManifest): TrajectoryReading {
  return {
    header: () => trajectoryHeader(readSceneCopy(folder, manifest).simulation, manifest.title),
    recorded: manifest.trajectoryFrames,
    isBeingWritten: isRunFolderInUse(folder),
  };
}

/** What to say of a run without a trajectory. */
export function noTrajectoryText(folder: string, manifest: RunManifest): string {
  if (manifest.outputs.includes(TRAJECTORY_NAME)) {
    return `${folder}: ${TRAJECTORY_NAME} is missing, though the scene asks for it: it was removed, or the run has not begun to write it`;
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

/** To be closed. Throws a RunError that says what to add to the scene when there is none. */
export function openRunTrajectory(folder: string, manifest: RunManifest): Trajectory {
  if (!hasTrajectory(folder)) throw new RunError('no-trajectory', noTrajectoryText(folder, manifest), { folder });
  return openTrajectory(join(folder, TRAJECTORY_NAME), runTrajectoryReading(folder, manifest));
}
