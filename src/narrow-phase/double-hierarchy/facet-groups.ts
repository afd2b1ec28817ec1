// SPDX-License-Identifier: MIT
/** The facets around a body by the plane patch that they belong to, in arrays that are used again. */
import type { FacetMesh } from '../../meshes/facet-mesh.ts';

export class FacetGroups {
  count = 0;
  /** Patch of each group, in the order in which the facets name them. */
  patches = new Int32Array(64);
  /** Group g has the facets from `first[g]` to `first[g + 1]` of this list, rising. */
  first = new Int32Array(65);
  facets = new Int32Array(64);
  /** What is known of each facet in this list, see near-features.ts. */
  flags = new Uint8Array(64);
  readonly #patchOfFacet: Int32Array;
  /** Of each patch: the query in which it was met last, and the number of its group then. */
  readonly #query: Int32Array;
  readonly #group: Int32Array;
  #queries = 0;
  /** Of each vertex: the query in which it was met last, and a group with it. */
  #vertexQuery = new Int32Array(0);
  #vertexGroup = new Int32Array(0);
  #parents = new Int32Array(64);

  constructor(patchCount: number, patchOfFacet: Int32Array) {
    this.#patchOfFacet = patchOfFacet;
    this.#query = new Int32Array(patchCount);
    this.#group = new Int32Array(patchCount);
  }

  /** Groups facets with their flags. */
  make(facets: readonly number[], flags: readonly number[]): void {
    if (++this.#queries === 2 ** 31) {
      this.#query.fill(0);
      this.#vertexQuery.fill(0);
      this.#queries = 1;
    }
    if (facets.length > this.facets.length) {
      this.patches = new Int32Array(2 * facets.length);
      this.first = new Int32Array(2 * facets.length + 1);
      this.facets = new Int32Array(2 * facets.length);
      this.flags = new Uint8Array(2 * facets.length);
    }
    this.count = 0;
    const { first } = this;
    // The number of facets of group g is counted at g + 1.
    for (let i = 0; i < facets.length; i++) {
      const patch = this.#patchOfFacet[facets[i]];
      if (this.#query[patch] !== this.#queries) {
        this.#query[patch] = this.#queries;
        this.#group[patch] = this.count;
        this.patches[this.count] = patch;
        this.count += 1;
        first[this.count] = 0;
      }
      const next = this.#group[patch] + 1;
      first[next] = first[next] + 1;
    }
    first[0] = 0;
    for (let g = 0; g < this.count; g++) first[g + 1] = first[g + 1] + first[g];
    // Filling moves the start of each group to its end, which is the start of the next one.
    for (let i = facets.length - 1; i >= 0; i--) {
      const next = this.#group[this.#patchOfFacet[facets[i]]] + 1;
      first[next] = first[next] - 1;
      this.facets[first[next]] = facets[i];
      this.flags[first[next]] = flags[i];
    }
    for (let g = 0; g < this.count; g++) first[g] = first[g + 1];
    first[this.count] = facets.length;
  }

  /** Numbers the connected parts of the mesh that the facets make: groups with a common vertex are of one part. */
  connect({ facetOffsets, facetVertices, vertices }: FacetMesh): void {
    if (this.#vertexQuery.length === 0) {
      this.#vertexQuery = new Int32Array(vertices.length / 3);
      this.#vertexGroup = new Int32Array(vertices.length / 3);
    }
    if (this.#parents.length < this.count) this.#parents = new Int32Array(2 * this.count);
    const parents = this.#parents;
    for (let g = 0; g < this.count; g++) parents[g] = g;
    for (let g = 0; g < this.count; g++) {
      for (let k = this.first[g]; k < this.first[g + 1]; k++) {
        const f = this.facets[k];
        for (let i = facetOffsets[f]; i < facetOffsets[f + 1]; i++) {
          const v = facetVertices[i];
          if (this.#vertexQuery[v] === this.#queries) {
            parents[this.#rootOf(g)] = this.#rootOf(this.#vertexGroup[v]);
          } else {
            this.#vertexQuery[v] = this.#queries;
            this.#vertexGroup[v] = g;
          }
        }
      }
    }
  }

  /** The connected part that a patch of the last query belongs to, after `connect`. */
  partOf(patch: number): number {
    return this.#query[patch] === this.#queries ? this.#rootOf(this.#group[patch]) : -1 - patch;
  }

  #rootOf(g: number): number {
    let root = g;
    while (this.#parents[root] !== root) root = this.#parents[root];
    return root;
  }
}
