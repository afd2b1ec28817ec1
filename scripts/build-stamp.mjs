// SPDX-License-Identifier: MIT
/**
 * Whether a built folder belongs to the sources beside it. A stamp holds the hash of each source, so that neither a
 * fresh clone nor a changed clock misleads it, and so that it can name the file that differs.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');

/** What compiles the kernels: of the packages, only these make a difference to them. */
const KERNEL_COMPILERS = ['assemblyscript', 'binaryen', 'typescript'];

/** What the kernel's WebAssembly module is made of, and where it is written. */
export const KERNEL = {
  name: 'kernel',
  sources: ['src/kernel', 'scripts/kernel', 'scripts/build-kernel.mjs'],
  packages: KERNEL_COMPILERS,
  output: 'src/kernel/generated',
};

/** The same for the step kernel. */
export const STEP_KERNEL = {
  name: 'step-kernel',
  sources: ['src/step-kernel', 'scripts/kernel', 'scripts/build-step-kernel.mjs'],
  packages: KERNEL_COMPILERS,
  output: 'src/step-kernel/generated',
};

/** The script of a simulation's thread, bundled; made from the sources and the kernels, hence after these. */
export const STEP_WORKER = {
  name: 'step-worker',
  entry: 'src/simulation/threads/step-worker.ts',
  sources: ['src', 'package-lock.json', 'scripts/build-step-worker.mjs'],
  output: 'src/simulation/generated',
};

/** src/ as JavaScript for tests from the sources; written anew before each run of tests. */
export const COMPILED_SOURCES = join(ROOT, 'node_modules/.cache/scree/sources/src');

/** What the published files are made of, and where they are written. */
export const PACKAGE = {
  name: 'package',
  sources: [
    'src',
    'tsconfig.json',
    'tsconfig.build.json',
    'package.json',
    'package-lock.json',
    'scripts/build.mjs',
    'scripts/bundle-programs.mjs',
    'scripts/licences-plugin.mjs',
  ],
  output: 'dist',
};

/** The same for the studio; built into the package's folder, hence after it. */
export const STUDIO = {
  name: 'studio',
  sources: [
    'studio',
    'src',
    'examples',
    'package-lock.json',
    'scripts/build.mjs',
    'scripts/licences-plugin.mjs',
    'scripts/shared-module-plugin.mjs',
  ],
  output: 'dist/studio',
};

/**
 * Why a built folder does not belong to the sources beside it, with the file that shows it; undefined where it does.
 * @param {{name: string, sources: string[], output: string}} target
 * @param {string} [root]
 * @returns {string | undefined}
 */
export function staleness(target, root = ROOT) {
  const { output } = target;
  if (!existsSync(join(root, output))) return `${output}/ is not built`;
  const kept = keptHashes(target, root);
  if (kept === undefined) return `${output}/ has no record of the sources that it was built from`;
  const now = sourceHashes(target, root);
  const differing = [...new Set([...Object.keys(now), ...Object.keys(kept)])].filter(
    (each) => now[each] !== kept[each],
  );
  // What a person edited explains more than what another step of the build then wrote.
  const file = differing.find((each) => !each.includes('/generated/')) ?? differing[0];
  if (file === undefined) return undefined;
  const change = kept[file] === undefined ? 'was added' : now[file] === undefined ? 'was removed' : 'was changed';
  return `${file} ${change} after ${output}/ was built`;
}

/** @param {{name: string, sources: string[], output: string}} target @param {string} [root] */
export function isFresh(target, root = ROOT) {
  return staleness(target, root) === undefined;
}

/**
 * Call before a build; call what it returns when the build has succeeded. The record is of the sources as they were
 * before, so that one that is edited meanwhile makes the result stale, and there is none while the output is
 * incomplete.
 * @param {{name: string, sources: string[], output: string}} target
 * @param {string} [root]
 * @returns {() => void}
 */
export function startBuild(target, root = ROOT) {
  const path = stampPath(target, root);
  const hashes = sourceHashes(target, root);
  rmSync(path, { force: true });
  return () => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(hashes, null, 1));
  };
}

/**
 * Throws where something built is stale. Tests call it before they use what is built.
 * @param {readonly {name: string, sources: string[], output: string}[]} targets
 * @param {string} [root]
 */
export function requireFresh(targets, root = ROOT) {
  const stale = targets.map((target) => staleness(target, root)).filter((each) => each !== undefined);
  if (stale.length > 0) throw new Error(`${stale.join('; ')}: run \`npm run build\``);
}

function stampPath(target, root) {
  return join(root, 'node_modules/.cache/scree', `${target.name}.json`);
}

/** @returns {Record<string, string> | undefined} */
function keptHashes(target, root) {
  const path = stampPath(target, root);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

/** By file, and the versions of packages by name. @returns {Record<string, string>} */
function sourceHashes(target, root) {
  const hashes = {};
  for (const file of target.sources.flatMap((source) => filesUnder(source, root))) {
    const isOwnOutput = file.startsWith(`${target.output}/`);
    // Pages and pictures of verification cases stand beside their code, and nothing is built from them.
    const isPage = file.startsWith('src/') && !file.endsWith('.ts');
    if (isOwnOutput || isPage || file.endsWith('.test.ts')) continue;
    hashes[file] = createHash('sha256')
      .update(readFileSync(join(root, file)))
      .digest('hex');
  }
  for (const name of target.packages ?? []) hashes[`package ${name}`] = lockedVersion(name, root);
  return hashes;
}

/** Of a package of the lock file. */
function lockedVersion(name, root) {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages[`node_modules/${name}`]?.version;
}

function filesUnder(path, root) {
  if (!existsSync(join(root, path))) return [];
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesUnder(`${path}/${name}`, root));
}
