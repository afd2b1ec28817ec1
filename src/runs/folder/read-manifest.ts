// SPDX-License-Identifier: MIT
/** Reads the manifest of a run folder on disk. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RunError } from '../run-error.ts';
import { parseManifest, type RunManifest } from './manifest.ts';
import { MANIFEST_NAME } from './run-files.ts';

export function holdsRun(folder: string): boolean {
  return existsSync(join(folder, MANIFEST_NAME));
}

/** Throws a RunError when the folder holds no run, or one that this program cannot read. */
export function readManifest(folder: string): RunManifest {
  const path = join(folder, MANIFEST_NAME);
  if (!existsSync(path)) {
    throw new RunError(
      'no-run',
      `${folder}: holds no run, there is no ${MANIFEST_NAME}; scree run SCENE --out ${folder} starts one`,
    );
  }
  let text = '';
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new RunError('bad-manifest', `${path}: cannot be read: ${problem}`, { path });
  }
  return parseManifest(text, path);
}
