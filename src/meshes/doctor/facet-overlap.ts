// SPDX-License-Identifier: MIT
/**
 * Tests whether two flat convex facets intersect, by separating axes: they do if no direction separates them within
 * rounding. Facets that share a vertex or an edge need no special case. Axes are the normals and the cross products of
 * edges, in double-double arithmetic for almost parallel edges. Coplanar facets are compared in their plane, which
 * finds folded and doubled surfaces.
 */
import { COORDINATE_ROUNDING_TOLERANCE, FacetGeometry } from '../facet-geometry.ts';
import type { FacetList } from '../facet-list.ts';
import { differenceOfProducts } from '../precise-vectors.ts';

/** Roundings that add up: those of the normal, its products and the edges. */
const ROUNDING_FACTOR = 4;

export class FacetOverlap {
  readonly #list: FacetList;
  readonly #normals: Float64Array;
  readonly #unevenness: Float64Array;
  readonly #areas: Float64Array;
  readonly #largest: Float64Array;
  /** Vertices of the current pair, relative to the first vertex of A. */
  #a: Float64Array = new Float64Array(3 * 8);
  #b: Float64Array = new Float64Array(3 * 8);
  #aCount = 0;
  #bCount = 0;
  #aBegin = 0;
  #bBegin = 0;
  #tolerance = 0;
  #low = 0;
  #high = 0;

  /** All facets of `list` are flat and convex and have an area. */
  constructor(list: FacetList) {
    this.#list = list;
    const count = list.facetOffsets.length - 1;
    this.#normals = new Float64Array(3 * count);
    this.#unevenness = new Float64Array(count);
    this.#areas = new Float64Array(count);
    this.#largest = new Float64Array(count);
    const geometry = new FacetGeometry(list);
    for (let f = 0; f < count; f++) {
      geometry.measure(f);
      this.#normals[3 * f] = geometry.nx;
      this.#normals[3 * f + 1] = geometry.ny;
      this.#normals[3 * f + 2] = geometry.nz;
      this.#unevenness[f] = geometry.unevenness;
      this.#areas[f] = geometry.area;
      this.#largest[f] = this.#largestCoordinate(f);
    }
  }

  /** True if facets `f` and `g` intersect or cover each other by more than rounding. */
  overlap(f: number, g: number): boolean {
    const isSwapped = this.#cornerCount(f) < this.#cornerCount(g);
    // The normal of the facet with more corners comes first: then only the few corners of the other are looked at.
    const a = isSwapped ? g : f;
    const b = isSwapped ? f : g;
    const unevenness = this.#unevenness[a] + this.#unevenness[b];
    const largest = Math.max(this.#largest[a], this.#largest[b]);
    this.#tolerance = ROUNDING_FACTOR * COORDINATE_ROUNDING_TOLERANCE * largest + 2 * unevenness;
    const offPlaneOfA = this.#rangeOverPlane(a, b);
    if (offPlaneOfA === 'one-sided') return false;
    const offPlaneOfB = this.#rangeOverPlane(b, a);
    if (offPlaneOfB === 'one-sided') return false;
    this.#load(a, b);
    if (offPlaneOfA === 'within' || offPlaneOfB === 'within') {
      // The plane is that of the larger facet: rounding turns the smaller one out of it.
      const isInA = offPlaneOfA === 'within';
      const isInB = offPlaneOfB === 'within';
      const isLargerA = this.#areas[a] >= this.#areas[b];
      return this.#coverEachOther(isInA && (isLargerA || !isInB) ? a : b);
    }
    return !this.#arePartedByEdges();
  }

  #cornerCount(f: number): number {
    return this.#list.facetOffsets[f + 1] - this.#list.facetOffsets[f];
  }

  #largestCoordinate(f: number): number {
    const { vertices, facetOffsets, facetVertices } = this.#list;
    let largest = 0;
    for (let i = facetOffsets[f]; i < facetOffsets[f + 1]; i++) {
      const v = 3 * facetVertices[i];
      for (let k = 0; k < 3; k++) largest = Math.max(largest, Math.abs(vertices[v + k]));
    }
    return largest;
  }

  /** Position of facet `g` relative to the plane of `f`: in it within the tolerance, on one side, or on both. */
  #rangeOverPlane(f: number, g: number): 'within' | 'one-sided' | 'across' {
    const { vertices, facetOffsets, facetVertices } = this.#list;
    const o = 3 * facetVertices[facetOffsets[f]];
    const nx = this.#normals[3 * f];
    const ny = this.#normals[3 * f + 1];
    const nz = this.#normals[3 * f + 2];
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = facetOffsets[g]; i < facetOffsets[g + 1]; i++) {
      const v = 3 * facetVertices[i];
      const height =
        nx * (vertices[v] - vertices[o]) +
        ny * (vertices[v + 1] - vertices[o + 1]) +
        nz * (vertices[v + 2] - vertices[o + 2]);
      if (height < low) low = height;
      if (height > high) high = height;
    }
    if (low >= -this.#tolerance && high <= this.#tolerance) return 'within';
    return low >= -this.#tolerance || high <= this.#tolerance ? 'one-sided' : 'across';
  }

  #load(a: number, b: number): void {
    const { facetOffsets, facetVertices } = this.#list;
    this.#aBegin = facetOffsets[a];
    this.#bBegin = facetOffsets[b];
    this.#aCount = this.#cornerCount(a);
    this.#bCount = this.#cornerCount(b);
    const origin = 3 * facetVertices[this.#aBegin];
    this.#a = this.#relative(this.#aBegin, this.#aCount, origin, this.#a);
    this.#b = this.#relative(this.#bBegin, this.#bCount, origin, this.#b);
  }

  #relative(begin: number, count: number, origin: number, into: Float64Array): Float64Array {
    const { vertices, facetVertices } = this.#list;
    const points = into.length >= 3 * count ? into : new Float64Array(3 * count);
    for (let i = 0; i < count; i++) {
      const v = 3 * facetVertices[begin + i];
      for (let k = 0; k < 3; k++) points[3 * i + k] = vertices[v + k] - vertices[origin + k];
    }
    return points;
  }

  /** True if no side of either facet separates them in the plane of facet `f`. */
  #coverEachOther(f: number): boolean {
    return !this.#arePartedBySides(this.#a, this.#aCount, f) && !this.#arePartedBySides(this.#b, this.#bCount, f);
  }

  #arePartedBySides(points: Float64Array, count: number, f: number): boolean {
    const nx = this.#normals[3 * f];
    const ny = this.#normals[3 * f + 1];
    const nz = this.#normals[3 * f + 2];
    for (let i = 0; i < count; i++) {
      const p = 3 * i;
      const q = 3 * ((i + 1) % count);
      const ex = points[q] - points[p];
      const ey = points[q + 1] - points[p + 1];
      const ez = points[q + 2] - points[p + 2];
      if (this.#areParted(ny * ez - nz * ey, nz * ex - nx * ez, nx * ey - ny * ex)) return true;
    }
    return false;
  }

  #arePartedByEdges(): boolean {
    const { facetVertices } = this.#list;
    for (let i = 0; i < this.#aCount; i++) {
      const p = 3 * facetVertices[this.#aBegin + i];
      const q = 3 * facetVertices[this.#aBegin + ((i + 1) % this.#aCount)];
      for (let j = 0; j < this.#bCount; j++) {
        const r = 3 * facetVertices[this.#bBegin + j];
        const s = 3 * facetVertices[this.#bBegin + ((j + 1) % this.#bCount)];
        if (this.#areParted(this.#cross(p, q, r, s, 0), this.#cross(p, q, r, s, 1), this.#cross(p, q, r, s, 2)))
          return true;
      }
    }
    return false;
  }

  /** Component k of (q - p) x (s - r), from the coordinates themselves. */
  #cross(p: number, q: number, r: number, s: number, k: number): number {
    const { vertices: x } = this.#list;
    const i = (k + 1) % 3;
    const j = (k + 2) % 3;
    return differenceOfProducts(x[q + i], x[p + i], x[s + j], x[r + j], x[q + j], x[p + j], x[s + i], x[r + i]);
  }

  /** True if the projections of both on this direction, of any non-zero length, overlap by at most the tolerance. */
  #areParted(x: number, y: number, z: number): boolean {
    const scale = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
    if (!(scale > 0)) return false;
    const ux = x / scale;
    const uy = y / scale;
    const uz = z / scale;
    const length = Math.sqrt(ux * ux + uy * uy + uz * uz);
    this.#shadow(this.#a, this.#aCount, ux, uy, uz);
    const low = this.#low;
    const high = this.#high;
    this.#shadow(this.#b, this.#bCount, ux, uy, uz);
    return Math.min(high - this.#low, this.#high - low) <= this.#tolerance * length;
  }

  #shadow(points: Float64Array, count: number, x: number, y: number, z: number): void {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < 3 * count; i += 3) {
      const value = x * points[i] + y * points[i + 1] + z * points[i + 2];
      if (value < low) low = value;
      if (value > high) high = value;
    }
    this.#low = low;
    this.#high = high;
  }
}
