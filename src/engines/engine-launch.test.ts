// SPDX-License-Identifier: MIT
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { engineLaunch, launcherOf } from './engine-launch.ts';

const folder = mkdtempSync(join(tmpdir(), 'scree hosts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the launcher of an engine', () => {
  it('finds files that are beside the user, though it starts in another folder', () => {
    for (const name of ['hosts', '4', 'x']) writeFileSync(join(folder, name), '');
    const wordsOf = (launcher: string): string[] => launcherOf({ ranks: 4, launcher }, {}, folder);
    const hosts = join(folder, 'hosts');
    expect(wordsOf('mpirun --hostfile hosts')).toEqual(['mpirun', '--hostfile', hosts, '-n', '4']);
    expect(wordsOf('./bin/mpirun  --hostfile=hosts -N 4 -x none')).toEqual([
      ...[join(folder, 'bin/mpirun'), `--hostfile=${hosts}`, '-N', '4', '-x', 'none', '-n', '4'],
    ]);
    expect(() => wordsOf(' ')).toThrow('--launcher: expected a command, got nothing');
  });

  it('is none for one rank, and mpirun for several', () => {
    expect(launcherOf({ ranks: 1 }, {})).toEqual([]);
    expect(launcherOf({ ranks: 2 }, {})).toEqual(['mpirun', '-n', '2']);
    // Slurm without srun in the path.
    expect(launcherOf({ ranks: 2 }, { SLURM_JOB_ID: '7', PATH: folder })).toEqual(['mpirun', '-n', '2']);
  });

  it('starts the program that a variable names, relative to the present folder', () => {
    const { program } = engineLaunch({ name: 'lammps', ranks: 1 }, { LAMMPS: 'bin/lmp' });
    expect(program).toBe(join(process.cwd(), 'bin/lmp'));
    expect(engineLaunch({ name: 'lammps', ranks: 1 }, { LAMMPS: 'lmp_mpi' }).program).toBe('lmp_mpi');
  });
});
