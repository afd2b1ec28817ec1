// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { box } from './box.ts';
import { polyhedron } from './convex-polyhedron.ts';
import { largestFaceArea } from './largest-face.ts';
import { sphere } from './sphere.ts';

describe('largestFaceArea', () => {
  it('is that of the largest face of boxes and polyhedra', () => {
    expect(largestFaceArea(box({ halfExtents: [1, 2, 3] }))).toBeCloseTo(24, 13);
    const vertices = [[0, 0, 0] as const, [3, 0, 0] as const, [0, 3, 0] as const, [0, 0, 3] as const];
    expect(largestFaceArea(polyhedron({ vertices }))).toBeCloseTo((9 * Math.sqrt(3)) / 2, 13);
    expect(largestFaceArea(sphere({ radius: 1 }))).toBeUndefined();
  });
});
