// SPDX-License-Identifier: MIT
/**
 * Triangulated convex hull by quickhull (Barber, Dobkin & Huhdanpaa 1996, doi:10.1145/235815.235821) on flat arrays.
 * Differs from the paper: visibility is decided exactly (Shewchuk 1997, doi:10.1007/PL00009321, behind a floating-point
 * filter), so no facet is ever merged or widened here. A point in the plane of a facet does not see it; hence every new
 * facet has an area, the visible region is a disc, and the surface stays exactly (weakly) convex whatever the input.
 */
import { boxSides, chooseSimplex, type HullSimplex, signedVolume } from './hull-simplex.ts';

/** Closed triangle surface; indices are those of the points it was built from. */
export interface TriangleHull {
  readonly count: number;
  /** Three per triangle, counter-clockwise from outside. */
  readonly corners: Int32Array;
  /** Three per triangle: the triangle across the edge from corner k to corner k + 1. */
  readonly neighbours: Int32Array;
  /** Pairs (probe, triangle): every probe strictly outside the hull with one triangle that it sees. */
  readonly visibleFromProbe: Int32Array;
}

/**
 * Bound of the rounding error of `n . (p - a)` relative to the sum of absolute products, with `n` from a rounded cross
 * product: 4 roundings in `n`, 2 in each term, 2 in the sum make 8 of 2^-53; doubled.
 */
const FILTER_ERROR = 2 ** -49;

/**
 * Hull of the points `subset` (indices, ascending). `probes` are located but not added. The result depends on the
 * points alone when their order does. Expects a simplex of positive volume.
 */
export function quickhull(
  coordinates: Float64Array,
  subset: Int32Array,
  simplex: HullSimplex = chooseSimplex(coordinates, subset),
  probes?: Int32Array,
): TriangleHull {
  const builder = new HullBuilder(coordinates, subset);
  builder.start(subset, simplex.corners, probes);
  builder.grow();
  return builder.finish();
}

class HullBuilder {
  private readonly x: Float64Array;
  /** Next point in the list of the facet that the point lies outside of. */
  private readonly next: Int32Array;
  /** Facet of the cone being built whose base edge starts at the point. */
  private readonly coneAt: Int32Array;
  private readonly isProbe: Uint8Array;
  private readonly boxX: number;
  private readonly boxY: number;
  private readonly boxZ: number;

  private capacity = 256;
  private used = 0;
  private corners = new Int32Array(3 * this.capacity);
  private neighbours = new Int32Array(3 * this.capacity);
  /** Per facet: unscaled normal and the filter's error bound. */
  private planes = new Float64Array(4 * this.capacity);
  private head = new Int32Array(this.capacity);
  private farthest = new Int32Array(this.capacity);
  private farthestVolume = new Float64Array(this.capacity);
  /** 2 * step when visible in that step, 2 * step + 1 when not, -1 when freed. */
  private mark = new Int32Array(this.capacity);

  private freed = new Int32Array(64);
  private freedCount = 0;
  private pending = new Int32Array(64);
  private pendingBegin = 0;
  private pendingEnd = 0;
  private visible = new Int32Array(64);
  private cone = new Int32Array(64);
  private step = 0;

  constructor(coordinates: Float64Array, subset: Int32Array) {
    const pointCount = coordinates.length / 3;
    this.x = coordinates;
    this.next = new Int32Array(pointCount);
    this.coneAt = new Int32Array(pointCount);
    this.isProbe = new Uint8Array(pointCount);
    [this.boxX, this.boxY, this.boxZ] = boxSides(coordinates, subset);
  }

  start(subset: Int32Array, [a, b, c, d]: HullSimplex['corners'], probes?: Int32Array): void {
    const facets = [this.addFacet(a, b, c), this.addFacet(a, d, b), this.addFacet(b, d, c), this.addFacet(c, d, a)];
    const adjacent = [1, 2, 3, 3, 2, 0, 1, 3, 0, 2, 1, 0];
    for (let i = 0; i < 12; i++) this.neighbours[i] = facets[adjacent[i]];
    for (let k = 0; k < 4; k++) this.cone[k] = facets[k];
    for (let i = 0; i < subset.length; i++) this.assign(subset[i], 4);
    if (probes) {
      for (let i = 0; i < probes.length; i++) this.isProbe[probes[i]] = 1;
      for (let i = 0; i < probes.length; i++) this.assign(probes[i], 4);
    }
    for (let k = 0; k < 4; k++) this.schedule(facets[k]);
  }

  grow(): void {
    // First come, first served: working depth first makes fans of long facets and quadratic time on cylinders.
    while (this.pendingBegin < this.pendingEnd) {
      const facet = this.pending[this.pendingBegin++];
      // A facet number may be scheduled, freed and used again; the list tells whether there is work.
      if (this.mark[facet] === -1 || this.farthest[facet] < 0) continue;
      this.addPoint(this.farthest[facet], facet);
    }
  }

  /** Replaces all facets that see `point` by the cone from the point to their horizon. */
  private addPoint(point: number, facet: number): void {
    const visibleCount = this.findVisible(point, facet);
    const coneCount = this.buildCone(point, visibleCount);
    const { next, visible, head } = this;
    for (let i = 0; i < visibleCount; i++) {
      const dead = visible[i];
      let p = head[dead];
      while (p >= 0) {
        const following = next[p];
        if (p !== point) this.assign(p, coneCount);
        p = following;
      }
      this.free(dead);
    }
    for (let i = 0; i < coneCount; i++) this.schedule(this.cone[i]);
  }

  /** Collects the facets that strictly see `point`, starting from one that does. */
  private findVisible(point: number, facet: number): number {
    const { mark, neighbours } = this;
    const seen = 2 * ++this.step;
    let count = 1;
    this.visible[0] = facet;
    mark[facet] = seen;
    for (let i = 0; i < count; i++) {
      const base = 3 * this.visible[i];
      for (let k = 0; k < 3; k++) {
        const neighbour = neighbours[base + k];
        if (mark[neighbour] >= seen) continue;
        if (this.height(neighbour, point) > 0) {
          mark[neighbour] = seen;
          if (count === this.visible.length) this.visible = grown(this.visible);
          this.visible[count++] = neighbour;
        } else {
          mark[neighbour] = seen + 1;
        }
      }
    }
    return count;
  }

  private buildCone(point: number, visibleCount: number): number {
    const seen = 2 * this.step;
    let count = 0;
    for (let i = 0; i < visibleCount; i++) {
      const facet = this.visible[i];
      for (let k = 0; k < 3; k++) {
        const beyond = this.neighbours[3 * facet + k];
        if (this.mark[beyond] === seen) continue;
        const from = this.corners[3 * facet + k];
        const to = this.corners[3 * facet + (k === 2 ? 0 : k + 1)];
        const created = this.addFacet(from, to, point);
        this.neighbours[3 * created] = beyond;
        const slot = 3 * beyond;
        if (this.corners[slot] === to) this.neighbours[slot] = created;
        else if (this.corners[slot + 1] === to) this.neighbours[slot + 1] = created;
        else this.neighbours[slot + 2] = created;
        this.coneAt[from] = created;
        if (count === this.cone.length) this.cone = grown(this.cone);
        this.cone[count++] = created;
      }
    }
    const { neighbours, corners, cone, coneAt } = this;
    for (let i = 0; i < count; i++) {
      const facet = cone[i];
      const after = coneAt[corners[3 * facet + 1]];
      neighbours[3 * facet + 1] = after;
      neighbours[3 * after + 2] = facet;
    }
    return count;
  }

  /** Puts the point into the list of the first facet of the cone that it sees; a point that sees none is inside. */
  private assign(point: number, coneCount: number): void {
    const { cone } = this;
    for (let i = 0; i < coneCount; i++) {
      const facet = cone[i];
      const height = this.height(facet, point);
      if (height > 0) {
        this.next[point] = this.head[facet];
        this.head[facet] = point;
        if (height > this.farthestVolume[facet] && this.isProbe[point] === 0) {
          this.farthestVolume[facet] = height;
          this.farthest[facet] = point;
        }
        return;
      }
    }
  }

  /** Height of the point above the facet times twice its area; the sign is exact. */
  private height(facet: number, point: number): number {
    const { x, planes, corners } = this;
    const a = 3 * corners[3 * facet];
    const p = 3 * point;
    const f = 4 * facet;
    const height =
      planes[f] * (x[p] - x[a]) + planes[f + 1] * (x[p + 1] - x[a + 1]) + planes[f + 2] * (x[p + 2] - x[a + 2]);
    const error = planes[f + 3];
    if (height > error || height < -error) return height;
    const c = 3 * facet;
    return signedVolume(x, corners[c], corners[c + 1], corners[c + 2], point);
  }

  private addFacet(a: number, b: number, c: number): number {
    if (this.freedCount === 0 && this.used === this.capacity) this.growFacets();
    const facet = this.freedCount > 0 ? this.freed[--this.freedCount] : this.used++;
    const { corners, planes, x } = this;
    corners[3 * facet] = a;
    corners[3 * facet + 1] = b;
    corners[3 * facet + 2] = c;
    const ax = x[3 * a];
    const ay = x[3 * a + 1];
    const az = x[3 * a + 2];
    const ux = x[3 * b] - ax;
    const uy = x[3 * b + 1] - ay;
    const uz = x[3 * b + 2] - az;
    const vx = x[3 * c] - ax;
    const vy = x[3 * c + 1] - ay;
    const vz = x[3 * c + 2] - az;
    const f = 4 * facet;
    planes[f] = uy * vz - uz * vy;
    planes[f + 1] = uz * vx - ux * vz;
    planes[f + 2] = ux * vy - uy * vx;
    planes[f + 3] =
      FILTER_ERROR *
      ((Math.abs(uy * vz) + Math.abs(uz * vy)) * this.boxX +
        (Math.abs(uz * vx) + Math.abs(ux * vz)) * this.boxY +
        (Math.abs(ux * vy) + Math.abs(uy * vx)) * this.boxZ);
    this.head[facet] = -1;
    this.farthest[facet] = -1;
    this.farthestVolume[facet] = 0;
    this.mark[facet] = 0;
    return facet;
  }

  private free(facet: number): void {
    this.mark[facet] = -1;
    if (this.freedCount === this.freed.length) this.freed = grown(this.freed);
    this.freed[this.freedCount++] = facet;
  }

  private schedule(facet: number): void {
    if (this.farthest[facet] < 0) return;
    if (this.pendingEnd === this.pending.length) {
      if (this.pendingBegin > this.pendingEnd / 2) {
        this.pending.copyWithin(0, this.pendingBegin, this.pendingEnd);
        this.pendingEnd -= this.pendingBegin;
        this.pendingBegin = 0;
      } else {
        this.pending = grown(this.pending);
      }
    }
    this.pending[this.pendingEnd++] = facet;
  }

  private growFacets(): void {
    this.capacity *= 2;
    this.corners = grown(this.corners);
    this.neighbours = grown(this.neighbours);
    this.head = grown(this.head);
    this.farthest = grown(this.farthest);
    this.mark = grown(this.mark);
    const planes = new Float64Array(4 * this.capacity);
    planes.set(this.planes);
    this.planes = planes;
    const volumes = new Float64Array(this.capacity);
    volumes.set(this.farthestVolume);
    this.farthestVolume = volumes;
  }

  /** Numbers the surviving facets consecutively. */
  finish(): TriangleHull {
    const number = new Int32Array(this.used);
    let count = 0;
    for (let f = 0; f < this.used; f++) number[f] = this.mark[f] === -1 ? -1 : count++;
    const corners = new Int32Array(3 * count);
    const neighbours = new Int32Array(3 * count);
    const seen: number[] = [];
    for (let f = 0; f < this.used; f++) {
      const to = number[f];
      if (to < 0) continue;
      for (let k = 0; k < 3; k++) {
        corners[3 * to + k] = this.corners[3 * f + k];
        neighbours[3 * to + k] = number[this.neighbours[3 * f + k]];
      }
      for (let p = this.head[f]; p >= 0; p = this.next[p]) seen.push(p, to);
    }
    return { count, corners, neighbours, visibleFromProbe: Int32Array.from(seen) };
  }
}

function grown(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * array.length);
  larger.set(array);
  return larger;
}
