// SPDX-License-Identifier: MIT
/** Balls and blocks of rubber on surfaces that move along themselves. */
import { box } from '../../src/shapes/kinds/box.ts';
import type { BodySpec, SimulationSpec, SurfaceMotionSpec } from '../../src/simulation/simulation-spec.ts';

export const FRICTION = 0.4;
export const GRAVITY = 10;
export const RADIUS = 0.05;
export const HALF = 0.05;
export const DENSITY = 1000;
export const BLOCK_MASS = 8 * HALF ** 3 * DENSITY;

export function surfaceScene(bodies: readonly BodySpec[], more: Partial<SimulationSpec>): SimulationSpec {
  return {
    timeStep: 1e-4,
    gravity: [0, 0, -GRAVITY],
    law: { normal: 'linear', tangential: 'linear' },
    materials: [{ name: 'rubber', density: DENSITY, stiffness: 1e5, restitution: 0.3, friction: FRICTION }],
    shapes: [
      { name: 'ball', sphere: { radius: RADIUS } },
      { name: 'block', convex: box({ halfExtents: [HALF, HALF, HALF] }) },
    ],
    bodies,
    ...more,
  };
}

export const at = (shape: string, x: number, y: number, z: number): BodySpec => {
  return { shape, material: 'rubber', position: [x, y, z] };
};
export function movingFloor(surface: SurfaceMotionSpec): Partial<SimulationSpec> {
  return { halfSpaces: [{ name: 'belt', normal: [0, 0, 1], offset: 0, material: 'rubber', surface }] };
}
