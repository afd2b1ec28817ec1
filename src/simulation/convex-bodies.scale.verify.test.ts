// SPDX-License-Identifier: MIT
/** Convex bodies in other sizes than their shapes: as if each had a shape of its own. */
import { describe, expect, it } from 'vitest';
import { FLOOR, heap, SIZE, STONE, scene } from '../../tests/support/convex-scene.ts';
import { floorMesh } from '../../tests/support/mesh-scene.ts';
import { bitsOf, restore, start } from '../../tests/support/simulations.ts';
import { LINEAR } from '../../tests/support/sphere-scene.ts';
import { box } from '../shapes/kinds/box.ts';
import { polyhedron } from '../shapes/kinds/convex-polyhedron.ts';
import { superquadric } from '../shapes/kinds/superquadric.ts';
import { scaledShape } from './bodies/body-scale.ts';
import type { SimulationSpec } from './simulation-spec.ts';

const FACTOR = 0.73;
/** Rounding of sizes, which every collision magnifies tenfold. */
const TOLERANCE = 1e-8;

/** The same scene twice: bodies with a factor, or shapes that have it. */
function twice(spec: SimulationSpec): [SimulationSpec, SimulationSpec] {
  const bodies = (spec.bodies ?? []).map((body) => ({ ...body, scale: FACTOR }));
  return [
    { ...spec, bodies },
    { ...spec, shapes: (spec.shapes ?? []).map((shape) => scaledShape(shape, FACTOR)) },
  ];
}

function expectSameMotion(spec: SimulationSpec, steps: number): void {
  const [scaled, own] = twice(spec).map((each) => start(each)) as [ReturnType<typeof start>, ReturnType<typeof start>];
  for (const simulation of [scaled, own]) simulation.step(steps);
  expect(scaled.statistics().contacts).toBe(own.statistics().contacts);
  expect(own.energy().dampingLoss).toBeGreaterThan(0.05 * own.energy().kinetic);
  const [a, b] = [scaled.bodies(), own.bodies()];
  for (const name of ['position', 'orientation', 'velocity'] as const) {
    const size = name === 'position' ? SIZE : 1;
    a[name].forEach((value, k) => {
      expect(Math.abs(value - b[name][k]) / size, `${name}[${k}]`).toBeLessThan(TOLERANCE);
    });
  }
  for (const factor of a.scale) expect(Math.abs(factor - FACTOR)).toBeLessThan(1e-15);
  expect(Math.abs(scaled.energy().kinetic / own.energy().kinetic - 1)).toBeLessThan(TOLERANCE);
}

describe('bodies of every kind with a factor on their size', () => {
  it('move among each other and half-spaces as shapes of that size do', () => {
    expectSameMotion(heap(33, { neighbours: { skin: 0.2 * SIZE } }), 240);
  });

  it('move on a mesh as shapes of that size do', () => {
    const spec = heap(9, { neighbours: { skin: 0.2 * SIZE }, halfSpaces: [] });
    const bodies = (spec.bodies ?? []).map((body) => ({ ...body, velocity: [0, 0, -1] as const }));
    expectSameMotion(
      { ...spec, bodies, meshes: [{ name: 'floor', mesh: floorMesh(7, 12 * SIZE), material: 'stone' }] },
      600,
    );
  });

  it('move by the volume that they share as shapes of that size do', () => {
    const shapes = [
      { name: 'brick', convex: box({ halfExtents: [SIZE, 0.8 * SIZE, 0.6 * SIZE] }) },
      {
        name: 'tip',
        convex: polyhedron({
          vertices: [
            [0, 0, SIZE],
            [SIZE, 0, -SIZE],
            [-SIZE, SIZE, -SIZE],
            [-SIZE, -SIZE, -SIZE],
          ],
        }),
      },
    ];
    const bodies = Array.from({ length: 8 }, (_, k) => ({
      shape: k % 2 === 0 ? 'brick' : 'tip',
      material: 'stone',
      velocity: [0, 0, -1] as const,
      position: [0.1 * SIZE * (k % 3), 0.2 * SIZE * (k % 2), (0.7 + 1.4 * k) * SIZE] as const,
    }));
    const materials = [{ ...STONE, stiffness: 1e6 }];
    expectSameMotion(
      scene({
        shapes,
        bodies,
        materials,
        halfSpaces: [FLOOR],
        law: { normal: 'overlap-volume', tangential: 'linear' },
      }),
      200,
    );
  });
});

describe('a distribution of sizes', () => {
  const spec: SimulationSpec = scene({
    bodies: [],
    halfSpaces: [FLOOR],
    law: LINEAR,
    neighbours: { skin: 0.3 * SIZE },
    meshes: [{ name: 'tray', mesh: floorMesh(5, 3 * SIZE), material: 'stone', position: [0, 0, 0.5 * SIZE] }],
    shapes: [
      {
        name: 'stone',
        convex: polyhedron({
          vertices: [
            [0, 0, SIZE],
            [SIZE, 0, -SIZE],
            [-SIZE, SIZE, -SIZE],
            [-SIZE, -SIZE, -SIZE],
          ],
        }),
      },
      { name: 'pill', convex: superquadric({ semiAxes: [SIZE, 0.7 * SIZE, 0.6 * SIZE], n1: 3, n2: 4 }) },
    ],
    insertions: [
      {
        name: 'rain',
        count: 20,
        region: { box: { min: [-4 * SIZE, -4 * SIZE, 2 * SIZE], max: [4 * SIZE, 4 * SIZE, 9 * SIZE] } },
        shapes: [
          { shape: 'stone', material: 'stone', weight: 1, scale: { uniform: [0.5, 1.2] } },
          {
            shape: 'pill',
            material: 'stone',
            weight: 1,
            scale: { normal: { mean: 0.8, deviation: 0.2, min: 0.4, max: 1.3 } },
          },
        ],
        velocity: [0, 0, -2],
      },
    ],
  });

  it('of polyhedra and superquadrics falls with exact masses and the same bits on two threads and after saving', () => {
    const whole = start(spec);
    whole.step(100);
    const state = whole.save();
    whole.step(700);
    const { scale, radius, shape } = whole.bodies();
    expect(new Set(scale).size).toBe(20);
    scale.forEach((factor, k) => {
      const own = shape[k] === 0 ? 0.5 : 0.4;
      expect(factor).toBeGreaterThanOrEqual(own * (1 - 1e-15));
      expect(radius[k]).toBeGreaterThan(0);
    });
    expect(whole.statistics().contacts).toBeGreaterThan(0);
    const { dampingLoss, frictionLoss, insertedEnergy } = whole.energy();
    expect(dampingLoss + frictionLoss).toBeGreaterThan(0.1 * insertedEnergy);
    const resumed = restore({ ...spec, threads: 2 }, state);
    resumed.step(700);
    expect(bitsOf(resumed)).toEqual(bitsOf(whole));
  });
});
