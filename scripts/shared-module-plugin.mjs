// SPDX-License-Identifier: MIT
/**
 * A module that the page and its workers load from one file: a bundler bundles each of them by itself, and a module
 * that several need would be in each.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { transformWithOxc } from 'vite';

/**
 * Writes the module `path` as assets/`name`-HASH.js, which the others import. The module may import nothing.
 * @param {string} name
 * @param {string} path
 * @returns {{ main: import('vite').Plugin, workers: import('vite').Plugin }}
 */
export function sharedModule(name, path) {
  const hash = createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 8);
  const fileName = `${name}-${hash}.js`;
  const placeholder = `shared:${name}`;
  /** @type {import('vite').Plugin} */
  const workers = {
    name: `shared-${name}`,
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (!source.endsWith('.ts')) return null;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      return found?.id === path ? { id: placeholder, external: true } : null;
    },
    // All scripts are in the folder of this one.
    renderChunk: (code) => ({ code: code.replaceAll(placeholder, `./${fileName}`), map: null }),
  };
  return {
    workers,
    main: {
      ...workers,
      async generateBundle() {
        const { code } = await transformWithOxc(readFileSync(path, 'utf8'), path);
        this.emitFile({ type: 'asset', fileName: `assets/${fileName}`, source: code });
      },
    },
  };
}
