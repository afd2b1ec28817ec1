// SPDX-License-Identifier: MIT
/** `scree export` and the trajectory, read by other programs: h5py, VTK and python/scree.py. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findHdf5Python, findVtkPython, HDF5_MISSING, VTK_MISSING } from '../../scripts/python-readers.mjs';
import { screeJson } from '../../scripts/run-folders.mjs';
import type { Frame } from '../../src/io/trajectory/frame.ts';
import { Trajectory } from '../../src/io/trajectory/trajectory.ts';
import { worldPositions } from '../../src/runs/export/world-positions.ts';
import { ROOT, readSourceFile } from '../source-files.ts';
import { runCommand, scree } from '../support/built-program.ts';
import { blocks } from '../support/markdown.ts';

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

interface PythonFrame {
  readonly time: number;
  readonly step: number;
  readonly number: number | null;
  readonly world: readonly (readonly number[])[];
  /** Hexadecimal digits of the bytes. */
  readonly sections: Readonly<Record<string, string | null>>;
}
interface PythonTrajectory {
  readonly times: readonly number[];
  readonly problems: readonly string[];
  readonly frames: readonly PythonFrame[];
}

/** What python/scree.py finds in files. */
function readWithPython(paths: readonly string[], options: readonly string[] = []) {
  return python(findHdf5Python(), HDF5_MISSING, ['scripts/check-trajectory.py', ...options, ...paths]);
}

const hexDigits = (values: Int32Array | Float32Array | Float64Array): string =>
  Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString('hex');

/** A frame of our own reader, as check-trajectory.py prints it; values that files of that version lack are null. */
function expectedFrame(frame: Frame, number: number | null): PythonFrame {
  const { time, step, ...arrays } = frame;
  const world = worldPositions(frame.positions, frame);
  const sections = {
    bondBodies: undefined,
    bondPlaces: undefined,
    bondForces: undefined,
    bondUsed: undefined,
    ...arrays,
  };
  return {
    time,
    step,
    number,
    world: Array.from(frame.ids, (_, k) => [...world.subarray(3 * k, 3 * k + 3)]),
    sections: Object.fromEntries(
      Object.entries(sections).map(([name, values]) => [
        name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
        values === undefined ? null : hexDigits(values),
      ]),
    ),
  };
}

function framesOf(read: Trajectory, hasNumbers = true): PythonFrame[] {
  return read.frames.flatMap(({ number }, k) => {
    const frame = read.frame(k);
    return frame === undefined ? [] : [expectedFrame(frame, hasNumbers ? number : null)];
  });
}

interface Snapshot {
  readonly step: number;
  readonly time: number;
  /** Lower and upper limit along x, y, z. */
  readonly box: readonly (readonly number[])[];
  /** Atoms by the names of their columns. */
  readonly rows: readonly Readonly<Record<string, number>>[];
}

/** A dump file, by the format as the manual of LAMMPS has it: items, each with its lines. */
function readDump(text: string): Snapshot[] {
  const items = text
    .split(/^ITEM: /m)
    .slice(1)
    .map((item) => item.trimEnd().split('\n'));
  expect(items[0]).toEqual(['UNITS', 'si']);
  return items.flatMap(([head = '', ...lines], k) => {
    if (!head.startsWith('ATOMS ')) return [];
    const [time, step, count, box] = items.slice(k - 4, k);
    expect([time?.[0], step?.[0], count?.[0]]).toEqual(['TIME', 'TIMESTEP', 'NUMBER OF ATOMS']);
    expect(box?.[0]).toMatch(/^BOX BOUNDS( (pp|ff|ss)){3}$/);
    expect(lines.length).toBe(Number(count?.[1]));
    const names = head.split(' ').slice(1);
    const rows = lines.map((line) => Object.fromEntries(line.split(' ').map((cell, c) => [names[c], Number(cell)])));
    return [
      {
        time: Number(time?.[1]),
        step: Number(step?.[1]),
        box: (box ?? []).slice(1).map((line) => line.split(' ').map(Number)),
        rows,
      },
    ];
  });
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
        frame.shapes.forEach((number, body) => {
          const { shape } = trajectory.header.shapes[number] as { shape: { sphere?: { radius: number } } };
          const { sphere } = shape;
          if (sphere === undefined) return;
          expect(radius.value[k][body] / (sphere.radius * frame.scales[body])).toBeCloseTo(1, 6);
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
      const { bodies, surfaces, contacts } = python(findVtkPython(), VTK_MISSING, args);
      expect(bodies.map(({ points }: { points: unknown[] }) => points.length)).toEqual(
        [0, 4, 8].map((k) => trajectory.frame(k)?.ids.length),
      );
      expect(bodies[2].pointData.id).toEqual([...(trajectory.frame(8)?.ids ?? [])]);
      expect(bodies[2].pointData.radius).toHaveLength(bodies[2].points.length);
      expect(surfaces[2].polygons).toBeGreaterThan(bodies[2].points.length);
      expect(Math.max(...surfaces[2].cellData.speed)).toBeGreaterThan(0);
      const last = trajectory.frame(8);
      const { idA, idB, kind, normal, force } = contacts[2].pointData;
      const partners = last?.contactBodies.filter((_, i) => i % 2 === 1) ?? new Int32Array();
      expect(idA).toEqual([...(last?.contactBodies.filter((_, i) => i % 2 === 0) ?? [])]);
      expect(kind).toEqual(Array.from(partners, (id) => (id < 0 ? 1 : 0)));
      expect(idB).toEqual(Array.from(partners, (id) => Math.max(id, 0)));
      expect(normal.flat()).toEqual([...(last?.contactNormals ?? [])]);
      expect(force.flat()).toEqual(Array.from(last?.contactForces ?? [], (value) => -value));
      // Pushed away from B.
      const along = (k: number): number => [0, 1, 2].reduce((sum, c) => sum + force[k][c] * normal[k][c], 0);
      const pushes: number[] = idA.map((_: number, k: number) => along(k));
      expect(Math.max(...pushes)).toBeLessThanOrEqual(0);
      expect(Math.min(...pushes)).toBeLessThan(0);
    },
    TIMEOUT_MS,
  );

  it('to VTK says how many surfaces are left out', () => {
    const args = ['export', run, '--to', 'vtk', '--frames', 'last', '--surfaces', '3', '--out', at('few')];
    const most = trajectory.frame(8)?.ids.length ?? 0;
    expect(scree(args).stderr).toBe(
      `scree: ${most - 3} bodies are not in surfaces.pvd, those with the highest ids; --surfaces N writes more\n`,
    );
    const { surfaces } = python(findVtkPython(), VTK_MISSING, ['scripts/check-vtk.py', at('few'), 'surfaces']);
    expect(new Set(surfaces[0].cellData.id).size).toBe(3);
    expect(scree(['export', run, '--to', 'csv', '--surfaces', '3']).stderr).toContain(
      "'--surfaces <n>' is for --to vtk",
    );
  });

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

  it(
    'to a dump of LAMMPS has all bodies with radii and orientations, and is a start for another scene',
    () => {
      const { stdout } = scree(['export', run, '--to', 'lammps-dump', '--frames', '-2:', '--out', at('dump')]);
      expect(stdout).toBe(`2 frames:\n  ${at('dump', 'bodies.dump')}\n  ${at('dump', 'shape-2-pair.obj')}\n`);
      const snapshots = readDump(readFileSync(at('dump', 'bodies.dump'), 'utf8'));
      expect(snapshots.length).toBe(2);
      snapshots.forEach(({ step, time, box, rows }, k) => {
        const frame = trajectory.frame(7 + k);
        if (frame === undefined) throw new Error(`frame ${7 + k}`);
        expect([step, time]).toEqual([frame.step, frame.time]);
        const world = worldPositions(frame.positions, frame);
        expect(rows.map(({ id }) => id)).toEqual(Array.from(frame.ids, (id) => id + 1));
        expect(rows.map(({ type }) => type)).toEqual(Array.from(frame.shapes, (shape) => shape + 1));
        expect(rows.flatMap(({ x, y, z }) => [x, y, z])).toEqual([...world]);
        expect(rows.flatMap(({ vx, vy, vz }) => [vx, vy, vz])).toEqual([...frame.velocities].map(Number));
        expect(rows.flatMap((row) => [row.quatw, row.quati, row.quatj, row.quatk])).toEqual([...frame.orientations]);
        // Spheres of 3 mm; the pair has the radius of its two spheres' volume together.
        const radii = [0.003, Math.cbrt(0.002 ** 3 + 0.0025 ** 3)];
        rows.forEach(({ type = 0, radius = 0 }, body) => {
          const wanted = (radii[type - 1] ?? 0) * (frame.scales[body] ?? 0);
          expect(Math.abs(radius - wanted)).toBeLessThan(1e-15);
        });
        for (const { x = 0, y = 0, z = 0, radius = 0 } of rows)
          [x, y, z].forEach((value, axis) => {
            expect(value - radius).toBeGreaterThanOrEqual(box[axis]?.[0] ?? Number.NaN);
            expect(value + radius).toBeLessThanOrEqual(box[axis]?.[1] ?? Number.NaN);
          });
      });
      // The mesh of the pair, times its radius, has the size of the pair: from -2 mm to 5.5 mm along x.
      const unit = Math.cbrt(0.002 ** 3 + 0.0025 ** 3);
      const xs = [...readFileSync(at('dump', 'shape-2-pair.obj'), 'utf8').matchAll(/^v (\S+)/gm)].map(([, x]) =>
        Number(x),
      );
      expect(Math.min(...xs) * unit).toBeCloseTo(-0.002, 12);
      expect(Math.max(...xs) * unit).toBeCloseTo(0.0055, 12);
      const [scene = ''] = readFileSync(RAIN, 'utf8').split('insertions:');
      const kinds = '[{ shape: ball, material: glass }, { shape: ball, material: glass }]';
      writeFileSync(at('from-dump.yaml'), `${scene}bodies: { rest: { from: dump/bodies.dump, kinds: ${kinds} } }\n`);
      const count = trajectory.frame(8)?.ids.length;
      expect(scree(['check', at('from-dump.yaml')]).stdout).toContain(`bodies        ${count} at the start`);
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
    expect(scree(['export', run, '--to', 'xyz']).stderr).toContain('Allowed choices are hdf5, vtk, csv, lammps-dump.');
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

describe('python/scree.py', () => {
  const versions = [1, 2, 3, 4];
  const fixture = (version: number): string => join(ROOT, `fixtures/formats/trajectory-${version}.scree`);

  it.each([
    ['with NumPy', []],
    ['without NumPy', ['--without-numpy']],
  ])('reads trajectories of all versions with the bits of our own reader, %s', (_, options) => {
    const [ours, ...old] = readWithPython([run, ...versions.map(fixture)], options) as PythonTrajectory[];
    expect(ours?.frames).toEqual(framesOf(trajectory));
    expect(ours?.times).toEqual(trajectory.frames.map(({ time }) => time));
    for (const [k, version] of versions.entries()) {
      const frames = framesOf(new Trajectory(new Uint8Array(readFileSync(fixture(version)))), version >= 3);
      // For version 1 our own reader gives normals of NaN, Python None. Without contacts, versions 1 and 2 are alike.
      const wanted = frames.map((each) =>
        version > 1 || each.sections.contact_bodies === ''
          ? each
          : { ...each, sections: { ...each.sections, contact_normals: null } },
      );
      expect(old[k]).toMatchObject({ version, problems: [], frames: wanted });
    }
  });

  it('reads tables with the bits that were written', () => {
    const path = join(run, 'filling.csv');
    const [table] = readWithPython([path]);
    const [names = [], ...rows] = readFileSync(path, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => line.split(','));
    expect(Object.keys(table)).toEqual(names);
    names.forEach((name, column) => {
      const bits = (table[name] as string[]).map(parseHexFloat);
      expect(bits).toEqual(rows.map((row) => (row[column] === '' ? Number.NaN : Number(row[column]))));
    });
  });

  it('leaves out frames that are damaged or not all there, as our own reader does', () => {
    const bytes = readFileSync(join(run, 'trajectory.scree'));
    const spoilt = Uint8Array.from(bytes);
    const third = trajectory.frames[3]?.at ?? 0;
    spoilt[third + 60] = (spoilt[third + 60] ?? 0) ^ 1;
    const gap = Buffer.concat([bytes.subarray(0, third + 5), bytes.subarray(third + 12)]);
    const files: Record<string, Uint8Array> = { spoilt, gap };
    for (const k of [1, 2, 5])
      files[`cut-${k}`] = bytes.subarray(0, (trajectory.frames[k]?.at ?? 0) + (k % 2 === 0 ? 20 : 200));
    for (const [name, content] of Object.entries(files)) writeFileSync(at(`${name}.scree`), content);
    const read: PythonTrajectory[] = readWithPython(Object.keys(files).map((name) => at(`${name}.scree`)));
    for (const [k, content] of Object.values(files).entries())
      expect(read[k]?.frames).toEqual(framesOf(new Trajectory(Uint8Array.from(content))));
    expect(read.map(({ problems }) => problems.length)).toEqual([1, 1, 0, 0, 0]);
  });

  it(
    'reads the trajectory of a run that goes on',
    async () => {
      const going = at('going');
      const counts: number[] = [];
      const { status } = await screeJson(['run', RAIN, '--out', going], ({ event }) => {
        const path = join(going, 'trajectory.scree');
        if (event === 'checkpoint' && counts.length < 2 && existsSync(path))
          counts.push((readWithPython([path]) as PythonTrajectory[])[0]?.frames.length ?? 0);
      });
      expect(status).toBe(0);
      expect(counts.length).toBe(2);
      expect(counts.every((count) => count >= 1)).toBe(true);
    },
    TIMEOUT_MS,
  );

  it('says what to do about a run without a trajectory', () => {
    mkdirSync(at('without-trajectory'));
    const program = [
      "import sys; sys.path.append('python'); import scree",
      'try: scree.open_trajectory(sys.argv[1])',
      'except FileNotFoundError as error: print(error)',
    ].join('\n');
    const { stdout } = runCommand(findHdf5Python() ?? '', ['-c', program, at('without-trajectory')], { cwd: ROOT });
    expect(stdout).toMatch(
      /without-trajectory: no trajectory\.scree in this folder; add `trajectory: .* to the outputs/,
    );
  });

  it('is used as the guide and the notebook show', () => {
    const page = blocks(readSourceFile('docs/guide/python.md')).filter(({ language }) => language === 'python');
    const { cells } = JSON.parse(readSourceFile('python/reading-a-run.ipynb').text) as {
      cells: { cell_type: string; source: string[] }[];
    };
    const notebook = cells.filter(({ cell_type }) => cell_type === 'code').map(({ source }) => source.join(''));
    expect([page.length, notebook.length]).toEqual([4, 8]);
    // As in a project that has the package and this run.
    mkdirSync(at('project/node_modules'), { recursive: true });
    mkdirSync(at('project/runs'));
    symlinkSync(ROOT, at('project/node_modules/scree'), 'dir');
    for (const name of ['balls', 'heap']) symlinkSync(run, at('project/runs', name), 'dir');
    const program = [
      // Plots would need a display.
      "import sys; sys.modules['matplotlib'] = None",
      ...page.map(({ content }) => content),
      ...notebook.map((text) => text.replace('importlib.util.find_spec("matplotlib") is not None', 'False')),
    ].join('\n');
    const found = findHdf5Python();
    if (found === undefined) throw new Error(HDF5_MISSING);
    const { status, stdout, stderr } = runCommand(found, ['-W', 'error', '-c', program], { cwd: at('project') });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(
      /^9 frames, \d+ bodies at the end\nRain \['ball', 'pair'\] \['glass'\]\nmean height 0\.\d+ m/,
    );
    expect(stdout).toMatch(/\d contacts with floor, force -?\d/);
    expect(stdout).toContain("filling.csv ['time', 'step', 'count.bodies'");
  });
});

/** `-0x1.8p+1`, as Python writes numbers to the bit. */
function parseHexFloat(text: string): number {
  const [, sign = '', whole = '', digits = '', exponent = ''] = /^(-?)0x(\d)\.?([0-9a-f]*)p([+-]\d+)$/.exec(text) ?? [];
  if (whole === '') return text === 'nan' ? Number.NaN : text === 'inf' ? Infinity : -Infinity;
  const mantissa = Number.parseInt(`${whole}${digits}`, 16) * 2 ** (-4 * digits.length);
  return (sign === '-' ? -1 : 1) * mantissa * 2 ** Number(exponent);
}
