// SPDX-License-Identifier: MIT
/**
 * Normal, area and flaws of one facet. The normal is Newell's: the sum of the cross products of a fan, the same for
 * every apex. The products are computed in double-double arithmetic, so slivers far from the origin have accurate
 * normals.
 */
import { SMALLEST_SIZE } from '../math/size-range.ts';
import type { FacetList } from './facet-list.ts';
import { addCross } from './precise-vectors.ts';

/**
 * Allowed deviation of a vertex from the plane or outline of its facet, relative to the facet's size. Rotated vertices
 * and files with ten digits deviate by less.
 */
const FACET_FLATNESS_TOLERANCE = 1e-9;

/** Rounding error of a coordinate and a few products with it, relative to the largest coordinate. */
export const COORDINATE_ROUNDING_TOLERANCE = 8 * 2 ** -52;

export type FacetFlaw = 'none' | 'repeated-vertex' | 'no-area' | 'not-flat' | 'not-convex';

/** Measures facets one after the other; the fields hold the last one. */
export class FacetGeometry {
  readonly #list: FacetList;
  readonly #sum = new Float64Array(3);
  /** Unit; zero for a facet without area. */
  nx = 0;
  ny = 0;
  nz = 0;
  area = 0;
  /** Largest side of the bounding box. */
  size = 0;
  shortestEdge = 0;
  longestEdge = 0;
  /** Twice the area divided by the longest edge: the height of a triangle. */
  height = 0;
  /** Largest distance of a vertex from the plane through the mean of the vertices. */
  unevenness = 0;
  /** Length that counts as zero. */
  tolerance = 0;
  /** Corner with the flaw. */
  corner = 0;

  constructor(list: FacetList) {
    this.#list = list;
  }

  /** Measures facet `f`; returns the first flaw that makes it no flat convex polygon. */
  measure(f: number): FacetFlaw {
    const begin = this.#list.facetOffsets[f];
    const end = this.#list.facetOffsets[f + 1];
    this.corner = 0;
    this.unevenness = 0;
    this.#measureEdges(begin, end);
    this.#measureNormal(begin, end);
    // A triangle is as flat as it gets: only rounding can make its area zero.
    if (end - begin > 3) this.tolerance = Math.max(this.tolerance, FACET_FLATNESS_TOLERANCE * this.size);
    this.corner = this.#repeatedCorner(begin, end);
    if (this.corner > 0) return 'repeated-vertex';
    // Vertices in a line up to the tolerance would give a normal made of rounding.
    if (!(this.height > this.tolerance)) return 'no-area';
    if (end - begin === 3) return 'none';
    this.#measureUnevenness(begin, end);
    if (this.unevenness > this.tolerance) return 'not-flat';
    return this.#isConvex(begin, end) ? 'none' : 'not-convex';
  }

  #measureEdges(begin: number, end: number): void {
    const { vertices, facetVertices } = this.#list;
    let largest = 0;
    let size = 0;
    for (let k = 0; k < 3; k++) {
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      for (let i = begin; i < end; i++) {
        const x = vertices[3 * facetVertices[i] + k];
        if (x < low) low = x;
        if (x > high) high = x;
      }
      size = Math.max(size, high - low);
      largest = Math.max(largest, -low, high);
    }
    let shortest = Number.POSITIVE_INFINITY;
    let longest = 0;
    let v = 3 * facetVertices[end - 1];
    for (let i = begin; i < end; i++) {
      const w = 3 * facetVertices[i];
      const x = vertices[w] - vertices[v];
      const y = vertices[w + 1] - vertices[v + 1];
      const z = vertices[w + 2] - vertices[v + 2];
      const edge = Math.sqrt(x * x + y * y + z * z);
      if (edge < shortest) shortest = edge;
      if (edge > longest) longest = edge;
      v = w;
    }
    this.size = size;
    this.shortestEdge = shortest;
    this.longestEdge = longest;
    this.tolerance = Math.max(COORDINATE_ROUNDING_TOLERANCE * largest, SMALLEST_SIZE);
  }

  #measureNormal(begin: number, end: number): void {
    const { vertices, facetVertices } = this.#list;
    const sum = this.#sum;
    sum.fill(0);
    const apex = facetVertices[begin];
    for (let i = begin + 1; i + 1 < end; i++) {
      addCross(vertices, apex, facetVertices[i], facetVertices[i + 1], sum);
    }
    const x = sum[0];
    const y = sum[1];
    const z = sum[2];
    // Scaled first: the squares of areas of the smallest facets would underflow.
    const scale = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
    const length = scale > 0 ? Math.sqrt((x / scale) ** 2 + (y / scale) ** 2 + (z / scale) ** 2) : 1;
    const divisor = scale > 0 ? scale : 1;
    this.nx = x / divisor / length;
    this.ny = y / divisor / length;
    this.nz = z / divisor / length;
    this.area = (scale * length) / 2;
    this.height = this.longestEdge > 0 ? (2 * this.area) / this.longestEdge : 0;
  }

  /** A corner equal to the first or the previous one; 0 if there is none. */
  #repeatedCorner(begin: number, end: number): number {
    const { facetVertices } = this.#list;
    // A triangle keeps an edge that is short but there; in a polygon such an edge has no direction to turn from.
    const limit = end - begin > 3 ? this.tolerance : 0;
    for (let i = begin + 1; i < end; i++) {
      const v = facetVertices[i];
      if (this.#areWithin(limit, v, facetVertices[begin])) return i - begin;
      if (this.shortestEdge <= limit && this.#areWithin(limit, v, facetVertices[i - 1])) return i - begin;
    }
    return 0;
  }

  #areWithin(limit: number, v: number, w: number): boolean {
    const { vertices } = this.#list;
    return (
      Math.abs(vertices[3 * v] - vertices[3 * w]) <= limit &&
      Math.abs(vertices[3 * v + 1] - vertices[3 * w + 1]) <= limit &&
      Math.abs(vertices[3 * v + 2] - vertices[3 * w + 2]) <= limit
    );
  }

  #measureUnevenness(begin: number, end: number): void {
    const origin = 3 * this.#list.facetVertices[begin];
    let low = 0;
    let high = 0;
    let lowCorner = 0;
    let highCorner = 0;
    let mean = 0;
    for (let i = begin + 1; i < end; i++) {
      const height = this.#heightOver(origin, 3 * this.#list.facetVertices[i]);
      mean += height / (end - begin);
      if (height < low) {
        low = height;
        lowCorner = i - begin;
      }
      if (height > high) {
        high = height;
        highCorner = i - begin;
      }
    }
    this.corner = high - mean > mean - low ? highCorner : lowCorner;
    this.unevenness = Math.max(high - mean, mean - low);
  }

  /** Height over the plane through the vertex at `origin`; both are addresses of coordinates. */
  #heightOver(origin: number, v: number): number {
    const { vertices } = this.#list;
    return (
      this.nx * (vertices[v] - vertices[origin]) +
      this.ny * (vertices[v + 1] - vertices[origin + 1]) +
      this.nz * (vertices[v + 2] - vertices[origin + 2])
    );
  }

  /**
   * True if the polygon turns left at every corner, with ascending angles from the first vertex, on one side of the
   * first edge: wound once and convex. Collinear vertices are allowed; reversals are not.
   */
  #isConvex(begin: number, end: number): boolean {
    const count = end - begin;
    for (let i = 0; i < count; i++) {
      const following = (i + 1) % count;
      const next = (i + 2) % count;
      const corner = this.#insideEdge(begin, i, following, next);
      const isTurningBack = Math.abs(corner) <= this.tolerance && this.#turnsBack(begin, i, following, next);
      const fromFirst = this.#insideEdge(begin, i, following, 0);
      const fromFirstEdge = this.#insideEdge(begin, 0, 1, i);
      if (isTurningBack || Math.min(corner, fromFirst, fromFirstEdge) < -this.tolerance) {
        this.corner = following;
        return false;
      }
    }
    return true;
  }

  /** True if the direction from corner `b` to `c` reverses that from `a` to `b`. */
  #turnsBack(begin: number, a: number, b: number, c: number): boolean {
    const { vertices, facetVertices } = this.#list;
    const p = 3 * facetVertices[begin + a];
    const q = 3 * facetVertices[begin + b];
    const r = 3 * facetVertices[begin + c];
    let product = 0;
    for (let k = 0; k < 3; k++) {
      const at = vertices[q + k];
      product += (at - vertices[p + k]) * (vertices[r + k] - at);
    }
    return product < 0;
  }

  /** Distance of corner `c` from the line through corners `a` and `b`, positive on the inner side. */
  #insideEdge(begin: number, a: number, b: number, c: number): number {
    const { vertices, facetVertices } = this.#list;
    const p = 3 * facetVertices[begin + a];
    const q = 3 * facetVertices[begin + b];
    const r = 3 * facetVertices[begin + c];
    const ex = vertices[q] - vertices[p];
    const ey = vertices[q + 1] - vertices[p + 1];
    const ez = vertices[q + 2] - vertices[p + 2];
    const x = vertices[r] - vertices[p];
    const y = vertices[r + 1] - vertices[p + 1];
    const z = vertices[r + 2] - vertices[p + 2];
    const cross = this.nx * (ey * z - ez * y) + this.ny * (ez * x - ex * z) + this.nz * (ex * y - ey * x);
    return cross / Math.sqrt(ex * ex + ey * ey + ez * ez);
  }
}
