// SPDX-License-Identifier: MIT
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import type { CaseRecord } from '../../plan/study-folder.ts';
import { SlurmExecutor } from './slurm-executor.ts';

const folder = mkdtempSync(join(tmpdir(), 'scree-queue-'));
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** Programs of Slurm whose queue is full for the first call of sbatch. */
function stubSlurm(): void {
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  const full = 'sbatch: error: Batch job submission failed: Resource temporarily unavailable';
  const sbatch = `if [ -e ${folder}/tried ]; then echo 7; else touch ${folder}/tried; echo '${full}' >&2; exit 1; fi`;
  const texts = { sbatch, squeue: 'exit 0', scontrol: 'exit 0', sacct: 'exit 1' };
  for (const [name, text] of Object.entries(texts)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  vi.stubEnv('PATH', `${bin}${delimiter}${process.env.PATH}`);
}

it('submits again when the queue of Slurm was full', { tags: ['long'] }, async () => {
  stubSlurm();
  const notes: string[] = [];
  const ended: string[] = [];
  const records = new Map<string, CaseRecord>();
  const studyCase = { id: 'a1', scene: 'scene', point: 0, seed: undefined, settings: [] };
  await new SlurmExecutor().execute([studyCase], {
    folder,
    command: ['true'],
    memory: 1,
    signal: new AbortController().signal,
    cost: async () => ({ seconds: undefined, longest: undefined, threads: 1, memory: 1, disk: 1 }),
    onStart: () => {},
    onEnd: (id) => ended.push(id),
    record: (id) => records.get(id),
    progress: () => undefined,
    write: (record) => records.set(record.id, { ...record, measured: '' }),
    leave: () => {},
    note: (message) => {
      notes.push(message);
      if (message.startsWith('job 7')) {
        records.set('a1', { id: 'a1', state: 'done', results: {}, notes: [], measured: '' });
      }
    },
  });
  expect(notes).toEqual([
    'sbatch: the queue of Slurm is full: sbatch: error: Batch job submission failed: Resource temporarily unavailable; ' +
      'it is tried again',
    'job 7 of Slurm: 1 run in 1 task',
  ]);
  expect(ended).toEqual(['a1']);
});
