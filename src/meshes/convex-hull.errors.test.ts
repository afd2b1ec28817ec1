// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { MeshError } from '../errors.ts';
import { rotate } from '../math/quaternion.ts';
import { Random } from '../math/random.ts';
import { convexHull } from './convex-hull.ts';

const SEED = Number(process.env.TEST_SEED ?? 20260111);

describe('convexHull of what is no body', () => {
  function errorOf(points: readonly number[]): MeshError {
    try {
      convexHull(points);
    } catch (error) {
      if (error instanceof MeshError) return error;
    }
    throw new Error('expected a MeshError');
  }

  it('refuses fewer than four points', () => {
    const error = errorOf([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    expect(error.code).toBe('too-few-points');
    expect(error.message).toBe(
      'expected at least 4 points for a body, got 3; use facet, segment or point for flat shapes',
    );
  });

  it('refuses exactly coplanar points with the numbers and a remedy', () => {
    const error = errorOf([0, 0, 1, 2, 0, 1, 0, 2, 1, 2, 2, 1, 1, 1, 1]);
    expect(error.code).toBe('flat');
    expect(error.message).toBe(
      'the 5 points lie in one plane (thickness 0 of extent 2.83); use facet, segment or point for flat shapes',
    );
  });

  it('refuses points that are coplanar up to the rounding of a rotation', () => {
    const random = new Random(SEED + 10);
    for (let i = 0; i < 200; i++) {
      const q = random.rotation();
      const square = Array.from({ length: 12 }, () => {
        const p = rotate(q, { x: random.between(-1, 1), y: random.between(-2, 2), z: 0 });
        return [p.x, p.y, p.z];
      });
      expect(errorOf(square.flat()).code, `seed ${SEED}`).toBe('flat');
    }
  });

  it('refuses points on a line and points in one place', () => {
    expect(errorOf([0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]).message).toMatch(/^the 4 points lie on one line \(width 0 of/);
    expect(errorOf([1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3]).message).toMatch(/^the 4 points all coincide;/);
    expect(errorOf(new Array(12).fill(0)).message).toMatch(/^the 4 points all coincide;/);
  });

  it('names the point that is not finite', () => {
    const error = errorOf([0, 0, 0, 1, Number.NaN, 0, 0, 1, 0, 0, 0, 1]);
    expect(error.code).toBe('not-finite');
    expect(error.message).toBe('points[1].y: expected a finite number, got NaN');
  });

  it('refuses a list of numbers that is not made of triples', () => {
    expect(errorOf([0, 0, 0, 1]).code).toBe('not-triples');
  });
});
