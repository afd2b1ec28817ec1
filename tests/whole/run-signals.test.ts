// SPDX-License-Identifier: MIT
/**
 * A run that a signal stops leaves a checkpoint: for every signal, however often it comes, and also if nobody reads the
 * output any more.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../source-files.ts';
import { PROGRAM } from '../support/built-program.ts';

const SCENE = join(ROOT, 'tests/support/one-ball.yaml');
const TIMEOUT_MS = 120_000;
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'scree-signals-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a run that would take hours, sends the signals once it has begun, and waits for its end. */
function stopped(
  out: string,
  signals: readonly NodeJS.Signals[],
  { readersLeave }: { readersLeave: boolean },
): Promise<{ status: number | null; signal: NodeJS.Signals | null }> {
  const args = ['run', SCENE, '--out', out, '--until', '10000 s', '--set', 'outputs.csv.height.every=1 s'];
  const child = spawn(process.execPath, [PROGRAM, ...args, '--set', 'outputs.trajectory.every=1 s', '--json'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  child.stdout.once('data', () => {
    if (readersLeave) {
      child.stdout.destroy();
      child.stderr.destroy();
    }
    // To the whole group, as a terminal does.
    for (const signal of signals) process.kill(-(child.pid as number), signal);
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (status, signal) => resolve({ status, signal }));
  });
}

describe('a run that is stopped', () => {
  it.each([
    ['SIGHUP', 129],
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)(
    'by %s, twice, to its group, has written a checkpoint, also when nobody reads what it prints',
    async (signal, code) => {
      const out = join(folder, signal);
      expect(await stopped(out, [signal, signal], { readersLeave: signal !== 'SIGINT' })).toEqual({
        status: code,
        signal: null,
      });
      expect(readdirSync(join(out, 'checkpoints')).length).toBeGreaterThan(0);
      expect(readFileSync(join(out, 'log.txt'), 'utf8')).toContain(`stopped by ${signal}`);
      expect(readdirSync(out)).not.toContain('lock');
    },
    TIMEOUT_MS,
  );
});
