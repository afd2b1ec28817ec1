// SPDX-License-Identifier: MIT
/**
 * `npm test`: installs what the lock file asks for if it is not there, VTK's and HDF5's readers for the files of runs,
 * and a browser for the studio, then build, format, lint, types and all tests. Every step runs even after an earlier
 * one failed, except that nothing runs without a build. Arguments go to vitest.
 */
import { spawn } from 'node:child_process';
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

/** Steps that are `beside` others keep what they print until they have ended. Resolves to whether it passed. */
function step(title, command, args, { beside = false } = {}) {
  const start = performance.now();
  const printed = [`\n== ${title}: ${[command, ...args].join(' ')}\n`];
  const print = () => process.stdout.write(printed.splice(0).join(''));
  if (!beside) print();
  return new Promise((resolve) => {
    const stdio = beside ? ['ignore', 'pipe', 'pipe'] : 'inherit';
    const child = spawn(command, args, { cwd: ROOT, stdio, shell: process.platform === 'win32' });
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => printed.push(text));
    child.on('error', ({ message }) => printed.push(`${message}\n`));
    child.on('close', (status) => {
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      printed.push(`== ${title}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s\n`);
      print();
      resolve(status === 0);
    });
  });
}

if (!isInstalled()) {
  console.log('node_modules does not match package-lock.json: installing the packages the project needs.');
  if (!(await step('install', NPM, ['ci']))) process.exit(1);
}
if (!(await step('build', process.execPath, ['scripts/build.mjs']))) process.exit(1);

const results = {
  'VTK for Python': ensureVtkPython(),
  'h5py for Python': ensureHdf5Python(),
  Chromium: ensureChromium(),
};
const checks = {
  'format and lint': ['biome', 'check', '--error-on-warnings'],
  types: ['tsc', '--noEmit'],
  'types of the studio': ['tsc', '--noEmit', '-p', 'studio'],
};
await Promise.all(
  Object.entries(checks).map(async ([title, [program, ...args]]) => {
    results[title] = await step(title, `node_modules/.bin/${program}`, args, { beside: true });
  }),
);
results.tests = await step('tests', 'node_modules/.bin/vitest', ['run', ...process.argv.slice(2)]);
const failed = Object.keys(results).filter((title) => !results[title]);
console.log(failed.length === 0 ? '\nAll steps passed.' : `\nFailed: ${failed.join(', ')}.`);
process.exit(failed.length === 0 ? 0 : 1);
