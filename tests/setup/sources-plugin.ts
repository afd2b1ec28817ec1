// SPDX-License-Identifier: MIT
/** Lets tests run from the sources, without dist/, and stops a test that would run WebAssembly of an older kernel text. */
import { relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vitest/config';
import { KERNEL, ROOT, requireFresh, STEP_KERNEL, THREAD_FOR_TESTS } from '../../scripts/build-stamp.mjs';

/** How src/ names the script of a Node thread, which lies beside it once it is built. */
const BUILT_THREAD = "'./step-worker.js'";

export function sources(): Plugin {
  return {
    name: 'scree-sources',
    enforce: 'pre',
    load(id) {
      const path = relative(ROOT, id).replaceAll('\\', '/');
      const target = [KERNEL, STEP_KERNEL].find(({ output }) => path.startsWith(`${output}/`));
      if (target !== undefined) requireFresh([target]);
      // The script for pages is made from all sources, so each edit makes it stale. Only a page uses it.
      if (path.endsWith('/generated/step-worker-script.ts')) return "export const STEP_WORKER_SCRIPT = '';";
    },
    transform(code) {
      if (!code.includes(BUILT_THREAD)) return;
      // Node cannot run TypeScript in a worker: prepare-sources.ts bundles the script.
      return { code: code.replace(BUILT_THREAD, JSON.stringify(pathToFileURL(THREAD_FOR_TESTS).href)), map: null };
    },
  };
}
