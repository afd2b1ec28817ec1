// SPDX-License-Identifier: MIT
/**
 * Puts the licences of the packages that were bundled, into the page or its workers, beside the page, as they ask for.
 */
import { existsSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const PACKAGE = /^(.*\/node_modules\/((?:@[^/]+\/)?[^/]+))\//;
const FILES = ['LICENSE', 'LICENSE.md', 'LICENSE.txt'];
/** Small helpers of the bundler itself come from these. */
const BUNDLERS = ['vite', 'rolldown'];

function licenceText(name: string, folder: string): string {
  const file = FILES.map((each) => `${folder}/${each}`).find((path) => existsSync(path));
  if (file === undefined) throw new Error(`${name}: bundled into the studio, but has no licence file`);
  return `${name}\n\n${readFileSync(file, 'utf8').trim()}\n`;
}

/**
 * For the page, which is bundled last, and for its workers. Fails the build when a bundled package has no licence file.
 */
export function licences(): { page: Plugin; workers: Plugin } {
  const folders = new Map<string, string>();
  const note = (module: string): void => {
    const [, folder = '', name = ''] = PACKAGE.exec(module.replaceAll('\\', '/').replace(/^\0/, '')) ?? [];
    if (name !== '' && !BUNDLERS.includes(name)) folders.set(name, folder);
  };
  const noteAll: Plugin['generateBundle'] = (_, bundle) => {
    for (const output of Object.values(bundle)) if (output.type === 'chunk') output.moduleIds.forEach(note);
  };
  return {
    workers: { name: 'note-licences', apply: 'build', generateBundle: noteAll },
    page: {
      name: 'licences',
      apply: 'build',
      generateBundle(options, bundle, isWrite) {
        noteAll.call(this, options, bundle, isWrite);
        const texts = [...folders].sort().map(([name, folder]) => licenceText(name, folder));
        this.emitFile({ type: 'asset', fileName: 'licences.txt', source: texts.join(`\n${'-'.repeat(80)}\n\n`) });
      },
    },
  };
}
