// SPDX-License-Identifier: MIT
/**
 * Facets of one plane patch, seen along its normal: corners, and sides as inward unit normal and offset, as numbers in
 * arrays that are used again, so that nothing is allocated for a facet. A patch without a rim among them is a plane
 * without end for what lies over it.
 */
import { cross, perpendicular, type Vector3 } from '../../math/vector.ts';
import type { BodyAtMesh } from './body-at-mesh.ts';

/** Distance from a facet, relative to the body, that counts as on it; rounding moves the feet of bodies by less. */
export const ON_FACET_TOLERANCE = 1e-12;
/** The same for facets that are far larger than the body, relative to their coordinates. */
const COORDINATE_TOLERANCE = 2 ** -50;

export class FacetOutlines {
  count = 0;
  /** True when a side of a facet is one where the patch ends. */
  hasRim = false;
  /** Number of each facet in the mesh, and of its first corner here; one more of the latter than there are facets. */
  facets = new Int32Array(64);
  first = new Int32Array(65);
  /** 1 when the corners run counter-clockwise, otherwise -1. */
  turns = new Float64Array(64);
  roundings = new Float64Array(64);
  /** Two numbers a corner. */
  corners = new Float64Array(512);
  /**
   * Three numbers a corner, of the side from it to the next: x, y, offset; inside is x * px + y * py >= offset. A side
   * without length has none.
   */
  sides = new Float64Array(768);
  #origin: Vector3 = { x: 0, y: 0, z: 0 };
  #across: Vector3 = this.#origin;
  #other: Vector3 = this.#origin;

  /** Starts a plane: coordinates are along two axes across the normal, from the origin. */
  begin(origin: Vector3, normal: Vector3): void {
    this.count = 0;
    this.hasRim = false;
    this.#origin = origin;
    this.#across = perpendicular(normal);
    this.#other = cross(normal, this.#across);
  }

  /** First coordinate of a point of the body's frame. */
  xOf(x: number, y: number, z: number): number {
    const o = this.#origin;
    const a = this.#across;
    return (x - o.x) * a.x + (y - o.y) * a.y + (z - o.z) * a.z;
  }

  yOf(x: number, y: number, z: number): number {
    const o = this.#origin;
    const b = this.#other;
    return (x - o.x) * b.x + (y - o.y) * b.y + (z - o.z) * b.z;
  }

  /** The point of the plane with these coordinates. */
  pointAt(x: number, y: number): Vector3 {
    const o = this.#origin;
    const a = this.#across;
    const b = this.#other;
    return {
      x: o.x + x * a.x + y * b.x,
      y: o.y + x * a.y + y * b.y,
      z: o.z + x * a.z + y * b.z,
    };
  }

  add(body: BodyAtMesh, facet: number): void {
    const { mesh, isCrease } = body.patches;
    const { facetOffsets, facetVertices, facetEdges, vertices } = mesh;
    const from = facetOffsets[facet];
    const size = facetOffsets[facet + 1] - from;
    const k = this.count;
    const begin = k === 0 ? 0 : this.first[k];
    this.#makeRoom(k + 1, begin + size);
    const { corners } = this;
    const { x: ox, y: oy, z: oz } = body.origin;
    for (let i = 0; i < size; i++) {
      const v = 3 * facetVertices[from + i];
      const x = vertices[v] - ox;
      const y = vertices[v + 1] - oy;
      const z = vertices[v + 2] - oz;
      corners[2 * (begin + i)] = this.xOf(x, y, z);
      corners[2 * (begin + i) + 1] = this.yOf(x, y, z);
      if (isCrease(facetEdges[from + i])) this.hasRim = true;
    }
    this.facets[k] = facet;
    this.first[k] = begin;
    this.first[k + 1] = begin + size;
    this.count = k + 1;
    this.#writeSides(k);
  }

  #writeSides(k: number): void {
    const { corners, sides } = this;
    const begin = this.first[k];
    const end = this.first[k + 1];
    const turn = areaOf(corners, begin, end) < 0 ? -1 : 1;
    let largest = 0;
    for (let i = begin; i < end; i++) {
      const next = i + 1 === end ? begin : i + 1;
      const x = corners[2 * i];
      const y = corners[2 * i + 1];
      const wx = corners[2 * next] - x;
      const wy = corners[2 * next + 1] - y;
      const long = Math.sqrt(wx * wx + wy * wy);
      largest = Math.max(largest, Math.abs(x), Math.abs(y));
      const isSide = long > 0;
      const nx = isSide ? (-turn * wy) / long : 0;
      const ny = isSide ? (turn * wx) / long : 0;
      sides[3 * i] = nx;
      sides[3 * i + 1] = ny;
      sides[3 * i + 2] = isSide ? nx * x + ny * y : -Infinity;
    }
    this.turns[k] = turn;
    this.roundings[k] = COORDINATE_TOLERANCE * largest;
  }

  /** Distance of a point inside the sides of facet k; negative outside. */
  margin(k: number, x: number, y: number): number {
    const { sides } = this;
    const end = this.first[k + 1];
    let least = Infinity;
    for (let i = this.first[k]; i < end; i++) {
      const inside = sides[3 * i] * x + sides[3 * i + 1] * y - sides[3 * i + 2];
      if (inside < least) least = inside;
    }
    return least;
  }

  /** Number here of the facet under a point, or of the nearest to it; -1 when there is none. */
  nearest(x: number, y: number): number {
    let best = -1;
    let most = -Infinity;
    for (let k = 0; k < this.count; k++) {
      const inside = this.margin(k, x, y);
      if (best >= 0 && inside <= most) continue;
      most = inside;
      best = k;
    }
    return best;
  }

  /** True if the point is on a facet, within rounding and the tolerance. */
  isOn(x: number, y: number, tolerance: number): boolean {
    for (let k = 0; k < this.count; k++) {
      if (this.margin(k, x, y) >= -tolerance - this.roundings[k]) return true;
    }
    return false;
  }

  #makeRoom(facets: number, corners: number): void {
    if (facets > this.facets.length) {
      this.facets = enlarged(this.facets);
      this.turns = enlarged(this.turns);
      this.roundings = enlarged(this.roundings);
      const first = new Int32Array(2 * this.first.length);
      first.set(this.first);
      this.first = first;
    }
    while (2 * corners > this.corners.length) {
      this.corners = enlarged(this.corners);
      this.sides = enlarged(this.sides);
    }
  }
}

/** A copy of twice the length. */
function enlarged<T extends Int32Array | Float64Array>(numbers: T): T {
  const larger = new (numbers.constructor as new (length: number) => T)(2 * numbers.length);
  larger.set(numbers);
  return larger;
}

/** Area of the polygon of corners [begin, end), positive when it runs counter-clockwise. */
function areaOf(points: Float64Array, begin: number, end: number): number {
  const x = points[2 * begin];
  const y = points[2 * begin + 1];
  let twice = 0;
  for (let k = begin + 1; k + 1 < end; k++) {
    const ax = points[2 * k] - x;
    const ay = points[2 * k + 1] - y;
    twice += ax * (points[2 * k + 3] - y) - ay * (points[2 * k + 2] - x);
  }
  return twice / 2;
}
