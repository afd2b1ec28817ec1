// SPDX-License-Identifier: MIT
/**
 * Pairs of convex bodies that are known to be apart are not asked again for a while: none that touches may be passed
 * over.
 */
import { expect, it } from 'vitest';
import { heap, SIZE } from '../../tests/support/convex-scene.ts';
import { start } from '../../tests/support/simulations.ts';
import { LINEAR } from '../../tests/support/sphere-heap.ts';
import { rotate } from '../math/quaternion.ts';
import { subtract, ZERO_VECTOR } from '../math/vector.ts';
import { contact } from '../narrow-phase/contact.ts';
import { box } from '../shapes/kinds/box.ts';
import type { ConvexShape } from '../shapes/shape.ts';
import type { Simulation } from './simulation.ts';
import { CONTACT_BODY } from './views/simulation-views.ts';
import { readVector } from './walls/half-spaces.ts';

/** Of the bodies' size: an overlap that rounding of poses may make or unmake. */
const NOTHING = 1e-12 * SIZE;

/** Pairs of ids with their overlap, every body asked against every other one. */
function touchingPairs(simulation: Simulation, shapes: readonly (ConvexShape | undefined)[]): string[] {
  const { count, ids: id, shape, position, orientation } = simulation.bodies();
  const pose = (k: number) => {
    const [w = 1, x = 0, y = 0, z = 0] = orientation.subarray(4 * k, 4 * k + 4);
    const turn = { w, x, y, z };
    const centroid = shapes[shape[k]]?.massProperties().centroid ?? ZERO_VECTOR;
    return {
      position: subtract(readVector(position, 3 * k), rotate(turn, centroid)),
      orientation: turn,
    };
  };
  const found: string[] = [];
  for (let a = 0; a < count; a++) {
    for (let b = a + 1; b < count; b++) {
      const [one, other] = [shapes[shape[a]], shapes[shape[b]]];
      if (one === undefined || other === undefined) continue;
      if (contact(one, pose(a), other, pose(b)).distance < -NOTHING) found.push(`${id[a]}-${id[b]}`);
    }
  }
  return found.sort();
}

it('no contact is missed while bodies tumble, are turned by force and collide', { tags: ['long'] }, () => {
  const rod = { name: 'rod', convex: box({ halfExtents: [3 * SIZE, 0.2 * SIZE, 0.2 * SIZE] }) };
  const spec = heap(44);
  const centre = 3.3 * SIZE;
  const shapes = [...(spec.shapes ?? []), rod];
  const simulation = start({
    ...spec,
    shapes,
    // Contacts whose force would pull have none and are not shown.
    law: { ...LINEAR, attraction: 'allowed' },
    neighbours: { skin: 0.5 * SIZE },
    bodies: [
      ...(spec.bodies ?? []).map((body) => ({ ...body, angularVelocity: [40, -30, 50] as const })),
      {
        shape: 'rod',
        material: 'stone',
        position: [centre, centre, 0.3 * SIZE] as const,
        motion: { rotation: { axis: [0, 0, 1], through: [centre, centre, 0], rate: 12 } },
      },
    ],
  });
  const convex = shapes.map((shape) => ('convex' in shape ? shape.convex : undefined));
  const seen = new Set<string>();
  for (let k = 0; k < 50; k++) {
    simulation.step(37);
    const { idA, idB, kind, overlap, count } = simulation.contacts();
    const known = new Set<string>();
    for (let c = 0; c < count; c++) {
      if (kind[c] !== CONTACT_BODY || !(overlap[c] > NOTHING)) continue;
      const [a = 0, b = 0] = [idA[c], idB[c]];
      known.add(a < b ? `${a}-${b}` : `${b}-${a}`);
    }
    const pairs = touchingPairs(simulation, convex);
    for (const pair of pairs) {
      expect(known, `step ${37 * (k + 1)}`).toContain(pair);
      seen.add(pair);
    }
  }
  expect(seen.size).toBeGreaterThan(50);
});
