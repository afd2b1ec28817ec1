// SPDX-License-Identifier: MIT
/**
 * Sheets, regions and rims of a mesh, for pressure fields on its facets (docs/theory/pressure-field-law.md#meshes). A
 * sheet is a part of the mesh that is connected over edges with two facets whose fronts agree: it has two sides. All
 * other edges are its rim. A region is a connected part of a sheet whose normals differ little.
 */
import { cos } from '../math/circular.ts';
import { cross, dot, normalise, subtract, type Vector3 } from '../math/vector.ts';
import { edgeKinds, MIXED_EDGE, OPEN_EDGE } from './edge-kinds.ts';
import { type FacetMesh, facetCountOf } from './facet-mesh.ts';

/**
 * Largest angle between the normals of a region and that of its first facet, in radians: contacts whose normals differ
 * by less may be one for friction.
 */
const REGION_ANGLE = 0.35;

export interface MeshSheets {
  /** Per facet: its sheet, named by its first facet. */
  readonly sheetOfFacet: Int32Array;
  /** Per facet: its region, named by its first facet. */
  readonly regionOfFacet: Int32Array;
  /** Per corner of `facetVertices`: -1, or, if the side from it is of a rim, the facet of the rim's next side. */
  readonly rimOfCorner: Int32Array;
  /**
   * Per corner of `facetVertices`, if the side from it is of a rim: the region of the rim, a part whose directions out
   * of the sheet differ little. Named by the number of facets plus its first corner.
   */
  readonly rimRegionOfCorner: Int32Array;
}

const known = new WeakMap<FacetMesh, MeshSheets>();

/** Made once and kept with the mesh. */
export function meshSheets(mesh: FacetMesh): MeshSheets {
  const found = known.get(mesh) ?? makeSheets(mesh);
  known.set(mesh, found);
  return found;
}

function makeSheets(mesh: FacetMesh): MeshSheets {
  const kinds = edgeKinds(mesh);
  const isRim = (edge: number): boolean => kinds[edge] === OPEN_EDGE || kinds[edge] === MIXED_EDGE;
  const least = cos(REGION_ANGLE);
  const { facetNormals } = mesh;
  const isAlong = (f: number, g: number): boolean => {
    const [i, j] = [3 * f, 3 * g];
    const cosine =
      facetNormals[i] * facetNormals[j] +
      facetNormals[i + 1] * facetNormals[j + 1] +
      facetNormals[i + 2] * facetNormals[j + 2];
    return cosine >= least;
  };
  return {
    sheetOfFacet: grow(mesh, isRim, () => true),
    regionOfFacet: grow(mesh, isRim, isAlong),
    ...rims(mesh, isRim, least),
  };
}

/** The facet beyond an inner edge. */
function facetBeyond({ edgeFacetOffsets, edgeFacets }: FacetMesh, edge: number, facet: number): number {
  const at = edgeFacetOffsets[edge];
  return edgeFacets[at] === facet ? edgeFacets[at + 1] : edgeFacets[at];
}

/** Parts of facets that are connected over inner edges and belong to the first facet of their part, in its order. */
function grow(
  mesh: FacetMesh,
  isRim: (edge: number) => boolean,
  belongs: (first: number, facet: number) => boolean,
): Int32Array {
  const { facetOffsets, facetEdges } = mesh;
  const count = facetCountOf(mesh);
  const partOf = new Int32Array(count).fill(-1);
  const queue = new Int32Array(count);
  for (let first = 0; first < count; first++) {
    if (partOf[first] !== -1) continue;
    partOf[first] = first;
    queue[0] = first;
    for (let head = 0, tail = 1; head < tail; head++) {
      const f = queue[head];
      for (let i = facetOffsets[f]; i < facetOffsets[f + 1]; i++) {
        if (isRim(facetEdges[i])) continue;
        const other = facetBeyond(mesh, facetEdges[i], f);
        if (partOf[other] !== -1 || !belongs(first, other)) continue;
        partOf[other] = first;
        queue[tail++] = other;
      }
    }
  }
  return partOf;
}

function rims(
  mesh: FacetMesh,
  isRim: (edge: number) => boolean,
  least: number,
): Pick<MeshSheets, 'rimOfCorner' | 'rimRegionOfCorner'> {
  const { facetOffsets, facetVertices, facetEdges } = mesh;
  const count = facetCountOf(mesh);
  const rimOfCorner = new Int32Array(facetEdges.length).fill(-1);
  const facetOfCorner = new Int32Array(facetEdges.length);
  const nextCorner = new Int32Array(facetEdges.length).fill(-1);
  const following = (facet: number, corner: number): number =>
    corner + 1 === facetOffsets[facet + 1] ? facetOffsets[facet] : corner + 1;
  for (let f = 0; f < count; f++) {
    for (let i = facetOffsets[f]; i < facetOffsets[f + 1]; i++) {
      facetOfCorner[i] = f;
      if (!isRim(facetEdges[i])) continue;
      // Around the end of the side, from facet to facet, to the next side of the rim.
      let facet = f;
      let corner = following(f, i);
      const vertex = facetVertices[corner];
      while (!isRim(facetEdges[corner])) {
        facet = facetBeyond(mesh, facetEdges[corner], facet);
        corner = facetOffsets[facet];
        while (facetVertices[corner] !== vertex) corner++;
      }
      rimOfCorner[i] = facet;
      nextCorner[i] = corner;
    }
  }
  const outward = (i: number): Vector3 => {
    const f = facetOfCorner[i];
    const along = subtract(vertexAt(mesh, facetVertices[following(f, i)]), vertexAt(mesh, facetVertices[i]));
    const normal = { x: mesh.facetNormals[3 * f], y: mesh.facetNormals[3 * f + 1], z: mesh.facetNormals[3 * f + 2] };
    return normalise(cross(along, normal));
  };
  const rimRegionOfCorner = new Int32Array(facetEdges.length).fill(-1);
  for (let first = 0; first < rimOfCorner.length; first++) {
    if (rimOfCorner[first] < 0 || rimRegionOfCorner[first] !== -1) continue;
    const direction = outward(first);
    for (let i = first; rimRegionOfCorner[i] === -1 && dot(direction, outward(i)) >= least; i = nextCorner[i]) {
      rimRegionOfCorner[i] = count + first;
    }
  }
  return { rimOfCorner, rimRegionOfCorner };
}

function vertexAt({ vertices }: FacetMesh, v: number): Vector3 {
  return { x: vertices[3 * v], y: vertices[3 * v + 1], z: vertices[3 * v + 2] };
}
