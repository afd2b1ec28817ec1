// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { bookedAsOnGpu, expectEnergies, expectPoses, expectSameBits } from '../../../tests/support/beside-cpu.ts';
import { convexGrains, SIZE } from '../../../tests/support/convex-grains.ts';
import { smallestGpu } from '../../../tests/support/software-gpu.ts';
import { Random } from '../../math/random.ts';
import { contact } from '../../narrow-phase/contact.ts';
import { box } from '../../shapes/kinds/box.ts';
import { capsule } from '../../shapes/kinds/capsule.ts';
import { cone } from '../../shapes/kinds/cone.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { cylinder } from '../../shapes/kinds/cylinder.ts';
import { halfSpace } from '../../shapes/kinds/half-space.ts';
import { rounded } from '../../shapes/kinds/rounded.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import { superquadric } from '../../shapes/kinds/superquadric.ts';
import { tablet } from '../../shapes/kinds/tablet.ts';
import type { ConvexShape } from '../../shapes/shape.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { BodyShapeSpec, BodySpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import { GpuSimulation } from '../engine/gpu-simulation.ts';

/** Error of overlaps over the size of the bodies: float32 rounds places, sizes, orientations and normals. */
const ROUNDING = 5e-7;
/** Where bodies go on from there, over their size, after some hundred steps in contact. */
const DRIFT = 2e-5;
/** Kernels take their time to compile where others use the processor too. */
const TIMEOUT_MS = 600_000;

type Triple = readonly [number, number, number];
type Quadruple = readonly [number, number, number, number];

function orientation(random: Random): Quadruple {
  const [a, b] = [random.unitVector(), random.unitVector()];
  return [a.x, a.y, a.z, b.x];
}

const HULL = polyhedron({
  vertices: ((random) =>
    Array.from({ length: 12 }, () => {
      const { x, y, z } = random.unitVector();
      return [0.8 * SIZE * x, 0.7 * SIZE * y, 0.6 * SIZE * z] as const;
    }))(new Random(3)),
});

const SWEPT: Readonly<Record<string, ConvexShape>> = {
  capsule: capsule({ radius: 0.5 * SIZE, halfLength: 0.6 * SIZE }),
  cylinder: cylinder({ radius: 0.6 * SIZE, halfLength: 0.7 * SIZE }),
  disc: cylinder({ radius: 0.9 * SIZE, halfLength: 0.25 * SIZE }),
  cone: cone({ radius: 0.7 * SIZE, height: 1.4 * SIZE }),
  tablet: tablet({ diameter: 1.6 * SIZE, bandHeight: 0.5 * SIZE, capRadius: 1.5 * SIZE }),
  lens: tablet({ diameter: 1.8 * SIZE, bandHeight: 0, capRadius: 1.5 * SIZE }),
  brick: rounded({ shape: box({ halfExtents: [0.7 * SIZE, 0.5 * SIZE, 0.35 * SIZE] }), radius: 0.15 * SIZE }),
  pebble: rounded({ shape: HULL, radius: 0.1 * SIZE }),
  drum: rounded({ shape: cylinder({ radius: 0.5 * SIZE, halfLength: 0.6 * SIZE }), radius: 0.1 * SIZE }),
  cushion: rounded({
    shape: superquadric({ semiAxes: [0.7 * SIZE, 0.6 * SIZE, 0.4 * SIZE], n1: 3, n2: 4 }),
    radius: 0.1 * SIZE,
  }),
};
const OTHERS: Readonly<Record<string, ConvexShape>> = {
  box: box({ halfExtents: [0.9 * SIZE, 0.7 * SIZE, 0.5 * SIZE] }),
  block: superquadric({ semiAxes: [0.9 * SIZE, 0.7 * SIZE, 0.8 * SIZE], n1: 4, n2: 3 }),
  ball: sphere({ radius: 0.8 * SIZE }),
};
const ALL = { ...SWEPT, ...OTHERS };
const SHAPES: BodyShapeSpec[] = Object.entries(ALL).map(([name, shape]) =>
  name === 'ball' ? { name, sphere: { radius: 0.8 * SIZE } } : { name, convex: shape },
);
/** Height of the floor, and orientations in which bodies stand, lie on a side, and lie on another one. */
const FLOOR = -10 * SIZE;
const UPWARD: readonly Quadruple[] = [
  [1, 0, 0, 0],
  [1, 1, 0, 0],
  [1, 0, -1, 0],
];
/** Bodies with something level at the top and the bottom; a cone has that of its base only where it is the first. */
const FLAT: readonly (readonly [string, Quadruple])[] = [
  ['cone', [0, 1, 0, 0]],
  ['cylinder', [1, 0, 0, 0]],
  ['disc', [1, 0, 0, 0]],
  ['drum', [1, 0, 0, 0]],
  ['brick', [1, 0, 0, 0]],
  ['cylinder', [1, 1, 0, 0]],
  ['capsule', [1, 1, 0, 0]],
  ['tablet', [1, 1, 0, 0]],
  ['box', [1, 0, 0, 0]],
];
/** Newton's method for a distance; over the size. */
const MOST_TRIES = 20;
/** Tilts of flat contacts. */
const TILTS = [0, 0.01, 0.03];
/** Overlaps over SIZE. */
const OVERLAPS = [0.002, 0.02, 0.1];

interface Placed {
  readonly shape: string;
  readonly orientation: Quadruple;
}

/** Collects pairs of bodies, each in a place of its own and in motion. */
class Pairs {
  readonly bodies: BodySpec[] = [];
  /** Of each pair: what is wanted, or more where the way leads past the first body. */
  readonly overlaps: number[] = [];

  /** Moves the second along the way from the first until they overlap by so much; false where the CPU is not sure. */
  add(first: Placed, second: Placed, way: (distance: number) => Triple, overlap: number): boolean {
    let distance = 2.5 * SIZE;
    let found = contactOf(first, second, way(distance));
    for (let tries = 0; tries < MOST_TRIES && Math.abs(found.distance + overlap) > 1e-6 * overlap; tries++) {
      distance -= found.distance + overlap;
      found = contactOf(first, second, way(distance));
    }
    if (found.status !== 'converged') return false;
    const k = this.bodies.length / 2;
    const place = [5 * SIZE * (k % 16), 5 * SIZE * Math.floor(k / 16), 0];
    const put = (body: Placed, at: Triple, sign: number): void => {
      this.bodies.push({
        ...body,
        material: 'grains',
        position: at.map((x, c) => x + place[c]) as unknown as Triple,
        velocity: [0.1 * sign, 0.2 * sign, -0.1 * sign],
        angularVelocity: [3 * sign, -5, 2 * sign],
      });
    };
    put(first, [0, 0, 0], 1);
    put(second, way(distance), -1);
    this.overlaps.push(-found.distance);
    return true;
  }
}

function contactOf(first: Placed, second: Placed, position: Triple): ReturnType<typeof contact> {
  const [a, b] = [ALL[first.shape] as ConvexShape, ALL[second.shape] as ConvexShape];
  return contact(a, { orientation: first.orientation }, b, { orientation: second.orientation, position });
}

/** Each swept shape with every shape in random poses. */
function anyPoses(pairs: Pairs): void {
  const random = new Random(5);
  const names = Object.keys(SWEPT);
  names.forEach((one, i) => {
    for (const other of [...names.slice(i), ...Object.keys(OTHERS)]) {
      OVERLAPS.forEach((overlap, turn) => {
        const [first, second] = turn % 2 === 0 ? [one, other] : [other, one];
        let isAdded = false;
        while (!isAdded) {
          const { x, y, z } = random.unitVector();
          isAdded = pairs.add(
            { shape: first, orientation: orientation(random) },
            { shape: second, orientation: orientation(random) },
            (s) => [s * x, s * y, s * z],
            overlap * SIZE,
          );
        }
      });
    }
  });
}

/** Flat on each other, exactly and a little askew, one above the other and a little beside it. */
function flatPoses(pairs: Pairs): void {
  FLAT.forEach(([first, level], i) => {
    for (const [second, turn] of FLAT.slice(i)) {
      TILTS.forEach((tilt, j) => {
        const turned = [turn[0], turn[1] + tilt, turn[2] - 0.3 * tilt, turn[3] + 0.2 * j] as const;
        const [below, above] = [
          { shape: first, orientation: level },
          { shape: second, orientation: turned },
        ];
        pairs.add(below, above, (z) => [0.31 * SIZE, 0.21 * SIZE, z], 0.02 * SIZE);
      });
    }
  });
}

/** On a floor: standing and lying, exactly and at a tilt. */
function onFloor(): BodySpec[] {
  const floor = halfSpace({ normal: [0, 0, 1], offset: 0 });
  return Object.keys(SWEPT).flatMap((shape, i) =>
    [0, 0.01, 0.4].flatMap((tilt, j) =>
      UPWARD.map((turn, m): BodySpec => {
        const turned = [turn[0], turn[1] + tilt, turn[2], turn[3] - 0.7 * tilt] as const;
        const { distance } = contact(ALL[shape] as ConvexShape, { orientation: turned }, floor, {});
        return {
          shape,
          material: 'grains',
          orientation: turned,
          position: [5 * SIZE * i, 5 * SIZE * (3 * j + m), FLOOR - distance - OVERLAPS[m] * SIZE],
          velocity: [0.1, 0.2, -0.1],
          angularVelocity: [3, -5, 2],
        };
      }),
    ),
  );
}

/** The same kernels for all simulations here. */
function specOf(bodies: readonly BodySpec[], floor: number, side: number, timeStep: number): SimulationSpec {
  return convexGrains([], bodies, {
    timeStep,
    shapes: SHAPES,
    limits: { overlapRatio: 10 },
    halfSpaces: [
      { name: 'floor', normal: [0, 0, 1], offset: floor, material: 'grains' },
      { name: 'side', normal: [1, 0, 0], offset: side, material: 'grains' },
    ],
  });
}

/** A few bodies that fall onto each other between walls. */
function pile(): SimulationSpec {
  const random = new Random(7);
  const names = ['cylinder', 'brick', 'capsule', 'cone', 'tablet', 'disc', 'pebble', 'box', 'cushion', 'ball'];
  const bodies = names.map((shape, k) => ({
    shape,
    material: 'grains',
    orientation: k === 0 ? ([1, 0, 0, 0] as const) : orientation(random),
    position: [(k % 2) * 1.4 * SIZE, ((k >> 1) % 2) * 1.3 * SIZE, SIZE * (0.699 + 1.25 * Math.floor(k / 2))] as const,
    velocity: [0, 0, k === 0 ? 0 : -0.4] as const,
    fixed: k === 5,
  }));
  return specOf(bodies, 0, -1.2 * SIZE, 2e-5);
}

describe('swept shapes on a GPU with the limits that every adapter has', () => {
  it(
    'touch each other, all other shapes and half-spaces with the forces and torques of the CPU',
    async () => {
      const pairs = new Pairs();
      anyPoses(pairs);
      flatPoses(pairs);
      const spec = specOf([...pairs.bodies, ...onFloor()], FLOOR, FLOOR, 1e-5);
      const cpu = new Simulation(spec);
      const gpu = await GpuSimulation.create(spec, await smallestGpu());
      // A whole flat contact, four corners, gives this force at an overlap of the rounding; torques have levers of the
      // size.
      const force = 4 * (spec.materials[0]?.stiffness ?? 0) * ROUNDING * SIZE;
      // A search of the CPU that starts without history may end above the overlap that a query proves.
      const unsure = new Set<number>();
      const first = cpu.contacts();
      first.idA.forEach((id, k) => {
        if (first.overlap[k] > (1 + 1e-5) * (pairs.overlaps[id >> 1] ?? 1)) unsure.add(id >> 1);
      });
      expect(unsure.size).toBeLessThan(3);
      for (const steps of [0, 1, 3]) {
        cpu.step(steps);
        await gpu.step(steps);
        const wanted = cpu.bodies();
        const got = await gpu.bodies();
        const contacts = cpu.contacts();
        const mine = await gpu.contacts(got, (k) => k);
        expect(mine.count).toBe(contacts.count);
        expect(contacts.count).toBeGreaterThan(700);
        for (const [what, room] of [
          ['force', force],
          ['torque', 2 * SIZE * force],
        ] as const) {
          wanted[what].forEach((x, k) => {
            const body = Math.floor(k / 3);
            if (unsure.has(body >> 1)) return;
            // Of faces that are all but parallel the normal is known less well than the overlap.
            const whole = Math.hypot(...wanted[what].subarray(3 * body, 3 * body + 3));
            const label = `step ${cpu.stepCount}, ${what} on body ${body}, ${spec.bodies?.[body]?.shape}`;
            expect(Math.abs(got[what][k] - x), label).toBeLessThan(room + 1e-5 * whole);
          });
        }
      }
      gpu.destroy();
    },
    TIMEOUT_MS,
  );

  it(
    'go on as on the CPU, with the same bits again and after saving',
    async () => {
      const scene = pile();
      const cpu = new Simulation(scene);
      const gpu = await GpuSimulation.create(scene, await smallestGpu());
      await gpu.step(60);
      const middle = await gpu.save();
      await gpu.step(60);
      const first = await gpu.bodies();
      cpu.step(120);
      expectPoses(first, cpu.bodies(), DRIFT * SIZE, DRIFT);
      const energy = bookedAsOnGpu(cpu);
      expectEnergies(await gpu.energy(), energy, 1e-4 * energy.kinetic);
      gpu.restore(middle);
      await gpu.step(60);
      expectSameBits(await gpu.bodies(), first);
      gpu.destroy();
    },
    TIMEOUT_MS,
  );
});
