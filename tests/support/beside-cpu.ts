// SPDX-License-Identifier: MIT
/** What a simulation on the GPU is compared with: the same on the CPU, and itself. */
import { expect } from 'vitest';
import type { GpuDevice } from '../../src/gpu/engine/gpu-adapter.ts';
import { GpuSimulation } from '../../src/gpu/engine/gpu-simulation.ts';
import { GpuSnapshot } from '../../src/gpu/engine/gpu-snapshot.ts';
import { Simulation } from '../../src/simulation/simulation.ts';
import type { SimulationSpec } from '../../src/simulation/simulation-spec.ts';
import type { BodyView, EnergyBalance } from '../../src/simulation/views/simulation-views.ts';

/** The present of a simulation in the form of the CPU's views. */
export async function snapshotOf(gpu: GpuSimulation, spec: SimulationSpec): Promise<GpuSnapshot> {
  const snapshot = new GpuSnapshot(gpu, spec);
  await snapshot.read();
  return snapshot;
}

/**
 * Energies with the sums that a simulation on the GPU has: as the forces so far have booked them, the first ones in
 * full though they act for half a step. On the CPU the sums begin with minus that half.
 */
export function bookedAsOnGpu(cpu: Simulation): EnergyBalance {
  const [start, booked] = [new Simulation(cpu.spec).bookedEnergy(), cpu.bookedEnergy()];
  const since = (key: keyof EnergyBalance): number => booked[key] - start[key];
  return {
    ...booked,
    frictionLoss: since('frictionLoss'),
    dampingLoss: since('dampingLoss'),
    rollingLoss: since('rollingLoss'),
    wallWork: since('wallWork'),
    balance: since('balance'),
  };
}

/** Every term of the energy balance, to this much, J. */
export function expectEnergies(got: EnergyBalance, wanted: EnergyBalance, within: number): void {
  for (const key of Object.keys(wanted) as (keyof EnergyBalance)[]) {
    expect(Math.abs(got[key] - wanted[key]), key).toBeLessThan(within);
  }
}

interface Poses {
  readonly position: Float64Array;
  readonly orientation?: Float64Array;
}

/** Where bodies are, to `place` m, and how they lie. */
export function expectPoses(
  got: Poses,
  wanted: Required<Poses>,
  positionTolerance: number,
  turnTolerance: number,
): void {
  wanted.position.forEach((x, k) => {
    expect(Math.abs(got.position[k] - x), `position ${k}`).toBeLessThan(positionTolerance);
  });
  wanted.orientation.forEach((x, k) => {
    expect(Math.abs((got.orientation?.[k] ?? 0) - x), `orientation ${k}`).toBeLessThan(turnTolerance);
  });
}

/** Rounding of scales to float32. */
const SCALE_TOLERANCE = 1e-6;

/** Which bodies there are, where they are and how large. */
export function expectBodies(got: BodyView, wanted: BodyView, positionTolerance: number, turnTolerance: number): void {
  expect(got.ids).toEqual(wanted.ids);
  expectPoses(got, wanted, positionTolerance, turnTolerance);
  wanted.scale.forEach((x, k) => {
    expect(Math.abs(got.scale[k] - x), `scale ${k}`).toBeLessThan(SCALE_TOLERANCE);
  });
}

interface Outlet {
  readonly count: number;
  readonly mass: number;
  readonly energy: number;
}

/** Rounding of masses to float32, relative. */
const MASS_TOLERANCE = 1e-6;

/** Something has left by each outlet, and it is the same; energies to this much, J. */
export function expectOutlets(got: readonly Outlet[], wanted: readonly Outlet[], within: number): void {
  wanted.forEach(({ count, mass, energy }, k) => {
    expect(count).toBeGreaterThan(0);
    expect(got[k]?.count).toBe(count);
    expect(Math.abs((got[k]?.mass ?? 0) / mass - 1)).toBeLessThan(MASS_TOLERANCE);
    expect(Math.abs((got[k]?.energy ?? 0) - energy)).toBeLessThan(within);
  });
}

const STATE = ['position', 'velocity', 'angularVelocity', 'orientation', 'force', 'torque'] as const;

/** Bit by bit, what there is of a state. */
export function expectSameBits(again: object, first: object): void {
  for (const key of STATE) expect(Reflect.get(again, key), key).toEqual(Reflect.get(first, key));
}

/** In one call, in three calls with a reading between them, and from the state before the last of these. */
export async function expectSameBitsInPieces(
  spec: SimulationSpec,
  device: GpuDevice,
  [first, second, last]: readonly [number, number, number],
): Promise<void> {
  const whole = await GpuSimulation.create(spec, device);
  await whole.step(first + second + last);
  const pieces = await GpuSimulation.create(spec, device);
  await pieces.step(first);
  await pieces.bodies();
  await pieces.step(second);
  const saved = await pieces.save();
  const resumed = await GpuSimulation.create(spec, device);
  resumed.restore(saved);
  for (const simulation of [pieces, resumed]) {
    await simulation.step(last);
    expectSameBits(await simulation.bodies(), await whole.bodies());
    expect(await simulation.energy()).toEqual(await whole.energy());
    simulation.destroy();
  }
  whole.destroy();
}

/** Bodies in a drum: poses and energies of the CPU, and the same bits from states saved at the start and between. */
export async function expectDrumAsOnCpu(
  spec: SimulationSpec,
  device: GpuDevice,
  positionTolerance: number,
  turnTolerance: number,
): Promise<void> {
  const cpu = new Simulation(spec);
  const gpu = await GpuSimulation.create(spec, device);
  const start = await gpu.save();
  await gpu.step(130);
  const middle = await gpu.save();
  await gpu.step(70);
  const first = await gpu.bodies();
  cpu.step(200);
  expectPoses(first, cpu.bodies(), positionTolerance, turnTolerance);
  const energy = bookedAsOnGpu(cpu);
  expect(Math.abs(energy.wallWork)).toBeGreaterThan(0.01 * energy.kinetic);
  expectEnergies(await gpu.energy(), energy, 1e-4 * energy.kinetic);
  gpu.restore(middle);
  await gpu.step(70);
  expectSameBits(await gpu.bodies(), first);
  gpu.restore(start);
  await gpu.step(130);
  expect(await gpu.save()).toEqual(middle);
  gpu.destroy();
}
