// SPDX-License-Identifier: MIT
/** Outlets: what leaves and when, what it takes away, and the same bits whatever happens in between. */
import { describe, expect, it } from 'vitest';
import { DENSITY, outletScene, RADIUS, ROUNDING, silo } from '../../../tests/support/outlet-scene.ts';
import { start } from '../../../tests/support/simulations.ts';
import { Simulation } from '../simulation.ts';
import type { BodySpec, OutletSpec } from '../simulation-spec.ts';

const BALL_MASS = (4 / 3) * Math.PI * RADIUS ** 3 * DENSITY;

const ball = (z: number, more: Partial<BodySpec> = {}): BodySpec => ({
  shape: 'ball',
  material: 'glass',
  position: [0, 0, z],
  ...more,
});

const BELOW: OutletSpec = { name: 'below', region: { plane: { through: [0, 0, 0], direction: [0, 0, -2] } } };

describe('a body in an outlet', () => {
  it('leaves at the first step at which its centre of mass is inside', () => {
    const simulation = start(outletScene([BELOW], { bodies: [ball(0.05), ball(0.2, { material: 'wax' })] }));
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
    const simulation = start(outletScene([{ name: 'hole', region }], { bodies: [ball(0.05), beside] }));
    simulation.step(1002);
    expect(simulation.bodyCount).toBe(region === BELOW.region ? 0 : 1);
  });

  it('leaves through the first of several that hold it', () => {
    const simulation = start(outletScene([BELOW, { ...BELOW, name: 'second' }], { bodies: [ball(0.05)] }));
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
      const simulation = start(outletScene([{ ...BELOW, ...outlet }], { bodies }));
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
      const simulation = start(outletScene([{ ...BELOW, ...outlet }], { bodies: [ball(-0.1)], gravity: [0, 0, 0] }));
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
    const simulation = start(outletScene([hole], { bodies: [body], domain, gravity: [0, 0, 0] }));
    simulation.step(699);
    expect(simulation.bodyCount).toBe(1);
    simulation.step(2);
    expect(simulation.bodyCount).toBe(0);
  });
});

describe('an outlet that is wrong', () => {
  const refused = (outlet: object): (() => Simulation) => {
    return () => new Simulation(outletScene([{ ...BELOW, ...outlet } as OutletSpec]));
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
