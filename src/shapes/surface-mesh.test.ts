// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { massPropertiesOfPolyhedron } from '../meshes/polyhedron-mass-properties.ts';
import { box } from './kinds/box.ts';
import { capsule } from './kinds/capsule.ts';
import { cone } from './kinds/cone.ts';
import { polyhedron } from './kinds/convex-polyhedron.ts';
import { cylinder } from './kinds/cylinder.ts';
import { ellipsoid } from './kinds/ellipsoid.ts';
import { facet } from './kinds/facet.ts';
import { point } from './kinds/point.ts';
import { rounded } from './kinds/rounded.ts';
import { sphere } from './kinds/sphere.ts';
import { superquadric } from './kinds/superquadric.ts';
import type { ConvexShape } from './shape.ts';
import { type SurfaceMesh, surfaceMesh } from './surface-mesh.ts';

const cube = box({ halfExtents: [1, 2, 3] });
const BODIES: readonly ConvexShape[] = [
  sphere({ radius: 2 }),
  cube,
  capsule({ radius: 1, halfLength: 2 }),
  cylinder({ radius: 1, halfLength: 2 }),
  cone({ radius: 1, height: 2 }),
  ellipsoid({ semiAxes: [1, 2, 3] }),
  superquadric({ semiAxes: [1, 2, 3], n1: 4, n2: 8 }),
  polyhedron({
    vertices: [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
  }),
  rounded({ shape: cube, radius: 0.5 }),
];

/** Directed edges of all faces as text. */
function edgesOf({ faceOffsets, faceVertices }: SurfaceMesh): string[] {
  return Array.from({ length: faceOffsets.length - 1 }, (_, f) => {
    const loop = faceVertices.subarray(faceOffsets[f], faceOffsets[f + 1]);
    return Array.from(loop, (v, i) => `${v}-${loop[(i + 1) % loop.length]}`);
  }).flat();
}

const volumeOf = ({ vertices, faceOffsets, faceVertices }: SurfaceMesh): number =>
  massPropertiesOfPolyhedron(vertices, faceOffsets, faceVertices).volume;

describe.each(BODIES)('the surface of a $kind', (shape) => {
  it.each([4, 10, 24])('is closed and turned outwards with %d segments', (segments) => {
    const edges = edgesOf(surfaceMesh(shape, segments));
    const directed = new Set(edges);
    expect(directed.size).toBe(edges.length);
    for (const edge of edges) expect(directed.has(edge.split('-').reverse().join('-'))).toBe(true);
  });

  it('encloses the volume, up to what is cut off between corners', () => {
    const { volume } = shape.massProperties();
    const missing = (segments: number): number => 1 - volumeOf(surfaceMesh(shape, segments)) / volume;
    expect(missing(100)).toBeGreaterThanOrEqual(-1e-12);
    expect(missing(100)).toBeLessThan(8e-3);
  });

  it('has its corners within the bounding box, and reaches its sides along z', () => {
    const { vertices } = surfaceMesh(shape);
    const { min, max } = shape.boundingBox();
    const heights = vertices.filter((_, i) => i % 3 === 2);
    expect(Math.min(...heights)).toBeCloseTo(min.z, 12);
    expect(Math.max(...heights)).toBeCloseTo(max.z, 12);
    vertices.forEach((value, i) => {
      const axis = (['x', 'y', 'z'] as const)[i % 3] as 'x';
      expect(value).toBeGreaterThanOrEqual(min[axis] - 1e-12);
      expect(value).toBeLessThanOrEqual(max[axis] + 1e-12);
    });
  });
});

describe('flat shapes', () => {
  it('have two sides or none', () => {
    const triangle = facet({
      vertices: [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
      ],
    });
    expect([...surfaceMesh(triangle).faceVertices]).toEqual([0, 1, 2, 2, 1, 0]);
    expect(surfaceMesh(point()).faceVertices.length).toBe(0);
  });
});
