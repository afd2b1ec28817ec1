// SPDX-License-Identifier: MIT
/**
 * `scree export` and the trajectory, read by other programs: h5py, VTK and the reader in numpy that the reference
 * shows.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findHdf5Python, findVtkPython, HDF5_MISSING, VTK_MISSING } from '../../scripts/python-readers.mjs';
import { screeJson } from '../../scripts/run-folders.mjs';
import { Trajectory } from '../../src/io/trajectory/trajectory.ts';
import { ROOT, readSourceFile } from '../source-files.ts';
import { runCommand, scree } from '../support/built-program.ts';

const RAIN = join(ROOT, 'tests/support/rain.yaml');
const TIMEOUT_MS = 240_000;

let folder = '';
let run = '';
let trajectory: Trajectory;
const at = (...names: string[]): string => join(folder, ...names);

/** What a Python program prints, as JSON. */
function python(found: string | undefined, missing: string, args: readonly string[]) {
  if (found === undefined) throw new Error(missing);
  const { status, stdout, stderr } = runCommand(found, args);
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

/** The reader of the reference page, and what it finds in a trajectory. */
function readWithNumpy(path: string): {
  title: string;
  steps: number[];
  bodies: number[];
  last: number[][];
  sums: Record<string, number>[];
} {
  const [, reader = ''] = /^```python\n(.*?)^```$/ms.exec(readSourceFile('docs/reference/trajectory.md').text) ?? [];
  const program = `${reader}
import sys
header, frames = read(sys.argv[1])
print(json.dumps({"title": header["title"], "steps": [f["step"] for f in frames], "bodies": [len(f["ids"]) for f in frames],
  "last": (frames[-1]["origin"] + frames[-1]["positions"]).tolist(),
  "sums": [{name: float(abs(f[name].astype(float)).sum()) for name, *_ in SECTIONS} for f in frames]}))`;
  return python(findHdf5Python(), HDF5_MISSING, ['-c', program, path]);
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'scree-export-'));
  run = at('run');
  scree(['run', RAIN, '--out', run, '--until', '24 ms', '--quiet']);
  trajectory = new Trajectory(new Uint8Array(readFileSync(join(run, 'trajectory.scree'))));
}, TIMEOUT_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('an export', () => {
  it(
    'to HDF5 is read by h5py: all bodies at all frames, rows without a body having the id -1',
    () => {
      expect(scree(['export', run, '--to', 'hdf5'])).toEqual({
        status: 0,
        stdout: `9 frames:\n  ${join(run, 'export/hdf5/trajectory.h5')}\n`,
        stderr: '',
      });
      const file = python(findHdf5Python(), HDF5_MISSING, [
        'scripts/check-hdf5.py',
        join(run, 'export/hdf5/trajectory.h5'),
      ]);
      expect(file).toMatchObject({ version: [1, 1], creator: 'Scree', dimension: 3, unit: 'm' });
      expect(file.species).toEqual(trajectory.header.shapes.map(({ name }) => name));
      const { position, id, velocity, species, radius } = file.elements;
      const most = Math.max(...trajectory.frames.map((_, k) => trajectory.frame(k)?.ids.length ?? 0));
      let spheres = 0;
      trajectory.frames.forEach((_, k) => {
        const frame = trajectory.frame(k);
        if (frame === undefined) throw new Error(`frame ${k}`);
        const count = frame.ids.length;
        expect(id.value[k]).toEqual([...frame.ids, ...Array(most - count).fill(-1)]);
        expect(species.value[k].slice(0, count)).toEqual([...frame.shapes]);
        expect(position.step[k]).toBe(frame.step);
        expect(position.time[k]).toBe(frame.time);
        expect(position.value[k].slice(0, count).flat()).toEqual(
          Array.from(frame.positions, (value, i) => value + frame.origin[i % 3]),
        );
        // The radius of a sphere; larger than that of its largest sphere for a clump.
        frame.shapes.forEach((number, body) => {
          const { shape } = trajectory.header.shapes[number] as { shape: { radius?: number } };
          if (shape.radius === undefined) return;
          expect(radius.value[k][body] / (shape.radius * frame.scales[body])).toBeCloseTo(1, 6);
          spheres += 1;
        });
        expect(velocity.value[k].slice(0, count).flat()).toEqual([...frame.velocities]);
        expect(
          position.value[k]
            .slice(count)
            .flat()
            .every((value: unknown) => value === null),
        ).toBe(true);
      });
      expect(spheres).toBeGreaterThan(0);
      expect(most).toBeGreaterThan(trajectory.frame(1)?.ids.length ?? most);
    },
    TIMEOUT_MS,
  );

  it(
    'to VTK is read by VTK',
    () => {
      expect(scree(['export', run, '--to', 'vtk', '--every', '4', '--out', at('vtk')]).stdout).toContain('3 frames:');
      const args = ['scripts/check-vtk.py', at('vtk'), 'bodies', 'surfaces', 'contacts'];
      const { bodies, surfaces } = python(findVtkPython(), VTK_MISSING, args);
      expect(bodies.map(({ points }: { points: unknown[] }) => points.length)).toEqual(
        [0, 4, 8].map((k) => trajectory.frame(k)?.ids.length),
      );
      expect(bodies[2].pointData.id).toEqual([...(trajectory.frame(8)?.ids ?? [])]);
      expect(bodies[2].pointData.radius).toHaveLength(bodies[2].points.length);
      expect(surfaces[2].polygons).toBeGreaterThan(bodies[2].points.length);
    },
    TIMEOUT_MS,
  );

  it(
    'to CSV is a start for another scene',
    () => {
      expect(scree(['export', run, '--to', 'csv', '--frames', '-2:', '--out', at('csv')]).stdout).toContain(
        '2 frames:',
      );
      const lines = readFileSync(at('csv', 'bodies.csv'), 'utf8').trimEnd().split('\n').slice(1);
      const counts = [7, 8].map((k) => trajectory.frame(k)?.ids.length ?? 0);
      expect(lines.length).toBe(counts[0] + counts[1]);
      const [scene = ''] = readFileSync(RAIN, 'utf8').split('insertions:');
      writeFileSync(at('next.yaml'), `${scene}bodies: { rest: { from: csv/bodies.csv } }\n`);
      expect(scree(['check', at('next.yaml')]).stdout).toContain(`bodies        ${counts[1]} at the start`);
    },
    TIMEOUT_MS,
  );

  it('can be of a run that has not ended', () => {
    const half = at('half');
    mkdirSync(half);
    for (const name of ['manifest.json', 'scene.yaml', 'trajectory.scree'])
      copyFileSync(join(run, name), join(half, name));
    truncateSync(join(half, 'trajectory.scree'), (trajectory.frames[5]?.at ?? 0) + 100);
    expect(scree(['export', half, '--to', 'csv']).stdout).toContain('5 frames:');
  });

  it('says what is wrong', () => {
    expect(scree(['export', run, '--to', 'xyz'])).toMatchObject({ status: 2 });
    expect(scree(['export', run, '--to', 'xyz']).stderr).toContain('Allowed choices are hdf5, vtk, csv.');
    expect(scree(['export', run, '--to', 'csv', '--frames', 'x']).status).toBe(2);
    expect(scree(['export', run, '--to', 'csv', '--every', '0']).stderr).toContain('Expected an integer >= 1.');
    expect(scree(['export', run, '--to', 'csv', '--frames', '90']).stderr).toContain(
      'none of these frames; the trajectory has 9 frames, 0 to 8',
    );
    expect(scree(['export', folder, '--to', 'csv']).stderr).toContain('holds no run');
    mkdirSync(at('taken'));
    writeFileSync(at('taken', 'mine.txt'), '');
    expect(scree(['export', run, '--to', 'csv', '--out', at('taken')]).stderr).toContain(
      'is not empty; choose another folder with --out',
    );
    const bare = at('bare');
    mkdirSync(bare);
    copyFileSync(join(run, 'manifest.json'), join(bare, 'manifest.json'));
    expect(scree(['export', bare, '--to', 'csv'])).toMatchObject({ status: 1 });
    expect(scree(['export', bare, '--to', 'csv']).stderr).toContain(
      'trajectory.scree is missing although the scene has this output',
    );
  });
});

describe('the reader in numpy', () => {
  it('reads what was written', () => {
    const read = readWithNumpy(join(run, 'trajectory.scree'));
    const frames = trajectory.frames.map((_, k) => trajectory.frame(k));
    const last = frames.at(-1);
    expect(read.title).toBe(trajectory.header.title);
    expect(read.steps).toEqual(frames.map((frame) => frame?.step));
    expect(read.bodies).toEqual(frames.map((frame) => frame?.ids.length));
    expect(read.last.flat()).toEqual(
      Array.from(last?.positions ?? [], (value, i) => value + (last?.origin[i % 3] as number)),
    );
    // Every section counts; the sums are over the same numbers in another order.
    frames.forEach((frame, k) => {
      for (const [name, sum] of Object.entries(read.sums[k] ?? {})) {
        const sections = { ...frame, number: [k] } as unknown as Record<string, Float32Array>;
        const values = [...(sections[name] ?? [])];
        const wanted = values.reduce((total, value) => total + Math.abs(value), 0);
        expect(Math.abs(sum - wanted), name).toBeLessThanOrEqual(1e-12 * wanted);
      }
    });
  });

  it('leaves out a frame that is not all there', () => {
    const cut = at('cut.scree');
    for (const [k, { at: start, length }] of trajectory.frames.entries()) {
      if (k === 0) continue;
      copyFileSync(join(run, 'trajectory.scree'), cut);
      truncateSync(cut, start + (k % 2 === 0 ? 20 : length - 1));
      expect(readWithNumpy(cut).steps.length).toBe(k);
    }
  });

  it(
    'reads the trajectory of a run that goes on',
    async () => {
      const going = at('going');
      const counts: number[] = [];
      const { status } = await screeJson(['run', RAIN, '--out', going], ({ event }) => {
        const path = join(going, 'trajectory.scree');
        if (event === 'checkpoint' && counts.length < 2 && existsSync(path))
          counts.push(readWithNumpy(path).steps.length);
      });
      expect(status).toBe(0);
      expect(counts.length).toBe(2);
      expect(counts.every((count) => count >= 1)).toBe(true);
    },
    TIMEOUT_MS,
  );
});
