// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { withSmallBindings } from '../../../tests/support/small-bindings.ts';
import { softwareGpu } from '../../../tests/support/software-gpu.ts';
import { Random } from '../../math/random.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { GpuSimulation } from '../engine/gpu-simulation.ts';

const RADIUS = 0.005;
const SPHERES = 520;
/** Room for the rows and springs of 256 spheres, and not for twice as many. */
const BINDING = 120_000;

/** Balls thrown into each other: contacts begin, go on over new lists, and end. */
function denseSpheres(): SimulationSpec {
  const random = new Random(2);
  const side = Math.ceil(Math.cbrt(SPHERES));
  const room = 2.02 * RADIUS * side;
  return {
    timeStep: 5e-5,
    gravity: [0, 0, 0],
    law: { normal: 'hertz', tangential: 'mindlin' },
    materials: [
      { name: 'glass', density: 2500, youngsModulus: 1e6, poissonsRatio: 0.25, restitution: 0.5, friction: 0.4 },
    ],
    shapes: [{ name: 'ball', sphere: { radius: RADIUS } }],
    bodies: Array.from({ length: SPHERES }, (_, k) => ({
      shape: 'ball',
      material: 'glass',
      position: [k % side, Math.floor(k / side) % side, Math.floor(k / side / side)].map(
        (c) => 2.02 * RADIUS * (c + 0.5),
      ) as [number, number, number],
      velocity: [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)] as const,
    })),
    domain: { min: [0, 0, 0], max: [room, room, room], periodic: [true, true, true] },
  };
}

describe('a bed that is cut into chunks, since its rows do not fit into one binding', () => {
  it('has the same bits as in one piece', async () => {
    const gpu = await softwareGpu();
    const whole = await GpuSimulation.create(denseSpheres(), gpu);
    const cut = await GpuSimulation.create(denseSpheres(), withSmallBindings(gpu, BINDING));
    expect(cut.chunks).toBe(3);
    expect(whole.chunks).toBe(1);
    for (const simulation of [whole, cut]) await simulation.step(40);
    expect(whole.lists).toBeGreaterThan(3);
    const [a, b] = [await whole.bodies(), await cut.bodies()];
    for (const key of ['position', 'velocity', 'angularVelocity', 'force', 'torque'] as const)
      expect(b[key]).toEqual(a[key]);
    expect((await whole.counts()).contacts).toBeGreaterThan(SPHERES / 4);
    expect((await cut.counts()).contacts).toBe((await whole.counts()).contacts);
    for (const simulation of [whole, cut]) simulation.destroy();
  });

  it('is refused with the sizes where a whole array does not fit', async () => {
    const gpu = await softwareGpu();
    const spec = { ...denseSpheres(), domain: { min: [0, 0, 0], max: [2, 2, 2] } } as SimulationSpec;
    await expect(GpuSimulation.create(spec, withSmallBindings(gpu, BINDING))).rejects.toThrow(
      /520 spheres in \d+ cells need a binding of \d+ bytes, and the adapter has 120000/,
    );
  });
});
