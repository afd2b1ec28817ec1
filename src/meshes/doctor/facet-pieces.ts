// SPDX-License-Identifier: MIT
/**
 * Splits facets into flat convex pieces: good facets stay whole, others are triangulated, those without area are
 * dropped.
 */
import { FacetGeometry } from '../facet-geometry.ts';
import type { FacetList } from '../facet-list.ts';
import { GrowingList } from '../integer-lists.ts';
import { fanOf, trianglesOfPolygon } from '../polygon-triangles.ts';
import { addCross } from '../precise-vectors.ts';

interface ConvexPieces {
  readonly pieces: FacetList;
  /** Per piece: its facet. */
  readonly facetOfPiece: Int32Array;
  /** Facets that cross themselves and cannot be cut. */
  readonly crossed: Int32Array;
  /** Facets that were cut. */
  readonly cut: Int32Array;
}

/** Pieces of all facets, in their order; `keepsAreaLess` keeps triangles without area too. */
export function convexPieces(list: FacetList, keepsAreaLess = false): ConvexPieces {
  const { vertices, facetOffsets, facetVertices } = list;
  const geometry = new FacetGeometry(list);
  const corners = new GrowingList();
  const offsets = new GrowingList();
  const facetOfPiece = new GrowingList();
  const crossed = new GrowingList();
  const cut = new GrowingList();
  offsets.push(0);
  const addPiece = (f: number, source: Int32Array, begin: number, end: number): void => {
    for (let i = begin; i < end; i++) corners.push(source[i]);
    offsets.push(corners.count);
    facetOfPiece.push(f);
  };
  const addPieces = (f: number, triangles: Int32Array): void => {
    for (let t = 0; t < triangles.length; t += 3) addPiece(f, triangles, t, t + 3);
  };
  for (let f = 0; f + 1 < facetOffsets.length; f++) {
    const begin = facetOffsets[f];
    const end = facetOffsets[f + 1];
    if (begin === end) continue;
    const flaw = geometry.measure(f);
    if (flaw === 'none') addPiece(f, facetVertices, begin, end);
    else if (end - begin === 3 || (flaw === 'no-area' && isLine(vertices, facetVertices, begin, end, geometry))) {
      if (keepsAreaLess) addPieces(f, fanOf(facetVertices.subarray(begin, end)));
      if (keepsAreaLess && end - begin > 3) cut.push(f);
    } else {
      const loop = facetVertices.subarray(begin, end);
      const triangles = trianglesOfPolygon(vertices, loop, [geometry.nx, geometry.ny, geometry.nz]);
      if (triangles === undefined) crossed.push(f);
      else {
        cut.push(f);
        addPieces(f, triangles);
      }
    }
  }
  return {
    pieces: { vertices, facetOffsets: offsets.toArray(), facetVertices: corners.toArray() },
    facetOfPiece: facetOfPiece.toArray(),
    crossed: crossed.toArray(),
    cut: cut.toArray(),
  };
}

/** A polygon without area is a line, or self-intersects with cancelling areas. */
function isLine(
  vertices: Float64Array,
  facetVertices: Int32Array,
  begin: number,
  end: number,
  { tolerance, size }: FacetGeometry,
): boolean {
  const cross = new Float64Array(3);
  for (let i = begin + 1; i + 1 < end; i++) {
    const apex = facetVertices[begin];
    addCross(vertices, apex, facetVertices[i], facetVertices[i + 1], cross.fill(0));
    if (cross.some((x) => Math.abs(x) > 2 * tolerance * size)) return false;
  }
  return true;
}
