// SPDX-License-Identifier: MIT
/** Every kind of joint against a closed form or equations derived by hand. */
import { describe, expect, it } from 'vitest';
import type { EventLawSpec } from '../../contact-laws/event-law.ts';
import { transformPoint } from '../../math/pose.ts';
import { rotate } from '../../math/quaternion.ts';
import { distance, length, subtract } from '../../math/vector.ts';
import { DormandPrince } from '../../motion/dormand-prince.ts';
import { Integration } from '../../motion/integration.ts';
import { box } from '../../shapes/kinds/box.ts';
import { compound } from '../../shapes/kinds/compound.ts';
import { cylinder } from '../../shapes/kinds/cylinder.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import { EventSimulation } from './event-simulation.ts';

const LAW: EventLawSpec = { point: { stiffness: 1e6 }, volume: { stiffness: 1e6 } };
const G = 9.81;
const GRAVITY = [0, 0, -G] as const;
const TOLERANCE = 1e-9;
/** Of angles and relative lengths after some hundred steps of the tolerance above. */
const CLOSE = 1e-6;

/** A rod along z, hung at its upper end; it swings about y. */
const HALF = { x: 0.02, y: 0.03, z: 0.25 };
const ROD = box({ halfExtents: [HALF.x, HALF.y, HALF.z] });
const ROD_MASS = 1000 * 8 * HALF.x * HALF.y * HALF.z;
const ROD_INERTIA = (ROD_MASS / 3) * (HALF.x ** 2 + HALF.z ** 2);

function ellipticK(k: number): number {
  let [a, b] = [1, Math.sqrt(1 - k * k)];
  while (Math.abs(a - b) > 1e-15) [a, b] = [0.5 * (a + b), Math.sqrt(a * b)];
  return Math.PI / (2 * a);
}

describe('a pendulum on a revolute joint', () => {
  const start = (angle: number, offset = 0) =>
    new EventSimulation({
      gravity: GRAVITY,
      law: LAW,
      tolerance: TOLERANCE,
      bodies: [{ name: 'rod', shape: ROD, position: [offset, -offset, offset - HALF.z] }],
      joints: [
        {
          name: 'hinge',
          kind: 'revolute',
          child: 'rod',
          at: [offset, -offset, offset],
          axis: [0, 3, 0],
          initial: { angle },
        },
      ],
    });

  it.each([0.1, 1, 2.5])('has the period of the elliptic integral, with an amplitude of %f rad', (amplitude) => {
    const simulation = start(amplitude);
    const inertia = ROD_INERTIA + ROD_MASS * HALF.z ** 2;
    const period = 4 * Math.sqrt(inertia / (ROD_MASS * G * HALF.z)) * ellipticK(Math.sin(amplitude / 2));
    expect(simulation.advance(period / 4).kind).toBe('end');
    // Where it is fastest an error of the angle is one of the time.
    expect(Math.abs(simulation.joint('hinge').angle ?? 1)).toBeLessThan(CLOSE);
    simulation.advance(period);
    expect(simulation.joint('hinge').angle).toBeCloseTo(amplitude, 6);
    expect(Math.abs(simulation.joint('hinge').speed ?? 1)).toBeLessThan(50 * CLOSE);
  });

  it('moves alike far from the origin', () => {
    const near = start(1);
    const far = start(1, 2 ** 20);
    for (const simulation of [near, far]) simulation.advance(1);
    // The hinge is where it is in the world, but all lengths are those of the joint: not a bit is lost.
    expect(far.joint('hinge')).toEqual(near.joint('hinge'));
    const [a, b] = [near.body(0).centreOfMass, far.body(0).centreOfMass];
    expect(b.x - 2 ** 20).toBeCloseTo(a.x, 8);
  });

  it('hangs at rest with its weight in the hinge', () => {
    const { force, torque, effort } = start(0).joint('hinge');
    expect(force.z).toBeCloseTo(ROD_MASS * G, 10);
    expect(Math.hypot(force.x, force.y, torque.x, torque.y, torque.z)).toBeLessThan(1e-12);
    expect(effort).toBe(0);
  });

  it('pulls with the centrifugal force as it passes the lowest point', () => {
    const simulation = start(1);
    const inertia = ROD_INERTIA + ROD_MASS * HALF.z ** 2;
    const quarter = Math.sqrt(inertia / (ROD_MASS * G * HALF.z)) * ellipticK(Math.sin(0.5));
    simulation.advance(quarter);
    const speedSquared = (2 * ROD_MASS * G * HALF.z * (1 - Math.cos(1))) / inertia;
    expect(simulation.joint('hinge').force.z).toBeCloseTo(ROD_MASS * (G + speedSquared * HALF.z), 5);
  });
});

describe('a double pendulum', () => {
  it("follows Lagrange's equations, whatever the order of bodies and joints", () => {
    // Absolute angles; both rods are alike, the second hangs at the end of the first.
    const [m, i, l, reach] = [ROD_MASS, ROD_INERTIA, HALF.z, 2 * HALF.z];
    const equations = {
      size: 4,
      derivatives(_t: number, [a, b, u, v]: Float64Array, out: Float64Array) {
        const c = m * reach * l * Math.cos(a - b);
        const s = m * reach * l * Math.sin(a - b);
        const first = i + m * l * l + m * reach * reach;
        const second = i + m * l * l;
        const p = -s * v * v - (m * l + m * reach) * G * Math.sin(a);
        const q = s * u * u - m * l * G * Math.sin(b);
        const determinant = first * second - c * c;
        out.set([u, v, (second * p - c * q) / determinant, (first * q - c * p) / determinant]);
      },
    };
    const angles = [1.2, 2.1] as const;
    const reference = new Integration(
      new DormandPrince(equations, { relativeTolerance: 1e-11, absoluteTolerance: 1e-11 }),
      0,
      Float64Array.of(...angles, 0, 0),
    );
    reference.advance(1.5);
    const upper = { name: 'upper', shape: ROD, position: [0, 0, -HALF.z] as const };
    const lower = { name: 'lower', shape: ROD, position: [0, 0, -3 * HALF.z] as const };
    const shoulder = {
      name: 'shoulder',
      kind: 'revolute' as const,
      child: 'upper',
      at: [0, 0, 0] as const,
      axis: [0, 1, 0] as const,
      initial: { angle: angles[0] },
    };
    const elbow = {
      ...shoulder,
      name: 'elbow',
      parent: 'upper',
      child: 'lower',
      at: [0, 0, -2 * HALF.z] as const,
      initial: { angle: angles[1] - angles[0] },
    };
    const common = { gravity: GRAVITY, law: LAW, tolerance: 1e-10, method: 'explicit' as const };
    const runs = [
      new EventSimulation({ ...common, bodies: [upper, lower], joints: [shoulder, elbow] }),
      new EventSimulation({ ...common, bodies: [lower, upper], joints: [elbow, shoulder] }),
    ];
    for (const simulation of runs) {
      expect(simulation.advance(1.5).kind).toBe('end');
      const a = simulation.joint('shoulder').angle ?? Number.NaN;
      const b = a + (simulation.joint('elbow').angle ?? Number.NaN);
      expect(Math.abs(a - reference.state[0])).toBeLessThan(CLOSE);
      expect(Math.abs(b - reference.state[1])).toBeLessThan(CLOSE);
    }
    expect(runs[1].state).toEqual(runs[0].state);
  });
});

describe('a slider on a prismatic joint', () => {
  it('oscillates on spring and damper about its balance on a slope', () => {
    const stiffness = 200;
    const damping = 3;
    const simulation = new EventSimulation({
      gravity: GRAVITY,
      law: LAW,
      tolerance: TOLERANCE,
      bodies: [{ name: 'slider', shape: box({ halfExtents: [0.1, 0.1, 0.1] }), position: [4, 5, 6] }],
      joints: [
        {
          name: 'rail',
          kind: 'prismatic',
          child: 'slider',
          axis: [3, 0, 4],
          spring: { stiffness, rest: 0.1 },
          damping,
          initial: { displacement: 0.3, speed: -1 },
        },
      ],
    });
    const mass = 8;
    const balance = 0.1 - (mass * G * 0.8) / stiffness;
    const decay = damping / (2 * mass);
    const omega = Math.sqrt(stiffness / mass - decay ** 2);
    const a = 0.3 - balance;
    const b = (-1 + decay * a) / omega;
    for (const t of [0.4, 1.1, 2]) {
      simulation.advance(t);
      const exact = balance + Math.exp(-decay * t) * (a * Math.cos(omega * t) + b * Math.sin(omega * t));
      const { displacement = Number.NaN, effort, speed = Number.NaN, force } = simulation.joint('rail');
      expect(Math.abs(displacement - exact)).toBeLessThan(CLOSE);
      expect(effort).toBeCloseTo(-stiffness * (displacement - 0.1) - damping * speed, 9);
      expect(0.6 * force.x + 0.8 * force.z).toBeCloseTo(effort ?? Number.NaN, 9);
      expect(simulation.body(0).centreOfMass.x).toBeCloseTo(4 + 0.6 * displacement, 12);
    }
  });
});

describe('a body on a spherical joint', () => {
  it('precesses as a heavy top does', () => {
    const [radius, half, arm] = [0.1, 0.02, 0.2];
    const mass = 1000 * Math.PI * radius ** 2 * 2 * half;
    const axial = 0.5 * mass * radius ** 2;
    const transverse = mass * (radius ** 2 / 4 + (4 * half ** 2) / 12 + arm ** 2);
    const tilt = 0.5;
    const precession = 3;
    // Regular: I1 W^2 cos(tilt) - I3 w3 W + m g l = 0 for the whole spin w3 about the axis.
    const spin = (transverse * precession ** 2 * Math.cos(tilt) + mass * G * arm) / (axial * precession);
    const axis = [Math.sin(tilt), 0, Math.cos(tilt)] as const;
    // The angular velocity is W z plus what is left of the spin along the axis.
    const own = spin - precession * Math.cos(tilt);
    const simulation = new EventSimulation({
      gravity: GRAVITY,
      law: LAW,
      tolerance: TOLERANCE,
      bodies: [{ name: 'top', shape: cylinder({ radius, halfLength: half }), position: [0, 0, arm] }],
      joints: [
        {
          name: 'tip',
          kind: 'spherical',
          child: 'top',
          at: [0, 0, 0],
          initial: {
            orientation: [Math.cos(tilt / 2), 0, Math.sin(tilt / 2), 0],
            angularVelocity: [own * axis[0], 0, precession + own * axis[2]],
          },
        },
      ],
    });
    for (const t of [0.3, 1]) {
      expect(simulation.advance(t).kind).toBe('end');
      const { x, y, z } = rotate(simulation.body(0).pose.orientation, { x: 0, y: 0, z: 1 });
      expect(Math.abs(z - Math.cos(tilt))).toBeLessThan(CLOSE);
      expect(Math.abs(x - Math.sin(tilt) * Math.cos(precession * t))).toBeLessThan(CLOSE);
      expect(Math.abs(y - Math.sin(tilt) * Math.sin(precession * t))).toBeLessThan(CLOSE);
    }
  });

  it("tumbles about its centre of mass as Euler's equations say", () => {
    const shape = box({ halfExtents: [0.1, 0.2, 0.3] });
    const angularVelocity = [0.1, 5, 0.2] as const;
    const common = { law: LAW, tolerance: TOLERANCE };
    const free = new EventSimulation({ ...common, bodies: [{ shape, angularVelocity }] });
    const held = new EventSimulation({
      ...common,
      bodies: [{ name: 'box', shape }],
      joints: [{ name: 'pin', kind: 'spherical', child: 'box', initial: { angularVelocity } }],
    });
    for (const simulation of [free, held]) simulation.advance(3);
    const [a, b] = [free.body(0), held.body(0)];
    expect(distance(a.angularVelocity, b.angularVelocity)).toBeLessThan(20 * CLOSE);
    const corner = { x: 0.1, y: 0.2, z: 0.3 };
    expect(distance(rotate(a.pose.orientation, corner), rotate(b.pose.orientation, corner))).toBeLessThan(CLOSE);
    expect(length(held.joint('pin').force)).toBeLessThan(1e-12);
  });

  it('swings back on its spring: k sin(angle)', () => {
    // A ball about its centre: I a'' = -k sin a, a pendulum.
    const stiffness = 2;
    const inertia = 0.4 * 1000 * (4 / 3) * Math.PI * 0.1 ** 5;
    const amplitude = 2;
    const simulation = new EventSimulation({
      law: LAW,
      tolerance: TOLERANCE,
      bodies: [{ name: 'ball', shape: sphere({ radius: 0.1 }) }],
      joints: [
        {
          kind: 'spherical',
          child: 'ball',
          spring: { stiffness },
          initial: { orientation: [Math.cos(amplitude / 2), 0, 0, Math.sin(amplitude / 2)] },
        },
      ],
    });
    const energy = simulation.energy();
    expect(energy).toBeCloseTo(stiffness * (1 - Math.cos(amplitude)), 12);
    const period = 4 * Math.sqrt(inertia / stiffness) * ellipticK(Math.sin(amplitude / 2));
    simulation.advance(1.25 * period);
    const { pose } = simulation.joint('joints[0]');
    expect(Math.abs(pose.orientation.z)).toBeLessThan(CLOSE);
    expect(simulation.energy()).toBeCloseTo(energy, 6);
  });
});

describe('a beam welded to a wall', () => {
  it('hands its weight and the moment of it to the wall, link by link', () => {
    const simulation = new EventSimulation({
      gravity: GRAVITY,
      law: LAW,
      bodies: [
        { name: 'wall', shape: box({ halfExtents: [0.1, 1, 1] }), position: [-0.1, 0, 0], fixed: true },
        { name: 'near', shape: box({ halfExtents: [0.5, 0.05, 0.05] }), position: [0.5, 0, 0] },
        { name: 'far', shape: box({ halfExtents: [0.5, 0.05, 0.05] }), position: [1.5, 0, 0] },
      ],
      joints: [
        { name: 'tip', kind: 'fixed', parent: 'near', child: 'far', at: [1, 0, 0] },
        { name: 'root', kind: 'fixed', parent: 'wall', child: 'near', at: [0, 0, 0] },
      ],
    });
    expect(simulation.advance(1).kind).toBe('end');
    expect(simulation.state).toHaveLength(0);
    const weight = 10 * G;
    // Against gravity, about y: the moment of a weight at +x turns from z to x.
    for (const [name, force, torque] of [
      ['root', 2 * weight, -2 * weight],
      ['tip', weight, -0.5 * weight],
    ] as const) {
      const joint = simulation.joint(name);
      expect(joint.force.z).toBeCloseTo(force, 9);
      expect(joint.torque.y).toBeCloseTo(torque, 9);
      expect(Math.hypot(joint.force.x, joint.force.y, joint.torque.x, joint.torque.z)).toBeLessThan(1e-9);
    }
  });
});

describe('fixed and free joints', () => {
  const left = box({ halfExtents: [0.2, 0.1, 0.1] });
  const right = box({ halfExtents: [0.1, 0.2, 0.05] });
  const velocity = [1, 0, 2] as const;
  const angularVelocity = [1, 2, 3] as const;

  it('weld two bodies into one', () => {
    const common = { gravity: GRAVITY, law: LAW, tolerance: TOLERANCE };
    const one = new EventSimulation({
      ...common,
      bodies: [
        {
          shape: compound([{ shape: left }, { shape: right, pose: { position: [0.3, 0, 0] } }]),
          velocity,
          angularVelocity,
        },
      ],
    });
    // The velocity of the first box, not of both: the arm is that of the common centre.
    const arm = subtract({ x: 0, y: 0, z: 0 }, one.body(0).centreOfMass);
    const [wx, wy, wz] = angularVelocity;
    const moved = [
      velocity[0] + wy * arm.z - wz * arm.y,
      velocity[1] + wz * arm.x - wx * arm.z,
      velocity[2] + wx * arm.y - wy * arm.x,
    ] as const;
    const two = new EventSimulation({
      ...common,
      bodies: [
        { name: 'right', shape: right, position: [0.3, 0, 0] },
        { name: 'left', shape: left, velocity: moved, angularVelocity },
      ],
      joints: [{ name: 'weld', kind: 'fixed', parent: 'left', child: 'right' }],
    });
    expect(two.energy()).toBeCloseTo(one.energy(), 9);
    for (const simulation of [one, two]) simulation.advance(1);
    const point = { x: 0.4, y: 0.2, z: 0.05 };
    const a = transformPoint(one.body(0).pose, point);
    expect(distance(a, transformPoint(two.body(0).pose, { x: 0.1, y: 0.2, z: 0.05 }))).toBeLessThan(CLOSE);
    expect(distance(a, transformPoint(two.body(1).pose, point))).toBeLessThan(CLOSE);
    expect(two.state).toHaveLength(13);
  });

  it('leave a body free against one that moves', () => {
    const bodies = [
      { name: 'left', shape: left, velocity, angularVelocity },
      { name: 'right', shape: right, position: [3, 0, 0] as const },
    ];
    const common = { gravity: GRAVITY, law: LAW, tolerance: TOLERANCE };
    const simulation = new EventSimulation({
      ...common,
      bodies,
      // At rest in the world: it moves against the other as that one does not.
      joints: [
        {
          name: 'loose',
          kind: 'free',
          parent: 'left',
          child: 'right',
          initial: { velocity: [-1, -9, 4], angularVelocity: [-1, -2, -3] },
        },
      ],
    });
    expect(length(simulation.body(1).velocity)).toBeLessThan(1e-12);
    expect(length(simulation.body(1).angularVelocity)).toBeLessThan(1e-12);
    simulation.advance(1);
    const { centreOfMass, pose } = simulation.body(1);
    expect(distance(centreOfMass, { x: 3, y: 0, z: -G / 2 })).toBeLessThan(10 * CLOSE);
    expect(Math.abs(pose.orientation.w)).toBeGreaterThan(1 - 1e-9);
    expect(length(simulation.joint('loose').force)).toBeLessThan(1e-9);
  });
});
