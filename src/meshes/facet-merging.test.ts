// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Random } from '../math/random.ts';
import { COPLANAR_TOLERANCE, mergedHull } from './facet-merging.ts';
import { chooseSimplex, signedVolume } from './hull-simplex.ts';
import { distanceSquaredToTriangle } from './surface-distance.ts';

const SEED = Number(process.env.TEST_SEED ?? 20260107);

function merge(points: Float64Array) {
  const all = Int32Array.from({ length: points.length / 3 }, (_, i) => i);
  const simplex = chooseSimplex(points, all);
  return { ...mergedHull(points, simplex), extent: simplex.extent };
}

/** Largest distance from the hull of any point that some triangle sees. */
function farthestOutside(points: Float64Array, hull: ReturnType<typeof merge>['hull']): number {
  let farthest = 0;
  for (let p = 0; p < points.length / 3; p++) {
    let nearest = Number.POSITIVE_INFINITY;
    let isOutside = false;
    for (let t = 0; t < hull.count; t++) {
      const [a, b, c] = [...hull.corners.slice(3 * t, 3 * t + 3)] as [number, number, number];
      nearest = Math.min(nearest, Math.sqrt(distanceSquaredToTriangle(points, p, a, b, c)));
      isOutside ||= signedVolume(points, a, b, c, p) > 0;
    }
    if (isOutside) farthest = Math.max(farthest, nearest);
  }
  return farthest;
}

/** Points on the surface of a unit cube with noise of the given size. */
function noisyCube(count: number, noise: number, random: Random): Float64Array {
  const points = new Float64Array(3 * count);
  for (let p = 0; p < count; p++) {
    for (let k = 0; k < 3; k++) points[3 * p + k] = random.next();
    points[3 * p + random.integer(3)] = random.integer(2);
    for (let k = 0; k < 3; k++) points[3 * p + k] = points[3 * p + k] + noise * random.normal();
  }
  return points;
}

describe('mergedHull', () => {
  it('leaves every point within the tolerance of the hull, for noise below, at and above it', () => {
    const random = new Random(SEED);
    for (const noise of [0, 1e-17, 1e-16, 1e-15, 3e-15, 1e-14, 1e-13, 1e-12]) {
      const points = noisyCube(60, noise, random);
      const { hull, extent } = merge(points);
      // Distances of this size are rounded by 1e-16.
      expect(farthestOutside(points, hull), `seed ${SEED}, noise ${noise}`).toBeLessThan(
        COPLANAR_TOLERANCE * extent + 2e-16,
      );
    }
  });

  it('makes polygons of a cube with noise below the tolerance and keeps the triangles above it', () => {
    const random = new Random(SEED + 1);
    const corners = [0, 1].flatMap((x) => [0, 1].flatMap((y) => [0, 1].flatMap((z) => [x, y, z])));
    const faceCount = (noise: number): number =>
      merge(Float64Array.from([...corners, ...noisyCube(40, 0, random)], (x) => x + noise * random.normal())).clusters
        .faceCount;
    expect(faceCount(3e-16), `seed ${SEED}`).toBe(6);
    expect(faceCount(1e-11), `seed ${SEED}`).toBeGreaterThan(30);
  });

  it('leaves every point within the tolerance when points come in clusters as small as the tolerance', () => {
    const random = new Random(SEED + 2);
    for (let i = 0; i < 30; i++) {
      const size = 10 ** random.between(-17, -13);
      const centres = Float64Array.from({ length: 30 }, () => random.next());
      const points = Float64Array.from({ length: 240 }, (_, k) => centres[k % 30] + size * random.normal());
      const { hull, extent } = merge(points);
      expect(farthestOutside(points, hull), `seed ${SEED}, size ${size}`).toBeLessThan(
        COPLANAR_TOLERANCE * extent + 2e-16,
      );
    }
  });

  it('does not merge the sides of a plate a thousand times thinner than the tolerance allows for a cube', () => {
    const thin = 2 ** -47;
    const points = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, thin, 1, 0, thin, 0, 1, thin, 1, 1, thin);
    expect(merge(points).clusters.faceCount).toBe(6);
  });
});
