// SPDX-License-Identifier: MIT
/** Ranks of an engine inside an allocation of Slurm. */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROGRAM, scree } from '../../tests/support/built-program.ts';
import { SlurmCluster } from '../../tests/support/slurm-cluster.ts';

const folder = mkdtempSync(join(tmpdir(), 'scree-srun-'));
let cluster: SlurmCluster;
beforeAll(async () => {
  cluster = await SlurmCluster.start();
}, 120_000);
afterAll(async () => {
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}, 120_000);

const runTo = (out: string): string[] =>
  ['run', 'examples/settling-bed.yaml', '--out', out, '--json', '--until', '0.02 s'].concat(
    '--engine lammps --ranks 2'.split(' '),
  );

function hashOf(lines: string): unknown {
  const { event, stateHash } = JSON.parse(lines.trim().split('\n').at(-1) ?? '');
  expect(event).toBe('finished');
  return stateHash;
}

describe('a run in an engine in an allocation of Slurm', () => {
  it('starts its ranks by srun, to the same numbers as mpirun outside', { timeout: 180_000 }, () => {
    // It must not be mpirun that starts them.
    writeFileSync(join(folder, 'mpirun'), '#!/bin/sh\necho "not this one" >&2\nexit 7\n');
    chmodSync(join(folder, 'mpirun'), 0o755);
    const log = join(folder, 'job.log');
    const words = [process.execPath, PROGRAM, ...runTo(join(folder, 'inside'))].map((word) => `'${word}'`);
    const script = `export PATH="${folder}:$PATH"; ${words.join(' ')} 2>&1`;
    cluster.ask('sbatch', ['--wait', '-n', '2', '--overcommit', '-o', log, '--wrap', script]);
    const { stdout } = scree(runTo(join(folder, 'outside')));
    expect(hashOf(readFileSync(log, 'utf8'))).toBe(hashOf(stdout));
  });
});
