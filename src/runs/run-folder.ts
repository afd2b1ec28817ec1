// SPDX-License-Identifier: MIT
/** The folder of a run on a disk: made ready for a new run, or for one in the place of an old one. */
import { readdirSync, realpathSync, rmSync } from 'node:fs';
import { makeFolder } from '../io/make-folder.ts';
import { insideFolder } from './inside-folder.ts';
import { FORCE_CHAINS } from './outputs/force-chain-output.ts';
import { VTK_FOLDER } from './outputs/vtk-output.ts';
import { holdsRun, readManifest } from './read-manifest.ts';
import { atPath, RunError } from './run-error.ts';
import { CHECKPOINT_FOLDER, EXPORT_FOLDER, LOG_NAME, MANIFEST_NAME, SCENE_FILES_FOLDER } from './run-files.ts';
import { isLockFile, lockRunFolder, unlockRunFolder } from './run-lock.ts';

/** Throws a RunError when the folder holds a run or, so that nothing of the user's is mixed with it, anything else. */
function requireEmpty(folder: string): void {
  if (holdsRun(folder)) {
    throw new RunError(
      'run-exists',
      `${folder}: holds a run already; scree resume ${folder} goes on with it, --force replaces it`,
    );
  }
  if (!atPath(folder, () => readdirSync(folder)).every(isLockFile)) {
    throw new RunError(
      'not-empty',
      `${folder}: is not empty and holds no run; choose another folder, or --force to use it all the same`,
    );
  }
}

/**
 * Makes the folder ready for a new run and takes the lock. Throws a RunError when it cannot be written or is not empty; `force` removes the old run, and
 * nothing that is not of it.
 */
export function prepareRunFolder(folder: string, force: boolean): void {
  atPath(folder, () => makeFolder(folder));
  if (!force) requireEmpty(folder);
  lockRunFolder(folder);
  try {
    // Again: another program may have come first, and be done already.
    if (!force) requireEmpty(folder);
    else if (holdsRun(folder)) atPath(folder, () => removeRun(folder));
  } catch (error) {
    unlockRunFolder(folder);
    throw error;
  }
}

/** All names are looked at before anything is removed. The manifest goes last: as long as it is there, the folder is known as a run. */
function removeRun(folder: string): void {
  const { outputs, scene } = readManifest(folder);
  const folders = [VTK_FOLDER, FORCE_CHAINS, CHECKPOINT_FOLDER, SCENE_FILES_FOLDER, EXPORT_FOLDER];
  const names = [...outputs, scene.file, LOG_NAME, ...folders, MANIFEST_NAME];
  const root = realpathSync(folder);
  // Removing a link removes the link, not what it leads to.
  for (const path of names.map((name) => insideFolder(root, name))) rmSync(path, { recursive: true, force: true });
}
