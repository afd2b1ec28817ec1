// SPDX-License-Identifier: MIT
/**
 * Decides which modules of a scene may be imported. A module runs with the rights of the user, and a scene may come
 * from somebody else.
 */
import { realpathSync } from 'node:fs';
import { delimiter, isAbsolute } from 'node:path';
import { SceneError } from '../../errors.ts';
import { isWithin } from '../files/inside-folder.ts';

/** Environment variable with the folders whose modules need no further consent, separated as in PATH. */
export const TRUSTED_FOLDERS_VARIABLE = 'SCREE_TRUSTED_FOLDERS';

export interface ModuleTrust {
  /** Default false. */
  readonly allowModules?: boolean;
  /** Real paths. */
  readonly trustedFolders?: readonly string[];
}

/**
 * Real paths of the folders in an environment variable. Skips relative paths, whose meaning depends on the working
 * directory.
 */
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

/** Throws a SceneError unless the module at `path` may be imported; `name` is its name in the scene. */
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
    `module "${name}" is a program that would run with all your rights; read ${real}, then pass ` +
      `--allow-modules, or add its folder to ${TRUSTED_FOLDERS_VARIABLE}`,
    { module: name, path: real },
  );
}
