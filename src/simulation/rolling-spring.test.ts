// SPDX-License-Identifier: MIT
/** The rolling springs of `epsd` and `epsd2`: a ball that rolls out, rocks and rests; packings; the energy balance. */
import { describe, expect, it } from 'vitest';
import { scene as convexScene, FLOOR as GROUND, SIZE } from '../../tests/support/convex-scene.ts';
import { bitsOf, restore, start } from '../../tests/support/simulations.ts';
import { HERTZ_MINDLIN, heap, LINEAR } from '../../tests/support/sphere-heap.ts';
import type { ContactLawSpec } from '../contact-laws/law-spec.ts';
import { box } from '../shapes/kinds/box.ts';
import { cylinder } from '../shapes/kinds/cylinder.ts';
import {
  DECELERATION,
  EPSD,
  EPSD_STIFFNESS,
  EPSD2,
  EPSD2_STIFFNESS,
  GRAVITY,
  MASS,
  measuredPeriod,
  RADIUS,
  ROLLING,
  rockingPeriod,
  rollingBall,
  SPEED,
  STIFFNESS,
  TIME_STEP,
  WAY,
  wayOf,
} from '../verification/rolling/rolling-ball.ts';
import type { SimulationSpec } from './simulation-spec.ts';

describe('a ball that rolls out on epsd', () => {
  it('slows down by 5/7 of the coefficient times gravity, and stops after 7 v^2 / (10 mu g)', () => {
    const simulation = rollingBall(EPSD, { rollingDamping: 0 });
    simulation.step(Math.round(0.1 / TIME_STEP));
    const deceleration = (SPEED - simulation.body(0).velocity.x) / 0.1;
    // The torque grows to its limit within an angle of mu m g R / k: 1 % of the way.
    expect(deceleration / DECELERATION).toBeCloseTo(1, 2);
    expect(Math.max(...wayOf(simulation, 0.08)) / WAY).toBeCloseTo(1, 2);
  });

  it.each([
    ['epsd without damping', EPSD, { rollingDamping: 0 }, EPSD_STIFFNESS],
    ['epsd2', EPSD2, {}, EPSD2_STIFFNESS],
  ] as const)('rocks for ever with the period of its springs: %s', (_, law, more, stiffness) => {
    const period = rockingPeriod(stiffness);
    const way = wayOf(rollingBall(law, more), 0.4);
    expect(measuredPeriod(way, 0.2, period) / period).toBeCloseTo(1, 2);
  });

  it('comes to rest with the usual damping, and the balance closes', () => {
    const simulation = rollingBall(EPSD, {});
    simulation.step(Math.round(0.9 / TIME_STEP));
    expect(Math.abs(simulation.body(0).velocity.x)).toBeLessThan(1e-5 * SPEED);
    const { balance, rollingLoss } = simulation.energy();
    const kinetic = 0.7 * MASS * SPEED ** 2;
    expect(rollingLoss / kinetic).toBeCloseTo(1, 2);
    expect(Math.abs(balance) / kinetic).toBeLessThan(1e-3);
  });

  it.each(['epsd', 'epsd2'] as const)(
    'rests on a slope below the angle of rolling friction, not above it: %s',
    (rolling) => {
      const law: ContactLawSpec = { ...LINEAR, rolling };
      const gentle = rollingBall(law, { restitution: 0.5 }, 0, Math.atan(0.9 * ROLLING));
      gentle.step(20_000);
      expect(Math.abs(gentle.body(0).position.x)).toBeLessThan(0.02 * RADIUS);
      const steep = rollingBall(law, { restitution: 0.5 }, 0, Math.atan(1.3 * ROLLING));
      steep.step(20_000);
      const fall = 0.5 * (5 / 7) * GRAVITY * (0.3 * ROLLING) * (20_000 * TIME_STEP) ** 2;
      // It first leans into its spring: a few per cent of the way.
      expect(steep.body(0).position.x / fall).toBeGreaterThan(0.98);
      expect(steep.body(0).position.x / fall).toBeLessThan(1.1);
    },
  );
});

describe('the energy balance with rolling springs', () => {
  it.each([
    ['epsd, linear', EPSD],
    ['epsd2, linear', EPSD2],
    ['epsd, Hertz and Mindlin', { ...HERTZ_MINDLIN, rolling: 'epsd' } as const],
  ])('closes for a heap whose contacts begin, end and change their order: %s', (_, law) => {
    const spec = heap(60, { law, timeStep: 2e-6 });
    const [grain, ...others] = spec.materials;
    if (grain === undefined) throw new Error('no material');
    const materials = [{ ...grain, stiffness: STIFFNESS, restitution: 0.7, rollingFriction: 0.2 }, ...others];
    const simulation = start({ ...spec, materials });
    simulation.step(4000);
    const { balance, insertedEnergy, rollingLoss } = simulation.energy();
    expect(simulation.statistics().rebuilds).toBeGreaterThan(2);
    expect(rollingLoss / insertedEnergy).toBeGreaterThan(1e-4);
    expect(Math.abs(balance) / insertedEnergy).toBeLessThan(1e-4);
  });
});

/** Spheres that roll on each other. */
function rollingHeap(): SimulationSpec {
  const spec = heap(100, { law: { ...HERTZ_MINDLIN, rolling: 'epsd' }, timeStep: 5e-6 });
  const materials = spec.materials.map((each) => (each.rigid ? each : { ...each, rollingFriction: 0.2 }));
  return { ...spec, materials };
}

/** Cubes, cylinders and spheres that tumble onto a floor. */
function tumblingBodies(): SimulationSpec {
  const spec = convexScene({
    halfSpaces: [GROUND],
    law: { ...LINEAR, rolling: 'epsd' },
    shapes: [
      { name: 'cube', convex: box({ halfExtents: [SIZE, SIZE, SIZE] }) },
      { name: 'can', convex: cylinder({ radius: SIZE, halfLength: SIZE }) },
      { name: 'ball', sphere: { radius: SIZE } },
    ],
    bodies: Array.from({ length: 27 }, (_, k) => ({
      shape: ['cube', 'can', 'ball'][k % 3] ?? 'ball',
      material: 'stone',
      position: [
        2.3 * SIZE * (k % 3),
        2.3 * SIZE * (Math.floor(k / 3) % 3),
        2.5 * SIZE * (0.5 + Math.floor(k / 9)),
      ] as const,
      orientation: [1, 0.1 * (k % 4), 0.2 * (k % 3), 0] as const,
      velocity: [0.1 * ((k % 5) - 2), 0.1 * ((k % 7) - 3), -0.3] as const,
    })),
  });
  const materials = spec.materials.map((each) => ({ ...each, rollingFriction: 0.2 }));
  return { ...spec, materials };
}

describe('rolling springs have the same bits', () => {
  it.each([
    ['spheres', rollingHeap, 500],
    ['bodies of several shapes', tumblingBodies, 800],
  ] as const)('on two threads, in TypeScript, and after saving: %s', { tags: ['long'] }, (_, make, steps) => {
    const one = start(make());
    const two = start({ ...make(), threads: 2 });
    const typescript = start(make(), { kernel: 'typescript' });
    const half = Math.round(steps / 2);
    for (const simulation of [one, two, typescript]) simulation.step(half);
    const saved = restore(make(), one.save());
    for (const simulation of [one, two, typescript, saved]) simulation.step(half);
    expect(one.statistics().contacts).toBeGreaterThan(5);
    expect(one.energy().rollingLoss).toBeGreaterThan(0);
    expect(bitsOf(two)).toEqual(bitsOf(one));
    expect(bitsOf(typescript)).toEqual(bitsOf(one));
    expect(bitsOf(saved)).toEqual(bitsOf(one));
  });
});
