// SPDX-License-Identifier: MIT
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../tests/source-files.ts';
import { Simulation } from '../simulation/simulation.ts';
import { readSceneFile } from './scene-file.ts';

/**
 * The step is a tenth of the critical one, so the top of the flight is met within a step, and restitution within the error of the
 * integrator in a contact of about a hundred steps.
 */
const HEIGHT_TOLERANCE = 0.005;

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
        const height = (position[3 * i + 2] ?? 0) - 0.025;
        hasBounced[i] ||= height < 0.02;
        if (hasBounced[i]) highest[i] = Math.max(highest[i] ?? 0, height);
      }
    }
    simulation.dispose();
    const fall = 0.5 - 0.025;
    expect((highest[0] ?? 0) / fall).toBeGreaterThan(0.9 ** 2 - HEIGHT_TOLERANCE);
    expect((highest[0] ?? 0) / fall).toBeLessThan(0.9 ** 2 + HEIGHT_TOLERANCE);
    expect((highest[1] ?? 0) / fall).toBeGreaterThan(0.8 ** 2 - HEIGHT_TOLERANCE);
    expect((highest[1] ?? 0) / fall).toBeLessThan(0.8 ** 2 + HEIGHT_TOLERANCE);
  });
});
