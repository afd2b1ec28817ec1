// SPDX-License-Identifier: MIT
/**
 * Edges of facets and the facets at each edge and vertex, as flat arrays. Edges are found by a counting sort of all
 * sides by their two vertices: linear in time, with three integers of scratch memory per side.
 */
import type { FacetList } from './facet-list.ts';

export interface FacetAdjacency {
  /** Two vertices per edge, lower number first; sorted by the first, then the second. */
  readonly edgeVertices: Int32Array;
  /** Parallel to `facetVertices`: the edge from that vertex to the next. */
  readonly facetEdges: Int32Array;
  /**
   * Edge e has `edgeFacets[edgeFacetOffsets[e] .. edgeFacetOffsets[e + 1])`, ascending: one facet at an open edge, two
   * at an inner one, more where the mesh is not manifold.
   */
  readonly edgeFacetOffsets: Int32Array;
  readonly edgeFacets: Int32Array;
  /** Vertex v has `vertexFacets[vertexFacetOffsets[v] .. vertexFacetOffsets[v + 1])`, rising. */
  readonly vertexFacetOffsets: Int32Array;
  readonly vertexFacets: Int32Array;
}

export function facetAdjacency(list: FacetList): FacetAdjacency {
  return { ...edgesOf(list), ...facetsAtVertices(list) };
}

/** Parallel to `edgeFacets`: 1 if the facet runs from the lower to the higher vertex of the edge, else -1. */
export function edgeDirections({ facetVertices }: FacetList, adjacency: FacetAdjacency): Int8Array {
  const { edgeVertices, facetEdges, edgeFacetOffsets } = adjacency;
  const directions = new Int8Array(facetEdges.length);
  const next = edgeFacetOffsets.slice();
  // Sides come in the order of their facets, which is that of `edgeFacets` at every edge.
  for (let i = 0; i < facetEdges.length; i++) {
    const e = facetEdges[i];
    const at = next[e];
    directions[at] = facetVertices[i] === edgeVertices[2 * e] ? 1 : -1;
    next[e] = at + 1;
  }
  return directions;
}

type Edges = Pick<FacetAdjacency, 'edgeVertices' | 'facetEdges' | 'edgeFacetOffsets' | 'edgeFacets'>;

function edgesOf({ vertices, facetOffsets, facetVertices }: FacetList): Edges {
  const sideCount = facetVertices.length;
  const vertexCount = vertices.length / 3;
  const lower = new Int32Array(sideCount);
  const higher = new Int32Array(sideCount);
  for (let f = 0; f + 1 < facetOffsets.length; f++) {
    const begin = facetOffsets[f];
    const end = facetOffsets[f + 1];
    for (let i = begin; i < end; i++) {
      const v = facetVertices[i];
      const w = facetVertices[i + 1 === end ? begin : i + 1];
      lower[i] = v < w ? v : w;
      higher[i] = v < w ? w : v;
    }
  }
  const order = sortedByKey(sortedByKey(undefined, higher, vertexCount), lower, vertexCount);

  let edgeCount = 0;
  for (let i = 0; i < sideCount; i++) if (isNewEdge(i, order, lower, higher)) edgeCount++;
  const edgeVertices = new Int32Array(2 * edgeCount);
  const edgeFacetOffsets = new Int32Array(edgeCount + 1);
  const facetEdges = new Int32Array(sideCount);
  let e = -1;
  for (let i = 0; i < sideCount; i++) {
    const side = order[i];
    if (isNewEdge(i, order, lower, higher)) {
      e++;
      edgeVertices[2 * e] = lower[side];
      edgeVertices[2 * e + 1] = higher[side];
    }
    edgeFacetOffsets[e + 1] = i + 1;
    facetEdges[side] = e;
  }
  // The sides become their facets, in the memory that is no longer needed.
  const facetOfSide = lower;
  for (let f = 0; f + 1 < facetOffsets.length; f++) {
    const end = facetOffsets[f + 1];
    for (let i = facetOffsets[f]; i < end; i++) facetOfSide[i] = f;
  }
  for (let i = 0; i < sideCount; i++) order[i] = facetOfSide[order[i]];
  return { edgeVertices, facetEdges, edgeFacetOffsets, edgeFacets: order };
}

function isNewEdge(i: number, order: Int32Array, lower: Int32Array, higher: Int32Array): boolean {
  if (i === 0) return true;
  const side = order[i];
  const before = order[i - 1];
  return lower[side] !== lower[before] || higher[side] !== higher[before];
}

/** Stable counting sort of `items`, or of the integers from 0, by `keys[item]` in [0, keyCount). */
function sortedByKey(items: Int32Array | undefined, keys: Int32Array, keyCount: number): Int32Array {
  const offsets = new Int32Array(keyCount + 1);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    offsets[key + 1] = offsets[key + 1] + 1;
  }
  accumulate(offsets);
  const sorted = new Int32Array(keys.length);
  for (let i = 0; i < keys.length; i++) {
    const item = items === undefined ? i : items[i];
    const key = keys[item];
    const at = offsets[key];
    sorted[at] = item;
    offsets[key] = at + 1;
  }
  return sorted;
}

function facetsAtVertices({
  vertices,
  facetOffsets,
  facetVertices,
}: FacetList): Pick<FacetAdjacency, 'vertexFacetOffsets' | 'vertexFacets'> {
  const vertexFacetOffsets = new Int32Array(vertices.length / 3 + 1);
  for (let i = 0; i < facetVertices.length; i++) {
    const v = facetVertices[i];
    vertexFacetOffsets[v + 1] = vertexFacetOffsets[v + 1] + 1;
  }
  accumulate(vertexFacetOffsets);
  const next = vertexFacetOffsets.slice();
  const vertexFacets = new Int32Array(facetVertices.length);
  for (let f = 0; f + 1 < facetOffsets.length; f++) {
    for (let i = facetOffsets[f]; i < facetOffsets[f + 1]; i++) {
      const v = facetVertices[i];
      const at = next[v];
      vertexFacets[at] = f;
      next[v] = at + 1;
    }
  }
  return { vertexFacetOffsets, vertexFacets };
}

/** Turns counts at [i + 1] into offsets. */
function accumulate(offsets: Int32Array): void {
  for (let i = 1; i < offsets.length; i++) offsets[i] = offsets[i] + offsets[i - 1];
}
