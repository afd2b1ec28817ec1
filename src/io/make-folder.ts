// SPDX-License-Identifier: MIT
/**
 * Makes a folder and its missing parents. `mkdirSync` with `recursive` never returns if the file system refuses a name
 * with ENOENT, as /proc does.
 */
import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Throws the error of the operating system if a folder cannot be made or the path is a file. */
export function makeFolder(path: string): void {
  const missing: string[] = [];
  for (let at = resolve(path); !isThere(at) && dirname(at) !== at; at = dirname(at)) missing.push(at);
  if (missing.length === 0 && !isFolder(path)) mkdirSync(path);
  for (const each of missing.reverse()) {
    try {
      mkdirSync(each);
    } catch (error) {
      // Another program may have made it in the meantime.
      if (!isFolder(each)) throw error;
    }
  }
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
