// SPDX-License-Identifier: MIT
/**
 * Convex bodies that come and go on the GPU: the same ones at the same steps as on the CPU, as long as the motions
 * agree.
 */
import { expect, it } from 'vitest';
import { bookedAsOnGpu, expectBodies, expectEnergies, expectOutlets } from '../../../tests/support/beside-cpu.ts';
import { softwareGpu } from '../../../tests/support/software-gpu.ts';
import { ellipsoid } from '../../shapes/kinds/ellipsoid.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { GpuSimulation } from '../engine/gpu-simulation.ts';
import { GpuSnapshot } from '../engine/gpu-snapshot.ts';

const SIZE = 0.004;
/** Motions of float32 beside those of float64, until chaos sets in. */
const POSITION_TOLERANCE = 1e-4 * SIZE;
const TURN_TOLERANCE = 1e-4;
const ENERGY_TOLERANCE = 1e-4;
/** Steps after which many small ones come at once. */
const CALM = 4;
const TIME_STEP = 4e-5;
/** Kernels take their time to compile where others use the processor too. */
const TIMEOUT_MS = 600_000;

/** Ellipsoids rain on a floor beside an outlet. */
function rain(): SimulationSpec {
  const both = [
    { shape: 'egg', material: 'glass', weight: 1, scale: { uniform: [0.7, 1.1] as const } },
    { shape: 'lentil', material: 'glass', weight: 1, scale: { constant: 0.8 } },
  ];
  return {
    timeStep: TIME_STEP,
    gravity: [1, 0, -9.81],
    seed: 5,
    materials: [
      { name: 'glass', density: 2500, youngsModulus: 1e7, poissonsRatio: 0.25, restitution: 0.5, friction: 0.4 },
    ],
    law: { normal: 'hertz', tangential: 'mindlin' },
    shapes: [
      { name: 'egg', convex: ellipsoid({ semiAxes: [SIZE, 0.8 * SIZE, 0.6 * SIZE] }) },
      { name: 'lentil', convex: ellipsoid({ semiAxes: [SIZE, 1.2 * SIZE, 0.5 * SIZE] }) },
    ],
    bodies: [{ id: 7, shape: 'egg', material: 'glass', position: [0.01, 0.02, 0.599 * SIZE] }],
    halfSpaces: [{ name: 'floor', normal: [0, 0, 1], offset: 0, material: 'glass' }],
    domain: { min: [-0.02, -0.02, -0.01], max: [0.08, 0.06, 0.08], onEscape: 'delete' },
    insertions: [
      {
        name: 'first',
        count: 6,
        velocity: [0, 0, -1],
        randomOrientation: true,
        shapes: both,
        region: { box: { min: [0, 0, 0.012], max: [0.04, 0.04, 0.03] } },
      },
      {
        // Nobody knows how many will come: there is room for 256 at first.
        name: 'many',
        rate: 5e6,
        from: (CALM + 0.5) * TIME_STEP,
        attempts: 3,
        region: { box: { min: [0, 0, 0.01], max: [0.028, 0.05, 0.07] } },
        shapes: [{ shape: 'egg', material: 'glass', weight: 1, scale: { constant: 0.25 } }],
      },
    ],
    outlets: [{ name: 'side', region: { plane: { through: [0.03, 0, 0], direction: [1, 0, 0] } } }],
  };
}

it(
  'are those of the CPU, with its ids, outlets and energies, find more room when theirs is used up, and have ' +
    'the same bits from a saved state',
  async () => {
    const spec = rain();
    const cpu = new Simulation(spec);
    const gpu = await GpuSimulation.create(spec, await softwareGpu());
    const snapshot = new GpuSnapshot(gpu, spec);
    for (const steps of [0, CALM]) {
      cpu.step(steps);
      await gpu.step(steps);
      await snapshot.read();
      const [wanted, got] = [cpu.bodies(), snapshot.bodies()];
      expectBodies(got, wanted, POSITION_TOLERANCE, TURN_TOLERANCE);
    }
    expect(snapshot.insertions()).toEqual(cpu.insertions());
    const energy = bookedAsOnGpu(cpu);
    expectOutlets(snapshot.outlets(), cpu.outlets(), ENERGY_TOLERANCE * energy.insertedEnergy);
    expectEnergies(snapshot.energy(), energy, ENERGY_TOLERANCE * energy.insertedEnergy);
    const middle = await gpu.save();
    await gpu.step(2);
    const first = await gpu.bodies();
    expect(first.count).toBeGreaterThan(256);
    gpu.restore(middle);
    await gpu.step(2);
    const again = await gpu.bodies();
    for (const key of ['position', 'velocity', 'angularVelocity', 'force', 'radius', 'orientation'] as const)
      expect(again[key]).toEqual(first[key]);
    gpu.destroy();
  },
  TIMEOUT_MS,
);

/** Ellipsoids in a cube, each near all around it. */
function cube(pairsPerBody: number | undefined): SimulationSpec {
  const places = Array.from({ length: 6 ** 3 }, (_, k) => [k % 6, Math.floor(k / 6) % 6, Math.floor(k / 36)]);
  return {
    ...rain(),
    insertions: [],
    neighbours: { skin: 2.5 * SIZE },
    ...(pairsPerBody !== undefined && { capacity: { pairsPerBody } }),
    bodies: places.map(([i = 0, j = 0, k = 0]) => ({
      shape: (i + j + k) % 2 === 0 ? 'egg' : 'lentil',
      material: 'glass',
      scale: 0.8,
      position: [-0.03 + 1.9 * SIZE * i, 1.9 * SIZE * j, SIZE * (0.4794 + 1.9 * k)],
      velocity: [0.1 * i, 0, -0.2 * k],
    })),
    domain: { min: [-0.04, -0.02, -0.01], max: [0.08, 0.06, 0.08], onEscape: 'delete' },
  };
}

it(
  'have more pairs near each other than there was room for, with the same bits, and can be given again',
  async () => {
    const device = await softwareGpu();
    const seen: Float64Array[] = [];
    for (const pairsPerBody of [1, undefined]) {
      const gpu = await GpuSimulation.create(cube(pairsPerBody), device);
      await gpu.step(12);
      const bodies = await gpu.bodies();
      seen.push(bodies.position);
      const { pairs, contacts } = await gpu.counts();
      expect(pairs).toBeGreaterThan(6 ** 3 + 1024);
      // What was read back may be given again.
      const again = await GpuSimulation.fromArrays({ ...cube(pairsPerBody), bodies: [] }, bodies, device);
      expect((await again.counts()).contacts).toBe(contacts);
      expect(contacts).toBeGreaterThan(10);
      again.destroy();
      gpu.destroy();
    }
    expect(seen[0]).toEqual(seen[1]);
  },
  TIMEOUT_MS,
);
