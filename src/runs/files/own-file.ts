// SPDX-License-Identifier: MIT
/**
 * Files that are written in place: other names of the same file, as hard links of a copy kept for safety, keep what
 * they have.
 */
import { constants, copyFileSync, lstatSync, renameSync, rmSync } from 'node:fs';

/** Puts a copy in the place of a file that has other names as well; anything else stays as it is. */
export function ownFile(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isFile() !== true || found.nlink < 2) return;
  const temporary = `${path}.part`;
  rmSync(temporary, { force: true });
  copyFileSync(path, temporary, constants.COPYFILE_EXCL);
  renameSync(temporary, path);
}
