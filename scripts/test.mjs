// SPDX-License-Identifier: MIT
/**
 * `npm test`: installs what the lock file asks for if it is not there, VTK's and HDF5's readers for the files of runs, and a browser for the studio, then
 * build, format, lint, types and all tests.
 * Every step runs even after an earlier one failed, except that nothing runs without a build. Arguments go to vitest.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './build-stamp.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureHdf5Python, ensureVtkPython } from './python-readers.mjs';

const NPM = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/** True when every package of the lock file that belongs on this platform is installed in the locked version. */
function isInstalled() {
  const installedFile = join(ROOT, 'node_modules/.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const wanted = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages;
  const installed = JSON.parse(readFileSync(installedFile, 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === '' || (optional && !installed[path]) || installed[path]?.version === version,
  );
}

function step(title, command, args) {
  console.log(`\n== ${title}: ${[command, ...args].join(' ')}`);
  const start = performance.now();
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', shell: process.platform === 'win32' });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`== ${title}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s`);
  return status === 0;
}

if (!isInstalled()) {
  console.log('node_modules does not match package-lock.json: installing the packages the project needs.');
  if (!step('install', NPM, ['ci'])) process.exit(1);
}
if (!step('build', process.execPath, ['scripts/build.mjs'])) process.exit(1);

const results = {
  'VTK for Python': ensureVtkPython(),
  'h5py for Python': ensureHdf5Python(),
  Chromium: ensureChromium(),
  'format and lint': step('format and lint', 'node_modules/.bin/biome', ['check', '--error-on-warnings']),
  types: step('types', 'node_modules/.bin/tsc', ['--noEmit']),
  'types of the studio': step('types of the studio', 'node_modules/.bin/tsc', ['--noEmit', '-p', 'studio']),
  tests: step('tests', 'node_modules/.bin/vitest', ['run', ...process.argv.slice(2)]),
};
const failed = Object.keys(results).filter((title) => !results[title]);
console.log(failed.length === 0 ? '\nAll steps passed.' : `\nFailed: ${failed.join(', ')}.`);
process.exit(failed.length === 0 ? 0 : 1);
