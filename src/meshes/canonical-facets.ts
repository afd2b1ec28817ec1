// SPDX-License-Identifier: MIT
/**
 * The same mesh with vertices and facets in an order that depends on their coordinates alone, so that results that sum
 * over facets have the same bits for any order of a file.
 */
import type { FacetList, FacetMeshParameters } from './facet-list.ts';

/** Vertices sorted by x, y and z, equal ones joined; facets from their first vertex on, sorted by their vertices. */
export function canonicalFacets({ vertices, facetOffsets, facetVertices }: FacetList): FacetMeshParameters {
  const used = [...new Set(facetVertices)];
  const compare = (a: number, b: number): number =>
    vertices[3 * a] - vertices[3 * b] ||
    vertices[3 * a + 1] - vertices[3 * b + 1] ||
    vertices[3 * a + 2] - vertices[3 * b + 2];
  used.sort(compare);
  const number = new Map<number, number>();
  const points: number[] = [];
  used.forEach((v, k) => {
    if (k === 0 || compare(used[k - 1], v) !== 0)
      points.push(vertices[3 * v], vertices[3 * v + 1], vertices[3 * v + 2]);
    number.set(v, points.length / 3 - 1);
  });
  const facets = Array.from({ length: facetOffsets.length - 1 }, (_, f) => {
    const loop = Array.from(facetVertices.subarray(facetOffsets[f], facetOffsets[f + 1]), (v) => number.get(v) ?? 0);
    const first = loop.indexOf(Math.min(...loop));
    return [...loop.slice(first), ...loop.slice(0, first)];
  });
  facets.sort((a, b) => {
    for (let k = 0; k < Math.min(a.length, b.length); k++) if (a[k] !== b[k]) return a[k] - b[k];
    return a.length - b.length;
  });
  return { vertices: Float64Array.from(points), facets };
}
