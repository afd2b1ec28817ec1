// SPDX-License-Identifier: MIT
/** Reads a whole file in parts: one request of a system, and readFileSync of Node 20, end at 2 GiB. */
import { constants } from 'node:buffer';
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { RunError } from '../run-error.ts';

/** Most bytes of one request. */
const MOST_BYTES_AT_ONCE = 2 ** 30;
/** Most bytes that the memory of one array holds: 4 GiB in Node 20. */
const MOST_BYTES = constants.MAX_LENGTH;

/** Throws a RunError if the file is too large for this version of Node. `most` is the size of a part. */
export function readWhole(path: string, most = MOST_BYTES_AT_ONCE): Uint8Array {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    // Also a file whose size is not known, such as a pipe.
    if (size <= most) return readFileSync(file);
    if (size > MOST_BYTES) {
      throw new RunError(
        'file-too-large',
        `${path}: has ${size} bytes, and this version of Node (${process.version}) holds at most ${MOST_BYTES} in an ` +
          'array; use Node 22 or newer',
        { path },
      );
    }
    const bytes = new Uint8Array(size);
    let at = 0;
    while (at < size) {
      const count = readSync(file, bytes, at, Math.min(most, size - at), null);
      if (count === 0) break;
      at += count;
    }
    return bytes.subarray(0, at);
  } finally {
    closeSync(file);
  }
}
