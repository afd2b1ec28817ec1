// SPDX-License-Identifier: MIT
/**
 * `scree run --device gpu` through the real program, on a GPU of software: outputs, stopping and going on, what is
 * refused.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outputHashes } from '../../scripts/run-folders.mjs';
import { scree } from '../support/built-program.ts';
import { onGpu, withoutGpu } from '../support/program-on-gpu.ts';

/** Kernels are compiled in each run; on a busy machine that takes long. */
const TIMEOUT_MS = 240_000;
const SCENE = `title: Balls on the GPU
time: { duration: 2 ms, timeStep: 20 us }
gravity: [0, 0, -9.81]
materials:
  glass: { density: 2500 kg/m3, youngsModulus: 10 MPa, poissonsRatio: 0.25, restitution: 0.5, friction: 0.4 }
law: { normal: hertz, tangential: mindlin }
shapes:
  ball: { sphere: { radius: 5 mm } }
bodies:
  one: { shape: ball, material: glass, position: [0, 0, 5.2 mm], velocity: [0.5, 0, -0.2] }
  two: { shape: ball, material: glass, position: [10.2 mm, 0, 5.05 mm] }
halfSpaces:
  floor: { normal: [0, 0, 1], material: glass }
domain: { min: [-0.05, -0.05, -0.02], max: [0.05, 0.05, 0.05] }
outputs:
  trajectory: { every: 0.5 ms }
  csv:
    table: { every: 0.5 ms, quantities: [energy.kinetic, energy.potential, body.one.position.x, halfSpace.floor.force.z] }
`;

let folder = '';
const at = (name: string): string => join(folder, name);
function lastRow(run: string): number[] {
  const lines = readFileSync(join(at(run), 'table.csv'), 'utf8')
    .trimEnd()
    .split('\n');
  return (lines.at(-1) ?? '').split(',').map(Number);
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'scree-gpu-'));
  writeFileSync(at('scene.yaml'), SCENE);
  const { status, stderr } = onGpu(['run', at('scene.yaml'), '--out', at('gpu'), '--device', 'gpu']);
  expect(stderr).not.toMatch(/error/i);
  expect(stderr).toMatch(/scree: device gpu: .*swiftshader.*, 2 bodies in .*; buffers of at most/i);
  expect(status).toBe(0);
}, TIMEOUT_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a run on the GPU', () => {
  it('writes what the run on the processor writes, to the rounding of float32', () => {
    expect(scree(['run', at('scene.yaml'), '--out', at('cpu')]).status).toBe(0);
    const [wanted, got] = [lastRow('cpu'), lastRow('gpu')];
    expect(got).toHaveLength(wanted.length);
    const load = wanted.length - 1;
    wanted.forEach((x, k) => {
      // The load of the processor is that of the last step, the GPU's that of the moment.
      const tolerance = k === load ? 0.05 : 1e-4;
      expect(Math.abs(got[k] - x)).toBeLessThan(tolerance * Math.abs(x) + 1e-9);
    });
    expect(wanted[load]).not.toBe(0);
    const { device } = JSON.parse(readFileSync(join(at('gpu'), 'manifest.json'), 'utf8'));
    expect(device).toEqual({ kind: 'gpu', adapter: expect.stringMatching(/swiftshader/i) });
    const compared = scree(['compare', at('cpu'), at('gpu'), '--tolerance', '1e-4']);
    expect(compared.stderr).toBe('');
    expect(compared.status).toBe(0);
  });

  it(
    'goes on where it was stopped, with the same bytes',
    () => {
      expect(onGpu(['run', at('scene.yaml'), '--out', at('parts'), '--device', 'gpu', '--until', '1ms']).status).toBe(
        0,
      );
      expect(onGpu(['resume', at('parts'), '--until', '2ms']).status).toBe(0);
      expect(outputHashes(at('parts'))).toEqual(outputHashes(at('gpu')));
    },
    TIMEOUT_MS,
  );

  it('stays on the processor where the choice is free and the GPU is none, and says so', () => {
    const { status, stderr } = onGpu(['run', at('scene.yaml'), '--out', at('auto'), '--device', 'auto']);
    expect(status).toBe(0);
    const why = /device auto: on the processor, .* computes on the processor/;
    expect(stderr).toMatch(why);
    expect(readFileSync(join(at('auto'), 'log.txt'), 'utf8')).toMatch(why);
    expect(JSON.parse(readFileSync(join(at('auto'), 'manifest.json'), 'utf8')).device).toBeUndefined();
  });

  it('names what it cannot do at its lines, before anything is written', () => {
    const compound = 'compound: [{ shape: { sphere: { radius: 5 mm } } }]';
    const scene = SCENE.replace('sphere: { radius: 5 mm }', compound).replace(
      'tangential: mindlin }',
      'cohesion: jkr }',
    );
    writeFileSync(at('compounds.yaml'), scene.replace('restitution', 'cohesion: 0.1 J/m2, restitution'));
    const { status, stderr } = onGpu(['run', at('compounds.yaml'), '--out', at('refused'), '--device', 'gpu']);
    expect(status).toBe(1);
    const lines = stderr.split('\n').map((line) => line.replace(`${folder}/`, ''));
    expect(lines[0]).toMatch(/^compounds\.yaml:6:1 law: not on the GPU yet: between "glass" and "glass": .*JKR/);
    expect(lines[1]).toMatch(/^compounds\.yaml:8:3 shapes\.ball: not on the GPU yet: "ball": compounds /);
    expect(lines[2]).toBe('run with --device cpu');
    expect(existsSync(at('refused'))).toBe(false);
  });

  it('is checked beforehand: what it takes, where float32 is too coarse, what is refused', () => {
    const good = onGpu([
      'check',
      at('scene.yaml'),
      '--device',
      'gpu',
      '--set',
      'materials.glass.youngsModulus=70000 GPa',
      '--set',
      'time.timeStep=10 ns',
    ]);
    expect(good.status).toBe(0);
    expect(good.stdout).toMatch(/\n {2}gpu memory +about .* bytes a body/);
    expect(good.stdout).toMatch(/warning: overlaps of \S+ of the diameter are to be expected under the weight/);
    const refused = onGpu(['check', at('compounds.yaml'), '--device', 'gpu']);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toMatch(/compounds\.yaml:8:3 shapes\.ball: not on the GPU yet/);
  });

  it('ends with exit code 1 where there is no adapter, and says what was seen and what to install', () => {
    const { status, stderr } = withoutGpu(['run', at('scene.yaml'), '--out', at('nowhere'), '--device', 'gpu']);
    expect(status).toBe(1);
    expect(stderr).toMatch(/no adapter can be used; seen: none\. Install the driver.*--device cpu/);
    expect(existsSync(at('nowhere'))).toBe(false);
    const verified = withoutGpu(['verify', 'gpu']);
    expect(verified.status).toBe(1);
    expect(verified.stderr).toMatch(/no adapter can be used/);
  });
});
