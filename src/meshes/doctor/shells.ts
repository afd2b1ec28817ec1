// SPDX-License-Identifier: MIT
/** Shells: components of a mesh connected over edges, whether they are closed, and their enclosed volumes. */
import { edgeDirections, type FacetAdjacency } from '../facet-adjacency.ts';
import type { FacetList } from '../facet-list.ts';
import { tripleProduct } from '../precise-vectors.ts';

export interface Shells {
  readonly count: number;
  /** Per facet: its shell, numbered by its lowest facet; -1 for a facet without edges. */
  readonly shellOfFacet: Int32Array;
  /** Per shell. */
  readonly facetCounts: Int32Array;
  /** Per shell: 1 if every edge occurs equally often in both directions after flipped facets are reversed. */
  readonly isClosed: Uint8Array;
  /** Per shell: enclosed volume, negative for inward normals; NaN if the shell is open. */
  readonly volumes: Float64Array;
}

/** `isFlipped` is 1 for facets to be reversed. */
export function findShells(list: FacetList, adjacency: FacetAdjacency, isFlipped: Uint8Array): Shells {
  const { count, shellOfFacet } = connectedFacets(list, adjacency);
  const facetCounts = new Int32Array(count);
  for (let f = 0; f < shellOfFacet.length; f++) {
    const shell = shellOfFacet[f];
    if (shell >= 0) facetCounts[shell] = facetCounts[shell] + 1;
  }
  const isClosed = closedShells(list, adjacency, isFlipped, count, shellOfFacet);
  const volumes = shellVolumes(list, isFlipped, count, shellOfFacet);
  for (let shell = 0; shell < count; shell++) if (isClosed[shell] === 0) volumes[shell] = Number.NaN;
  return { count, shellOfFacet, facetCounts, isClosed, volumes };
}

function connectedFacets(
  { facetOffsets }: FacetList,
  { facetEdges, edgeFacetOffsets, edgeFacets }: FacetAdjacency,
): Pick<Shells, 'count' | 'shellOfFacet'> {
  const facetCount = facetOffsets.length - 1;
  const shellOfFacet = new Int32Array(facetCount).fill(-1);
  const queue = new Int32Array(facetCount);
  const isDone = new Uint8Array(edgeFacetOffsets.length - 1);
  let count = 0;
  for (let seed = 0; seed < facetCount; seed++) {
    if (shellOfFacet[seed] !== -1 || facetOffsets[seed] === facetOffsets[seed + 1]) continue;
    shellOfFacet[seed] = count;
    queue[0] = seed;
    for (let head = 0, tail = 1; head < tail; head++) {
      const f = queue[head];
      for (let i = facetOffsets[f]; i < facetOffsets[f + 1]; i++) {
        const e = facetEdges[i];
        // An edge with thousands of facets is walked along once, not once for each of them.
        if (isDone[e] === 1) continue;
        isDone[e] = 1;
        for (let at = edgeFacetOffsets[e]; at < edgeFacetOffsets[e + 1]; at++) {
          const other = edgeFacets[at];
          if (shellOfFacet[other] !== -1) continue;
          shellOfFacet[other] = count;
          queue[tail++] = other;
        }
      }
    }
    count++;
  }
  return { count, shellOfFacet };
}

function closedShells(
  list: FacetList,
  adjacency: FacetAdjacency,
  isFlipped: Uint8Array,
  count: number,
  shellOfFacet: Int32Array,
): Uint8Array {
  const { edgeFacetOffsets, edgeFacets } = adjacency;
  const directions = edgeDirections(list, adjacency);
  const isClosed = new Uint8Array(count).fill(1);
  for (let e = 0; e + 1 < edgeFacetOffsets.length; e++) {
    const begin = edgeFacetOffsets[e];
    let balance = 0;
    for (let at = begin; at < edgeFacetOffsets[e + 1]; at++) {
      const direction = directions[at];
      balance += isFlipped[edgeFacets[at]] === 1 ? -direction : direction;
    }
    if (balance !== 0) isClosed[shellOfFacet[edgeFacets[begin]]] = 0;
  }
  return isClosed;
}

/**
 * Sums of tetrahedra from a vertex of each shell, in double-double arithmetic, so that far shells keep their digits.
 */
function shellVolumes(
  { vertices, facetOffsets, facetVertices }: FacetList,
  isFlipped: Uint8Array,
  count: number,
  shellOfFacet: Int32Array,
): Float64Array {
  const volumes = new Float64Array(count);
  const origins = new Int32Array(count).fill(-1);
  const origin = new Float64Array(3);
  for (let f = 0; f < shellOfFacet.length; f++) {
    const shell = shellOfFacet[f];
    if (shell < 0) continue;
    const begin = facetOffsets[f];
    const apex = facetVertices[begin];
    if (origins[shell] === -1) origins[shell] = apex;
    for (let k = 0; k < 3; k++) origin[k] = vertices[3 * origins[shell] + k];
    let sum = 0;
    for (let i = begin + 1; i + 1 < facetOffsets[f + 1]; i++) {
      sum += tripleProduct(vertices, apex, facetVertices[i], facetVertices[i + 1], origin);
    }
    volumes[shell] = volumes[shell] + (isFlipped[f] === 1 ? -sum : sum);
  }
  for (let shell = 0; shell < count; shell++) volumes[shell] = volumes[shell] / 6;
  return volumes;
}
