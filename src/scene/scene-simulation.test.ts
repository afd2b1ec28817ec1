// SPDX-License-Identifier: MIT
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../tests/source-files.ts';
import { Simulation } from '../simulation/simulation.ts';
import { readSceneFile } from './scene-file.ts';

/**
 * The step is a tenth of the critical one, so the top of the flight is met within a step, and restitution within the
 * error of the integrator in a contact of about a hundred steps.
 */
const HEIGHT_TOLERANCE = 0.005;

describe('a scene with insertions', () => {
  it('has the bodies that it says, of the sizes and at the times that it says', () => {
    const { simulation: spec } = readSceneFile(join(ROOT, 'examples/rain-into-a-hopper.yaml'));
    const simulation = new Simulation(spec);
    // 25 at once and the first of the rain, then 500 a second.
    expect(simulation.bodyCount).toBe(26);
    simulation.step(Math.ceil(0.0999 / spec.timeStep));
    expect(simulation.insertions()).toMatchObject([
      { name: 'layer', inserted: 25, waiting: 0 },
      { name: 'rain', inserted: 50, waiting: 0 },
    ]);
    const { shape, scale, material } = simulation.bodies();
    expect(material.every((number) => spec.materials[number]?.name === 'grain')).toBe(true);
    const scales = (name: string): number[] =>
      [...scale.subarray(25)].filter((_, k) => spec.shapes?.[shape[25 + k]]?.name === name);
    const [balls, pairs] = [scales('ball'), scales('pair')];
    expect(balls.length + pairs.length).toBe(50);
    expect(Math.min(...balls)).toBeGreaterThanOrEqual(0.6);
    expect(Math.max(...balls)).toBeLessThanOrEqual(1.5);
    expect(Math.min(...pairs)).toBeGreaterThanOrEqual(0.8);
    expect(Math.max(...pairs)).toBeLessThanOrEqual(1.1);
    expect(new Set(scale.subarray(0, 25))).toEqual(new Set([1]));
    simulation.dispose();
  });
});

describe('a scene that was read', () => {
  it('runs: balls come up again to the square of their restitution', () => {
    const { simulation: spec } = readSceneFile(join(ROOT, 'examples/bouncing-balls.yaml'));
    const simulation = new Simulation(spec);
    const hasBounced = [false, false];
    const highest = [0, 0];
    const stepsAtOnce = 50;
    // Down in 0.31 s, up again and at the top before 0.6 s.
    while (simulation.time < 0.65) {
      simulation.step(stepsAtOnce);
      const { position } = simulation.bodies();
      for (const i of [0, 1]) {
        const height = position[3 * i + 2] - 0.025;
        hasBounced[i] ||= height < 0.02;
        if (hasBounced[i]) highest[i] = Math.max(highest[i], height);
      }
    }
    simulation.dispose();
    const fall = 0.5 - 0.025;
    expect(highest[0] / fall).toBeGreaterThan(0.9 ** 2 - HEIGHT_TOLERANCE);
    expect(highest[0] / fall).toBeLessThan(0.9 ** 2 + HEIGHT_TOLERANCE);
    expect(highest[1] / fall).toBeGreaterThan(0.8 ** 2 - HEIGHT_TOLERANCE);
    expect(highest[1] / fall).toBeLessThan(0.8 ** 2 + HEIGHT_TOLERANCE);
  });
});
