// SPDX-License-Identifier: MIT
/**
 * Where the frames of a trajectory are, kept up to date while a run writes it. A file that became shorter or another one (`scree resume` cuts back,
 * `--force` begins again) starts a new generation, so that a page knows that what it holds is void.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { FRAME_HEADER_SIZE, frameCounts, frameLength } from '../io/trajectory/frame.ts';
import { readHeader, type TrajectoryHeader } from '../io/trajectory/trajectory.ts';
import type { FrameEntry } from '../io/trajectory/trajectory-file.ts';

/** More bytes than a header has unless it holds large meshes. */
const FIRST_LOOK = 1 << 16;

export class TrajectoryIndex {
  readonly path: string;
  #header: TrajectoryHeader | undefined;
  #frames: FrameEntry[] = [];
  #end = 0;
  #inode = -1;
  #generation = 0;

  constructor(path: string) {
    this.path = path;
  }

  /** Undefined until the file has a whole header. */
  get header(): TrajectoryHeader | undefined {
    return this.#header;
  }

  get frames(): readonly FrameEntry[] {
    return this.#frames;
  }

  get generation(): number {
    return this.#generation;
  }

  /** Looks for new frames. Throws a TrajectoryError for what is no trajectory; a file that is not there yet has no frames. */
  refresh(): void {
    const file = openIfThere(this.path);
    if (file === undefined) return;
    try {
      const { size, ino } = fstatSync(file);
      if (ino !== this.#inode || size < this.#end) this.#startAgain(ino);
      if (this.#header === undefined) this.#readHeader(file, size);
      if (this.#header !== undefined) this.#readFrames(file, size);
    } finally {
      closeSync(file);
    }
  }

  #startAgain(inode: number): void {
    this.#header = undefined;
    this.#frames = [];
    this.#end = 0;
    this.#inode = inode;
    this.#generation++;
  }

  #readHeader(file: number, size: number): void {
    if (size === 0) return;
    let head = readAt(file, 0, Math.min(size, FIRST_LOOK));
    const { start, end } = readHeader(head, this.path, size);
    if (end > head.length) head = readAt(file, 0, end);
    this.#header = JSON.parse(new TextDecoder().decode(head.subarray(start, end))) as TrajectoryHeader;
    this.#end = end;
  }

  #readFrames(file: number, size: number): void {
    while (this.#end + FRAME_HEADER_SIZE <= size) {
      const head = readAt(file, this.#end, FRAME_HEADER_SIZE);
      const length = frameLength(head, 0);
      if (length === undefined || this.#end + length > size) return;
      this.#frames.push({ at: this.#end, length, ...frameCounts(head) });
      this.#end += length;
    }
  }
}

function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
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
