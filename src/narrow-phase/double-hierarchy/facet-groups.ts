// SPDX-License-Identifier: MIT
/** The facets around a body by the plane patch that they belong to, in arrays that are used again. */
export class FacetGroups {
  count = 0;
  /** Patch of each group, in the order in which the facets name them. */
  patches = new Int32Array(64);
  /** Group g has the facets from `first[g]` to `first[g + 1]` of this list, rising. */
  first = new Int32Array(65);
  facets = new Int32Array(64);
  readonly #patchOfFacet: Int32Array;
  /** Of each patch: the query in which it was met last, and the number of its group then. */
  readonly #query: Int32Array;
  readonly #group: Int32Array;
  #queries = 0;

  constructor(patchCount: number, patchOfFacet: Int32Array) {
    this.#patchOfFacet = patchOfFacet;
    this.#query = new Int32Array(patchCount);
    this.#group = new Int32Array(patchCount);
  }

  /** Groups the facets. */
  make(facets: readonly number[]): void {
    if (++this.#queries === 2 ** 31) {
      this.#query.fill(0);
      this.#queries = 1;
    }
    if (facets.length > this.facets.length) {
      this.patches = new Int32Array(2 * facets.length);
      this.first = new Int32Array(2 * facets.length + 1);
      this.facets = new Int32Array(2 * facets.length);
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
    }
    for (let g = 0; g < this.count; g++) first[g] = first[g + 1];
    first[this.count] = facets.length;
  }
}
