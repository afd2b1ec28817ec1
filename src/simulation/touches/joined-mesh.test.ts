// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { facetMesh } from '../../meshes/facet-mesh.ts';
import { boundaryPatches } from '../../narrow-phase/double-hierarchy/boundary-patches.ts';
import { joinedMesh } from './joined-mesh.ts';

type Point = [number, number, number];
const CORNERS: Point[] = [
  [0, 0, 0],
  [1, 0, 0],
  [1, 1, 0],
  [0, 1, 0],
  [2, 0, 0],
  [2, 1, 0],
];
const patchCount = (mesh: Parameters<typeof boundaryPatches>[0]): number => boundaryPatches(mesh, 1e-3).normals.length;

describe('a joined mesh', () => {
  it('is the original where its facets meet and face the same way', () => {
    const mesh = facetMesh({
      vertices: CORNERS,
      facets: [
        [0, 1, 2, 3],
        [1, 4, 5, 2],
      ],
    });
    const { mesh: joined, edgeOfCorner } = joinedMesh(mesh, false);
    expect(joined).toBe(mesh);
    expect(edgeOfCorner).toBe(mesh.facetEdges);
  });

  it('joins facets with vertices of their own, which keep the lowest numbers', () => {
    const [a, b, c, d, e, f] = CORNERS as [Point, Point, Point, Point, Point, Point];
    const mesh = facetMesh({
      vertices: [a, b, c, d, b, e, f, c],
      facets: [
        [0, 1, 2, 3],
        [4, 5, 6, 7],
      ],
    });
    expect(patchCount(mesh)).toBe(2);
    const { mesh: joined } = joinedMesh(mesh, true);
    expect(patchCount(joined)).toBe(1);
    expect([...joined.facetVertices]).toEqual([0, 1, 2, 3, 1, 5, 6, 2]);
  });

  it('turns facets over when the wall has two sides, the smaller area, and knows the original edges', () => {
    const mesh = facetMesh({
      vertices: [...CORNERS.slice(0, 4), [3, 0, 0], [3, 1, 0]],
      facets: [
        [3, 2, 1, 0],
        [1, 4, 5, 2],
      ],
    });
    expect(joinedMesh(mesh, true).mesh).toBe(mesh);
    const { mesh: joined, edgeOfCorner } = joinedMesh(mesh, false);
    expect(patchCount(joined)).toBe(1);
    expect([...joined.facetNormals]).toEqual([0, 0, 1, 0, 0, 1]);
    joined.facetEdges.forEach((edge, corner) => {
      const ends = (of: typeof mesh, e: number): number[] => [...of.edgeVertices.subarray(2 * e, 2 * e + 2)].sort();
      expect(ends(mesh, edgeOfCorner[corner])).toEqual(ends(joined, edge));
    });
  });
});
