// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { facePlanes } from './face-planes.ts';

it('gives unit normals to the last digits for a sliver whose rounded cross product has none', () => {
  // In the plane x + y + z = 1 with dyadic coordinates; the third corner is 2^-50 off the long edge.
  const e = 2 ** -50;
  const points = Float64Array.of(1, 0, 0, 0, 1, 0, 0.5 - e, 0.5 - e, 2 * e);
  const [x, y, z, offset] = facePlanes(points, Int32Array.of(0, 3), Int32Array.of(0, 1, 2)) as unknown as number[];
  const third = 1 / Math.sqrt(3);
  for (const value of [x, y, z, offset]) expect(Math.abs((value as number) - third)).toBeLessThan(2e-16);
});

it('takes the highest vertex of a face that is not exactly plane as its offset', () => {
  const points = Float64Array.of(0, 0, 0, 1, 0, 0, 1, 1, 2 ** -50, 0, 1, 0);
  const planes = facePlanes(points, Int32Array.of(0, 4), Int32Array.of(0, 1, 2, 3));
  expect(planes[3]).toBeGreaterThanOrEqual(0);
  expect(planes[3]).toBeLessThanOrEqual(2 ** -50);
});
