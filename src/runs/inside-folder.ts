// SPDX-License-Identifier: MIT
/** Names of files in a run folder. A manifest or a link may come from others: nothing outside the folder is written or removed because of it. */
import { realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { RunError } from './run-error.ts';
import { isInsideName } from './run-files.ts';

/** Whether a path is a folder or lies in it; both are real paths, without links. */
export function isWithin(folder: string, path: string): boolean {
  const steps = relative(folder, path);
  return steps !== '..' && !steps.startsWith(`..${sep}`) && !isAbsolute(steps);
}

/** The nearest folder above a path that is there, without links. */
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
 * Path at which a file of a run folder may be written or removed. Throws a RunError when the name has `..` or is absolute, or a link in the folder leads out
 * of it. The folder itself may be a link; whether the file is one is for whoever opens it.
 */
export function insideFolder(folder: string, name: string): string {
  const path = join(folder, name);
  const refuse = (problem: string): never => {
    throw new RunError('outside', `${path}: is not written or removed: ${problem}`, { folder, name });
  };
  if (!isInsideName(name)) return refuse(`"${name}" is not the name of a file in the run folder`);
  if (!isWithin(realpathSync(folder), realFolderOf(path))) {
    const remedy = 'put the files in its place, or make the whole run folder a link';
    return refuse(`a symbolic link leads out of the run folder; ${remedy}`);
  }
  return path;
}
