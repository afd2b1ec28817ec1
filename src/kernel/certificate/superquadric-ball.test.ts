// SPDX-License-Identifier: MIT
/** Balls that are said to lie inside a superquadric do. */
import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.ts';
import { addScaled, normalise, scale } from '../../math/vector.ts';
import { kernelBlock } from '../../shapes/kernel-memory/kernel-block.ts';
import { superquadric } from '../../shapes/kinds/superquadric.ts';
import { isBallInside } from './superquadric-ball.ts';

const SEED = Number(process.env.TEST_SEED ?? 20261118);

describe(`a ball that touches a superquadric from inside, seed ${SEED}`, () => {
  it.each([2, 3.3, 4, 8, 20, 100])('lies inside where that is said, exponents %d', (n) => {
    const random = new Random(SEED);
    const body = superquadric({ semiAxes: [1, 0.8, 0.6], n1: n, n2: n });
    const block = kernelBlock(body);
    let proven = 0;
    for (let k = 0; k < 60; k++) {
      const direction = random.unitVector();
      const point = scale(direction, 1 / body.gauge(direction));
      const slope = (x: number, axis: number): number => (Math.sign(x) * Math.abs(x / axis) ** (n - 1)) / axis;
      const normal = normalise({ x: slope(point.x, 1), y: slope(point.y, 0.8), z: slope(point.z, 0.6) });
      const radius = random.between(0.01, 0.3);
      const { x, y, z } = point;
      if (!isBallInside(block, x, y, z, normal.x, normal.y, normal.z, radius)) continue;
      proven++;
      const centre = addScaled(point, normal, -radius);
      for (let j = 0; j < 100; j++) {
        expect(body.gauge(addScaled(centre, random.unitVector(), radius)), `${k}`).toBeLessThan(1 + 1e-12);
      }
    }
    // Of 60: corners and edges leave no room.
    expect(proven).toBeGreaterThan(4);
  });

  it('is found on the middle of a face, up to nearly the size of the body, and not on a corner', () => {
    const block = kernelBlock(superquadric({ semiAxes: [1, 1, 1], n1: 20, n2: 20 }));
    expect(isBallInside(block, 0, 0, 1, 0, 0, 1, 0.5)).toBe(true);
    expect(isBallInside(block, 0, 0, 1, 0, 0, 1, 1.1)).toBe(false);
    const corner = 3 ** -0.05;
    const { x } = scale({ x: 1, y: 1, z: 1 }, Math.sqrt(1 / 3));
    expect(isBallInside(block, corner, corner, corner, x, x, x, 0.3)).toBe(false);
  });
});
