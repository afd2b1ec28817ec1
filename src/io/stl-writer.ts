// SPDX-License-Identifier: MIT
/** Writes a facet mesh as binary STL: triangles of single-precision coordinates, with the normals of their facets. */
import { MeshError } from '../errors.ts';
import type { FacetMesh } from '../meshes/facet-mesh.ts';
import { fanOf, trianglesOfPolygon } from '../meshes/polygon-triangles.ts';

const HEADER_BYTES = 84;
const FACET_BYTES = 50;
const LARGEST_SINGLE = 3.4e38;

/**
 * A mesh as a binary STL file. Facets with more than three corners are cut into triangles.
 *
 * @throws MeshError on coordinates beyond single precision.
 *
 * @example
 * ```ts
 * import { facetMesh } from 'scree/contact';
 * import { readStl, stlBytes } from 'scree/io';
 *
 * const floor = facetMesh({ vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0]], facets: [[0, 1, 2]] });
 * console.log(readStl(stlBytes(floor)).facets.length); // 1
 * ```
 */
export function stlBytes(mesh: FacetMesh): Uint8Array {
  const { vertices, facetOffsets, facetVertices, facetNormals } = mesh;
  const tooLarge = vertices.find((x) => Math.abs(x) > LARGEST_SINGLE);
  if (tooLarge !== undefined) {
    throw new MeshError(
      'out-of-range',
      `STL holds numbers up to ${LARGEST_SINGLE}, got ${tooLarge}; write OBJ instead`,
    );
  }
  const facetCount = facetOffsets.length - 1;
  const triangleCount = facetVertices.length - 2 * facetCount;
  const view = new DataView(new ArrayBuffer(HEADER_BYTES + FACET_BYTES * triangleCount));
  // Not "solid": that is how text files start.
  new TextEncoder().encodeInto('binary STL written by scree', new Uint8Array(view.buffer));
  view.setUint32(80, triangleCount, true);
  let at = HEADER_BYTES;
  for (let f = 0; f < facetCount; f++) {
    const corners = facetVertices.subarray(facetOffsets[f], facetOffsets[f + 1]);
    const normal = facetNormals.subarray(3 * f, 3 * f + 3);
    // A facet of a mesh is convex and has ears; the fallback is for corners that rounding has put on a line.
    const triangles =
      corners.length === 3 ? corners : (trianglesOfPolygon(vertices, corners, normal) ?? fanOf(corners));
    for (let t = 0; t < triangles.length; t += 3) {
      for (let k = 0; k < 3; k++) view.setFloat32(at + 4 * k, normal[k], true);
      for (let i = 0; i < 9; i++) {
        const v = triangles[t + Math.floor(i / 3)];
        view.setFloat32(at + 12 + 4 * i, vertices[3 * v + (i % 3)], true);
      }
      at += FACET_BYTES;
    }
  }
  return new Uint8Array(view.buffer);
}

/** How far single precision moves a coordinate at most. */
export function singlePrecisionShift({ vertices }: Pick<FacetMesh, 'vertices'>): number {
  let shift = 0;
  for (let i = 0; i < vertices.length; i++) {
    const x = vertices[i];
    shift = Math.max(shift, Math.abs(Math.fround(x) - x));
  }
  return shift;
}
