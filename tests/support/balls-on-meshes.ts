// SPDX-License-Identifier: MIT
/** Balls that touch meshes or walls that are shapes, and their forces on the GPU beside those on the CPU. */
import { expect } from 'vitest';
import { GpuSimulation } from '../../src/gpu/engine/gpu-simulation.ts';
import { Simulation } from '../../src/simulation/simulation.ts';
import type { MeshSpec, SimulationSpec } from '../../src/simulation/simulation-spec.ts';
import { bookedAsOnGpu, expectEnergies } from './beside-cpu.ts';
import { softwareGpu } from './software-gpu.ts';

export const BALL_RADIUS = 0.005;
/**
 * Rounding of float32 in forces, and of the distance of two centres, or of a centre to quanta, over an overlap of a
 * hundredth of the size or more.
 */
export const BALL_FORCE_TOLERANCE = 1e-5;

const GRAINS = {
  name: 'grains',
  density: 2500,
  youngsModulus: 1e7,
  poissonsRatio: 0.25,
  stiffness: 2e4,
  restitution: 0.5,
  friction: 0.4,
  rollingFriction: 0.05,
};

export function ballsOnMeshes(
  meshes: readonly MeshSpec[],
  centres: readonly Triple[],
  more: Partial<SimulationSpec> = {},
): SimulationSpec {
  return {
    timeStep: 2e-5,
    gravity: [0, 0, -9.81],
    materials: [GRAINS],
    law: { normal: 'hertz', tangential: 'mindlin', rolling: 'model-a' },
    shapes: [{ name: 'ball', sphere: { radius: BALL_RADIUS } }],
    bodies: centres.map((position, k) => ({
      shape: 'ball',
      material: 'grains',
      position,
      velocity: [0.1 - 0.05 * (k % 3), 0.07, -0.2],
      angularVelocity: [3, -5, 2],
    })),
    meshes,
    ...more,
  };
}

type Triple = readonly [number, number, number];

/** A mesh that comes so fast that in the eight steps for which first lists are made it would go through the ball. */
export async function expectFastMeshInTime(
  mesh: MeshSpec,
  ball: Triple,
  domain: { readonly min: Triple; readonly max: Triple },
): Promise<void> {
  const fast = { ...mesh, motion: { velocity: [0, 0, 15] } } as const;
  const spec = ballsOnMeshes([fast], [ball], { gravity: [0, 0, 0], neighbours: { skin: 0.002 }, domain });
  const cpu = new Simulation(spec);
  const gpu = await GpuSimulation.create(spec, await softwareGpu());
  cpu.step(60);
  await gpu.step(60);
  const [wanted, got] = [cpu.bodies().velocity, (await gpu.bodies()).velocity];
  expect(wanted[2]).toBeGreaterThan(3);
  wanted.forEach((v, k) => {
    expect(Math.abs(got[k] - v)).toBeLessThan(1e-3);
  });
  gpu.destroy();
}

/** After each of these numbers of steps, with at least this many contacts at the start. */
export async function expectForcesAsOnCpu(
  spec: SimulationSpec,
  rounds: readonly number[],
  contacts = 1,
): Promise<void> {
  const cpu = new Simulation(spec);
  const gpu = await GpuSimulation.create(spec, await softwareGpu());
  expect(cpu.contacts().count).toBeGreaterThanOrEqual(contacts);
  for (const steps of rounds) {
    cpu.step(steps);
    await gpu.step(steps);
    const wanted = cpu.bodies();
    const got = await gpu.bodies();
    const view = await gpu.contacts(got, (index) => index);
    expect(view.count).toBe(cpu.contacts().count);
    const strongest = Math.max(...wanted.torque.map(Math.abs));
    const largest = Math.max(...wanted.force.map(Math.abs));
    wanted.force.forEach((x, k) => {
      const after = `${k} after ${cpu.stepCount}`;
      expect(Math.abs(got.force[k] - x) / largest, `force ${after}`).toBeLessThan(BALL_FORCE_TOLERANCE);
      const turn = Math.abs(got.torque[k] - wanted.torque[k]);
      expect(turn / strongest, `torque ${after}`).toBeLessThan(BALL_FORCE_TOLERANCE);
    });
  }
  gpu.destroy();
}

/** A turning drum of balls or clumps after 250 steps: places and energies. Returns the number of contacts. */
export async function expectDrumAsOnCpu(spec: SimulationSpec): Promise<number> {
  const cpu = new Simulation(spec);
  const gpu = await GpuSimulation.create(spec, await softwareGpu());
  cpu.step(250);
  await gpu.step(250);
  const [wanted, got] = [cpu.bodies(), await gpu.bodies()];
  const farthest = Math.max(...wanted.position.map((x, k) => Math.abs(x - got.position[k])));
  expect(farthest / BALL_RADIUS).toBeLessThan(1e-4);
  const energy = bookedAsOnGpu(cpu);
  expectEnergies(await gpu.energy(), energy, 1e-4 * energy.kinetic);
  expect(energy.wallWork / energy.kinetic).toBeGreaterThan(0.01);
  const { count } = await gpu.contacts(got, (index) => index);
  gpu.destroy();
  return count;
}
