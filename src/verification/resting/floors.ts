// SPDX-License-Identifier: MIT
/**
 * The same plane floor, 60 cm square, divided into facets in three ways. The state of a body at rest must not depend on
 * it.
 */
import { Random } from '../../math/random.ts';
import { type FacetMesh, facetMesh } from '../../meshes/facet-mesh.ts';

const REACH = 0.3;
const CELLS = 12;
/** Triangles that are split at a point inside: slivers of all sizes. */
const SPLITS = 80;

type Point = readonly [number, number, number];

const CORNERS: readonly Point[] = [
  [-REACH, -REACH, 0],
  [REACH, -REACH, 0],
  [REACH, REACH, 0],
  [-REACH, REACH, 0],
];

export function oneQuad(): FacetMesh {
  return facetMesh({ vertices: CORNERS, facets: [[0, 1, 2, 3]] });
}

export function manyTriangles(): FacetMesh {
  const at = (k: number): number => REACH * ((2 * k) / CELLS - 1);
  const vertices = Array.from({ length: (CELLS + 1) ** 2 }, (_, k): Point => {
    return [at(k % (CELLS + 1)), at(Math.floor(k / (CELLS + 1))), 0];
  });
  const facets = Array.from({ length: CELLS * CELLS }, (_, k) => {
    const a = (k % CELLS) + (CELLS + 1) * Math.floor(k / CELLS);
    return [
      [a, a + 1, a + CELLS + 2],
      [a, a + CELLS + 2, a + CELLS + 1],
    ];
  }).flat();
  return facetMesh({ vertices, facets });
}

export function unevenTriangles(): FacetMesh {
  const random = new Random(5);
  const vertices: Point[] = [...CORNERS];
  const facets: [number, number, number][] = [
    [0, 1, 2],
    [0, 2, 3],
  ];
  for (let k = 0; k < SPLITS; k++) {
    const chosen = Math.floor(random.between(0, facets.length));
    const [a, b, c] = facets[chosen];
    const [p, q, r] = [vertices[a], vertices[b], vertices[c]] as [Point, Point, Point];
    const shares = [random.between(0.1, 1), random.between(0.1, 1), random.between(0.1, 1)] as const;
    const sum = shares[0] + shares[1] + shares[2];
    const along = (axis: 0 | 1): number => (shares[0] * p[axis] + shares[1] * q[axis] + shares[2] * r[axis]) / sum;
    const inside = vertices.push([along(0), along(1), 0]) - 1;
    facets.splice(chosen, 1, [a, b, inside], [b, c, inside], [c, a, inside]);
  }
  return facetMesh({ vertices, facets });
}
