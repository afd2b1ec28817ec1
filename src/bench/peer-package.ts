// SPDX-License-Identifier: MIT
/** Other engines are development dependencies: loaded when they are there, and a line on how to get them when not. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export class PeerMissing extends Error {
  constructor(packageName: string) {
    super(`not installed: npm i -D ${packageName}`);
  }
}

/** Path of a file of a package, beside Scree or in the folder where the command runs. */
function resolvePeer(specifier: string): string | undefined {
  for (const from of [import.meta.url, pathToFileURL(join(process.cwd(), 'here.js'))]) {
    try {
      return createRequire(from).resolve(specifier);
    } catch {
      // Not from here.
    }
  }
  return undefined;
}

/** The package's module, as `Module` describes the part that is used. */
export async function loadPeer<Module>(packageName: string): Promise<Module> {
  const path = resolvePeer(packageName);
  if (path === undefined) throw new PeerMissing(packageName);
  const loaded = await import(pathToFileURL(path).href);
  return loaded.default ?? loaded;
}

/** Of a package that exports its package.json. */
export function peerVersion(packageName: string): string {
  const path = resolvePeer(`${packageName}/package.json`);
  return path === undefined ? '' : JSON.parse(readFileSync(path, 'utf8')).version;
}
