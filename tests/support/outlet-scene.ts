// SPDX-License-Identifier: MIT
/** Balls of glass and bricks of wax that leave a simulation through outlets. */
import { box } from '../../src/shapes/kinds/box.ts';
import type { OutletSpec, SimulationSpec } from '../../src/simulation/simulation-spec.ts';

export const RADIUS = 0.01;
export const DENSITY = 2500;
/** Of sums of a few numbers of the same size. */
export const ROUNDING = 1e-12;

export function outletScene(outlets: readonly OutletSpec[], more: Partial<SimulationSpec> = {}): SimulationSpec {
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

/** Balls rain on a heap over a floor with a hole, from which some are taken that press on others. */
export function silo(threads: number): SimulationSpec {
  return outletScene(
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
