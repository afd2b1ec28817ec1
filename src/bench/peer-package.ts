// SPDX-License-Identifier: MIT
/** Loads other engines, which are development dependencies. If one is missing, returns a line on how to install it. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

export class PeerMissing extends Error {
  constructor(packageName: string) {
    super(`not installed: npm i -D ${packageName}`);
  }
}

/** Path of a file of a package, installed beside Scree or in the working directory. */
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

/** Of a package that is installed, whether it exports its package.json or not. */
export function peerVersion(packageName: string): string {
  const main = resolvePeer(packageName);
  for (let folder = main && dirname(main); folder && folder !== dirname(folder); folder = dirname(folder)) {
    const path = join(folder, 'package.json');
    if (!existsSync(path)) continue;
    const { name, version } = JSON.parse(readFileSync(path, 'utf8'));
    if (name === packageName) return version;
  }
  return '';
}
