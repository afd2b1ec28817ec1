// SPDX-License-Identifier: MIT
/** The project's own files, for the tests that read the text. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

const NOT_WRITTEN_BY_HAND = new Set(['node_modules', 'dist', 'generated', 'results']);
/** Written by `npm run docs`. */
const API_PAGES = 'docs/api';

export interface SourceFile {
  /** Relative to the root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** Files below the given folders whose names end in one of the extensions, in order of their paths. */
export function sourceFiles(folders: readonly string[], extensions: readonly string[]): SourceFile[] {
  return folders
    .flatMap(pathsUnder)
    .filter((path) => extensions.some((extension) => path.endsWith(extension)))
    .map(readSourceFile);
}

export function readSourceFile(path: string): SourceFile {
  return { path, text: readFileSync(join(ROOT, path), 'utf8') };
}

function pathsUnder(folder: string): string[] {
  if (!existsSync(join(ROOT, folder))) return [];
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (!entry.isDirectory()) return [path];
      return NOT_WRITTEN_BY_HAND.has(entry.name) || path === API_PAGES ? [] : pathsUnder(path);
    });
}

export function isTest(path: string): boolean {
  return path.endsWith('.test.ts');
}
