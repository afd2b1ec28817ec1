// SPDX-License-Identifier: MIT
/** Facets by patch, and which patches are connected. */
import { expect, it } from 'vitest';
import { facetMesh } from '../../meshes/facet-mesh.ts';
import { FacetGroups } from './facet-groups.ts';

/** Three pairs of triangles; the second pair shares a vertex with the first, the third is apart. */
const MESH = facetMesh({
  vertices: [0, 1, 2, 5].flatMap((x) => [
    [x, 0, 0],
    [x, 1, 0],
    [x + 0.5, 0.5, 1],
  ]) as [number, number, number][],
  facets: [
    [0, 1, 2],
    [2, 3, 4],
    [3, 4, 5],
    [9, 10, 11],
  ],
});
const PATCHES = Int32Array.from([7, 2, 7, 0]);

it('groups the facets of a patch in the order in which they are named, with their flags', () => {
  const groups = new FacetGroups(8, PATCHES);
  for (const [facets, flags] of [
    [
      [0, 1, 2, 3],
      [1, 2, 3, 0],
    ],
    [
      [1, 3],
      [1, 1],
    ],
    [
      [0, 1, 2, 3],
      [1, 2, 3, 0],
    ],
  ] as const) {
    groups.make(facets, flags);
    const made = Array.from({ length: groups.count }, (_, g) => {
      const [begin, end] = [groups.first[g], groups.first[g + 1]];
      return [groups.patches[g], [...groups.facets.subarray(begin, end)], [...groups.flags.subarray(begin, end)]];
    });
    if (facets.length === 4)
      expect(made).toEqual([
        [7, [0, 2], [1, 3]],
        [2, [1], [2]],
        [0, [3], [0]],
      ]);
    else
      expect(made).toEqual([
        [2, [1], [1]],
        [0, [3], [1]],
      ]);
  }
});

it('connects patches with a common vertex, among the facets that it was given', () => {
  const groups = new FacetGroups(8, PATCHES);
  groups.make([0, 1, 2, 3], [0, 0, 0, 0]);
  groups.connect(MESH);
  expect(groups.partOf(7)).toBe(groups.partOf(2));
  expect(groups.partOf(7)).not.toBe(groups.partOf(0));
  groups.make([0, 3], [0, 0]);
  groups.connect(MESH);
  expect(groups.partOf(7)).not.toBe(groups.partOf(0));
});
