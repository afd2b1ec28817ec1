// SPDX-License-Identifier: MIT
/** The recorded states of a run: its checkpoints, in float64, and the frames of its trajectory, in float32. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Trajectory } from '../../io/trajectory/trajectory.ts';
import type { Scene } from '../../scene/scene.ts';
import { hasUserLaw } from '../../simulation/time-loop/simulation-room.ts';
import { decodeCheckpoint } from '../checkpoints/checkpoint-file.ts';
import { CheckpointStore } from '../checkpoints/checkpoint-store.ts';
import { DiskStore } from '../files/disk-store.ts';
import type { RunManifest } from '../folder/manifest.ts';
import { readManifest } from '../folder/read-manifest.ts';
import { hasTrajectory, openRunTrajectory } from '../folder/run-trajectory.ts';
import { centroidsOf, ownPositions } from '../outputs/own-frames.ts';
import { readSceneCopy } from '../scenes/scene-on-disk.ts';
import { specAtCheckpoint } from '../time/run-stages.ts';
import { restoreTimeLoop } from '../time/time-loop.ts';
import { frameState, type RecordedBodies, type RecordedState } from './recorded-state.ts';

function timeOfCheckpoint(path: string): number {
  return decodeCheckpoint(readFileSync(path), path).time;
}

export class RecordedStates {
  readonly folder: string;
  readonly manifest: RunManifest;
  /** In the order of time. */
  readonly states: readonly RecordedState[];
  readonly #scene: Scene;
  readonly #trajectory: Trajectory | undefined;

  private constructor(folder: string, manifest: RunManifest, scene: Scene) {
    this.folder = folder;
    this.manifest = manifest;
    this.#scene = scene;
    this.#trajectory = hasTrajectory(folder) ? openRunTrajectory(folder, manifest) : undefined;
    this.states = [...this.#checkpoints(), ...this.#frames()].sort((a, b) => a.time - b.time);
  }

  /** Throws a RunError when the folder holds no run. */
  static async open(folder: string): Promise<RecordedStates> {
    const manifest = readManifest(folder);
    const scene = readSceneCopy(folder, manifest);
    return new RecordedStates(folder, manifest, scene);
  }

  close(): void {
    this.#trajectory?.close();
  }

  /** Damaged parts of the trajectory, which were not compared. */
  get problem(): string | undefined {
    return this.#trajectory?.problem;
  }

  #frames(): RecordedState[] {
    return (this.#trajectory?.frames ?? []).map(({ step, time }, index) => ({
      step,
      time,
      kind: 'frame' as const,
      read: () => {
        const frame = this.#trajectory?.frame(index);
        return frame && frameState(frame);
      },
    }));
  }

  /**
   * Only the same GPU or engine can read its checkpoints. Velocities of a checkpoint are half a step old. Only the law
   * can advance them, and this code imports no module.
   */
  #checkpoints(): RecordedState[] {
    const { device, engine } = this.manifest;
    if (device !== undefined || engine !== undefined || hasUserLaw(this.#scene.simulation)) return [];
    return new CheckpointStore(new DiskStore(this.folder)).list().map((name) => {
      const step = Number(/\d+/.exec(name)?.[0]);
      const path = join(this.folder, name);
      const isEven = this.#scene.events === undefined && this.manifest.stageTimeSteps === undefined;
      const time = isEven ? step * this.manifest.timeStep : timeOfCheckpoint(path);
      return { step, time, kind: 'checkpoint', read: () => this.#checkpointState(path) };
    });
  }

  #checkpointState(path: string): RecordedBodies {
    const { state, stages } = decodeCheckpoint(readFileSync(path), path);
    const simulation = specAtCheckpoint(this.#scene, stages);
    const loop = restoreTimeLoop({ ...this.#scene, simulation }, state, 1);
    try {
      const bodies = loop.view.bodies();
      const { ids, orientation, velocity, angularVelocity, scale } = bodies;
      const position = ownPositions(bodies, centroidsOf(this.#scene.simulation.shapes));
      return { ids, position, orientation, velocity, angularVelocity, scale };
    } finally {
      loop.dispose();
    }
  }
}
