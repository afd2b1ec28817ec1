// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { box } from '../../shapes/kinds/box.ts';
import { Simulation } from '../simulation.ts';
import type { SimulationSpec } from '../simulation-spec.ts';
import { columnsOfView } from './state-columns.ts';

const SPEC: SimulationSpec = {
  timeStep: 1e-4,
  gravity: [0, 0, -9.81],
  law: { normal: 'linear', tangential: 'linear' },
  materials: [{ name: 'm', density: 1000, stiffness: 1e4, restitution: 0.5, friction: 0.4 }],
  shapes: [
    { name: 'ball', sphere: { radius: 0.01 } },
    { name: 'cube', convex: box({ halfExtents: [0.01, 0.01, 0.01] }) },
  ],
  halfSpaces: [{ name: 'floor', normal: [0, 0, 1], offset: 0, material: 'm' }],
};

/** Overlapping neighbours on a floor, with more bodies than a part of a column has. */
function simulationOf(shape: string, side: number): Simulation {
  const bodies = Array.from({ length: side * side }, (_, k) => ({
    shape,
    material: 'm',
    position: [0.0199 * (k % side), 0.0199 * Math.floor(k / side), 0.0099] as const,
    velocity: [0.001 * (k % 7), 0, 0] as const,
  }));
  const simulation = new Simulation({ ...SPEC, bodies });
  simulation.step(3);
  return simulation;
}

const flat = (columns: Iterable<Float64Array>): number[] => Array.from(columns, (part) => [...part]).flat();

describe('the state in columns', () => {
  it('contains the state of spheres, in parts', () => {
    const simulation = simulationOf('ball', 70);
    expect(flat(simulation.stateColumns())).toEqual(flat(columnsOfView(simulation.bodies())));
  });

  it('contains the state of bodies that are not spheres', () => {
    const simulation = simulationOf('cube', 4);
    expect(flat(simulation.stateColumns())).toEqual(flat(columnsOfView(simulation.bodies())));
  });
});
