// SPDX-License-Identifier: MIT
/**
 * Convex bodies and compounds: the same bits on any path, agreement with spheres, periodic sides, a heap of all kinds.
 */
import { describe, expect, it } from 'vitest';
import { FLOOR, heap, SIZE, STONE, scene } from '../../tests/support/convex-scene.ts';
import { bitsOf, restore, start } from '../../tests/support/simulations.ts';
import { LINEAR } from '../../tests/support/sphere-heap.ts';
import { fromAxisAngle, rotate } from '../math/quaternion.ts';
import { length, subtract } from '../math/vector.ts';
import { facetMesh } from '../meshes/facet-mesh.ts';
import { box } from '../shapes/kinds/box.ts';
import { cylinder } from '../shapes/kinds/cylinder.ts';
import { superquadric } from '../shapes/kinds/superquadric.ts';
import type { Simulation } from './simulation.ts';
import type { BodyShapeSpec, SimulationSpec } from './simulation-spec.ts';

describe('the same bits', () => {
  it('for one thread and two, from wasm and from TypeScript', () => {
    const spec = heap(33);
    const one = start(spec);
    const two = start({ ...spec, threads: 2 });
    const slow = start(spec, { kernel: 'typescript' });
    for (const simulation of [one, two, slow]) simulation.step(150);
    expect(one.statistics().contacts).toBeGreaterThan(2);
    expect(bitsOf(slow)).toEqual(bitsOf(one));
    for (const simulation of [one, two]) simulation.step(1350);
    expect(one.statistics().contacts).toBeGreaterThan(20);
    expect(bitsOf(two)).toEqual(bitsOf(one));
  });

  it('after saving and restoring, and when the state is looked at on the way', () => {
    const spec = heap(33);
    const through = start(spec);
    through.step(700);
    const first = start(spec);
    first.step(150);
    first.bodies();
    first.step(170);
    first.contacts();
    const restored = restore(spec, first.save());
    restored.step(380);
    expect(bitsOf(restored)).toEqual(bitsOf(through));
  });
});

describe('the same bits of domed superquadrics on boxes, cylinders and a mesh', () => {
  const floor = facetMesh({
    vertices: [
      [-1, -1, 0],
      [1, -1, 0],
      [1, 1, 0],
      [-1, 1, 0],
    ],
    facets: [
      [0, 1, 2],
      [0, 2, 3],
    ],
  });
  const shapes = [
    { name: 'blocky', convex: superquadric({ semiAxes: [SIZE, 0.8 * SIZE, 0.6 * SIZE], n1: 6, n2: 3 }) },
    { name: 'brick', convex: box({ halfExtents: [SIZE, 0.8 * SIZE, 0.6 * SIZE] }) },
    { name: 'can', convex: cylinder({ radius: 0.7 * SIZE, halfLength: 0.7 * SIZE }) },
  ];
  const spec: SimulationSpec = {
    timeStep: 1e-5,
    gravity: [0, 0, -9.81],
    law: { normal: 'pressure-field' },
    materials: [{ name: 'stone', density: 2500, stiffness: 1e9, restitution: 0.5 }],
    shapes,
    bodies: Array.from({ length: 36 }, (_, k) => ({
      shape: shapes[k % 4 === 1 ? 1 : k % 4 === 3 ? 2 : 0].name,
      material: 'stone',
      position: [1.7 * SIZE * (k % 3), 1.7 * SIZE * (Math.floor(k / 3) % 3), SIZE * (0.7 + 1.3 * Math.floor(k / 9))],
      orientation: fromAxisAngle({ x: 1, y: k % 5, z: 0 }, 1e-3 * (k % 7)),
    })),
    meshes: [{ name: 'floor', mesh: floor, material: 'stone' }],
  };

  it('for one thread and two, from wasm and from TypeScript, and after restoring', () => {
    const one = start(spec);
    const two = start({ ...spec, threads: 2 });
    const slow = start(spec, { kernel: 'typescript' });
    for (const simulation of [one, two, slow]) simulation.step(150);
    const restored = restore(spec, one.save());
    expect(one.statistics().contacts).toBeGreaterThan(20);
    expect(bitsOf(slow)).toEqual(bitsOf(one));
    for (const simulation of [one, two, restored]) simulation.step(300);
    expect(bitsOf(two)).toEqual(bitsOf(one));
    expect(bitsOf(restored)).toEqual(bitsOf(one));
  });
});

describe('a superquadric with exponents 2', () => {
  /** Two balls, one of them turning, collide over a floor. */
  function balls(first: BodyShapeSpec, second: BodyShapeSpec, law: SimulationSpec['law']): Simulation {
    const simulation = start(
      scene({
        shapes: [first, second],
        halfSpaces: [FLOOR],
        law,
        bodies: [
          { shape: first.name, material: 'stone', position: [0, 0, SIZE], velocity: [0.5, 0, 0] },
          {
            shape: second.name,
            material: 'stone',
            position: [2.2 * SIZE, 0.2 * SIZE, 1.1 * SIZE],
            velocity: [-0.3, 0.1, -0.1],
            angularVelocity: [10, 5, 20],
          },
        ],
      }),
    );
    simulation.step(3000);
    return simulation;
  }
  const round = { name: 'round', convex: superquadric({ semiAxes: [SIZE, SIZE, SIZE], n1: 2, n2: 2 }) };
  const ball = { name: 'ball', sphere: { radius: SIZE } };

  it.each([
    ['linear', LINEAR],
    ['Hertz', { normal: 'hertz', tangential: 'mindlin' } as const],
  ])('moves as the sphere does, with the %s law', (_, law) => {
    const other = { ...ball, name: 'other' };
    const expected = balls(ball, other, law).bodies();
    for (const simulation of [
      balls(round, { ...round, name: 'other' }, law),
      balls(ball, { ...round, name: 'other' }, law),
    ]) {
      const { position, velocity, angularVelocity } = simulation.bodies();
      for (const [got, wanted, size] of [
        [position, expected.position, SIZE],
        [velocity, expected.velocity, 0.5],
        [angularVelocity, expected.angularVelocity, 10],
      ] as const) {
        got.forEach((value, k) => {
          expect(Math.abs(value - wanted[k]) / size).toBeLessThan(1e-9);
        });
      }
    }
  });
});

describe('convex bodies', () => {
  it('meet across periodic sides', () => {
    const spec = (shift: number): SimulationSpec =>
      scene({
        shapes: [{ name: 'a', convex: box({ halfExtents: [SIZE, SIZE, SIZE] }) }],
        gravity: [0, 0, 0],
        domain: { min: [0, 0, 0], max: [8 * SIZE, 8 * SIZE, 8 * SIZE], periodic: [true, true, true] },
        neighbours: { skin: 0.1 * SIZE },
        bodies: [
          { shape: 'a', material: 'stone', position: [shift, 4 * SIZE, 4 * SIZE], orientation: [1, 0.1, 0.2, 0.3] },
          {
            shape: 'a',
            material: 'stone',
            position: [shift + 2.6 * SIZE, 4.2 * SIZE, 4 * SIZE],
            velocity: [-1, 0, 0],
          },
        ],
      });
    const inside = start(spec(3 * SIZE));
    const across = start(spec(6.9 * SIZE));
    inside.step(2000);
    across.step(2000);
    const moved = subtract(inside.body(0).velocity, across.body(0).velocity);
    expect(length(inside.body(0).velocity)).toBeGreaterThan(0.1);
    expect(length(moved)).toBeLessThan(1e-9);
  });

  it('are carried and turned by a fixed or moving convex body', () => {
    const turn = fromAxisAngle({ x: 0, y: 1, z: 0 }, 0.2);
    const simulation = start(
      scene({
        shapes: [
          { name: 'slab', convex: box({ halfExtents: [6 * SIZE, 6 * SIZE, SIZE] }) },
          { name: 'a', convex: box({ halfExtents: [SIZE, SIZE, SIZE] }) },
        ],
        materials: [{ ...STONE, friction: 0.8 }],
        bodies: [
          {
            shape: 'slab',
            material: 'stone',
            position: [0, 0, 0],
            orientation: [turn.w, turn.x, turn.y, turn.z],
            fixed: true,
          },
          {
            shape: 'a',
            material: 'stone',
            orientation: [turn.w, turn.x, turn.y, turn.z],
            position: rotate(turn, { x: 0, y: 0, z: 2.01 * SIZE }),
          },
        ],
      }),
    );
    simulation.step(5000);
    // tan(0.2) is below the friction of 0.8: the box stays on the slope, but for what it slid before it had settled.
    expect(length(subtract(simulation.body(1).position, rotate(turn, { x: 0, y: 0, z: 2 * SIZE })))).toBeLessThan(
      0.05 * SIZE,
    );
    expect(simulation.energy().kinetic).toBeLessThan(1e-12);
  });

  it('of every kind settle in a heap without losing a body or a number', () => {
    const simulation = start(heap(33));
    simulation.step(3000);
    const { position, count } = simulation.bodies();
    for (let k = 0; k < count; k++) {
      expect(position[3 * k + 2]).toBeGreaterThan(0);
      expect(position[3 * k + 2]).toBeLessThan(20 * SIZE);
    }
    expect(simulation.statistics().maxOverlapRatio).toBeLessThan(0.1);
  });
});
