// SPDX-License-Identifier: MIT
/** Half-spaces that turn and surfaces that run on the GPU, beside the CPU. */
import { describe, expect, it } from 'vitest';
import { bookedAsOnGpu, expectEnergies } from '../../../tests/support/beside-cpu.ts';
import { softwareGpu } from '../../../tests/support/software-gpu.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { GpuSimulation } from './gpu-simulation.ts';

const RADIUS = 0.005;
/** Rounding of float32 over the overlaps of soft balls, gathered in some hundred steps. */
const TOLERANCE = 1e-4;

/**
 * A ball on a floor that tilts and one at each of three walls whose surfaces run: along, around a point, around an
 * axis.
 */
function turningRoom(): SimulationSpec {
  const ball = (position: readonly [number, number, number], velocity: readonly [number, number, number]) => ({
    shape: 'ball',
    material: 'glass',
    position,
    velocity,
  });
  return {
    timeStep: 4e-5,
    gravity: [0, 0, -9.81],
    materials: [
      {
        name: 'glass',
        density: 2500,
        youngsModulus: 1e7,
        poissonsRatio: 0.25,
        restitution: 0.5,
        friction: 0.4,
        rollingFriction: 0.02,
      },
    ],
    law: { normal: 'hertz', tangential: 'mindlin', rolling: 'model-a' },
    shapes: [{ name: 'ball', sphere: { radius: RADIUS } }],
    bodies: [
      ball([0.04, 0.04, 0.0049], [0, 0, 0]),
      ball([0.0049, 0.04, 0.03], [-0.3, 0, 0]),
      ball([0.08, 0.0049, 0.03], [0, -0.3, 0]),
      ball([0.1151, 0.06, 0.03], [0.3, 0, 0]),
    ],
    halfSpaces: [
      {
        name: 'floor',
        normal: [0, 0, 1],
        offset: 0,
        material: 'glass',
        motion: { rotation: { axis: [1, 0.5, 0], rate: 3, through: [0.02, 0, 0] } },
      },
      {
        name: 'along',
        normal: [1, 0, 0],
        offset: 0,
        material: 'glass',
        surface: { velocity: [0.5, 0.4, 0.2] },
      },
      {
        name: 'around',
        normal: [0, 1, 0],
        offset: 0,
        material: 'glass',
        surface: { rotation: { axis: [0, 1, 0.1], through: [0.06, 0, 0.01], rate: 20 }, from: 4e-4 },
      },
      {
        name: 'belt',
        normal: [-1, 0, 0],
        offset: -0.12,
        material: 'glass',
        surface: { belt: { axis: [0, 1, 0.3], speed: 0.6 } },
      },
    ],
    domain: { min: [-0.02, -0.02, -0.02], max: [0.14, 0.1, 0.06] },
  };
}

describe('walls that turn or whose surfaces run, on the GPU', () => {
  it('move balls as on the CPU, with its work', async () => {
    const spec = turningRoom();
    const cpu = new Simulation(spec);
    const gpu = await GpuSimulation.create(spec, await softwareGpu());
    cpu.step(60);
    await gpu.step(60);
    const [wanted, got] = [cpu.bodies(), await gpu.bodies()];
    const fastest = Math.max(...wanted.velocity.map(Math.abs));
    const spin = Math.max(...wanted.angularVelocity.map(Math.abs));
    for (let k = 0; k < 12; k++) {
      expect(Math.abs(wanted.position[k] - got.position[k])).toBeLessThan(TOLERANCE * RADIUS);
      expect(Math.abs(wanted.velocity[k] - got.velocity[k])).toBeLessThan(TOLERANCE * fastest);
      expect(Math.abs(wanted.angularVelocity[k] - got.angularVelocity[k])).toBeLessThan(TOLERANCE * spin);
    }
    // All four balls have been set spinning.
    for (let k = 0; k < 4; k++)
      expect(Math.hypot(...wanted.angularVelocity.subarray(3 * k, 3 * k + 3))).toBeGreaterThan(0.1);
    const energy = bookedAsOnGpu(cpu);
    expect(Math.abs(energy.wallWork)).toBeGreaterThan(TOLERANCE * energy.kinetic);
    expectEnergies(await gpu.energy(), energy, TOLERANCE * energy.insertedEnergy);
    gpu.destroy();
  });
});
