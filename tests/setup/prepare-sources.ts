// SPDX-License-Identifier: MIT
/**
 * Before the tests, and before each repetition of watch mode: compiles kernel texts that have changed, and bundles the script of a simulation's thread,
 * so that tests never run what an older source was made into.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import type { TestProject } from 'vitest/node';
import { isFresh, KERNEL, ROOT, STEP_KERNEL, STEP_WORKER, THREAD_FOR_TESTS } from '../../scripts/build-stamp.mjs';

async function prepare(): Promise<void> {
  if (![KERNEL, STEP_KERNEL].every((each) => isFresh(each))) {
    spawnSync(process.execPath, ['scripts/build.mjs', '--kernels'], { cwd: ROOT, stdio: 'inherit' });
    // A kernel text that does not compile fails only the tests that need it. Watch mode may have loaded the old WebAssembly:
    // it forgets what is removed.
    for (const target of [KERNEL, STEP_KERNEL].filter((each) => !isFresh(each)))
      rmSync(join(ROOT, target.output), { recursive: true, force: true });
  }
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [STEP_WORKER.entry],
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
    logLevel: 'error',
  }).catch(() => ({ outputFiles: [] }));
  const script = outputFiles[0]?.contents;
  if (script === undefined) return rmSync(THREAD_FOR_TESTS, { force: true });
  mkdirSync(dirname(THREAD_FOR_TESTS), { recursive: true });
  // In one move, since another run of tests may start threads at this time.
  writeFileSync(`${THREAD_FOR_TESTS}.${process.pid}`, script);
  renameSync(`${THREAD_FOR_TESTS}.${process.pid}`, THREAD_FOR_TESTS);
}

export default async function setup(project: TestProject): Promise<void> {
  await prepare();
  project.onTestsRerun(prepare);
}
