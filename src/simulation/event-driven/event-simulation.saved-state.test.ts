// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { box } from '../../shapes/kinds/box.ts';
import { capsule } from '../../shapes/kinds/capsule.ts';
import { halfSpace } from '../../shapes/kinds/half-space.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import { EventSimulation } from './event-simulation.ts';
import type { EventSimulationSpec } from './event-simulation-spec.ts';
import { decodeState, encodeState } from './state-bytes.ts';

/** A ball, a brick and a rod that come down on a floor and on each other. */
const FALLING: EventSimulationSpec = {
  gravity: [0, 0, -9.81],
  law: {
    point: { stiffness: 5e3 },
    line: { stiffness: 5e4 },
    volume: { stiffness: 1e6 },
    restitution: 0.6,
    friction: 0.3,
  },
  bodies: [
    { name: 'floor', shape: halfSpace({ normal: [0, 0, 1], offset: 0 }) },
    { name: 'ball', shape: sphere({ radius: 0.1 }), position: [0, 0, 0.3], velocity: [0.5, 0, 0] },
    {
      name: 'brick',
      shape: box({ halfExtents: [0.1, 0.08, 0.05] }),
      position: [0.3, 0, 0.2],
      angularVelocity: [1, 2, 0],
    },
    { name: 'rod', shape: capsule({ radius: 0.05, halfLength: 0.15 }), position: [-0.4, 0, 0.2] },
  ],
};
/** A pendulum of two rods with a drive, a stop and a wall in its way. */
const PENDULUM: EventSimulationSpec = {
  gravity: [0, 0, -9.81],
  law: { point: { stiffness: 1e4 }, line: { stiffness: 1e5 }, restitution: 0.7 },
  bodies: [
    { name: 'wall', shape: halfSpace({ normal: [1, 0, 0], offset: -0.1 }) },
    { name: 'upper', shape: capsule({ radius: 0.02, halfLength: 0.1 }), position: [0, 0, -0.15] },
    { name: 'lower', shape: capsule({ radius: 0.02, halfLength: 0.1 }), position: [0, 0, -0.45] },
  ],
  joints: [
    {
      name: 'shoulder',
      kind: 'revolute',
      child: 'upper',
      at: [0, 0, 0],
      axis: [0, 1, 0],
      initial: { angle: -0.2, speed: 5 },
      drive: { kind: 'force', value: (t) => 0.2 * Math.sin(20 * t) },
    },
    {
      name: 'elbow',
      kind: 'revolute',
      parent: 'upper',
      child: 'lower',
      at: [0, 0, -0.3],
      axis: [0, 1, 0],
      limits: { low: -0.3, high: 0.3, stiffness: 50, restitution: 0.5 },
    },
  ],
};
const END = 0.25;

function looked(spec: EventSimulationSpec, every: number): EventSimulation {
  const simulation = new EventSimulation(spec);
  for (let k = 1; k * every < END; k++) simulation.advanceThrough(k * every);
  expect(simulation.advanceThrough(END).kind).toBe('end');
  return simulation;
}

/** All but the distances: some are computed again after a look or a restored state. */
function work(simulation: EventSimulation) {
  const { distances: _, ...rest } = simulation.statistics();
  return rest;
}

describe('event-driven simulations', () => {
  it.each(['explicit', 'auto'] as const)(
    '%s: have the same bits however often they are looked at',
    { tags: ['long'] },
    (method) => {
      const once = looked({ ...FALLING, method }, END);
      const often = looked({ ...FALLING, method }, 7e-3);
      expect(once.eventCount).toBeGreaterThan(2);
      expect(often.state).toEqual(once.state);
      expect(often.events).toEqual(once.events);
      expect(work(often)).toEqual(work(once));
    },
  );

  it.each([
    ['explicit', { ...FALLING, method: 'explicit' }],
    ['auto', FALLING],
    ['with joints and stops', PENDULUM],
  ] as const)(
    '%s: go on from any saved state with the same bits',
    { tags: ['long'] },
    (_, spec: EventSimulationSpec) => {
      const whole = looked(spec, END);
      // Between 1 and 40 steps at a time, so that states are saved in flight, in contact, and with an event ahead.
      let simulation = new EventSimulation(spec);
      let events = simulation.eventCount;
      for (let k = 1, until = 0; simulation.time < END; k = (7 * k) % 41) {
        until = k % 3 === 0 ? END : Math.min(END, simulation.time + 3e-4 * k);
        simulation.advanceThrough(until, k);
        const { eventCount } = simulation;
        simulation = EventSimulation.restore(spec, simulation.save());
        expect(simulation.eventCount).toBe(eventCount);
        events = eventCount;
      }
      expect(simulation.state).toEqual(whole.state);
      expect(work(simulation)).toEqual(work(whole));
      expect(simulation.contacts()).toEqual(whole.contacts());
      expect(events).toBe(whole.eventCount);
      expect(events).toBeGreaterThan(2);
    },
  );

  it('tell how bodies meet', () => {
    const simulation = new EventSimulation(FALLING);
    simulation.advanceThrough(0.18);
    const [first] = simulation.events;
    expect(first?.bodies).toEqual([0, 3]);
    // Closed form to the tolerance: events are located to rounding, distances to the error of integration.
    expect(first?.distance).toBeCloseTo(0, 6);
    expect(first?.normal.z).toBe(1);
    expect(first?.velocity.z).toBeGreaterThan(0);
    expect(first?.isBeginning).toBe(true);
  });

  it('refuse states that are not theirs', () => {
    expect(() => EventSimulation.restore(FALLING, new Uint8Array(40))).toThrow(
      /expected the state of an event-driven simulation/,
    );
    const other = new EventSimulation({ ...FALLING, bodies: FALLING.bodies.slice(0, 2) }).save();
    expect(() => EventSimulation.restore(FALLING, other)).toThrow('bodies: 2 saved, 4 given');
  });
});

describe('bytes of a state', () => {
  it('keep every number to the last bit', () => {
    const value = {
      a: [0.1, -0, Number.NaN, Infinity, -Infinity],
      b: Float64Array.of(1 / 3, -0, Number.NaN),
      c: null,
      d: 'ä',
    };
    expect(decodeState(encodeState(value, {}), {}).value).toEqual(value);
    expect(() => decodeState(encodeState(value, {}).slice(0, -8), {})).toThrow(/truncated or damaged/);
  });
});
