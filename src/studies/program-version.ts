// SPDX-License-Identifier: MIT
/** Version of this package, and the program that it has. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export function programVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    readonly version: string;
  };
  return version;
}

/** Path of the program `scree`. */
export function programPath(): string {
  return fileURLToPath(new URL('../cli/scree.js', import.meta.url));
}

/** Command that runs cases of a study in a folder; `--cases` and ids follow. */
export function workCommand(folder: string, allowModules: boolean): string[] {
  return [process.execPath, programPath(), 'study', 'work', folder, ...(allowModules ? ['--allow-modules'] : [])];
}
