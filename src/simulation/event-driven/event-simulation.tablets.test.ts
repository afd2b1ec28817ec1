// SPDX-License-Identifier: MIT
/** Tablets in event-driven runs: closed forms on a plane, and what impacts of pairs keep. */
import { describe, expect, it } from 'vitest';
import type { EventLawSpec } from '../../contact-laws/event-law.ts';
import { fromAxisAngle } from '../../math/quaternion.ts';
import { multiplyVector, rotateMatrix } from '../../math/symmetric-matrix.ts';
import { add, cross, length, scale, subtract, type Vector3 } from '../../math/vector.ts';
import { box } from '../../shapes/kinds/box.ts';
import { capsule } from '../../shapes/kinds/capsule.ts';
import { compound } from '../../shapes/kinds/compound.ts';
import { cylinder } from '../../shapes/kinds/cylinder.ts';
import { halfSpace } from '../../shapes/kinds/half-space.ts';
import { rounded } from '../../shapes/kinds/rounded.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import { superquadric } from '../../shapes/kinds/superquadric.ts';
import { tablet } from '../../shapes/kinds/tablet.ts';
import type { ConvexShape } from '../../shapes/shape.ts';
import { EventSimulation } from './event-simulation.ts';
import type { EventBodySpec } from './event-simulation-spec.ts';

const G = 9.81;
const GRAVITY = [0, 0, -G] as const;
const LAW: EventLawSpec = { point: { stiffness: 1e6 }, line: { stiffness: 1e8 }, volume: { stiffness: 1e10 } };
const FLOOR = { name: 'floor', shape: halfSpace({ normal: [0, 0, 1], offset: 0 }) };
const PLATE = {
  name: 'plate',
  shape: box({ halfExtents: [1, 1, 0.1] }),
  position: [0, 0, -0.1] as const,
  fixed: true,
};
/** Caps of 2 cm above a band of 3 cm; their centres are 1.5 cm below the middle of the body. */
const PILL = tablet({ diameter: 0.08, bandHeight: 0.03, capRadius: 0.05 });
const SUNK = 0.015;
const MASS = 1000 * PILL.massProperties().volume;

const turned = (angle: number) => fromAxisAngle([1, 0, 0], angle);
/** Angle between the axis and the vertical, with the sign of the rotation about x. */
const tiltOf = (simulation: EventSimulation, index: number): number => {
  const { w, x } = simulation.body(index).pose.orientation;
  return 2 * Math.atan2(x, w);
};

describe('a tablet above a plane', () => {
  it.each([
    ['on its cap', 0, 0.035],
    ['on its band', Math.PI / 2, 0.04],
    // The lowest point is on the cap while the tilt is below its half angle, asin(4/5): the radius below its centre.
    ['leaning, on its cap', 0.5, 0.05 - SUNK * Math.cos(0.5)],
    ['leaning, on its rim', 1.2, 0.04 * Math.sin(1.2) + 0.015 * Math.cos(1.2)],
  ])('meets it %s when a falling point does', (_, tilt, reach) => {
    const body = { name: 'pill', shape: PILL, position: [0, 0, 0.2 + reach], orientation: turned(tilt) } as const;
    for (const ground of [FLOOR, PLATE]) {
      const simulation = new EventSimulation({ gravity: GRAVITY, law: LAW, bodies: [ground, body] });
      simulation.advance(0.205);
      expect(simulation.events[0]).toMatchObject({ isBeginning: true });
      expect(simulation.events[0].time).toBeCloseTo(Math.sqrt(0.4 / G), 9);
    }
  });

  it.each([
    ['its cap', 0, 0.4],
    ['its band', Math.PI / 2, 0.8],
  ])('keeps its share of the speed in an impact on %s', (_, tilt, restitution) => {
    const body = { name: 'pill', shape: PILL, position: [0, 0, 0.05], velocity: [0, 0, -1] } as const;
    const simulation = new EventSimulation({
      law: { ...LAW, restitution },
      tolerance: 1e-8,
      bodies: [FLOOR, { ...body, orientation: turned(tilt) }],
    });
    simulation.advance(0.1);
    expect(simulation.events.map(({ isBeginning }) => isBeginning)).toEqual([true, false]);
    expect(simulation.body(1).velocity.z).toBeCloseTo(restitution, 6);
  });

  it('rocks on its cap with the period of a body whose centre is below that of the cap', () => {
    // Without friction the centre of mass moves vertically: I a'' = - m g d sin a, d below the centre of the sphere.
    // The energy k depth^3 / (6 cos a) of a leaning line adds a third of the depth to d.
    const depth = Math.sqrt((2 * MASS * G) / 1e8);
    const { inertia } = PILL.massProperties();
    const rate = Math.sqrt((MASS * G * (SUNK + depth / 3)) / (1000 * inertia.xx));
    const tilt = 0.01;
    const position = [0, 0, 0.05 - SUNK * Math.cos(tilt) - depth] as const;
    const body = { name: 'pill', shape: PILL, position, orientation: turned(tilt) };
    const simulation = new EventSimulation({ gravity: GRAVITY, law: LAW, bodies: [FLOOR, body] });
    for (const quarter of [1, 2, 3, 4]) {
      const { kind } = simulation.advance((quarter * Math.PI) / 2 / rate);
      expect(kind).toBe('end');
      // Amplitude and period differ from those of small angles by the square of the angle.
      expect(Math.abs(tiltOf(simulation, 1) - tilt * [1, 0, -1, 0][quarter % 4])).toBeLessThan(5e-4 * tilt);
    }
  });

  it.each([
    // A line of the band's length carries the weight; on the cap the depth falls from the end to nothing.
    ['its band', Math.PI / 2, 0.04, (MASS * G) / (1e8 * 0.03)],
    ['its cap', 0, 0.035, Math.sqrt((2 * MASS * G) / 1e8)],
  ])('comes to rest on %s where its weight is carried', (_, tilt, height, depth) => {
    const body = { name: 'pill', shape: PILL, position: [0, 0, height + 0.002], orientation: turned(tilt) } as const;
    const law = { ...LAW, restitution: 0.2, friction: 0.3 };
    const simulation = new EventSimulation({ gravity: GRAVITY, law, bodies: [PLATE, body] });
    expect(simulation.advance(0.2)).toEqual({ kind: 'end', time: 0.2 });
    expect(length(simulation.body(1).velocity)).toBeLessThan(1e-6);
    expect(Math.abs((height - simulation.body(1).pose.position.z) / depth - 1)).toBeLessThan(1e-3);
  });

  it('lies on its band with the volume stiffness times its radius where the law has no line', () => {
    const law = { point: { stiffness: 1e6 }, volume: { stiffness: 1e10 }, restitution: 0.2 };
    const depth = (MASS * G) / (1e10 * 0.04 * 0.03);
    const body = {
      name: 'pill',
      shape: PILL,
      position: [0, 0, 0.04 - depth],
      orientation: turned(Math.PI / 2),
    } as const;
    const simulation = new EventSimulation({ gravity: GRAVITY, law, bodies: [PLATE, body] });
    simulation.advance(0.1);
    expect(simulation.body(1).pose.position.z).toBeCloseTo(0.04 - depth, 10);
    expect(simulation.contacts()).toHaveLength(1);
  });

  it.each([
    ['a capsule, where its caps are half balls', 0.06, capsule({ radius: 0.04, halfLength: 0.03 })],
    ['a ball, where they are and it has no band', 0, sphere({ radius: 0.04 })],
  ])('moves like %s', (_, bandHeight, same) => {
    const given = tablet({ diameter: 0.08, bandHeight, capRadius: 0.04 });
    const [a, b] = [given, same].map((shape) => {
      const body = {
        name: 'a',
        shape,
        position: [0, 0, 0.06],
        velocity: [0, 0.3, 0],
        orientation: turned(1.4),
      } as const;
      const law = { ...LAW, friction: 0.4, restitution: 0.5 };
      const simulation = new EventSimulation({ gravity: GRAVITY, law, bodies: [PLATE, body] });
      simulation.advance(0.15);
      return simulation.body(1);
    });
    expect(length(subtract(a.velocity, b.velocity))).toBeLessThan(1e-5);
    expect(length(subtract(a.angularVelocity, b.angularVelocity))).toBeLessThan(1e-4);
  });
});

describe('an elastic impact of a tablet', () => {
  const OTHERS: readonly (readonly [string, ConvexShape | ReturnType<typeof compound>])[] = [
    ['another tablet', PILL],
    ['a sphere', sphere({ radius: 0.04 })],
    ['a box', box({ halfExtents: [0.03, 0.04, 0.05] })],
    ['a cylinder', cylinder({ radius: 0.03, halfLength: 0.04 })],
    ['a blocky superquadric', superquadric({ semiAxes: [0.03, 0.04, 0.05], n1: 4, n2: 4 })],
    ['a lens', tablet({ diameter: 0.08, bandHeight: 0, capHeight: 0.02 })],
    ['a rounded tablet', rounded({ shape: PILL, radius: 0.005 })],
    ['a compound of tablets', compound([-0.02, 0.02].map((z) => ({ shape: PILL, pose: { position: [0, 0, z] } })))],
  ];

  it.each(OTHERS)('with %s keeps momentum, angular momentum and energy', (_, shape) => {
    const bodies: EventBodySpec[] = [
      { name: 'a', shape: PILL, velocity: [0, 0, 1], orientation: fromAxisAngle([1, 2, 3], 0.7) },
      { name: 'b', shape, position: [0.01, 0.005, 0.15], orientation: fromAxisAngle([1, -1, 0.5], 0.4) },
    ];
    const simulation = new EventSimulation({ law: LAW, tolerance: 1e-5, bodies });
    const [before, energy] = [momenta(simulation, [PILL, shape]), simulation.energy()];
    simulation.advance(0.15);
    const after = momenta(simulation, [PILL, shape]);
    expect(simulation.events.length).toBeGreaterThanOrEqual(2);
    expect(Math.abs(simulation.energy() / energy - 1)).toBeLessThan(1e-4);
    expect(length(subtract(after.linear, before.linear))).toBeLessThan(1e-12 * length(before.linear));
    expect(length(subtract(after.angular, before.angular))).toBeLessThan(1e-5 * length(before.linear) * 0.1);
    expect(simulation.body(1).velocity.z).toBeGreaterThan(0.1);
  });
});

/** Linear momentum, and angular momentum about the origin, for a density of 1000 kg/m3. */
function momenta(simulation: EventSimulation, shapes: readonly (ConvexShape | ReturnType<typeof compound>)[]) {
  let linear: Vector3 = { x: 0, y: 0, z: 0 };
  let angular: Vector3 = { x: 0, y: 0, z: 0 };
  shapes.forEach((shape, i) => {
    const { velocity, centreOfMass, angularVelocity, pose } = simulation.body(i);
    const { volume, inertia } = shape.massProperties();
    const own = rotateMatrix(inertia, pose.orientation);
    const momentum = scale(velocity, 1000 * volume);
    linear = add(linear, momentum);
    angular = add(angular, add(cross(centreOfMass, momentum), scale(multiplyVector(own, angularVelocity), 1000)));
  });
  return { linear, angular };
}
