// SPDX-License-Identifier: MIT
/** A file that grows in the course of a run. What is appended is there whole or cut off again. */
import { closeSync, constants, fstatSync, fsyncSync, ftruncateSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { atPath, RunError } from './run-error.ts';

export class GrowingFile {
  readonly path: string;
  readonly #file: number;
  #length: number;

  /** Opens the file, makes it where there is none, and cuts it to `length` bytes. Throws a RunError when it has fewer. */
  constructor(path: string, length = 0) {
    this.path = path;
    this.#length = length;
    this.#file = atPath(path, () => {
      mkdirSync(dirname(path), { recursive: true });
      return openSync(path, constants.O_RDWR | constants.O_CREAT);
    });
    const { size } = fstatSync(this.#file);
    if (size < length) {
      this.close();
      throw new RunError(
        'output-lost',
        `${path}: has ${size} bytes, the checkpoint was made with ${length}; it was altered since, so the run cannot go on from here`,
        { path, size, length },
      );
    }
    atPath(path, () => ftruncateSync(this.#file, length));
  }

  get length(): number {
    return this.#length;
  }

  append(bytes: Uint8Array): void {
    atPath(this.path, () => {
      try {
        for (let at = 0; at < bytes.length; ) {
          at += writeSync(this.#file, bytes, at, bytes.length - at, this.#length + at);
        }
      } catch (error) {
        ftruncateSync(this.#file, this.#length);
        throw error;
      }
    });
    this.#length += bytes.length;
  }

  /** Waits until the disk has it. */
  sync(): void {
    atPath(this.path, () => fsyncSync(this.#file));
  }

  close(): void {
    closeSync(this.#file);
  }
}
