// SPDX-License-Identifier: MIT
/** A file of a folder by its plain name; links that lead out of the folder lead nowhere. */
import { realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';

/** Real path of the plain file `name` in `folder`; undefined when there is none, it is no plain file, or it lies elsewhere. */
export function fileInFolder(folder: string, name: string): string | undefined {
  if (name === '' || name.includes('\0')) return undefined;
  try {
    const root = realpathSync(folder);
    const path = realpathSync(join(root, name));
    const inside = relative(root, path);
    const isOutside = inside === '' || inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside);
    return isOutside || !statSync(path).isFile() ? undefined : path;
  } catch {
    return undefined;
  }
}
