// SPDX-License-Identifier: MIT
/** Puts the licences of the packages that were bundled beside what they were bundled into, as they ask for. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';

const require = createRequire(import.meta.url);

const PACKAGE = /^(.*\/node_modules\/((?:@[^/]+\/)?[^/]+))\//;
const FILES = ['LICENSE', 'LICENSE.md', 'LICENSE.txt'];
/** Small helpers of the bundler itself come from these. */
const BUNDLERS = ['vite', 'rolldown'];

/** @param {string} name @param {string} folder */
function licenceText(name, folder) {
  const file = FILES.map((each) => `${folder}/${each}`).find((path) => existsSync(path));
  if (file === undefined) throw new Error(`${name}: is bundled, but has no licence file`);
  return `${name}\n\n${readFileSync(file, 'utf8').trim()}\n`;
}

/**
 * For what is bundled last, and for the workers of a page, which are bundled before. Writes `fileName`. Fails the build
 * when a bundled package has no licence file. `files` are packages of which style sheets name files, such as fonts:
 * those are no modules.
 * @param {string} fileName
 * @param {readonly string[]} [files]
 * @returns {{ main: import('vite').Plugin, workers: import('vite').Plugin }}
 */
export function licences(fileName, files = []) {
  /** @type {Map<string, string>} */
  const folders = new Map(files.map((name) => [name, dirname(require.resolve(`${name}/package.json`))]));
  /** @param {string} module */
  const note = (module) => {
    const [, folder = '', name = ''] = PACKAGE.exec(module.replaceAll('\\', '/').replace(/^\0/, '')) ?? [];
    if (name !== '' && !BUNDLERS.includes(name)) folders.set(name, folder);
  };
  /** @param {import('vite').Rollup.OutputBundle} bundle */
  const noteAll = (bundle) => {
    for (const output of Object.values(bundle)) if (output.type === 'chunk') output.moduleIds.forEach(note);
  };
  return {
    workers: { name: 'note-licences', apply: 'build', generateBundle: (_, bundle) => noteAll(bundle) },
    main: {
      name: 'licences',
      apply: 'build',
      generateBundle(_, bundle) {
        noteAll(bundle);
        const texts = [...folders].sort().map(([name, folder]) => licenceText(name, folder));
        this.emitFile({ type: 'asset', fileName, source: texts.join(`\n${'-'.repeat(80)}\n\n`) });
      },
    },
  };
}
