// SPDX-License-Identifier: MIT
/**
 * A boundary of planar convex facets with the normals, edges and adjacency for contacts with facets, edges and vertices
 * (Santasusana et al. 2016, doi:10.1007/s40571-016-0109-4, sections 3 and 4). Ten million facets are ten flat arrays,
 * without objects.
 */

import { refuseArgument, requireKeys } from '../errors/refused-argument.ts';
import { InvalidOptionError, MeshError } from '../errors.ts';
import { type FacetAdjacency, facetAdjacency } from './facet-adjacency.ts';
import { type FacetFlaw, FacetGeometry } from './facet-geometry.ts';
import { type FacetList, type FacetMeshParameters, readFacetList } from './facet-list.ts';
import { VertexWelder } from './vertex-welding.ts';

export type { FacetMeshParameters, FlatFacets } from './facet-list.ts';

/**
 * A mesh of flat convex facets with its edges and neighbours. Flat arrays: do not modify them. Vertices and facets keep
 * the numbers given by the caller.
 */
export interface FacetMesh extends FacetList, FacetAdjacency {
  /** Three numbers per facet: unit normal on the front side, from which its vertices run counter-clockwise. */
  readonly facetNormals: Float64Array;
  /** Largest side of the bounding box of all vertices in use. */
  readonly extent: number;
}

/** How `facetMesh` reads its parameters. */
export interface FacetMeshOptions {
  /** Merge vertices with equal coordinates under the lowest of their numbers; the others are then unused. */
  readonly weld?: boolean;
}

/**
 * The mesh with these vertices, in metres in the mesh's own frame, and facets; accepts results of the readers in
 * `scree/io`. `path` names the mesh in messages.
 *
 * @throws MeshError, naming the facet, if one is not a planar convex polygon with an area.
 *
 * @example
 * ```ts
 * import { facetMesh, meshContacts, sphere } from 'scree/contact';
 *
 * const floor = facetMesh({ vertices: [[0, 0, 0], [4, 0, 0], [0, 4, 0]], facets: [[0, 1, 2]] });
 * console.log(meshContacts(floor, {}, sphere({ radius: 1 }), { position: [1, 1, 0.9] }).length); // 1
 * ```
 */
export function facetMesh(parameters: FacetMeshParameters, path = 'mesh', options: FacetMeshOptions = {}): FacetMesh {
  requireKeys(options, 'options', ['weld'], InvalidOptionError);
  const { weld = false } = options;
  if (typeof weld !== 'boolean') {
    refuseArgument(InvalidOptionError, 'not-a-boolean', 'options.weld', 'true or false', weld);
  }
  const list = readFacetList(parameters, path);
  if (weld) weldEqualVertices(list);
  const facetNormals = checkedNormals(list, path);
  return Object.freeze({ ...list, ...facetAdjacency(list), facetNormals, extent: extentOf(list) });
}

const INTEGER_ARRAYS = [
  'facetOffsets',
  'facetVertices',
  'facetEdges',
  'edgeVertices',
  'edgeFacetOffsets',
  'edgeFacets',
];

/** Throws a MeshError unless the value is a mesh made by `facetMesh`. */
export function requireMesh(value: unknown, path = 'mesh'): FacetMesh {
  const given = (typeof value === 'object' ? value : null) as Readonly<Record<string, unknown>> | null;
  const isMesh =
    given?.vertices instanceof Float64Array &&
    given.facetNormals instanceof Float64Array &&
    INTEGER_ARRAYS.every((name) => given[name] instanceof Int32Array);
  if (isMesh) return value as FacetMesh;
  return refuseArgument(MeshError, 'not-a-mesh', path, 'a mesh made by facetMesh()', value);
}

/** Throws an InvalidOptionError unless the value is the index of a facet of the mesh. */
export function requireFacet(value: unknown, mesh: FacetMesh, path: string): number {
  const count = facetCountOf(mesh);
  if (Number.isInteger(value) && (value as number) >= 0 && (value as number) < count) return value as number;
  return refuseArgument(InvalidOptionError, 'no-such-facet', path, `a facet from 0 to ${count - 1}`, value);
}

/** Number of facets of a mesh or list of facets. */
export function facetCountOf({ facetOffsets }: Pick<FacetList, 'facetOffsets'>): number {
  return facetOffsets.length - 1;
}

/** Error for a flaw of a facet. */
function facetFlawError(flaw: FacetFlaw, f: number, geometry: FacetGeometry, path: string): MeshError {
  const { corner, unevenness, size, height, longestEdge, tolerance } = geometry;
  const facet = `${path}.facets[${f}]`;
  const details = { path: facet, facet: f };
  switch (flaw) {
    case 'repeated-vertex':
      return new MeshError(flaw, `${facet}[${corner}]: repeats another vertex of the facet; leave it out`, details);
    case 'no-area':
      return new MeshError(
        flaw,
        `${facet}: expected a facet with an area, but its vertices lie in a line (height ${height}, length ` +
          `${longestEdge}); leave it out`,
        { ...details, height },
      );
    case 'not-flat':
      return new MeshError(
        flaw,
        `${facet}[${corner}]: expected a flat facet, but the vertex lies ${unevenness} off its plane (allowed ` +
          `${tolerance}, size ${size}); split it into triangles`,
        { ...details, unevenness, tolerance },
      );
    default:
      return new MeshError(
        flaw,
        `${facet}[${corner}]: expected a convex facet, vertices in order around it; split it into triangles`,
        details,
      );
  }
}

function checkedNormals(list: FacetList, path: string): Float64Array {
  const count = facetCountOf(list);
  const normals = new Float64Array(3 * count);
  const geometry = new FacetGeometry(list);
  for (let f = 0; f < count; f++) {
    const flaw = geometry.measure(f);
    if (flaw !== 'none') throw facetFlawError(flaw, f, geometry, path);
    normals[3 * f] = geometry.nx;
    normals[3 * f + 1] = geometry.ny;
    normals[3 * f + 2] = geometry.nz;
  }
  return normals;
}

function weldEqualVertices({ vertices, facetVertices }: FacetList): void {
  const welder = new VertexWelder();
  const representative = new Int32Array(vertices.length / 3);
  const lowest = new Int32Array(vertices.length / 3);
  let distinctCount = 0;
  for (let v = 0; v < representative.length; v++) {
    const vertex = welder.add(vertices[3 * v], vertices[3 * v + 1], vertices[3 * v + 2]);
    if (vertex === distinctCount) lowest[distinctCount++] = v;
    representative[v] = lowest[vertex];
  }
  for (let i = 0; i < facetVertices.length; i++) {
    facetVertices[i] = representative[facetVertices[i]];
  }
}

function extentOf({ vertices, facetVertices }: FacetList): number {
  let extent = 0;
  for (let k = 0; k < 3; k++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < facetVertices.length; i++) {
      const x = vertices[3 * facetVertices[i] + k];
      if (x < low) low = x;
      if (x > high) high = x;
    }
    extent = Math.max(extent, high - low);
  }
  return extent;
}
