// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { box } from './kinds/box.ts';
import { polyhedron } from './kinds/convex-polyhedron.ts';
import { sphere } from './kinds/sphere.ts';
import { largestFaceArea } from './polyhedral-topology.ts';

describe('largestFaceArea', () => {
  it('is that of the largest face of boxes and polyhedra', () => {
    expect(largestFaceArea(box({ halfExtents: [1, 2, 3] }))).toBeCloseTo(24, 13);
    const vertices = [[0, 0, 0] as const, [3, 0, 0] as const, [0, 3, 0] as const, [0, 0, 3] as const];
    expect(largestFaceArea(polyhedron({ vertices }))).toBeCloseTo((9 * Math.sqrt(3)) / 2, 13);
    expect(largestFaceArea(sphere({ radius: 1 }))).toBeUndefined();
  });
});
