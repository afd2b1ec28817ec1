// SPDX-License-Identifier: MIT
/** Prepares a folder on disk for a new run, which may replace an old one. */
import { existsSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { makeFolder } from '../../io/make-folder.ts';
import { insideFolder, isWithin } from '../files/inside-folder.ts';
import { FORCE_CHAINS } from '../outputs/force-chain-output.ts';
import { VTK_FOLDER } from '../outputs/vtk-output.ts';
import { atPath, RunError } from '../run-error.ts';
import type { RunManifest } from './manifest.ts';
import { holdsRun, readManifest } from './read-manifest.ts';
import {
  CHECKPOINT_FOLDER,
  ENGINE_FOLDER,
  EXPORT_FOLDER,
  LOG_NAME,
  MANIFEST_NAME,
  SCENE_FILES_FOLDER,
} from './run-files.ts';
import { isLockFile, lockRunFolder, unlockRunFolder } from './run-lock.ts';

/** Throws a RunError if the folder is not empty: a run must not mix with other files of the user. */
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
 * Prepares the folder for a new run and locks it. Throws a RunError if the folder cannot be written or is not empty.
 * `force` removes the files of the old run and no others.
 */
export function prepareRunFolder(folder: string, force: boolean): void {
  atPath(folder, () => makeFolder(folder));
  if (!force) requireEmpty(folder);
  lockRunFolder(folder);
  try {
    // Checked again under the lock: another program may have finished a run here in the meantime.
    if (!force) requireEmpty(folder);
    else if (holdsRun(folder)) atPath(folder, () => removeRun(folder));
  } catch (error) {
    unlockRunFolder(folder);
    throw error;
  }
}

/** Files and folders that a run writes besides its outputs and the copy of its scene; the manifest is last. */
const OWN_NAMES = [
  VTK_FOLDER,
  FORCE_CHAINS,
  CHECKPOINT_FOLDER,
  SCENE_FILES_FOLDER,
  EXPORT_FOLDER,
  ENGINE_FOLDER,
  LOG_NAME,
  MANIFEST_NAME,
];

function namesOf({ outputs, scene }: RunManifest): string[] {
  return [...outputs, scene.file, ...OWN_NAMES];
}

/**
 * Checks all names before it removes anything. Removes the manifest last, since the manifest marks the folder as a run.
 */
function removeRun(folder: string): void {
  const root = realpathSync(folder);
  // This removes a link itself, not its target.
  const paths = namesOf(readManifest(folder)).map((name) => insideFolder(root, name));
  for (const path of paths) rmSync(path, { recursive: true, force: true });
}

/** Paths of all files of a run, including subfolders. Throws a RunError if the folder has no run. */
export function runFiles(folder: string): string[] {
  return namesOf(readManifest(folder)).flatMap((name) => {
    const path = join(folder, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isDirectory() !== true) return found === undefined ? [] : [path];
    return readdirSync(path, { recursive: true }).map((each) => join(path, String(each)));
  });
}

/**
 * Throws a RunError if a run in the folder would overwrite or remove an input: the scene, or a file or folder that it
 * names. `names` are the files and folders that the new run writes.
 */
export function requireInputsKept(folder: string, names: readonly string[], inputs: Iterable<string>): void {
  if (!existsSync(folder)) return;
  const root = realpathSync(folder);
  const old = holdsRun(folder) ? namesOf(readManifest(folder)) : [];
  const written = new Set([...names, ...old, ...OWN_NAMES].map((name) => name.split('/')[0]));
  for (const input of inputs) {
    const real = realpathSync(input);
    const [first = ''] = relative(root, real).split(sep);
    if (!isWithin(root, real) || (first !== '' && !written.has(first))) continue;
    const message = `${folder}: a run in this folder would overwrite ${input}, an input of the scene; choose another folder`;
    throw new RunError('overwrites-input', message, { folder, input });
  }
}
