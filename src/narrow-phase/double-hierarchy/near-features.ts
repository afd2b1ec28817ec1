// SPDX-License-Identifier: MIT
/**
 * Features of a mesh around a slowly moving body: facets, edges and vertices that it can touch before it has moved by
 * its `skin`. They are searched for again only then. More features than needed change no answer: each is tested where
 * the body is.
 */
import type { BodyAtMesh } from './body-at-mesh.ts';
import { facetMayBeInCorner } from './reflex-corners.ts';

/** A body may move by this part of its size before its features are searched for again. */
const SKIN_OF_SIZE = 0.03;

/** Flags of a facet. */
export const MAY_TOUCH = 1;
export const MAY_BE_IN_CORNER = 2;

export class NearFeatures {
  facetCount = 0;
  /** Facets whose boxes may meet that of the body, rising. */
  facets = new Int32Array(0);
  flags = new Uint8Array(0);
  /** Edges between faces and corners of faces, rising. */
  edges: readonly number[] = [];
  vertices: readonly number[] = [];
  /** Pose of the body in the mesh's frame, seven numbers, when they were searched for; and how far it may move. */
  readonly #pose = new Float64Array(7);
  #radius = 0;
  #skin = -1;

  /** How far the box of a body of this size has to be widened for the search. */
  static skinOf(size: number): number {
    return SKIN_OF_SIZE * size;
  }

  /** True if no point of the body has moved farther than its skin. */
  isValid({ origin, turn }: BodyAtMesh): boolean {
    const p = this.#pose;
    const x = origin.x - p[0];
    const y = origin.y - p[1];
    const z = origin.z - p[2];
    const a = turn.w - p[3];
    const b = turn.x - p[4];
    const c = turn.y - p[5];
    const d = turn.z - p[6];
    // A turn moves points by 2 sin(angle / 2) of their distance: at most twice the difference of the quaternions.
    const turned = 2 * this.#radius * Math.sqrt(a * a + b * b + c * c + d * d);
    return Math.sqrt(x * x + y * y + z * z) + turned <= this.#skin;
  }

  /** Searches for the features of a body, whose boxes must be wider by `skin` than they need be. */
  search(body: BodyAtMesh, facets: readonly number[], radius: number, skin: number): void {
    const { origin, turn, ownBox } = body;
    this.#pose.set([origin.x, origin.y, origin.z, turn.w, turn.x, turn.y, turn.z]);
    this.#radius = radius;
    this.#skin = skin;
    const { mesh, marks, isCrease, isCorner, warps, patchOfFacet } = body.patches;
    const { facetOffsets, facetEdges, facetVertices } = mesh;
    if (this.facets.length < facets.length) {
      this.facets = new Int32Array(1.5 * facets.length);
      this.flags = new Uint8Array(1.5 * facets.length);
    }
    this.facetCount = facets.length;
    const edges: number[] = [];
    const vertices: number[] = [];
    marks.begin();
    for (let k = 0; k < facets.length; k++) {
      const f = facets[k];
      const mayTouch = ownBox.meetsFacet(mesh, f, warps[patchOfFacet[f]]) ? MAY_TOUCH : 0;
      this.facets[k] = f;
      this.flags[k] = mayTouch | (facetMayBeInCorner(body, f, skin) ? MAY_BE_IN_CORNER : 0);
      if (mayTouch === 0) continue;
      for (let i = facetOffsets[f]; i < facetOffsets[f + 1]; i++) {
        const e = facetEdges[i];
        if (isCrease(e) && marks.add('edge', e) && ownBox.meetsEdge(mesh, e)) edges.push(e);
        const v = facetVertices[i];
        if (isCorner[v] === 1 && marks.add('vertex', v) && ownBox.meetsVertex(mesh, v)) vertices.push(v);
      }
    }
    this.edges = edges.sort((a, b) => a - b);
    this.vertices = vertices.sort((a, b) => a - b);
  }
}
