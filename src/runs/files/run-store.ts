// SPDX-License-Identifier: MIT
/**
 * The interface of the storage of a run: a folder on disk or the memory of a page. Names are relative to the run
 * folder, with forward slashes; the first file of a folder creates the folder.
 */

import type { Work } from '../../math/work-in-parts.ts';

/** A file that grows during a run. Appended data are complete or truncated again. */
export interface GrowingFile {
  readonly length: number;
  append(bytes: Uint8Array): void;
  /** The same as long work; nothing else may be appended meanwhile. */
  appendInParts(bytes: Uint8Array): Work<void>;
  /** Waits until the disk has it. */
  sync(): void;
  close(): void;
}

/**
 * Where the files of a run are: a folder on a disk, or memory. A failed disk operation throws a RunError that names the
 * path and the remedy.
 */
export interface RunStore {
  /** What messages and people call the folder. */
  readonly folder: string;
  /** What messages call a file. */
  pathOf(name: string): string;
  /** Names of the files in a folder of the run, without the folder; empty if there is no such folder. */
  list(folder: string): string[];
  /**
   * The bytes of a file, or its first `most`.
   *
   * @throws RunError for a file that is not there or cannot be read.
   */
  read(name: string, most?: number): Uint8Array;
  /**
   * Writes the file, given whole or in parts, completely or not at all, even if the program is killed; unless `sync`
   * is false, it is on disk on return.
   *
   * @throws RunError without the room for it.
   */
  writeWhole(name: string, bytes: Uint8Array | readonly Uint8Array[], options?: { readonly sync?: boolean }): void;
  /**
   * Writes a large file whose last bytes, such as a checksum, depend on the others: `end` computes them while the parts
   * are written. The parts must not change until the promise resolves.
   *
   * @throws RunError without the room for it.
   */
  writeWithEnd(name: string, parts: readonly Uint8Array[], end: () => Uint8Array): Promise<void>;
  /**
   * Opens the file, creates it if there is none, and truncates it to `length` bytes.
   *
   * @throws RunError if it has fewer, and without the room for it.
   */
  grow(name: string, length: number): GrowingFile;
  /** Waits until the disk has these files. */
  sync(names: Iterable<string>): void;
  remove(name: string): void;
  /**
   * Adds a line to the log; a full disk is ignored.
   *
   * @throws RunError where files are kept in memory, without the room for it.
   */
  log(line: string): void;
  /** Lets others use the folder. */
  release(): void;
}
