// SPDX-License-Identifier: MIT
/** Reads a trajectory on disk frame by frame: files of any size, complete or still being written. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { ByteSource } from './frame-index.ts';
import { Trajectory, type TrajectoryReading } from './trajectory.ts';

/** Bytes of an open file, which may still grow. */
export function fileSource(file: number): ByteSource {
  const { size } = fstatSync(file);
  return {
    size,
    read: (at, length) => readAt(file, at, Math.max(0, Math.min(length, size - at))),
    close: () => closeSync(file),
  };
}

/** Returns fewer bytes at the end of the file. */
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

/**
 * The caller must close it. Throws a TrajectoryError if the file is not a trajectory, and the system error if it cannot
 * be read.
 */
export function openTrajectory(path: string, reading: TrajectoryReading = {}): Trajectory {
  const source = fileSource(openSync(path, 'r'));
  try {
    return new Trajectory(source, path, reading);
  } catch (error) {
    source.close?.();
    throw error;
  }
}
