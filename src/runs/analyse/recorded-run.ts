// SPDX-License-Identifier: MIT
/** Reads a run folder for analysis, whether the run has ended or not: the scene and the frames of its trajectory. */
import { bodyKinds } from '../../analysis/body-kinds.ts';
import type { GranularState } from '../../analysis/granular-state.ts';
import { trajectoryState } from '../../analysis/trajectory-state.ts';
import type { Trajectory } from '../../io/trajectory/trajectory.ts';
import type { Scene } from '../../scene/scene.ts';
import { readManifest } from '../folder/read-manifest.ts';
import { openRunTrajectory } from '../folder/run-trajectory.ts';
import { readSceneCopy } from '../scenes/scene-on-disk.ts';
import { TimeRange } from './time-range.ts';

export interface RecordedFrame {
  /** s */
  readonly time: number;
  readonly step: number;
  readonly state: GranularState;
}

export class RecordedRun {
  readonly folder: string;
  readonly scene: Scene;
  readonly #trajectory: Trajectory;

  /** Throws a RunError that says what to add to the scene when the folder has no trajectory. */
  constructor(folder: string) {
    this.folder = folder;
    const manifest = readManifest(folder);
    this.scene = readSceneCopy(folder, manifest);
    this.#trajectory = openRunTrajectory(folder, manifest);
  }

  close(): void {
    this.#trajectory.close();
  }

  /** Damaged parts of the trajectory that were skipped so far. */
  get problem(): string | undefined {
    return this.#trajectory.problem;
  }

  /** Of its frames, s. */
  get times(): { readonly count: number; readonly first: number; readonly last: number } {
    const { frames } = this.#trajectory;
    return { count: frames.length, first: frames[0]?.time ?? 0, last: frames.at(-1)?.time ?? 0 };
  }

  /** Whether the trajectory has what the fabric of contacts needs: files of version 1 lack it. */
  get hasNormals(): boolean {
    for (const { state } of this.frames()) {
      if (state.contacts.count > 0) return !Number.isNaN(state.contacts.normal[0]);
    }
    return true;
  }

  /** Frames between two times, both included, in order. Skips damaged frames; `problem` names them. */
  *frames(from = -Infinity, until = Infinity): Generator<RecordedFrame> {
    const { simulation: spec } = this.scene;
    const kinds = bodyKinds(spec);
    const range = new TimeRange(from, until, spec.timeStep);
    for (const [index, { time, step }] of this.#trajectory.frames.entries()) {
      const frame = range.has(time) ? this.#trajectory.frame(index) : undefined;
      if (frame === undefined) continue;
      yield { time, step, state: trajectoryState(frame, kinds, spec.halfSpaces?.length ?? 0) };
    }
  }
}
