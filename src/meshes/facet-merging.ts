// SPDX-License-Identifier: MIT
/**
 * Merges the exact triangle hull into plane polygons. Vertices that are no longer corners are removed, the exact hull
 * of the rest is built, and each removed vertex must lie within the tolerance of it. A vertex that does not is put back
 * permanently, and only exactly coplanar triangles around it are merged.
 */

import { clusterFacets, type FacetClusters } from './facet-clusters.ts';
import { chooseSimplex, type HullSimplex } from './hull-simplex.ts';
import { consecutiveIntegers } from './integer-lists.ts';
import { quickhull, type TriangleHull } from './quickhull.ts';
import { isNearHull } from './surface-distance.ts';

/**
 * Facets are merged, and vertices dropped, if that moves the surface by at most this fraction of the extent. Rotating a
 * polyhedron rounds its coordinates by 1e-16 to 1e-15 of its extent and bends faces by a few times as much; 1.4e-14
 * covers that, a hundred times below what a contact at 1e-12 of the size can resolve.
 */
export const COPLANAR_TOLERANCE = 2 ** -46;

/** The same limit relative to the thickness: a plate or needle must keep its sides. */
const COPLANAR_THICKNESS_TOLERANCE = 2 ** -10;

/** Rounds after which only exactly coplanar facets are merged; ordinary input needs two or three. */
const ROUND_LIMIT = 50;

export interface MergedHull {
  readonly hull: TriangleHull;
  readonly clusters: FacetClusters;
}

/** Builds the hull of all points from its first simplex, which must have a volume, and merges its facets. */
export function mergedHull(coordinates: Float64Array, first: HullSimplex): MergedHull {
  const all = consecutiveIntegers(coordinates.length / 3);
  const limit = Math.min(COPLANAR_TOLERANCE * first.extent, COPLANAR_THICKNESS_TOLERANCE * first.thickness);
  const rigid = new Uint8Array(all.length);
  let hull = quickhull(coordinates, all, first);
  let dropped = new Int32Array(0);
  for (let round = 0; ; round++) {
    // Half for the bend of the faces and half for corners that are not straight.
    const clusters = clusterFacets(coordinates, hull, round < ROUND_LIMIT ? limit / 2 : 0, rigid);
    if (clusters.redundant.length === 0) return { hull, clusters };
    const corners = cornersOf(hull, coordinates.length / 3);
    for (const p of clusters.redundant) corners[p] = 0;
    const loose = clusters.redundant.filter((p) => clusters.loose[p] === 1);
    const probes = joined(dropped, loose);
    const kept = indicesOf(corners);
    const simplex = chooseSimplex(coordinates, kept);
    const reduced = simplex.thickness > 0 ? quickhull(coordinates, kept, simplex, probes) : undefined;
    const tooFar = reduced ? probesBeyond(coordinates, reduced, limit) : probes;
    if (reduced && tooFar.length === 0) {
      hull = reduced;
      dropped = probes;
      continue;
    }
    for (const p of tooFar) {
      rigid[p] = 1;
      corners[p] = 1;
    }
    hull = quickhull(coordinates, indicesOf(corners));
    dropped = probes.filter((p) => rigid[p] === 0);
  }
}

function probesBeyond(coordinates: Float64Array, hull: TriangleHull, limit: number): Int32Array {
  const seen = hull.visibleFromProbe;
  const far: number[] = [];
  for (let i = 0; i < seen.length; i += 2) {
    const p = seen[i];
    if (!isNearHull(coordinates, hull, p, seen[i + 1], limit)) far.push(p);
  }
  return Int32Array.from(far);
}

/** Per point: 1 when it is a corner of a triangle. */
function cornersOf(hull: TriangleHull, pointCount: number): Uint8Array {
  const isCorner = new Uint8Array(pointCount);
  for (let i = 0; i < hull.corners.length; i++) isCorner[hull.corners[i]] = 1;
  return isCorner;
}

function joined(a: Int32Array, b: Int32Array): Int32Array<ArrayBuffer> {
  const both = new Int32Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

function indicesOf(flags: Uint8Array): Int32Array {
  let count = 0;
  for (let i = 0; i < flags.length; i++) count += flags[i];
  const indices = new Int32Array(count);
  let at = 0;
  for (let i = 0; i < flags.length; i++) if (flags[i] === 1) indices[at++] = i;
  return indices;
}
