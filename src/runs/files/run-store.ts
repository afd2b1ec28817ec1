// SPDX-License-Identifier: MIT
/**
 * The interface of the storage of a run: a folder on disk or the memory of a page. Names are relative to the run
 * folder, with forward slashes; the first file of a folder creates the folder.
 */

/** A file that grows in the course of a run. What is appended is there whole or cut off again. */
export interface GrowingFile {
  readonly length: number;
  append(bytes: Uint8Array): void;
  /** Waits until the disk has it. */
  sync(): void;
  close(): void;
}

/** Whatever cannot be done at the disk throws a RunError that names the path and the remedy. */
export interface RunStore {
  /** What messages and people call the folder. */
  readonly folder: string;
  /** What messages call a file. */
  pathOf(name: string): string;
  /** Names of the files in a folder of the run, without that of the folder; none where there is no such folder. */
  list(folder: string): string[];
  /** The bytes of a file, or its first `most`. */
  read(name: string, most?: number): Uint8Array;
  /**
   * The file is there whole or not at all, whatever ends the program; unless `sync` is false the disk has it when this
   * returns.
   */
  writeWhole(name: string, bytes: Uint8Array, options?: { readonly sync?: boolean }): void;
  /**
   * Opens the file, makes it where there is none, and cuts it to `length` bytes. Throws a RunError when it has fewer.
   */
  grow(name: string, length: number): GrowingFile;
  /** Waits until the disk has these files. */
  sync(names: Iterable<string>): void;
  remove(name: string): void;
  /** Adds a line to the log; that there is no room for it does not matter. */
  log(line: string): void;
  /** Lets others use the folder. */
  release(): void;
}
