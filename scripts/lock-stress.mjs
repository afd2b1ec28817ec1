// SPDX-License-Identifier: MIT
/**
 * Processes that try to take the lock of a run folder at the same moment. `node scripts/lock-stress.mjs 3000` tries
 * 3,000 times on a free folder and 3,000 times on one with the lock of a process that has ended, and counts the tries
 * in which the lock had not exactly one holder.
 */
import { fork, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(import.meta.url);
/**
 * Delay of the tries after the message: long enough for all processes to receive it, so that they try at the same
 * moment.
 */
const RUN_UP_MS = 2;

/**
 * Messages: { folder, moment } tries at that moment and answers whether it holds the lock; { release } lets go of it.
 */
async function contend() {
  const { lockRunFolder, unlockRunFolder } = await import('../dist/runs/folder/run-lock.js');
  process.on('message', ({ folder, moment, release }) => {
    if (release !== undefined) {
      unlockRunFolder(release);
      process.send('released');
      return;
    }
    while (performance.timeOrigin + performance.now() < moment);
    try {
      lockRunFolder(folder);
      process.send({ holds: true });
    } catch (error) {
      process.send(error.code === 'in-use' ? { holds: false } : { holds: false, problem: String(error) });
    }
  });
  process.send('ready');
}

const answerOf = (child) => new Promise((resolve) => child.once('message', resolve));

/** A process that no longer runs. */
function endedProcess() {
  return spawnSync(process.execPath, ['-e', '']).pid;
}

/**
 * How many of the tries ended with no holder, with more than one, or with another error.
 * @param {{tries: number, isStale: boolean, contenders?: number}} options
 * @returns {Promise<{none: number, several: number, problems: string[]}>}
 */
export async function stressLock({ tries, isStale, contenders = 4 }) {
  const folder = mkdtempSync(join(tmpdir(), 'scree-lock-'));
  const children = Array.from({ length: contenders }, () => fork(SCRIPT, ['contend']));
  const counts = { none: 0, several: 0, problems: [] };
  try {
    await Promise.all(children.map(answerOf));
    const ended = endedProcess();
    for (let k = 0; k < tries; k++) {
      if (isStale) writeFileSync(join(folder, 'lock'), `${ended}\n`);
      const answers = Promise.all(children.map(answerOf));
      const moment = performance.timeOrigin + performance.now() + RUN_UP_MS;
      for (const child of children) child.send({ folder, moment });
      const given = await answers;
      const holders = children.filter((_, i) => given[i].holds);
      if (holders.length === 0) counts.none++;
      if (holders.length > 1) counts.several++;
      counts.problems.push(...given.flatMap(({ problem }) => problem ?? []));
      for (const holder of holders) {
        const released = answerOf(holder);
        holder.send({ release: folder });
        await released;
      }
    }
  } finally {
    for (const child of children) child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
  return counts;
}

if (process.argv[1] === SCRIPT) {
  if (process.argv[2] === 'contend') await contend();
  else {
    const tries = Number(process.argv[2] ?? 3000);
    for (const isStale of [false, true]) {
      const { none, several, problems } = await stressLock({ tries, isStale });
      console.log(
        `${isStale ? 'with the lock of an ended process' : 'free'}: ${tries} tries, ${several} with several ` +
          `holders, ${none} with none, ${problems.length} errors`,
      );
      for (const problem of problems.slice(0, 3)) console.log(`  ${problem}`);
    }
  }
}
