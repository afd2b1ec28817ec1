// SPDX-License-Identifier: MIT
/** Repairs mesh defects that need no guess about the shape, and reports the changes. */

import { requireKeys } from '../../errors/refused-argument.ts';
import { InvalidOptionError, MeshError } from '../../errors.ts';
import { facetAdjacency } from '../facet-adjacency.ts';
import { type FacetList, type FacetMeshParameters, type FlatFacets, readFacetList } from '../facet-list.ts';
import { consecutiveIntegers, GrowingList } from '../integer-lists.ts';
import { cleanLoops } from './clean-loops.ts';
import { dissolveThinTriangles, type TracedFacets } from './dissolve.ts';
import { duplicateFacets } from './duplicate-facets.ts';
import { areasOf } from './examine.ts';
import { convexPieces } from './facet-pieces.ts';
import { consistentOrientation } from './orientation.ts';
import { weldedVertices } from './weld.ts';

/**
 * Limit of rounds. Triangulation can leave triangles without area, and removing them can leave corners too close to
 * each other. After this many rounds such triangles are removed even if that opens the mesh by rounding.
 */
const MOST_ROUNDS = 8;

/** How a mesh is mended. */
export interface MendOptions {
  /**
   * Weld vertices up to this distance, in metres. Default: only vertices at open edges, with the tolerance of
   * `examineMesh`.
   */
  readonly weldTolerance?: number;
}

/** The mended mesh, and what was changed. */
export interface MendedMesh {
  readonly vertices: Float64Array;
  readonly facets: FlatFacets;
  /** Per facet: the number it had before. */
  readonly facetSource: Int32Array;
  readonly changes: MeshChanges;
}

/** What `mendMesh` changed; numbers of facets are those before mending. */
export interface MeshChanges {
  readonly weldedVertexCount: number;
  /** Undefined if nothing was welded. */
  readonly weldTolerance: number | undefined;
  /** Removed because they had no area. */
  readonly removedFacets: Int32Array;
  /** Removed because an earlier facet has the same vertices. */
  readonly duplicateFacets: Int32Array;
  /** Cut into triangles because they were not flat or not convex. */
  readonly cutFacets: Int32Array;
  /** Turned over to agree with their neighbours. */
  readonly flippedFacets: Int32Array;
  /** Vertices that no facet has, removed. */
  readonly removedVertexCount: number;
}

/**
 * Welds cracks, removes facets without area and duplicates, cuts facets that are not flat or convex into triangles,
 * turns facets over to agree with their neighbours and drops unused vertices. What comes out goes into `facetMesh`.
 * Open edges, edges with more than two facets and self-intersections stay.
 *
 * @throws MeshError, naming the facet, for a polygon that crosses itself; InvalidOptionError for options that do not
 * exist or are out of range.
 *
 * @example
 * ```ts
 * import { mendMesh } from 'scree/contact';
 *
 * const { changes } = mendMesh({
 *   vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0]],
 *   facets: [[0, 1, 2], [0, 1, 2]],
 * });
 * console.log(changes.duplicateFacets.length); // 1
 * ```
 */
export function mendMesh(parameters: FacetMeshParameters, path = 'mesh', options: MendOptions = {}): MendedMesh {
  requireKeys(options, 'options', ['weldTolerance'], InvalidOptionError);
  const given = readFacetList(parameters, path);
  const { representative, weldTolerance } = weldedVertices(given, path, options.weldTolerance);
  const welded = withoutEmptyLoops(
    cleanLoops({ ...given, facetVertices: given.facetVertices.map((v) => representative[v]) }),
  );
  const removed = [...welded.removed];
  const cutFacets = new Set<number>();

  // First, since a doubled facet leaves a triangle without area no single neighbour; last, since taking those out can
  // make more.
  const duplicates: number[] = [];
  let traced = withoutDuplicates(welded, duplicates);
  for (let round = 1, hasChanged = true; hasChanged; round++) {
    const pieces = cutIntoPieces(traced, cutFacets, path);
    const dissolved = dissolveThinTriangles(pieces, round < MOST_ROUNDS);
    for (const f of dissolved.removed) removed.push(f);
    hasChanged = round < MOST_ROUNDS && dissolved.removed.length > 0;
    traced = dissolved;
  }
  traced = withoutDuplicates(traced, duplicates);
  if (traced.source.length === 0) {
    throw new MeshError('no-facets', `${path}.facets: no facet has an area; nothing is left to mend`, { path });
  }
  const { isFlipped } = consistentOrientation(traced.list, facetAdjacency(traced.list), areasOf(traced.list));
  turnOver(traced.list, isFlipped);
  const flipped = new Set<number>();
  for (let f = 0; f < isFlipped.length; f++) if (isFlipped[f] === 1) flipped.add(traced.source[f]);
  const { list, removedVertexCount } = withoutUnusedVertices(traced.list);
  return {
    vertices: list.vertices,
    facets: { offsets: list.facetOffsets, vertices: list.facetVertices },
    facetSource: traced.source,
    changes: {
      weldedVertexCount: representative.reduce((count, v, i) => (v === i ? count : count + 1), 0),
      weldTolerance,
      removedFacets: rising(removed),
      duplicateFacets: rising(duplicates),
      cutFacets: rising(cutFacets),
      flippedFacets: rising(flipped),
      removedVertexCount,
    },
  };
}

function rising(numbers: Iterable<number>): Int32Array {
  return Int32Array.from(new Set(numbers)).sort();
}

function withoutEmptyLoops(list: FacetList): TracedFacets & { readonly removed: Int32Array } {
  const empty = new GrowingList();
  for (let f = 0; f + 1 < list.facetOffsets.length; f++) {
    if (list.facetOffsets[f] === list.facetOffsets[f + 1]) empty.push(f);
  }
  const traced = { list, source: consecutiveIntegers(list.facetOffsets.length - 1) };
  return { ...without(traced, empty.toArray()), removed: empty.toArray() };
}

function withoutDuplicates(traced: TracedFacets, numbers: number[]): TracedFacets {
  const { facets } = duplicateFacets(traced.list);
  for (const f of facets) numbers.push(traced.source[f]);
  return without(traced, facets);
}

/** Without these facets, given in ascending order. */
function without({ list, source }: TracedFacets, facets: Int32Array): TracedFacets {
  if (facets.length === 0) return { list, source };
  const { vertices, facetOffsets, facetVertices } = list;
  const offsets = new GrowingList();
  const corners = new GrowingList();
  const kept = new GrowingList();
  offsets.push(0);
  let next = 0;
  for (let f = 0; f < source.length; f++) {
    if (facets[next] === f) {
      next++;
      continue;
    }
    for (let i = facetOffsets[f]; i < facetOffsets[f + 1]; i++) corners.push(facetVertices[i]);
    offsets.push(corners.count);
    kept.push(source[f]);
  }
  return {
    list: { vertices, facetOffsets: offsets.toArray(), facetVertices: corners.toArray() },
    source: kept.toArray(),
  };
}

function cutIntoPieces({ list, source }: TracedFacets, cutFacets: Set<number>, path: string): TracedFacets {
  const { pieces, facetOfPiece, crossed, cut } = convexPieces(list, true);
  if (crossed.length > 0) {
    const facet = source[crossed[0]];
    const message = `${path}.facets[${facet}]: the polygon crosses itself and cannot be cut into triangles; redraw it`;
    throw new MeshError('crossed', message, { path, facet });
  }
  for (const f of cut) cutFacets.add(source[f]);
  return { list: pieces, source: facetOfPiece.map((f) => source[f]) };
}

/** The first corner stays the first. */
function turnOver({ facetOffsets, facetVertices }: FacetList, isFlipped: Uint8Array): void {
  for (let f = 0; f < isFlipped.length; f++) {
    if (isFlipped[f] === 1) facetVertices.subarray(facetOffsets[f] + 1, facetOffsets[f + 1]).reverse();
  }
}

function withoutUnusedVertices(list: FacetList): { list: FacetList; removedVertexCount: number } {
  const vertexCount = list.vertices.length / 3;
  const newNumber = new Int32Array(vertexCount).fill(-1);
  for (let i = 0; i < list.facetVertices.length; i++) newNumber[list.facetVertices[i]] = 0;
  let count = 0;
  for (let v = 0; v < vertexCount; v++) if (newNumber[v] === 0) newNumber[v] = count++;
  const vertices = new Float64Array(3 * count);
  for (let v = 0; v < vertexCount; v++) {
    const target = newNumber[v];
    for (let k = 0; target >= 0 && k < 3; k++) vertices[3 * target + k] = list.vertices[3 * v + k];
  }
  const facetVertices = list.facetVertices.map((v) => newNumber[v]);
  return {
    list: { vertices, facetOffsets: list.facetOffsets, facetVertices },
    removedVertexCount: vertexCount - count,
  };
}
