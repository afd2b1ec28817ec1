// SPDX-License-Identifier: MIT
/** Writes a file completely or not at all, even if the program is killed. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';

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
