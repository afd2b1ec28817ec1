// SPDX-License-Identifier: MIT
/**
 * A mesh for contacts with bodies: coplanar facets form one face with one normal, and only edges between different
 * planes count. Built at the first query and kept with the mesh.
 */
import { addScaled, normalise, type Vector3, ZERO_VECTOR } from '../../math/vector.ts';
import {
  CONVEX_EDGE,
  COPLANAR_EDGE,
  coplanarPatches,
  edgeKinds,
  MIXED_EDGE,
  REFLEX_EDGE,
} from '../../meshes/edge-kinds.ts';
import { FacetGeometry } from '../../meshes/facet-geometry.ts';
import { type FacetMesh, facetCountOf } from '../../meshes/facet-mesh.ts';

export interface BoundaryPatches {
  readonly mesh: FacetMesh;
  readonly patchOfFacet: Int32Array;
  /** Per patch: the mean of its facets' normals by area, unit. */
  readonly normals: readonly Vector3[];
  /** Of every edge, as in `edgeKinds`. */
  readonly kinds: Uint8Array;
  /** True if bodies can touch this edge: it is not within a plane. */
  isCrease(edge: number): boolean;
  /** Per vertex 1 if at least two such edges meet; other vertices are never touched by themselves. */
  readonly isCorner: Uint8Array;
  /** Per patch: number of facets. */
  readonly sizes: Int32Array;
  /** Per patch: distance between the lowest and the highest of its corners along its normal. */
  readonly warps: Float64Array;
  /** Per patch: its first facet. */
  readonly firstFacets: Int32Array;
  /** Per patch: on which sides faces may rise from its rim, `RISES_IN_FRONT` or `RISES_BEHIND`. */
  readonly rises: Uint8Array;
}

export const RISES_IN_FRONT = 1;
export const RISES_BEHIND = 2;

const known = new WeakMap<FacetMesh, Map<number, BoundaryPatches>>();

/** The patches of a mesh whose facets are coplanar up to an angle with this sine. */
export function boundaryPatches(mesh: FacetMesh, coplanarSine: number): BoundaryPatches {
  const ofMesh = known.get(mesh) ?? new Map<number, BoundaryPatches>();
  known.set(mesh, ofMesh);
  const found = ofMesh.get(coplanarSine) ?? makePatches(mesh, coplanarSine);
  ofMesh.set(coplanarSine, found);
  return found;
}

function makePatches(mesh: FacetMesh, tolerance: number): BoundaryPatches {
  const kinds = edgeKinds(mesh, { tolerance });
  const { count, patchOfFacet } = coplanarPatches(mesh, kinds, { tolerance });
  const normals = patchNormals(mesh, count, patchOfFacet);
  return {
    mesh,
    patchOfFacet,
    normals,
    warps: patchWarps(mesh, normals, patchOfFacet),
    kinds,
    isCrease: (edge) => kinds[edge] !== COPLANAR_EDGE,
    isCorner: cornersOf(mesh, kinds),
    ...measurePatches(mesh, count, patchOfFacet, kinds),
  };
}

function measurePatches(
  { facetOffsets, facetEdges }: FacetMesh,
  count: number,
  patchOfFacet: Int32Array,
  kinds: Uint8Array,
): Pick<BoundaryPatches, 'sizes' | 'firstFacets' | 'rises'> {
  const sizes = new Int32Array(count);
  const firstFacets = new Int32Array(count);
  const rises = new Uint8Array(count);
  for (let f = 0; f < patchOfFacet.length; f++) {
    const patch = patchOfFacet[f];
    if (sizes[patch] === 0) firstFacets[patch] = f;
    sizes[patch] = sizes[patch] + 1;
    for (let i = facetOffsets[f]; i < facetOffsets[f + 1]; i++) {
      const kind = kinds[facetEdges[i]];
      if (kind === REFLEX_EDGE || kind === MIXED_EDGE) rises[patch] = rises[patch] | RISES_IN_FRONT;
      if (kind === CONVEX_EDGE || kind === MIXED_EDGE) rises[patch] = rises[patch] | RISES_BEHIND;
    }
  }
  return { sizes, firstFacets, rises };
}

function cornersOf({ vertices, edgeVertices }: FacetMesh, kinds: Uint8Array): Uint8Array {
  const count = new Uint8Array(vertices.length / 3);
  for (let i = 0; i < edgeVertices.length; i++) {
    const v = edgeVertices[i];
    if (kinds[i >> 1] !== COPLANAR_EDGE && count[v] < 2) count[v] = count[v] + 1;
  }
  return count.map((creases) => (creases > 1 ? 1 : 0));
}

function patchNormals(mesh: FacetMesh, count: number, patchOfFacet: Int32Array): Vector3[] {
  const sums = new Array<Vector3>(count).fill(ZERO_VECTOR);
  const geometry = new FacetGeometry(mesh);
  for (let f = 0; f < facetCountOf(mesh); f++) {
    geometry.measure(f);
    const patch = patchOfFacet[f];
    sums[patch] = addScaled(sums[patch], facetNormal(mesh, f), geometry.area);
  }
  return sums.map(normalise);
}

function patchWarps(mesh: FacetMesh, normals: readonly Vector3[], patchOfFacet: Int32Array): Float64Array {
  const { facetOffsets, facetVertices, vertices } = mesh;
  const low = new Float64Array(normals.length).fill(Infinity);
  const high = new Float64Array(normals.length).fill(-Infinity);
  const first = new Int32Array(normals.length).fill(-1);
  for (let f = 0; f < patchOfFacet.length; f++) {
    const patch = patchOfFacet[f];
    const { x, y, z } = normals[patch];
    for (let i = facetOffsets[f]; i < facetOffsets[f + 1]; i++) {
      const v = 3 * facetVertices[i];
      if (first[patch] < 0) first[patch] = v;
      const o = first[patch];
      const height =
        x * (vertices[v] - vertices[o]) +
        y * (vertices[v + 1] - vertices[o + 1]) +
        z * (vertices[v + 2] - vertices[o + 2]);
      if (height < low[patch]) low[patch] = height;
      if (height > high[patch]) high[patch] = height;
    }
  }
  return high.map((most, patch) => most - low[patch]);
}

export function facetNormal({ facetNormals }: FacetMesh, f: number): Vector3 {
  return {
    x: facetNormals[3 * f],
    y: facetNormals[3 * f + 1],
    z: facetNormals[3 * f + 2],
  };
}

export function facetsOfEdge({ edgeFacets, edgeFacetOffsets }: FacetMesh, edge: number): number[] {
  return [...edgeFacets.subarray(edgeFacetOffsets[edge], edgeFacetOffsets[edge + 1])];
}
