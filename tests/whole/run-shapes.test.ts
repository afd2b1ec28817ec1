// SPDX-License-Identifier: MIT
/**
 * A scene with a body of every kind, run by the command line: bodies lie on the floor as they are drawn, the same bytes
 * when it is resumed.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../source-files.ts';
import { scree } from '../support/built-program.ts';

const TIMEOUT_MS = 180_000;
const SCENE = join(ROOT, 'examples/mixed-shapes.yaml');
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'scree-shapes-'));
  const whole = scree(['run', SCENE, '--out', join(folder, 'whole'), '--until', '400 ms', '--quiet']);
  const first = scree(['run', SCENE, '--out', join(folder, 'parts'), '--until', '110 ms', '--quiet']);
  const second = scree(['resume', join(folder, 'parts'), '--until', '400 ms', '--threads', '2', '--quiet']);
  for (const { status, stderr } of [whole, first, second])
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
}, TIMEOUT_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Heights of the points of a VTK file of surfaces. */
function heights(path: string): number[] {
  const bytes = readFileSync(path);
  const text = bytes.toString('latin1');
  const [, type = '', offset = ''] = /<Points>\s*<DataArray type="(Float\d\d)"[^>]*offset="(\d+)"/.exec(text) ?? [];
  const start = text.indexOf('_', text.indexOf('<AppendedData')) + 1 + Number(offset);
  const size = Number(bytes.readBigUInt64LE(start));
  const data = bytes.buffer.slice(bytes.byteOffset + start + 8, bytes.byteOffset + start + 8 + size);
  const values = type === 'Float32' ? new Float32Array(data) : new Float64Array(data);
  return Array.from(values).filter((_, k) => k % 3 === 2);
}

describe('bodies of every kind by the command line', () => {
  it('are drawn as they lie: nothing is below the floor, something is on it', () => {
    const names = readdirSync(join(folder, 'whole/vtk')).filter((name) => name.startsWith('surfaces-'));
    const lowest = names.map((name) => Math.min(...heights(join(folder, 'whole/vtk', name))));
    expect(names.length).toBe(21);
    // Overlaps at impact are below 5 % of the smallest side, 20 mm.
    expect(Math.min(...lowest)).toBeGreaterThan(-1e-3);
    expect(Math.abs(lowest.at(-1) ?? 1)).toBeLessThan(1e-3);
    expect(lowest[0]).toBeGreaterThan(5e-3);
  });

  it('have the same files when the run is resumed on two threads', () => {
    const names = readdirSync(join(folder, 'whole/vtk'));
    for (const name of ['energies.csv', ...names.map((each) => `vtk/${each}`)]) {
      const [one, other] = ['whole', 'parts'].map((run) => readFileSync(join(folder, run, name)));
      expect(one?.equals(other ?? Buffer.of()), name).toBe(true);
    }
  });
});
