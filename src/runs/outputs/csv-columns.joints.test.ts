// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { readScene } from '../../scene/read-scene.ts';
import { startTimeLoop } from '../time/time-loop.ts';
import { idsByName, quantityReader } from './csv-columns.ts';
import { Snapshot } from './snapshot.ts';

const SCENE = {
  time: { duration: '1 s' },
  integrator: 'variable',
  gravity: [0, 0, -9.81],
  materials: { m: { density: 1000 } },
  law: { point: { stiffness: 1e5 } },
  bodies: {
    bob: { shape: { sphere: { radius: 0.1 } }, material: 'm', position: [0, 0, -0.5] },
    flyer: { shape: { sphere: { radius: 0.1 } }, material: 'm', position: [2, 0, 0] },
  },
  joints: {
    hinge: { revolute: { child: 'bob', at: [0, 0, 0], axis: [0, -1, 0], initial: { angle: '0.3 rad' } } },
    loose: { free: { child: 'flyer', initial: { position: [0, 0, 1], velocity: [1, 0, 0] } } },
  },
};
const MASS = 1000 * (4 / 3) * Math.PI * 1e-3;

describe('columns of joints', () => {
  it('have coordinate, speed and forces, and a free joint moves its child as the scene says', async () => {
    const quantities = ['joint.hinge.coordinate', 'joint.hinge.speed', 'joint.hinge.effort', 'joint.hinge.force'];
    const outputs = { csv: { j: { every: '0.1 s', quantities: [...quantities, 'body.flyer.position'] } } };
    const scene = readScene(JSON.stringify({ ...SCENE, outputs }), { file: 'scene.json' });
    const loop = await startTimeLoop(scene, 1);
    const columns = scene.outputs.csv[0]?.quantities ?? [];
    expect(columns.flatMap((each) => each.columns).slice(0, 6)).toEqual([
      ...quantities.slice(0, 3),
      ...['x', 'y', 'z'].map((axis) => `joint.hinge.force.${axis}`),
    ]);
    const read = (): readonly (readonly (number | undefined)[])[] => {
      const view = new Snapshot(loop.view);
      return columns.map((each) => quantityReader(each, scene.simulation, idsByName(scene.simulation))(view));
    };
    const [[angle], [speed], [effort], force, start] = read() as [number[], number[], number[], number[], number[]];
    expect([angle, speed, effort]).toEqual([0.3, 0, 0]);
    // At rest the rod bears m g cos(angle) along itself, towards the hinge.
    const pull = MASS * 9.81 * Math.cos(0.3);
    expect(Math.hypot(...force) / pull).toBeGreaterThan(1);
    expect(force[0]).toBeLessThan(0);
    expect(start).toEqual([2, 0, 1]);
    await loop.advance(0.2, Infinity);
    const [[later], , , , place] = read() as [number[], number[], number[], number[], number[]];
    expect(later).toBeLessThan(0.3);
    expect(place?.[0]).toBeCloseTo(2.2, 6);
    expect(place?.[2]).toBeCloseTo(1 - 0.5 * 9.81 * 0.04, 6);
    loop.dispose();
  });

  it('are refused for joints that are not there', () => {
    const outputs = { csv: { j: { every: 1, quantities: ['joint.hing.force.x'] } } };
    const text = JSON.stringify({ ...SCENE, outputs });
    expect(() => readScene(text, { file: 'a.json' })).toThrow('no joint has the name "hing"; did you mean hinge?');
  });
});
