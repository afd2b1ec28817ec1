// SPDX-License-Identifier: MIT
/** Stores the files of a run in a folder on disk. */
import {
  appendFileSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../io/make-folder.ts';
import { LOG_NAME } from '../folder/run-files.ts';
import { unlockRunFolder } from '../folder/run-lock.ts';
import { atPath, diskError } from '../run-error.ts';
import { GrowingDiskFile, ownFile } from './growing-disk-file.ts';
import { insideFolder } from './inside-folder.ts';
import { readWhole } from './read-whole.ts';
import type { GrowingFile, RunStore } from './run-store.ts';
import { writeWhole, writeWholeWithEnd } from './write-whole.ts';

/** Does not write to a log that is a link, since the link may lead anywhere. */
const APPEND = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0);

export class DiskStore implements RunStore {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  pathOf(name: string): string {
    return join(this.folder, name);
  }

  list(folder: string): string[] {
    const path = this.pathOf(folder);
    return existsSync(path) ? readdirSync(path) : [];
  }

  read(name: string, most?: number): Uint8Array {
    const path = this.pathOf(name);
    if (most === undefined) return readWhole(path);
    const file = openSync(path, 'r');
    try {
      const bytes = new Uint8Array(most);
      return bytes.subarray(0, readSync(file, bytes));
    } finally {
      closeSync(file);
    }
  }

  writeWhole(name: string, bytes: Uint8Array | readonly Uint8Array[], options: { readonly sync?: boolean } = {}): void {
    const path = insideFolder(this.folder, name);
    atPath(path, () => {
      makeFolder(dirname(path));
      writeWhole(path, bytes, options);
    });
  }

  async writeWithEnd(name: string, parts: readonly Uint8Array[], end: () => Uint8Array): Promise<void> {
    const path = insideFolder(this.folder, name);
    try {
      makeFolder(dirname(path));
      await writeWholeWithEnd(path, parts, end);
    } catch (error) {
      throw diskError(path, error);
    }
  }

  grow(name: string, length: number): GrowingFile {
    return new GrowingDiskFile(insideFolder(this.folder, name), length);
  }

  sync(names: Iterable<string>): void {
    for (const name of names) {
      const path = this.pathOf(name);
      atPath(path, () => {
        const file = openSync(path, 'r');
        try {
          fsyncSync(file);
        } finally {
          closeSync(file);
        }
      });
    }
  }

  remove(name: string): void {
    rmSync(insideFolder(this.folder, name), { force: true });
  }

  log(line: string): void {
    try {
      const path = insideFolder(this.folder, LOG_NAME);
      ownFile(path);
      const file = openSync(path, APPEND);
      try {
        appendFileSync(file, `${line}\n`);
      } finally {
        closeSync(file);
      }
    } catch {
      // The log is not essential: a run must not end because it cannot be written.
    }
  }

  release(): void {
    unlockRunFolder(this.folder);
  }
}
