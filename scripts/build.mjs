// SPDX-License-Identifier: MIT
/**
 * Builds what has changed: the kernel text into WebAssembly (src/kernel/generated), then the sources into dist/
 * (JavaScript and declarations, no tests). Run by `npm ci` through the `prepare` script.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isFresh, KERNEL, markFresh, PACKAGE, ROOT } from './build-stamp.mjs';

const require = createRequire(import.meta.url);

function runNode(what, args) {
  const { status, error } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
  if (status === 0) return;
  console.error(`build: ${what} failed${error ? `: ${error.message}` : ''}`);
  process.exit(1);
}

if (!isFresh(KERNEL)) {
  console.log('build: kernel text to WebAssembly');
  runNode('scripts/build-kernel.mjs', ['scripts/build-kernel.mjs']);
  markFresh(KERNEL);
}

if (!isFresh(PACKAGE)) {
  console.log('build: sources to dist/');
  rmSync(join(ROOT, PACKAGE.output), { recursive: true, force: true });
  runNode('the TypeScript compiler', [require.resolve('typescript/bin/tsc'), '-p', 'tsconfig.build.json']);
  chmodSync(join(ROOT, 'dist/cli/scree.js'), 0o755);
  markFresh(PACKAGE);
}
