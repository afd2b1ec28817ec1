// SPDX-License-Identifier: MIT
/** Measuring through the real program: in the course of a run, and afterwards from its trajectory. */
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outputHashes, screeJson } from '../../scripts/run-folders.mjs';
import { ROOT } from '../source-files.ts';
import { scree } from '../support/built-program.ts';
import { runKilledTwice } from '../support/killed-run.ts';

const SCENE = join(ROOT, 'tests/support/measured-rain.yaml');
/** A run takes about a second; on a busy machine many times that. */
const TIMEOUT_MS = 240_000;
const SEED = Number(process.env.TEST_SEED ?? 20_261_115);
/** Trajectories have single precision; a stress is the sum of some hundred forces that mostly cancel in shear. */
const SINGLE = 1e-4;

let folder = '';
let straight = '';
let expected: Readonly<Record<string, string>> = {};
const at = (name: string): string => join(folder, name);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'scree-analysis-'));
  straight = at('straight');
  expect((await screeJson(['run', SCENE, '--out', straight])).status).toBe(0);
  expected = outputHashes(straight);
}, TIMEOUT_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Table = Record<string, string>[];

function table(text: string): Table {
  const [heading = '', ...lines] = text.trimEnd().split('\n');
  const names = heading.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(names.map((name, k) => [name, cells[k]]));
  });
}

const written = (name: string): Table => table(readFileSync(join(straight, name), 'utf8'));
const analysed = (...args: string[]): Table => {
  const { status, stdout, stderr } = scree(['analyse', straight, ...args]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return table(stdout);
};

describe('a run that is measured', () => {
  it('counts every body that falls through a plane, by kind of mass', () => {
    const rows = written('flow.csv');
    const last = rows.at(-1) ?? {};
    const bodies = analysed('--quantity', 'count', '--region', 'box:0,0,-1:5cm,5cm,6cm').at(-1)?.count;
    // Eight lie below at the start; the post is a wall.
    expect(Number(last['plane.mouth.forward'])).toBe(Number(bodies) - 8);
    expect(Number(last['plane.mouth.backward'])).toBe(0);
    expect(Number(last['plane.mouth.forward'])).toBeGreaterThan(60);
    expect(Number(last['plane.middle.count'])).toBeLessThanOrEqual(Number(last['plane.mouth.forward']));
    const masses = [3000, 500].map((density) => (density * Math.PI * 1e-6) / 6);
    const heavy =
      (Number(last['plane.mouth.mass']) - Number(bodies) * masses[1] + 8 * masses[1]) / (masses[0] - masses[1]);
    expect(heavy).toBeCloseTo(Math.round(heavy), 6);
    const sum = rows.reduce((total, row, k) => {
      const before = rows[k - 1];
      const interval = before === undefined ? 0 : Number(row.time) - Number(before.time);
      return total + Number(row['plane.mouth.massRate']) * interval;
    }, 0);
    expect(sum).toBeCloseTo(Number(last['plane.mouth.mass']), 10);
  });

  it('gives the same afterwards from its trajectory, to single precision', () => {
    const names = [
      'region.core.stress',
      'region.all.coordination',
      'region.ball.packingFraction',
      'region.tube.mixing',
    ];
    const more = [
      'region.tube.anisotropy',
      'region.core.granularTemperature',
      'plane.mouth.mass',
      'plane.middle.count',
    ];
    const later = analysed('--quantity', ...names, ...more);
    const flow = written('flow.csv');
    written('bulk.csv').forEach((row, k) => {
      for (const [name, value] of Object.entries({ ...row, ...flow[k] })) {
        const found = later[k]?.[name];
        if (found === undefined) continue;
        expect({ name, isEmpty: found === '' }).toEqual({ name, isEmpty: value === '' });
        const size = name.includes('stress') ? 1000 : Math.max(1e-3, Math.abs(Number(value)));
        expect(Math.abs(Number(found) - Number(value)) / size).toBeLessThan(SINGLE);
      }
    });
    expect(later.length).toBe(31);
    expect(Number(later.at(-1)?.['region.core.stress.zz'])).toBeGreaterThan(50);
  });

  it(
    'has the same bytes with two threads, and when it was killed and killed again',
    async () => {
      expect(await runKilledTwice(SCENE, at('killed'), SEED)).toEqual({ kills: 2, status: 0 });
      expect({ seed: SEED, ...outputHashes(at('killed')) }).toEqual({ seed: SEED, ...expected });
    },
    2 * TIMEOUT_MS,
  );

  it('writes force chains and profiles', () => {
    const names = Object.keys(expected);
    expect(names).toContain('force-chains/force-chains-000006.vtp');
    expect(names).toContain('force-chains.pvd');
    const chains = written('force-chains.csv');
    expect(chains.length).toBeGreaterThanOrEqual(3);
    const layers = written('layers.csv');
    expect(layers.length).toBe(7 * 5);
    const lowest = layers.slice(-5).map(({ porosity }) => Number(porosity));
    expect(lowest[0]).toBeLessThan(0.8);
    expect(lowest.every((value) => value > 0.3 && value <= 1)).toBe(true);
  });
});

describe('rates and means', () => {
  it('gives the slope of a column over time, or over another, with its unit', () => {
    const columns = ['--columns', 'plane.mouth.forward', 'plane.mouth.mass'];
    const args = ['--table', 'flow', ...columns, '--fit', '--from', '0.05s', '--until', '0.25s'];
    const [count = {}, mass = {}] = analysed(...args);
    expect(count).toMatchObject({ column: 'plane.mouth.forward', over: 'time', unit: '1/s', rows: '21' });
    expect(mass).toMatchObject({ column: 'plane.mouth.mass', over: 'time', unit: 'kg/s', rows: '21' });
    // 400 beads in a second, of which one is the scatter of the rows.
    expect(Math.abs(Number(count.slope) / 400 - 1)).toBeLessThan(0.05);
    expect(Number(count.error)).toBeGreaterThan(0.5);
    expect(Number(count.error)).toBeLessThan(20);
    const over = ['--columns', 'plane.mouth.mass', '--over', 'plane.mouth.forward', '--fit', '--from', '0.05s'];
    const [each = {}] = analysed('--table', 'flow', ...over, '--until', '0.25s');
    expect(each).toMatchObject({ over: 'plane.mouth.forward', unit: 'kg' });
    expect((Number(each.slope) * Number(count.slope)) / Number(mass.slope)).toBeCloseTo(1, 1);
    const { status } = scree(['analyse', straight, ...args, '--plot', at('fit.svg')]);
    expect([status, readFileSync(at('fit.svg'), 'utf8').match(/<polyline/g)?.length]).toEqual([0, 4]);
  });

  it('gives the means of columns, and of each slice of a profile', () => {
    const rows = written('flow.csv').filter(({ time }) => Number(time) >= 0.195);
    const [mean = {}] = analysed('--table', 'flow', '--columns', 'plane.mouth.massRate', '--average', '--from', '0.2s');
    const sum = rows.reduce((total, row) => total + Number(row['plane.mouth.massRate']), 0);
    expect(Number(mean.mean)).toBeCloseTo(sum / rows.length, 12);
    expect(Number(mean.rows)).toBe(rows.length);
    const layers = written('layers.csv');
    const profile = analysed('--table', 'layers', '--columns', 'porosity', '--over', 'z', '--average');
    expect(profile.map(({ rows }) => rows)).toEqual(['7', '7', '7', '7', '7']);
    const lowest = layers.filter((_, k) => k % 5 === 0).map(({ porosity }) => Number(porosity));
    expect(Number(profile[0]?.porosity)).toBeCloseTo(lowest.reduce((a, b) => a + b, 0) / 7, 12);
    const slices = ['--quantity', 'velocity.z', '--region', 'tube', '--along', 'z', '--slices', '4', '--average'];
    expect(analysed(...slices).map((row) => Object.keys(row))[0]).toEqual(['z', 'velocity.z', 'rows']);
    expect(analysed(...slices).map(({ rows }) => rows)).toEqual(['31', '31', '31', '31']);
    expect(scree(['analyse', straight, ...slices, '--plot', at('mean.svg')]).status).toBe(0);
    expect(readFileSync(at('mean.svg'), 'utf8')).toContain('z / m, mean over time');
  });

  it('leaves out the names of stages where it takes all columns', () => {
    const staged = at('staged');
    cpSync(straight, staged, { recursive: true });
    writeFileSync(join(staged, 'loads.csv'), 'time,step,stage,load\n0,0,settle,1\n0.1,10,settle,3\n0.2,20,shear,5\n');
    const names = (...args: string[]): (string | undefined)[] =>
      table(scree(['analyse', staged, '--table', 'loads', ...args]).stdout).map(({ column }) => column);
    expect(names('--average')).toEqual(['load']);
    expect(names('--fit')).toEqual(['load']);
    const plot = ['--plot', at('loads.svg')];
    expect(scree(['analyse', staged, '--table', 'loads', ...plot]).status).toBe(0);
    expect(scree(['analyse', staged, '--table', 'loads']).stdout).toContain('0.2,shear,5\n');
    expect(scree(['analyse', staged, '--table', 'loads', '--columns', 'stage', '--fit']).stderr).toContain(
      'column "stage" has no numbers but "settle"',
    );
  });

  it.each([
    [['--table', 'layers', '--fit'], '--fit: the table has several rows for each time; give --average for their means'],
    [['--table', 'flow', '--fit', '--average'], '--fit, --average: one of the two'],
    [['--fit'], '--fit: of which table? give --table NAME'],
  ])('refuses %j', (args, message) => {
    const { status, stderr } = scree(['analyse', straight, ...args]);
    expect(status).not.toBe(0);
    expect(stderr).toContain(message);
  });
});

describe('scree analyse', () => {
  it('writes tables, plots and chains', () => {
    const args = ['--quantity', 'velocity', '--region', 'tube', '--along', 'z', '--slices', '4'];
    const { status, stdout } = scree(['analyse', straight, ...args, '--csv', at('v.csv'), '--plot', at('v.svg')]);
    expect({ status, stdout }).toEqual({ status: 0, stdout: `${at('v.csv')} written\n${at('v.svg')} written\n` });
    const rows = table(readFileSync(at('v.csv'), 'utf8'));
    expect(rows.length).toBe(31 * 4);
    expect(Object.keys(rows[0])).toEqual(['time', 'step', 'z', 'velocity.x', 'velocity.y', 'velocity.z']);
    const svg = readFileSync(at('v.svg'), 'utf8');
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" /);
    expect(svg.match(/<polyline/g)?.length).toBe(3);
    expect(svg).toContain('velocity / m/s');
    expect(svg).not.toMatch(/NaN|var\(/);
    expect(scree(['analyse', straight, '--chains', at('c.csv')]).status).toBe(0);
    const chains = table(readFileSync(at('c.csv'), 'utf8'));
    expect(chains.length).toBeGreaterThan(0);
    expect(scree(['analyse', straight, '--chains', at('c.vtp')]).status).toBe(0);
    expect(readFileSync(at('c.vtp'), 'latin1')).toContain('type="PolyData"');
  });

  it('looks at part of the run', () => {
    const rows = analysed('--quantity', 'mass', 'region.core.count', '--from', '100ms', '--until', '0.2 s');
    expect(rows.map(({ time }) => Math.round(1000 * Number(time)))).toEqual([
      100, 110, 120, 130, 140, 150, 160, 170, 180, 190, 200,
    ]);
  });

  it.each([
    [['--quantity', 'colour'], '--quantity: unknown quantity "colour"; there are count|mass|'],
    [['--quantity', 'region.nowhere.count'], 'the scene has no region "nowhere"; there are all, core, tube, ball'],
    [['--quantity', 'plane.mass'], '--quantity plane.mass: which plane? give --plane, or plane.NAME.mass'],
    [['--plane', 'nowhere'], '--plane: the scene has no plane "nowhere"'],
    [['--region', 'nowhere'], '--region: the scene has no region "nowhere"; there are all, core, tube, ball'],
    [['--region', 'box:0,0,0:1,1'], '--region: expected three numbers x,y,z, got "box:0,0,0:1,1"'],
    [['--region', 'sphere:0,0,0:-1mm'], '--region: expected a radius > 0'],
    [['--region', 'box:0,0,0:1kg,1,1'], '--region: expected a length, got 1kg, a mass'],
    [['--region', 'tube', '--along', 'x'], 'profile: a cylinder is cut along its own axis, which is not x'],
    [
      ['--along', 'z', '--quantity', 'plane.mouth.mass'],
      '--along: a profile takes quantities without a region or plane',
    ],
    [['--from', '9s'], 'its trajectory has no frame in the requested time range; it has 31 from 0 s to 0.3'],
    [['--quantity', 'angleOfRepos'], 'unknown quantity "angleOfRepos"; did you mean angleOfRepose?; there are count|'],
    [['--quantity', 'region.core.stres.zz'], 'did you mean region.core.stress?; there are'],
    [['--chains', 'chains.txt'], '--chains: expected a name that ends in .csv or .vtp'],
  ])('refuses %j with a remedy', (args, message) => {
    const { status, stderr } = scree(['analyse', straight, ...args]);
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining(message) });
  });

  it('says what to add to a scene without a trajectory', () => {
    const scene = at('bare.yaml');
    writeFileSync(scene, readFileSync(SCENE, 'utf8').replace('  trajectory: { every: 10 ms }\n', ''));
    expect(scree(['run', scene, '--out', at('bare'), '--until', '1ms', '--quiet']).status).toBe(0);
    const { status, stderr } = scree(['analyse', at('bare')]);
    expect(status).toBe(1);
    expect(stderr).toContain('add the second line below "outputs:"');
    expect(stderr).toMatch(/^outputs:\n {2}trajectory: \{ every: \d+ us \}$/m);
  });

  it('names a damaged frame, and measures the others', () => {
    for (const name of ['manifest.json', 'scene.yaml']) {
      writeFileSync(at(name), readFileSync(join(straight, name)));
    }
    copyFileSync(join(straight, 'trajectory.scree'), at('trajectory.scree'));
    const bytes = readFileSync(at('trajectory.scree'));
    bytes[bytes.length - 50] = bytes[bytes.length - 50] ^ 1;
    writeFileSync(at('trajectory.scree'), bytes);
    const { status, stdout, stderr } = scree(['analyse', folder]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringContaining('frame 30') });
    expect(table(stdout)).toHaveLength(30);
  });
});

describe('scree analyse --table', () => {
  it('draws columns of a table over time, with their units', () => {
    const args = ['--table', 'flow', '--columns', 'plane.mouth.mass', 'plane.mouth.massRate', '--plot', at('flow.svg')];
    const { status, stdout, stderr } = scree(['analyse', straight, ...args]);
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: `${at('flow.svg')} written\n`, stderr: '' });
    const svg = readFileSync(at('flow.svg'), 'utf8');
    expect(svg.match(/<polyline[^>]*points="([^"]*)"/)?.[1]?.split(' ').length).toBe(written('flow.csv').length);
    for (const label of ['plane.mouth.mass / kg', 'plane.mouth.massRate / kg/s', '>time / s<']) {
      expect(svg).toContain(label);
    }
    expect(svg.match(/<polyline/g)?.length).toBe(2);
    expect(svg).not.toMatch(/NaN|var\(/);
  });

  it('takes all columns that begin with a name, another column across, and part of the run', () => {
    const part = ['--from', '100ms', '--until', '0.2s', '--plot', at('s.svg'), '--csv', at('s.csv')];
    const args = ['--table', 'bulk.csv', '--columns', 'region.core.stress', '--over', 'region.all.coordination'];
    expect(scree(['analyse', straight, ...args, ...part]).status).toBe(0);
    const rows = table(readFileSync(at('s.csv'), 'utf8'));
    expect(rows.length).toBe(11);
    expect(Object.keys(rows[0])).toHaveLength(2 + 9);
    expect(rows[3]).toMatchObject({ 'region.core.stress.zz': written('bulk.csv')[13]?.['region.core.stress.zz'] });
    const svg = readFileSync(at('s.svg'), 'utf8');
    expect(svg).toContain('>region.core.stress / Pa<');
    expect(svg).toContain('>region.all.coordination<');
  });

  it('draws the last moment of a profile over its axis', () => {
    const args = ['--table', 'layers', '--columns', 'porosity', '--over', 'z', '--plot', at('l.svg')];
    expect(scree(['analyse', straight, ...args]).status).toBe(0);
    const svg = readFileSync(at('l.svg'), 'utf8');
    expect(svg).toContain('>z / m, at 0.3 s<');
    expect(svg.match(/<polyline[^>]*points="([^"]*)"/)?.[1]?.split(' ').length).toBe(5);
  });

  it('prints the columns without a file, and needs no trajectory', () => {
    const { status, stdout } = scree(['analyse', at('bare'), '--table', 'flow', '--columns', 'plane.mouth.forward']);
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'time,plane.mouth.forward\n0,0\n' });
  });

  it.each([
    [['--table', 'nothing'], '--table: ', 'has no table "nothing"; there are bulk, flow, force-chains, layers'],
    [['--table', '../flow'], '--table: ', 'has no table "../flow"'],
    [
      ['--table', 'flow', '--columns', 'mass'],
      '--columns: the table has no column "mass"; there are time, step, plane.',
    ],
    [['--table', 'flow', '--over', 'mass'], '--over: the table has no column "mass"'],
    [['--table', 'flow', '--from', '9s'], 'has no row in the time asked for'],
    [['--table', 'flow', '--quantity', 'count'], '--quantity: measures from the trajectory, not from a table'],
    [['--columns', 'mass'], '--columns: of which table? give --table NAME'],
  ])('refuses %j with a remedy', (args, ...messages) => {
    const { status, stdout, stderr } = scree(['analyse', straight, ...args]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    for (const message of messages) expect(stderr).toContain(message);
  });
});
