// SPDX-License-Identifier: MIT
/** `scree compare` through the real program: runs that agree, that part, and that cannot be compared. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../source-files.ts';
import { scree } from '../support/built-program.ts';

const SCENE = join(ROOT, 'tests/support/tumbling-balls.yaml');
const RAIN = join(ROOT, 'tests/support/rain.yaml');
const TIMEOUT_MS = 240_000;

let folder = '';
const at = (name: string): string => join(folder, name);
const run = (name: string, scene: string, ...args: string[]): void => {
  const { status, stderr } = scree(['run', scene, '--out', at(name), '--quiet', ...args]);
  if (status !== 0) throw new Error(stderr);
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'scree-compare-'));
  run('a', SCENE, '--until', '24 ms');
}, TIMEOUT_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('scree compare', () => {
  it(
    'finds runs equal that are, whatever their threads, intervals and ends',
    () => {
      run('b', SCENE, '--until', '30 ms', '--threads', '2', '--set', 'outputs.trajectory.every=6 ms');
      const { status, stdout } = scree(['compare', at('a'), at('b')]);
      expect(stdout).toMatch(
        /^\S+ and \S+ agree at all \d+ common moments, up to step 1\d+, time 0\.02\d* s; moments of one run only: \d+ and \d+\n$/,
      );
      expect(status).toBe(0);
    },
    TIMEOUT_MS,
  );

  it(
    'tells where runs part: step, body, quantity, values',
    () => {
      run('c', SCENE, '--until', '24 ms', '--set', 'materials.glass.friction=0.41');
      const { status, stdout } = scree(['compare', at('a'), at('c')]);
      expect(status).toBe(1);
      expect(stdout).toMatch(
        /^\S+ and \S+ part at step \d+, time \S+ s \((frames of the trajectories, float32|checkpoints, float64)\)\n {2}first {5}body \d+ \w+(\.[wxyz])?: \S+ and \S+, difference \S+\n {2}largest {3}body /,
      );
      const [, a = '', b = '', difference = ''] = /first .*: (\S+) and (\S+), difference (\S+)/.exec(stdout) ?? [];
      expect(Math.abs(Number(a) - Number(b))).toBe(Number(difference));
      expect(Number(difference)).toBeGreaterThan(0);
      expect(stdout).toMatch(/they agree up to step \d+,/);
      const json = JSON.parse(scree(['compare', at('a'), at('c'), '--json']).stdout);
      expect(json.runs).toEqual([at('a'), at('c')]);
      expect(Math.abs(json.part.differences.first.values[0] - json.part.differences.first.values[1])).toBe(
        Number(difference),
      );
      const missing = scree(['compare', at('a'), at('nowhere'), '--json']);
      expect(missing.status).toBe(2);
      expect(JSON.parse(missing.stdout).code).toBe('no-run');
      // As large as the numbers themselves: nothing can differ by more than twice that.
      expect(scree(['compare', at('a'), at('c'), '--tolerance', '2']).status).toBe(0);
    },
    TIMEOUT_MS,
  );

  it(
    'tells which run has a body that the other has not',
    () => {
      run('r', RAIN, '--until', '12 ms');
      run('s', RAIN, '--until', '12 ms', '--set', 'insertions.rain.rate=2900 /s');
      const { status, stdout } = scree(['compare', at('r'), at('s'), '--tolerance', '1']);
      expect(status).toBe(1);
      expect(stdout).toContain(`is in ${at('r')} only`);
    },
    TIMEOUT_MS,
  );

  it('ends with 2 when there is nothing to compare', () => {
    expect(scree(['compare', at('a'), at('nowhere')])).toMatchObject({ status: 2, stdout: '' });
    expect(scree(['compare', at('a'), at('nowhere')]).stderr).toContain('holds no run');
    expect(scree(['compare', at('a')]).status).toBe(2);
    expect(scree(['compare', at('a'), at('a'), '--tolerance', '-1']).stderr).toContain(
      'Expected a number >= 0, such as 1e-9.',
    );
  });
});
