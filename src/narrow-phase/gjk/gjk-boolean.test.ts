// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { IDENTITY_POSE, pose } from '../../math/pose.ts';
import { Random } from '../../math/random.ts';
import { box } from '../../shapes/kinds/box.ts';
import { capsule } from '../../shapes/kinds/capsule.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import { contact } from '../contact.ts';
import { placeBody } from '../family/placed-body.ts';
import { overlapTest } from './gjk-boolean.ts';

/** A square pyramid, P5 of the EPA paper. */
const pyramid = polyhedron({
  vertices: [
    [1, 1, 0],
    [-1, 1, 0],
    [-1, -1, 0],
    [1, -1, 0],
    [0, 0, 1.5],
  ],
});

describe('the overlap test of GJK', () => {
  const cube = placeBody(box({ halfExtents: [1, 1, 1] }), IDENTITY_POSE);

  it('ends early at the first support point that does not pass the origin', () => {
    const test = overlapTest(cube, placeBody(cube.shape, pose({ position: [5, 0, 0] })));
    expect(test).toMatchObject({ state: 'separated', updates: 0, simplex: [] });
  });

  it('takes an origin on the simplex for contact', () => {
    for (const position of [
      [2, 0, 0],
      [2, 2, 0],
      [2, 2, 2],
      [0, 0, 0],
    ] as const) {
      expect(overlapTest(cube, placeBody(cube.shape, pose({ position }))).state).toBe('contact');
    }
  });

  it('never disagrees with the signed distance', () => {
    const random = new Random(17);
    for (let n = 0; n < 500; n++) {
      const poseB = pose({
        position: { x: random.between(0, 3), y: random.next(), z: 0 },
        orientation: random.rotation(),
      });
      const { distance } = contact(pyramid, {}, pyramid, poseB);
      const { state } = overlapTest(placeBody(pyramid, IDENTITY_POSE), placeBody(pyramid, poseB));
      expect(state).toBe(distance > 0 ? 'separated' : 'contact');
    }
  });
});

describe('gjk-boolean', () => {
  it('gives the answer of the default, and counts updates and expansions as the EPA paper does', () => {
    const random = new Random(23);
    let [updates, expansions, overlaps] = [0, 0, 0];
    for (let n = 0; n < 300; n++) {
      const poseA = { orientation: random.rotation() };
      const along = random.unitVector();
      const poseB = { position: along, orientation: random.rotation() };
      const gap = contact(pyramid, poseA, pyramid, poseB).distance;
      // Small overlap, as in the simulations of the paper.
      const step = 1 + Math.min(0, gap + 0.02) * -1;
      const near = {
        position: { x: along.x * step, y: along.y * step, z: along.z * step },
        orientation: poseB.orientation,
      };
      const expected = contact(pyramid, poseA, pyramid, near);
      const found = contact(pyramid, poseA, pyramid, near, { algorithm: 'gjk-boolean' });
      expect(found.status).toBe('converged');
      expect(Math.abs(found.distance - expected.distance)).toBeLessThanOrEqual(1e-14);
      if (found.distance >= 0) continue;
      overlaps++;
      updates += found.gjkIterations;
      expansions += found.epaIterations;
    }
    expect(overlaps).toBeGreaterThan(50);
    // Table I has 5.2 to 5.3 updates and 1.3 to 1.6 expansions for P5-P5; the overlaps here are not from its
    // simulation.
    expect(updates / overlaps).toBeGreaterThan(4);
    expect(updates / overlaps).toBeLessThan(7);
    expect(expansions / overlaps).toBeGreaterThanOrEqual(1);
    expect(expansions / overlaps).toBeLessThan(6);
  });

  it('counts on whole bodies and answers on cores', () => {
    const ball = sphere({ radius: 1 });
    const found = contact(pyramid, {}, ball, { position: [0, 0, -0.75] }, { algorithm: 'gjk-boolean' });
    expect(found.distance).toBeCloseTo(-0.25, 14);
    expect(found.gjkIterations).toBeGreaterThanOrEqual(3);
    expect(found.epaIterations).toBe(0);
    const rod = capsule({ radius: 0.5, halfLength: 1 });
    const crossed = contact(rod, {}, rod, { orientation: [1, 1, 0, 0] }, { algorithm: 'gjk-boolean' });
    expect(crossed.distance).toBeCloseTo(-1, 14);
  });
});
