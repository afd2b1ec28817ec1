// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { stiffestFace } from './face-columns.ts';
import { box } from './kinds/box.ts';
import { polyhedron } from './kinds/convex-polyhedron.ts';
import { cylinder } from './kinds/cylinder.ts';
import { sphere } from './kinds/sphere.ts';

describe('the stiffest face', () => {
  it('of a body with an inscribed ball is its largest: all columns are the mean', () => {
    expect(stiffestFace(box({ halfExtents: [1, 1, 1] }))).toBeCloseTo(4, 14);
    const corners = [
      [1, 1, 1],
      [1, -1, -1],
      [-1, 1, -1],
      [-1, -1, 1],
    ] as const;
    expect(stiffestFace(polyhedron({ vertices: corners }))).toBeCloseTo((Math.sqrt(3) / 4) * 8, 13);
  });

  it('of a thin plate is three times its area', () => {
    expect(stiffestFace(box({ halfExtents: [1, 1, 1e-6] })) / 12).toBeCloseTo(1, 5);
  });

  it('does not depend on where the body is in its own frame', () => {
    const corners = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [0, 1].map((z) => [x + 7, y - 5, z + 3] as const)));
    expect(stiffestFace(polyhedron({ vertices: corners }))).toBeCloseTo(
      stiffestFace(box({ halfExtents: [1, 1, 0.5] })),
      12,
    );
  });

  it('of a cylinder is its end, by the columns of its polyhedron', () => {
    // All columns of a cylinder as high as it is wide are equal, but for the polygon: 2 parts in 1000 of its perimeter.
    expect(stiffestFace(cylinder({ radius: 1, halfLength: 1 })) / Math.PI).toBeCloseTo(1, 2);
  });

  it('of a smooth body is the middle section of the ball of equal volume', () => {
    expect(stiffestFace(sphere({ radius: 2 }))).toBeCloseTo(4 * Math.PI, 12);
  });
});
