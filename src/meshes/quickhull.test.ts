// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Random } from '../math/random.ts';
import { signedVolume } from './hull-simplex.ts';
import { quickhull, type TriangleHull } from './quickhull.ts';

const SEED = Number(process.env.TEST_SEED ?? 20260105);

function allOf(points: Float64Array): Int32Array {
  return Int32Array.from({ length: points.length / 3 }, (_, i) => i);
}

/** Exactly: no point sees a triangle, and neighbours agree on their common edge. */
function checkTriangles(points: Float64Array, hull: TriangleHull, label: string): void {
  const { corners, neighbours, count } = hull;
  for (let t = 0; t < count; t++) {
    const [a, b, c] = [...corners.slice(3 * t, 3 * t + 3)] as [number, number, number];
    for (let p = 0; p < points.length / 3; p++) {
      if (signedVolume(points, a, b, c, p) > 0) throw new Error(`${label}: point ${p} sees triangle ${t}`);
    }
    for (let k = 0; k < 3; k++) {
      const other = neighbours[3 * t + k];
      const theirs = [0, 1, 2].find(
        (j) => neighbours[3 * other + j] === t && corners[3 * other + j] === corners[3 * t + ((k + 1) % 3)],
      );
      expect(theirs, `${label}: neighbours`).toBeDefined();
    }
  }
}

describe('quickhull', () => {
  it('is exactly convex for random, gridded, flat and needle-like clouds', () => {
    const random = new Random(SEED);
    for (let i = 0; i < 120; i++) {
      const squeeze = [1, i % 3 === 1 ? 1e-9 : 1, i % 3 === 2 ? 1e-12 : 1];
      const grid = i % 2 === 0 ? 4 : 2 ** 40;
      const points = Float64Array.from({ length: 3 * (20 + random.integer(60)) }, (_, k) => {
        return (Math.round(random.normal() * grid) / grid) * squeeze[k % 3];
      });
      checkTriangles(points, quickhull(points, allOf(points)), `seed ${SEED}, cloud ${i}`);
    }
  });

  it('is exactly convex for a plane with noise in the last place', () => {
    const random = new Random(SEED + 1);
    for (let i = 0; i < 30; i++) {
      const points = Float64Array.from({ length: 240 }, () => random.next());
      for (let p = 0; p < 80; p++) points[3 * p + 2] = 0.3 * points[3 * p] + 0.6 * points[3 * p + 1];
      points.set([0.5, 0.5, 3], 0);
      checkTriangles(points, quickhull(points, allOf(points)), `seed ${SEED}, plane ${i}`);
    }
  });

  it('tells for each probe outside a triangle that it sees, and leaves probes out of the hull', () => {
    const random = new Random(SEED + 2);
    const points = Float64Array.from({ length: 300 }, () => random.normal());
    const inner = allOf(points).filter((i) => i < 60);
    const probes = allOf(points).filter((i) => i >= 60);
    const hull = quickhull(points, inner, undefined, probes);
    expect(Math.max(...hull.corners)).toBeLessThan(60);
    const found = new Map<number, number>();
    for (let i = 0; i < hull.visibleFromProbe.length; i += 2) {
      found.set(hull.visibleFromProbe[i], hull.visibleFromProbe[i + 1]);
    }
    const sees = (p: number, t: number): boolean => {
      const [a, b, c] = [...hull.corners.slice(3 * t, 3 * t + 3)] as [number, number, number];
      return signedVolume(points, a, b, c, p) > 0;
    };
    for (const p of probes) {
      const isOutside = Array.from({ length: hull.count }, (_, t) => t).some((t) => sees(p, t));
      expect(found.has(p), `seed ${SEED}, probe ${p}`).toBe(isOutside);
      if (isOutside) expect(sees(p, found.get(p) as number), `seed ${SEED}, probe ${p}`).toBe(true);
    }
  });
});
