// SPDX-License-Identifier: MIT
/** Finds facets with the same vertices as an earlier facet, in any direction and from any start. */
import type { FacetList } from '../facet-list.ts';
import { GrowingList } from '../integer-lists.ts';

interface DuplicateFacets {
  /** The later of equal facets, ascending. */
  readonly facets: Int32Array;
  /** Parallel to it: the first facet with these vertices. */
  readonly originals: Int32Array;
}

/** Finds them by a hash independent of the order of the corners; ignores empty loops. */
export function duplicateFacets({ facetOffsets, facetVertices }: FacetList): DuplicateFacets {
  const facetCount = facetOffsets.length - 1;
  const sorted = sortedLoops(facetOffsets, facetVertices);
  let size = 16;
  while (size < 2 * facetCount) size *= 2;
  /** Open addressing: facet number + 1, 0 is free. */
  const table = new Int32Array(size);
  const facets = new GrowingList();
  const originals = new GrowingList();

  const areEqual = (f: number, g: number): boolean => {
    const begin = facetOffsets[f];
    const other = facetOffsets[g];
    const count = facetOffsets[f + 1] - begin;
    if (facetOffsets[g + 1] - other !== count) return false;
    for (let i = 0; i < count; i++) if (sorted[begin + i] !== sorted[other + i]) return false;
    return true;
  };

  for (let f = 0; f < facetCount; f++) {
    const begin = facetOffsets[f];
    const end = facetOffsets[f + 1];
    if (begin === end) continue;
    let hash = 0;
    for (let i = begin; i < end; i++) {
      hash = Math.imul(hash ^ sorted[i], 0x85ebca6b);
      hash ^= hash >>> 15;
    }
    let slot = hash & (size - 1);
    while (table[slot] !== 0 && !areEqual(table[slot] - 1, f)) slot = (slot + 1) & (size - 1);
    if (table[slot] === 0) table[slot] = f + 1;
    else {
      facets.push(f);
      originals.push(table[slot] - 1);
    }
  }
  return { facets: facets.toArray(), originals: originals.toArray() };
}

/** The vertices of each facet in rising order. */
function sortedLoops(facetOffsets: Int32Array, facetVertices: Int32Array): Int32Array {
  const sorted = facetVertices.slice();
  for (let f = 0; f + 1 < facetOffsets.length; f++) {
    const begin = facetOffsets[f];
    const end = facetOffsets[f + 1];
    if (end - begin > 16) {
      sorted.subarray(begin, end).sort();
      continue;
    }
    for (let i = begin + 1; i < end; i++) {
      const v = sorted[i];
      let j = i - 1;
      for (; j >= begin && sorted[j] > v; j--) sorted[j + 1] = sorted[j];
      sorted[j + 1] = v;
    }
  }
  return sorted;
}
