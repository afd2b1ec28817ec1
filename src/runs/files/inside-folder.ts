// SPDX-License-Identifier: MIT
/**
 * Paths of files in a run folder. A manifest or a link may come from somebody else and must not cause writes or
 * deletions outside the folder.
 */
import { realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { isInsideName } from '../folder/run-files.ts';
import { RunError } from '../run-error.ts';

/** Whether a path is the folder itself or lies in it. Both must be real paths, without links. */
export function isWithin(folder: string, path: string): boolean {
  const steps = relative(folder, path);
  return steps !== '..' && !steps.startsWith(`..${sep}`) && !isAbsolute(steps);
}

/** Real path of the nearest existing folder above a path. */
function realFolderOf(path: string): string {
  for (let at = dirname(path); ; at = dirname(at)) {
    try {
      return realpathSync(at);
    } catch (error) {
      const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      if (!isMissing || dirname(at) === at) throw error;
    }
  }
}

/**
 * Path at which a file of a run folder may be written or removed. Throws a RunError if the name has `..` or is
 * absolute, or if a link in the folder leads out of it. The folder itself may be a link. Whoever opens the file must
 * check that it is not a link.
 */
export function insideFolder(folder: string, name: string): string {
  const path = join(folder, name);
  const refuse = (problem: string): never => {
    throw new RunError('outside', `${path}: refused to write or remove it: ${problem}`, { folder, name });
  };
  if (!isInsideName(name)) return refuse(`"${name}" is not the name of a file in the run folder`);
  if (!isWithin(realpathSync(folder), realFolderOf(path))) {
    const remedy = 'replace the link by a folder with the files, or make the whole run folder a link';
    return refuse(`a symbolic link leads out of the run folder; ${remedy}`);
  }
  return path;
}
