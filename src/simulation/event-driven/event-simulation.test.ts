// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import type { EventLawSpec } from '../../contact-laws/event-law.ts';
import { fromAxisAngle } from '../../math/quaternion.ts';
import { length } from '../../math/vector.ts';
import { box } from '../../shapes/kinds/box.ts';
import { capsule } from '../../shapes/kinds/capsule.ts';
import { compound } from '../../shapes/kinds/compound.ts';
import { halfSpace } from '../../shapes/kinds/half-space.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import { ballRun } from '../../verification/mpr-events/bouncing.ts';
import { EventSimulation } from './event-simulation.ts';

const GRAVITY = [0, 0, -9.81] as const;
const FLOOR = { name: 'floor', shape: halfSpace({ normal: [0, 0, 1], offset: 0 }) };
const BALL = { name: 'ball', shape: sphere({ radius: 0.1 }), position: [0, 0, 0.6] as const };
const SPRING: EventLawSpec = { point: { stiffness: 1e5 } };

describe('a ball with rolling and twisting friction', () => {
  const run = (spin: readonly [number, number, number], velocity: readonly [number, number, number]) => {
    const resistance = { friction: 0.5, rollingFriction: 0.05, twistingFriction: 0.02 };
    // At rest on its spring: 4.19 kg on 1e5 N/m.
    const depth = (1000 * (4 / 3) * Math.PI * 1e-3 * 9.81) / 1e5;
    return new EventSimulation({
      gravity: GRAVITY,
      law: { ...SPRING, ...resistance, restitution: 0.5 },
      bodies: [FLOOR, { ...BALL, position: [0, 0, 0.1 - depth], velocity, angularVelocity: spin }],
    });
  };

  it('slows down at 5/7 of the coefficient times gravity, and stops', () => {
    // m v' = -T and I w' = R T - c R N while it rolls, on a radius that is 0.2 % smaller by half the overlap.
    const rolling = run([0, 10, 0], [1, 0, 0]);
    rolling.advance(1);
    expect(Math.abs(rolling.body(1).velocity.x / (1 - (5 / 7) * 0.05 * 9.81) - 1)).toBeLessThan(2e-3);
    rolling.advance(4);
    // Smooth resistance brakes by a factor of e in 3 ms below the slip speed.
    expect(length(rolling.body(1).velocity)).toBeLessThan(1e-9);
  });

  it('stops its spin about the normal, at 5/2 of the coefficient times gravity over the radius', () => {
    const twisting = run([0, 0, 6], [0, 0, 0]);
    twisting.advance(1);
    expect(Math.abs(twisting.body(1).angularVelocity.z / (6 - (2.5 * 0.02 * 9.81) / 0.1) - 1)).toBeLessThan(1e-3);
    twisting.advance(2);
    expect(length(twisting.body(1).angularVelocity)).toBeLessThan(1e-6);
  });
});

describe('a bouncing ball', () => {
  it('begins and ends its contacts when the closed form says', { tags: ['long'] }, () => {
    // Errors of some tens of steps a bounce, which grow with the time of flight.
    const { worst, events } = ballRun(1e-6, 'stiff', 'default');
    expect(worst).toBeLessThan(100);
    expect(events).toBeGreaterThanOrEqual(40);
  });

  it.each(['explicit', 'stiff', 'auto'] as const)('keeps its energy without damping: %s', (method) => {
    const simulation = new EventSimulation({ gravity: GRAVITY, law: SPRING, method, bodies: [FLOOR, BALL] });
    const before = simulation.energy();
    expect(simulation.advance(2)).toEqual({ kind: 'end', time: 2 });
    expect(Math.abs(simulation.energy() / before - 1)).toBeLessThan(1e-4);
    expect(simulation.events.length).toBeGreaterThan(4);
  });

  it.each([
    [0.3, 1],
    [0.6, 1.5],
    [0.9, 1.5],
  ])('keeps the share %f of its speed, exponent %f', (restitution, exponent) => {
    // Without gravity the closed form of the damping is exact.
    const simulation = new EventSimulation({
      law: { point: { stiffness: 1e6, exponent }, restitution },
      tolerance: 1e-8,
      bodies: [FLOOR, { ...BALL, velocity: [0, 0, -2] }],
    });
    simulation.advance(1);
    expect(simulation.events.map(({ isBeginning }) => isBeginning)).toEqual([true, false]);
    expect(simulation.body(1).velocity.z).toBeCloseTo(2 * restitution, 5);
  });

  it('has the same events by portal refinement and by the default distances, and far from the origin', () => {
    const plate = {
      name: 'plate',
      shape: box({ halfExtents: [1, 1, 0.1] }),
      position: [0, 0, -0.1] as const,
      fixed: true,
    };
    const times = (query: 'default' | 'mpr', offset: number): readonly number[] => {
      const moved = (z: number) => [offset, -offset, z + offset] as const;
      const simulation = new EventSimulation({
        gravity: GRAVITY,
        law: SPRING,
        contacts: { query },
        bodies: [
          { ...plate, position: moved(-0.1) },
          { ...BALL, position: moved(0.6) },
        ],
      });
      simulation.advance(1.5);
      return simulation.events.map(({ time }) => time);
    };
    const plain = times('default', 0);
    expect(plain.length).toBeGreaterThanOrEqual(4);
    for (const other of [times('mpr', 0), times('default', 1024)]) {
      expect(other).toHaveLength(plain.length);
      for (const [k, t] of other.entries()) expect(Math.abs(t - plain[k])).toBeLessThan(1e-6);
    }
  });

  it('rests where it is put to rest, in contact from the start', () => {
    const mass = 1000 * (4 / 3) * Math.PI * 1e-3;
    const depth = (mass * 9.81) / 1e5;
    const simulation = new EventSimulation({
      gravity: GRAVITY,
      law: SPRING,
      bodies: [FLOOR, { ...BALL, position: [0, 0, 0.1 - depth] }],
    });
    expect(simulation.events).toMatchObject([{ time: 0, isBeginning: true, bodies: [0, 1] }]);
    simulation.advance(1);
    expect(simulation.events).toHaveLength(1);
    expect(Math.abs(simulation.body(1).velocity.z)).toBeLessThan(1e-9);
    expect(simulation.contacts()).toHaveLength(1);
  });
});

describe('contacts', () => {
  it('are not missed by a fast body at a thin plate', () => {
    const simulation = new EventSimulation({
      law: { point: { stiffness: 1e9 } },
      tolerance: 1e-5,
      bodies: [
        { name: 'plate', shape: box({ halfExtents: [1, 1, 0.0005] }), fixed: true },
        { name: 'shot', shape: sphere({ radius: 0.01 }), density: 7800, position: [0, 0, 5], velocity: [0, 0, -300] },
      ],
    });
    simulation.advance(0.03);
    expect(simulation.events[0]).toMatchObject({ isBeginning: true });
    expect(simulation.events[0].time).toBeCloseTo((5 - 0.0105) / 300, 9);
    expect(simulation.body(1).velocity.z).toBeCloseTo(300, 0);
  });

  it('of pieces of one body do not exist', () => {
    const shape = compound([
      { shape: sphere({ radius: 0.1 }), pose: { position: [0, 0, 0] } },
      { shape: sphere({ radius: 0.1 }), pose: { position: [0.15, 0, 0] } },
    ]);
    const simulation = new EventSimulation({
      law: SPRING,
      bodies: [FLOOR, { shape, position: [0, 0, 1], angularVelocity: [0, 3, 0] }],
    });
    simulation.advance(0.2);
    expect(simulation.events).toEqual([]);
    expect(simulation.body(1).angularVelocity.y).toBeCloseTo(3, 6);
  });

  it('of many balls at one instant are all begun, and functions grow or the run stops', () => {
    const balls = Array.from({ length: 9 }, (_, i) => ({
      ...BALL,
      name: `ball ${i}`,
      position: [0.5 * i, 0, 0.6] as const,
    }));
    const spec = { gravity: GRAVITY, law: SPRING, islands: 'one', bodies: [FLOOR, ...balls] } as const;
    const growing = new EventSimulation({ ...spec, contacts: { functions: 2 } });
    growing.advance(0.33);
    expect(growing.events.filter(({ isBeginning }) => isBeginning)).toHaveLength(9);
    expect(growing.statistics().functions).toBeGreaterThanOrEqual(9);
    const stopping = new EventSimulation({ ...spec, contacts: { functions: 2, overflow: 'stop' } });
    expect(() => stopping.advance(0.33)).toThrow('beyond the 2 zero-crossing functions; allow more');
  });

  it('that begin and end again and again are reported with the bodies', () => {
    const simulation = new EventSimulation({
      gravity: GRAVITY,
      law: SPRING,
      storm: { events: 3, within: 10 },
      bodies: [FLOOR, BALL],
    });
    expect(simulation.advance(5)).toMatchObject({ kind: 'storm', bodies: ['floor', 'ball'], events: 4 });
  });

  it('do not chatter between balls that touch exactly', () => {
    const shape = sphere({ radius: 0.05 });
    const row = Array.from({ length: 4 }, (_, i) => ({ shape, position: [0.1 * i, 0, 0] as const }));
    const simulation = new EventSimulation({ law: SPRING, bodies: row });
    expect(simulation.advance(1)).toEqual({ kind: 'end', time: 1 });
    // Distances of 0 and of some roundings: contacts at the start, and none that ends.
    expect(simulation.events.length).toBeLessThanOrEqual(3);
    expect(simulation.events.every(({ time }) => time === 0)).toBe(true);
  });

  it('give the same bits again', () => {
    const run = () => {
      const simulation = new EventSimulation({
        gravity: GRAVITY,
        law: { volume: { stiffness: 5e6 }, point: { stiffness: 1e5 }, restitution: 0.6, friction: 0.3 },
        tolerance: 1e-4,
        bodies: [
          FLOOR,
          BALL,
          { shape: box({ halfExtents: [0.1, 0.07, 0.05] }), position: [0.05, 0.02, 0.9], angularVelocity: [1, 2, 3] },
        ],
      });
      simulation.advance(0.6);
      return { state: [...simulation.state], events: simulation.events };
    };
    const first = run();
    expect(first.events.length).toBeGreaterThan(2);
    expect(run()).toEqual(first);
  });

  it('slow a sliding box down by friction', () => {
    const law: EventLawSpec = { volume: { stiffness: 1e7 }, friction: 0.3, damping: 1 };
    const simulation = new EventSimulation({
      gravity: GRAVITY,
      law,
      tolerance: 1e-5,
      bodies: [
        FLOOR,
        { shape: box({ halfExtents: [0.2, 0.2, 0.05] }), position: [0, 0, 0.05 - 1e-6], velocity: [1, 0, 0] },
      ],
    });
    expect(simulation.advance(1).kind).toBe('end');
    const { centreOfMass, velocity } = simulation.body(1);
    // v^2 / (2 mu g), but for the regularised end of the slip and the lever of friction.
    expect(centreOfMass.x).toBeCloseTo(1 / (2 * 0.3 * 9.81), 1);
    expect(length(velocity)).toBeLessThan(1e-3);
  });

  it('of a capsule have a force that is continuous in its tilt, and the derivative of an energy', () => {
    const energyAt = (angle: number, height: number): number => {
      const simulation = new EventSimulation({
        law: { line: { stiffness: 1e6 } },
        bodies: [
          { shape: box({ halfExtents: [1, 1, 0.5] }), position: [0, 0, -0.5], fixed: true },
          {
            shape: capsule({ radius: 0.05, halfLength: 0.2 }),
            position: [0, 0, height],
            orientation: fromAxisAngle({ x: 1, y: 0, z: 0 }, Math.PI / 2 + angle),
          },
        ],
      });
      return simulation.energy();
    };
    // Lying: k L d^2 / 2. Tilted within its depth: the mean of the square, k L (d^2 + (L sin)^2 / 12) / 2.
    expect(energyAt(0, 0.049)).toBeCloseTo(0.5 * 1e6 * 0.4 * 1e-6, 9);
    const tilt = 1e-3;
    const expected = 0.5 * 1e6 * 0.4 * (1e-6 + (0.4 * Math.sin(tilt)) ** 2 / 12);
    expect(energyAt(tilt, 0.049)).toBeCloseTo(expected, 9);
    expect(energyAt(-tilt, 0.049)).toBeCloseTo(expected, 9);
  });
});

describe('a simulation is refused', () => {
  it('with a law that keeps a history', () => {
    const law = { normal: 'linear', tangential: 'linear' } as unknown as EventLawSpec;
    expect(() => new EventSimulation({ law, bodies: [FLOOR, BALL] })).toThrow('belongs to laws that keep a history');
  });

  it('with a law that has no form for a pair of shapes', () => {
    expect(() => new EventSimulation({ law: { volume: { stiffness: 1 } }, bodies: [FLOOR, BALL] })).toThrow(
      'none of its forms is for halfSpace against sphere',
    );
  });

  it('with numbers out of range and names that do not exist', () => {
    expect(() => new EventSimulation({ law: { ...SPRING, restitution: 0 }, bodies: [FLOOR, BALL] })).toThrow(
      'law.restitution: expected a finite number > 0 and <= 1, got 0',
    );
    expect(() => new EventSimulation({ law: SPRING, bodies: [{ ...BALL, position: [Number.NaN, 0, 0] }] })).toThrow(
      'ball: pose.position',
    );
    const pairs = [{ bodies: ['ball', 'wall'] as const, law: SPRING }];
    expect(() => new EventSimulation({ law: SPRING, pairs, bodies: [FLOOR, BALL] })).toThrow(
      'no body is called "wall"',
    );
  });
});
