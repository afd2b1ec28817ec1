// SPDX-License-Identifier: MIT
/**
 * `npm run kill-and-resume [KILLS [SEED [SCENE]]]`: kills a run again and again at random moments, resumes it with one
 * thread and two in turn, and compares every output with those of a run that was left alone. 20 kills take about a
 * minute.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './build-stamp.mjs';
import { outputHashes, screeJson, screeKilled } from './run-folders.mjs';

const [kills = 20, seed = 1] = process.argv.slice(2, 4).map(Number);
const SCENE = process.argv[4] ?? join(ROOT, 'tests/support/tumbling-balls.yaml');
/** Variable steps take one. */
const MOST_THREADS = process.argv[4] === undefined ? 2 : 1;
/** Longest wait after a checkpoint, about the time to the next one. */
const LONGEST_DELAY_MS = 60;

let state = seed;
/** Park and Miller's generator: enough for moments. */
function chance() {
  state = (state * 48271) % 2147483647;
  return state / 2147483647;
}

const folder = mkdtempSync(join(tmpdir(), 'scree-kill-'));
try {
  const [straight, broken] = [join(folder, 'straight'), join(folder, 'broken')];
  await screeJson(['run', SCENE, '--out', straight]);
  const expected = outputHashes(straight);
  let done = 0;
  let wrong = 0;
  while (done < kills) {
    let outcome = await screeKilled(['run', SCENE, '--out', broken, '--force'], 1, LONGEST_DELAY_MS * chance());
    while (outcome.signal === 'SIGKILL') {
      done++;
      const threads = String(1 + (done % MOST_THREADS));
      outcome = await screeKilled(['resume', broken, '--threads', threads], 2, LONGEST_DELAY_MS * chance());
    }
    if (outcome.status !== 0) throw new Error(`exit code ${outcome.status}: ${outcome.stderr}`);
    const found = outputHashes(broken);
    const names = [...new Set([...Object.keys(expected), ...Object.keys(found)])];
    const different = names.filter((name) => expected[name] !== found[name]);
    wrong += different.length;
    console.log(
      `${done} kills: ${names.length} files, ` +
        `${different.length === 0 ? 'all equal' : `different: ${different.join(', ')}`}`,
    );
  }
  process.exitCode = wrong === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
