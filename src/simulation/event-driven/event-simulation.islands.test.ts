// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import type { EventLawSpec } from '../../contact-laws/event-law.ts';
import { Random } from '../../math/random.ts';
import { box } from '../../shapes/kinds/box.ts';
import { halfSpace } from '../../shapes/kinds/half-space.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import { EventSimulation } from './event-simulation.ts';
import type { EventBodySpec, EventSimulationSpec } from './event-simulation-spec.ts';

const GRAVITY = [0, 0, -9.81] as const;
const FLOOR = { name: 'floor', shape: halfSpace({ normal: [0, 0, 1], offset: 0 }) };
const SPRING: EventLawSpec = { point: { stiffness: 1e5 } };
const SHAPE = sphere({ radius: 0.1 });
const SEED = Number(process.env.TEST_SEED ?? 20261116);

const WALLS: readonly EventBodySpec[] = [
  [1, 0, 0],
  [-1, 0, 0],
  [0, 1, 0],
  [0, -1, 0],
  [0, 0, 1],
  [0, 0, -1],
].map(([x = 0, y = 0, z = 0]) => ({ shape: halfSpace({ normal: [x, y, z], offset: -0.8 }) }));

/** Balls that fly about in a closed box without losses: islands are joined and parted all the time. */
function gas(count: number): EventSimulationSpec {
  const random = new Random(SEED);
  const bodies = Array.from({ length: count }, (_, i) => ({
    shape: SHAPE,
    position: [-0.5 + 0.5 * (i % 3), -0.5 + 0.5 * (Math.floor(i / 3) % 3), -0.5 + 0.5 * Math.floor(i / 9)] as const,
    velocity: [random.between(-3, 3), random.between(-3, 3), random.between(-3, 3)] as const,
  }));
  return { law: SPRING, tolerance: 1e-6, bodies: [...WALLS, ...bodies] };
}

function row(count: number, heightOf: (i: number) => number): readonly EventBodySpec[] {
  return Array.from({ length: count }, (_, i) => ({
    name: `ball ${i}`,
    shape: SHAPE,
    position: [0.5 * i, 0, heightOf(i)] as const,
  }));
}

describe('bodies with steps of their own', () => {
  it('meet as those do that take all steps together, while islands are joined and parted', { tags: ['long'] }, () => {
    const spec = gas(12);
    const separate = new EventSimulation(spec);
    const one = new EventSimulation({ ...spec, islands: 'one' });
    const before = separate.energy();
    let [joined, parted] = [0, 0];
    for (let t = 1; t <= 15; t++) {
      const islands = separate.statistics().islands;
      expect(separate.advanceThrough(0.02 * t).kind).toBe('end');
      joined += separate.statistics().islands < islands ? 1 : 0;
      parted += separate.statistics().islands > islands ? 1 : 0;
    }
    one.advanceThrough(0.3);
    expect([joined > 0, parted > 0]).toEqual([true, true]);
    expect(one.statistics().islands).toBe(1);
    // Each impact multiplies errors by about ten, and those of the first are some 1e-6 of a radius.
    expect(separate.events.length).toBe(one.events.length);
    separate.events.forEach(({ pair, isBeginning, time }, i) => {
      expect([pair, isBeginning]).toEqual([one.events[i]?.pair, one.events[i]?.isBeginning]);
      expect(Math.abs(time - (one.events[i]?.time ?? 0))).toBeLessThan(1e-3);
    });
    const times = separate.events.map(({ time }) => time);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(Math.abs(separate.energy() / before - 1)).toBeLessThan(1e-4);
  });

  it('go on from any saved state with the same bits, and whatever times they are looked at', { tags: ['long'] }, () => {
    const spec = gas(9);
    const whole = new EventSimulation(spec);
    whole.advanceThrough(0.3);
    let resumed = new EventSimulation(spec);
    const events = [...resumed.events];
    for (let t = 1; t <= 20; t++) {
      resumed.advanceThrough(0.015 * t, t % 3 === 0 ? 5 : Infinity);
      events.push(...resumed.events.slice(t === 1 ? events.length : 0));
      resumed = EventSimulation.restore(spec, resumed.save());
    }
    resumed.advanceThrough(0.3);
    events.push(...resumed.events);
    expect(events).toEqual(whole.events);
    expect(resumed.save()).toEqual(whole.save());
  });

  it('tell events of one instant in the order of the pairs, wherever they happen', () => {
    const bodies = [FLOOR, ...row(6, () => 0.6)];
    const simulation = new EventSimulation({ gravity: GRAVITY, law: SPRING, bodies });
    simulation.advance(0.5);
    expect(simulation.statistics().islands).toBe(6);
    const first = simulation.events.slice(0, 6);
    expect(new Set(first.map(({ time }) => time)).size).toBe(1);
    expect(first.map(({ bodies: [, ball] }) => ball)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('are found by a fast one that comes from afar, and by one that comes back', { tags: ['long'] }, () => {
    // The last ball flies along the row, which hangs without weight, and hits the first one; thrown up, a ball comes
    // down where it was.
    const target = row(5, () => 0);
    const shot = { name: 'shot', shape: SHAPE, position: [-40, 0, 0] as const, velocity: [200, 0, 0] as const };
    const simulation = new EventSimulation({ law: SPRING, bodies: [...target, shot] });
    simulation.advance(0.3);
    expect(simulation.events[0]?.time).toBeCloseTo(39.8 / 200, 9);
    expect(simulation.events[0]?.bodies).toEqual([0, 5]);
    const thrown = { name: 'thrown', shape: SHAPE, position: [0, 0, 0.4] as const, velocity: [0, 0, 5] as const };
    const fixed = { name: 'block', shape: box({ halfExtents: [0.1, 0.1, 0.1] }), position: [0, 0, 0.1] as const };
    const law = { ...SPRING, volume: { stiffness: 1e8 }, restitution: 0.5 };
    const back = new EventSimulation({ gravity: GRAVITY, law, bodies: [FLOOR, fixed, thrown] });
    back.advance(2);
    const met = back.events.find(({ bodies: [a] }) => a === 1);
    // 0.4 = 0.3 + 5 t - g t^2 / 2 down to a gap of zero, less what the block has sunk into its floor.
    expect(met?.time).toBeCloseTo((5 + Math.sqrt(25 + 2 * 9.81 * 0.1)) / 9.81, 4);
  });

  it('end at the time of a storm all together, and go on after it', () => {
    const bodies = [FLOOR, ...row(3, (i) => 0.3 + 0.1 * i)];
    const simulation = new EventSimulation({ gravity: GRAVITY, law: SPRING, storm: { events: 3, within: 10 }, bodies });
    const end = simulation.advance(5);
    expect(end).toMatchObject({ kind: 'storm', bodies: ['floor', 'ball 0'], events: 4 });
    expect(simulation.time).toBe(end.time);
    for (const i of [2, 3]) expect(simulation.body(i).pose.position.z).toBeGreaterThan(0.09);
    expect(simulation.advance(5)).toMatchObject({ kind: 'storm' });
  });

  it('cost the same whether there are few or many', () => {
    const random = new Random(SEED);
    const law = { ...SPRING, restitution: 0.5, friction: 0.4 };
    const cost = (count: number): number => {
      const bodies = [FLOOR, ...row(count, () => random.between(0.2, 0.4))];
      const simulation = new EventSimulation({ gravity: GRAVITY, law, tolerance: 1e-4, bodies });
      expect(simulation.advance(0.4).kind).toBe('end');
      return simulation.statistics().bodyEvaluations / count;
    };
    // All together every event would start all bodies anew: 4 times as many evaluations a body.
    expect(cost(16) / cost(4)).toBeLessThan(1.3);
  });

  it('lose by friction, damping and rolling what they no longer have', { tags: ['long'] }, () => {
    const law = {
      ...SPRING,
      line: { stiffness: 1e6 },
      volume: { stiffness: 5e6 },
      restitution: 0.5,
      friction: 0.3,
      rollingFriction: 0.05,
      twistingFriction: 0.05,
    };
    const thrown = row(3, (i) => 0.15 + 0.1 * i).map((ball, i) => ({ ...ball, velocity: [2 - 2 * i, 0, 0] as const }));
    const brick = { shape: box({ halfExtents: [0.1, 0.08, 0.05] }), position: [0, 2, 0.3] as const };
    const turning = { ...brick, angularVelocity: [1, 2, 3] as const };
    const simulation = new EventSimulation({
      gravity: GRAVITY,
      law,
      tolerance: 1e-6,
      bodies: [FLOOR, ...thrown, turning],
    });
    const before = simulation.energy();
    expect(simulation.advance(0.8).kind).toBe('end');
    const { friction, damping, rolling } = simulation.losses();
    expect(Math.min(friction, damping, rolling)).toBeGreaterThan(0);
    // Energies and losses are as good as the steps: some hundred of them, 1e-6 each of the speeds.
    const lost = friction + damping + rolling;
    expect(Math.abs(simulation.energy() + lost - before)).toBeLessThan(1e-4 * lost);
  });
});
