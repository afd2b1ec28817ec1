// SPDX-License-Identifier: MIT
/**
 * Facets to reverse so that neighbours have their fronts on the same side. Orientation propagates over edges with two
 * facets; in a conflict the smaller area is reversed.
 */
import { edgeDirections, type FacetAdjacency } from '../facet-adjacency.ts';
import type { FacetList } from '../facet-list.ts';
import { GrowingList } from '../integer-lists.ts';

interface Orientation {
  /** Per facet: 1 if it must be reversed. */
  readonly isFlipped: Uint8Array;
  /** Edges whose two facets cannot both be consistent: the surface is one-sided, like a Moebius strip. */
  readonly oneSidedEdges: Int32Array;
}

/** Orients each component connected over edges with two facets. */
export function consistentOrientation(list: FacetList, adjacency: FacetAdjacency, areas: Float64Array): Orientation {
  const { facetOffsets } = list;
  const { facetEdges, edgeFacetOffsets, edgeFacets } = adjacency;
  const facetCount = facetOffsets.length - 1;
  const directions = edgeDirections(list, adjacency);
  const isFlipped = new Uint8Array(facetCount);
  const isSeen = new Uint8Array(facetCount);
  const queue = new Int32Array(facetCount);
  const oneSided = new GrowingList();

  for (let seed = 0; seed < facetCount; seed++) {
    if (isSeen[seed] === 1) continue;
    isSeen[seed] = 1;
    queue[0] = seed;
    let tail = 1;
    let keptArea = 0;
    let flippedArea = 0;
    for (let head = 0; head < tail; head++) {
      const f = queue[head];
      if (isFlipped[f] === 1) flippedArea += areas[f];
      else keptArea += areas[f];
      for (let i = facetOffsets[f]; i < facetOffsets[f + 1]; i++) {
        const e = facetEdges[i];
        const at = edgeFacetOffsets[e];
        if (edgeFacetOffsets[e + 1] - at !== 2) continue;
        const other = edgeFacets[at] === f ? edgeFacets[at + 1] : edgeFacets[at];
        if (other === f) continue;
        const mustDiffer = directions[at] === directions[at + 1] ? 1 : 0;
        const wanted = isFlipped[f] ^ mustDiffer;
        if (isSeen[other] === 0) {
          isSeen[other] = 1;
          isFlipped[other] = wanted;
          queue[tail++] = other;
        } else if (isFlipped[other] !== wanted && f < other) oneSided.push(e);
      }
    }
    // On equal areas the first facet stays as it is.
    if (flippedArea > keptArea) {
      for (let i = 0; i < tail; i++) isFlipped[queue[i]] = 1 - isFlipped[queue[i]];
    }
  }
  return { isFlipped, oneSidedEdges: oneSided.toArray().sort() };
}
