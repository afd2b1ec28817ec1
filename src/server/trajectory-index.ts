// SPDX-License-Identifier: MIT
/**
 * Index of the frames of a trajectory, updated while a run writes it. A truncated, overwritten or replaced file starts
 * a new generation, which tells a page to drop its frames. `scree resume` truncates the file, and `--force` replaces
 * it.
 */
import { closeSync, fstatSync, openSync } from 'node:fs';
import { FRAME_HEADER_SIZE } from '../io/trajectory/frame.ts';
import type { ByteSource, FrameEntry } from '../io/trajectory/frame-index.ts';
import { Trajectory, type TrajectoryReading } from '../io/trajectory/trajectory.ts';
import { fileSource } from '../io/trajectory/trajectory-file.ts';
import { TrajectoryError, type TrajectoryHeader } from '../io/trajectory/trajectory-header.ts';

export class TrajectoryIndex {
  readonly #find: () => string | undefined;
  readonly #reading: () => TrajectoryReading;
  #path: string | undefined;
  #trajectory: Trajectory | undefined;
  /** Header of the last frame, whose checksums identify it. */
  #lastHead: Uint8Array = new Uint8Array(0);
  #inode = -1;
  #generation = 0;

  /** `find` returns the path of the file if it may be served, `reading` the present options for reading it. */
  constructor(find: () => string | undefined, reading: () => TrajectoryReading) {
    this.#find = find;
    this.#reading = reading;
  }

  /** Undefined if no file may be served. */
  get path(): string | undefined {
    return this.#path;
  }

  /** Undefined until the file has a whole header. */
  get header(): TrajectoryHeader | undefined {
    return this.#trajectory?.header;
  }

  get frames(): readonly FrameEntry[] {
    return this.#trajectory?.frames ?? [];
  }

  /** Message about damage; undefined if there is none. */
  get problem(): string | undefined {
    return this.#trajectory?.problem;
  }

  get generation(): number {
    return this.#generation;
  }

  /**
   * Searches for new frames. Throws a TrajectoryError if the file is not a trajectory; a missing file has no frames.
   */
  refresh(): void {
    this.#path = this.#find();
    if (this.#path === undefined) {
      if (this.#trajectory !== undefined) this.#startAgain(-1);
      return;
    }
    const file = openSync(this.#path, 'r');
    try {
      const source = fileSource(file);
      const { ino } = fstatSync(file);
      if (ino !== this.#inode || !this.#isContinued(source)) this.#startAgain(ino);
      if (source.size > 0) this.#read(this.#path, source);
      const last = this.frames.at(-1);
      this.#lastHead = last === undefined ? new Uint8Array(0) : source.read(last.at, FRAME_HEADER_SIZE);
    } finally {
      closeSync(file);
    }
  }

  #startAgain(inode: number): void {
    this.#trajectory = undefined;
    this.#inode = inode;
    this.#generation++;
  }

  /** Whether the last frame is still at its offset. */
  #isContinued(source: ByteSource): boolean {
    const last = this.frames.at(-1);
    if (last === undefined) return true;
    const head = source.read(last.at, FRAME_HEADER_SIZE);
    return last.at + last.length <= source.size && head.every((byte, k) => byte === this.#lastHead[k]);
  }

  #read(path: string, source: ByteSource): void {
    const reading = this.#reading();
    if (this.#trajectory !== undefined) {
      this.#trajectory.extend(source, reading);
      return;
    }
    try {
      this.#trajectory = new Trajectory(source, path, reading);
    } catch (error) {
      // A run that has just started may not have written its whole header.
      const isBeingWritten = error instanceof TrajectoryError && error.code === 'truncated' && reading.isBeingWritten;
      if (!isBeingWritten) throw error;
    }
  }
}
