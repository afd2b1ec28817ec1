// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { bookedAsOnGpu, expectEnergies, expectPoses, expectSameBits } from '../../../tests/support/beside-cpu.ts';
import { smallestGpu } from '../../../tests/support/software-gpu.ts';
import { Random } from '../../math/random.ts';
import { box } from '../../shapes/kinds/box.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { ellipsoid } from '../../shapes/kinds/ellipsoid.ts';
import { superquadric } from '../../shapes/kinds/superquadric.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { BodySpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import type { GpuDevice } from '../engine/gpu-adapter.ts';
import { GpuSimulation } from '../engine/gpu-simulation.ts';

/** Half of the size of the bodies, m. */
const SIZE = 0.01;
/**
 * Rounding of float32 in places of vertices, orientations and normals, over the size of the bodies: errors of overlaps.
 */
const ROUNDING = 5e-7;
/**
 * How well points on the flat sides of blocky superquadrics are known, over the size: they go with the square root of
 * the normal and worse.
 */
const FLATNESS = 1e-4;
/**
 * Beside superquadrics forces may be three times as far off, relative: at overlaps of a fifth of the size the search
 * for the normal ends with errors of 4e-6 of it.
 */
const DEEP = 3;
/** Where bodies go on from there, over their size, after some hundred steps in contact. */
const DRIFT = 2e-5;

/** Kernels of polyhedra take their time to compile where others use the processor too. */
const TIMEOUT_MS = 600_000;

const GRAINS = {
  name: 'grains',
  density: 2500,
  youngsModulus: 1e7,
  poissonsRatio: 0.25,
  stiffness: 2e4,
  restitution: 0.5,
  friction: 0.4,
  rollingFriction: 0.05,
  twistingFriction: 0.02,
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
/** Names of first and second shapes, and how far from each other they are, from the first pose to the last. */
const GROUPS = [
  { first: NAMES, second: NAMES, reach: [0.5, 1.5] },
  { first: ROUND, second: ROUND, reach: [1.1, 1.9] },
  { first: ['box', 'hull'], second: ROUND.slice(0, 3), reach: [1, 1.7] },
] as const;

/**
 * Orientations of two blocks, and the way from one to the other: the search for the least overlap crosses flat sides,
 * where Newton's steps lead to and fro.
 */
const FLAT_SIDES = [
  [
    [-0.44121948, 0.23253178, 0.63174206, 0.5934276],
    [0.35152554, 0.20682811, -0.5020638, 0.76261646],
    [-0.00949391, -0.0114504, -0.00618705],
  ],
  [
    [-0.67787529, 0.45082208, 0.06984864, -0.57651167],
    [-0.50818038, 0.37323297, -0.74930453, -0.20246624],
    [0.00461906, -0.00861974, 0.01596959],
  ],
] as const;

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

/** The same for all simulations here, so that they share their kernels. */
const LAW = { normal: 'linear', tangential: 'linear', rolling: 'model-a', twisting: 'model-a' } as const;

/** Number of the pair, shape, offset, orientation, sign of the velocity, scale. */
type PlacedBody = readonly [number, string, readonly number[], BodySpec['orientation'], number, number?];

/** Pairs of shapes in any pose, each far from the others, farther with each pose; an oblique floor under some. */
function laidPairs(): {
  bodies: BodySpec[];
  put: (...[k, name, at, turned, sign, scale]: PlacedBody) => void;
  putGroup: (group: { first: readonly string[]; second: readonly string[]; reach: readonly [number, number] }) => void;
  putBoxesInLine: () => void;
} {
  const random = new Random(5);
  const bodies: BodySpec[] = [];
  const put = (...[k, name, at, turned, sign, scale = k % 4 === 3 ? 0.8 : 1]: PlacedBody): void => {
    const place = [6 * SIZE * (k % 12), 6 * SIZE * Math.floor(k / 12), 0];
    bodies.push({
      shape: name,
      material: 'grains',
      scale,
      orientation: turned ?? [1, 0, 0, 0],
      position: place.map((x, c) => x + at[c]) as unknown as readonly [number, number, number],
      velocity: [0.1 * sign, 0.2 * sign, -0.1 * sign],
      angularVelocity: [3 * sign, -5, 2 * sign],
    });
  };
  const pairs = (): number => bodies.length / 2;
  const putGroup: ReturnType<typeof laidPairs>['putGroup'] = ({ first, second, reach: [near, far] }) => {
    for (const one of first) {
      for (const other of second) {
        for (let pose = 0; pose < 8; pose++) {
          const direction = random.unitVector();
          const distance = SIZE * (near + ((far - near) * pose) / 7);
          const both = pose % 2 === 0 ? [one, other] : [other, one];
          const k = pairs();
          put(k, both[0], [0, 0, 0], orientation(random), 1);
          put(
            k,
            both[1],
            [distance * direction.x, distance * direction.y, distance * direction.z],
            orientation(random),
            -1,
          );
        }
      }
    }
  };
  // Face on face, edge on edge, both a little askew.
  const putBoxesInLine = (): void => {
    for (const tilt of [0, 0.01, 0.03]) {
      const eighth = [Math.cos(Math.PI / 8), Math.sin(Math.PI / 8), 0] as const;
      const k = pairs();
      put(k, 'box', [0, 0, 0], [1, 0, 0, 0], 1);
      put(k, 'box', [0.3 * SIZE, 0.2 * SIZE, 0.98 * SIZE], [1, tilt, tilt, 0.4], -1);
      put(k + 1, 'box', [0, 0, 0], [...eighth, 0], 1);
      put(k + 1, 'box', [0.1 * SIZE, 0, (Math.SQRT2 * 1.2 - 0.03) * SIZE], [...eighth, tilt], -1);
    }
  };
  return { bodies, put, putGroup, putBoxesInLine };
}
/** Bodies of all kinds; those from `round` on are beside superquadrics or are such. */
function manyPairs(): { spec: SimulationSpec; round: number } {
  const { bodies, put, putGroup, putBoxesInLine } = laidPairs();
  putGroup(GROUPS[0]);
  putBoxesInLine();
  const round = bodies.length;
  putGroup(GROUPS[1]);
  for (const [first, second, direction] of FLAT_SIDES) {
    const k = bodies.length / 2;
    put(k, 'block', [0, 0, 0], first, 1, 1);
    put(k, 'block', direction, second, -1, 1);
  }
  putGroup(GROUPS[2]);
  return { spec: specOf(bodies, allShapes()), round };
}

/** Boxes alone; the axes of some are in another order than their moments of inertia. */
function pairsOfBoxes(): { spec: SimulationSpec; round: number } {
  const sides = { box: [1, 0.7, 0.5], turned: [0.5, 0.6, 0.9], plate: [0.4, 0.9, 0.9], cube: [0.7, 0.7, 0.7] };
  const names = Object.keys(sides);
  const { bodies, putGroup, putBoxesInLine } = laidPairs();
  putGroup({ first: names, second: names, reach: [0.5, 1.5] });
  putBoxesInLine();
  const shapes = Object.entries(sides).map(([name, halfExtents]) => ({
    name,
    convex: box({ halfExtents: halfExtents.map((x) => SIZE * x) as unknown as readonly [number, number, number] }),
  }));
  return { spec: specOf(bodies, shapes), round: bodies.length };
}

function specOf(bodies: readonly BodySpec[], shapes: NonNullable<SimulationSpec['shapes']>): SimulationSpec {
  return {
    timeStep: 1e-5,
    gravity: [0, 0, -9.81],
    materials: [GRAINS],
    shapes,
    bodies,
    limits: { overlapRatio: 10 },
    law: LAW,
    halfSpaces: [
      { name: 'floor', normal: [0.36, 0.48, 0.8], offset: -0.6 * SIZE, material: 'grains' },
      { name: 'side', normal: [0, 0, -1], offset: -10 * SIZE, material: 'grains' },
    ],
  };
}

/** All shapes, each once. */
function allShapes(): NonNullable<SimulationSpec['shapes']> {
  return [...shapesOf(new Random(5)).slice(0, 3), ...roundShapes()];
}

/** A few bodies that fall onto each other between walls. */
function pile(): SimulationSpec {
  const random = new Random(7);
  const names = ['box', 'block', 'hull', 'ball'];
  const bodies = Array.from({ length: 10 }, (_, k) => ({
    shape: names[k % 4],
    material: 'grains',
    orientation: k === 0 ? ([1, 0, 0, 0] as const) : orientation(random),
    position: [(k % 2) * 1.4 * SIZE, ((k >> 1) % 2) * 1.3 * SIZE, SIZE * (0.499 + 1.25 * Math.floor(k / 2))] as const,
    velocity: [0, 0, k === 0 ? 0 : -0.4] as const,
    fixed: k === 5,
  }));
  return {
    timeStep: 2e-5,
    gravity: [0, 0, -9.81],
    materials: [GRAINS],
    shapes: allShapes(),
    bodies,
    law: LAW,
    halfSpaces: [
      { name: 'floor', normal: [0, 0, 1], offset: 0, material: 'grains' },
      { name: 'side', normal: [1, 0, 0], offset: -1.2 * SIZE, material: 'grains' },
    ],
  };
}

/** Looks at the start, when springs have begun, and when they have turned with the contact. */
async function compareForces({ spec, round }: ReturnType<typeof manyPairs>): Promise<void> {
  const cpu = new Simulation(spec);
  const gpu = await GpuSimulation.create(spec, await smallestGpu());
  for (const steps of [0, 1, 3]) {
    cpu.step(steps);
    await gpu.step(steps);
    const wanted = cpu.bodies();
    const got = await gpu.bodies();
    const contacts = cpu.contacts();
    expect((await gpu.contacts(got, (k) => k)).count).toBe(contacts.count);
    expect(contacts.count).toBeGreaterThan(0.3 * wanted.count);
    // A whole flat contact, four corners, gives this force at an overlap of the rounding; torques have levers of the
    // size.
    const force = 4 * GRAINS.stiffness * ROUNDING * SIZE;
    const within = (a: Float64Array, b: Float64Array, room: number, beside: number): void =>
      a.forEach((x, k) => {
        const body = Math.floor(k / 3);
        const most = room + (body < round ? 0 : beside) + (body < round ? 1 : DEEP) * 1e-5 * Math.abs(x);
        expect(Math.abs(b[k] - x), `step ${cpu.stepCount}, body ${body}`).toBeLessThan(most);
      });
    within(wanted.force, got.force, force, 0);
    const largest = Math.max(...wanted.force.map(Math.abs));
    within(wanted.torque, got.torque, 2 * SIZE * force, FLATNESS * SIZE * largest);
  }
  gpu.destroy();
}

/** The same device, on which every pair is searched at every step, from all starts. */
function searchingAlways(gpu: GpuDevice): { gpu: GpuDevice; changed: () => number } {
  const keeps = ['if (!(left > 0.0)) {', 'if (left < 1.0e30) {'] as const;
  const clears = ['found.overlap > others)', 'found.overlap > -1.0e30)'] as const;
  let changed = 0;
  const device = new Proxy(gpu.device, {
    get(target, key) {
      if (key === 'createShaderModule') {
        return ({ code, ...rest }: GPUShaderModuleDescriptor): GPUShaderModule => {
          const text = code.replace(...keeps).replace(...clears);
          if (text !== code) changed++;
          return target.createShaderModule({ ...rest, code: text });
        };
      }
      const value = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { gpu: { ...gpu, device }, changed: () => changed };
}

describe('convex bodies on a GPU with the limits that every adapter has', () => {
  it(
    'touch with the forces and torques of the CPU in any pose: polyhedra, superquadrics and spheres',
    () => compareForces(manyPairs()),
    TIMEOUT_MS,
  );

  it(
    'touch with the forces and torques of the CPU where all polyhedra are boxes',
    () => compareForces(pairsOfBoxes()),
    TIMEOUT_MS,
  );

  it(
    'go on as on the CPU, with the same bits again and after saving',
    async () => {
      const scene = pile();
      const cpu = new Simulation(scene);
      const gpu = await GpuSimulation.create(scene, await smallestGpu());
      const start = await gpu.save();
      await gpu.step(60);
      const middle = await gpu.save();
      await gpu.step(60);
      const first = await gpu.bodies();
      cpu.step(120);
      expectPoses(first, cpu.bodies(), DRIFT * SIZE, DRIFT);
      const energy = bookedAsOnGpu(cpu);
      expectEnergies(await gpu.energy(), energy, 1e-4 * energy.kinetic);
      for (const saved of [middle, start]) {
        gpu.restore(saved);
        await gpu.step(120 - gpu.stepCount);
        expectSameBits(await gpu.bodies(), first);
      }
      gpu.destroy();
      // Pairs that are kept without a search, or searched from one start, have what the search would have found.
      const other = searchingAlways(await smallestGpu());
      const always = await GpuSimulation.create(scene, other.gpu);
      await always.step(120);
      expect((await always.bodies()).position).toEqual(first.position);
      expect(other.changed()).toBe(3);
      always.destroy();
    },
    TIMEOUT_MS,
  );
});
