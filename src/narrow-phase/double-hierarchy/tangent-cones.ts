// SPDX-License-Identifier: MIT
/**
 * Tangent cones of a mesh at edges, as directions in the mesh's own frame; those at vertices are in vertex-cone.ts.
 * Contact normals then lie in the feature's normal cone, between the normals of its facets, so inner edges cause no
 * lateral force.
 */
import { atan2 } from '../../math/circular.ts';
import type { FacetMesh } from '../../meshes/facet-mesh.ts';
import { copyVector, dotAt, writeCross, writeUnit } from './listed-vectors.ts';

/**
 * The facets of an edge fall away within less than a half-turn, by at least this angle: else nothing is in its normal
 * cone.
 */
const OPENING_TOLERANCE = 1e-12;
/** Facets folded back on each other by less than this angle are one half-plane. */
const FOLD_TOLERANCE = 1e-9;

/** Writes the unit direction from one vertex to another. */
export function writeDirection({ vertices }: FacetMesh, from: number, to: number, V: Float64Array, at: number): void {
  for (let k = 0; k < 3; k++) V[at + k] = vertices[3 * to + k] - vertices[3 * from + k];
  writeUnit(V, at, at);
}

/** Cells of vectors in the array of a wedge; those of the facets follow. */
const ALONG = 0;
const SIDES = 3;
const ACROSS = 12;
const SUM = 15;
const OTHER = 18;
const NORMAL = 21;
const INWARD = 24;

/** Largest number of items that an array of offsets gives to one. */
export function mostOf(offsets: ArrayLike<number>): number {
  let most = 0;
  for (let k = 0; k + 1 < offsets.length; k++) most = Math.max(most, offsets[k + 1] - offsets[k]);
  return most;
}

/** The wedges of the edges of a mesh, one at a time, in the same memory. */
export class EdgeWedges {
  /** Number of vectors at SIDES: three, or one of a half-plane. */
  sideCount = 0;
  readonly #mesh: FacetMesh;
  readonly #V: Float64Array;
  /** Angles of the facets about the edge, and their order. */
  readonly #angles: Float64Array;
  readonly #order: Int32Array;

  constructor(mesh: FacetMesh) {
    const most = mostOf(mesh.edgeFacetOffsets);
    this.#mesh = mesh;
    this.#V = new Float64Array(INWARD + 3 * most);
    this.#angles = new Float64Array(most);
    this.#order = new Int32Array(most);
  }

  /** Writes the unit direction of the edge. */
  writeAlong(to: Float64Array, at: number): void {
    copyVector(this.#V, ALONG, to, at);
  }

  /**
   * Writes a unit direction across the edge; counter-clockwise about it: of the outermost facets, and one between them.
   */
  writeSide(k: number, to: Float64Array, at: number): void {
    copyVector(this.#V, SIDES + 3 * k, to, at);
  }

  /** Writes the unit direction in the k-th facet of the edge across it and away from it. */
  writeInward(k: number, to: Float64Array, at: number): void {
    copyVector(this.#V, INWARD + 3 * k, to, at);
  }

  /** Makes the wedge of an edge; false if its facets surround it, so that nothing can touch it. */
  make(edge: number): boolean {
    const mesh = this.#mesh;
    const V = this.#V;
    const start = mesh.edgeVertices[2 * edge];
    writeDirection(mesh, start, mesh.edgeVertices[2 * edge + 1], V, ALONG);
    const first = mesh.edgeFacetOffsets[edge];
    const count = mesh.edgeFacetOffsets[edge + 1] - first;
    for (let k = 0; k < count; k++) this.#setInward(edge, start, mesh.edgeFacets[first + k], INWARD + 3 * k);
    copyVector(V, INWARD, V, SIDES);
    this.sideCount = 1;
    if (count === 1) return true;
    if (!this.#setOutermost(count)) return false;
    const u = SIDES;
    const v = SIDES + 6;
    writeCross(V, u, v, ACROSS);
    if (dotAt(V, ACROSS, ALONG) <= FOLD_TOLERANCE && dotAt(V, u, v) > 0) return true;
    // Behind a wedge that is nearly flat there is room: a point against the middle normal leaves the normal cone as it
    // is.
    writeCross(V, ALONG, u, ACROSS);
    writeCross(V, ALONG, v, OTHER);
    for (let k = 0; k < 3; k++) {
      V[SUM + k] = V[u + k] + V[v + k];
      V[ACROSS + k] = V[ACROSS + k] - V[OTHER + k];
    }
    const isNarrow = Math.sqrt(dotAt(V, SUM, SUM)) > Math.sqrt(dotAt(V, ACROSS, ACROSS));
    writeUnit(V, isNarrow ? SUM : ACROSS, SIDES + 3);
    this.sideCount = 3;
    return true;
  }

  #setInward(edge: number, start: number, f: number, at: number): void {
    const { facetOffsets, facetEdges, facetVertices, facetNormals } = this.#mesh;
    const V = this.#V;
    let corner = facetOffsets[f];
    while (facetEdges[corner] !== edge) corner++;
    copyVector(facetNormals, 3 * f, V, NORMAL);
    if (facetVertices[corner] === start) writeCross(V, NORMAL, ALONG, at);
    else writeCross(V, ALONG, NORMAL, at);
    writeUnit(V, at, at);
  }

  /**
   * Sets the first and the last side: of the directions, the two between which all others lie within less than a
   * half-turn, counter-clockwise.
   */
  #setOutermost(count: number): boolean {
    const V = this.#V;
    const angles = this.#angles;
    const order = this.#order;
    writeCross(V, ALONG, INWARD, OTHER);
    for (let k = 0; k < count; k++) {
      const angle = atan2(dotAt(V, INWARD + 3 * k, OTHER), dotAt(V, INWARD + 3 * k, INWARD));
      angles[k] = angle;
      let place = k;
      for (; place > 0 && angles[order[place - 1]] > angle; place--) order[place] = order[place - 1];
      order[place] = k;
    }
    for (let k = 0; k < count; k++) {
      const here = order[k];
      const next = order[(k + 1) % count];
      const gap = angles[next] - angles[here] + (k + 1 === count ? 2 * Math.PI : 0);
      if (gap > Math.PI + OPENING_TOLERANCE) {
        copyVector(V, INWARD + 3 * next, V, SIDES);
        copyVector(V, INWARD + 3 * here, V, SIDES + 6);
        return true;
      }
    }
    return false;
  }
}
