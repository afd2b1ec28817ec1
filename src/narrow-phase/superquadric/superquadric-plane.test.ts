// SPDX-License-Identifier: MIT
/**
 * Superquadric against plane (PHSQ section 2.1, last paragraph): the support point in closed form, by `contact` with a
 * half-space.
 */
import { describe, expect, it } from 'vitest';
import { inverseRotate } from '../../math/quaternion.ts';
import { Random } from '../../math/random.ts';
import { distance, dot, length, scale, subtract, type Vector3 } from '../../math/vector.ts';
import { halfSpace } from '../../shapes/kinds/half-space.ts';
import { superquadric } from '../../shapes/kinds/superquadric.ts';
import { contact } from '../contact.ts';

const seed = Number(process.env.TEST_SEED ?? 33);

describe(`superquadric against plane, seed ${seed}`, () => {
  it('has the depth that the dual exponents give', () => {
    const wall = halfSpace({ normal: scale({ x: 1, y: 2, z: -2 }, 1 / 3), offset: 0.5 });
    for (const [n1, n2] of [
      [2, 2],
      [4, 4],
      [20, 3],
      [3, 20],
    ] as const) {
      const got = contact(wall, {}, superquadric({ semiAxes: [1, 2, 0.5], n1, n2 }), { position: [0.25, 0.5, -0.25] });
      // Support along (1, 2, -2)/3 of a body with semi-axes 1, 2, 1/2: nested norms of (1, 4, 1)/3.
      const [q1, q2] = [n1 / (n1 - 1), n2 / (n2 - 1)];
      const across = ((1 / 3) ** q2 + (4 / 3) ** q2) ** (1 / q2);
      const support = (across ** q1 + (1 / 3) ** q1) ** (1 / q1);
      const centre = (0.25 + 1 + 0.5) / 3 - 0.5;
      expect(got.distance).toBeCloseTo(centre - support, 14);
      expect(got.status).toBe('converged');
      expect(got.gjkIterations + got.epaIterations).toBe(0);
    }
  });

  it('has its deepest point on the surface, with the gradient along the normal of the plane', () => {
    const random = new Random(seed);
    for (let i = 0; i < 300; i++) {
      const size = (): number => random.between(0.3, 1);
      const body = superquadric({
        semiAxes: [size(), size(), size()],
        n1: random.between(2, 20),
        n2: random.between(2, 20),
      });
      const normal = random.unitVector();
      const wall = halfSpace({ normal, offset: random.between(-1, 1) });
      const poseB = { position: random.unitVector(), orientation: random.rotation() };
      const got = contact(wall, {}, body, poseB);
      const own = (v: Vector3): Vector3 => inverseRotate(poseB.orientation, v);
      const deepest = own(subtract(got.pointOnB, poseB.position));
      expect(Math.abs(body.gauge(deepest) - 1)).toBeLessThan(1e-13);
      expect(got.distance).toBeCloseTo(dot(wall.normal, got.pointOnB) - wall.offset, 14);
      // A rounding of a point at the rim of a flat side turns the gradient by far more; what counts is that nothing
      // lies deeper.
      const outward = body.gradient(deepest);
      expect(distance(scale(outward, 1 / length(outward)), own(scale(normal, -1)))).toBeLessThan(1e-6);
    }
  });
});
