// SPDX-License-Identifier: MIT
/**
 * Builds what has changed: the kernel texts into WebAssembly (src/kernel/generated, src/step-kernel/generated), then the sources into dist/
 * (JavaScript and declarations, no tests), then the studio into dist/studio. Run by `npm ci` through the `prepare` script.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isFresh, KERNEL, markFresh, PACKAGE, ROOT, STEP_KERNEL, STUDIO } from './build-stamp.mjs';

const require = createRequire(import.meta.url);

function runNode(what, args) {
  const { status, error } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
  if (status === 0) return;
  console.error(`build: ${what} failed${error ? `: ${error.message}` : ''}`);
  process.exit(1);
}

/** Published declarations say number and boolean: the kernel's own names for them are ambient and not published. */
function spellOutKernelTypes() {
  for (const kernel of ['kernel', 'step-kernel', 'step-kernel/laws']) {
    const folder = join(ROOT, PACKAGE.output, kernel);
    for (const name of readdirSync(folder).filter((each) => each.endsWith('.d.ts'))) {
      const declarations = readFileSync(join(folder, name), 'utf8');
      const plain = declarations.replace(/: (i32|f64)\b/g, ': number').replace(/: bool\b/g, ': boolean');
      writeFileSync(join(folder, name), plain);
    }
  }
}

for (const kernel of [KERNEL, STEP_KERNEL]) {
  if (isFresh(kernel)) continue;
  console.log(`build: text of the ${kernel.name} to WebAssembly`);
  runNode(`scripts/build-${kernel.name}.mjs`, [`scripts/build-${kernel.name}.mjs`]);
  markFresh(kernel);
}

if (!isFresh(PACKAGE)) {
  console.log('build: sources to dist/');
  rmSync(join(ROOT, PACKAGE.output), { recursive: true, force: true });
  runNode('the TypeScript compiler', [require.resolve('typescript/bin/tsc'), '-p', 'tsconfig.build.json']);
  spellOutKernelTypes();
  chmodSync(join(ROOT, 'dist/cli/scree.js'), 0o755);
  markFresh(PACKAGE);
}

if (!isFresh(STUDIO)) {
  console.log('build: studio to dist/studio');
  const vite = join(dirname(require.resolve('vite/package.json')), 'bin/vite.js');
  runNode('vite', [vite, 'build', 'studio', '--config', 'studio/vite.config.ts']);
  markFresh(STUDIO);
}
