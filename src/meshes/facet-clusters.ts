// SPDX-License-Identifier: MIT
/**
 * Groups the triangles of an exact hull into plane faces. A cluster grows from its largest triangle over all neighbours
 * within a slab under that triangle's plane. It is accepted only as a true convex polygon: one simple boundary loop, no
 * reflex corner, no vertex of the hull above its plane. Otherwise the slab is narrowed; a slab of zero takes exactly
 * coplanar triangles, which always form a convex polygon.
 */
import { orient2d } from 'robust-predicates';
import { signedVolume } from './hull-simplex.ts';
import { addCross } from './precise-vectors.ts';
import type { TriangleHull } from './quickhull.ts';

export interface FacetClusters {
  /** Per triangle: its face. */
  readonly faceOf: Int32Array;
  readonly faceCount: number;
  /**
   * Vertices that are not corners of the merged hull: inside a face, on a straight edge, or reflex within the
   * tolerance.
   */
  readonly redundant: Int32Array;
  /** Per point: 1 if a face around it was merged by tolerance, not because it is exactly plane. */
  readonly loose: Uint8Array;
}

/** Slabs tried for a cluster, relative to the tolerance. */
const SLAB_STEPS = [1, 1 / 8, 1 / 64, 0];

/**
 * Limit of wasted visits, per triangle of the hull and at least. On a dense smooth cap thousands of facets fit into one
 * slab and no cluster is convex, so trying each would take quadratic time. Beyond this limit only exactly coplanar
 * facets are merged.
 */
const WASTE_LIMIT_PER_TRIANGLE = 30;
const SMALLEST_WASTE_LIMIT = 1e5;

/**
 * Clusters the triangles. `tolerance` is a length in the units of `coordinates`; triangles with a corner marked in
 * `rigid` are merged only when exactly coplanar.
 */
export function clusterFacets(
  coordinates: Float64Array,
  hull: TriangleHull,
  tolerance: number,
  rigid: Uint8Array,
): FacetClusters {
  const clustering = new Clustering(coordinates, hull, tolerance, rigid);
  clustering.run();
  return clustering.result();
}

class Clustering {
  private readonly x: Float64Array;
  private readonly hull: TriangleHull;
  private readonly tolerance: number;
  private readonly rigid: Uint8Array;
  private readonly faceOf: Int32Array;
  private readonly loose: Uint8Array;
  private readonly straight: Uint8Array;
  /** Triangles of the growing cluster, and the stamp of the last attempt that used a triangle or point. */
  private readonly members: Int32Array;
  private readonly triangleStamp: Int32Array;
  private readonly loop: Int32Array;
  private readonly loopNext: Int32Array;
  private readonly loopStamp: Int32Array;
  private readonly doubtful: Int32Array;
  private readonly turn = new Float64Array(3);
  private doubtfulCount = 0;
  private triangleAt: Int32Array | undefined;
  private stamp = 0;
  private wasted = 0;
  private faceCount = 0;

  constructor(coordinates: Float64Array, hull: TriangleHull, tolerance: number, rigid: Uint8Array) {
    const pointCount = coordinates.length / 3;
    this.x = coordinates;
    this.hull = hull;
    this.tolerance = tolerance;
    this.rigid = rigid;
    this.faceOf = new Int32Array(hull.count).fill(-1);
    this.loose = new Uint8Array(pointCount);
    this.straight = new Uint8Array(pointCount);
    this.members = new Int32Array(hull.count);
    this.triangleStamp = new Int32Array(hull.count);
    this.loop = new Int32Array(pointCount);
    this.loopNext = new Int32Array(pointCount);
    this.loopStamp = new Int32Array(pointCount);
    this.doubtful = new Int32Array(pointCount);
  }

  run(): void {
    const { seeds, areas } = this.findSeeds();
    // Large triangles fix their plane best, so they choose first; equal areas by number, which is canonical.
    seeds.sort((s, t) => areas[t] - areas[s] || s - t);
    for (let i = 0; i < seeds.length; i++) {
      const seed = seeds[i];
      if (this.faceOf[seed] < 0) this.cluster(seed, areas[seed]);
    }
    for (let t = 0; t < this.hull.count; t++) {
      if (this.faceOf[t] < 0) this.faceOf[t] = this.faceCount++;
    }
  }

  /** Triangles with a neighbour in their slab, and twice their areas. */
  private findSeeds(): { seeds: Int32Array; areas: Float64Array } {
    const { count, neighbours } = this.hull;
    const areas = new Float64Array(count);
    const seeds = new Int32Array(count);
    let seedCount = 0;
    const normal = new Float64Array(3);
    for (let t = 0; t < count; t++) {
      for (let k = 0; k < 3; k++) {
        const apex = this.apex(neighbours[3 * t + k], t);
        if (this.isSurelyBelow(t, apex)) continue;
        normal.fill(0);
        this.addNormal(t, normal);
        const area = lengthOf(normal);
        if (!this.isInSlab(t, apex, this.tolerance * area)) continue;
        areas[t] = area;
        seeds[seedCount++] = t;
        break;
      }
    }
    return { seeds: seeds.subarray(0, seedCount), areas };
  }

  /**
   * Filter for `isInSlab` in plain arithmetic: true if the point is below the slab by more than all rounding errors.
   */
  private isSurelyBelow(triangle: number, point: number): boolean {
    const { x } = this;
    const { corners } = this.hull;
    const a = 3 * corners[3 * triangle];
    const b = 3 * corners[3 * triangle + 1];
    const c = 3 * corners[3 * triangle + 2];
    const p = 3 * point;
    const ux = x[b] - x[a];
    const uy = x[b + 1] - x[a + 1];
    const uz = x[b + 2] - x[a + 2];
    const vx = x[c] - x[a];
    const vy = x[c + 1] - x[a + 1];
    const vz = x[c + 2] - x[a + 2];
    const wx = x[p] - x[a];
    const wy = x[p + 1] - x[a + 1];
    const wz = x[p + 2] - x[a + 2];
    const depth = wx * (uz * vy - uy * vz) + wy * (ux * vz - uz * vx) + wz * (uy * vx - ux * vy);
    const edges = (ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz);
    const reach = wx * wx + wy * wy + wz * wz;
    // Twice the area is at most the product of the edges; the determinant errs by less than 2^-48 of all three lengths.
    return depth > this.tolerance * Math.sqrt(edges) + 2 ** -48 * Math.sqrt(edges * reach);
  }

  private cluster(seed: number, area: number): void {
    const { corners } = this.hull;
    const isWasteful = this.wasted > Math.max(SMALLEST_WASTE_LIMIT, WASTE_LIMIT_PER_TRIANGLE * this.hull.count);
    const isExactOnly = this.tolerance === 0 || isWasteful || this.isRigid(seed);
    for (const part of SLAB_STEPS) {
      if (isExactOnly && part > 0) continue;
      const slab = part * this.tolerance;
      const size = this.growFrom(seed, slab * area, part === 0);
      if (size === 1) continue;
      const loopLength = this.traceLoop(size);
      if (loopLength < 3 || !this.isConvexPolygon(seed, size, loopLength, slab)) {
        this.wasted += size;
        continue;
      }
      for (let i = 0; i < size; i++) {
        const triangle = this.members[i];
        this.faceOf[triangle] = this.faceCount;
        if (part === 0) continue;
        for (let k = 0; k < 3; k++) this.loose[corners[3 * triangle + k]] = 1;
      }
      for (let i = 0; i < this.doubtfulCount; i++) this.straight[this.doubtful[i]] = 1;
      this.faceCount++;
      return;
    }
    this.faceOf[seed] = this.faceCount++;
  }

  private growFrom(seed: number, volumeLimit: number, isExact: boolean): number {
    const { neighbours } = this.hull;
    const { members, triangleStamp, faceOf } = this;
    const stamp = ++this.stamp;
    members[0] = seed;
    triangleStamp[seed] = stamp;
    let size = 1;
    for (let i = 0; i < size; i++) {
      const triangle = members[i];
      for (let k = 0; k < 3; k++) {
        const neighbour = neighbours[3 * triangle + k];
        if (triangleStamp[neighbour] === stamp || faceOf[neighbour] >= 0) continue;
        if (!isExact && this.isRigid(neighbour)) continue;
        if (!this.isInSlab(seed, this.apex(neighbour, triangle), volumeLimit)) continue;
        triangleStamp[neighbour] = stamp;
        members[size++] = neighbour;
      }
    }
    return size;
  }

  /** Writes the boundary of the cluster into `loop`; returns its length, or 0 if it is not one simple loop. */
  private traceLoop(size: number): number {
    const { corners, neighbours } = this.hull;
    const { loop, loopNext, loopStamp, triangleStamp, members, stamp } = this;
    let edgeCount = 0;
    let first = -1;
    for (let i = 0; i < size; i++) {
      const t = members[i];
      for (let k = 0; k < 3; k++) {
        if (triangleStamp[neighbours[3 * t + k]] === stamp) continue;
        const from = corners[3 * t + k];
        if (loopStamp[from] === stamp) return 0;
        loopStamp[from] = stamp;
        loopNext[from] = corners[3 * t + ((k + 1) % 3)];
        first = from;
        edgeCount++;
      }
    }
    if (first < 0) return 0;
    let at = first;
    for (let i = 0; i < edgeCount; i++) {
      loop[i] = at;
      at = loopNext[at];
      if (at === first && i < edgeCount - 1) return 0;
    }
    return at === first ? edgeCount : 0;
  }

  private isConvexPolygon(seed: number, size: number, length: number, slab: number): boolean {
    const normal = new Float64Array(3);
    for (let i = 0; i < size; i++) this.addNormal(this.members[i], normal);
    return this.isConvexLoop(normal, length, slab) && this.supportsHull(seed, normal, length);
  }

  /**
   * Corners must turn left, both about the mean normal and, tested exactly, in the projection along its largest
   * component: they differ for edges shorter than the slab. Corners that do not pass when they are straight within the
   * slab, and are collected in `doubtful`.
   */
  private isConvexLoop(normal: Float64Array, length: number, slab: number): boolean {
    const { loop, x, doubtful, turn } = this;
    const [sx, sy, sz] = [Math.abs(normal[0]), Math.abs(normal[1]), Math.abs(normal[2])];
    const axis = sx >= sy && sx >= sz ? 0 : sy >= sz ? 1 : 2;
    const isFlipped = normal[axis] < 0;
    const i = (axis + (isFlipped ? 2 : 1)) % 3;
    const j = (axis + (isFlipped ? 1 : 2)) % 3;
    let reversals = 0;
    this.doubtfulCount = 0;
    for (let m = 0; m < length; m++) {
      const before = loop[m === 0 ? length - 1 : m - 1];
      const corner = loop[m];
      const after = loop[m === length - 1 ? 0 : m + 1];
      const [a, b, c] = [3 * before, 3 * corner, 3 * after];
      const ai = x[a + i];
      const bi = x[b + i];
      const ci = x[c + i];
      let isLeft = orient2d(ai, x[a + j], bi, x[b + j], ci, x[c + j]) < 0;
      if (isLeft && slab > 0) {
        turn.fill(0);
        addCross(x, before, corner, after, turn);
        isLeft = dot(normal, turn) > 0;
      }
      if (!isLeft) {
        if (this.distanceToChord(b, a, c) > slab) return false;
        doubtful[this.doubtfulCount++] = corner;
      }
      if (ai < bi !== bi < ci) reversals++;
    }
    // A convex loop reverses its sense along an axis twice; each straight corner may add a wiggle.
    return length - this.doubtfulCount >= 3 && reversals <= 2 + 2 * this.doubtfulCount;
  }

  private distanceToChord(p: number, a: number, b: number): number {
    const { x } = this;
    const ux = x[b] - x[a];
    const uy = x[b + 1] - x[a + 1];
    const uz = x[b + 2] - x[a + 2];
    const vx = x[p] - x[a];
    const vy = x[p + 1] - x[a + 1];
    const vz = x[p + 2] - x[a + 2];
    const squared = ux * ux + uy * uy + uz * uz;
    const along = squared > 0 ? Math.min(1, Math.max(0, (ux * vx + uy * vy + uz * vz) / squared)) : 0;
    const [dx, dy, dz] = [vx - along * ux, vy - along * uy, vz - along * uz];
    return Math.sqrt(dx * dx + dy * dy + dz * dz);
  }

  /** Climbs from the cluster along its mean normal: no vertex may rise above the cluster by more than the tolerance. */
  private supportsHull(seed: number, normal: Float64Array, length: number): boolean {
    const { x } = this;
    const norm = lengthOf(normal);
    const base = 3 * this.hull.corners[3 * seed];
    const heightOf = (p: number): number =>
      (normal[0] * (x[3 * p] - x[base]) +
        normal[1] * (x[3 * p + 1] - x[base + 1]) +
        normal[2] * (x[3 * p + 2] - x[base + 2])) /
      norm;
    let best = this.loop[0];
    for (let m = 1; m < length; m++) {
      if (heightOf(this.loop[m]) > heightOf(best)) best = this.loop[m];
    }
    const limit = heightOf(best) + this.tolerance;
    for (;;) {
      const higher = this.higherNeighbour(best, heightOf);
      if (higher < 0) return true;
      if (heightOf(higher) > limit) return false;
      best = higher;
    }
  }

  private higherNeighbour(vertex: number, heightOf: (p: number) => number): number {
    const { corners, neighbours, count } = this.hull;
    if (!this.triangleAt) {
      this.triangleAt = new Int32Array(this.x.length / 3);
      for (let i = 0; i < 3 * count; i++) this.triangleAt[corners[i]] = Math.floor(i / 3);
    }
    const start = this.triangleAt[vertex];
    const height = heightOf(vertex);
    let t = start;
    do {
      const k = corners[3 * t] === vertex ? 0 : corners[3 * t + 1] === vertex ? 1 : 2;
      const other = corners[3 * t + ((k + 1) % 3)];
      if (heightOf(other) > height) return other;
      t = neighbours[3 * t + k];
    } while (t !== start);
    return -1;
  }

  /** True if `point` is at most `volumeLimit` / (twice the area) below the plane of the triangle. */
  private isInSlab(triangle: number, point: number, volumeLimit: number): boolean {
    const { corners } = this.hull;
    const c = 3 * triangle;
    return -signedVolume(this.x, corners[c], corners[c + 1], corners[c + 2], point) <= volumeLimit;
  }

  /** The corner of `triangle` that is not on its edge with `from`. */
  private apex(triangle: number, from: number): number {
    const { corners, neighbours } = this.hull;
    const t = 3 * triangle;
    if (neighbours[t] === from) return corners[t + 2];
    return neighbours[t + 1] === from ? corners[t] : corners[t + 1];
  }

  private isRigid(triangle: number): boolean {
    const { corners } = this.hull;
    const { rigid } = this;
    const t = 3 * triangle;
    return rigid[corners[t]] === 1 || rigid[corners[t + 1]] === 1 || rigid[corners[t + 2]] === 1;
  }

  private addNormal(triangle: number, sum: Float64Array): void {
    const { corners } = this.hull;
    const t = 3 * triangle;
    addCross(this.x, corners[t], corners[t + 1], corners[t + 2], sum);
  }

  result(): FacetClusters {
    const { corners, neighbours, count } = this.hull;
    const degree = new Int32Array(this.x.length / 3).fill(-1);
    for (let i = 0; i < 3 * count; i++) {
      const from = corners[i];
      if (degree[from] === -1) degree[from] = 0;
      const isEdge = this.faceOf[Math.floor(i / 3)] !== this.faceOf[neighbours[i]];
      if (isEdge) degree[from] = degree[from] + 1;
    }
    const redundant: number[] = [];
    for (let p = 0; p < degree.length; p++) {
      const edges = degree[p];
      if (edges >= 0 && (edges < 3 || this.straight[p] === 1)) redundant.push(p);
    }
    return { faceOf: this.faceOf, faceCount: this.faceCount, redundant: Int32Array.from(redundant), loose: this.loose };
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function lengthOf(vector: Float64Array): number {
  return Math.sqrt(dot(vector, vector));
}
