// SPDX-License-Identifier: MIT
/** Runs of the built program for those who interrupt them: started, killed at a moment, compared file by file. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from './build-stamp.mjs';

const PROGRAM = join(ROOT, 'dist/cli/scree.js');

/** Files that say when and how a run was made; all others must not depend on it. */
const ABOUT_THE_RUN = /^(manifest\.json|log\.txt|lock|checkpoints\/.*)$/;

/**
 * Runs `scree` with --json. `onEvent` gets each event and a function that sends a signal.
 * @param {string[]} args
 * @param {(event: Record<string, unknown>, send: (signal: NodeJS.Signals) => void) => void} [onEvent]
 * @returns {Promise<{status: number | null, signal: string | null, stderr: string, events: Record<string, unknown>[]}>}
 */
export function screeJson(args, onEvent = () => {}) {
  const child = spawn(process.execPath, [PROGRAM, ...args, '--json'], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  const events = [];
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    const event = JSON.parse(line);
    events.push(event);
    onEvent(event, (signal) => child.kill(signal));
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status, signal) => resolve({ status, signal, stderr, events }));
  });
}

/**
 * Sends SIGKILL `delay` ms after the program has written its `count`-th checkpoint, or lets it finish if it is faster.
 */
export function screeKilled(args, count, delay) {
  let seen = 0;
  return screeJson(args, ({ event }, send) => {
    if (event !== 'checkpoint') return;
    seen++;
    if (seen === count) setTimeout(() => send('SIGKILL'), delay);
  });
}

/**
 * Hashes of the outputs of a run by their names.
 * @param {string} folder
 * @returns {Record<string, string>}
 */
export function outputHashes(folder) {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(folder.length + 1))
    .filter((name) => !ABOUT_THE_RUN.test(name))
    .sort();
  const hash = (name) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
  return Object.fromEntries(names.map((name) => [name, hash(name)]));
}
