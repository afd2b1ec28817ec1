// SPDX-License-Identifier: MIT
/**
 * Stores the files of a run in memory, for example in a web page. They are lost with the page unless they are taken
 * out.
 */

import { byteCount, joinedBytes } from '../../math/joined-bytes.ts';
import type { Work } from '../../math/work-in-parts.ts';
import { LOG_NAME } from '../folder/run-files.ts';
import { RunError } from '../run-error.ts';
import type { GrowingFile, RunStore } from './run-store.ts';

/** Growth factor of the buffer of a growing file. */
const GROWTH = 2;
const FIRST_ROOM = 4096;

/** Bytes with room to grow. */
class MemoryFile implements GrowingFile {
  #bytes: Uint8Array;
  #length: number;
  readonly #claim: (more: number) => void;

  constructor(bytes: Uint8Array, claim: (more: number) => void) {
    this.#bytes = bytes;
    this.#length = bytes.length;
    this.#claim = claim;
  }

  get length(): number {
    return this.#length;
  }

  /** A view of the bytes appended so far. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  append(bytes: Uint8Array): void {
    this.#claim(bytes.length);
    const needed = this.#length + bytes.length;
    if (needed > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(needed, FIRST_ROOM, GROWTH * this.#bytes.length));
      larger.set(this.bytes);
      this.#bytes = larger;
    }
    this.#bytes.set(bytes, this.#length);
    this.#length = needed;
  }

  *appendInParts(bytes: Uint8Array): Work<void> {
    this.append(bytes);
    yield;
  }

  sync(): void {}

  close(): void {}
}

/** The files of a run in memory, as for a run in a page. */
export class MemoryStore implements RunStore {
  readonly folder: string;
  readonly #files = new Map<string, MemoryFile>();
  readonly #limit: number;
  #size = 0;

  /** A run whose files would take more than `limit` bytes fails, with the remedy in its message. */
  constructor(folder: string, limit = Infinity) {
    this.folder = folder;
    this.#limit = limit;
  }

  /** Bytes of all files. */
  get size(): number {
    return this.#size;
  }

  /** All files with their names, in the order of these. */
  files(): { readonly name: string; readonly bytes: Uint8Array }[] {
    return [...this.#files]
      .map(([name, { bytes }]) => ({ name, bytes }))
      .sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));
  }

  pathOf(name: string): string {
    return `${this.folder}/${name}`;
  }

  list(folder: string): string[] {
    const start = `${folder}/`;
    return [...this.#files.keys()].filter((name) => name.startsWith(start)).map((name) => name.slice(start.length));
  }

  read(name: string, most?: number): Uint8Array {
    const file = this.#files.get(name);
    if (file !== undefined) return file.bytes.slice(0, most);
    throw new RunError('ENOENT', `${this.pathOf(name)}: there is no such file`, { path: this.pathOf(name) });
  }

  writeWhole(name: string, bytes: Uint8Array | readonly Uint8Array[]): void {
    const before = this.#files.get(name)?.length ?? 0;
    const parts = bytes instanceof Uint8Array ? [bytes] : bytes;
    this.#claim(name, byteCount(parts) - before);
    this.#files.set(name, this.#file(name, joinedBytes(parts)));
  }

  async writeWithEnd(name: string, parts: readonly Uint8Array[], end: () => Uint8Array): Promise<void> {
    this.writeWhole(name, [...parts, end()]);
  }

  grow(name: string, length: number): GrowingFile {
    const before = this.#files.get(name)?.bytes ?? new Uint8Array(0);
    if (before.length < length) {
      const path = this.pathOf(name);
      const message =
        `${path}: has ${before.length} bytes, the checkpoint was made with ${length}; the run cannot go on from ` +
        'here';
      throw new RunError('output-lost', message, { path, size: before.length, length });
    }
    this.#claim(name, length - before.length);
    const file = this.#file(name, before.slice(0, length));
    this.#files.set(name, file);
    return file;
  }

  sync(): void {}

  remove(name: string): void {
    this.#size -= this.#files.get(name)?.length ?? 0;
    this.#files.delete(name);
  }

  log(line: string): void {
    const file = this.#files.get(LOG_NAME) ?? this.grow(LOG_NAME, 0);
    file.append(new TextEncoder().encode(`${line}\n`));
  }

  release(): void {}

  #file(name: string, bytes: Uint8Array): MemoryFile {
    return new MemoryFile(bytes, (more) => this.#claim(name, more));
  }

  #claim(name: string, more: number): void {
    const size = this.#size + more;
    if (more > 0 && size > this.#limit) {
      const room = `${(this.#limit / 2 ** 20).toFixed(0)} MiB`;
      const message =
        `${this.pathOf(name)}: the files of the run would take more than ${room} of memory; write less often, or ` +
        'use scree run';
      throw new RunError('memory-full', message, { path: this.pathOf(name), limit: this.#limit });
    }
    this.#size = size;
  }
}
