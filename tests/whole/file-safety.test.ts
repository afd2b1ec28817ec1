// SPDX-License-Identifier: MIT
/** Commands do not change their inputs, and a manifest cannot cause changes outside its run folder. */
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSourceFile } from '../source-files.ts';
import { scree } from '../support/built-program.ts';

const TIMEOUT_MS = 180_000;
const SCENE = readSourceFile('tests/support/one-ball.yaml').text;
let folder = '';
const at = (name: string): string => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'scree-safety-'));
  writeFileSync(at('scene.yaml'), SCENE);
  expect(scree(['run', at('scene.yaml'), '--out', at('run'), '--quiet'])).toEqual({
    status: 0,
    stdout: '',
    stderr: '',
  });
}, TIMEOUT_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The command is refused with this message, and the file stays. */
function keeps(path: string, args: readonly string[], message: string): void {
  const before = readFileSync(path);
  const { status, stderr } = scree(args);
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining(message) });
  expect(readFileSync(path).equals(before)).toBe(true);
}

const CUBE = `${[0, 1, 2, 3, 4, 5, 6, 7].map((k) => `v ${k & 1} ${(k >> 1) & 1} ${k >> 2}`).join('\n')}
f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n`;

describe('an input', () => {
  it(
    'that is a mesh is not overwritten, by whatever name',
    () => {
      writeFileSync(at('cube.obj'), CUBE);
      symlinkSync(at('cube.obj'), at('link.obj'));
      linkSync(at('cube.obj'), at('same.obj'));
      mkdirSync(at('below'));
      for (const name of ['below/../cube.obj', 'same.obj'])
        keeps(at('cube.obj'), ['decompose', at('cube.obj'), '--out', at(name)], 'would overwrite the input');
      keeps(at('cube.obj'), ['info', at('cube.obj'), '--mend', at('link.obj')], 'would overwrite the input');
      expect(scree(['decompose', at('cube.obj'), '--out', at('pieces.obj')]).status).toBe(0);
    },
    TIMEOUT_MS,
  );

  it(
    'that is a run is not overwritten by what is made of it',
    () => {
      const height = at('run/height.csv');
      keeps(height, ['analyse', at('run'), '--quantity', 'count', '--csv', height], 'would overwrite the input');
      const table = ['analyse', at('run'), '--table', 'height', '--plot', at('run/trajectory.scree')];
      keeps(at('run/trajectory.scree'), table, 'would overwrite the input');
      keeps(
        at('run/manifest.json'),
        ['export', at('run'), '--to', 'csv', '--out', at('run'), '--force'],
        'holds a run',
      );
    },
    TIMEOUT_MS,
  );

  it(
    'that is a scene is not overwritten by its run, nor is what it names',
    () => {
      mkdirSync(at('case'));
      writeFileSync(at('case/scene.yaml'), SCENE);
      const run = ['run', at('case/scene.yaml'), '--force', '--quiet', '--set', 'gravity=[0,0,0]', '--out'];
      keeps(at('case/scene.yaml'), [...run, at('case')], 'an input of the scene');
      writeFileSync(at('case/height.csv'), 'x,y,z\n0,0,1\n');
      const bodies = SCENE.replace('position: [0, 0, 6 mm] }', 'from: height.csv }').replace(
        'body.one.position.z',
        'energy.kinetic',
      );
      writeFileSync(at('case/from.yaml'), bodies);
      keeps(
        at('case/height.csv'),
        ['run', at('case/from.yaml'), '--force', '--quiet', '--out', at('case')],
        'an input of the scene',
      );
    },
    TIMEOUT_MS,
  );
});

describe('a run folder from somebody else', () => {
  it(
    'whose manifest names what is elsewhere, or lacks its scene, is refused and nothing is removed',
    () => {
      const path = at('run/manifest.json');
      const manifest = JSON.parse(readFileSync(path, 'utf8'));
      writeFileSync(at('precious'), 'mine');
      writeFileSync(path, JSON.stringify({ ...manifest, outputs: ['../precious'] }));
      const force = ['run', at('scene.yaml'), '--out', at('run'), '--force', '--quiet'];
      keeps(at('precious'), force, 'outputs[0]: expected the name of a file in the run folder');
      for (const { scene, ...rest } of [manifest]) writeFileSync(path, JSON.stringify({ ...rest, file: scene.file }));
      for (const args of [force, ['resume', at('run')]]) keeps(path, args, 'manifest.json: scene: ');
      expect(scree(['compare', at('run'), at('run')])).toMatchObject({
        status: 2,
        stderr: expect.stringContaining('manifest.json: scene: '),
      });
      writeFileSync(path, JSON.stringify(manifest));
    },
    TIMEOUT_MS,
  );
});

describe('what a run folder links to', () => {
  it(
    'is not written to by exports',
    () => {
      mkdirSync(at('elsewhere'));
      writeFileSync(at('elsewhere/gold'), 'mine');
      for (const name of ['export', 'export/csv']) {
        mkdirSync(join(at('run'), name, '..'), { recursive: true });
        symlinkSync(at('elsewhere'), at(`run/${name}`));
        keeps(at('elsewhere/gold'), ['export', at('run'), '--to', 'csv', '--force'], 'leads out of the run folder');
        expect(readdirSync(at('elsewhere'))).toEqual(['gold']);
        rmSync(at(`run/${name}`));
      }
      for (const to of ['csv', 'vtk', 'hdf5']) {
        mkdirSync(at(`run/export/${to}`), { recursive: true });
        for (const name of ['bodies.csv', 'bodies.pvd', 'trajectory.h5'])
          symlinkSync(at('elsewhere/gold'), at(`run/export/${to}/${name}`));
        expect(scree(['export', at('run'), '--to', to, '--force']).status).toBe(0);
      }
      expect(readFileSync(at('elsewhere/gold'), 'utf8')).toBe('mine');
      rmSync(at('run/export'), { recursive: true });
    },
    TIMEOUT_MS,
  );

  it(
    'by hard links, as a copy for safety does, stays when the run goes on',
    () => {
      mkdirSync(at('safe'));
      const names = ['trajectory.scree', 'height.csv', 'log.txt'];
      for (const name of names) linkSync(at(`run/${name}`), at(`safe/${name}`));
      const before = names.map((name) => readFileSync(at(`safe/${name}`)));
      expect(scree(['resume', at('run'), '--until', '1.2ms', '--quiet']).status).toBe(0);
      expect(names.map((name) => readFileSync(at(`safe/${name}`)))).toEqual(before);
    },
    TIMEOUT_MS,
  );
});

describe('a folder that cannot be made', () => {
  it(
    'is refused at once',
    () => {
      if (!existsSync('/proc/self')) return;
      const { status, stderr } = scree(['run', at('scene.yaml'), '--out', '/proc/nope/run', '--quiet']);
      expect({ status, stderr }).toEqual({
        status: 1,
        stderr: expect.stringMatching(/cannot be written: .*choose another folder/),
      });
    },
    TIMEOUT_MS,
  );
});

describe('words of the user', () => {
  it(
    'that every object answers to give no internal error',
    () => {
      writeFileSync(at('bodies.csv'), 'x,y,z,constructor\n0,0,1,1\n');
      const scene = SCENE.replace('position: [0, 0, 6 mm] }', 'from: bodies.csv }').replace(
        'body.one.position.z',
        'energy.kinetic',
      );
      writeFileSync(at('from.yaml'), scene);
      const { status, stderr } = scree(['check', at('from.yaml')]);
      expect({ status, stderr }).toEqual({
        status: 1,
        stderr: expect.stringContaining('unknown column "constructor"'),
      });
      expect(scree(['constructor']).stderr).toContain("unknown command 'constructor'");
    },
    TIMEOUT_MS,
  );
});
