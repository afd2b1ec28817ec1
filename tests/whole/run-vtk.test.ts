// SPDX-License-Identifier: MIT
/** The files of a run for ParaView, read by VTK's own reader: counts, places, turns and shapes are those of the run. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findVtkPython, VTK_MISSING } from '../../scripts/python-readers.mjs';
import { ROOT } from '../source-files.ts';
import { runCommand, scree } from '../support/built-program.ts';

const TIMEOUT_MS = 180_000;
const LARGE = 0.005;
const SMALL = 0.002;

interface VtkData {
  readonly time: number;
  readonly points: readonly (readonly number[])[];
  readonly vertices: number;
  readonly polygons: number;
  readonly pointData: Readonly<Record<string, readonly (number | readonly number[])[]>>;
  readonly cellData: Readonly<Record<string, readonly number[]>>;
  readonly fieldData: Readonly<Record<string, readonly number[]>>;
}

let folder = '';
let read: Readonly<Record<'bodies' | 'surfaces' | 'contacts', readonly VtkData[]>>;
let table: number[][] = [];

beforeAll(() => {
  const python = findVtkPython();
  if (python === undefined) throw new Error(VTK_MISSING);
  folder = mkdtempSync(join(tmpdir(), 'scree-vtk-'));
  const run = join(folder, 'run');
  scree(['run', join(ROOT, 'tests/support/tumbling-balls.yaml'), '--out', run, '--until', '24 ms', '--quiet']);
  const args = ['scripts/check-vtk.py', run, 'bodies', 'surfaces', 'contacts'];
  const { status, stdout, stderr } = runCommand(python, args);
  if (status !== 0) throw new Error(stderr);
  read = JSON.parse(stdout);
  const lines = readFileSync(join(run, 'one.csv'), 'utf8').trimEnd().split('\n').slice(1);
  table = lines.map((line) => line.split(',').map(Number));
}, TIMEOUT_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const distance = (p: readonly number[], q: readonly number[]): number =>
  Math.hypot(...p.map((value, i) => value - q[i]));

describe('VTK reads', () => {
  it('every body, at the times of the collection', () => {
    expect(read.bodies.map(({ points }) => points.length)).toEqual(Array(7).fill(101));
    expect(read.bodies.map(({ vertices }) => vertices)).toEqual(Array(7).fill(101));
    expect(read.bodies.map(({ time }) => time)).toEqual(read.bodies.map(({ fieldData }) => fieldData.TimeValue?.[0]));
    for (const [k, { time }] of read.bodies.entries()) expect(time).toBeCloseTo(0.004 * k, 12);
    const last = read.bodies.at(-1);
    expect(last?.pointData.id).toEqual(Array.from({ length: 101 }, (_, id) => id));
    expect(last?.pointData.radius).toEqual([LARGE, ...Array(100).fill(SMALL)]);
  });

  it('position, orientation, velocity and force as the table has them', () => {
    const last = read.bodies.at(-1);
    const step = last?.fieldData.step?.[0];
    const before = table.findLast(([, each]) => each <= (step as number));
    const first = table[0];
    const start = read.bodies[0];
    expect(start.points[0]).toEqual(first.slice(2, 5));
    expect(start.pointData.orientation?.[0]).toEqual(first.slice(5, 9));
    expect(start.pointData.velocity?.[0]).toEqual(first.slice(9, 12));
    expect(start.pointData.force?.[0]).toEqual(first.slice(12, 15));
    // The table's nearest step is at most ten before: 0.2 ms at less than 2 m/s.
    expect(distance(last?.points[0] ?? [], before?.slice(2, 5) ?? [])).toBeLessThan(4e-4);
    const turn = last?.pointData.orientation?.[0] as number[];
    expect(Math.hypot(...turn)).toBeCloseTo(1, 12);
    expect(distance(turn, [1, 0, 0, 0])).toBeGreaterThan(0.1);
  });

  it('the surface of every body around its centre', () => {
    read.surfaces.forEach(({ points, polygons, cellData }, k) => {
      expect(points.length).toBe(101 * 62);
      expect(polygons).toBe(101 * 72);
      expect(new Set(cellData.id).size).toBe(101);
      const centres = read.bodies[k]?.points ?? [];
      // Corners lie on the sphere, to the rounding of their coordinates.
      const errors = points.map((point, i) => {
        const body = Math.floor(i / 62);
        return Math.abs(distance(point, centres[body] as number[]) - (body === 0 ? LARGE : SMALL));
      });
      expect(Math.max(...errors)).toBeLessThan(1e-15 + 1e-12 * LARGE);
    });
  });

  it('contacts between the bodies that they name', () => {
    const contacts = read.contacts.at(-1) as VtkData;
    const centres = read.bodies.at(-1)?.points ?? [];
    expect(contacts.points.length).toBeGreaterThan(0);
    const { idA = [], normal = [], overlap = [], force = [] } = contacts.pointData as Record<string, never[]>;
    contacts.points.forEach((point, c) => {
      const radius = idA[c] === 0 ? LARGE : SMALL;
      expect(distance(point, centres[idA[c] as number] as number[])).toBeLessThan(radius);
      expect(Math.hypot(...(normal[c] as number[]))).toBeCloseTo(1, 12);
      expect(overlap[c]).toBeGreaterThan(0);
      expect((force[c] as number[]).length).toBe(3);
    });
  });
});
