// SPDX-License-Identifier: MIT
/**
 * Soft bodies that come down on a half-space by half their height and tumble on: every corner of a face with even
 * shares is a spring of its own at any tilt, so that nothing jumps as the tilt grows.
 */
import { describe, expect, it } from 'vitest';
import { start } from '../../tests/support/simulations.ts';
import { box } from '../shapes/kinds/box.ts';
import { polyhedron } from '../shapes/kinds/convex-polyhedron.ts';
import { cylinder } from '../shapes/kinds/cylinder.ts';
import type { ConvexShape } from '../shapes/shape.ts';
import type { MaterialSpec, SimulationSpec } from './simulation-spec.ts';

const SIZE = 0.05;
/** About 1/250 of the time of a contact. */
const TIME_STEP = 2e-4;
/**
 * Of the energy: the square of the step over the time of a contact. With corners that come and go at a sine of 0.05 it
 * was up to 0.39.
 */
const OPEN = 1e-4;

const SHAPES: Record<string, ConvexShape> = {
  brick: box({ halfExtents: [SIZE, 0.8 * SIZE, 0.6 * SIZE] }),
  wedge: polyhedron({
    vertices: [0.8, -0.8].flatMap((y) =>
      [
        [1, -0.6],
        [-1, -0.6],
        [-0.2, 0.8],
      ].map(([x = 0, z = 0]) => [SIZE * x, SIZE * y, SIZE * z] as const),
    ),
  }),
  cylinder: cylinder({ radius: 0.8 * SIZE, halfLength: 0.6 * SIZE }),
};

function landing(shape: ConvexShape, tilt: number, material: Partial<MaterialSpec>): SimulationSpec {
  const half = tilt / 2;
  return {
    timeStep: TIME_STEP,
    gravity: [0, 0, 0],
    law: { normal: 'linear' },
    materials: [{ name: 'foam', density: 2000, stiffness: 1e3, ...material }],
    shapes: [{ name: 'body', convex: shape }],
    bodies: [
      {
        shape: 'body',
        material: 'foam',
        position: [0, 0, 1.3 * SIZE],
        orientation: [Math.cos(half), 0.8 * Math.sin(half), 0.6 * Math.sin(half), 0],
        velocity: [0, 0, -1.5],
      },
    ],
    halfSpaces: [{ name: 'floor', normal: [0, 0, 1], offset: 0, material: 'foam' }],
  };
}

const CASES = Object.keys(SHAPES).flatMap((name) => [0, 0.05, 0.1, 0.3, 0.6].map((tilt) => [name, tilt] as const));

describe('a soft body that lands', () => {
  it.each(CASES)('keeps its energy: %s, tilted by %d', (name, tilt) => {
    const simulation = start(landing(SHAPES[name], tilt, {}));
    let deepest = 0;
    for (let k = 0; k < 40; k++) {
      simulation.step(25);
      const { balance, insertedEnergy, elastic } = simulation.energy();
      expect(Math.abs(balance) / insertedEnergy).toBeLessThan(OPEN);
      deepest = Math.max(deepest, elastic / insertedEnergy);
    }
    expect(deepest).toBeGreaterThan(0.3);
    expect(simulation.statistics().contacts).toBe(0);
  });

  it('and accounts for what dashpots take', () => {
    const simulation = start(landing(SHAPES.brick, 0.1, { restitution: 0.5 }));
    simulation.step(1000);
    const { balance, dampingLoss } = simulation.energy();
    expect(Math.abs(balance) / dampingLoss).toBeLessThan(3e-3);
  });
});
