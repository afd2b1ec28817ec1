// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { pose, transformPoint } from '../../math/pose.ts';
import { Random } from '../../math/random.ts';
import { distance } from '../../math/vector.ts';
import { facet } from './facet.ts';

type Points = [number, number, number][];
const SQUARE: Points = [
  [0, 0, 0],
  [1, 0, 0],
  [1, 1, 0],
  [0, 1, 0],
];

function star(points: number, step: number): Points {
  return Array.from({ length: points }, (_, i) => {
    const angle = (2 * Math.PI * step * i) / points;
    return [Math.cos(angle), Math.sin(angle), 0];
  });
}

describe('facet', () => {
  it('has a normal about which its vertices run counter-clockwise', () => {
    expect(facet({ vertices: SQUARE }).normal).toEqual({ x: 0, y: 0, z: 1 });
    expect(facet({ vertices: SQUARE.toReversed() }).normal).toEqual({ x: 0, y: 0, z: -1 });
  });

  it('accepts polygons of any placement and size', () => {
    const random = new Random(1);
    for (let i = 0; i < 200; i++) {
      const placed = pose({ position: [100, -200, 300], orientation: random.rotation() });
      const size = 10 ** random.between(-3, 3);
      const vertices = star(3 + random.integer(20), 1).map(([x, y, z]) =>
        transformPoint(placed, { x: size * x, y: size * y, z }),
      );
      const f = facet({ vertices });
      expect(distance(f.massProperties().centroid, placed.position)).toBeLessThan(1e-12 * (size + 300));
    }
  });

  it('leaves vertices on straight edges out of its loop but keeps them as given', () => {
    const vertices: Points = [
      [0, 0, 0],
      [0.5, 0, 0],
      [1, 0, 0],
      [1, 0.3, 0],
      [1, 1, 0],
      [0, 1, 0],
      [0, 0.5, 0],
    ];
    const f = facet({ vertices });
    expect(f.vertices).toHaveLength(7);
    expect(f.loop).toEqual(SQUARE.map(([x, y, z]) => ({ x, y, z })));
    expect(distance(f.massProperties().centroid, { x: 0.5, y: 0.5, z: 0 })).toBeLessThan(1e-15);
  });

  it.each<[string, Points, string]>([
    [
      'too few vertices',
      [
        [0, 0, 0],
        [1, 0, 0],
      ],
      'facet.vertices: expected at least 3 vertices, got 2',
    ],
    [
      'collinear vertices',
      [
        [0, 0, 0],
        [1, 1, 1],
        [2, 2, 2],
      ],
      'facet.vertices: expected a polygon with an area, but its vertices are collinear or its edges cross',
    ],
    [
      'one repeated point',
      [
        [1, 1, 1],
        [1, 1, 1],
        [1, 1, 1],
      ],
      'but its vertices are collinear or its edges cross',
    ],
    [
      'a vertex off the plane',
      [
        [0, 0, 0],
        [1, 0, 0],
        [1, 1, 0.1],
        [0, 1, 0],
      ],
      'expected a flat polygon, but the vertex lies',
    ],
    [
      'a repeated vertex',
      [
        [0, 0, 0],
        [1, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
      ],
      'facet.vertices[2]: repeats another vertex; leave it out',
    ],
    [
      'a reflex corner',
      [
        [0, 0, 0],
        [2, 0, 0],
        [0.5, 0.5, 0],
        [0, 2, 0],
      ],
      'facet.vertices[2]: expected a convex polygon',
    ],
    [
      'a bow tie',
      [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
        [0.5, 1.5, 0],
      ],
      'expected a convex polygon',
    ],
    ['a pentagram', star(5, 2), 'expected a convex polygon'],
    ['a polygon walked twice', [...SQUARE, ...SQUARE], 'facet.vertices[4]: repeats another vertex'],
    [
      'a bad coordinate',
      [
        [0, 0, 0],
        [1, 0, Number.NaN],
        [0, 1, 0],
      ],
      'facet.vertices[1][2]: expected a finite number, got NaN',
    ],
  ])('refuses %s', (_name, vertices, message) => {
    expect(() => facet({ vertices })).toThrow(message);
  });
});
