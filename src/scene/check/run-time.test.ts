// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { box } from '../../shapes/box.ts';
import { readScene } from '../read-scene.ts';
import { estimates } from './estimates.ts';
import { measureStepCost, runTime } from './run-time.ts';

const scene = readScene(
  JSON.stringify({
    time: { duration: 1, timeStep: 1e-3 },
    gravity: [0, 0, 0],
    materials: { m: { density: 1000, stiffness: 1e4 } },
    law: { normal: 'linear' },
    bodies: { ball: { shape: { sphere: { radius: 1 } }, material: 'm', position: [0, 0, 0] } },
  }),
);

describe('the time of a run', () => {
  it('is that of its steps and of the elements in them, shared out to the cores there are', () => {
    const cost = { perStep: 1e-3, perElementStep: 1e-4 };
    const expected = { steps: 1000, elementSteps: 50_000 };
    const two = { ...scene, simulation: { ...scene.simulation, threads: 2 } };
    expect(runTime(scene, expected, cost, 8)).toEqual({ seconds: 6, isAtLeast: false });
    expect(runTime(two, expected, cost, 8)).toEqual({ seconds: 3.5, isAtLeast: false });
    expect(runTime(two, expected, cost, 1)).toEqual({ seconds: 6, isAtLeast: false });
  });

  it('is a lower bound where there is more than spheres', () => {
    const cube = { name: 'cube', convex: box({ halfExtents: [1, 1, 1] }) };
    const withCubes = { ...scene, simulation: { ...scene.simulation, shapes: [cube] } };
    expect(runTime(withCubes, estimates(scene), { perStep: 1, perElementStep: 1 }, 1).isAtLeast).toBe(true);
  });

  it.each([
    { normal: 'linear', tangential: 'linear' },
    { normal: 'hertz', tangential: 'mindlin', rolling: 'model-a', cohesion: 'jkr' },
    { normal: 'overlap-volume' },
  ] as const)('is measured with the law %j by a clock', (law) => {
    // A clock that is asked once for each batch of steps, and goes on by 20 ms each time.
    let time = 0;
    const { perStep, perElementStep } = measureStepCost({ law }, () => {
      time += 20;
      return time;
    });
    expect(perStep).toBeGreaterThan(0);
    expect(perElementStep).toBeGreaterThanOrEqual(0);
    expect(perElementStep).toBeLessThan(perStep);
  });
});
