// SPDX-License-Identifier: MIT
/** What acts in joints and between bodies: drives, stops, springs. */
import { describe, expect, it } from 'vitest';
import type { EventLawSpec } from '../../contact-laws/event-law.ts';
import { length } from '../../math/vector.ts';
import type { JointDriveSpec } from '../../multibody/joint-spec.ts';
import { box } from '../../shapes/kinds/box.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import { EventSimulation } from './event-simulation.ts';

const LAW: EventLawSpec = { point: { stiffness: 1e6 }, volume: { stiffness: 1e6 } };
const TOLERANCE = 1e-9;
/** After some hundred steps of this tolerance. */
const CLOSE = 1e-6;
const RADIUS = 0.1;
const MASS = 1000 * (4 / 3) * Math.PI * RADIUS ** 3;
const OWN = 0.4 * MASS * RADIUS ** 2;
const ARM = 0.5;
const INERTIA = OWN + MASS * ARM ** 2;
const BALL = { name: 'ball', shape: sphere({ radius: RADIUS }), position: [ARM, 0, 0] as const };
const HINGE = { name: 'hinge', kind: 'revolute', child: 'ball', at: [0, 0, 0], axis: [0, 0, 1] } as const;

function turned(drive: JointDriveSpec, initial?: { readonly angle?: number; readonly speed?: number }) {
  return new EventSimulation({
    law: LAW,
    tolerance: TOLERANCE,
    bodies: [BALL],
    joints: [{ ...HINGE, drive, ...(initial && { initial }) }],
  });
}

describe('a drive', () => {
  it('turns with a torque that is a function of the time', () => {
    const simulation = turned({ kind: 'force', value: (t) => 6 * INERTIA * t });
    simulation.advance(1);
    expect(simulation.joint('hinge').angle).toBeCloseTo(1, 7);
    expect(simulation.joint('hinge').speed).toBeCloseTo(3, 7);
    expect(simulation.joint('hinge').effort).toBeCloseTo(6 * INERTIA, 9);
  });

  it('leads towards a target like spring and damper', () => {
    const rate = 2;
    const simulation = turned(
      { kind: 'servo', target: { offset: 0.5, rate }, stiffness: 25 * INERTIA, damping: 6 * INERTIA },
      { angle: 0.2, speed: rate },
    );
    simulation.advance(0.7);
    // The difference to the target decays as exp(-3 t) (cos 4 t + 3/4 sin 4 t).
    const gap = -0.3 * Math.exp(-2.1) * (Math.cos(2.8) + 0.75 * Math.sin(2.8));
    expect(simulation.joint('hinge').angle).toBeCloseTo(0.5 + rate * 0.7 + gap, 7);
  });

  it('prescribes a motion and tells what it takes', () => {
    const amplitude = 0.4;
    const frequency = 1.5;
    const simulation = turned({ kind: 'motion', value: { rate: 1, amplitude, frequency, phase: 0.3 } });
    simulation.advance(0.37);
    const omega = 2 * Math.PI * frequency;
    const phase = omega * 0.37 + 0.3;
    const angle = 0.37 + amplitude * Math.sin(phase);
    const speed = 1 + amplitude * omega * Math.cos(phase);
    const acceleration = -amplitude * omega ** 2 * Math.sin(phase);
    const joint = simulation.joint('hinge');
    expect(joint.angle).toBeCloseTo(angle, 12);
    expect(joint.effort).toBeCloseTo(INERTIA * acceleration, 9);
    expect(joint.torque.z).toBeCloseTo(INERTIA * acceleration, 9);
    // Along the arm inwards, and across it.
    const { x, y } = joint.force;
    expect(x * Math.cos(angle) + y * Math.sin(angle)).toBeCloseTo(-MASS * ARM * speed ** 2, 9);
    expect(y * Math.cos(angle) - x * Math.sin(angle)).toBeCloseTo(MASS * ARM * acceleration, 9);
    expect(simulation.body(0).centreOfMass.x).toBeCloseTo(ARM * Math.cos(angle), 12);
    // A copy for the control of errors alone.
    expect(simulation.state).toHaveLength(1);
  });

  it('shakes what hangs on it: a pendulum on a driven slider', () => {
    // In the frame of the slider gravity is g + a: with a constant acceleration the pendulum hangs at atan(a / g).
    const a = 3;
    const simulation = new EventSimulation({
      gravity: [0, 0, -9.81],
      law: LAW,
      tolerance: TOLERANCE,
      bodies: [
        { name: 'slider', shape: box({ halfExtents: [0.1, 0.1, 0.1] }), position: [0, 0, 0] },
        { name: 'bob', shape: sphere({ radius: 0.05 }), position: [0, 0, -ARM] },
      ],
      joints: [
        {
          name: 'rail',
          kind: 'prismatic',
          child: 'slider',
          axis: [1, 0, 0],
          drive: { kind: 'motion', value: (t) => [0.5 * a * t * t, a * t, a] },
        },
        {
          name: 'hook',
          kind: 'revolute',
          parent: 'slider',
          child: 'bob',
          at: [0, 0, 0],
          axis: [0, 1, 0],
          initial: { angle: Math.atan2(a, 9.81) },
        },
      ],
    });
    simulation.advance(1);
    expect(simulation.joint('hook').angle).toBeCloseTo(Math.atan2(a, 9.81), 7);
    expect(simulation.body(0).centreOfMass.x).toBeCloseTo(1.5, 9);
    const bob = 1000 * (4 / 3) * Math.PI * 0.05 ** 3;
    expect(simulation.joint('rail').effort).toBeCloseTo((8 + bob) * a, 6);
  });
});

describe('a body whose motion is prescribed', () => {
  it.each([
    ['from where it turns', { amplitude: 0.5, offset: 0.5, frequency: 1, phase: -Math.PI / 2 }, 0.25],
    ['from rest without acceleration', (t: number) => [t ** 5, 5 * t ** 4, 20 * t ** 3] as const, 0.5 ** 0.2],
  ])('hits what is in its way, %s', (_, value, time) => {
    const simulation = new EventSimulation({
      law: LAW,
      bodies: [
        { name: 'ram', shape: box({ halfExtents: [0.1, 0.1, 0.1] }) },
        { name: 'bead', shape: sphere({ radius: 0.01 }), position: [0.61, 0, 0] },
      ],
      joints: [{ kind: 'prismatic', child: 'ram', axis: [1, 0, 0], drive: { kind: 'motion', value } }],
    });
    simulation.advance(1.2);
    const [first] = simulation.events;
    expect(first.bodies).toEqual([0, 1]);
    expect(Math.abs(first.time - time)).toBeLessThan(1e-9);
    expect(simulation.body(1).velocity.x).toBeGreaterThan(0);
  });
});

describe('a drive that is not finite', () => {
  it('ends the run with a failure where it is a force, and with an error where it is a motion', () => {
    const late = (t: number): number => (t < 0.2 ? 0 : Number.NaN);
    expect(turned({ kind: 'force', value: late }).advance(1)).toMatchObject({ kind: 'failure' });
    expect(turned({ kind: 'force', value: () => Number.NaN }).advance(1)).toMatchObject({ kind: 'failure' });
    const motion = turned({ kind: 'motion', value: (t) => [late(t), 0, 0] });
    expect(() => motion.advance(1)).toThrow('hinge.drive.value: expected value, first and second derivative');
  });
});

describe('stops of a joint', () => {
  const between = (restitution: number) =>
    new EventSimulation({
      law: LAW,
      tolerance: TOLERANCE,
      bodies: [BALL],
      joints: [
        {
          ...HINGE,
          limits: { low: -0.5, high: 0.7, stiffness: 1e4 * INERTIA, restitution },
          initial: { speed: 2 },
        },
      ],
    });

  it('throw it back and forth without loss', () => {
    const simulation = between(1);
    const energy = simulation.energy();
    // Across and half a period of the stop's spring.
    const bounce = Math.PI / 100;
    const times = [0.35, 0.35 + bounce, 0.95 + bounce, 0.95 + 2 * bounce, 1.55 + 2 * bounce];
    simulation.advance(1.57 + 2 * bounce);
    const { limitEvents } = simulation;
    expect(limitEvents.map(({ side, isBeginning }) => `${side} ${isBeginning}`)).toEqual([
      'high true',
      'high false',
      'low true',
      'low false',
      'high true',
    ]);
    limitEvents.forEach(({ time, joint }, i) => {
      expect(joint).toBe('hinge');
      expect(Math.abs(time - times[i])).toBeLessThan(CLOSE);
    });
    expect(Math.abs(simulation.energy() / energy - 1)).toBeLessThan(CLOSE);
    expect(simulation.joint('hinge').effort).toBeLessThan(0);
  });

  it('take the share of its speed that the restitution says', () => {
    const simulation = between(0.6);
    simulation.advance(0.6);
    expect(simulation.limitEvents).toHaveLength(2);
    expect(simulation.joint('hinge').speed).toBeCloseTo(-1.2, 5);
  });

  it('hold a weight for ever', () => {
    const simulation = new EventSimulation({
      law: LAW,
      gravity: [0, 0, -9.81],
      bodies: [BALL],
      joints: [
        {
          name: 'rail',
          kind: 'prismatic',
          child: 'ball',
          axis: [0, 0, 1],
          limits: { low: -0.1, stiffness: 1e5, restitution: 0.3 },
        },
      ],
    });
    expect(simulation.advance(3).kind).toBe('end');
    const { displacement, effort } = simulation.joint('rail');
    expect(effort).toBeCloseTo(MASS * 9.81, 3);
    expect(displacement).toBeCloseTo(-0.1 - (MASS * 9.81) / 1e5, 6);
    expect(simulation.limitEvents.length).toBeLessThan(40);
  });
});

describe('a spring between two points', () => {
  it('lets two free bodies oscillate about their common centre', () => {
    const stiffness = 300;
    const simulation = new EventSimulation({
      law: LAW,
      tolerance: TOLERANCE,
      bodies: [
        { name: 'a', shape: sphere({ radius: RADIUS }), velocity: [0, 0.2, 0] },
        { name: 'b', shape: sphere({ radius: 2 * RADIUS }), position: [1, 0, 0], velocity: [0, 0.2, 0] },
      ],
      springs: [{ name: 'spring', bodies: ['a', 'b'], stiffness, rest: 0.9 }],
    });
    const energy = simulation.energy();
    expect(simulation.spring('spring').tension).toBeCloseTo(30, 12);
    const reduced = (MASS * 8 * MASS) / (9 * MASS);
    const quarter = (Math.PI / 2) * Math.sqrt(reduced / stiffness);
    simulation.advance(quarter);
    const { length: stretched, speed } = simulation.spring('spring');
    expect(Math.abs(stretched - 0.9)).toBeLessThan(CLOSE);
    expect(speed).toBeCloseTo(-0.1 * Math.sqrt(stiffness / reduced), 6);
    simulation.advance(1);
    const y = (MASS * simulation.body(0).centreOfMass.y + 8 * MASS * simulation.body(1).centreOfMass.y) / (9 * MASS);
    expect(y).toBeCloseTo(0.2, 9);
    expect(Math.abs(simulation.energy() / energy - 1)).toBeLessThan(CLOSE);
  });

  it('pulls at a point beside the centre, and rests at the length it begins with', () => {
    const start = (damping: number) =>
      new EventSimulation({
        law: LAW,
        tolerance: 1e-7,
        gravity: [0, 0, -9.81],
        bodies: [{ name: 'plate', shape: box({ halfExtents: [0.2, 0.1, 0.05] }), position: [0, 0, 0] }],
        springs: [
          {
            bodies: ['world', 'plate'],
            points: [[0.2, 0, 1] as const, [0.2, 0, 0.05] as const],
            stiffness: 2e3,
            damping,
          },
          {
            bodies: ['plate', 'world'],
            points: [[-0.2, 0, 0.05] as const, [-0.2, 0, 1] as const],
            stiffness: 2e3,
            damping,
          },
        ],
      });
    const free = start(0);
    const energy = free.energy();
    expect(energy).toBeCloseTo(0, 12);
    free.advance(1);
    expect(Math.abs(free.energy() - energy)).toBeLessThan(1e-5 * 8 * 9.81 * 0.1);
    const damped = start(200);
    damped.advance(4);
    // Half the weight each, on the spring's line.
    expect(damped.spring('springs[0]').tension).toBeCloseTo(4 * 9.81, 4);
    expect(damped.spring('springs[0]').length).toBeCloseTo(0.95 + (4 * 9.81) / 2e3, 6);
    expect(length(damped.body(0).velocity)).toBeLessThan(1e-5);
  });
});
