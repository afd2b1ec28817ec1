// SPDX-License-Identifier: MIT
/** What a simulation has of the contact kernel's memory comes back when it ends: one process may run thousands. */
import { describe, expect, it } from 'vitest';
import { facetMesh } from '../meshes/facet-mesh.ts';
import { ownedCellCount } from '../shapes/kernel-memory/kernel-heap.ts';
import { box } from '../shapes/kinds/box.ts';
import { superquadric } from '../shapes/kinds/superquadric.ts';
import { Simulation } from './simulation.ts';
import type { SimulationSpec } from './simulation-spec.ts';
import { shapeWall } from './walls/shape-wall.ts';

const convex = {
  superquadric: superquadric({ semiAxes: [0.05, 0.04, 0.03], n1: 3, n2: 3 }),
  box: box({ halfExtents: [0.05, 0.04, 0.03] }),
};

type Rest = Partial<SimulationSpec>;

/** Two bodies on each other, the lower one pressed 0.1 mm into the plane z = 0. */
function spec(shape: keyof typeof convex, normal: 'linear' | 'pressure-field' | 'overlap-volume', rest: Rest) {
  const body = { shape: 'body', material: 'm' };
  return {
    timeStep: 1e-6,
    gravity: [0, 0, 0],
    law: { normal },
    materials: [{ name: 'm', density: 2500, stiffness: 1e6, restitution: 1 }],
    shapes: [{ name: 'body', convex: convex[shape] }],
    bodies: [
      { ...body, position: [0, 0, 0.0299] },
      { ...body, position: [0, 0, 0.0897], scale: 0.999 },
    ],
    ...rest,
  } satisfies SimulationSpec;
}

const mesh = facetMesh({
  vertices: [
    [-1, -1, 0],
    [1, -1, 0],
    [1, 1, 0],
    [-1, 1, 0],
  ],
  facets: [
    [0, 1, 2],
    [0, 2, 3],
  ],
});
const floor: Rest = { halfSpaces: [{ name: 'floor', normal: [0, 0, 1], offset: 0, material: 'm' }] };
const onMesh: Rest = { meshes: [{ name: 'floor', mesh, material: 'm' }] };
const inPeriods: Rest = { ...onMesh, domain: { min: [-1, -1, -1], max: [1, 1, 1], periodic: [true, false, false] } };
const top = shapeWall('block', { box: { halfExtents: [1, 1, 0.5] }, side: 'outside' }, 'm');
const block: Rest = { meshes: [{ ...top, position: [0, 0, -0.5] }] };

const SPECS = {
  'superquadrics on a half-space': spec('superquadric', 'linear', floor),
  'boxes on a half-space': spec('box', 'linear', floor),
  'pressure fields on a half-space': spec('box', 'pressure-field', floor),
  'overlap volumes on a half-space': spec('box', 'overlap-volume', floor),
  'superquadrics on a mesh': spec('superquadric', 'linear', onMesh),
  'boxes on a mesh': spec('box', 'linear', onMesh),
  'pressure fields on a mesh': spec('box', 'pressure-field', onMesh),
  'pressure fields on a periodic mesh': spec('box', 'pressure-field', inPeriods),
  'superquadrics on a periodic mesh': spec('superquadric', 'linear', inPeriods),
  'boxes on a wall that is a shape': spec('box', 'linear', block),
} satisfies Record<string, SimulationSpec>;

function contactsAfterStep(simulation: Simulation): number {
  simulation.step(2);
  return simulation.contacts().count;
}

/** Cells in use after `use` has been called that often. */
function cellsAfter(times: number, use: () => void): number {
  for (let k = 0; k < times; k++) use();
  return ownedCellCount();
}

describe.each(Object.entries(SPECS))('%s', (_name, given) => {
  const run = (): void => {
    const simulation = new Simulation(given);
    expect(contactsAfterStep(simulation)).toBeGreaterThan(0);
    simulation.dispose();
  };

  it('give all of their memory back', () => {
    const before = cellsAfter(1, run);
    const simulation = new Simulation(given);
    contactsAfterStep(simulation);
    expect(ownedCellCount()).toBeGreaterThan(before);
    simulation.dispose();
    expect(ownedCellCount()).toBe(before);
    expect(cellsAfter(3, run)).toBe(before);
  });

  it('can be read after dispose, with the same bits, and be disposed of again', () => {
    const before = cellsAfter(1, run);
    const simulation = new Simulation(given);
    simulation.step(2);
    const [contacts, energy] = [simulation.contacts(), simulation.energy()];
    simulation.dispose();
    expect(simulation.contacts()).toEqual(contacts);
    expect(simulation.energy()).toEqual(energy);
    simulation.dispose();
    expect(ownedCellCount()).toBe(before);
    expect(() => simulation.step()).toThrow('disposed');
  });

  it('keep no memory of what a change or a restored state has replaced', () => {
    const changing = (): void => {
      const simulation = new Simulation(given);
      simulation.step(2);
      simulation.change({ gravity: [0, 0, -9.81] });
      expect(contactsAfterStep(simulation)).toBeGreaterThan(0);
      const state = simulation.save();
      const { spec: carried } = simulation;
      simulation.dispose();
      Simulation.restore(carried, state).dispose();
      Simulation.continueFrom(given, { spec: carried, state }).dispose();
    };
    const before = cellsAfter(1, changing);
    expect(cellsAfter(2, changing)).toBe(before);
  });
});
