// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { polyhedron } from './convex-polyhedron.ts';

const CUBE = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z) => [x, y, z] as const)));

describe('convex polyhedron', () => {
  it('keeps only the extreme points, in the same order for any order of input', () => {
    const inside = [
      [0, 0, 0],
      [0.5, 0, 0],
      [1, 1, 0],
    ] as const;
    const a = polyhedron({ vertices: [...CUBE, ...inside] });
    const b = polyhedron({ vertices: [...inside, ...CUBE.toReversed()] });
    expect(a.vertices).toHaveLength(8);
    expect(a.toJson()).toEqual(b.toJson());
  });

  it('takes triples, records and a flat array alike', () => {
    const expected = polyhedron({ vertices: CUBE }).toJson();
    expect(polyhedron({ vertices: CUBE.map(([x, y, z]) => ({ x, y, z })) }).toJson()).toEqual(expected);
    expect(polyhedron({ vertices: Float64Array.from(CUBE.flat()) }).toJson()).toEqual(expected);
  });

  it('has the mass properties of the cube', () => {
    const { volume, centroid, inertia } = polyhedron({ vertices: CUBE }).massProperties();
    expect(volume).toBeCloseTo(8, 14);
    expect(centroid.x).toBeCloseTo(0, 15);
    expect(inertia.zz).toBeCloseTo(16 / 3, 14);
  });

  it('returns the first vertex in its order where several are equally far', () => {
    expect(polyhedron({ vertices: CUBE }).support({ x: 0, y: 0, z: 1 })).toEqual({ x: -1, y: -1, z: 1 });
  });

  it.each<[string, Float64Array | [number, number, number][], string]>([
    [
      'a flat array that holds no triples',
      Float64Array.of(1, 2, 3, 4),
      'polyhedron.vertices: expected a multiple of 3 numbers, got 4',
    ],
    [
      'a number that is not finite',
      Float64Array.of(0, 0, 0, 1, Number.NaN, 0),
      'polyhedron.vertices[4]: expected a finite number, got NaN',
    ],
    [
      'a number too large to be squared',
      [[0, 0, 1e60]],
      'polyhedron.vertices[0][2]: expected a number from -1e+50 to 1e+50, got 1e+60',
    ],
    [
      'points of no extent worth the name',
      CUBE.map(([x, y, z]) => [1e-60 * x, 1e-60 * y, 1e-60 * z]),
      'polyhedron.vertices: ',
    ],
    [
      'three points',
      [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
      ],
      'polyhedron.vertices: ',
    ],
    [
      'points in a plane',
      [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
        [1, 1, 0],
      ],
      'polyhedron.vertices: ',
    ],
  ])('refuses %s', (_name, vertices, message) => {
    expect(() => polyhedron({ vertices })).toThrow(message);
  });
});
