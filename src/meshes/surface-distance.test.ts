// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Random } from '../math/random.ts';
import { quickhull } from './quickhull.ts';
import { distanceSquaredToTriangle, isNearHull } from './surface-distance.ts';

const SEED = Number(process.env.TEST_SEED ?? 20260106);

function distance(...points: [number, number, number][]): number {
  return Math.sqrt(distanceSquaredToTriangle(Float64Array.from(points.flat()), 0, 1, 2, 3));
}

describe('distanceSquaredToTriangle', () => {
  it('is right in each region of the triangle', () => {
    const triangle: [number, number, number][] = [
      [0, 0, 0],
      [4, 0, 0],
      [0, 4, 0],
    ];
    expect(distance([1, 1, 3], ...triangle)).toBe(3);
    expect(distance([2, -3, 4], ...triangle)).toBe(5);
    expect(distance([-3, 2, 4], ...triangle)).toBe(5);
    expect(distance([5, 5, 0], ...triangle)).toBeCloseTo(3 * Math.SQRT2, 14);
    expect(distance([-3, -4, 12], ...triangle)).toBe(13);
    expect(distance([7, -4, 0], ...triangle)).toBe(5);
    expect(distance([-4, 7, 0], ...triangle)).toBe(5);
  });

  it('is right beside and beyond the end of a sliver, whose rounded normal is useless', () => {
    const random = new Random(SEED);
    for (let i = 0; i < 200; i++) {
      const u = random.unitVector();
      const v = random.unitVector();
      const width = 10 ** random.between(-16, -9);
      const at = (s: number, w: number): [number, number, number] => [
        s * u.x + w * v.x,
        s * u.y + w * v.y,
        s * u.z + w * v.z,
      ];
      const sliver = [at(0, 0), at(1, 0), at(0.3, width)] as const;
      // The points are rounded by 1e-16; the sliver is thinner than 1e-9.
      expect(distance(at(0.4, width / 3), ...sliver), `seed ${SEED}`).toBeLessThan(width + 1e-15);
      expect(Math.abs(distance(at(1.001, 0), ...sliver) - 0.001), `seed ${SEED}`).toBeLessThan(1e-8);
    }
  });
});

describe('isNearHull', () => {
  it('finds the closest triangle from any that the point sees', () => {
    const random = new Random(SEED + 1);
    const points = Float64Array.from({ length: 303 }, () => random.normal());
    points.set([3, 3, 3], 300);
    const inner = Int32Array.from({ length: 100 }, (_, i) => i);
    const hull = quickhull(points, inner, undefined, Int32Array.of(100));
    let nearest = Number.POSITIVE_INFINITY;
    for (let t = 0; t < hull.count; t++) {
      const [a, b, c] = [...hull.corners.slice(3 * t, 3 * t + 3)] as [number, number, number];
      nearest = Math.min(nearest, Math.sqrt(distanceSquaredToTriangle(points, 100, a, b, c)));
    }
    const start = hull.visibleFromProbe[1];
    expect(isNearHull(points, hull, 100, start, nearest * 1.0001), `seed ${SEED}`).toBe(true);
    expect(isNearHull(points, hull, 100, start, nearest * 0.9999), `seed ${SEED}`).toBe(false);
  });
});
