// SPDX-License-Identifier: MIT
/**
 * `npm test`: build, format, lint, types and all tests but those of other engines, of Slurm, of the tarball in other
 * runtimes and the thorough ones. `npm run test:unit`, `test:gpu`, `test:whole`, `test:verify`, `test:engines` and
 * `test:package` run the tests of one category (tests/setup/test-categories.ts), after what these need and nothing
 * else. All install the packages of the lock file where they are missing, and a browser, LAMMPS, LIGGGHTS, Slurm and
 * the readers of VTK and HDF5 where tests need them and the system allows it. Every step runs even after an earlier one
 * failed, except that nothing runs without a build. Further arguments go to vitest; `--watch` lets it wait for changes.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './build-stamp.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureOutsideEngines } from './outside-engines.mjs';
import { ensureHdf5Python, ensureVtkPython } from './python-readers.mjs';
import { ensureSlurm } from './slurm-programs.mjs';
import { TYPESCRIPT } from './typescript-compiler.mjs';

const NPM = process.platform === 'win32' ? 'npm.cmd' : 'npm';

const VTK = { 'VTK for Python': ensureVtkPython };
const HDF5 = { 'h5py for Python': ensureHdf5Python };
/** For runs of scenes there. */
const ENGINES = { 'LAMMPS and LIGGGHTS': ensureOutsideEngines };
/** For studies in its queue. */
const SLURM = { Slurm: ensureSlurm };
/** Also for its GPU, which computes on the processor. */
const CHROMIUM = { Chromium: ensureChromium };

/** What the tests of a category need beyond the sources and the packages. */
const NEEDS = {
  unit: { built: false, programs: {} },
  gpu: { built: false, programs: CHROMIUM },
  whole: { built: true, programs: { ...VTK, ...HDF5, ...CHROMIUM } },
  verify: { built: true, programs: CHROMIUM },
  engines: { built: true, programs: { ...ENGINES, ...SLURM } },
  package: { built: true, programs: CHROMIUM },
};
const EVERYTHING = { built: true, programs: { ...VTK, ...HDF5, ...CHROMIUM } };

/**
 * What vitest is asked to run, by title. Of the unit tests, those with the tag `long` belong to `test:verify`.
 */
const TESTS = {
  unit: { tests: ['--project', 'unit*', '--tags-filter', '!long'] },
  gpu: { tests: ['--project', 'gpu'] },
  whole: { tests: ['--project', 'whole'] },
  verify: { tests: ['--project', 'verify'], 'long tests': ['--project', 'unit*', '--tags-filter', 'long'] },
  engines: { tests: ['--project', 'engines'] },
  package: { tests: ['--project', 'package'] },
};
/**
 * Other engines and Slurm bring some 250 Debian packages with them, which not every machine should need; the runtimes
 * of `test:package` bring 1 GB. Tests with the tag `thorough` are left to the commands of their categories.
 */
const EVERYDAY = ['unit*', 'gpu', 'whole', 'verify'].flatMap((project) => ['--project', project]);
const ALL_TESTS = { tests: [...EVERYDAY, '--tags-filter', '!thorough'] };

/** The records of the compiler make the next call faster. */
function checkTypes(project, records) {
  const kept = ['--incremental', '--tsBuildInfoFile', `node_modules/.cache/scree/${records}`];
  return [process.execPath, TYPESCRIPT, '--noEmit', '-p', project, ...kept];
}

/** Checks of the text, which `npm test` makes besides. */
const CHECKS = {
  'format and lint': ['node_modules/.bin/biome', 'check', '--error-on-warnings'],
  types: checkTypes('.', 'types.json'),
  'types of the studio': checkTypes('studio', 'studio-types.json'),
};

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

/**
 * Where tests write: in memory where there is room, since runs wait for the disk again and again, so that a machine
 * that fails loses nothing, and tests of runs would wait longer than they compute.
 */
function temporaryFolder() {
  const folder = '/dev/shm';
  if (process.env.TMPDIR !== undefined || !existsSync(folder)) return tmpdir();
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > ENOUGH_MEMORY ? folder : tmpdir();
}

/** What tests write at most at once, bytes, several times over. */
const ENOUGH_MEMORY = 8e9;
process.env.TMPDIR = temporaryFolder();

const [first, ...rest] = process.argv.slice(2);
const category = Object.keys(NEEDS).find((each) => each === first);
const given = category === undefined && first !== undefined ? [first, ...rest] : rest;
const { built, programs } = category === undefined ? EVERYTHING : NEEDS[category];

if (!isInstalled()) {
  console.log('node_modules does not match package-lock.json: installing the packages the project needs.');
  if (!(await step('install', NPM, ['ci']))) process.exit(1);
}
if (built && !(await step('build', process.execPath, ['scripts/build.mjs']))) process.exit(1);

const results = Object.fromEntries(Object.entries(programs).map(([title, ensure]) => [title, ensure()]));
if (category === undefined) {
  await Promise.all(
    Object.entries(CHECKS).map(async ([title, [program, ...args]]) => {
      results[title] = await step(title, program, args, { beside: true });
    }),
  );
}
const mode = given.includes('--watch') ? [] : ['run'];
for (const [title, chosen] of Object.entries(category === undefined ? ALL_TESTS : TESTS[category])) {
  results[title] = await step(title, 'node_modules/.bin/vitest', [...mode, ...chosen, ...given]);
}
const failed = Object.keys(results).filter((title) => !results[title]);
console.log(failed.length === 0 ? '\nAll steps passed.' : `\nFailed: ${failed.join(', ')}.`);
process.exit(failed.length === 0 ? 0 : 1);
