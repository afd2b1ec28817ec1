// SPDX-License-Identifier: MIT
/** Balls and clumps of other sizes that are inserted above a floor. */
import type { Simulation } from '../../src/simulation/simulation.ts';
import type { InsertionSpec, SimulationSpec } from '../../src/simulation/simulation-spec.ts';
import { bitsOf } from './simulations.ts';

export const RAIN: InsertionSpec = {
  name: 'rain',
  shapes: [
    { shape: 'ball', material: 'glass', weight: 2, scale: { uniform: [0.5, 1.5] } },
    {
      shape: 'peanut',
      material: 'glass',
      weight: 1,
      scale: { normal: { mean: 1, deviation: 0.2, min: 0.7, max: 1.4 } },
    },
  ],
  region: { box: { min: [0, 0, 0.02], max: [0.1, 0.1, 0.08] } },
  velocity: [0, 0, -0.5],
  randomOrientation: true,
};

export function rainScene(insertion: Partial<InsertionSpec>, more: Partial<SimulationSpec> = {}): SimulationSpec {
  return {
    timeStep: 2e-5,
    gravity: [0, 0, -9.81],
    law: { normal: 'hertz', tangential: 'mindlin' },
    materials: [
      { name: 'glass', density: 2500, youngsModulus: 1e7, poissonsRatio: 0.25, restitution: 0.7, friction: 0.4 },
    ],
    shapes: [
      { name: 'ball', sphere: { radius: 0.005 } },
      {
        name: 'peanut',
        clump: {
          spheres: [
            { centre: [0.002, 0, 0], radius: 0.004 },
            { centre: [0.007, 0.001, 0], radius: 0.003 },
          ],
        },
      },
    ],
    halfSpaces: [{ name: 'floor', normal: [0, 0, 1], offset: 0, material: 'glass' }],
    insertions: [{ ...RAIN, ...insertion }],
    ...more,
  };
}

/** Everything that can be seen of the bodies and of the insertions to come, as bits. */
export function bitsWithInsertions(simulation: Simulation): unknown[] {
  return [...bitsOf(simulation), simulation.insertions()];
}
