// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { pose } from '../../math/pose.ts';
import { conjugate, fromAxisAngle, rotate } from '../../math/quaternion.ts';
import { Random } from '../../math/random.ts';
import { subtract, type Vector3 } from '../../math/vector.ts';
import { contact } from '../../narrow-phase/contact.ts';
import { box } from '../../shapes/kinds/box.ts';

const SEED = Number(process.env.TEST_SEED ?? 20261115);
const PAIRS = 3000;
/** Promised for polyhedra of size 1 to 2: 1e-12 of the smaller, and the rounding of the points. */
const OUTSIDE_TOLERANCE = 1.5e-12;

function outside(p: Vector3, half: Vector3): number {
  return Math.max(Math.abs(p.x) - half.x, Math.abs(p.y) - half.y, Math.abs(p.z) - half.z);
}

describe('contact points of boxes that are all but parallel', () => {
  it('lie on both boxes, at any tilt and gap', { tags: ['long'] }, () => {
    const random = new Random(SEED);
    const size = (): Vector3 => ({ x: random.between(0.5, 1), y: random.between(0.5, 1), z: random.between(0.5, 1) });
    for (let pair = 0; pair < PAIRS; pair++) {
      const halfA = size();
      const halfB = size();
      const orientation = fromAxisAngle(random.unitVector(), 10 ** random.between(-14, -6));
      const gap = random.between(-1, 1) * 10 ** random.between(-15, -1);
      const poseB = pose({
        position: [random.between(-0.9, 0.9), random.between(-0.9, 0.9), halfA.z + halfB.z + gap],
        orientation,
      });
      const c = contact(
        box({ halfExtents: [halfA.x, halfA.y, halfA.z] }),
        pose(),
        box({ halfExtents: [halfB.x, halfB.y, halfB.z] }),
        poseB,
      );
      const onB = rotate(conjugate(poseB.orientation), subtract(c.pointOnB, poseB.position));
      const where = `seed ${SEED}, pair ${pair}`;
      expect(outside(c.pointOnA, halfA), where).toBeLessThan(OUTSIDE_TOLERANCE);
      expect(outside(onB, halfB), where).toBeLessThan(OUTSIDE_TOLERANCE);
    }
  });
});
