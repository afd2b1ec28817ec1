// SPDX-License-Identifier: MIT
/** A scene with stages does the steps of as many runs, each of which begins with the newest checkpoint of the last. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { startRun } from '../folder/run-on-disk.ts';
import { runToEnd } from './run-loop.ts';

const folder = mkdtempSync(join(tmpdir(), 'scree-stages-as-runs-'));
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * Balls fall into a box, are pressed by a piston and sheared by the floor. Times, lengths and speeds that decide where
 * walls are have few binary digits, so that a run begins exactly where the wall of the run before has come to. The
 * floor starts on a ramp: where the velocity of a wall in contact jumps, a run has the new one in its first forces, a
 * stage in those at the end of its first step.
 */
const scene = (time: string, bodies: string, piston: string, floor: string, more: string): string => `
time: { ${time}timeStep: 0.0000152587890625 }
gravity: [0, 0, -9.81]
materials:
  glass: { density: 2500, stiffness: 2e4 N/m, tangentialStiffnessRatio: 0.8, restitution: 0.5, friction: 0.5 }
law: { normal: linear, tangential: linear }
shapes: { ball: { sphere: { radius: 1 cm } } }
bodies: ${bodies}
halfSpaces:
  floor: { normal: [0, 0, 1], material: glass${floor} }
  west: { normal: [1, 0, 0], offset: -1.1 cm, material: glass }
  east: { normal: [-1, 0, 0], offset: -5.4 cm, material: glass }
  south: { normal: [0, 1, 0], offset: -1.2 cm, material: glass }
  north: { normal: [0, -1, 0], offset: -3.2 cm, material: glass }
  piston: { normal: [0, 0, -1], ${piston}, material: glass }
outputs: { csv: { state: { every: 0.00390625, quantities: ${QUANTITIES} } } }
${more}`;

const QUANTITIES =
  "['body.balls[0].position', 'body.balls[7].velocity', 'body.balls[11].angularVelocity', halfSpace.piston.force.z, " +
  'halfSpace.floor.force.x, energy.elastic, count.contacts]';
const BALLS = `
  balls: { shape: ball, material: glass, position: [1 mm, 0, 1.2 cm], lattice: { count: [3, 2, 2], spacing: 2.04 cm } }`;
const PRESS = 'motion: { velocity: [0, 0, -0.1171875] }';
const SHEAR = 'motion: { velocity: [0.25, 0, 0], ramp: 0.0078125 }';
const [FILL, PRESSED, SHEARED] = [0.125, 0.0625, 0.0625];

/** Rows of the table: the columns of the quantities, without times, steps and stages. */
async function rowsOf(name: string, text: string): Promise<string[]> {
  const [file, out] = [join(folder, `${name}.yaml`), join(folder, name)];
  writeFileSync(file, text);
  const run = await startRun(file, out, { threads: 1, program: 'test', date: () => 'now' });
  await runToEnd(run, {
    now: () => performance.now(),
    onSlice: () => {},
    onCheckpoint: () => {},
    onWarning: () => {},
    isStopWanted: () => false,
    rest: setImmediate,
  });
  run.close();
  const [headings = '', ...rows] = readFileSync(join(out, 'state.csv'), 'utf8').trim().split('\n');
  const first = headings.split(',').findIndex((heading) => heading.startsWith('body'));
  return rows.map((row) => row.split(',').slice(first).join(','));
}

describe('fill, compress and shear', { tags: ['long'] }, () => {
  it('have the same bytes as stages of one scene and as three runs', async () => {
    const stages = `stages:
  fill: { duration: ${FILL} }
  compress: { duration: ${PRESSED}, set: { halfSpaces: { piston: { ${PRESS} } } } }
  shear:
    duration: ${SHEARED}
    set: { gravity: [0, 0, 0], halfSpaces: { piston: { motion: none }, floor: { ${SHEAR} } } }
`;
    const whole = await rowsOf('whole', scene('', BALLS, 'offset: -0.046875', '', stages));
    const from = (run: string): string => `{ balls: { from: ${join(folder, run)} } }`;
    const fill = await rowsOf('fill', scene(`duration: ${FILL}, `, BALLS, 'offset: -0.046875', '', ''));
    const compress = await rowsOf(
      'compress',
      scene(`duration: ${PRESSED}, `, from('fill'), `offset: -0.046875, ${PRESS}`, '', ''),
    );
    const shear = await rowsOf(
      'shear',
      scene(`duration: ${SHEARED}, `, from('compress'), 'offset: -0.03955078125', `, ${SHEAR}`, '').replace(
        '[0, 0, -9.81]',
        '[0, 0, 0]',
      ),
    );
    expect(whole).toHaveLength(65);
    // The piston presses and the floor drags when the last stage begins.
    const [load = 0, drag = 0] = (whole[49] ?? '').split(',').slice(-4, -2).map(Number);
    expect(Math.min(load, Math.abs(drag))).toBeGreaterThan(0.1);
    expect([fill.length, compress.length, shear.length]).toEqual([33, 17, 17]);
    expect(readFileSync(join(folder, 'shear', 'log.txt'), 'utf8')).toContain('springs of contacts');
    expect(fill).toEqual(whole.slice(0, 33));
    expect(compress.slice(1)).toEqual(whole.slice(33, 49));
    expect(shear.slice(1)).toEqual(whole.slice(49));
  });
});
