// SPDX-License-Identifier: MIT
/**
 * Scenes of several files and with values set from outside, through the real program: a run keeps all that it needs to
 * go on.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outputHashes } from '../../scripts/run-folders.mjs';
import { scree } from '../support/built-program.ts';

const TIMEOUT_MS = 120_000;

let folder = '';
const at = (name: string): string => join(folder, name);

const MATERIALS = 'materials:\n  glass: { density: 2500, youngsModulus: 50 MPa, poissonsRatio: 0.25, friction: 0.4 }\n';
const FLOOR = 'meshes: { floor: { file: floor.obj, material: glass } }\n';
const SCENE = `include: [parts/materials.yaml, parts/floor.yaml]
variables: { d: 1 cm }
time: { duration: 20 ms }
gravity: [0, 0, -9.81]
law: { normal: hertz, tangential: mindlin }
bodies:
  ball: { shape: { sphere: { radius: =d/2 } }, material: glass, position: [0, 0, =d/2 + 0.2 mm], velocity: [0.1, 0, 0] }
outputs:
  csv: { ball: { every: 1 ms, quantities: [body.ball.position, body.ball.angularVelocity] } }
`;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'scree-inputs-'));
  mkdirSync(at('parts'));
  writeFileSync(at('parts/materials.yaml'), MATERIALS);
  writeFileSync(at('parts/floor.yaml'), FLOOR);
  writeFileSync(at('parts/floor.obj'), 'v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nf 1 2 3 4\n');
  writeFileSync(at('scene.yaml'), SCENE);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a scene of several files', () => {
  it(
    'can be gone on with when its files are gone',
    () => {
      const settings = ['--set', 'materials.glass.friction=0.1', '--set', 'variables.d=8mm'];
      expect(scree(['run', at('scene.yaml'), '--out', at('whole'), ...settings, '--quiet'])).toEqual({
        status: 0,
        stdout: '',
        stderr: '',
      });
      scree(['run', at('scene.yaml'), '--out', at('half'), ...settings, '--until', '10ms', '--quiet']);
      rmSync(at('parts'), { recursive: true });
      rmSync(at('scene.yaml'));
      expect(scree(['resume', at('half'), '--until', '20ms', '--quiet'])).toEqual({
        status: 0,
        stdout: '',
        stderr: '',
      });
      expect(outputHashes(at('half'))).toEqual(outputHashes(at('whole')));
      const { scene } = JSON.parse(readFileSync(join(at('half'), 'manifest.json'), 'utf8'));
      expect(scene.settings).toEqual(['materials.glass.friction=0.1', 'variables.d=8mm']);
      expect(scene.includes.map(({ name }: { name: string }) => name)).toEqual([
        'parts/materials.yaml',
        'parts/floor.yaml',
      ]);
      const copy = readFileSync(join(at('half'), 'scene.yaml'), 'utf8');
      expect(copy).toContain('friction: 0.1');
      expect(copy).toContain('# --set variables.d=8mm');
      const first = readFileSync(join(at('half'), 'ball.csv'), 'utf8').split('\n')[1];
      expect(first?.split(',')[4]).toBe('0.0042');
    },
    TIMEOUT_MS,
  );

  it('says what is wrong with a setting, and with its form', () => {
    const args = ['check', join('examples', 'bouncing-balls.yaml'), '--set'];
    expect(scree([...args, 'materials.stel.friction=0.1'])).toEqual({
      status: 1,
      stdout: '',
      stderr:
        '--set materials.stel.friction=0.1: there is no materials.stel; did you mean steel?; materials: steel, rubber, wax\n',
    });
    const { status, stderr } = scree([...args, 'friction']);
    expect(status).toBe(2);
    expect(stderr).toContain('Expected PATH=VALUE, such as materials.glass.friction=0.4.');
  });
});

describe('a scene with bodies from another run', () => {
  const scene = (bodies: string): string =>
    `${MATERIALS}time: { duration: 4 ms, timeStep: 10 us }
gravity: [0, 0, -9.81]
law: { normal: hertz, tangential: mindlin }
shapes: { ball: { sphere: { radius: 5 mm } }, post: { box: { halfExtents: [1 cm, 1 cm, 1 mm] } } }
${bodies}
outputs:
  trajectory: { every: 1 ms }
  csv: { state: { every: 1 ms, quantities: ["body.bed[0].position", "body.bed[0].orientation", "body.bed[0].velocity"] } }
`;
  const first = scene(`bodies:
  bed: { shape: ball, material: glass, position: [0, 0, 0], velocity: [0.3, 0.1, 0], angularVelocity: [5, 7, 11], scale: 0.7, lattice: { count: [2, 1, 1], spacing: 2 cm } }
  anvil: { shape: post, material: glass, position: [0, 0, -3 cm], fixed: true }`);
  const last = (folder: string): string =>
    readFileSync(join(at(folder), 'state.csv'), 'utf8')
      .trimEnd()
      .split('\n')
      .at(-1) ?? '';
  const begin = (folder: string): string => readFileSync(join(at(folder), 'state.csv'), 'utf8').split('\n')[1];

  it(
    'begins with its last state, to the last bit, and goes on without it',
    () => {
      writeFileSync(at('first.yaml'), first);
      writeFileSync(at('next.yaml'), scene('bodies: { bed: { from: first } }'));
      expect(scree(['run', at('first.yaml'), '--out', at('first'), '--quiet']).stderr).toBe('');
      expect(scree(['run', at('next.yaml'), '--out', at('next'), '--until', '2 ms', '--quiet']).stderr).toBe('');
      const numbers = (line: string): number[] => line.split(',').slice(2).map(Number);
      expect(numbers(begin('next')).slice(0, 3)).toEqual(numbers(last('first')).slice(0, 3));
      // A quaternion is normalised once more.
      numbers(begin('next')).forEach((value, i) => {
        expect(value).toBeCloseTo(numbers(last('first'))[i], 14);
      });
      expect(scree(['check', at('next.yaml')]).stdout).toContain('bodies        2 at the start');
      rmSync(at('first'), { recursive: true });
      expect(scree(['resume', at('next'), '--until', '4 ms', '--quiet'])).toEqual({
        status: 0,
        stdout: '',
        stderr: '',
      });
      expect(scree(['check', at('next.yaml')]).stderr).toContain(
        'bodies.bed.from: first: cannot be read: no such file or directory',
      );
    },
    TIMEOUT_MS,
  );

  it(
    'takes a frame of its trajectory',
    () => {
      writeFileSync(at('first.yaml'), first);
      writeFileSync(at('third.yaml'), scene('bodies: { bed: { from: again, frame: 2 } }'));
      scree(['run', at('first.yaml'), '--out', at('again'), '--quiet']);
      expect(scree(['run', at('third.yaml'), '--out', at('third'), '--until', '1 ms', '--quiet']).stderr).toBe('');
      const wanted = readFileSync(join(at('again'), 'state.csv'), 'utf8')
        .split('\n')[3]
        .split(',')
        .slice(2);
      // float32 about the middle of bodies a few centimetres apart.
      begin('third')
        .split(',')
        .slice(2)
        .forEach((value, i) => {
          expect(Number(value)).toBeCloseTo(Number(wanted[i]), 6);
        });
      expect(scree(['check', at('third.yaml'), '--set', 'bodies.bed.frame=7']).stderr).toContain(
        'bodies.bed.from: again: there is no frame 7; the trajectory has 5, counted from 0',
      );
    },
    TIMEOUT_MS,
  );
});
