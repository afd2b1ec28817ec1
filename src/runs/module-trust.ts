// SPDX-License-Identifier: MIT
/** Which modules of a scene may be imported. A module is a program that runs with the rights of the user, and a scene may come from others. */
import { realpathSync } from 'node:fs';
import { delimiter, isAbsolute } from 'node:path';
import { SceneError } from '../errors.ts';
import { isWithin } from './inside-folder.ts';

/** Folders whose modules are imported unasked, separated as in PATH. Never read from a file beside a scene. */
export const TRUSTED_FOLDERS_VARIABLE = 'SCREE_TRUSTED_FOLDERS';

export interface ModuleTrust {
  /** Default false. */
  readonly allowModules?: boolean;
  /** Real paths. */
  readonly trustedFolders?: readonly string[];
}

/** The real paths of the folders that a variable of the environment lists. Relative ones do not count: what they mean depends on where one stands. */
export function foldersIn(variable = ''): string[] {
  return variable.split(delimiter).flatMap((folder) => {
    if (!isAbsolute(folder)) return [];
    try {
      return [realpathSync(folder)];
    } catch {
      return [];
    }
  });
}

/** Throws a SceneError unless the module at `path` may be imported; `name` is what the scene calls it. */
export function requireTrust(
  path: string,
  name: string,
  { allowModules = false, trustedFolders = [] }: ModuleTrust,
): void {
  if (allowModules) return;
  const real = realpathSync(path);
  if (trustedFolders.some((folder) => isWithin(folder, real))) return;
  throw new SceneError(
    'module-not-allowed',
    `"${name}" is a program that would run with all your rights; read ${real}, then give --allow-modules, or list its folder in ${TRUSTED_FOLDERS_VARIABLE}`,
    { module: name, path: real },
  );
}
