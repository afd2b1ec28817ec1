// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { box } from '../../shapes/kinds/box.ts';
import { ellipsoid } from '../../shapes/kinds/ellipsoid.ts';
import { superquadric } from '../../shapes/kinds/superquadric.ts';
import { Simulation } from '../simulation.ts';
import type { SimulationSpec } from '../simulation-spec.ts';

/** Least radius of curvature of the egg: at the ends of its long axis, b^2 / a. */
const LEAST = 0.25;

/** An egg lies with its long end in a box by `overlap`, and nothing moves in a step this short. */
function pressed(overlap: number, law: 'pressure-field' | 'linear' = 'pressure-field'): SimulationSpec {
  return {
    timeStep: 1e-9,
    gravity: [0, 0, 0],
    law: { normal: law },
    materials: [{ name: 'stone', density: 1000, stiffness: 1e6 }],
    shapes: [
      { name: 'slab', convex: box({ halfExtents: [5, 5, 1] }) },
      { name: 'egg', convex: ellipsoid({ semiAxes: [0.5, 0.5, 1] }) },
      { name: 'block', convex: superquadric({ semiAxes: [1, 1, 1], n1: 1.5, n2: 2 }) },
      { name: 'ball', sphere: { radius: 0.5 } },
    ],
    bodies: [
      { shape: 'slab', material: 'stone', position: [0, 0, 0] },
      { shape: 'egg', material: 'stone', id: 7, position: [0, 0, 2 - overlap] },
    ],
    limits: { overlapRatio: 10 },
  };
}

describe('contacts of smooth bodies', () => {
  it('are recorded by their overlap over the least radius of curvature, one for each pair of shapes', () => {
    const simulation = new Simulation(pressed(0.1));
    simulation.step(3);
    const found = simulation.bentContacts();
    expect(found.map(({ shape, partner }) => [shape, partner].sort())).toEqual([['egg', 'slab']]);
    expect(found[0]?.ratio).toBeCloseTo(0.1 / LEAST, 6);
    expect([0, 7]).toContain(found[0]?.body);
  });

  it('have the sum of both radii where both bodies are smooth', () => {
    const simulation = new Simulation({
      ...pressed(0.1),
      bodies: [
        { shape: 'ball', material: 'stone', position: [0, 0, 0] },
        { shape: 'egg', material: 'stone', position: [0, 0, 1.5 - 0.15] },
      ],
    });
    simulation.step();
    expect(simulation.bentContacts()[0]?.ratio).toBeCloseTo(0.15 / (LEAST + 0.5), 6);
  });

  it('are above 1 where the overlap exceeds that radius, and infinite where no radius is known', () => {
    const deep = new Simulation(pressed(0.3));
    deep.step();
    expect(Math.max(...deep.bentContacts().map(({ ratio }) => ratio))).toBeCloseTo(0.3 / LEAST, 6);
    const spec = pressed(0.1);
    const bodies = [spec.bodies?.[0] ?? [], { shape: 'block', material: 'stone', position: [0, 0, 1.9] }].flat();
    const sharp = new Simulation({ ...spec, bodies } as SimulationSpec);
    sharp.step();
    expect(sharp.bentContacts().map(({ ratio }) => ratio)).toEqual([Infinity]);
  });

  it('are not recorded under other laws', () => {
    const simulation = new Simulation(pressed(0.1, 'linear'));
    simulation.step();
    expect(simulation.bentContacts()).toEqual([]);
  });
});
