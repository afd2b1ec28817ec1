// SPDX-License-Identifier: MIT
/**
 * `npm start`: runs the demonstration to its end, then shows it in the browser. Without a terminal, where nobody could
 * end the server, it prints the command that opens it. Grains softer than those of the example take a quarter of its
 * steps.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './build-stamp.mjs';

const FOLDER = 'runs/hopper';
const PROGRAM = join(ROOT, 'dist/cli/scree.js');

function scree(...args) {
  const { status, signal } = spawnSync(process.execPath, [PROGRAM, ...args], { cwd: ROOT, stdio: 'inherit' });
  return signal === null ? status : 1;
}

// Ctrl-C is for the program that is running, which ends in its own way.
process.on('SIGINT', () => {});
const run = ['run', 'examples/mixed-hopper.yaml', '--out', FOLDER, '--force'];
const status = scree(...run, '--set', 'materials.grain.youngsModulus=20MPa');
if (status !== 0) process.exit(status ?? 1);
if (process.stdout.isTTY) process.exit(scree('view', FOLDER) ?? 1);
console.log(`\nnpx scree view ${FOLDER} shows it in the browser`);
