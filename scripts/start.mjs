// SPDX-License-Identifier: MIT
/**
 * `npm start`: opens the studio with an example that runs in the browser, on the graphics card if there is one, else by
 * threads. Without a terminal, where nobody could end the server, it prints the command that opens it.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './build-stamp.mjs';

const PROGRAM = join(ROOT, 'dist/cli/scree.js');
const COMMAND = ['view', '--example', 'cloudburst'];

if (process.stdout.isTTY) {
  // Ctrl-C is for the program that is running, which ends in its own way.
  process.on('SIGINT', () => {});
  const { status, signal } = spawnSync(process.execPath, [PROGRAM, ...COMMAND], { cwd: ROOT, stdio: 'inherit' });
  process.exit(signal === null ? status : 1);
}
console.log(`npx scree ${COMMAND.join(' ')} opens the demonstration in the browser`);
