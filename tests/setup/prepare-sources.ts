// SPDX-License-Identifier: MIT
/**
 * Before the tests, and before each repetition of watch mode: compiles kernel texts that have changed to WebAssembly,
 * and src/ to JavaScript that Node loads itself. Code loaded by vitest takes up to twice as long, since its imports are
 * properties.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';
import type { TestProject } from 'vitest/node';
import { COMPILED_SOURCES, isFresh, KERNEL, ROOT, STEP_KERNEL, staleness } from '../../scripts/build-stamp.mjs';

/** Where a relative path from src/ finds package.json, as it does in dist/. */
const PACKAGE = join(dirname(COMPILED_SOURCES), 'package.json');

function filesUnder(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** In one move, since another run of tests may read it at this time; and only if it differs. */
function writeChanged(path: string, text: string): void {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.${process.pid}`, text);
  renameSync(`${path}.${process.pid}`, path);
}

/** By compiled file, the message of a kernel text that does not compile: a test that needs it fails with that. */
function prepareKernels(): Map<string, string> {
  const kernels = [KERNEL, STEP_KERNEL];
  if (kernels.every((each) => isFresh(each))) return new Map();
  spawnSync(process.execPath, ['scripts/build.mjs', '--kernels'], { cwd: ROOT, stdio: 'inherit' });
  const failed = new Map<string, string>();
  for (const target of kernels) {
    const problem = staleness(target);
    if (problem === undefined) continue;
    const folder = relative('src', target.output);
    failed.set(join(COMPILED_SOURCES, folder, 'wasm-bytes.js'), `${problem}: run \`npm run build\``);
    // Watch mode may have loaded the old WebAssembly: it forgets what is removed.
    rmSync(join(ROOT, target.output), { recursive: true, force: true });
  }
  return failed;
}

async function prepare(): Promise<void> {
  const failed = prepareKernels();
  const sources = filesUnder(join(ROOT, 'src')).filter((path) => path.endsWith('.ts') && !/\.(test|d)\.ts$/.test(path));
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: sources,
    outbase: 'src',
    outdir: COMPILED_SOURCES,
    format: 'esm',
    target: 'es2023',
    sourcemap: 'inline',
    write: false,
    logLevel: 'error',
  });
  const texts = new Map(
    outputFiles.map(({ path, text }) => [path, text.replace(/((?:from|import) ?\(?")(\.[^"\n]*)\.ts"/g, '$1$2.js"')]),
  );
  // Made from all of src/, so that each edit makes it stale; only a page uses it.
  for (const path of texts.keys())
    if (path.endsWith('/step-worker-script.js')) texts.set(path, "export const STEP_WORKER_SCRIPT = '';\n");
  for (const [path, problem] of failed) texts.set(path, `throw new Error(${JSON.stringify(problem)});\n`);
  for (const path of filesUnder(COMPILED_SOURCES)) if (path.endsWith('.js') && !texts.has(path)) rmSync(path);
  for (const [path, text] of texts) writeChanged(path, text);
  writeChanged(PACKAGE, readFileSync(join(ROOT, 'package.json'), 'utf8'));
}

/** The projects of one process share it. */
const shared = globalThis as { screeSources?: Promise<void> };

export default async function setup(project: TestProject): Promise<void> {
  shared.screeSources ??= prepare();
  await shared.screeSources;
  project.onTestsRerun(prepare);
}
