// SPDX-License-Identifier: MIT
/** Bodies from one frame of a trajectory. Its numbers are float32, so that bodies are where they were to about 1e-7 of the size of the scene. */
import type { Frame } from '../../io/trajectory/frame.ts';
import { Trajectory, type TrajectoryHeader } from '../../io/trajectory/trajectory.ts';
import { BodyFileError, type BodyTable } from './body-table.ts';

/** `frame` counts from 0; undefined is the last. */
export function readTrajectoryBodies(bytes: Uint8Array, file: string, frame?: number): BodyTable {
  const trajectory = new Trajectory(bytes, file);
  const count = trajectory.frames.length;
  const index = frame ?? count - 1;
  const found = trajectory.frame(index);
  if (found === undefined) {
    const problem =
      index < count
        ? `frame ${index} is damaged`
        : `there is no frame ${index}; the trajectory has ${count}, counted from 0`;
    throw new BodyFileError('no-frame', `${file}: ${count === 0 ? 'there is no frame yet' : problem}`, {
      file,
      frame: index,
    });
  }
  return frameTable(found, trajectory.header, file);
}

export function frameTable(frame: Frame, { shapes, materials }: TrajectoryHeader, file: string): BodyTable {
  const { origin, positions } = frame;
  return {
    file,
    count: frame.ids.length,
    position: Float64Array.from(positions, (value, i) => value + (origin[i % 3] as number)),
    orientation: Float64Array.from(frame.orientations),
    velocity: Float64Array.from(frame.velocities),
    angularVelocity: Float64Array.from(frame.angularVelocities),
    scale: Float64Array.from(frame.scales),
    shape: Array.from(frame.shapes, (k) => shapes[k]?.name ?? ''),
    material: Array.from(frame.materials, (k) => materials[k] ?? ''),
  };
}
