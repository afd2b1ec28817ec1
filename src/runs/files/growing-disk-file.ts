// SPDX-License-Identifier: MIT
/** A file on disk that grows at its end. */
import {
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '../../io/make-folder.ts';
import { atOnce, type Work } from '../../math/work-in-parts.ts';
import { atPath, RunError } from '../run-error.ts';
import type { GrowingFile } from './run-store.ts';

/** Bytes written without a rest. */
const BYTES_AT_ONCE = 1 << 23;

export class GrowingDiskFile implements GrowingFile {
  readonly path: string;
  readonly #file: number;
  #length: number;

  /** See `RunStore.grow`. */
  constructor(path: string, length: number) {
    this.path = path;
    this.#length = length;
    this.#file = atPath(path, () => {
      makeFolder(dirname(path));
      ownFile(path);
      // A link may lead anywhere, and its target would be truncated.
      return openSync(path, constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0));
    });
    const { size } = fstatSync(this.#file);
    if (size < length) {
      this.close();
      throw new RunError(
        'output-lost',
        `${path}: has ${size} bytes, the checkpoint was made with ${length}; it was altered since, so the run ` +
          'cannot go on from here',
        { path, size, length },
      );
    }
    atPath(path, () => ftruncateSync(this.#file, length));
  }

  get length(): number {
    return this.#length;
  }

  append(bytes: Uint8Array): void {
    atOnce(this.appendInParts(bytes));
  }

  *appendInParts(bytes: Uint8Array): Work<void> {
    for (let at = 0; at < bytes.length; ) {
      at += atPath(this.path, () => this.#write(bytes, at));
      yield;
    }
    this.#length += bytes.length;
  }

  /** Writes some of the bytes from `at` on, which come behind the file; returns how many. */
  #write(bytes: Uint8Array, at: number): number {
    try {
      return writeSync(this.#file, bytes, at, Math.min(bytes.length - at, BYTES_AT_ONCE), this.#length + at);
    } catch (error) {
      ftruncateSync(this.#file, this.#length);
      throw error;
    }
  }

  sync(): void {
    atPath(this.path, () => fsyncSync(this.#file));
  }

  close(): void {
    closeSync(this.#file);
  }
}

/** Replaces a file with several hard links by a copy; other files do not change. */
export function ownFile(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isFile() !== true || found.nlink < 2) return;
  const temporary = `${path}.part`;
  rmSync(temporary, { force: true });
  copyFileSync(path, temporary, constants.COPYFILE_EXCL);
  renameSync(temporary, path);
}
