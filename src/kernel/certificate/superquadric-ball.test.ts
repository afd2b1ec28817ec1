// SPDX-License-Identifier: MIT
/** Balls that are said to lie inside a superquadric do. */
import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.ts';
import { addScaled, cross, normalise, scale } from '../../math/vector.ts';
import { kernelBlock } from '../../shapes/kernel-memory/kernel-block.ts';
import { superquadric } from '../../shapes/kinds/superquadric.ts';
import { isBallInside, isEllipseInside } from './superquadric-ball.ts';

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

  it.each([2, 4, 8, 20, 100])('is not needed for an ellipse that is said to lie inside, exponents %d', (n) => {
    const random = new Random(SEED + 1);
    const body = superquadric({ semiAxes: [1, 0.8, 0.6], n1: n, n2: n });
    const block = kernelBlock(body);
    let proven = 0;
    for (let k = 0; k < 150; k++) {
      const direction = random.unitVector();
      const { x, y, z } = scale(direction, 1 / body.gauge(direction));
      const slope = (at: number, axis: number): number => (Math.sign(at) * Math.abs(at / axis) ** (n - 1)) / axis;
      const normal = normalise({ x: slope(x, 1), y: slope(y, 0.8), z: slope(z, 0.6) });
      // Along an edge or a face, or anywhere.
      const along = normalise(cross(normal, k % 2 === 0 ? { x: 1, y: 0, z: 0 } : random.unitVector()));
      const [height, length] = [random.between(0.01, 0.2), random.between(0.01, 0.3)];
      const e = scale(along, length);
      const size = { x: Math.abs(e.x), y: Math.abs(e.y), z: Math.abs(e.z) };
      if (!isEllipseInside(block, x, y, z, normal.x, normal.y, normal.z, height, size.x, size.y, size.z)) continue;
      proven++;
      for (let j = 0; j < 100; j++) {
        const angle = 2 * Math.PI * random.next();
        const inward = addScaled({ x, y, z }, normal, -height * (1 - Math.cos(angle)));
        expect(body.gauge(addScaled(inward, e, Math.sin(angle))), `${k}`).toBeLessThan(1 + 1e-12);
      }
    }
    // Of 150: most are too long for where they are.
    expect(proven).toBeGreaterThan(8);
  });

  it('leaves room for an ellipse along an edge, not across it', () => {
    const block = kernelBlock(superquadric({ semiAxes: [1, 1, 1], n1: 50, n2: 50 }));
    const at = 2 ** -0.02;
    const n = Math.SQRT1_2;
    expect(isBallInside(block, at, at, 0.2, n, n, 0, 0.2)).toBe(false);
    expect(isEllipseInside(block, at, at, 0.2, n, n, 0, 0.2, 0, 0, 0.3)).toBe(true);
    expect(isEllipseInside(block, at, at, 0.2, n, n, 0, 0.2, 0.2, 0.2, 0)).toBe(false);
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
