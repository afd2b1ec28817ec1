// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.ts';
import { addScaled, length, type Vector3 } from '../../math/vector.ts';
import { closestToOrigin, weighted } from './portal-triangle.ts';

const at = (x: number, y: number, z: number): Vector3 => ({ x, y, z });

describe('the point of a triangle closest to the origin', () => {
  it('is found inside, on an edge and at a corner', () => {
    const inside = closestToOrigin([at(-1, -1, 2), at(2, -1, 2), at(-1, 2, 2)]);
    expect([inside.inside, inside.distance]).toEqual([true, 2]);
    const edge = closestToOrigin([at(1, -1, 2), at(1, 1, 2), at(3, 0, 2)]);
    expect(edge.inside).toBe(false);
    expect(edge.distance).toBeCloseTo(Math.sqrt(5), 15);
    const corner = closestToOrigin([at(1, 1, 1), at(3, 1, 1), at(1, 3, 1)]);
    expect(corner.weights).toEqual([1, 0, 0]);
  });

  it('is found on triangles without area', () => {
    const p = at(1, 2, 2);
    expect(closestToOrigin([p, p, p]).distance).toBe(3);
    expect(closestToOrigin([at(-1, 0, 1), at(1, 0, 1), at(3, 0, 1)]).distance).toBe(1);
  });

  it('is not farther than any other point', () => {
    const random = new Random(Number(process.env.TEST_SEED ?? 3));
    for (let i = 0; i < 300; i++) {
      const offset = random.unitVector();
      const corner = (): Vector3 => addScaled(random.unitVector(), offset, random.between(0, 2));
      const corners = [corner(), corner(), corner()] as const;
      const { distance, weights } = closestToOrigin(corners);
      expect(Math.min(...weights), `seed ${random.seed}`).toBeGreaterThanOrEqual(0);
      expect(weights[0] + weights[1] + weights[2]).toBeCloseTo(1, 14);
      for (let k = 0; k < 30; k++) {
        const u = random.next();
        const v = random.between(0, 1 - u);
        expect(length(weighted(corners, [u, v, 1 - u - v])), `seed ${random.seed}`).toBeGreaterThan(distance - 1e-14);
      }
    }
  });
});
