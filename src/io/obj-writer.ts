// SPDX-License-Identifier: MIT
/** Writes a facet mesh, or convex pieces, as Wavefront OBJ, with all digits of the vertices and unchanged facets. */
import type { ConvexHull } from '../meshes/convex-hull.ts';
import type { FacetMesh } from '../meshes/facet-mesh.ts';

/** Lines to a piece of text: one text of ten million lines would be longer than a string may be. */
const LINES_PER_PIECE = 10_000;

/**
 * A mesh as an OBJ file, in pieces of text to be written in sequence.
 *
 * @example
 * ```ts
 * import { facetMesh } from 'scree/contact';
 * import { objPieces } from 'scree/io';
 *
 * const floor = facetMesh({ vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0]], facets: [[0, 1, 2]] });
 * console.log([...objPieces(floor)].join('').includes('f 1 2 3')); // true
 * ```
 */
export function* objPieces({
  vertices,
  facetOffsets,
  facetVertices,
}: Pick<FacetMesh, 'vertices' | 'facetOffsets' | 'facetVertices'>): Generator<string> {
  yield '# written by scree\n';
  const vertexCount = vertices.length / 3;
  for (let first = 0; first < vertexCount; first += LINES_PER_PIECE) {
    let text = '';
    for (let v = first; v < Math.min(vertexCount, first + LINES_PER_PIECE); v++) {
      text += `v ${vertices[3 * v]} ${vertices[3 * v + 1]} ${vertices[3 * v + 2]}\n`;
    }
    yield text;
  }
  const facetCount = facetOffsets.length - 1;
  for (let first = 0; first < facetCount; first += LINES_PER_PIECE) {
    let text = '';
    for (let f = first; f < Math.min(facetCount, first + LINES_PER_PIECE); f++) {
      text += 'f';
      // OBJ counts from one.
      for (let i = facetOffsets[f]; i < facetOffsets[f + 1]; i++) {
        text += ` ${facetVertices[i] + 1}`;
      }
      text += '\n';
    }
    yield text;
  }
}

/**
 * Convex pieces as a file with one object each, in pieces of text to be written in sequence.
 *
 * @example
 * ```ts
 * import { convexHull } from 'scree/contact';
 * import { convexPiecesObj } from 'scree/io';
 *
 * const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
 * console.log([...convexPiecesObj([convexHull(corners)])].join('').includes('v 1 0 0')); // true
 * ```
 */
export function* convexPiecesObj(pieces: readonly ConvexHull[]): Generator<string> {
  yield '# written by scree: one object is one convex piece\n';
  let first = 1;
  for (const [i, { vertices, faceOffsets, faceVertices }] of pieces.entries()) {
    const lines = [`o piece-${i + 1}`];
    for (let v = 0; v < vertices.length; v += 3) lines.push(`v ${vertices[v]} ${vertices[v + 1]} ${vertices[v + 2]}`);
    for (let f = 0; f + 1 < faceOffsets.length; f++) {
      const face = Array.from(faceVertices.subarray(faceOffsets[f], faceOffsets[f + 1]), (v) => v + first);
      lines.push(`f ${face.join(' ')}`);
    }
    first += vertices.length / 3;
    yield `${lines.join('\n')}\n`;
  }
}
