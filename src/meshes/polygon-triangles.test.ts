// SPDX-License-Identifier: MIT
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../math/random.ts';
import { trianglesOfPolygon } from './polygon-triangles.ts';

function doubleArea(x: readonly number[], y: readonly number[], a: number, b: number, c: number): number {
  const at = (values: readonly number[], i: number): number => values[i];
  return (at(x, b) - at(x, a)) * (at(y, c) - at(y, a)) - (at(y, b) - at(y, a)) * (at(x, c) - at(x, a));
}

/** A polygon that winds once around the origin, with any radius at every angle: simple, rarely convex. */
function star(count: number, seed: number): { x: number[]; y: number[] } {
  const random = new Random(seed);
  const radii = Array.from({ length: count }, () => random.between(0.1, 1));
  const angle = (i: number): number => (2 * Math.PI * i) / count;
  return { x: radii.map((r, i) => r * Math.cos(angle(i))), y: radii.map((r, i) => r * Math.sin(angle(i))) };
}

describe('triangles of a polygon', () => {
  it('cover it once, all in its sense, seen along any axis from either side', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 3, max: 30 }),
        fc.integer(),
        fc.integer({ min: 0, max: 2 }),
        fc.boolean(),
        (count, seed, axis, isBehind) => {
          const { x, y } = star(count, seed);
          const vertices = new Float64Array(3 * count);
          for (let i = 0; i < count; i++) {
            vertices[3 * i + axis] = 5;
            vertices[3 * i + ((axis + 1) % 3)] = x[i];
            vertices[3 * i + ((axis + 2) % 3)] = y[i];
          }
          const corners = Array.from({ length: count }, (_, i) => i);
          const normal = [0, 0, 0];
          normal[axis] = isBehind ? -1 : 1;
          if (isBehind) corners.reverse();
          const triangles = trianglesOfPolygon(vertices, corners, normal) as Int32Array;
          expect(triangles).toHaveLength(3 * (count - 2));
          let sum = 0;
          for (let t = 0; t < triangles.length; t += 3) {
            const [a, b, c] = triangles.slice(t, t + 3) as unknown as [number, number, number];
            const area = doubleArea(x, y, a, b, c) * (isBehind ? -1 : 1);
            expect(area).toBeGreaterThan(0);
            sum += area;
          }
          const whole = x.reduce((total, _, i) => total + x[i] * y[(i + 1) % count] - y[i] * x[(i + 1) % count], 0);
          expect(sum).toBeCloseTo(whole, 12);
        },
      ),
    );
  });

  it('use corners on a straight side without making a triangle of no area', () => {
    const vertices = Float64Array.of(0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 0, 3, 0);
    const triangles = trianglesOfPolygon(vertices, [0, 1, 2, 3, 4], [0, 0, 1]) as Int32Array;
    expect(triangles).toHaveLength(9);
    for (let t = 0; t < 9; t += 3) expect([...triangles.slice(t, t + 3)]).toContain(4);
  });

  it('of a cap with many corners are well shaped and found at once', () => {
    const count = 20_000;
    const angle = (i: number): number => (2 * Math.PI * i) / count;
    const vertices = new Float64Array(3 * count).map(
      (_, i) => [Math.cos(angle((i - (i % 3)) / 3)), Math.sin(angle((i - (i % 3)) / 3)), 0][i % 3],
    );
    const corners = Array.from({ length: count }, (_, i) => i);
    const triangles = trianglesOfPolygon(vertices, corners, [0, 0, 1]) as Int32Array;
    const x = corners.map((i) => vertices[3 * i]);
    const y = corners.map((i) => vertices[3 * i + 1]);
    let sum = 0;
    for (let t = 0; t < triangles.length; t += 3) {
      const area = doubleArea(x, y, triangles[t], triangles[t + 1], triangles[t + 2]);
      expect(area).toBeGreaterThan(0);
      sum += area / 2;
    }
    expect(sum).toBeCloseTo(Math.PI, 6);
  });

  it('do not exist for a pentagram, which turns twice', () => {
    const angle = (i: number): number => (4 * Math.PI * i) / 5;
    const vertices = Float64Array.from(
      { length: 15 },
      (_, i) => [Math.cos(angle(Math.floor(i / 3))), Math.sin(angle(Math.floor(i / 3))), 0][i % 3],
    );
    expect(trianglesOfPolygon(vertices, [0, 1, 2, 3, 4], [0, 0, 1])).toBeUndefined();
  });

  it('do not exist for a bow tie', () => {
    expect(
      trianglesOfPolygon(Float64Array.of(0, 0, 0, 1, 1, 0, 1, 0, 0, 0, 1, 0), [0, 1, 2, 3], [0, 0, 1]),
    ).toBeUndefined();
  });
});
