// SPDX-License-Identifier: MIT
/** The files of the built studio, by the paths they are served at. */
import { readdirSync } from 'node:fs';
import { extname, join } from 'node:path';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.yaml': 'text/plain; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

interface AppFile {
  readonly file: string;
  readonly mediaType: string;
}

/** Throws the system's error when the folder is not there. */
export function appFiles(folder: string): Map<string, AppFile> {
  const found = new Map<string, AppFile>();
  const visit = (below: string): void => {
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
      const path = `${below}/${entry.name}`;
      if (entry.isDirectory()) visit(path);
      else if (entry.isFile()) found.set(path, { file: join(folder, path), mediaType: mediaTypeOf(path) });
    }
  };
  visit('');
  const index = found.get('/index.html');
  if (index !== undefined) found.set('/', index);
  return found;
}

function mediaTypeOf(path: string): string {
  return MEDIA_TYPES[extname(path)] ?? 'application/octet-stream';
}
