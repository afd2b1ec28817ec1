// SPDX-License-Identifier: MIT
/** What a simulation on the GPU is compared with: the same on the CPU, and itself. */
import { expect } from 'vitest';
import type { GpuSimulation } from '../../src/gpu/engine/gpu-simulation.ts';
import { GpuSnapshot } from '../../src/gpu/engine/gpu-snapshot.ts';
import type { SimulationSpec } from '../../src/simulation/simulation-spec.ts';
import type { BodyView, EnergyBalance } from '../../src/simulation/views/simulation-views.ts';

/** The present of a simulation in the form of the CPU's views. */
export async function snapshotOf(gpu: GpuSimulation, spec: SimulationSpec): Promise<GpuSnapshot> {
  const snapshot = new GpuSnapshot(gpu, spec);
  await snapshot.read();
  return snapshot;
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
