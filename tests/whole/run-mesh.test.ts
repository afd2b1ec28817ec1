// SPDX-License-Identifier: MIT
/**
 * A scene with a moving mesh, run by the command line: its loads and poses in the outputs, the same bytes when it is
 * resumed.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../source-files.ts';
import { scree } from '../support/built-program.ts';

const TIMEOUT_MS = 180_000;
const SCENE = join(ROOT, 'examples/rotating-drum.yaml');
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'scree-drum-'));
  const whole = scree(['run', SCENE, '--out', join(folder, 'whole'), '--until', '60 ms', '--quiet']);
  const first = scree(['run', SCENE, '--out', join(folder, 'parts'), '--until', '35 ms', '--quiet']);
  const second = scree(['resume', join(folder, 'parts'), '--until', '60 ms', '--threads', '2', '--quiet']);
  for (const { status, stderr } of [whole, first, second])
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
}, TIMEOUT_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a drum of facets by the command line', () => {
  it('turns, and bears a moment against its turning', () => {
    const [heading = '', ...lines] = readFileSync(join(folder, 'whole/drum.csv'), 'utf8').trimEnd().split('\n');
    const columns = heading.split(',');
    const last = (lines.at(-1) ?? '').split(',').map(Number);
    const value = (name: string): number => last[columns.indexOf(name)];
    // 60 ms at one turn a second: 0.06 turns, half the angle in the quaternion.
    expect(value('mesh.drum.orientation.w')).toBeCloseTo(Math.cos(0.06 * Math.PI), 12);
    expect(value('mesh.drum.orientation.y')).toBeCloseTo(Math.sin(0.06 * Math.PI), 12);
    expect(value('mesh.drum.moment.y')).toBeLessThan(0);
    expect(value('energy.wallWork')).toBeGreaterThan(0);
  });

  it('has the same files when it is resumed on two threads', () => {
    const names = readdirSync(join(folder, 'whole/vtk'));
    expect(names.filter((name) => name.startsWith('meshes-')).length).toBe(4);
    for (const name of ['drum.csv', ...names.map((each) => `vtk/${each}`)]) {
      const [one, other] = ['whole', 'parts'].map((run) => readFileSync(join(folder, run, name)));
      expect(one?.equals(other ?? Buffer.of()), name).toBe(true);
    }
  });

  it('is drawn where it is', () => {
    const text = readFileSync(join(folder, 'whole/vtk/meshes-000003.vtp'), 'latin1');
    expect(text).toContain('NumberOfPoints="12"');
    expect(text).toContain('NumberOfPolys="8"');
  });
});
