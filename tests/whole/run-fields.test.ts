// SPDX-License-Identifier: MIT
/** A run in a flow from a file through the real program: the folder keeps the flow, and a resumed run has its bytes. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { outputHashes } from '../../scripts/run-folders.mjs';
import { scree } from '../support/built-program.ts';

const folder = mkdtempSync(join(tmpdir(), 'scree-fields-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string): string => join(folder, name);

const FLOW = `# vtk DataFile Version 3.0
shear
ASCII
DATASET STRUCTURED_POINTS
DIMENSIONS 1 1 2
ORIGIN 0 0 0
SPACING 1 1 1
POINT_DATA 2
VECTORS velocity double
0 0 0
4 0 0
`;

const SCENE = `time: { duration: 40 ms, timeStep: 1 ms }
gravity: [0, 0, 0]
materials: { glass: { density: 2500, stiffness: 100 } }
law: { normal: linear }
shapes: { ball: { sphere: { radius: 25 um } } }
bodies:
  low: { shape: ball, material: glass, position: [0, 0, 0.25] }
  high: { shape: ball, material: glass, position: [0, 0, 0.75] }
fields: { river: { fluid: { density: 998.2, viscosity: 1.002 mPa s, drag: stokes, velocity: { file: flow.vtk } } } }
outputs:
  trajectory: { every: 10 ms }
  csv: { balls: { every: 5 ms, quantities: [body.low.velocity.x, body.high.velocity.x, energy.dragLoss] } }
`;

it('a run in a flow from a file carries bodies along, and resumes with the same bytes without the file', () => {
  writeFileSync(at('flow.vtk'), FLOW);
  writeFileSync(at('scene.yaml'), SCENE);
  const run = (...args: string[]): void => {
    const { status, stderr } = scree([...args, '--quiet']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  };
  run('run', at('scene.yaml'), '--out', at('straight'));
  run('run', at('scene.yaml'), '--out', at('halved'), '--until', '20 ms');
  rmSync(at('flow.vtk'));
  run('resume', at('halved'), '--until', '40 ms', '--threads', '2');
  expect(outputHashes(at('halved'))).toEqual(outputHashes(at('straight')));
  const rows = readFileSync(join(at('straight'), 'balls.csv'), 'utf8')
    .trimEnd()
    .split('\n');
  const last = (rows.at(-1) ?? '').split(',').map(Number);
  // 40 ms are 110 times the start-up: the speeds are those of the flow, 1 m/s and 3 m/s.
  expect(last).toEqual(expect.arrayContaining([expect.closeTo(1, 9), expect.closeTo(3, 9)]));
});
