// SPDX-License-Identifier: MIT
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EngineProcess } from './engine-process.ts';

it('an engine whose launcher fails is reported with the error of the launcher, not with its hint at the end', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'scree-launcher-'));
  const script =
    'console.error(\'mpirun: Error: unknown option "--x"\\nType mpirun --help for usage.\'); process.exit(1)';
  const launcher = [process.execPath, '-e', script, '--'];
  const engine = new EngineProcess({ name: 'lammps', program: 'lmp', ranks: 2, launcher }, folder);
  await expect(engine.ask(['units si'])).rejects.toThrow(
    'LAMMPS ended with code 1: mpirun: Error: unknown option "--x"',
  );
  const hosts =
    'console.error("----\\nwas unable to open the hostfile:\\n   hosts\\n----\\nError\\n"); process.exit(1)';
  const other = { name: 'lammps', program: 'lmp', ranks: 2, launcher: [process.execPath, '-e', hosts, '--'] } as const;
  await expect(new EngineProcess(other, folder).ask(['units si'])).rejects.toThrow(
    'LAMMPS ended with code 1: was unable to open the hostfile: hosts',
  );
  rmSync(folder, { recursive: true, force: true });
});

it('a launcher that is not there, or that lacks its library, is reported with the remedy', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'scree-launcher-'));
  const srun = join(folder, 'srun');
  writeFileSync(srun, '#!/bin/sh\necho "srun: error: pmi/pmix: can not load PMIx library" >&2\nexit 1\n');
  chmodSync(srun, 0o755);
  const asked = (launcher: string): Promise<void> =>
    new EngineProcess({ name: 'lammps', program: 'lmp', ranks: 2, launcher: [launcher] }, folder).ask(['units si']);
  await expect(asked(srun)).rejects.toThrow(
    'can not load PMIx library; install PMIx on the nodes (Debian: libpmix-dev), or add --launcher mpirun',
  );
  await expect(asked(join(folder, 'none'))).rejects.toThrow(
    /none cannot be started; install MPI \(Debian: .*\), or name another launcher with --launcher/,
  );
  rmSync(folder, { recursive: true, force: true });
});
