// SPDX-License-Identifier: MIT
/** A recorded state of a run, as it is compared with that of another. */
import type { Frame } from '../../io/trajectory/frame.ts';
import { worldPositions } from '../export/world-positions.ts';

type Numbers = Float64Array | Float32Array;

/** All bodies at one time, in the order of `ids`. */
export interface RecordedBodies {
  /** What positions of a frame are float32 numbers from; those of checkpoints are float64. */
  readonly origin?: Float64Array;
  readonly ids: Int32Array;
  readonly position: Numbers;
  readonly orientation: Numbers;
  readonly velocity: Numbers;
  readonly angularVelocity: Numbers;
  readonly scale: Numbers;
}

export type RecordKind = 'checkpoint' | 'frame';

/** A state that a run has recorded, read when it is needed. */
export interface RecordedState {
  readonly step: number;
  /** s */
  readonly time: number;
  readonly kind: RecordKind;
  /** Undefined when the frame is damaged. */
  readonly read: () => RecordedBodies | undefined | Promise<RecordedBodies | undefined>;
}

/**
 * The state of the bodies in a frame of a trajectory, with world positions in m.
 *
 * @example
 * ```ts
 * import { Trajectory } from 'scree/io';
 * import { findScene, frameState, MemoryStore, Run, siteInMemory } from 'scree/live';
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
 * run.close();
 * const frame = new Trajectory(store.read('trajectory.scree')).frame(0);
 * console.log(frame && frameState(frame).position.length); // 3
 * ```
 */
export function frameState(frame: Frame): RecordedBodies {
  return {
    origin: frame.origin,
    ids: frame.ids,
    position: worldPositions(frame.positions, frame),
    orientation: frame.orientations,
    velocity: frame.velocities,
    angularVelocity: frame.angularVelocities,
    scale: frame.scales,
  };
}
