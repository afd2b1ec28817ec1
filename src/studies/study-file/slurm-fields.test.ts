// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { readStudy } from './read-study.ts';

function slurmOf(text: string): ReturnType<typeof readStudy>['slurm'] {
  const study = 'scene: a.yaml\nparameters: { a: { values: [1] } }\nresults: { e: { column: c } }\n';
  return readStudy(`${study}slurm: ${text}\n`, 'study.yaml').slurm;
}

describe('the key slurm of a study', () => {
  it('has times in seconds and memory in bytes', () => {
    expect(slurmOf('{ partition: short, time: 2 h, memory: 4 GiB, lines: [--constraint=avx2] }')).toEqual({
      partition: 'short',
      time: 7200,
      memory: 2 ** 32,
      lines: ['--constraint=avx2'],
      setup: [],
    });
  });

  it.each([
    ['{ partition: a b }', /study\.yaml:4:21 slurm\.partition: expected a word without blanks/],
    ['{ time: 30 s }', /study\.yaml:4:16 slurm\.time: expected a time >= 120 and .*got "?30 s/],
    ['{ memory: 4 }', /slurm\.memory: expected a size, such as 500 MB or 4 GiB, got 4/],
    ['{ memory: 4 kg }', /slurm\.memory: expected a size/],
    ['{ cpus: 0 }', /slurm\.cpus: expected an integer from 1 to 16, got 0/],
    ['{ partitoin: x }', /study\.yaml:4:10 slurm\.partitoin: unknown key; did you mean partition\?/],
    ['{ lines: [--mem=3] }', /study\.yaml:4:18 slurm\.lines\[0\]: --mem is given by the key memory of slurm/],
    ['{ lines: [--requeue] }', /slurm\.lines\[0\]: --requeue is set by Scree; leave it out/],
    ['{ lines: [constraint] }', /slurm\.lines\[0\]: expected an option of sbatch, --NAME=VALUE, got constraint/],
    ['{ lines: [-p x] }', /slurm\.lines\[0\]: expected an option of sbatch/],
    ['{ setup: ["a\\nb"] }', /slurm\.setup\[0\]: expected one line/],
  ])('is refused by line: %s', (text, message) => {
    expect(() => slurmOf(text)).toThrow(message);
  });
});
