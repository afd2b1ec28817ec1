// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import type { SlurmOptions } from '../../study-file/slurm-fields.ts';
import { batchScript, slurmTime } from './batch-script.ts';

function linesOf(options: SlurmOptions = {}, folder = '/home/me/out/slurm'): string[] {
  const resources = { chunk: 2, cpus: 2, megabytes: 300, minutes: 90, warning: 120 };
  const command = ['/usr/bin/node', '/opt/scree.js', 'study', 'work', '/home/me/my study'];
  return batchScript({ name: 'scree-1', folder, tasks: 7, resources, command }, options).split('\n');
}

describe('the script of an array job', () => {
  it('asks for the resources of a task, a signal before the limit and to be queued again', () => {
    expect(linesOf().filter((line) => line.startsWith('#SBATCH'))).toEqual([
      '#SBATCH --job-name=scree-1',
      '#SBATCH --array=1-7',
      '#SBATCH --ntasks=1',
      '#SBATCH --cpus-per-task=2',
      '#SBATCH --mem=300M',
      '#SBATCH --time=01:30:00',
      '#SBATCH --requeue',
      '#SBATCH --signal=B:USR1@120',
      '#SBATCH --output=/home/me/out/slurm/scree-1-%a.log',
      '#SBATCH --open-mode=append',
    ]);
  });

  it('has what the study file adds', () => {
    const options = { partition: 'short', account: 'geo', qos: 'low', atOnce: 3, lines: ['--constraint=avx2'] };
    const lines = linesOf({ ...options, setup: ['module load nodejs'] });
    expect(lines).toContain('#SBATCH --array=1-7%3');
    for (const word of ['--partition=short', '--account=geo', '--qos=low', '--constraint=avx2']) {
      expect(lines).toContain(`#SBATCH ${word}`);
    }
    expect(lines.indexOf('module load nodejs')).toBeLessThan(lines.findIndex((line) => line.includes('--cases')));
  });

  it('runs the cases of its line, with paths that the shell does not divide', () => {
    expect(linesOf()).toContain(
      "/usr/bin/node /opt/scree.js study work '/home/me/my study' --cores 2 --cases $cases &",
    );
    const lines = linesOf({}, '/data/50 %/slurm');
    expect(lines).toContain("#SBATCH --output='/data/50 %%/slurm/scree-1-%a.log'");
    expect(lines).toContain("cd '/data/50 %/slurm' || exit 1");
  });
});

it.each([
  [10, '00:10:00'],
  [1441, '1-00:01:00'],
])('writes %d minutes as %s', (minutes, text) => {
  expect(slurmTime(minutes)).toBe(text);
});
