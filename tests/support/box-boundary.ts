// SPDX-License-Identifier: MIT
import { type FacetMesh, facetMesh } from '../../src/meshes/facet-mesh.ts';

export const BOX_FACETS: readonly (readonly number[])[] = [
  [0, 2, 3, 1],
  [4, 5, 7, 6],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 4, 6, 2],
  [1, 3, 7, 5],
];

/** A box of six facets with half sides a, b and c, its middle at `z` of its own frame. */
export function boxBoundary(a: number, b: number, c: number, z = 0, facets = BOX_FACETS): FacetMesh {
  const vertices = [-c, c].flatMap((k) => [-b, b].flatMap((j) => [-a, a].map((i) => ({ x: i, y: j, z: k + z }))));
  return facetMesh({ vertices, facets });
}
