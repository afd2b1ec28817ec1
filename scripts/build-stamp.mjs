// SPDX-License-Identifier: MIT
/**
 * Whether a built folder belongs to the sources beside it. A stamp is a hash of the sources' names and contents, so
 * that neither a fresh clone nor a changed clock misleads it.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');

/** What the kernel's WebAssembly module is made of, and where it is written. */
export const KERNEL = {
  name: 'kernel',
  sources: ['src/kernel', 'scripts/kernel', 'scripts/build-kernel.mjs', 'package-lock.json'],
  output: 'src/kernel/generated',
};

/** The same for the step kernel. */
export const STEP_KERNEL = {
  name: 'step-kernel',
  sources: ['src/step-kernel', 'scripts/kernel', 'scripts/build-step-kernel.mjs', 'package-lock.json'],
  output: 'src/step-kernel/generated',
};

/** The script of a simulation's thread, bundled; made from the sources and the kernels, hence after these. */
export const STEP_WORKER = {
  name: 'step-worker',
  sources: ['src', 'package-lock.json', 'scripts/build-step-worker.mjs'],
  output: 'src/simulation/generated',
};

/** What the published files are made of, and where they are written. */
export const PACKAGE = {
  name: 'package',
  sources: ['src', 'tsconfig.json', 'tsconfig.build.json', 'package.json', 'package-lock.json', 'scripts/build.mjs'],
  output: 'dist',
};

/** The same for the studio; built into the package's folder, hence after it. */
export const STUDIO = {
  name: 'studio',
  sources: ['studio', 'src', 'examples', 'package-lock.json', 'scripts/build.mjs'],
  output: 'dist/studio',
};

/** @param {{name: string, sources: string[], output: string}} target */
export function isFresh(target) {
  const stamp = stampPath(target);
  return (
    existsSync(join(ROOT, target.output)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(target)
  );
}

/** @param {{name: string, sources: string[], output: string}} target */
export function markFresh(target) {
  mkdirSync(dirname(stampPath(target)), { recursive: true });
  writeFileSync(stampPath(target), fingerprint(target));
}

function stampPath(target) {
  return join(ROOT, 'node_modules/.cache/scree', `${target.name}.stamp`);
}

function fingerprint(target) {
  const hash = createHash('sha256');
  for (const file of target.sources.flatMap(filesUnder)) {
    const isOwnOutput = file.startsWith(`${target.output}/`);
    // Pages and pictures of verification cases stand beside their code, and nothing is built from them.
    const isPage = file.startsWith('src/') && !file.endsWith('.ts');
    if (isOwnOutput || isPage || file.endsWith('.test.ts')) continue;
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(ROOT, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesUnder(path) {
  if (!statSync(join(ROOT, path)).isDirectory()) return [path];
  return readdirSync(join(ROOT, path))
    .sort()
    .flatMap((name) => filesUnder(`${path}/${name}`));
}
