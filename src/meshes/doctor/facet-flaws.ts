// SPDX-License-Identifier: MIT
/** Flaws of single facets, and the sizes of facets and edges. */
import { FacetGeometry } from '../facet-geometry.ts';
import type { FacetList } from '../facet-list.ts';
import { GrowingList } from '../integer-lists.ts';

/**
 * Ratio of height to longest edge below which a facet is a sliver: still exact, but its normal turns by a thousand
 * times the error of its vertices, and such facets usually come from a bad mesher.
 */
export const SLIVER_RATIO = 1e-3;

export interface FacetFlaws {
  readonly repeatedVertex: Int32Array;
  readonly noArea: Int32Array;
  readonly notFlat: Int32Array;
  readonly notConvex: Int32Array;
  readonly slivers: Int32Array;
}

export interface FacetSizes {
  readonly triangleCount: number;
  readonly quadCount: number;
  readonly polygonCount: number;
  readonly shortestEdge: number;
  readonly longestEdge: number;
  readonly smallestArea: number;
  readonly largestArea: number;
  readonly totalArea: number;
}

/** Lists of facet numbers, rising, by their first flaw; sizes are those of facets with an area. */
export function facetFlaws(list: FacetList): { flaws: FacetFlaws; sizes: FacetSizes } {
  const lists = {
    'repeated-vertex': new GrowingList(),
    'no-area': new GrowingList(),
    'not-flat': new GrowingList(),
    'not-convex': new GrowingList(),
  };
  const slivers = new GrowingList();
  const counts = [0, 0, 0];
  let shortestEdge = Number.POSITIVE_INFINITY;
  let longestEdge = 0;
  let smallestArea = Number.POSITIVE_INFINITY;
  let largestArea = 0;
  let totalArea = 0;
  const geometry = new FacetGeometry(list);
  for (let f = 0; f + 1 < list.facetOffsets.length; f++) {
    const corners = list.facetOffsets[f + 1] - list.facetOffsets[f];
    const kind = corners === 3 ? 0 : corners === 4 ? 1 : 2;
    counts[kind] = counts[kind] + 1;
    const flaw = geometry.measure(f);
    if (flaw !== 'none') lists[flaw].push(f);
    if (flaw === 'repeated-vertex' || flaw === 'no-area') continue;
    if (geometry.height < SLIVER_RATIO * geometry.longestEdge) slivers.push(f);
    shortestEdge = Math.min(shortestEdge, geometry.shortestEdge);
    longestEdge = Math.max(longestEdge, geometry.longestEdge);
    smallestArea = Math.min(smallestArea, geometry.area);
    largestArea = Math.max(largestArea, geometry.area);
    totalArea += geometry.area;
  }
  const hasFacets = longestEdge > 0;
  return {
    flaws: {
      repeatedVertex: lists['repeated-vertex'].toArray(),
      noArea: lists['no-area'].toArray(),
      notFlat: lists['not-flat'].toArray(),
      notConvex: lists['not-convex'].toArray(),
      slivers: slivers.toArray(),
    },
    sizes: {
      triangleCount: counts[0],
      quadCount: counts[1],
      polygonCount: counts[2],
      shortestEdge: hasFacets ? shortestEdge : 0,
      longestEdge,
      smallestArea: hasFacets ? smallestArea : 0,
      largestArea,
      totalArea,
    },
  };
}
