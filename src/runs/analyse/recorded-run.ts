// SPDX-License-Identifier: MIT
/** A run that is over, or still going on, as its folder holds it: the scene, and the moments of its trajectory for analysis. */
import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { bodyKinds } from '../../analysis/body-kinds.ts';
import type { GranularState } from '../../analysis/granular-state.ts';
import { trajectoryState } from '../../analysis/trajectory-state.ts';
import { Trajectory } from '../../io/trajectory/trajectory.ts';
import type { Scene } from '../../scene/scene.ts';
import { readManifest } from '../manifest.ts';
import { TRAJECTORY_NAME } from '../outputs/trajectory-output.ts';
import { RunError } from '../run-error.ts';
import { readSceneCopy } from '../scene-copy.ts';

export interface RecordedMoment {
  /** s */
  readonly time: number;
  readonly step: number;
  readonly state: GranularState;
}

/** Node reads at most 2 GiB at once. */
const READ_AT_ONCE = 1 << 30;

/** All bytes that the file has now; a run may be adding more. */
function readWhole(path: string): Uint8Array {
  const file = openSync(path, 'r');
  try {
    const bytes = new Uint8Array(fstatSync(file).size);
    let at = 0;
    while (at < bytes.length) {
      const got = readSync(file, bytes, at, Math.min(READ_AT_ONCE, bytes.length - at), at);
      if (got === 0) break;
      at += got;
    }
    return bytes.subarray(0, at);
  } finally {
    closeSync(file);
  }
}

export class RecordedRun {
  readonly folder: string;
  readonly scene: Scene;
  readonly #trajectory: Trajectory;

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
    this.#trajectory = new Trajectory(readWhole(path), path);
  }

  get frameCount(): number {
    return this.#trajectory.frames.length;
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
    for (let k = 0; k < this.frameCount; k++) {
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
