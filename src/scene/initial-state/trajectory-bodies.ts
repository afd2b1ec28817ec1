// SPDX-License-Identifier: MIT
/**
 * Reads bodies from one frame of a trajectory. Its numbers are float32, so positions are exact to about 1e-7 of the
 * size of the scene.
 */
import type { Frame } from '../../io/trajectory/frame.ts';
import { Trajectory } from '../../io/trajectory/trajectory.ts';
import type { TrajectoryHeader } from '../../io/trajectory/trajectory-header.ts';
import { BodyFileError, type BodyTable } from './body-rows.ts';

/** `frame` counts from 0; undefined is the last. */
export function readTrajectoryBodies(bytes: Uint8Array, file: string, frame?: number): BodyTable {
  const trajectory = new Trajectory(bytes, file);
  return frameTable(wantedFrame(trajectory, file, frame), trajectory.header, file);
}

/**
 * The frame with a number, or the last one. Throws a BodyFileError if that frame is lost, and never substitutes
 * another.
 */
export function wantedFrame(trajectory: Trajectory, file: string, number: number | undefined): Frame {
  const { frames, frameCount: count } = trajectory;
  const last = frames.at(-1)?.number;
  const refuse = (problem: string): never => {
    const damage = trajectory.problem;
    const message = `${file}: ${problem}${damage === undefined ? '' : `\n${damage}`}`;
    throw new BodyFileError('no-frame', message, { file, frame: number });
  };
  if (last === undefined) return refuse(trajectory.isCutOff ? 'no frame can be read' : 'there is no frame yet');
  if (number === undefined && trajectory.isCutOff)
    return refuse(`the last frame is lost; use frame: ${last}, the last one that can be read`);
  const index = number === undefined ? frames.length - 1 : trajectory.placeOf(number);
  const found = index === undefined ? undefined : trajectory.frame(index);
  if (found !== undefined) return found;
  return refuse(
    number === undefined || number < count
      ? `frame ${number ?? last} is damaged; choose another with frame: NUMBER`
      : `there is no frame ${number}; the trajectory has ${count}, counted from 0`,
  );
}

export function frameTable(frame: Frame, { shapes, materials }: TrajectoryHeader, file: string): BodyTable {
  const { origin, positions } = frame;
  return {
    file,
    count: frame.ids.length,
    position: Float64Array.from(positions, (value, i) => value + origin[i % 3]),
    orientation: Float64Array.from(frame.orientations),
    velocity: Float64Array.from(frame.velocities),
    angularVelocity: Float64Array.from(frame.angularVelocities),
    scale: Float64Array.from(frame.scales),
    shape: Array.from(frame.shapes, (k) => shapes[k]?.name ?? ''),
    material: Array.from(frame.materials, (k) => materials[k]),
  };
}
