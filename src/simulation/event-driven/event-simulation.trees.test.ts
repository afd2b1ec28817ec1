// SPDX-License-Identifier: MIT
/** Trees as a whole: what they conserve, what of them may touch, and what is refused. */
import { describe, expect, it } from 'vitest';
import type { EventLawSpec } from '../../contact-laws/event-law.ts';
import { rotateMatrix } from '../../math/symmetric-matrix.ts';
import { add, cross, distance, scale, type Vector3, ZERO_VECTOR } from '../../math/vector.ts';
import type { JointSpec, PointSpringSpec } from '../../multibody/joint-spec.ts';
import { box } from '../../shapes/kinds/box.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import { EventSimulation } from './event-simulation.ts';
import type { EventBodySpec } from './event-simulation-spec.ts';

const LAW: EventLawSpec = { point: { stiffness: 1e5 }, volume: { stiffness: 1e6 } };
const GRAVITY = [0, 0, -9.81] as const;
/** After some hundred steps, in tolerances. */
const SHARE = 1e3;

/** A tetrahedron whose centre of mass is not its origin and whose axes are not principal. */
const WEDGE = polyhedron({
  vertices: [
    [0, 0, 0],
    [0.3, 0, 0.05],
    [0.1, 0.25, 0],
    [0.05, 0.1, 0.4],
  ],
});

describe('a tree that floats', () => {
  const bodies: readonly EventBodySpec[] = [
    { name: 'arm', shape: WEDGE, position: [1, 0, 0], orientation: [1, 0.2, -0.3, 0.1] },
    { name: 'trunk', shape: WEDGE, position: [0, 0, 0], velocity: [0.3, -0.2, 0.1], angularVelocity: [1, -2, 1.5] },
    { name: 'hand', shape: WEDGE, position: [1.5, 0.2, 0.1] },
    { name: 'leg', shape: WEDGE, position: [0, 0, -1] },
  ];
  const joints: readonly JointSpec[] = [
    {
      name: 'wrist',
      kind: 'revolute',
      parent: 'arm',
      child: 'hand',
      at: [1.4, 0.1, 0],
      axis: [1, 1, 0],
      spring: { stiffness: 5 },
      initial: { angle: 0.5, speed: 3 },
    },
    {
      name: 'shoulder',
      kind: 'spherical',
      parent: 'trunk',
      child: 'arm',
      at: [0.5, 0.1, 0.2],
      initial: { angularVelocity: [0, 3, 1] },
    },
    {
      name: 'hip',
      kind: 'prismatic',
      parent: 'trunk',
      child: 'leg',
      axis: [0.1, 0.2, 1],
      spring: { stiffness: 200, rest: 0.1 },
    },
  ];
  const tolerance = 1e-9;

  function momenta(simulation: EventSimulation, order: readonly EventBodySpec[]): readonly [Vector3, Vector3] {
    const { volume, inertia } = WEDGE.massProperties();
    let linear = ZERO_VECTOR;
    let angular = ZERO_VECTOR;
    order.forEach((_, i) => {
      const { pose, centreOfMass, velocity, angularVelocity: w } = simulation.body(i);
      const p = scale(velocity, 1000 * volume);
      const m = rotateMatrix(inertia, pose.orientation);
      linear = add(linear, p);
      angular = add(angular, cross(centreOfMass, p));
      angular = add(angular, {
        x: 1000 * (m.xx * w.x + m.xy * w.y + m.xz * w.z),
        y: 1000 * (m.xy * w.x + m.yy * w.y + m.yz * w.z),
        z: 1000 * (m.xz * w.x + m.yz * w.y + m.zz * w.z),
      });
    });
    return [linear, angular];
  }

  it('keeps momentum, angular momentum and energy', () => {
    const simulation = new EventSimulation({ law: LAW, tolerance, bodies, joints });
    const [p, l] = momenta(simulation, bodies);
    const energy = simulation.energy();
    expect(simulation.advance(2).kind).toBe('end');
    expect(simulation.events).toEqual([]);
    const [p2, l2] = momenta(simulation, bodies);
    expect(distance(p, p2)).toBeLessThan(SHARE * tolerance * Math.hypot(p.x, p.y, p.z));
    expect(distance(l, l2)).toBeLessThan(SHARE * tolerance * Math.hypot(l.x, l.y, l.z));
    expect(Math.abs(simulation.energy() / energy - 1)).toBeLessThan(SHARE * tolerance);
  });

  it('has the same bits whether it is asked on the way or not', () => {
    const run = (isAsked: boolean): Float64Array => {
      const floor: EventBodySpec = {
        name: 'floor',
        shape: box({ halfExtents: [4, 4, 1] }),
        fixed: true,
        position: [0, 0, -2.5],
      };
      const simulation = new EventSimulation({ law: LAW, gravity: GRAVITY, bodies: [...bodies, floor], joints });
      const ask = (): void => {
        simulation.joint('wrist');
        simulation.energy();
        simulation.body(0);
      };
      for (const t of [0.2, 0.3, 0.4]) {
        expect(simulation.advance(t, isAsked ? ask : () => {}).kind).toBe('end');
        if (isAsked) ask();
      }
      expect(simulation.events.length).toBeGreaterThan(0);
      return simulation.state;
    };
    expect(run(true)).toEqual(run(false));
  });

  it('moves alike in any order of bodies and joints, and anywhere', () => {
    const run = (offset: number, turn: number) => {
      const moved = bodies.map((body) => {
        const [x, y, z] = body.position as readonly [number, number, number];
        return { ...body, position: [x + offset, y - offset, z + offset] as const };
      });
      const shifted = joints.map((joint) => {
        if (joint.at === undefined) return joint;
        const [x, y, z] = joint.at as readonly [number, number, number];
        return { ...joint, at: [x + offset, y - offset, z + offset] as const };
      });
      const order = [...moved.slice(turn), ...moved.slice(0, turn)];
      const simulation = new EventSimulation({
        law: LAW,
        tolerance: 1e-6,
        bodies: order,
        joints: [...shifted.slice(turn), ...shifted.slice(0, turn)],
      });
      simulation.advance(0.5);
      return moved.map((body) => {
        const { x, y, z } = simulation.body(order.indexOf(body)).centreOfMass;
        return { x: x - offset, y: y + offset, z: z - offset };
      });
    };
    const reference = run(0, 0);
    for (let turn = 1; turn < 4; turn++) {
      run(0, turn).forEach((centre, i) => {
        expect(distance(centre, reference[i])).toBeLessThan(1e-12);
      });
    }
    // The places of the joints are rounded to 1e-10 here.
    run(2 ** 20, 0).forEach((centre, i) => {
      expect(distance(centre, reference[i])).toBeLessThan(1e-8);
    });
  });
});

describe('contacts of bodies with joints', () => {
  const rod = box({ halfExtents: [0.05, 0.05, 0.2] });
  const chain = (extra: Partial<JointSpec> = {}): ConstructorParameters<typeof EventSimulation>[0] => ({
    gravity: GRAVITY,
    law: LAW,
    bodies: [
      { name: 'post', shape: box({ halfExtents: [0.1, 0.1, 0.1] }), fixed: true, position: [0, 0, 0.1] },
      // All of them overlap with their neighbours.
      { name: 'upper', shape: rod, position: [0, 0, -0.15] },
      { name: 'lower', shape: rod, position: [0, 0, -0.5] },
    ],
    joints: [
      { name: 'top', kind: 'revolute', parent: 'post', child: 'upper', at: [0, 0, 0.05], axis: [0, 1, 0] },
      {
        name: 'middle',
        kind: 'revolute',
        parent: 'upper',
        child: 'lower',
        at: [0, 0, -0.325],
        axis: [0, 1, 0],
        ...extra,
      } as JointSpec,
    ],
  });

  it('are not taken between neighbours, unless the joint says so', () => {
    expect(new EventSimulation(chain()).events).toEqual([]);
    expect(new EventSimulation(chain({ contact: true } as Partial<JointSpec>)).events).toMatchObject([
      { bodies: [1, 2] },
    ]);
  });

  it('are not taken between bodies that are welded, nor with what is joined to either', () => {
    const spec = chain();
    const welded: EventBodySpec = {
      name: 'plate',
      shape: box({ halfExtents: [0.3, 0.3, 0.02] }),
      position: [0, 0, -0.3],
    };
    const bodies = [...spec.bodies, welded];
    // Free it would touch both rods.
    expect(new EventSimulation({ ...spec, bodies }).events).toHaveLength(2);
    const weld: JointSpec = { kind: 'fixed', parent: 'upper', child: 'plate' };
    expect(new EventSimulation({ ...spec, bodies, joints: [...(spec.joints ?? []), weld] }).events).toEqual([]);
    // On the world it is still, and meets what moves but not what is fixed.
    const wall: EventBodySpec = { name: 'wall', shape: rod, position: [0.3, 0, -0.3], fixed: true };
    const still: JointSpec = { kind: 'fixed', child: 'plate' };
    const simulation = new EventSimulation({
      ...spec,
      bodies: [...bodies, wall],
      joints: [...(spec.joints ?? []), still],
    });
    expect(simulation.events.map((event) => event.bodies)).toEqual([
      [1, 3],
      [2, 3],
    ]);
  });

  it('are those of all others: a pendulum bounces off a wall', () => {
    const simulation = new EventSimulation({
      gravity: GRAVITY,
      law: LAW,
      tolerance: 1e-8,
      bodies: [
        { name: 'bob', shape: sphere({ radius: 0.1 }), position: [0, 0, -1] },
        { name: 'wall', shape: box({ halfExtents: [0.1, 1, 2] }), position: [-0.2, 0, 0], fixed: true },
      ],
      joints: [
        { name: 'hinge', kind: 'revolute', child: 'bob', at: [0, 0, 0], axis: [0, 1, 0], initial: { angle: -0.5 } },
      ],
    });
    const energy = simulation.energy();
    expect(simulation.advance(5).kind).toBe('end');
    expect(simulation.events.length).toBeGreaterThanOrEqual(6);
    expect(Math.abs(simulation.energy() / energy - 1)).toBeLessThan(SHARE * 1e-8);
  });
});

describe('joints are refused', () => {
  const shape = sphere({ radius: 0.1 });
  const refuse = (
    joints: readonly unknown[],
    { bodies = [], springs = [] }: { bodies?: readonly EventBodySpec[]; springs?: readonly unknown[] } = {},
  ): (() => EventSimulation) => {
    const all = ['a', 'b', 'c'].map((name, i): EventBodySpec => ({ name, shape, position: [i, 0, 0] }));
    const fixed: EventBodySpec = {
      name: 'floor',
      shape: box({ halfExtents: [1, 1, 1] }),
      fixed: true,
      position: [0, 0, -9],
    };
    return () =>
      new EventSimulation({
        law: LAW,
        bodies: [...all, fixed, ...bodies],
        joints: joints as readonly JointSpec[],
        springs: springs as readonly PointSpringSpec[],
      });
  };
  const hinge = { kind: 'revolute', child: 'a', axis: [0, 0, 1] };

  it.each([
    ['unknown names', [{ ...hinge, parent: 'd' }], 'joints[0].parent: no body is called "d"'],
    ['two parents', [hinge, { ...hinge, parent: 'b' }], 'joints[1].child: a hangs on joints[0] already; closed loops'],
    [
      'closed loops, by their names',
      [
        { ...hinge, name: 'p', parent: 'b' },
        { ...hinge, name: 'q', parent: 'c', child: 'b' },
        { ...hinge, name: 'r', parent: 'a', child: 'c' },
      ],
      'joints p, q, r form a closed loop through a',
    ],
    [
      'what hangs on a loop',
      [
        { ...hinge, name: 'p', parent: 'b' },
        { ...hinge, name: 'q', parent: 'c', child: 'b' },
        { ...hinge, name: 'r', parent: 'b', child: 'c' },
      ],
      'joints q, r form a closed loop through b',
    ],
    ['a body on itself', [{ ...hinge, parent: 'a' }], 'form a closed loop through a'],
    ['a fixed child', [{ ...hinge, child: 'floor' }], 'floor is fixed and cannot hang on a joint'],
    ['the world as a child', [{ ...hinge, child: 'world' }], 'the world cannot hang on a joint'],
    ['a zero axis', [{ ...hinge, axis: [0, 0, 0] }], 'joints[0].axis: expected a direction, got (0, 0, 0)'],
    ['an axis that is not finite', [{ ...hinge, axis: [0, Number.NaN, 0] }], 'joints[0].axis: expected three finite'],
    ['no axis', [{ kind: 'prismatic', child: 'a' }], 'a prismatic joint needs one'],
    ['a kind that does not exist', [{ kind: 'cardan', child: 'a' }], 'joints[0].kind: expected one of fixed, revolute'],
    ['keys that do not exist', [{ ...hinge, torque: 1 }], 'joints[0].torque: expected one of name, kind'],
    ['coordinates of another kind', [{ ...hinge, initial: { displacement: 1 } }], 'joints[0].initial.displacement'],
    [
      'numbers that are not finite',
      [{ ...hinge, initial: { angle: Infinity } }],
      'joints[0].initial.angle: expected a finite',
    ],
    [
      'a quaternion of zeros',
      [{ kind: 'spherical', child: 'a', initial: { orientation: [0, 0, 0, 0] } }],
      'joints[0].initial.orientation',
    ],
    ['negative damping', [{ ...hinge, damping: -1 }], 'joints[0].damping: expected a finite number >= 0, got -1'],
    ['two places', [{ ...hinge, at: [0, 0, 0], onChild: {} }], 'a joint is placed by one of them'],
    [
      'a name twice',
      [
        { ...hinge, name: 'h' },
        { ...hinge, name: 'h', child: 'b' },
      ],
      'joints[0] is called "h" too',
    ],
    [
      'a drive that does not exist',
      [{ ...hinge, drive: { kind: 'motor' } }],
      'joints[0].drive.kind: expected force, servo or motion, got motor',
    ],
    [
      'a prescribed motion with a spring',
      [{ ...hinge, drive: { kind: 'motion', value: { rate: 1 } }, spring: { stiffness: 1 } }],
      'joints[0].spring: a joint whose motion is prescribed has none',
    ],
    [
      'limits in the wrong order',
      [{ ...hinge, limits: { low: 1, high: -1, stiffness: 1 } }],
      'joints[0].limits: expected low < high',
    ],
    [
      'a start beyond the limits',
      [{ ...hinge, limits: { high: 1, stiffness: 1 }, initial: { angle: 2 } }],
      'the joint begins at 2, outside -Infinity to 1',
    ],
    [
      'a pose that the joint does not fit',
      [{ ...hinge, child: 'b', onParent: { position: [0, 0, 2] } }],
      'puts b at (0, 0, 2), which is',
    ],
  ])('with %s', (_, joints, message) => {
    expect(refuse(joints)).toThrow(message);
  });

  it('with a velocity of the child', () => {
    const bodies = [{ name: 'd', shape, velocity: [1, 0, 0] as const }];
    expect(refuse([{ ...hinge, child: 'd' }], { bodies })).toThrow('d: hangs on joints[0] and moves as initial');
  });

  it('with names that are not clear', () => {
    expect(refuse([hinge], { bodies: [{ name: 'a', shape }] })).toThrow('more than one body is called "a"');
    expect(refuse([hinge], { bodies: [{ name: 'world', shape }] })).toThrow('is what joints call the world');
  });

  it('and so are springs that join nothing, and names of joints and springs that do not exist', () => {
    const spring = { bodies: ['a', 'a'], stiffness: 1 };
    expect(refuse([], { springs: [spring] })).toThrow('springs[0].bodies: expected two bodies of which at least one');
    expect(refuse([], { springs: [{ ...spring, bodies: ['floor', 'world'] }] })).toThrow('got floor and world');
    expect(refuse([], { springs: [{ ...spring, bodies: ['a', 'b'], stiffness: -1 }] })).toThrow('springs[0].stiffness');
    const simulation = refuse([hinge])();
    expect(() => simulation.joint('door')).toThrow('no joint is called "door"');
    expect(() => simulation.spring('coil')).toThrow('no spring is called "coil"');
  });

  it('but not where frames on both bodies place a body that has no pose of its own', () => {
    const simulation = new EventSimulation({
      law: LAW,
      bodies: [
        { name: 'base', shape, fixed: true, position: [1, 2, 3] },
        { name: 'arm', shape },
      ],
      joints: [
        {
          kind: 'revolute',
          parent: 'base',
          child: 'arm',
          onParent: { position: [0, 0, 1], orientation: [1, 0, 1, 0] },
          onChild: { position: [0, 0, -0.5] },
          axis: [0, 0, 1],
        },
      ],
    });
    const { x, y, z } = simulation.body(1).pose.position;
    expect([x, y, z]).toEqual([expect.closeTo(1.5, 12), expect.closeTo(2, 12), expect.closeTo(4, 12)]);
  });
});
