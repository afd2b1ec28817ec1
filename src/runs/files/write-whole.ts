// SPDX-License-Identifier: MIT
/** Writes a file completely or not at all, even if the program is killed. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** With `sync` false the file may be lost when the machine fails before the disk has it. */
export function writeWhole(path: string, bytes: Uint8Array | readonly Uint8Array[], { sync = true } = {}): void {
  const temporary = `${path}.part`;
  try {
    // Removes a leftover file or a link, so that nothing is written through a link.
    rmSync(temporary, { force: true });
    const file = openSync(temporary, 'wx');
    try {
      for (const part of bytes instanceof Uint8Array ? [bytes] : bytes) {
        for (let at = 0; at < part.length; ) at += writeSync(file, part, at);
      }
      if (sync) fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Most bytes and parts of one write request, below the limits of systems: 2 GiB and 1,024 parts. */
const MOST_BYTES_AT_ONCE = 2 ** 30;
const MOST_PARTS_AT_ONCE = 1000;

/** Parts in groups of these sizes; a part that is too large is divided. */
function* requests(parts: readonly Uint8Array[]): Iterable<Uint8Array[]> {
  let [group, bytes]: [Uint8Array[], number] = [[], 0];
  for (const part of parts) {
    for (let at = 0; at < part.length; ) {
      const piece = part.subarray(at, at + MOST_BYTES_AT_ONCE - bytes);
      group.push(piece);
      bytes += piece.length;
      at += piece.length;
      if (bytes < MOST_BYTES_AT_ONCE && group.length < MOST_PARTS_AT_ONCE) continue;
      yield group;
      [group, bytes] = [[], 0];
    }
  }
  if (group.length > 0) yield group;
}

/** A request may write only a part of the bytes; the rest is then requested again. */
async function writeAll(file: FileHandle, parts: readonly Uint8Array[]): Promise<void> {
  for (const request of requests(parts)) {
    for (let left = request; left.length > 0; ) {
      let { bytesWritten } = await file.writev(left);
      left = left.flatMap((part) => {
        const done = Math.min(bytesWritten, part.length);
        bytesWritten -= done;
        return done < part.length ? [part.subarray(done)] : [];
      });
    }
  }
}

/** Like `writeWhole`, for parts and an end, which is computed while the system writes the parts. */
export async function writeWholeWithEnd(
  path: string,
  parts: readonly Uint8Array[],
  end: () => Uint8Array,
): Promise<void> {
  const temporary = `${path}.part`;
  try {
    rmSync(temporary, { force: true });
    const file = await open(temporary, 'wx');
    try {
      const writing = writeAll(file, parts);
      let last: Uint8Array;
      try {
        last = end();
      } finally {
        await writing;
      }
      await writeAll(file, [last]);
      await file.sync();
    } finally {
      await file.close();
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
