// SPDX-License-Identifier: MIT
/** A file of a folder by its plain name; links that lead out of the folder lead nowhere. */
import { realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isWithin } from '../runs/files/inside-folder.ts';

/**
 * Real path of the plain file `name` in `folder`; undefined when there is none, it is no plain file, or it lies
 * elsewhere.
 */
export function fileInFolder(folder: string, name: string): string | undefined {
  if (name === '' || name.includes('\0')) return undefined;
  try {
    const root = realpathSync(folder);
    const path = realpathSync(join(root, name));
    return isWithin(root, path) && statSync(path).isFile() ? path : undefined;
  } catch {
    return undefined;
  }
}
