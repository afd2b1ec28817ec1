// SPDX-License-Identifier: MIT
/**
 * A mesh as bodies have to meet it: facets that meet at equal coordinates meet, whether they share the vertex or not,
 * and facets of a wall with two sides have their fronts on the same side. Facets of one plane are then one face,
 * however they were written down. All numbers stay.
 */
import { consistentOrientation } from '../../meshes/doctor/orientation.ts';
import { FacetGeometry } from '../../meshes/facet-geometry.ts';
import { type FacetMesh, facetCountOf, facetMesh } from '../../meshes/facet-mesh.ts';
import { VertexWelder } from '../../meshes/vertex-welding.ts';

interface JoinedMesh {
  /** The original itself where nothing had to be changed. */
  readonly mesh: FacetMesh;
  /** Original number of the edge that starts at each corner of the facets. */
  readonly edgeOfCorner: Int32Array;
}

const known = { oneSided: new WeakMap<FacetMesh, JoinedMesh>(), twoSided: new WeakMap<FacetMesh, JoinedMesh>() };

/** Made once and kept with the mesh. */
export function joinedMesh(original: FacetMesh, oneSided: boolean): JoinedMesh {
  const kept = oneSided ? known.oneSided : known.twoSided;
  const found = kept.get(original) ?? join(original, oneSided);
  kept.set(original, found);
  return found;
}

function join(original: FacetMesh, oneSided: boolean): JoinedMesh {
  const mesh = hasEqualVertices(original) ? remade(original, original.facetVertices, true) : original;
  const isFlipped = oneSided ? undefined : flippedFacets(mesh);
  if (isFlipped === undefined) return { mesh, edgeOfCorner: original.facetEdges };
  const vertices = mesh.facetVertices.slice();
  const edgeOfCorner = original.facetEdges.slice();
  isFlipped.forEach((flipped, f) => {
    if (flipped === 0) return;
    const from = mesh.facetOffsets[f];
    const size = mesh.facetOffsets[f + 1] - from;
    for (let k = 0; k < size; k++) {
      vertices[from + k] = mesh.facetVertices[from + size - 1 - k];
      // The edge from the last corner to the first is where it was.
      edgeOfCorner[from + k] = original.facetEdges[from + ((2 * size - 2 - k) % size)];
    }
  });
  return { mesh: remade(mesh, vertices, false), edgeOfCorner };
}

function remade({ vertices, facetOffsets }: FacetMesh, corners: Int32Array, weld: boolean): FacetMesh {
  return facetMesh({ vertices, facets: { offsets: facetOffsets, vertices: corners } }, 'mesh', { weld });
}

function hasEqualVertices({ vertices }: FacetMesh): boolean {
  const welder = new VertexWelder();
  for (let v = 0; v < vertices.length / 3; v++) {
    const vertex = welder.add(vertices[3 * v], vertices[3 * v + 1], vertices[3 * v + 2]);
    if (vertex !== v) return true;
  }
  return false;
}

/** Which facets to turn over; undefined when none is. */
function flippedFacets(mesh: FacetMesh): Uint8Array | undefined {
  const areas = new Float64Array(facetCountOf(mesh));
  const geometry = new FacetGeometry(mesh);
  for (let f = 0; f < areas.length; f++) {
    geometry.measure(f);
    areas[f] = geometry.area;
  }
  const { isFlipped } = consistentOrientation(mesh, mesh, areas);
  return isFlipped.includes(1) ? isFlipped : undefined;
}
