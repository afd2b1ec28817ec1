// SPDX-License-Identifier: MIT
/**
 * Builds what has changed: the kernel texts into WebAssembly (src/kernel/generated, src/step-kernel/generated), then the sources into dist/
 * (JavaScript and declarations, no tests), then the studio into dist/studio. Run by `npm ci` through the `prepare` script.
 */
import { spawn } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isFresh, KERNEL, markFresh, PACKAGE, ROOT, STEP_KERNEL, STUDIO } from './build-stamp.mjs';

const require = createRequire(import.meta.url);

/** Resolves when the program has ended well; ends this one otherwise. */
function runNode(what, args) {
  return new Promise((resolve) => {
    const fail = (reason = '') => {
      console.error(`build: ${what} failed${reason}`);
      process.exit(1);
    };
    spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' })
      .on('error', ({ message }) => fail(`: ${message}`))
      .on('close', (status) => (status === 0 ? resolve() : fail()));
  });
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

async function buildKernel(kernel) {
  if (isFresh(kernel)) return;
  console.log(`build: text of the ${kernel.name} to WebAssembly`);
  await runNode(`scripts/build-${kernel.name}.mjs`, [`scripts/build-${kernel.name}.mjs`]);
  markFresh(kernel);
}

async function buildPackage() {
  if (isFresh(PACKAGE)) return;
  console.log('build: sources to dist/');
  rmSync(join(ROOT, PACKAGE.output), { recursive: true, force: true });
  await runNode('the TypeScript compiler', [require.resolve('typescript/bin/tsc'), '-p', 'tsconfig.build.json']);
  spellOutKernelTypes();
  chmodSync(join(ROOT, 'dist/cli/scree.js'), 0o755);
  markFresh(PACKAGE);
}

async function buildStudio() {
  if (isFresh(STUDIO)) return;
  console.log('build: studio to dist/studio');
  const vite = join(dirname(require.resolve('vite/package.json')), 'bin/vite.js');
  await runNode('vite', [vite, 'build', 'studio', '--config', 'studio/vite.config.ts']);
  markFresh(STUDIO);
}

// What does not need each other is built at once. The package clears dist/ before the studio is asked for there.
await Promise.all([KERNEL, STEP_KERNEL].map(buildKernel));
await Promise.all([buildPackage(), buildStudio()]);
