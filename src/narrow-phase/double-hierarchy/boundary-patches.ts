// SPDX-License-Identifier: MIT
/**
 * A mesh as bodies meet it: facets of one plane are one face, with one normal, and only edges between different planes are edges. Made
 * at the first query and kept with the mesh.
 */
import { addScaled, normalise, type Vector3, ZERO_VECTOR } from '../../math/vector.ts';
import { COPLANAR_EDGE, coplanarPatches, edgeKinds } from '../../meshes/edge-kinds.ts';
import { FacetGeometry } from '../../meshes/facet-geometry.ts';
import { type FacetMesh, facetCountOf } from '../../meshes/facet-mesh.ts';

export interface BoundaryPatches {
  readonly mesh: FacetMesh;
  readonly patchOfFacet: Int32Array;
  /** Per patch: the mean of its facets' normals by area, unit. */
  readonly normals: readonly Vector3[];
  /** Of every edge, as in `edgeKinds`. */
  readonly kinds: Uint8Array;
  /** Is this edge one that bodies can touch, not one within a plane? */
  isCrease(edge: number): boolean;
}

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
  return {
    mesh,
    patchOfFacet,
    normals: patchNormals(mesh, count, patchOfFacet),
    kinds,
    isCrease: (edge) => kinds[edge] !== COPLANAR_EDGE,
  };
}

function patchNormals(mesh: FacetMesh, count: number, patchOfFacet: Int32Array): Vector3[] {
  const sums = new Array<Vector3>(count).fill(ZERO_VECTOR);
  const geometry = new FacetGeometry(mesh);
  for (let f = 0; f < facetCountOf(mesh); f++) {
    geometry.measure(f);
    const patch = patchOfFacet[f] as number;
    sums[patch] = addScaled(sums[patch] as Vector3, facetNormal(mesh, f), geometry.area);
  }
  return sums.map(normalise);
}

export function facetNormal({ facetNormals }: FacetMesh, f: number): Vector3 {
  return {
    x: facetNormals[3 * f] as number,
    y: facetNormals[3 * f + 1] as number,
    z: facetNormals[3 * f + 2] as number,
  };
}
