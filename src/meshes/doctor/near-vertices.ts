// SPDX-License-Identifier: MIT
/**
 * Finds cracks: open edges that coincide because their vertices are almost or exactly equal. Only vertices at open
 * edges are considered, so a closed mesh is never welded, however thin. Of increasing tolerances, the smallest one that
 * closes the most edges is chosen.
 */
import type { FacetAdjacency } from '../facet-adjacency.ts';
import { COORDINATE_ROUNDING_TOLERANCE } from '../facet-geometry.ts';
import type { FacetList } from '../facet-list.ts';
import { GrowingList } from '../integer-lists.ts';
import { clusterVertices } from './vertex-clusters.ts';

/** Tolerances relative to the extent: from the rounding of a double, over that of a float, to drawing errors. */
const TOLERANCES: readonly number[] = [0, 1e-14, 1e-12, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4];

export interface NearVertices {
  /** Vertices at open edges with a vertex of lower number within the tolerance. */
  readonly vertices: Int32Array;
  /** In metres; 0 welds equal coordinates. Undefined if welding closes no edge. */
  readonly weldTolerance: number | undefined;
  /** Open edges that welding would close. */
  readonly closedEdgeCount: number;
}

/** `openEdges` are the edges of one facet; `extent` is the size of the mesh. */
export function findNearVertices(
  list: FacetList,
  adjacency: FacetAdjacency,
  openEdges: Int32Array,
  extent: number,
): NearVertices {
  const { edgeVertices } = adjacency;
  const isOpen = new Uint8Array(list.vertices.length / 3);
  let shortest = Number.POSITIVE_INFINITY;
  for (const e of openEdges) {
    for (let k = 0; k < 2; k++) isOpen[edgeVertices[2 * e + k]] = 1;
    shortest = Math.min(shortest, edgeLength(list.vertices, edgeVertices, e));
  }
  const candidates = new GrowingList();
  for (let v = 0; v < isOpen.length; v++) if (isOpen[v] === 1) candidates.push(v);
  const open = candidates.toArray();

  let best: NearVertices = { vertices: new Int32Array(0), weldTolerance: undefined, closedEdgeCount: 0 };
  for (const relative of TOLERANCES) {
    const tolerance = relative * extent;
    // Welding must not swallow an edge. Nor may one that is shorter than rounding keep the others from being welded.
    if (tolerance > 0.5 * shortest && relative > COORDINATE_ROUNDING_TOLERANCE) break;
    const representative = clusterVertices(list.vertices, open, tolerance);
    if (representative === undefined) break;
    const closedEdgeCount = openEdges.length - remainingOpenEdges(edgeVertices, openEdges, representative);
    if (closedEdgeCount > best.closedEdgeCount) {
      const vertices = open.filter((v) => representative[v] !== v);
      best = { vertices, weldTolerance: tolerance, closedEdgeCount };
    }
    if (closedEdgeCount === openEdges.length) break;
  }
  return best;
}

function edgeLength(vertices: Float64Array, edgeVertices: Int32Array, e: number): number {
  const p = 3 * edgeVertices[2 * e];
  const q = 3 * edgeVertices[2 * e + 1];
  let squared = 0;
  for (let k = 0; k < 3; k++) squared += (vertices[q + k] - vertices[p + k]) ** 2;
  return Math.sqrt(squared);
}

/** Open edges without a coincident one after vertices are merged to clusters. */
function remainingOpenEdges(edgeVertices: Int32Array, openEdges: Int32Array, representative: Int32Array): number {
  const vertexCount = representative.length;
  const keys = new Float64Array(openEdges.length);
  for (let i = 0; i < openEdges.length; i++) {
    const e = openEdges[i];
    const v = representative[edgeVertices[2 * e]];
    const w = representative[edgeVertices[2 * e + 1]];
    keys[i] = Math.min(v, w) * vertexCount + Math.max(v, w);
  }
  keys.sort();
  let remaining = 0;
  for (let i = 0; i < keys.length; i++) {
    if (keys[i] !== keys[i - 1] && keys[i] !== keys[i + 1]) remaining++;
  }
  return remaining;
}
