// SPDX-License-Identifier: MIT
import { mkdtempSync, rmSync } from 'node:fs';
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
  rmSync(folder, { recursive: true, force: true });
});
