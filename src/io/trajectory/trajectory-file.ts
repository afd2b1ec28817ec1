// SPDX-License-Identifier: MIT
/** A trajectory on the disk, read frame by frame: files of any size, finished or still being written. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { decodeFrame, FRAME_HEADER_SIZE, type Frame, frameCounts, frameLength } from './frame.ts';
import { readHeader, type TrajectoryHeader } from './trajectory.ts';

/** What is known of a frame before it is read. */
export interface FrameEntry {
  readonly at: number;
  readonly length: number;
  /** s */
  readonly time: number;
  readonly step: number;
  readonly bodies: number;
}

/** More bytes than a header has unless it holds large meshes. */
const FIRST_LOOK = 1 << 16;

export class TrajectoryFile {
  readonly path: string;
  readonly header: TrajectoryHeader;
  /** Frames that were whole when the file was opened, by their headers. */
  readonly frames: readonly FrameEntry[];
  readonly #file: number;

  /** Throws a TrajectoryError for what is no trajectory, and the system's error for a file that cannot be read. */
  constructor(path: string) {
    this.path = path;
    this.#file = openSync(path, 'r');
    try {
      const { size } = fstatSync(this.#file);
      let head = this.#read(0, Math.min(size, FIRST_LOOK));
      let reading = readHeader(head, path, size);
      if (reading.end > head.length) {
        head = this.#read(0, reading.end);
        reading = readHeader(head, path, size);
      }
      this.header = JSON.parse(new TextDecoder().decode(head.subarray(reading.start, reading.end))) as TrajectoryHeader;
      this.frames = [...this.#entries(reading.end, size)];
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** The frame of that number; undefined when there is none or its checksum does not match. */
  frame(index: number): Frame | undefined {
    const entry = this.frames[index];
    return entry && decodeFrame(this.#read(entry.at, entry.length), 0);
  }

  close(): void {
    closeSync(this.#file);
  }

  *#entries(start: number, size: number): Generator<FrameEntry> {
    for (let at = start; at + FRAME_HEADER_SIZE <= size; ) {
      const head = this.#read(at, FRAME_HEADER_SIZE);
      const length = frameLength(head, 0);
      if (length === undefined || at + length > size) return;
      yield { at, length, ...frameCounts(head) };
      at += length;
    }
  }

  #read(at: number, length: number): Uint8Array {
    const bytes = new Uint8Array(length);
    let done = 0;
    while (done < length) {
      const count = readSync(this.#file, bytes, done, length - done, at + done);
      if (count === 0) return bytes.subarray(0, done);
      done += count;
    }
    return bytes;
  }
}
