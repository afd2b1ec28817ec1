// SPDX-License-Identifier: MIT
/** Writes a file of an export text by text, so that long runs need little memory. */
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';

/** Replaces a file or a link; never writes to the target of a link. */
export function writeTexts(path: string, texts: Iterable<string>): void {
  rmSync(path, { force: true });
  const file = openSync(path, 'wx');
  try {
    for (const text of texts) writeSync(file, text);
  } finally {
    closeSync(file);
  }
}
