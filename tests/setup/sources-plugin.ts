// SPDX-License-Identifier: MIT
/**
 * Lets tests run from the sources, without dist/: they import src/ as prepare-sources.ts has compiled it. In watch
 * mode, for coverage and in tests that replace modules, vitest loads src/ itself, since it must know what imports what.
 */
import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vitest/config';
import { COMPILED_SOURCES, KERNEL, ROOT, requireFresh, STEP_KERNEL } from '../../scripts/build-stamp.mjs';

/** How src/ names the script of a Node thread, which lies beside it once it is compiled. */
const THREAD = "'./step-worker.js'";

function fromRoot(id: string): string {
  return relative(ROOT, id).replaceAll('\\', '/');
}

export function sources({ replacesModules = false } = {}): Plugin {
  let areCompiled = false;
  return {
    name: 'scree-sources',
    enforce: 'pre',
    configureVitest({ vitest }) {
      areCompiled = !replacesModules && !vitest.config.watch && !vitest.config.coverage.enabled;
    },
    resolveId(source, importer) {
      if (!areCompiled || importer === undefined || !/^\.\.?\/.*\.ts$/.test(source)) return;
      const path = resolve(dirname(importer), source);
      const inSources = relative(join(ROOT, 'src'), path);
      if (inSources.startsWith('..') || path.endsWith('.test.ts') || !existsSync(path)) return;
      return { id: join(COMPILED_SOURCES, inSources.replace(/\.ts$/, '.js')), external: true };
    },
    load(id) {
      const path = fromRoot(id);
      const target = [KERNEL, STEP_KERNEL].find(({ output }) => path.startsWith(`${output}/`));
      if (target !== undefined) requireFresh([target]);
      if (path.endsWith('/generated/step-worker-script.ts')) return "export const STEP_WORKER_SCRIPT = '';";
    },
    transform(code, id) {
      const path = fromRoot(id);
      if (!path.startsWith('src/') || !code.includes(THREAD)) return;
      // Node cannot run TypeScript in a thread.
      const compiled = join(COMPILED_SOURCES, relative('src', dirname(path)), 'step-worker.js');
      return { code: code.replace(THREAD, JSON.stringify(pathToFileURL(compiled).href)), map: null };
    },
  };
}
