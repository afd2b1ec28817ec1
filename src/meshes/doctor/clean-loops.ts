// SPDX-License-Identifier: MIT
/** Facet loops without repeated corners and facets, which would hide adjacency. */
import type { FacetList } from '../facet-list.ts';

/** The same facets with the same numbers; a facet with fewer than three corners becomes an empty loop. */
export function cleanLoops({ vertices, facetOffsets, facetVertices }: FacetList): FacetList {
  const offsets = new Int32Array(facetOffsets.length);
  const corners = new Int32Array(facetVertices.length);
  let at = 0;
  for (let f = 0; f + 1 < facetOffsets.length; f++) {
    const begin = facetOffsets[f];
    const end = facetOffsets[f + 1];
    const first = at;
    for (let i = begin; i < end; i++) {
      const v = facetVertices[i];
      if (v !== facetVertices[i + 1 === end ? begin : i + 1]) corners[at++] = v;
    }
    if (at - first < 3) at = first;
    offsets[f + 1] = at;
  }
  return { vertices, facetOffsets: offsets, facetVertices: corners.slice(0, at) };
}

/** The same facets with the same numbers; those in `facets` (ascending) become empty loops. */
export function emptied({ vertices, facetOffsets, facetVertices }: FacetList, facets: Int32Array): FacetList {
  if (facets.length === 0) return { vertices, facetOffsets, facetVertices };
  const offsets = new Int32Array(facetOffsets.length);
  const corners = new Int32Array(facetVertices.length);
  let at = 0;
  let next = 0;
  for (let f = 0; f + 1 < facetOffsets.length; f++) {
    if (facets[next] === f) next++;
    else {
      const end = facetOffsets[f + 1];
      for (let i = facetOffsets[f]; i < end; i++) corners[at++] = facetVertices[i];
    }
    offsets[f + 1] = at;
  }
  return { vertices, facetOffsets: offsets, facetVertices: corners.slice(0, at) };
}
