// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { rotate } from '../math/quaternion.ts';
import { Random } from '../math/random.ts';
import { planarPolygon } from './planar-hull.ts';

const SEED = Number(process.env.TEST_SEED ?? 20260103);

function regular(sides: number, radius = 1): number[] {
  return Array.from({ length: sides }, (_, i) => (2 * Math.PI * i) / sides).flatMap((angle) => [
    radius * Math.cos(angle),
    radius * Math.sin(angle),
    0,
  ]);
}

describe('planarPolygon', () => {
  it('returns the loop and the normal about which it runs counter-clockwise', () => {
    expect(planarPolygon([0, 0, 5, 1, 0, 5, 1, 1, 5, 0, 1, 5])).toEqual({
      loop: Int32Array.of(0, 1, 2, 3),
      normal: { x: 0, y: 0, z: 1 },
    });
    expect(planarPolygon([0, 0, 5, 0, 1, 5, 1, 1, 5, 1, 0, 5]).normal.z).toBe(-1);
  });

  it('leaves out repeated and straight vertices', () => {
    const square = [0.5, 0, 0, 1, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0.25, 0, 0, 0, 0, 0.25, 0, 0];
    expect([...planarPolygon(square).loop]).toEqual([2, 3, 4, 6]);
  });

  it('takes polygons of any size, rotation and place', () => {
    const random = new Random(SEED);
    for (let i = 0; i < 200; i++) {
      const sides = 3 + random.integer(40);
      const q = random.rotation();
      const size = 10 ** random.between(-9, 9);
      const points: number[] = [];
      const plane = regular(sides, size);
      for (let k = 0; k < plane.length; k += 3) {
        const p = rotate(q, { x: plane[k], y: plane[k + 1], z: 0 });
        points.push(p.x + 3 * size, p.y - size, p.z + size);
      }
      const { loop, normal } = planarPolygon(points);
      const axis = rotate(q, { x: 0, y: 0, z: 1 });
      expect(loop, `seed ${SEED}`).toHaveLength(sides);
      // Coordinates of magnitude three sizes are rounded by 4e-16 of the size.
      expect(normal.x * axis.x + normal.y * axis.y + normal.z * axis.z, `seed ${SEED}`).toBeGreaterThan(1 - 1e-14);
    }
  });

  it.each([
    ['not-planar', [0, 0, 0, 1, 0, 0, 1, 1, 1e-3, 0, 1, 0], /^vertices\[\d\]: lies -?\d.* of the extent off the plane/],
    ['not-convex', [0, 0, 0, 2, 0, 0, 0.5, 0.5, 0, 0, 2, 0], /^vertices\[2\]: expected a convex polygon/],
    ['no-area', [0, 0, 0, 1, 1, 1, 2, 2, 2], /^the 3 vertices lie on one line/],
    ['no-area', [0, 0, 0, 0, 0, 0, 0, 0, 0], /^the 3 vertices lie on one line/],
    ['no-area', [0, 0, 0, 1, 1, 0, 1, 0, 0, 0, 1, 0], /or their edges cross/],
    ['not-finite', [0, 0, 0, 1, 0, 0, 0, Number.POSITIVE_INFINITY, 0], /^vertices\[2\]\.y: expected a finite number/],
    ['too-few-points', [0, 0, 0, 1, 0, 0], /at least 3 vertices, got 6 numbers/],
    ['not-triples', [0, 0, 0, 1, 0, 0, 1, 1, 1, 2], /got 10 numbers/],
  ])('refuses what is %s', (code, points, message) => {
    expect(() => planarPolygon(points)).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(message) }),
    );
  });

  it('refuses a star, which turns left everywhere but more than once round', () => {
    const pentagon = regular(5);
    const star = [0, 2, 4, 1, 3].flatMap((i) => pentagon.slice(3 * i, 3 * i + 3));
    expect(() => planarPolygon(star)).toThrow(expect.objectContaining({ code: 'not-convex' }));
  });
});
