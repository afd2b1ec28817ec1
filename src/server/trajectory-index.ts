// SPDX-License-Identifier: MIT
/**
 * Where the frames of a trajectory are, kept up to date while a run writes it. A file that became shorter, was written over or is another one (`scree resume` cuts
 * back, `--force` begins again) starts a new generation, so that a page knows that what it holds is void.
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
  /** Header of the last frame, whose checksums tell whether it is still the same. */
  #lastHead: Uint8Array = new Uint8Array(0);
  #inode = -1;
  #generation = 0;

  /** `find` gives the path of the file that may be served, `reading` how it is to be read now. */
  constructor(find: () => string | undefined, reading: () => TrajectoryReading) {
    this.#find = find;
    this.#reading = reading;
  }

  /** Undefined where there is no file that may be served. */
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

  /** What is damaged; undefined when nothing is. */
  get problem(): string | undefined {
    return this.#trajectory?.problem;
  }

  get generation(): number {
    return this.#generation;
  }

  /** Looks for new frames. Throws a TrajectoryError for what is no trajectory; a file that is not there yet has no frames. */
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

  /** Whether the last frame is where it was. */
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
      // A run that has just begun may not have written all of its header.
      const isUnderWay = error instanceof TrajectoryError && error.code === 'truncated' && reading.isBeingWritten;
      if (!isUnderWay) throw error;
    }
  }
}
