// SPDX-License-Identifier: MIT
/** `scree init` and `scree doctor` as a new user calls them. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { scree } from '../support/built-program.ts';

const folder = mkdtempSync(join(tmpdir(), 'scree-init-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('scree init', () => {
  it('lists the examples with their titles', () => {
    const { status, stdout } = scree(['init']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^heap +\S/m);
    expect(stdout).toMatch(/^studies\/friction +\S/m);
  });

  it('writes an example that can be checked there, and says what to do next', () => {
    const out = join(folder, 'new/heap');
    const { status, stdout } = scree(['init', 'heap', '--out', out]);
    expect(status).toBe(0);
    expect(stdout).toContain('npx scree run');
    const text = readFileSync(join(out, 'heap.yaml'), 'utf8');
    expect(text).not.toContain('examples/');
    expect(scree(['check', join(out, 'heap.yaml')]).status).toBe(0);
  });

  it('writes the files that a scene or a study names', () => {
    const parts = scree(['init', 'falling-parts', '--out', join(folder, 'parts'), '--json']);
    expect(JSON.parse(parts.stdout).files).toHaveLength(3);
    expect(existsSync(join(folder, 'parts/parts/crank-shaft.obj'))).toBe(true);
    const study = scree(['init', 'studies/calibration', '--out', join(folder, 'study'), '--json']);
    expect(
      JSON.parse(study.stdout)
        .files.map((path: string) => path.replace(/^.*\//, ''))
        .sort(),
    ).toEqual(['calibration.yaml', 'small-heap.yaml', 'small-silo.yaml']);
    expect(scree(['study', join(folder, 'study/calibration.yaml'), '--dry-run']).status).toBe(0);
  });

  it('keeps a file that is there', () => {
    const path = join(folder, 'heap.yaml');
    writeFileSync(path, 'mine');
    const { status, stderr } = scree(['init', 'heap', '--out', folder]);
    expect({ status, text: readFileSync(path, 'utf8') }).toEqual({ status: 1, text: 'mine' });
    expect(stderr).toContain('heap.yaml: is there already');
  });

  it('names the examples if there is no such one', () => {
    const { status, stderr } = scree(['init', 'heep']);
    expect(status).toBe(1);
    expect(stderr).toMatch(/heep: there is no such example; there are .*heap/);
  });
});

describe('scree doctor', () => {
  it('says what there is, what is missing and what for', () => {
    const { status, stdout } = scree(['doctor', '--no-speed']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^ok +Node +\d/m);
    expect(stdout).toMatch(/graphics card/);
    expect(stdout).toMatch(/Slurm/);
  });

  it('times a small fixed set', () => {
    const { status, stdout } = scree(['doctor', '--json']);
    expect(status).toBe(0);
    const { speed, references } = JSON.parse(stdout);
    expect(speed).toHaveLength(3);
    for (const { microseconds } of speed) expect(microseconds).toBeGreaterThan(0.01);
    for (const machine of references) expect(machine.microseconds).toHaveLength(speed.length);
  });
});
