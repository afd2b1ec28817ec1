// SPDX-License-Identifier: MIT
/**
 * Convex hull of points in space with plane faces and full adjacency. Exact predicates decide its combinatorial
 * structure (see quickhull.ts); then facets that are coplanar within rounding are merged (see facet-merging.ts).
 */

import { MeshError } from '../errors.ts';
import { facePlanes } from './face-planes.ts';
import { mergedHull } from './facet-merging.ts';
import { chooseSimplex, type HullSimplex } from './hull-simplex.ts';
import { hullTopology } from './hull-topology.ts';
import { consecutiveIntegers } from './integer-lists.ts';
import { type PreparedPoints, preparePoints, scaleByPowerOfTwo } from './prepared-points.ts';
import { comparePoints } from './spatial-order.ts';

/**
 * Vertices, edges and faces of a convex hull; indices refer to `vertices`. Canonical: the same arrays for any order of
 * the input points.
 */
export interface ConvexHull {
  /**
   * Three per vertex: only corners, the input's coordinates bit for bit (-0 becomes 0), sorted by x, then y, then z.
   */
  readonly vertices: Float64Array;
  /** Per vertex: lowest index of that point in the input. */
  readonly sourceIndex: Int32Array;
  /** One more than there are faces; face f has the loop `faceVertices[faceOffsets[f] .. faceOffsets[f + 1])`. */
  readonly faceOffsets: Int32Array;
  /** Loops counter-clockwise from outside, each from its lowest vertex; faces sorted by loop. */
  readonly faceVertices: Int32Array;
  /** Four per face: unit outward normal n and offset with `n . x = offset`. */
  readonly facePlanes: Float64Array;
  /** Four per edge: v0 < v1, the face whose loop contains v0 -> v1, the other face; sorted by (v0, v1). */
  readonly edges: Int32Array;
  /** One more than there are vertices, into `vertexNeighbours`. */
  readonly vertexOffsets: Int32Array;
  /** Neighbours along edges, ascending. */
  readonly vertexNeighbours: Int32Array;
  /** One more than there are vertices, into `vertexFaces`. */
  readonly vertexFaceOffsets: Int32Array;
  /** Faces around each vertex, ascending. */
  readonly vertexFaces: Int32Array;
}

/**
 * A set thinner than this fraction of its extent (8 units in the last place) is flat: rotating a plane figure rounds
 * its coordinates by a few units, so such a set cannot be distinguished from a figure without volume.
 */
const FLAT_TOLERANCE = 2 ** -49;

/**
 * Convex hull of `points` (flat x, y, z).
 *
 * @throws MeshError: 'too-few-points' below 4 points, 'flat' when they lie in a plane, on a line or in one place,
 * 'not-finite' with the index, 'not-triples' when the length is no multiple of 3.
 *
 * @example
 * ```ts
 * import { convexHull } from 'scree/contact';
 *
 * const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0.1, 0.1, 0.1];
 * console.log(convexHull(corners).vertices.length / 3); // 4
 * ```
 */
export function convexHull(points: ArrayLike<number>): ConvexHull {
  const prepared = preparePoints(points);
  const { coordinates, exponent, source } = prepared;
  const all = consecutiveIntegers(prepared.count);
  const simplex = chooseSimplex(coordinates, all);
  if (!(simplex.thickness > FLAT_TOLERANCE * simplex.extent)) throw flatError(points.length / 3, prepared, simplex);
  const merged = mergedHull(coordinates, simplex);
  const flat = points instanceof Float64Array ? points : Float64Array.from(points);
  const compare = (p: number, q: number): number => comparePoints(flat, source[p], source[q]);
  const { pointOf, ...topology } = hullTopology(merged, prepared.count, compare);

  const vertexCount = pointOf.length;
  const vertices = new Float64Array(3 * vertexCount);
  const scaled = new Float64Array(3 * vertexCount);
  const sourceIndex = new Int32Array(vertexCount);
  for (let v = 0; v < vertexCount; v++) {
    const p = pointOf[v];
    const from = source[p];
    sourceIndex[v] = from;
    for (let k = 0; k < 3; k++) {
      vertices[3 * v + k] = flat[3 * from + k] + 0;
      scaled[3 * v + k] = coordinates[3 * p + k];
    }
  }
  const planes = facePlanes(scaled, topology.faceOffsets, topology.faceVertices);
  for (let i = 3; i < planes.length; i += 4) planes[i] = scaleByPowerOfTwo(planes[i], exponent);
  return { vertices, sourceIndex, ...topology, facePlanes: planes };
}

function flatError(inputCount: number, prepared: PreparedPoints, simplex: HullSimplex): MeshError {
  const extent = scaleByPowerOfTwo(simplex.extent, prepared.exponent);
  const width = scaleByPowerOfTwo(simplex.width, prepared.exponent);
  const thickness = scaleByPowerOfTwo(simplex.thickness, prepared.exponent);
  const remedy = 'use facet, segment or point for flat shapes';
  const details = { count: inputCount, extent, width, thickness };
  const of = `of extent ${shortNumber(extent)}`;
  let problem = `lie in one plane (thickness ${shortNumber(thickness)} ${of})`;
  if (extent === 0) problem = 'all coincide';
  else if (simplex.width <= FLAT_TOLERANCE * simplex.extent) {
    problem = `lie on one line (width ${shortNumber(width)} ${of})`;
  }
  return new MeshError('flat', `the ${inputCount} points ${problem}; ${remedy}`, details);
}

function shortNumber(value: number): string {
  return String(Number(value.toPrecision(3)));
}
