// SPDX-License-Identifier: MIT
/**
 * History of one body through all frames of a trajectory. Reads only the numbers of this body, so a large frame costs a
 * few small reads.
 */
import { FRAME_HEADER_SIZE, sectionOffsets } from './frame.ts';
import type { ByteSource, FrameEntry } from './frame-index.ts';

/** Columns of equal length, a row for each frame that has the body. */
export interface BodyHistory {
  /** s */
  readonly time: number[];
  /** m */
  readonly position: readonly [x: number[], y: number[], z: number[]];
  /** m/s */
  readonly speed: number[];
  /** rad/s */
  readonly spin: number[];
}

/**
 * Position, speed and spin of one body over the time of a trajectory, without reading whole frames. `source` is the
 * trajectory, `frames` the index of its frames.
 *
 * @example
 * ```ts no-run
 * import { openSync, fstatSync, readSync } from 'node:fs';
 * import { bodyHistory, Trajectory } from 'scree/io';
 *
 * const file = openSync('runs/heap/trajectory.scree', 'r');
 * const source = {
 *   size: fstatSync(file).size,
 *   read(at: number, length: number) {
 *     const bytes = new Uint8Array(length);
 *     return bytes.subarray(0, readSync(file, bytes, 0, length, at));
 *   },
 * };
 * const { time, speed } = bodyHistory(source, new Trajectory(source).frames, 17);
 * console.log(time.length === speed.length);
 * ```
 */
export function bodyHistory(source: ByteSource, frames: readonly FrameEntry[], id: number): BodyHistory {
  const history: BodyHistory = { time: [], position: [[], [], []], speed: [], spin: [] };
  let row = 0;
  for (const entry of frames) row = addRow(history, source, entry, id, row);
  return history;
}

/** Returns the row of the body, where the search in the next frame starts. */
function addRow(
  history: BodyHistory,
  source: ByteSource,
  { at, bodies, time }: FrameEntry,
  id: number,
  guess: number,
): number {
  const offsets = sectionOffsets(source.read(at, FRAME_HEADER_SIZE));
  const offsetOf = (name: 'origin' | 'ids' | 'positions' | 'velocities' | 'angularVelocities'): number =>
    at + (offsets.get(name)?.at ?? 0);
  const idAt = (row: number): number => view(source, offsetOf('ids') + 4 * row, 4).getInt32(0, true);
  const row = find(idAt, bodies, id, guess);
  if (row === undefined) return guess;
  const origin = view(source, offsetOf('origin'), 24);
  const position = view(source, offsetOf('positions') + 12 * row, 12);
  history.time.push(time);
  for (const [axis, column] of history.position.entries())
    column.push(origin.getFloat64(8 * axis, true) + position.getFloat32(4 * axis, true));
  history.speed.push(length(view(source, offsetOf('velocities') + 12 * row, 12)));
  history.spin.push(length(view(source, offsetOf('angularVelocities') + 12 * row, 12)));
  return row;
}

/** Ids rise; usually a body stays in its row. */
function find(idAt: (row: number) => number, count: number, id: number, guess: number): number | undefined {
  if (guess < count && idAt(guess) === id) return guess;
  let low = 0;
  let high = count - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = idAt(middle);
    if (found === id) return middle;
    if (found < id) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}

function view(source: ByteSource, at: number, length: number): DataView {
  const bytes = source.read(at, length);
  return new DataView(bytes.buffer, bytes.byteOffset, length);
}

function length(vector: DataView): number {
  const [x, y, z] = [0, 4, 8].map((at) => vector.getFloat32(at, true));
  return Math.sqrt(x * x + y * y + z * z);
}
