// SPDX-License-Identifier: MIT
/**
 * Removes triangles without area and keeps the mesh closed: the middle vertex is inserted into the side of the facet
 * behind the longest side, which then meets the two facets behind the shorter sides.
 */
import { facetAdjacency } from '../facet-adjacency.ts';
import { FacetGeometry } from '../facet-geometry.ts';
import type { FacetList } from '../facet-list.ts';
import { GrowingList } from '../integer-lists.ts';

/** A list of facets and, per facet, its number before mending. */
export interface TracedFacets {
  readonly list: FacetList;
  readonly source: Int32Array;
}

/**
 * Removes triangles without area; `removed` are their numbers before mending. Unless `staysClosed`, they are dropped
 * and nothing else is changed.
 */
export function dissolveThinTriangles(
  traced: TracedFacets,
  staysClosed: boolean,
): TracedFacets & { readonly removed: Int32Array } {
  const removed = new GrowingList();
  let current = traced;
  for (;;) {
    const isThin = thinTriangles(current.list);
    if (!isThin.includes(1)) return { ...current, removed: removed.toArray() };
    const nothing = new Int32Array(current.list.facetVertices.length).fill(-1);
    current = staysClosed ? dissolveOnce(current, isThin, removed) : withInsertions(current, isThin, nothing, removed);
  }
}

function thinTriangles(list: FacetList): Uint8Array {
  const { facetOffsets } = list;
  const geometry = new FacetGeometry(list);
  const isThin = new Uint8Array(facetOffsets.length - 1);
  for (let f = 0; f < isThin.length; f++) {
    if (facetOffsets[f + 1] - facetOffsets[f] !== 3) continue;
    const flaw = geometry.measure(f);
    if (flaw === 'no-area' || flaw === 'repeated-vertex') isThin[f] = 1;
  }
  return isThin;
}

/** Removes at least one thin triangle: those on a facet with an area, or all if they lie on each other only. */
function dissolveOnce({ list, source }: TracedFacets, isThin: Uint8Array, removed: GrowingList): TracedFacets {
  const { vertices, facetOffsets, facetVertices } = list;
  const { facetEdges, edgeFacetOffsets, edgeFacets } = facetAdjacency(list);
  /** Per side of a facet: the vertex to insert after its beginning. */
  const inserted = new Int32Array(facetVertices.length).fill(-1);
  const isGone = new Uint8Array(isThin.length);
  let hasRemoved = false;
  for (let f = 0; f < isThin.length; f++) {
    if (isThin[f] === 0) continue;
    const begin = facetOffsets[f];
    const side = longestSide(vertices, facetVertices, begin);
    const middle = facetVertices[begin + ((side - begin + 2) % 3)];
    const e = facetEdges[side];
    const at = edgeFacetOffsets[e];
    const other = edgeFacets[at] === f ? edgeFacets[at + 1] : edgeFacets[at];
    const hasOne = edgeFacetOffsets[e + 1] - at === 2;
    if (hasOne && isThin[other] === 1) continue;
    isGone[f] = 1;
    hasRemoved = true;
    if (!hasOne) continue;
    const first = facetOffsets[other];
    const end = facetOffsets[other + 1];
    if (facetVertices.subarray(first, end).includes(middle)) continue;
    inserted[facetEdges.indexOf(e, first)] = middle;
  }
  return withInsertions({ list, source }, hasRemoved ? isGone : isThin, inserted, removed);
}

/** Start of the longest side of the triangle at `begin`. */
function longestSide(vertices: Float64Array, facetVertices: Int32Array, begin: number): number {
  let longest = begin;
  let squared = -1;
  for (let i = 0; i < 3; i++) {
    const p = 3 * facetVertices[begin + i];
    const q = 3 * facetVertices[begin + ((i + 1) % 3)];
    let sum = 0;
    for (let k = 0; k < 3; k++) sum += (vertices[q + k] - vertices[p + k]) ** 2;
    if (sum > squared) {
      squared = sum;
      longest = begin + i;
    }
  }
  return longest;
}

function withInsertions(
  { list, source }: TracedFacets,
  isGone: Uint8Array,
  inserted: Int32Array,
  removed: GrowingList,
): TracedFacets {
  const { vertices, facetOffsets, facetVertices } = list;
  const offsets = new GrowingList();
  const corners = new GrowingList();
  const kept = new GrowingList();
  offsets.push(0);
  for (let f = 0; f < isGone.length; f++) {
    if (isGone[f] === 1) {
      removed.push(source[f]);
      continue;
    }
    for (let i = facetOffsets[f]; i < facetOffsets[f + 1]; i++) {
      corners.push(facetVertices[i]);
      if (inserted[i] !== -1) corners.push(inserted[i]);
    }
    offsets.push(corners.count);
    kept.push(source[f]);
  }
  return {
    list: { vertices, facetOffsets: offsets.toArray(), facetVertices: corners.toArray() },
    source: kept.toArray(),
  };
}
