// SPDX-License-Identifier: MIT
/** Bodies that come by mass or until a porosity is reached. */
import { describe, expect, it } from 'vitest';
import { bitsOf, restore, start } from '../../../tests/support/simulations.ts';
import { Simulation } from '../simulation.ts';
import type { InsertionSpec, SimulationSpec } from '../simulation-spec.ts';

const DENSITY = 2500;
const massOf = (radius: number): number => (4 / 3) * Math.PI * radius ** 3 * DENSITY;
const LARGEST = 1.5;
const HEAVIEST = massOf(0.005 * LARGEST);

const FLOW: InsertionSpec = {
  name: 'flow',
  shapes: [
    { shape: 'ball', material: 'glass', weight: 2, scale: { uniform: [0.5, LARGEST] } },
    { shape: 'peanut', material: 'glass', weight: 1 },
  ],
  region: { box: { min: [0, 0, 0.1], max: [0.1, 0.1, 0.13] } },
  velocity: [0, 0, -2],
};

function scene(insertion: Partial<InsertionSpec>, more: Partial<SimulationSpec> = {}): SimulationSpec {
  return {
    timeStep: 2e-4,
    gravity: [0, 0, -9.81],
    law: { normal: 'linear', tangential: 'linear' },
    materials: [{ name: 'glass', density: DENSITY, stiffness: 2000, restitution: 0.5, friction: 0.3 }],
    shapes: [
      { name: 'ball', sphere: { radius: 0.005 } },
      {
        name: 'peanut',
        clump: {
          spheres: [
            { centre: [0, 0, 0], radius: 0.004 },
            { centre: [0.005, 0, 0], radius: 0.003 },
          ],
        },
      },
    ],
    outlets: [{ name: 'end', region: { plane: { through: [0, 0, 0], direction: [0, 0, -1] } } }],
    insertions: [{ ...FLOW, ...insertion }],
    ...more,
  };
}

function flow(simulation: Simulation): { inserted: number; mass: number; waiting: number; porosity?: number } {
  return simulation.insertions()[0];
}

describe('a flow of mass', () => {
  it('is off by half of the heaviest body at most, at any time', { tags: ['long'] }, () => {
    const massRate = 0.5;
    const simulation = start(scene({ massRate, from: 0.01 }));
    let largest = 0;
    for (let k = 0; k < 2000; k++) {
      simulation.step();
      const due = massRate * Math.max(0, simulation.time - 0.01);
      largest = Math.max(largest, Math.abs(flow(simulation).mass - due));
    }
    expect(flow(simulation).inserted).toBeGreaterThan(100);
    // Within a step, a step's share of the flow.
    expect(largest).toBeLessThanOrEqual(0.5 * HEAVIEST + massRate * 2e-4);
    expect(largest).toBeGreaterThan(0.1 * HEAVIEST);
  });

  it('is steady: what enters leaves, and between them is the flow times the time of a fall', { tags: ['long'] }, () => {
    const massRate = 1;
    const simulation = start(scene({ massRate }));
    simulation.step(1500);
    const [{ mass: left = 0 } = {}] = simulation.outlets();
    const inside = flow(simulation).mass - left;
    // From heights uniform in 0.1 m to 0.13 m, at 2 m/s at first: t = (sqrt(4 + 2 g h) - 2) / g.
    const time = (h: number): number => (Math.sqrt(4 + 2 * 9.81 * h) - 2) / 9.81;
    const times = Array.from({ length: 301 }, (_, k) => time(0.1 + (0.03 * k) / 300));
    const mean = times.reduce((sum, t) => sum + t, 0) / times.length;
    // Three bodies: one that is half owed, and two for the randomness of heights near the ends.
    expect(Math.abs(inside - massRate * mean)).toBeLessThan(3 * HEAVIEST);
    expect(inside).toBeGreaterThan(5 * HEAVIEST);
    // Bodies that catch up with others touch them: the balance is as good as that of a contact.
    const { insertedEnergy, balance } = simulation.energy();
    expect(Math.abs(balance)).toBeLessThan(1e-5 * insertedEnergy);
  });

  it('ends at a mass, a number or a time', { tags: ['long'] }, () => {
    const finished = (limits: Partial<InsertionSpec>): Simulation => {
      const simulation = start(scene({ massRate: 0.5, ...limits }, { gravity: [0, 0, 0] }));
      simulation.step(2500);
      return simulation;
    };
    expect(Math.abs(flow(finished({ mass: 0.1 })).mass - 0.1)).toBeLessThanOrEqual(0.5 * HEAVIEST);
    expect(flow(finished({ count: 17 })).inserted).toBe(17);
    const early = finished({ until: 0.2 });
    expect(flow(early)).toMatchObject({ waiting: 0 });
    expect(Math.abs(flow(early).mass - 0.1)).toBeLessThanOrEqual(0.5 * HEAVIEST);
  });

  it('waits where there is no room, and makes up for it', () => {
    // Bodies at rest fill the small region until they fall out of it.
    const region = { box: { min: [0, 0, 0.1], max: [0.012, 0.012, 0.112] } } as const;
    const simulation = start(scene({ massRate: 0.2, region, until: 0.2, velocity: [0, 0, 0] }));
    let most = 0;
    for (let k = 0; k < 1000; k++) {
      simulation.step();
      most = Math.max(most, flow(simulation).waiting);
    }
    expect(most).toBeGreaterThan(1);
    expect(flow(simulation).mass).toBeLessThan(0.04);
    const fast = start(scene({ massRate: 0.02, region, velocity: [0, 0, -2] }));
    fast.step(5000);
    expect(Math.abs(flow(fast).mass - 0.02)).toBeLessThanOrEqual(0.5 * HEAVIEST);
  });

  it('has the same bits with two threads and after being restored', { tags: ['long'] }, () => {
    const spec = scene(
      { massRate: 0.5, randomOrientation: true },
      { halfSpaces: [{ name: 'floor', normal: [0, 0, 1], offset: 0.02, material: 'glass' }], outlets: [] },
    );
    const bits = (simulation: Simulation): unknown[] => [...bitsOf(simulation), simulation.insertions()];
    const whole = start(spec);
    whole.step(1500);
    const shared = start({ ...spec, threads: 2 });
    shared.step(1500);
    expect(bits(shared)).toEqual(bits(whole));
    const first = start(spec);
    first.step(701);
    const second = restore(spec, first.save());
    expect(second.insertions()).toEqual(first.insertions());
    second.step(799);
    expect(bits(second)).toEqual(bits(whole));
  });
});

describe('a mass at once', () => {
  it('is there at the start, to within half of the heaviest body', () => {
    const simulation = start(scene({ mass: 0.08 }));
    expect(Math.abs(flow(simulation).mass - 0.08)).toBeLessThanOrEqual(0.5 * HEAVIEST);
    expect(flow(simulation).waiting).toBe(0);
  });

  it('that does not fit is an error with the mass that did', () => {
    expect(() => new Simulation(scene({ mass: 5 }))).toThrow(
      /insertions\[0\] "flow": 0\.\d+ of 5 kg fitted, porosity 0\.\d+ of the region; the next found no place in 100 attempts/,
    );
  });
});

describe('a region filled to a porosity', () => {
  const REGION = 0.1 * 0.1 * 0.03;

  it('has it, to within a body', () => {
    const simulation = start(scene({ porosity: 0.85 }));
    const { porosity = 1, mass, waiting } = flow(simulation);
    expect(waiting).toBe(0);
    expect(porosity).toBeLessThanOrEqual(0.85);
    expect(porosity).toBeGreaterThan(0.85 - HEAVIEST / DENSITY / REGION);
    expect(porosity).toBeCloseTo(1 - mass / DENSITY / REGION, 12);
    simulation.step(100);
    expect(flow(simulation).porosity).toBe(porosity);
  });

  it('counts bodies that are there already', () => {
    const bodies = [0.02, 0.05, 0.08].map((x) => {
      return { shape: 'ball', material: 'glass', position: [x, 0.05, 0.11], scale: 2 } as const;
    });
    const simulation = start(scene({ porosity: 0.9 }, { bodies }));
    const { porosity = 1, mass } = flow(simulation);
    expect(porosity).toBeCloseTo(1 - (mass + 3 * massOf(0.01)) / DENSITY / REGION, 12);
  });

  it('that cannot be reached is an error with what was, or is accepted', () => {
    expect(() => new Simulation(scene({ porosity: 0.3 }))).toThrow(
      /insertions\[0\] "flow": \d+ bodies fitted before porosity 0.3 was reached, porosity 0\.[67]\d+ of the region; the next found no place/,
    );
    const simulation = start(scene({ porosity: 0.3, onFull: 'accept' }));
    const { porosity = 1, inserted, waiting } = flow(simulation);
    expect(porosity).toBeGreaterThan(0.6);
    expect(porosity).toBeLessThan(0.8);
    expect(waiting).toBe(1);
    simulation.step(10);
    expect(simulation.bodyCount).toBe(inserted);
    const again = restore(scene({ porosity: 0.3, onFull: 'accept' }), simulation.save());
    expect(again.insertions()).toEqual(simulation.insertions());
  });

  it('and other amounts are checked', () => {
    const refused =
      (insertion: object): (() => Simulation) =>
      () =>
        new Simulation(scene(insertion));
    expect(refused({})).toThrow('insertions[0].count: expected a count, a mass, a porosity, a rate or a massRate');
    expect(refused({ rate: 1, massRate: 1 })).toThrow('insertions[0].massRate: expected either a rate or a massRate');
    expect(refused({ massRate: 0 })).toThrow('insertions[0].massRate: expected a finite number > 0, got 0');
    expect(refused({ mass: -1 })).toThrow('insertions[0].mass: expected a finite number > 0, got -1');
    expect(refused({ porosity: 0 })).toThrow('insertions[0].porosity: expected a finite number > 0 and <= 1, got 0');
    expect(refused({ porosity: 0.5, rate: 1 })).toThrow('insertions[0].porosity: expected no rate');
    expect(refused({ porosity: 0.5, region: { box: { min: [0, 0, 0], max: [1, 1, 0] } } })).toThrow(
      'insertions[0].porosity: expected a region with a volume',
    );
    expect(refused({ count: 1, onFull: 'perhaps' })).toThrow('insertions[0].onFull: expected stop or accept');
  });
});
