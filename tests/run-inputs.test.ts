// SPDX-License-Identifier: MIT
/** Scenes of several files and with values set from outside, through the real program: a run keeps all that it needs to go on. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outputHashes } from '../scripts/run-folders.mjs';
import { scree } from './built-program.ts';

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
