// SPDX-License-Identifier: MIT
/** A run that is over, or still going on, as its folder holds it: the scene, and the moments of its trajectory for analysis. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bodyKinds } from '../../analysis/body-kinds.ts';
import type { GranularState } from '../../analysis/granular-state.ts';
import { trajectoryState } from '../../analysis/trajectory-state.ts';
import { TrajectoryFile } from '../../io/trajectory/trajectory-file.ts';
import type { Scene } from '../../scene/scene.ts';
import { TRAJECTORY_NAME } from '../outputs/trajectory-output.ts';
import { readManifest } from '../read-manifest.ts';
import { RunError } from '../run-error.ts';
import { readSceneCopy } from '../scene-on-disk.ts';

export interface RecordedMoment {
  /** s */
  readonly time: number;
  readonly step: number;
  readonly state: GranularState;
}

export class RecordedRun {
  readonly folder: string;
  readonly scene: Scene;
  readonly #trajectory: TrajectoryFile;

  /** Throws a RunError that says what to add to the scene when the folder has no trajectory. */
  constructor(folder: string) {
    this.folder = folder;
    this.scene = readSceneCopy(folder, readManifest(folder));
    const path = join(folder, TRAJECTORY_NAME);
    if (!existsSync(path)) {
      throw new RunError(
        'no-trajectory',
        `${folder}: has no ${TRAJECTORY_NAME}, which analysis needs; add "trajectory: { every: 10 ms }" to the outputs of the scene and run it again`,
        { folder },
      );
    }
    this.#trajectory = new TrajectoryFile(path);
  }

  close(): void {
    this.#trajectory.close();
  }

  /** Whether the trajectory has what the fabric of contacts needs: files of version 1 lack it. */
  get hasNormals(): boolean {
    for (const { state } of this.moments()) {
      if (state.contacts.count > 0) return !Number.isNaN(state.contacts.normal[0]);
    }
    return true;
  }

  /** Moments from one time to another, in order. Throws a RunError at a damaged one. */
  *moments(from = -Infinity, until = Infinity): Generator<RecordedMoment> {
    const { simulation: spec } = this.scene;
    const kinds = bodyKinds(spec);
    for (let k = 0; k < this.#trajectory.frames.length; k++) {
      const frame = this.#trajectory.frame(k);
      if (frame === undefined) {
        throw new RunError('damaged', `${join(this.folder, TRAJECTORY_NAME)}: frame ${k} is damaged`, { frame: k });
      }
      const { time, step } = frame;
      if (time > until) return;
      if (time < from) continue;
      yield { time, step, state: trajectoryState(frame, kinds, spec.halfSpaces?.length ?? 0) };
    }
  }
}
