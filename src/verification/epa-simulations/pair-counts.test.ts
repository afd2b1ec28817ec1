// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Simulation } from '../../simulation/simulation.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { KINDS, type Kind } from './injected-scenes.ts';
import { countPairs, groupsOf } from './pair-counts.ts';

const KINDS_HERE: readonly Kind[] = ['P5', 'P16', 'S'];
const shapes = KINDS_HERE.map((kind) => ({ kind, shape: KINDS[kind](1) }));

/** Bodies of size 1 along x, at rest without gravity. */
function inARow(...bodies: readonly (readonly [kind: Kind, x: number])[]): Simulation {
  const spec: SimulationSpec = {
    timeStep: 1e-4,
    gravity: [0, 0, 0],
    law: { normal: 'linear' },
    materials: [{ name: 'stone', density: 1, stiffness: 1e3 }],
    shapes: shapes.map(({ kind, shape }) =>
      shape.kind === 'sphere' ? { name: kind, sphere: { radius: shape.radius } } : { name: kind, convex: shape },
    ),
    bodies: bodies.map(([shape, x]) => ({ shape, material: 'stone', position: [x, 0, 0] })),
  };
  return new Simulation(spec);
}

describe('the pairs of a simulation', () => {
  it('are counted by group, those whose boxes overlap only, spheres among themselves not at all', () => {
    // Prisms have an inradius of 0.462 between flat sides; the third body is out of reach of all.
    const simulation = inARow(['P16', 0], ['P16', 0.9], ['P16', 3], ['S', 10], ['S', 10.5], ['P16', 10.9]);
    const groups = countPairs(simulation, shapes, KINDS_HERE);
    expect(groups['P16-P16']).toMatchObject({ touching: 1, separated: 0, disagreeing: 0 });
    expect(groups['P16-S']).toMatchObject({ touching: 2, separated: 0, disagreeing: 0 });
    expect(groups['S-S']).toMatchObject({ touching: 0, separated: 0 });
    expect(groups['P16-P16']?.touchingUpdates).toBeGreaterThanOrEqual(1);
  });

  it('are seen where the bodies are, not where their centres of mass are', () => {
    // A pyramid's centre of mass is 1/4 of its height over its base: 0.75 of the height is above it.
    const simulation = inARow(['P5', 0], ['S', 0]);
    const { position } = simulation.body(0);
    expect(position.z).toBeCloseTo(-0.25, 12);
    const groups = countPairs(inARow(['P5', 0], ['S', 0.98]), shapes, KINDS_HERE);
    // At the height of the sphere's centre the pyramid is half as wide as its base: 0.2475 off the axis.
    expect(groups['P5-S']).toMatchObject({ touching: 0, separated: 1 });
  });

  it('come in the groups of the tables', () => {
    expect(groupsOf(['P5', 'P16', 'F16'])).toEqual(['P5-P5', 'P5-P16', 'P5-F16', 'P16-P16', 'P16-F16', 'F16-F16']);
  });
});
