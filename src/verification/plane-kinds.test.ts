// SPDX-License-Identifier: MIT
/** A sphere bounces the same on a half-space, on a meshed plane and on the face of a box that does not move. */
import { describe, expect, it } from 'vitest';
import { box } from '../shapes/kinds/box.ts';
import { Simulation } from '../simulation/simulation.ts';
import type { SimulationSpec } from '../simulation/simulation-spec.ts';
import { triangledPlane } from './double-hierarchy/h2-meshes.ts';
import { FLOOR, spheres } from './sphere-scene.ts';

const RADIUS = 0.05;

/** With the linear law, which does not ask how curved the partner is. */
function bounce(ground: Partial<SimulationSpec>): number[] {
  const grain = { density: 1000, stiffness: 1e5, restitution: 0.7, friction: 0.3 };
  const body = { position: [0, 0, 0.1] as const, velocity: [0.2, 0, 0] as const };
  const { shapes = [], bodies = [], ...walls } = ground;
  const spec = spheres(RADIUS, grain, [body], {
    timeStep: 2e-5,
    gravity: [0, 0, -9.81],
    law: { normal: 'linear', tangential: 'linear' },
    ...walls,
  });
  const simulation = new Simulation({
    ...spec,
    shapes: [...(spec.shapes ?? []), ...shapes],
    bodies: [...(spec.bodies ?? []), ...bodies],
  });
  return Array.from({ length: 100 }, () => {
    simulation.step(200);
    const { position, velocity, angularVelocity } = simulation.body(0);
    return [position.x, position.z, velocity.x, velocity.z, angularVelocity.y];
  }).flat();
}

describe('a plane', () => {
  it('is the same as a half-space, as a mesh and as a face of a box', () => {
    const reference = bounce({ halfSpaces: [{ ...FLOOR, material: 'grain' }] });
    const meshed = bounce({ meshes: [{ name: 'floor', mesh: triangledPlane(5, 5, 2, 2), material: 'grain' }] });
    const slab = bounce({
      shapes: [{ name: 'slab', convex: box({ halfExtents: [1, 1, 0.25] }) }],
      bodies: [{ shape: 'slab', material: 'grain', position: [0, 0, -0.25], fixed: true }],
    });
    const apart = (values: readonly number[], columns: readonly number[]): number =>
      Math.max(...values.map((value, k) => (columns.includes(k % 5) ? Math.abs(value - reference[k]) : 0)));
    expect(Math.min(...reference.filter((_, k) => k % 5 === 1))).toBeLessThan(RADIUS);
    // Rounding, of which each of the bounces makes more.
    expect(apart(meshed, [0, 1, 2, 3, 4])).toBeLessThan(1e-9);
    expect(apart(slab, [1, 3])).toBeLessThan(1e-9);
    // Between bodies friction acts half way between the two surfaces, on a wall at its surface: half the overlap, 1 %
    // of the radius, in the lever.
    expect(apart(slab, [0, 2, 4])).toBeLessThan(1e-2);
  });
});
