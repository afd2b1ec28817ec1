// SPDX-License-Identifier: MIT
/** Outlets: what leaves and when, what it takes away, and the same bits whatever happens in between. */
import { describe, expect, it } from 'vitest';
import { bitsOf, restore, start } from '../../../tests/support/simulations.ts';
import { box } from '../../shapes/kinds/box.ts';
import { Simulation } from '../simulation.ts';
import type { BodySpec, OutletSpec, SimulationSpec } from '../simulation-spec.ts';

const RADIUS = 0.01;
const DENSITY = 2500;
const BALL_MASS = (4 / 3) * Math.PI * RADIUS ** 3 * DENSITY;
/** Of sums of a few numbers of the same size. */
const ROUNDING = 1e-12;

function scene(outlets: readonly OutletSpec[], more: Partial<SimulationSpec> = {}): SimulationSpec {
  return {
    timeStep: 1e-4,
    gravity: [0, 0, -10],
    law: { normal: 'linear', tangential: 'linear' },
    materials: [
      { name: 'glass', density: DENSITY, stiffness: 2000, restitution: 0.5, friction: 0.3 },
      { name: 'wax', density: 900, stiffness: 2000, restitution: 0.5, friction: 0.3 },
    ],
    shapes: [
      { name: 'ball', sphere: { radius: RADIUS } },
      { name: 'brick', convex: box({ halfExtents: [0.01, 0.01, 0.01] }) },
    ],
    outlets,
    ...more,
  };
}

const ball = (z: number, more: Partial<BodySpec> = {}): BodySpec => ({
  shape: 'ball',
  material: 'glass',
  position: [0, 0, z],
  ...more,
});

const BELOW: OutletSpec = { name: 'below', region: { plane: { through: [0, 0, 0], direction: [0, 0, -2] } } };

describe('a body in an outlet', () => {
  it('leaves at the first step at which its centre of mass is inside', () => {
    const simulation = start(scene([BELOW], { bodies: [ball(0.05), ball(0.2, { material: 'wax' })] }));
    // z = 0.05 - 5 t² reaches 0 at t = 0.1.
    simulation.step(999);
    expect(simulation.bodyCount).toBe(2);
    simulation.step(2);
    expect(simulation.bodyCount).toBe(1);
    expect(simulation.outlets()).toEqual([
      {
        name: 'below',
        count: 1,
        mass: expect.closeTo(BALL_MASS, 15),
        energy: expect.closeTo(BALL_MASS * 10 * 0.05, 6),
      },
    ]);
    simulation.step(1000);
    expect(simulation.bodyCount).toBe(0);
    const [{ count = 0, mass = 0, energy = 0 } = {}] = simulation.outlets();
    expect(count).toBe(2);
    expect(mass).toBeCloseTo(BALL_MASS * (1 + 900 / DENSITY), 15);
    const { insertedEnergy, outletEnergy, balance } = simulation.energy();
    expect(outletEnergy).toBe(energy);
    expect(Math.abs(outletEnergy - insertedEnergy)).toBeLessThan(ROUNDING * insertedEnergy);
    expect(Math.abs(balance)).toBeLessThan(ROUNDING * insertedEnergy);
  });

  it.each<[string, OutletSpec['region']]>([
    ['box', { box: { min: [-0.1, -0.1, -1], max: [0.1, 0.1, 0] } }],
    ['cylinder', { cylinder: { from: [0, 0, 0], to: [0, 0, -1], radius: 0.001 } }],
    ['sphere', { sphere: { centre: [0, 0, -0.5], radius: 0.5 } }],
    ['plane', BELOW.region],
  ])('may be in a %s', (_, region) => {
    const beside = ball(0.05, { position: [0.3, 0, 0.05] });
    const simulation = start(scene([{ name: 'hole', region }], { bodies: [ball(0.05), beside] }));
    simulation.step(1002);
    expect(simulation.bodyCount).toBe(region === BELOW.region ? 0 : 1);
  });

  it('leaves through the first of several that hold it', () => {
    const simulation = start(scene([BELOW, { ...BELOW, name: 'second' }], { bodies: [ball(0.05)] }));
    simulation.step(1100);
    expect(simulation.outlets().map(({ count }) => count)).toEqual([1, 0]);
  });

  it('stays when it is of another shape or material, or is held', () => {
    const bodies = [
      ball(0.05),
      ball(0.05, { position: [0.1, 0, 0.05], material: 'wax' }),
      ball(0.05, { position: [0.2, 0, 0.05], shape: 'brick' }),
      ball(-0.05, { fixed: true }),
      ball(-0.05, { position: [0.3, 0, -0.05], motion: { velocity: [0, 0, -0.1] } }),
    ];
    const only = (outlet: Partial<OutletSpec>): number[] => {
      const simulation = start(scene([{ ...BELOW, ...outlet }], { bodies }));
      simulation.step(1100);
      return [...simulation.bodies().ids];
    };
    expect(only({})).toEqual([3, 4]);
    expect(only({ shapes: ['brick'] })).toEqual([0, 1, 3, 4]);
    expect(only({ materials: ['wax'] })).toEqual([0, 2, 3, 4]);
    expect(only({ shapes: ['ball'], materials: ['glass'] })).toEqual([1, 2, 3, 4]);
  });

  it('is looked for every so often, from a time until another', () => {
    const last = (outlet: Partial<OutletSpec>): number => {
      const simulation = start(scene([{ ...BELOW, ...outlet }], { bodies: [ball(-0.1)], gravity: [0, 0, 0] }));
      while (simulation.bodyCount > 0 && simulation.stepCount < 200) simulation.step();
      return simulation.stepCount;
    };
    expect(last({})).toBe(1);
    expect(last({ every: 7e-4 })).toBe(7);
    expect(last({ from: 1.2e-3 })).toBe(12);
    expect(last({ from: 1.2e-3, every: 7e-4 })).toBe(14);
    expect(last({ until: 1e-4 })).toBe(200);
  });

  it('is found by its image in a periodic domain', () => {
    const domain = { min: [0, 0, 0], max: [0.1, 0.1, 0.1], periodic: [true, true, true] } as const;
    const hole: OutletSpec = { name: 'hole', region: { box: { min: [0.02, 0, 0], max: [0.03, 0.1, 0.1] } } };
    const body = ball(0.05, { position: [0.05, 0.05, 0.05], velocity: [1, 0, 0] });
    const simulation = start(scene([hole], { bodies: [body], domain, gravity: [0, 0, 0] }));
    simulation.step(699);
    expect(simulation.bodyCount).toBe(1);
    simulation.step(2);
    expect(simulation.bodyCount).toBe(0);
  });
});

/** Balls rain on a heap over a floor with a hole, from which some are taken that press on others. */
function silo(threads: number): SimulationSpec {
  return scene(
    [
      { name: 'hole', region: { cylinder: { from: [0, 0, -1], to: [0, 0, 0.012], radius: 0.015 } } },
      { name: 'edge', region: { box: { min: [0.03, -1, -1], max: [1, 1, 0.011] } }, every: 1e-3 },
    ],
    {
      threads,
      domain: { min: [-0.05, -0.05, -0.5], max: [0.05, 0.05, 0.5], periodic: [true, true, false] },
      halfSpaces: [{ name: 'floor', normal: [0, 0, 1], offset: 0, material: 'glass' }],
      insertions: [
        {
          name: 'rain',
          shapes: [
            { shape: 'ball', material: 'glass', weight: 2, scale: { uniform: [0.6, 1] } },
            { shape: 'brick', material: 'wax', weight: 1 },
          ],
          region: { box: { min: [-0.05, -0.05, 0.05], max: [0.05, 0.05, 0.1] } },
          rate: 400,
          velocity: [0, 0, -1],
          randomOrientation: true,
        },
      ],
    },
  );
}

describe('an outlet in the middle of a heap', () => {
  it('takes the energy of contacts along: the balance is continuous', () => {
    const dropped = (outlets: readonly OutletSpec[]): Simulation => {
      const simulation = start({ ...silo(1), outlets });
      simulation.step(2500);
      return simulation;
    };
    // The same run with and without the outlet, up to the step at which it looks for the first time.
    const late: OutletSpec = { name: 'hole', region: { box: { min: [-1, -1, 0], max: [1, 1, 0.02] } }, from: 0.25 };
    const before = dropped([{ ...late, from: 1 }]);
    const after = dropped([late]);
    expect(before.contacts().count).toBeGreaterThan(10);
    const [{ count = 0, mass = 0, energy = 0 } = {}] = after.outlets();
    expect(count).toBeGreaterThan(10);
    expect(after.bodyCount).toBe(before.bodyCount - count);
    const [full, rest] = [before.energy(), after.energy()];
    expect(rest.elastic).toBeLessThan(full.elastic);
    expect(Math.abs(rest.balance - full.balance)).toBeLessThan(ROUNDING * full.insertedEnergy);
    const present = ({ kinetic, rotational, potential, elastic }: typeof full): number =>
      kinetic + rotational + potential + elastic;
    expect(energy).toBeCloseTo(present(full) - present(rest), 9);
    expect(mass).toBeGreaterThan(0);
  });

  it('gives the same bits with two threads, in single steps and after being restored', () => {
    const bits = (simulation: Simulation): unknown[] => [...bitsOf(simulation), simulation.outlets()];
    const steps = 3000;
    const whole = start(silo(1));
    whole.step(steps);
    expect(whole.outlets().every(({ count }) => count > 0)).toBe(true);
    const shared = start(silo(2));
    shared.step(steps);
    expect(bits(shared)).toEqual(bits(whole));
    const first = start(silo(2));
    first.step(1235);
    const second = restore(silo(1), first.save());
    expect(second.outlets()).toEqual(first.outlets());
    for (let k = 1235; k < steps; k += 5) second.step(5);
    expect(bits(second)).toEqual(bits(whole));
  });
});

describe('an outlet that is wrong', () => {
  const refused = (outlet: object): (() => Simulation) => {
    return () => new Simulation(scene([{ ...BELOW, ...outlet } as OutletSpec]));
  };

  it('is refused with its path', () => {
    expect(refused({ region: { tube: {} } })).toThrow('outlets[0].region: expected plane, box, cylinder or sphere');
    expect(refused({ region: { plane: { through: [0, 0, 0], direction: [0, 0, 0] } } })).toThrow(
      'outlets[0].region.plane.direction: expected a vector other than zero',
    );
    expect(refused({ shapes: ['bal'] })).toThrow('outlets[0].shapes[0]: expected one of "ball", "brick", got "bal"');
    expect(refused({ materials: ['x'] })).toThrow('outlets[0].materials[0]: expected one of "glass", "wax", got "x"');
    expect(refused({ every: 0 })).toThrow('outlets[0].every: expected a finite number > 0, got 0');
    expect(refused({ from: 2, until: 1 })).toThrow('outlets[0].until: expected a time after the beginning at 2 s');
  });

  it('does not take the state of another simulation', () => {
    const { outlets: _, ...without } = silo(1);
    expect(() => Simulation.restore(without, start(silo(1)).save())).toThrow('outlets: 2 saved, 0 given');
  });
});
