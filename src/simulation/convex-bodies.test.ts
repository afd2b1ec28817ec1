// SPDX-License-Identifier: MIT
/** Convex bodies in contact: conservation and rest. */
import { describe, expect, it } from 'vitest';
import { cloud, FLOOR, SEED, SIZE, STONE, scene } from '../../tests/support/convex-scene.ts';
import { start } from '../../tests/support/simulations.ts';
import { HERTZ } from '../../tests/support/sphere-heap.ts';
import { rotate } from '../math/quaternion.ts';
import { Random } from '../math/random.ts';
import { add, cross, length, scale, subtract, type Vector3 } from '../math/vector.ts';
import { contact } from '../narrow-phase/contact.ts';
import { box } from '../shapes/kinds/box.ts';
import { capsule } from '../shapes/kinds/capsule.ts';
import { cone } from '../shapes/kinds/cone.ts';
import { cylinder } from '../shapes/kinds/cylinder.ts';
import { superquadric } from '../shapes/kinds/superquadric.ts';
import { bodyForm } from './bodies/body-form.ts';
import type { Simulation } from './simulation.ts';
import type { BodyShapeSpec, BodySpec } from './simulation-spec.ts';

/** Linear momentum and angular momentum about the origin, over density. */
function momenta(simulation: Simulation, kinds: readonly BodyShapeSpec[]): { linear: Vector3; angular: Vector3 } {
  let linear: Vector3 = { x: 0, y: 0, z: 0 };
  let angular = linear;
  const { count, ids } = simulation.bodies();
  for (let k = 0; k < count; k++) {
    const body = simulation.body(ids[k]);
    const form = bodyForm(kinds[body.shape]);
    if (form === undefined) throw new Error('a sphere');
    const push = scale(body.velocity, form.volume);
    const axes = [0, 1, 2].map((axis) =>
      rotate(body.orientation, rotate(form.principal, { x: +(axis === 0), y: +(axis === 1), z: +(axis === 2) })),
    );
    linear = add(linear, push);
    angular = add(angular, cross(body.position, push));
    axes.forEach((axis, j) => {
      const { x, y, z } = body.angularVelocity;
      angular = add(angular, scale(axis, form.inertia[j] * (axis.x * x + axis.y * y + axis.z * z)));
    });
  }
  return { linear, angular };
}

describe('free collisions', () => {
  it('of polyhedra and superquadrics keep linear and angular momentum', () => {
    const random = new Random(SEED);
    const kinds: BodyShapeSpec[] = [
      { name: 'a', convex: cloud(random, 10) },
      { name: 'b', convex: cloud(random, 16) },
      { name: 'c', convex: superquadric({ semiAxes: [SIZE, 0.7 * SIZE, 0.8 * SIZE], n1: 3, n2: 5 }) },
      { name: 'd', convex: superquadric({ semiAxes: [SIZE, 0.7 * SIZE, 0.8 * SIZE], n1: 2, n2: 8 }) },
    ];
    const bodies = Array.from({ length: 8 }, (_, k): BodySpec => {
      const corner = { x: k & 1, y: (k >> 1) & 1, z: k >> 2 };
      const position = scale(add(corner, { x: -0.5, y: -0.5, z: -0.5 }), 2.4 * SIZE);
      const { w, x, y, z } = random.rotation();
      const spin = scale(random.unitVector(), 20);
      return {
        shape: 'abcd'[k % 4],
        material: 'stone',
        position,
        orientation: [w, x, y, z],
        velocity: scale(position, -20),
        angularVelocity: spin,
      };
    });
    const simulation = start(scene({ shapes: kinds, bodies, gravity: [0, 0, 0] }));
    const before = momenta(simulation, kinds);
    let most = 0;
    for (let k = 0; k < 30; k++) {
      simulation.step(20);
      most = Math.max(most, simulation.statistics().contacts);
    }
    const after = momenta(simulation, kinds);
    expect(most).toBeGreaterThan(2);
    // Against what bodies bring: speed 1 m/s, volume 5e-4 m3, levers of 0.1 m. Rounding of 600 steps.
    expect(length(subtract(after.linear, before.linear))).toBeLessThan(1e-12 * 5e-4);
    expect(length(subtract(after.angular, before.angular))).toBeLessThan(1e-12 * 5e-5);
  });

  it('of two elastic superquadrics in a box keep the energy', () => {
    const kinds: BodyShapeSpec[] = [
      { name: 'a', convex: superquadric({ semiAxes: [SIZE, 0.8 * SIZE, 1.2 * SIZE], n1: 3, n2: 4 }) },
    ];
    const wall = (name: string, normal: readonly [number, number, number]) => ({
      name,
      normal,
      offset: -3 * SIZE,
      material: 'stone',
    });
    const spec = scene({
      shapes: kinds,
      law: HERTZ,
      gravity: [0, 0, 0],
      materials: [{ ...STONE, restitution: 1, youngsModulus: 1e9 }],
      bodies: [
        {
          shape: 'a',
          material: 'stone',
          position: [-SIZE, 0, 0],
          velocity: [0.3, 0.2, 0.1],
          orientation: [1, 0.3, 0, 0],
        },
        { shape: 'a', material: 'stone', position: [1.2 * SIZE, 0.01, 0], velocity: [-0.5, 0.1, 0.2] },
      ],
      halfSpaces: [
        wall('left', [1, 0, 0]),
        wall('right', [-1, 0, 0]),
        wall('front', [0, 1, 0]),
        wall('back', [0, -1, 0]),
        wall('bottom', [0, 0, 1]),
        wall('top', [0, 0, -1]),
      ],
    });
    const simulation = start({ ...spec, timeStep: 0.1 * start(spec).criticalTimeStep() });
    const total = (): number => {
      const { kinetic, rotational, elastic } = simulation.energy();
      return kinetic + rotational + elastic;
    };
    const first = total();
    let worst = 0;
    for (let k = 0; k < 20; k++) {
      simulation.step(1000);
      // During a contact the energy of leapfrog swings, by the square of the step, about what it keeps.
      if (simulation.statistics().contacts === 0) worst = Math.max(worst, Math.abs(total() / first - 1));
    }
    expect(worst).toBeGreaterThan(0);
    expect(worst).toBeLessThan(1e-4);
  });

  it('of a box with a floor keep the energy although corners come and go', () => {
    const spec = scene({
      shapes: [{ name: 'a', convex: box({ halfExtents: [SIZE, SIZE, SIZE] }) }],
      halfSpaces: [FLOOR],
      law: { normal: 'linear' },
      materials: [{ ...STONE, restitution: 1 }],
      timeStep: 1e-5,
      bodies: [{ shape: 'a', material: 'stone', position: [0, 0, 0.08], orientation: [1, 0.03, 0.02, 0.1] }],
    });
    const simulation = start(spec);
    const total = (): number => {
      const { kinetic, rotational, elastic, potential } = simulation.energy();
      return kinetic + rotational + elastic + potential;
    };
    const first = total();
    simulation.step(50_000);
    // Two or three impacts with several corners each; the error of each goes with the square of the step.
    expect(Math.abs(total() / first - 1)).toBeLessThan(3e-4);
  });
});

describe('bodies at rest', () => {
  it('a box that is dropped askew comes to lie on a face', () => {
    const simulation = start(
      scene({
        shapes: [{ name: 'a', convex: box({ halfExtents: [SIZE, 0.8 * SIZE, 0.6 * SIZE] }) }],
        halfSpaces: [FLOOR],
        bodies: [{ shape: 'a', material: 'stone', position: [0, 0, 0.1], orientation: [1, 0.2, 0.1, 0.05] }],
      }),
    );
    simulation.step(10_000);
    const { kinetic, rotational } = simulation.energy();
    const weight = 2000 * 8 * 0.48 * SIZE ** 3 * 9.81;
    // Four corners of stiffness 1e6 N/m bear it.
    expect(simulation.body(0).position.z).toBeCloseTo(0.6 * SIZE - weight / 4e6, 9);
    expect(kinetic + rotational).toBeLessThan(1e-20);
    expect(simulation.halfSpaceLoads()[0]?.z).toBeCloseTo(-weight, 8);
    expect(simulation.contacts().count).toBe(4);
  });

  it('a stack of ten boxes stands', () => {
    const bodies = Array.from(
      { length: 10 },
      (_, k): BodySpec => ({
        shape: 'a',
        material: 'stone',
        position: [0.001 * Math.sin(7 * k), 0.001 * Math.cos(5 * k), (2 * k + 1) * SIZE + 0.0005 * k],
      }),
    );
    const simulation = start(
      scene({ bodies, shapes: [{ name: 'a', convex: box({ halfExtents: [SIZE, SIZE, SIZE] }) }], halfSpaces: [FLOOR] }),
    );
    simulation.step(10_000);
    const top = simulation.body(9).position;
    const { kinetic } = simulation.energy();
    expect(top.z).toBeGreaterThan(18.9 * SIZE);
    expect(Math.hypot(top.x, top.y)).toBeLessThan(0.1 * SIZE);
    // It still sways by a few micrometres.
    expect(kinetic).toBeLessThan(1e-5);
  });

  it('a cylinder stands on its cap and a capsule lies on its side', () => {
    const simulation = start(
      scene({
        shapes: [
          { name: 'can', convex: cylinder({ radius: 0.8 * SIZE, halfLength: SIZE }) },
          { name: 'pill', convex: capsule({ radius: 0.5 * SIZE, halfLength: SIZE }) },
        ],
        bodies: [
          { shape: 'can', material: 'stone', position: [0, 0, 1.1 * SIZE], orientation: [1, 0.02, 0.01, 0] },
          { shape: 'pill', material: 'stone', position: [4 * SIZE, 0, 0.6 * SIZE], orientation: [1, 0, 1.03, 0] },
        ],
        halfSpaces: [FLOOR],
      }),
    );
    simulation.step(20_000);
    const { kinetic, rotational } = simulation.energy();
    expect(kinetic + rotational).toBeLessThan(1e-10);
    expect(simulation.body(0).position.z / SIZE).toBeCloseTo(1, 3);
    expect(simulation.body(1).position.z / SIZE).toBeCloseTo(0.5, 3);
  });

  it('a cone stands on a box, over its edge, and lies on its side', () => {
    const slope = Math.asin(1 / Math.sqrt(1 + 1.8 ** 2));
    const lying = Math.PI / 2 + slope;
    const simulation = start(
      scene({
        shapes: [
          { name: 'cone', convex: cone({ radius: SIZE, height: 1.8 * SIZE }) },
          { name: 'block', convex: box({ halfExtents: [2 * SIZE, 2 * SIZE, SIZE] }) },
        ],
        bodies: [
          { shape: 'block', material: 'stone', position: [0, 0, SIZE], fixed: true },
          { shape: 'cone', material: 'stone', position: [1.4 * SIZE, 0.3 * SIZE, 2.01 * SIZE] },
          {
            shape: 'cone',
            material: 'stone',
            position: [5 * SIZE, 0, 1.02 * SIZE * Math.cos(slope)],
            orientation: [Math.cos(lying / 2), 0, Math.sin(lying / 2), 0],
          },
        ],
        halfSpaces: [FLOOR],
      }),
    );
    simulation.step(15_000);
    const { kinetic, rotational } = simulation.energy();
    expect(kinetic + rotational).toBeLessThan(1e-10);
    // The centre of mass is at a quarter of the height.
    expect(simulation.body(1).position.z / SIZE).toBeCloseTo(2 + 0.45, 2);
    expect(simulation.body(2).position.z / SIZE).toBeCloseTo(0.75 * 1.8 * Math.sin(slope), 2);
  });
});

it('bodies that touch within rounding, where the bounds of their distance do not close, do not push each other', () => {
  const round = superquadric({
    semiAxes: [0.14923671786673368, 0.6091769934864715, 0.38329032622277737],
    n1: 1.7,
    n2: 1.5,
  });
  const tip = cone({ radius: 0.40814079411793497, height: 1.9430620233761147 });
  const placed = {
    position: [-0.15045994970182602, 1.2269244853204002, -0.36730825451023735],
    orientation: [-0.7144973796897529, -0.40846348383195846, -0.19279368408637265, 0.5343048494714798],
  } as const;
  const { status, lower, upper } = contact(round, {}, tip, placed);
  expect(status).toBe('bounded');
  expect(lower).toBeLessThan(-1);
  expect(upper).toBeLessThan(1e-11);
  const simulation = start(
    scene({
      shapes: [
        { name: 'round', convex: round },
        { name: 'tip', convex: tip },
      ],
      bodies: [
        { shape: 'round', material: 'stone', position: [0, 0, 0] },
        { shape: 'tip', material: 'stone', ...placed },
      ],
      gravity: [0, 0, 0],
    }),
  );
  const { count, overlap } = simulation.contacts();
  expect(count).toBe(1);
  expect(overlap[0]).toBeLessThan(1e-11);
});
