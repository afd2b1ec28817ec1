// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { smallestGpu, softwareGpu } from '../../../tests/support/software-gpu.ts';
import { facetMesh } from '../../meshes/facet-mesh.ts';
import type { BodySpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import { GpuSimulation } from './gpu-simulation.ts';

const RADIUS = 0.005;
const SIDE = 4;

/** As large as a ball, instead of it. */
const PAIR = {
  name: 'ball',
  clump: {
    spheres: [
      { centre: [0.3 * RADIUS, 0, 0] as const, radius: 0.7 * RADIUS },
      { centre: [-0.3 * RADIUS, 0, 0] as const, radius: 0.7 * RADIUS },
    ],
  },
};

const GLASS = {
  name: 'glass',
  density: 2500,
  youngsModulus: 1e6,
  poissonsRatio: 0.25,
  restitution: 0.5,
  friction: 0.4,
};

function balls(scaleOf: (k: number) => number): BodySpec[] {
  return Array.from({ length: SIDE ** 3 }, (_, k) => ({
    shape: 'ball',
    scale: scaleOf(k),
    material: 'glass',
    position: [k % SIDE, Math.floor(k / SIDE) % SIDE, Math.floor(k / SIDE / SIDE)].map(
      (c) => 2.1 * RADIUS * (c + 0.5),
    ) as [number, number, number],
    velocity: [Math.sin(k), Math.cos(3 * k), Math.sin(5 * k)] as const,
  }));
}

/** Balls thrown about between walls. */
function thrown(more: Partial<SimulationSpec> = {}): SimulationSpec {
  const width = 2.1 * RADIUS * SIDE;
  const wall = (name: string, normal: readonly [number, number, number], offset: number) => ({
    name,
    normal,
    offset,
    material: 'glass',
  });
  return {
    timeStep: 5e-5,
    gravity: [0, 0, -9.81],
    law: { normal: 'hertz', tangential: 'mindlin' },
    materials: [GLASS],
    shapes: [{ name: 'ball', sphere: { radius: RADIUS } }],
    bodies: balls(() => 1),
    halfSpaces: [
      wall('floor', [0.06, 0, 1], 0),
      wall('left', [1, 0, 0], 0),
      wall('right', [-1, 0, 0], -width),
      wall('front', [0, 1, 0], 0),
      wall('back', [0, -1, 0], -width),
    ],
    ...more,
  };
}

/** A plate that turns amid the balls: rolling resistance and the work of walls are accounted for. */
const PLATE: Partial<SimulationSpec> = {
  law: { normal: 'hertz', tangential: 'mindlin', rolling: 'model-a' },
  materials: [{ ...GLASS, rollingFriction: 0.1 }],
  meshes: [
    {
      name: 'plate',
      mesh: facetMesh({
        vertices: [
          [0, 0, 4 * RADIUS],
          [8 * RADIUS, 0, 4 * RADIUS],
          [8 * RADIUS, 8 * RADIUS, 4 * RADIUS],
          [0, 8 * RADIUS, 4 * RADIUS],
        ],
        facets: [[0, 1, 2, 3]],
      }),
      material: 'glass',
      motion: { rotation: { axis: [0.2, 0, 1], through: [4 * RADIUS, 4 * RADIUS, 4 * RADIUS], rate: 20 } },
    },
  ],
};

/** What is in the scene besides walls. Convex bodies run with these limits in all of their own tests. */
const KINDS: Readonly<Record<string, Partial<SimulationSpec>>> = { spheres: {}, clumps: { shapes: [PAIR] } };
/** With all kernels of spheres, which take long to compile. */
const MEDLEY = { ...PLATE, bodies: balls((k) => (k % 3 === 0 ? 0.15 : 1)) };

describe('a device with the limits that every adapter has', () => {
  const isAsLarge = async (_: string, more: Partial<SimulationSpec>): Promise<void> => {
    const scene = thrown(more);
    const large = await GpuSimulation.create(scene, await softwareGpu());
    const gpu = await smallestGpu();
    expect(gpu.device.limits.maxStorageBuffersPerShaderStage).toBe(8);
    expect(gpu.device.limits.maxStorageBufferBindingSize).toBe(2 ** 27);
    const plain = await GpuSimulation.create(scene, gpu);
    for (const simulation of [large, plain]) await simulation.step(60);
    const [a, b] = [await large.bodies(), await plain.bodies()];
    for (const key of ['position', 'velocity', 'angularVelocity', 'force', 'torque'] as const)
      expect(b[key]).toEqual(a[key]);
    expect(await plain.energy()).toEqual(await large.energy());
    const contacts = await plain.contacts(b, (index) => index);
    expect(contacts.count).toBeGreaterThan(20);
    expect(contacts).toEqual(await large.contacts(a, (index) => index));
    const resumed = await GpuSimulation.create(scene, gpu);
    resumed.restore(await large.save());
    for (const simulation of [large, resumed]) await simulation.step(20);
    expect((await resumed.bodies()).velocity).toEqual((await large.bodies()).velocity);
    for (const simulation of [large, plain, resumed]) simulation.destroy();
  };
  const title = 'gives %s the same bits as one with more';
  it.each(Object.entries(KINDS))(title, isAsLarge);
  it.each([['spheres of many sizes on a mesh', MEDLEY] as const])(title, { tags: ['thorough'] }, isAsLarge);
});
