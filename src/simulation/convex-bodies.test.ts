// SPDX-License-Identifier: MIT
/** Convex bodies and compounds in contact: conservation, rest, the same bits on any path, and agreement with spheres. */
import { afterEach, describe, expect, it } from 'vitest';
import { HERTZ, LINEAR } from '../../tests/support/sphere-scene.ts';
import { fromAxisAngle, rotate } from '../math/quaternion.ts';
import { Random } from '../math/random.ts';
import { add, cross, length, scale, subtract, type Vector3 } from '../math/vector.ts';
import { box } from '../shapes/box.ts';
import { capsule } from '../shapes/capsule.ts';
import { compound } from '../shapes/compound.ts';
import { cone } from '../shapes/cone.ts';
import { polyhedron } from '../shapes/convex-polyhedron.ts';
import { cylinder } from '../shapes/cylinder.ts';
import { ellipsoid } from '../shapes/ellipsoid.ts';
import { rounded } from '../shapes/rounded.ts';
import type { ConvexShape } from '../shapes/shape.ts';
import { superquadric } from '../shapes/superquadric.ts';
import { bodyForm } from './body-form.ts';
import { Simulation, type SimulationOptions } from './simulation.ts';
import type { BodyShapeSpec, BodySpec, SimulationSpec } from './simulation-spec.ts';

const SEED = Number(process.env.TEST_SEED ?? 20261115);
const SIZE = 0.05;
const STONE = {
  ...{ name: 'stone', density: 2000, stiffness: 1e6, tangentialStiffnessRatio: 0.5, friction: 0.4, restitution: 0.5 },
  ...{ youngsModulus: 1e7, poissonsRatio: 0.25 },
};
const FLOOR = { name: 'floor', normal: [0, 0, 1], offset: 0, material: 'stone' } as const;

const open: Simulation[] = [];
afterEach(() => {
  for (const simulation of open.splice(0)) simulation.dispose();
});
function start(spec: SimulationSpec, options?: SimulationOptions): Simulation {
  const simulation = new Simulation(spec, options);
  open.push(simulation);
  return simulation;
}

function cloud(random: Random, count: number): ConvexShape {
  const vertices = Array.from({ length: count }, () => scale(random.unitVector(), SIZE));
  return polyhedron({ vertices });
}

/** One of every kind. */
function shapes(random: Random): BodyShapeSpec[] {
  const convex: ConvexShape[] = [
    box({ halfExtents: [SIZE, 0.8 * SIZE, 0.6 * SIZE] }),
    capsule({ radius: 0.4 * SIZE, halfLength: 0.5 * SIZE }),
    cylinder({ radius: 0.6 * SIZE, halfLength: 0.7 * SIZE }),
    cone({ radius: 0.7 * SIZE, height: 1.4 * SIZE }),
    ellipsoid({ semiAxes: [SIZE, 0.6 * SIZE, 0.8 * SIZE] }),
    superquadric({ semiAxes: [SIZE, 0.8 * SIZE, 0.7 * SIZE], n1: 4, n2: 3 }),
    cloud(random, 12),
    rounded({ shape: box({ halfExtents: [0.5 * SIZE, 0.4 * SIZE, 0.3 * SIZE] }), radius: 0.2 * SIZE }),
  ];
  const cross = compound([
    { shape: box({ halfExtents: [SIZE, 0.3 * SIZE, 0.3 * SIZE] }) },
    { shape: box({ halfExtents: [0.3 * SIZE, SIZE, 0.3 * SIZE] }), pose: { position: [0, 0, 0.5 * SIZE] } },
  ]);
  return [
    ...convex.map((shape) => ({ name: shape.kind, convex: shape })),
    { name: 'cross', compound: cross },
    { name: 'ball', sphere: { radius: 0.7 * SIZE } },
    {
      name: 'clump',
      clump: {
        spheres: [
          { centre: [0, 0, 0], radius: 0.5 * SIZE },
          { centre: [0.6 * SIZE, 0, 0], radius: 0.4 * SIZE },
        ],
      },
    },
  ];
}

function scene(more: Partial<SimulationSpec> & Pick<SimulationSpec, 'shapes' | 'bodies'>): SimulationSpec {
  return { timeStep: 2e-4, gravity: [0, 0, -9.81], law: LINEAR, materials: [STONE], ...more };
}

/** A loose heap of all kinds of bodies over a floor between four walls. */
function heap(count: number, more: Partial<SimulationSpec> = {}): SimulationSpec {
  const random = new Random(SEED);
  const kinds = shapes(random);
  const side = 3;
  const bodies = Array.from({ length: count }, (_, k): BodySpec => {
    const at = [k % side, Math.floor(k / side) % side, Math.floor(k / side / side)];
    const [x = 0, y = 0, z = 0] = at.map((cell) => (cell + 0.6) * 2.2 * SIZE);
    const { w, x: qx, y: qy, z: qz } = random.rotation();
    return {
      ...{ shape: kinds[k % kinds.length]?.name ?? '', material: 'stone', position: [x, y, z] },
      ...{ orientation: [w, qx, qy, qz], velocity: [random.between(-1, 1), random.between(-1, 1), -2] },
    };
  });
  const width = 2.2 * SIZE * (side + 0.2);
  const wall = (name: string, normal: readonly [number, number, number], offset: number) => ({
    ...{ name, normal, offset, material: 'stone' },
  });
  const halfSpaces = [
    FLOOR,
    wall('left', [1, 0, 0], 0),
    wall('right', [-1, 0, 0], -width),
    wall('front', [0, 1, 0], 0),
    wall('back', [0, -1, 0], -width),
  ];
  return scene({ shapes: kinds, bodies, halfSpaces, ...more });
}

function bits(simulation: Simulation): string {
  const { position, velocity, angularVelocity, orientation, force, torque } = simulation.bodies();
  const { balance, frictionLoss, dampingLoss } = simulation.energy();
  const sums = Float64Array.of(balance, frictionLoss, dampingLoss);
  return [position, velocity, angularVelocity, orientation, force, torque, sums]
    .map((array) => Buffer.from(array.buffer, array.byteOffset, array.byteLength).toString('hex'))
    .join();
}

/** Linear momentum and angular momentum about the origin, over density. */
function momenta(simulation: Simulation, kinds: readonly BodyShapeSpec[]): { linear: Vector3; angular: Vector3 } {
  let linear: Vector3 = { x: 0, y: 0, z: 0 };
  let angular = linear;
  const { count, ids } = simulation.bodies();
  for (let k = 0; k < count; k++) {
    const body = simulation.body(ids[k] ?? 0);
    const form = bodyForm(kinds[body.shape] as BodyShapeSpec);
    if (form === undefined) throw new Error('a sphere');
    const push = scale(body.velocity, form.volume);
    const axes = [0, 1, 2].map((axis) =>
      rotate(body.orientation, rotate(form.principal, { x: +(axis === 0), y: +(axis === 1), z: +(axis === 2) })),
    );
    linear = add(linear, push);
    angular = add(angular, cross(body.position, push));
    axes.forEach((axis, j) => {
      const { x, y, z } = body.angularVelocity;
      angular = add(angular, scale(axis, (form.inertia[j] ?? 0) * (axis.x * x + axis.y * y + axis.z * z)));
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
        ...{ shape: 'abcd'[k % 4] ?? 'a', material: 'stone', position, orientation: [w, x, y, z] },
        ...{ velocity: scale(position, -20), angularVelocity: spin },
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
      ...{ name, normal, offset: -3 * SIZE, material: 'stone' },
    });
    const spec = scene({
      ...{
        shapes: kinds,
        law: HERTZ,
        gravity: [0, 0, 0],
        materials: [{ ...STONE, restitution: 1, youngsModulus: 1e9 }],
      },
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
        ...[wall('left', [1, 0, 0]), wall('right', [-1, 0, 0]), wall('front', [0, 1, 0]), wall('back', [0, -1, 0])],
        ...[wall('bottom', [0, 0, 1]), wall('top', [0, 0, -1])],
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
      ...{ shapes: [{ name: 'a', convex: box({ halfExtents: [SIZE, SIZE, SIZE] }) }], halfSpaces: [FLOOR] },
      ...{ law: { normal: 'linear' }, materials: [{ ...STONE, restitution: 1 }], timeStep: 1e-5 },
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
        ...{
          shapes: [{ name: 'a', convex: box({ halfExtents: [SIZE, 0.8 * SIZE, 0.6 * SIZE] }) }],
          halfSpaces: [FLOOR],
        },
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
        ...{ shape: 'a', material: 'stone' },
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
});

describe('the same bits', () => {
  it('for one thread and two, from wasm and from TypeScript', () => {
    const spec = heap(33);
    const one = start(spec);
    const two = start({ ...spec, threads: 2 });
    const slow = start(spec, { kernel: 'typescript' });
    for (const simulation of [one, two, slow]) simulation.step(150);
    expect(one.statistics().contacts).toBeGreaterThan(2);
    expect(bits(slow)).toBe(bits(one));
    for (const simulation of [one, two]) simulation.step(1350);
    expect(one.statistics().contacts).toBeGreaterThan(20);
    expect(bits(two)).toBe(bits(one));
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
    const restored = Simulation.restore(spec, first.save());
    open.push(restored);
    restored.step(380);
    expect(bits(restored)).toBe(bits(through));
  });
});

describe('a superquadric with exponents 2', () => {
  /** Two balls, one of them turning, collide over a floor. */
  function balls(first: BodyShapeSpec, second: BodyShapeSpec, law: SimulationSpec['law']): Simulation {
    const simulation = start(
      scene({
        ...{ shapes: [first, second], halfSpaces: [FLOOR], law },
        bodies: [
          { shape: first.name, material: 'stone', position: [0, 0, SIZE], velocity: [0.5, 0, 0] },
          {
            ...{ shape: second.name, material: 'stone', position: [2.2 * SIZE, 0.2 * SIZE, 1.1 * SIZE] },
            ...{ velocity: [-0.3, 0.1, -0.1], angularVelocity: [10, 5, 20] },
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
          expect(Math.abs(value - (wanted[k] ?? 0)) / size).toBeLessThan(1e-9);
        });
      }
    }
  });
});

describe('convex bodies', () => {
  it('meet across periodic sides', () => {
    const spec = (shift: number): SimulationSpec =>
      scene({
        ...{ shapes: [{ name: 'a', convex: box({ halfExtents: [SIZE, SIZE, SIZE] }) }], gravity: [0, 0, 0] },
        domain: { min: [0, 0, 0], max: [8 * SIZE, 8 * SIZE, 8 * SIZE], periodic: [true, true, true] },
        neighbours: { skin: 0.1 * SIZE },
        bodies: [
          { shape: 'a', material: 'stone', position: [shift, 4 * SIZE, 4 * SIZE], orientation: [1, 0.1, 0.2, 0.3] },
          {
            ...{ shape: 'a', material: 'stone', position: [shift + 2.6 * SIZE, 4.2 * SIZE, 4 * SIZE] },
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
            ...{ shape: 'a', material: 'stone', orientation: [turn.w, turn.x, turn.y, turn.z] },
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
