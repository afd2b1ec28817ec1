// SPDX-License-Identifier: MIT
/** Reads a run folder for analysis, whether the run has ended or not: the scene and the frames of its trajectory. */
import { bodyKinds } from '../../analysis/body-kinds.ts';
import type { GranularState } from '../../analysis/granular-state.ts';
import { trajectoryState } from '../../analysis/trajectory-state.ts';
import type { Trajectory } from '../../io/trajectory/trajectory.ts';
import type { Scene } from '../../scene/scene.ts';
import { longestTimeStep } from '../../scene/stages/stage-spec.ts';
import { readManifest } from '../folder/read-manifest.ts';
import { openRunTrajectory } from '../folder/run-trajectory.ts';
import { readSceneCopy } from '../scenes/scene-on-disk.ts';

/** Relative rounding error of a time that is a step count times the time step, with a margin. */
const ROUNDING = 1e-12;

/**
 * A range of times that includes both ends. A run records the frame of a time at the nearest step, up to half a step
 * earlier or later. A range that begins at 1 s therefore includes the frame of 1 s that was recorded at 0.999995 s.
 */
export class TimeRange {
  readonly #from: number;
  readonly #until: number;

  /** All in seconds; `timeStep` is 0 with variable steps, which record frames at exact times. */
  constructor(from: number, until: number, timeStep: number) {
    const slack = (time: number): number =>
      Number.isFinite(time) ? 0.5 * timeStep + ROUNDING * Math.max(timeStep, Math.abs(time)) : 0;
    this.#from = from - slack(from);
    this.#until = until + slack(until);
  }

  has(time: number): boolean {
    return time >= this.#from && time <= this.#until;
  }
}

interface RecordedFrame {
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

  /** Whether the trajectory has the data for the fabric of contacts: files of version 1 lack them. */
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
    const range = new TimeRange(from, until, longestTimeStep(this.scene));
    for (const [index, { time, step }] of this.#trajectory.frames.entries()) {
      const frame = range.has(time) ? this.#trajectory.frame(index) : undefined;
      if (frame === undefined) continue;
      yield { time, step, state: trajectoryState(frame, kinds, spec.halfSpaces?.length ?? 0) };
    }
  }
}
