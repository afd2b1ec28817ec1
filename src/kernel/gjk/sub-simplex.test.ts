// SPDX-License-Identifier: MIT
/** The sub-simplex step region by region: which vertices carry the point closest to the origin, and where it is. */
import { beforeEach, describe, expect, it } from 'vitest';
import { CLOSEST, ROUNDING, WEIGHTS } from '../layout.ts';
import { F } from '../memory.ts';
import { closestOnSegment, closestOnTetrahedron, closestOnTriangle } from './sub-simplex.ts';

const [A, B, C, D] = [1, 2, 4, 8];

function closest(): number[] {
  return Array.from(F.subarray(CLOSEST, CLOSEST + 3));
}

function expectPoint(x: number, y: number, z: number): void {
  const [px, py, pz] = closest() as [number, number, number];
  expect(Math.hypot(px - x, py - y, pz - z)).toBeLessThanOrEqual(1e-15);
}

beforeEach(() => {
  F[ROUNDING] = 4 * Number.EPSILON;
});

describe('the closest point of a segment', () => {
  it.each([
    ['its first end', [1, 0, 0, 2, 1, 0], A, [1, 0, 0]],
    ['its second end', [3, 1, 0, 1, 0, 0], B, [1, 0, 0]],
    ['its inside', [-1, 2, 0, 3, 2, 0], A + B, [0, 2, 0]],
  ] as const)('is %s', (_, [ax, ay, az, bx, by, bz], mask, [x, y, z]) => {
    expect(closestOnSegment(ax, ay, az, bx, by, bz)).toBe(mask);
    expectPoint(x, y, z);
  });
});

describe('the closest point of a triangle', () => {
  // A right triangle in the plane z = 1, moved so that the origin projects into each region in turn.
  const at = (x: number, y: number): number => closestOnTriangle(-x, -y, 1, 4 - x, -y, 1, -x, 4 - y, 1);

  it.each([
    ['vertex A', -1, -1, A, [0, 0]],
    ['vertex B', 6, -1, B, [4, 0]],
    ['vertex C', -1, 6, C, [0, 4]],
    ['edge AB', 2, -1, A + B, [2, 0]],
    ['edge AC', -1, 2, A + C, [0, 2]],
    ['edge BC', 3, 3, B + C, [2, 2]],
    ['the face', 1, 1, A + B + C, [1, 1]],
  ] as const)('is in the region of %s', (_, x, y, mask, [px, py]) => {
    expect(at(x, y)).toBe(mask);
    expectPoint(px - x, py - y, 1);
  });

  it('has weights that make the point of the vertices', () => {
    at(1, 1);
    const [p, q, r] = Array.from(F.subarray(WEIGHTS, WEIGHTS + 3)) as [number, number, number];
    expect(p + q + r).toBeCloseTo(1, 15);
    expect(-p + 3 * q - r).toBeCloseTo(0, 15);
    expect(-p - q + 3 * r).toBeCloseTo(0, 15);
  });

  it('falls back to the edges when the three vertices lie on a line', () => {
    expect(closestOnTriangle(-1, 2, 0, 1, 2, 0, 5, 2, 0)).toBe(A + B);
    expectPoint(0, 2, 0);
  });
});

describe('the closest point of a tetrahedron', () => {
  // Corner at the point (x, y, z) seen from the origin, edges of length 4 along the axes.
  const at = (x: number, y: number, z: number): number =>
    closestOnTetrahedron(-x, -y, -z, 4 - x, -y, -z, -x, 4 - y, -z, -x, -y, 4 - z);

  it.each([
    ['its inside', 0.5, 0.5, 0.5, 15],
    ['vertex A', -1, -1, -1, A],
    ['vertex B', 6, -1, -1, B],
    ['vertex C', -1, 6, -1, C],
    ['vertex D', -1, -1, 6, D],
    ['edge AB', 2, -1, -1, A + B],
    ['edge AC', -1, 2, -1, A + C],
    ['edge AD', -1, -1, 2, A + D],
    ['edge BC', 3, 3, -1, B + C],
    ['edge BD', 3, -1, 3, B + D],
    ['edge CD', -1, 3, 3, C + D],
    ['face ABC', 1, 1, -1, A + B + C],
    ['face ABD', 1, -1, 1, A + B + D],
    ['face ACD', -1, 1, 1, A + C + D],
    ['face BCD', 2, 2, 2, B + C + D],
  ] as const)('is in the region of %s', (_, x, y, z, mask) => {
    expect(at(x, y, z)).toBe(mask);
  });

  it('never calls a flat one a hit: the origin in its plane is on a face', () => {
    expect(closestOnTetrahedron(-1, -1, 0, 1, -1, 0, 0, 1, 0, 0.1, 0.2, 0)).not.toBe(15);
    expectPoint(0, 0, 0);
  });
});
