// SPDX-License-Identifier: MIT
/** A trajectory on the disk, read frame by frame: files of any size, finished or still being written. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { ByteSource } from './frame-index.ts';
import { Trajectory, type TrajectoryReading } from './trajectory.ts';

/** The bytes of an open file, as many as it has now. */
export function fileSource(file: number): ByteSource {
  const { size } = fstatSync(file);
  return {
    size,
    read: (at, length) => readAt(file, at, Math.max(0, Math.min(length, size - at))),
    close: () => closeSync(file),
  };
}

/** As many of the bytes as there are. */
export function readAt(file: number, at: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let done = 0;
  while (done < length) {
    const count = readSync(file, bytes, done, length - done, at + done);
    if (count === 0) break;
    done += count;
  }
  return bytes.subarray(0, done);
}

/** To be closed. Throws a TrajectoryError for what is no trajectory, and the system's error for a file that cannot be read. */
export function openTrajectory(path: string, reading: TrajectoryReading = {}): Trajectory {
  const source = fileSource(openSync(path, 'r'));
  try {
    return new Trajectory(source, path, reading);
  } catch (error) {
    source.close?.();
    throw error;
  }
}
