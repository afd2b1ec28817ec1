// SPDX-License-Identifier: MIT
/** Meshes for the tests of the simulator. */
import { type FacetMesh, facetMesh } from '../../src/meshes/facet-mesh.ts';

type Point = [number, number, number];

/** A square floor at height 0 of n by n cells, two triangles each, that reaches `half` from the origin; normals up. */
export function floorMesh(n: number, half: number): FacetMesh {
  const { vertices, facets } = floorFacets(n, half);
  return facetMesh({ vertices, facets });
}

export function floorFacets(n: number, half: number): { vertices: Point[]; facets: number[][] } {
  const vertices: Point[] = [];
  const facets: number[][] = [];
  for (let j = 0; j <= n; j++) {
    for (let i = 0; i <= n; i++) vertices.push([half * ((2 * i) / n - 1), half * ((2 * j) / n - 1), 0]);
  }
  for (let j = 0; j < n; j++) {
    for (let i = 0; i < n; i++) {
      const a = i + j * (n + 1);
      facets.push([a, a + 1, a + n + 2], [a, a + n + 2, a + n + 1]);
    }
  }
  return { vertices, facets };
}

/** A drum along y, closed at both ends: `sides` plane strips of two triangles, caps of triangles; normals inwards. */
export function drumMesh(sides: number, radius: number, length: number): FacetMesh {
  const vertices: Point[] = [];
  const facets: number[][] = [];
  for (let k = 0; k < sides; k++) {
    const angle = (2 * Math.PI * k) / sides;
    vertices.push([radius * Math.cos(angle), -length / 2, radius * Math.sin(angle)]);
    vertices.push([radius * Math.cos(angle), length / 2, radius * Math.sin(angle)]);
  }
  vertices.push([0, -length / 2, 0], [0, length / 2, 0]);
  for (let k = 0; k < sides; k++) {
    const a = 2 * k;
    const b = 2 * ((k + 1) % sides);
    facets.push([a, b, b + 1], [a, b + 1, a + 1], [2 * sides, b, a], [2 * sides + 1, a + 1, b + 1]);
  }
  return facetMesh({ vertices, facets });
}
