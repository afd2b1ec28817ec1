// SPDX-License-Identifier: MIT
/** Spheres that come and go on the GPU: the same ones at the same steps as on the CPU, as long as the motions agree. */
import { describe, expect, it } from 'vitest';
import {
  bookedAsOnGpu,
  expectBodies,
  expectEnergies,
  expectOutlets,
  snapshotOf,
} from '../../../tests/support/beside-cpu.ts';
import { softwareGpu } from '../../../tests/support/software-gpu.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { GpuSimulation } from '../engine/gpu-simulation.ts';

const RADIUS = 0.005;
/** Motions of float32 beside those of float64, until chaos sets in. */
const POSITION_TOLERANCE = 1e-4 * RADIUS;
const ENERGY_TOLERANCE = 1e-4;
const TURN_TOLERANCE = 1e-4;

const STEPS = 1600;

/** Balls of three sizes rain on a floor between two outlets, and some leave the domain. */
function rain(more: Partial<SimulationSpec> = {}): SimulationSpec {
  return {
    timeStep: 4e-5,
    gravity: [1, 0, -9.81],
    seed: 5,
    materials: [
      { name: 'glass', density: 2500, youngsModulus: 1e7, poissonsRatio: 0.25, restitution: 0.5, friction: 0.4 },
    ],
    law: { normal: 'hertz', tangential: 'mindlin' },
    shapes: [{ name: 'ball', sphere: { radius: RADIUS } }],
    bodies: [{ id: 7, shape: 'ball', material: 'glass', position: [0.01, 0.02, 0.0049] }],
    halfSpaces: [{ name: 'floor', normal: [0, 0, 1], offset: 0, material: 'glass' }],
    domain: { min: [-0.02, -0.02, -0.01], max: [0.08, 0.06, 0.08], onEscape: 'delete' },
    insertions: [
      {
        name: 'first',
        count: 6,
        velocity: [0, 0, -1],
        randomOrientation: true,
        region: { box: { min: [0, 0, 0.012], max: [0.04, 0.04, 0.03] } },
        shapes: [{ shape: 'ball', material: 'glass', weight: 1, scale: { uniform: [0.7, 1.2] } }],
      },
      {
        name: 'rain',
        rate: 4000,
        until: 0.004,
        velocity: [0.5, 0.1, -2],
        from: 0.0002,
        region: { cylinder: { from: [0.02, 0.02, 0.04], to: [0.02, 0.02, 0.05], radius: 0.02 } },
        shapes: [
          {
            shape: 'ball',
            material: 'glass',
            weight: 1,
            scale: {
              table: [
                { size: 0.8, share: 1 },
                { size: 1, share: 2 },
              ],
            },
          },
        ],
      },
      {
        name: 'flow',
        massRate: 0.5,
        until: 0.003,
        velocity: [-12, 0, 1],
        region: { sphere: { centre: [0, 0.02, 0.06], radius: 0.01 } },
        shapes: [{ shape: 'ball', material: 'glass', weight: 1, scale: { constant: 0.7 } }],
      },
    ],
    outlets: [
      { name: 'side', region: { plane: { through: [0.034, 0, 0], direction: [1, 0, 0] } } },
      { name: 'drain', region: { box: { min: [0, 0, 0], max: [0.03, 0.04, 0.009] } }, every: 4e-4, from: 3e-3 },
    ],
    ...more,
  };
}

describe('bodies that come and go on the GPU', () => {
  it('are those of the CPU, with its ids, outlets and energies', async () => {
    const spec = rain();
    const cpu = new Simulation(spec);
    const gpu = await GpuSimulation.create(spec, await softwareGpu(), { orientations: true });
    for (const steps of [0, 40, 45]) {
      cpu.step(steps);
      await gpu.step(steps);
      const [wanted, got] = [cpu.bodies(), (await snapshotOf(gpu, spec)).bodies()];
      expectBodies(got, wanted, POSITION_TOLERANCE, TURN_TOLERANCE);
    }
    const snapshot = await snapshotOf(gpu, spec);
    expect(snapshot.insertions()).toEqual(cpu.insertions());
    const energy = bookedAsOnGpu(cpu);
    expectOutlets(snapshot.outlets(), cpu.outlets(), ENERGY_TOLERANCE * energy.insertedEnergy);
    expectEnergies(snapshot.energy(), energy, ENERGY_TOLERANCE * energy.insertedEnergy);
    expectOutlets([snapshot.escapes()], [cpu.escapes()], ENERGY_TOLERANCE * energy.insertedEnergy);
    // Some left the domain too: there are fewer than came and did not leave by outlets.
    const came = cpu.insertions().reduce((sum, { inserted }) => sum + inserted, 1);
    expect(cpu.bodyCount).toBeLessThan(came - cpu.outlets().reduce((sum, { count }) => sum + count, 0));
    gpu.destroy();
  });

  it('have the same bits in pieces and from a saved state, and find more room when theirs is used up', async () => {
    // Nobody knows how many will come: there is room for 256 at first.
    const many = {
      name: 'many',
      rate: 2.5e6,
      velocity: [0, 0, -1] as const,
      attempts: 5,
      region: { box: { min: [0, 0, 0.01], max: [0.07, 0.05, 0.07] } } as const,
      shapes: [{ shape: 'ball', material: 'glass', weight: 1, scale: { uniform: [0.2, 0.35] as const } }],
    };
    const { insertions = [], outlets = [] } = rain();
    const spec = rain({
      insertions: [...insertions.slice(0, 2), many].map((one) => ({ ...one, shapes: many.shapes })),
      bodies: [],
      outlets,
    });
    const device = await softwareGpu();
    const whole = await GpuSimulation.create(spec, device, { orientations: true });
    await whole.step(7);
    const pieces = await GpuSimulation.create(spec, device, { orientations: true });
    await pieces.step(1);
    await pieces.step(4);
    const saved = await pieces.save();
    const resumed = await GpuSimulation.create(spec, device, { orientations: true });
    resumed.restore(saved);
    for (const simulation of [pieces, resumed]) {
      await simulation.step(2);
      const [a, b] = [await whole.bodies(), await simulation.bodies()];
      expect(a.count).toBeGreaterThan(256);
      for (const key of ['position', 'velocity', 'angularVelocity', 'force', 'radius'] as const)
        expect(b[key]).toEqual(a[key]);
      expect(await simulation.orientations(await simulation.bodies())).toEqual(
        await whole.orientations(await whole.bodies()),
      );
      expect(await simulation.energy()).toEqual(await whole.energy());
      expect(simulation.population.outlets).toEqual(whole.population.outlets);
      simulation.destroy();
    }
    whole.destroy();
  });

  it('leave the domain without stopping the GPU, as if it had been stopped for each', async () => {
    // A layer of balls shoots out at once, more of them than a list takes; those of a heap beside it go one by one.
    const [layer, heap] = [18, 5];
    const at = (k: number, side: number): number => 2.01 * RADIUS * (k % side);
    const bodies = [
      ...Array.from({ length: layer * layer }, (_, k) => ({
        shape: 'ball',
        material: 'glass',
        position: [at(k, layer), at(Math.floor(k / layer), layer), 0.07] as const,
        velocity: [0, 0, 8] as const,
      })),
      ...Array.from({ length: heap ** 3 }, (_, k) => ({
        shape: 'ball',
        material: 'glass',
        position: [
          at(k, heap) * 0.99,
          at(Math.floor(k / heap), heap) * 0.99,
          0.005 + 0.99 * at(Math.floor(k / heap ** 2), heap),
        ] as const,
        velocity: [0.4 + 0.02 * k, 0.3, 0] as const,
      })),
    ];
    const domain = { min: [-0.02, -0.02, -0.01], max: [0.2, 0.2, 0.08], onEscape: 'delete' } as const;
    const spec = rain({ bodies, domain, insertions: [], outlets: [] });
    // Nothing comes there; but then the host takes all out.
    const far = { name: 'far', region: { sphere: { centre: [0.15, 0.15, 0.075], radius: 1e-3 } } } as const;
    const device = await softwareGpu();
    const stopped = await GpuSimulation.create(rain({ bodies, domain, insertions: [], outlets: [far] }), device);
    const ahead = await GpuSimulation.create(spec, device);
    const pieces = await GpuSimulation.create(spec, device);
    const resumed = await GpuSimulation.create(spec, device);
    const resultOf = async (simulation: GpuSimulation): Promise<unknown> => {
      await simulation.finish();
      const { population, count, lists } = simulation;
      const { position, velocity, force } = await simulation.bodies();
      const { mass, escaped, bodyIds } = population;
      const { kinetic, elastic, dampingLoss } = await simulation.energy();
      const { count: left } = escaped;
      // Sums of the same numbers in another order.
      const rounded = [mass, escaped.mass, escaped.energy].map((x) => x.toPrecision(12));
      return {
        count,
        lists,
        left,
        rounded,
        ids: bodyIds.columns.ids,
        position,
        velocity,
        force,
        kinetic,
        elastic,
        dampingLoss,
      };
    };
    await stopped.step(STEPS);
    for (let k = 0; k < STEPS; k += 100) await ahead.runAhead(100);
    for (const steps of [1, 36, 5, 358]) await pieces.step(steps);
    resumed.restore(await pieces.save());
    const wanted = await resultOf(stopped);
    expect(wanted).toMatchObject({ left: 333, count: bodies.length - 333 });
    expect(await resultOf(ahead)).toEqual(wanted);
    for (const simulation of [pieces, resumed]) {
      await simulation.step(STEPS - 400);
      expect(await resultOf(simulation)).toEqual(wanted);
    }
    const cpu = new Simulation(spec);
    cpu.step(STEPS);
    expect(cpu.escapes().count).toBeGreaterThan(layer * layer);
    for (const simulation of [stopped, ahead, pieces, resumed]) simulation.destroy();
  });
});
