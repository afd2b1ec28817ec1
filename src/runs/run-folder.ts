// SPDX-License-Identifier: MIT
/** The folder of a run on a disk: made once, used by one program at a time. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FORCE_CHAINS } from './outputs/force-chain-output.ts';
import { VTK_FOLDER } from './outputs/vtk-output.ts';
import { holdsRun, readManifest } from './read-manifest.ts';
import { atPath, RunError } from './run-error.ts';
import { CHECKPOINT_FOLDER, EXPORT_FOLDER, LOG_NAME, MANIFEST_NAME, SCENE_FILES_FOLDER } from './run-files.ts';

const LOCK_NAME = 'lock';

/**
 * Makes the folder ready for a new run and takes the lock. Throws a RunError when it cannot be written, holds a run or, so that
 * nothing of the user's is mixed with it, holds anything else; `force` removes the old run, and nothing that is not of it.
 */
export function prepareRunFolder(folder: string, force: boolean): void {
  atPath(folder, () => mkdirSync(folder, { recursive: true }));
  const isRun = holdsRun(folder);
  if (!force && isRun) {
    throw new RunError(
      'run-exists',
      `${folder}: holds a run already; scree resume ${folder} goes on with it, --force replaces it`,
    );
  }
  if (!force && atPath(folder, () => readdirSync(folder)).length > 0) {
    throw new RunError(
      'not-empty',
      `${folder}: is not empty and holds no run; choose another folder, or --force to use it all the same`,
    );
  }
  lockRunFolder(folder);
  if (isRun) atPath(folder, () => removeRun(folder));
}

/** The manifest goes last: as long as it is there, the folder is known as a run. */
function removeRun(folder: string): void {
  const { outputs, scene } = readManifest(folder);
  const folders = [VTK_FOLDER, FORCE_CHAINS, CHECKPOINT_FOLDER, SCENE_FILES_FOLDER, EXPORT_FOLDER];
  for (const name of [...outputs, scene.file, LOG_NAME, ...folders, MANIFEST_NAME])
    rmSync(join(folder, name), { recursive: true, force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Whether a program is writing the run now. */
export function isRunFolderInUse(folder: string): boolean {
  try {
    return isAlive(Number(readFileSync(join(folder, LOCK_NAME), 'utf8')));
  } catch {
    return false;
  }
}

/** Takes the folder for this process. A lock whose process is gone, as after a crash, does not count. */
export function lockRunFolder(folder: string): void {
  const path = join(folder, LOCK_NAME);
  for (;;) {
    try {
      atPath(path, () => writeFileSync(path, `${process.pid}\n`, { flag: 'wx' }));
      return;
    } catch (error) {
      if (!(error instanceof RunError) || error.code !== 'EEXIST') throw error;
    }
    const owner = Number(readFileSync(path, 'utf8'));
    if (owner > 0 && owner !== process.pid && isAlive(owner)) {
      throw new RunError(
        'in-use',
        `${folder}: is in use by process ${owner}; if that is not a run of Scree, remove ${path}`,
        { owner },
      );
    }
    rmSync(path, { force: true });
  }
}

export function unlockRunFolder(folder: string): void {
  rmSync(join(folder, LOCK_NAME), { force: true });
}
