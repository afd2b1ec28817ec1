// SPDX-License-Identifier: MIT
/** Clumps of spheres on the GPU beside those of the CPU. */
import { describe, expect, it } from 'vitest';
import { softwareGpu } from '../../tests/support/software-gpu.ts';
import { Simulation } from '../simulation/simulation.ts';
import type { BodySpec, SimulationSpec } from '../simulation/simulation-spec.ts';
import { GpuMoment } from './gpu-moment.ts';
import { GpuSimulation } from './gpu-simulation.ts';

const RADIUS = 0.005;
/** Rounding of float32 in a contact, over an overlap of a hundredth of the size. */
const FORCE_TOLERANCE = 1e-5;

const GRAINS = {
  ...{ name: 'grains', density: 2500, youngsModulus: 1e7, poissonsRatio: 0.25, restitution: 0.5 },
  ...{ friction: 0.4, rollingFriction: 0.05, twistingFriction: 0.02 },
};

const SHAPES: SimulationSpec['shapes'] = [
  { name: 'ball', sphere: { radius: RADIUS } },
  {
    name: 'three',
    clump: {
      spheres: [
        { centre: [0, 0, 0], radius: RADIUS },
        { centre: [1.2 * RADIUS, 0, 0], radius: 0.8 * RADIUS },
        { centre: [0, 1.4 * RADIUS, 0.5 * RADIUS], radius: 0.9 * RADIUS },
      ],
    },
  },
];

function spec(bodies: BodySpec[], more: Partial<SimulationSpec> = {}): SimulationSpec {
  return {
    ...{ timeStep: 2e-5, gravity: [0, 0, -9.81], materials: [GRAINS], shapes: SHAPES, bodies },
    law: { normal: 'hertz', tangential: 'mindlin', rolling: 'model-a', twisting: 'model-a' },
    ...more,
  };
}

describe('a contact of a clump on the GPU', () => {
  it('has the force of the CPU', async () => {
    const scene = spec([
      { shape: 'three', material: 'grains', position: [0, 0, 0], velocity: [0.1, 0, 0.2], angularVelocity: [3, -5, 2] },
      { shape: 'ball', material: 'grains', position: [-1.98 * RADIUS, 0, 0], velocity: [0.1, 0.1, 0] },
    ]);
    const cpu = new Simulation(scene);
    const gpu = await GpuSimulation.create(scene, await softwareGpu());
    for (const steps of [0, 1, 3]) {
      cpu.step(steps);
      await gpu.step(steps);
      const [wanted, got] = [cpu.bodies(), await gpu.bodies()];
      for (const key of ['force', 'torque', 'velocity', 'angularVelocity', 'position'] as const) {
        console.log(key, [...wanted[key]], [...got[key]]);
      }
      console.log(cpu.energy(), await gpu.energy());
    }
    gpu.destroy();
  });
});
