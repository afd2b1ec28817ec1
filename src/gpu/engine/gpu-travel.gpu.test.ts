// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { softwareGpu } from '../../../tests/support/software-gpu.ts';
import { SimulationError } from '../../errors.ts';
import { box } from '../../shapes/kinds/box.ts';
import type { BodyShapeSpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import { GpuSimulation } from './gpu-simulation.ts';
import { GpuSnapshot } from './gpu-snapshot.ts';

const STEP = 1e-4;
const SIZE = 0.01;
const SHAPES: Readonly<Record<string, BodyShapeSpec>> = {
  sphere: { name: 'grain', sphere: { radius: SIZE } },
  box: { name: 'grain', convex: box({ halfExtents: [2 * SIZE, 1.5 * SIZE, SIZE] }) },
  clump: {
    name: 'grain',
    clump: {
      spheres: [
        { centre: [0, -SIZE, 0], radius: SIZE },
        { centre: [0, SIZE, 0], radius: SIZE },
      ],
    },
  },
};

/**
 * Two bodies above a floor. The second one, with id 7, falls by `travel` of its size in a step. The GPU does not check
 * its path.
 */
function falling(kind: string, travel: number): SimulationSpec {
  const grain = { shape: 'grain', material: 'm' };
  return {
    timeStep: STEP,
    gravity: [0, 0, 0],
    law: { normal: 'linear' },
    materials: [{ name: 'm', density: 1000, stiffness: 1e5 }],
    shapes: [SHAPES[kind]],
    domain: { min: [-0.3, -0.3, -0.3], max: [0.3, 0.3, 0.3] },
    halfSpaces: [{ name: 'floor', normal: [0, 0, 1], offset: 0, material: 'm' }],
    bodies: [
      { ...grain, position: [0.1, 0, 0.1] },
      { ...grain, id: 7, position: [-0.1, 0, 0.05], velocity: [0, 0, (-travel * SIZE) / STEP] },
    ],
  };
}

describe.each(['sphere', 'box', 'clump'])('a %s on a GPU that travels far in a step', (kind) => {
  it('is an error if it may have passed through something', async () => {
    const simulation = await GpuSimulation.create(falling(kind, 1.5), await softwareGpu());
    const error = await simulation.step(10).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(SimulationError);
    const { code, message, details } = error as SimulationError;
    expect(code).toBe('passed-through');
    expect(message).toMatch(/^step 1, time 0.0001 s: body 7 at .* smaller time step/);
    expect(details).toMatchObject({ step: 1, body: 7, size: expect.closeTo(SIZE, 6) });
    expect(details).toMatchObject({ speed: expect.closeTo(150, 2), travel: expect.closeTo(0.015, 6) });
    simulation.destroy();
  });

  it('is recorded if it is slower, and ignored if it is slow', async () => {
    for (const travel of [0.3, 0.05]) {
      const spec = falling(kind, travel);
      const simulation = await GpuSimulation.create(spec, await softwareGpu());
      const snapshot = new GpuSnapshot(simulation, spec);
      await simulation.step(5);
      await snapshot.read();
      if (travel > 0.1) expect(snapshot.firstFastBody()?.ratio).toBeCloseTo(travel, 4);
      else expect(snapshot.firstFastBody()).toBeUndefined();
      simulation.destroy();
    }
  });
});
