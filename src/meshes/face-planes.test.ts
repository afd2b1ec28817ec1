// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { facePlanes } from './face-planes.ts';

it('gives unit normals to the last digits for a sliver whose rounded cross product has none', () => {
  // In the plane x + y + z = 1 with dyadic coordinates; the third corner is 2^-50 off the long edge.
  const e = 2 ** -50;
  const points = Float64Array.of(1, 0, 0, 0, 1, 0, 0.5 - e, 0.5 - e, 2 * e);
  const [x, y, z, offset] = facePlanes(points, Int32Array.of(0, 3), Int32Array.of(0, 1, 2)) as unknown as number[];
  const third = 1 / Math.sqrt(3);
  for (const value of [x, y, z, offset]) expect(Math.abs(value - third)).toBeLessThan(2e-16);
});

it('takes the highest vertex of a face that is not exactly plane as its offset', () => {
  const points = Float64Array.of(0, 0, 0, 1, 0, 0, 1, 1, 2 ** -50, 0, 1, 0);
  const planes = facePlanes(points, Int32Array.of(0, 4), Int32Array.of(0, 1, 2, 3));
  expect(planes[3]).toBeGreaterThanOrEqual(0);
  expect(planes[3]).toBeLessThanOrEqual(2 ** -50);
});

it('gives the normal of a face two corners of which are 1e-37 apart', () => {
  // Corners of the hull of a superquadric: differences from the first corner are the same to more than 31 digits.
  const [p, q, r] = [
    [0.07523428430793387, 0.5766330216950414, 0.49112394113339375],
    [0.3594543550094421, 0.5163442135662514, 7.600677588524612e-38],
    [0.3594543550094421, 0.5163442135662514, -7.600677588524612e-38],
  ] as const;
  const [x, y, z] = facePlanes(
    Float64Array.of(...p, ...q, ...r),
    Int32Array.of(0, 3),
    Int32Array.of(0, 1, 2),
  ) as unknown as [number, number, number];
  // Across the short edge, along z, and the long one: (u, v) in the plane turned by a quarter.
  const [u, v] = [p[0] - q[0], p[1] - q[1]];
  const size = Math.sqrt(u * u + v * v);
  expect(Math.abs(z)).toBeLessThan(1e-30);
  expect(Math.abs(x - v / size)).toBeLessThan(1e-15);
  expect(Math.abs(y + u / size)).toBeLessThan(1e-15);
});
