// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { softwareGpu } from '../../../tests/support/software-gpu.ts';
import { Random } from '../../math/random.ts';
import { box } from '../../shapes/box.ts';
import { polyhedron } from '../../shapes/convex-polyhedron.ts';
import { ellipsoid } from '../../shapes/ellipsoid.ts';
import { superquadric } from '../../shapes/superquadric.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { BodySpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import { gpuSimulation } from '../gpu-stepper.ts';

/** Half of the size of the bodies, m. */
const SIZE = 0.01;
/** Rounding of float32 in vertices, semi-axes, radii and normals, over half the size of the bodies: errors of overlaps. */
const ROUNDING = 2e-7;
/** How well points on the flat sides of blocky superquadrics are known, over the size: they go with the square root of the normal and worse. */
const FLATNESS = 1e-4;
/** Where bodies go on from there, over their size, after some hundred steps in contact. */
const DRIFT = 2e-5;

/** Kernels of polyhedra take their time to compile where others use the processor too. */
const TIMEOUT_MS = 600_000;

const GRAINS = {
  ...{ name: 'grains', density: 2500, youngsModulus: 1e7, poissonsRatio: 0.25, stiffness: 2e4, restitution: 0.5 },
  ...{ friction: 0.4, rollingFriction: 0.05, twistingFriction: 0.02 },
};

function hull(random: Random, count: number): ReturnType<typeof polyhedron> {
  return polyhedron({
    vertices: Array.from({ length: count }, () => {
      const { x, y, z } = random.unitVector();
      return [SIZE * x, 0.8 * SIZE * y, 0.7 * SIZE * z] as const;
    }),
  });
}

function shapesOf(random: Random): NonNullable<SimulationSpec['shapes']> {
  const corners = [
    [0, 0, 0],
    [1.6, 0, 0],
    [0, 1.5, 0],
    [0, 0, 1.4],
  ].map((v) => v.map((x) => SIZE * x) as unknown as readonly [number, number, number]);
  return [
    { name: 'box', convex: box({ halfExtents: [SIZE, 0.7 * SIZE, 0.5 * SIZE] }) },
    { name: 'tetrahedron', convex: polyhedron({ vertices: corners }) },
    { name: 'hull', convex: hull(random, 14) },
    { name: 'ball', sphere: { radius: 0.8 * SIZE } },
  ];
}

const NAMES = ['box', 'tetrahedron', 'hull', 'ball'] as const;
const ROUND = ['ellipsoid', 'block', 'pillow', 'ball'] as const;
const MIXED = ['box', 'hull', 'block', 'pillow'] as const;

function orientation(random: Random): readonly [number, number, number, number] {
  const [a, b] = [random.unitVector(), random.unitVector()];
  return [a.x, a.y, a.z, b.x];
}

function roundShapes(): NonNullable<SimulationSpec['shapes']> {
  return [
    { name: 'ellipsoid', convex: ellipsoid({ semiAxes: [SIZE, 0.7 * SIZE, 0.8 * SIZE] }) },
    { name: 'block', convex: superquadric({ semiAxes: [0.9 * SIZE, 0.7 * SIZE, 0.8 * SIZE], n1: 4, n2: 3 }) },
    { name: 'pillow', convex: superquadric({ semiAxes: [SIZE, 0.9 * SIZE, 0.6 * SIZE], n1: 1.7, n2: 2.5 }) },
    { name: 'ball', sphere: { radius: 0.8 * SIZE } },
  ];
}

/** Pairs of every two shapes in any pose, each far from the others, `closer` of their size nearer with each pose; an oblique floor under some. Boxes in line for faces and edges where there are boxes. */
function manyPairs(
  shapes: NonNullable<SimulationSpec['shapes']>,
  names: readonly string[],
  reach: readonly [number, number],
): SimulationSpec {
  const random = new Random(5);
  const bodies: BodySpec[] = [];
  const put = (k: number, name: string, at: readonly number[], turned: BodySpec['orientation'], sign: number): void => {
    const place = [6 * SIZE * (k % 12), 6 * SIZE * Math.floor(k / 12), 0];
    bodies.push({
      ...{ shape: name, material: 'grains', scale: k % 4 === 3 ? 0.8 : 1, orientation: turned ?? [1, 0, 0, 0] },
      position: place.map((x, c) => x + (at[c] ?? 0)) as unknown as readonly [number, number, number],
      velocity: [0.1 * sign, 0.2 * sign, -0.1 * sign],
      angularVelocity: [3 * sign, -5, 2 * sign],
    });
  };
  let k = 0;
  for (const first of names) {
    for (const second of names) {
      for (let pose = 0; pose < 8; pose++) {
        const way = random.unitVector();
        const distance = SIZE * (reach[0] + ((reach[1] - reach[0]) * pose) / 7);
        put(k, first, [0, 0, 0], orientation(random), 1);
        put(k++, second, [distance * way.x, distance * way.y, distance * way.z], orientation(random), -1);
      }
    }
  }
  // Face on face, edge on edge, both a little askew.
  for (const tilt of names.includes('box') ? [0, 0.01, 0.03] : []) {
    const eighth = [Math.cos(Math.PI / 8), Math.sin(Math.PI / 8), 0] as const;
    put(k, 'box', [0, 0, 0], [1, 0, 0, 0], 1);
    put(k++, 'box', [0.3 * SIZE, 0.2 * SIZE, 0.98 * SIZE], [1, tilt, tilt, 0.4], -1);
    put(k, 'box', [0, 0, 0], [...eighth, 0], 1);
    put(k++, 'box', [0.1 * SIZE, 0, (Math.SQRT2 * 1.2 - 0.03) * SIZE], [...eighth, tilt], -1);
  }
  return {
    ...{ timeStep: 1e-5, gravity: [0, 0, -9.81], materials: [GRAINS], shapes, bodies, limits: { overlapRatio: 10 } },
    law: { normal: 'linear', tangential: 'linear', rolling: 'model-a', twisting: 'model-a' },
    halfSpaces: [{ name: 'floor', normal: [0.36, 0.48, 0.8], offset: -0.6 * SIZE, material: 'grains' }],
  };
}

/** All shapes, each once. */
function allShapes(random: Random): NonNullable<SimulationSpec['shapes']> {
  return [...shapesOf(random).slice(0, 3), ...roundShapes()];
}

/** A few bodies of these names that fall onto each other between walls. */
function pile(names: readonly string[]): SimulationSpec {
  const random = new Random(7);
  const shapes = allShapes(random).filter(({ name }) => names.includes(name));
  const bodies = Array.from({ length: 10 }, (_, k) => ({
    ...{
      shape: names[k % 4] ?? 'box',
      material: 'grains',
      orientation: k === 0 ? ([1, 0, 0, 0] as const) : orientation(random),
    },
    position: [(k % 2) * 1.4 * SIZE, ((k >> 1) % 2) * 1.3 * SIZE, SIZE * (0.499 + 1.25 * Math.floor(k / 2))] as const,
    velocity: [0, 0, k === 0 ? 0 : -0.4] as const,
    fixed: k === 5,
  }));
  return {
    ...{ timeStep: 2e-5, gravity: [0, 0, -9.81], materials: [GRAINS], shapes, bodies },
    law: { normal: 'hertz', tangential: 'mindlin' },
    halfSpaces: [
      { name: 'floor', normal: [0, 0, 1], offset: 0, material: 'grains' },
      { name: 'side', normal: [1, 0, 0], offset: -1.2 * SIZE, material: 'grains' },
    ],
  };
}

/** Looks at the start, when springs have begun, and when they have turned with the contact. */
async function compareForces(scene: SimulationSpec, least: number, lever = 0): Promise<void> {
  const cpu = new Simulation(scene);
  const gpu = await gpuSimulation(scene, await softwareGpu());
  for (const steps of [0, 1, 3]) {
    cpu.step(steps);
    await gpu.step(steps);
    const wanted = cpu.bodies();
    const got = await gpu.bodies();
    const contacts = cpu.contacts();
    expect((await gpu.contacts(got, (k) => k)).count).toBe(contacts.count);
    expect(contacts.count).toBeGreaterThan(least);
    // A whole flat contact, four corners, gives this force at an overlap of the rounding; torques have levers of the size.
    const force = 4 * GRAINS.stiffness * ROUNDING * SIZE;
    const within = (a: Float64Array, b: Float64Array, room: number): void =>
      a.forEach((x, k) => {
        expect(Math.abs((b[k] ?? 0) - x), `step ${cpu.stepCount}, body ${Math.floor(k / 3)}`).toBeLessThan(
          room + 1e-5 * Math.abs(x),
        );
      });
    within(wanted.force, got.force, force);
    within(wanted.torque, got.torque, 2 * SIZE * force + lever * SIZE * Math.max(...wanted.force.map(Math.abs)));
  }
  gpu.destroy();
}

describe('convex bodies on the GPU', () => {
  it(
    'touch with the forces and torques of the CPU in any pose: polyhedra and spheres',
    () => compareForces(manyPairs(shapesOf(new Random(5)), NAMES, [0.5, 1.5]), 100),
    TIMEOUT_MS,
  );

  it(
    'touch with the forces and torques of the CPU in any pose: superquadrics and spheres',
    () => compareForces(manyPairs(roundShapes(), ROUND, [1.1, 1.9]), 50, FLATNESS),
    TIMEOUT_MS,
  );

  it(
    'touch with the forces and torques of the CPU in any pose: superquadrics among polyhedra',
    () => compareForces(manyPairs(allShapes(new Random(5)), MIXED, [1, 1.7]), 50, FLATNESS),
    TIMEOUT_MS,
  );

  it(
    'go on as on the CPU, with the same bits again and after saving',
    async () => {
      const scene = pile(['box', 'block', 'hull', 'ball']);
      const cpu = new Simulation(scene);
      const gpu = await gpuSimulation(scene, await softwareGpu());
      const start = await gpu.save();
      await gpu.step(60);
      const middle = await gpu.save();
      await gpu.step(60);
      const first = await gpu.bodies();
      cpu.step(120);
      const wanted = cpu.bodies();
      wanted.position.forEach((x, k) => {
        expect(Math.abs((first.position[k] ?? 0) - x)).toBeLessThan(DRIFT * SIZE);
      });
      wanted.orientation.forEach((x, k) => {
        expect(Math.abs((first.orientation?.[k] ?? 0) - x)).toBeLessThan(DRIFT);
      });
      const [energy, balance] = [cpu.energy(), await gpu.energy()];
      for (const name of ['kinetic', 'rotational', 'potential', 'elastic', 'dampingLoss', 'frictionLoss'] as const) {
        expect(Math.abs(balance[name] - energy[name])).toBeLessThan(1e-4 * energy.kinetic);
      }
      for (const saved of [middle, start]) {
        gpu.restore(saved);
        await gpu.step(120 - gpu.stepCount);
        const again = await gpu.bodies();
        expect(again.position).toEqual(first.position);
        expect(again.velocity).toEqual(first.velocity);
        expect(again.orientation).toEqual(first.orientation);
        expect(again.force).toEqual(first.force);
      }
      gpu.destroy();
    },
    TIMEOUT_MS,
  );
});
