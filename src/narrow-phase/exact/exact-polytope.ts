// SPDX-License-Identifier: MIT
/**
 * The growing polytope of EPA with exact predicates: a closed triangle mesh of points of B - A, kept exactly convex. A
 * face carries a float64 plane with a forward error bound and gets its exact plane only when that bound does not
 * decide. Differs from EPA as printed (Feng & Tan 2020, step 2.e): new faces grow on the horizon only. Faces exactly
 * coplanar with the new point stay: it lies strictly beyond the edges that they share with faces it sees, so no new
 * triangle degenerates, and a facet of a thousand corners grows by one triangle at a time instead of being built anew.
 */

import type { DifferencePoint } from './exact-difference.ts';
import { cross, dot, type ExactVector, subtract } from './exact-vector.ts';
import { powerOfTwo } from './rounding.ts';

/** Unit roundoff of float64. */
const U = 2 ** -53;

/** A float64 normal with a larger relative error is replaced by the exact one at once: it decides too little. */
const USELESS_NORMAL_ERROR = 2 ** -12;

/** A vertex of the polytope; coordinates in units of about the extent, each within U of its own size. */
export class PolytopePoint {
  readonly source: DifferencePoint;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** Largest coordinate. */
  readonly size: number;
  /** The new face whose horizon edge starts here, while a new point is being added. */
  horizonFace: PolytopeFace | undefined;

  constructor(source: DifferencePoint, scale: number) {
    this.source = source;
    this.x = Number(source.w.x) * scale;
    this.y = Number(source.w.y) * scale;
    this.z = Number(source.w.z) * scale;
    this.size = Math.max(Math.abs(this.x), Math.abs(this.y), Math.abs(this.z));
  }
}

export interface ExactPlane {
  /** Outward normal, not normalised; normal . x = offset on the plane, offset >= 0 as the origin is inside. */
  readonly normal: ExactVector;
  readonly offset: bigint;
  readonly normalSquared: bigint;
}

/** A triangle, counter-clockwise seen from outside. */
export class PolytopeFace {
  readonly p: PolytopePoint;
  readonly q: PolytopePoint;
  readonly r: PolytopePoint;
  /** Faces across pq, qr and rp. */
  readonly across: (PolytopeFace | undefined)[] = [undefined, undefined, undefined];
  removed = false;
  /** Number of the point that last classified this face. */
  visit = 0;
  nx = 0;
  ny = 0;
  nz = 0;
  /** Bounds of the distance of the plane from the origin. */
  lower = 0;
  upper = 0;
  private normalError = 0;
  private plane: ExactPlane | undefined;
  private readonly scale: number;

  constructor(p: PolytopePoint, q: PolytopePoint, r: PolytopePoint, scale: number) {
    this.p = p;
    this.q = q;
    this.r = r;
    this.scale = scale;
    this.setFloatPlane();
  }

  private setFloatPlane(): void {
    const { p, q, r } = this;
    const ex = q.x - p.x;
    const ey = q.y - p.y;
    const ez = q.z - p.z;
    const fx = r.x - p.x;
    const fy = r.y - p.y;
    const fz = r.z - p.z;
    this.nx = ey * fz - ez * fy;
    this.ny = ez * fx - ex * fz;
    this.nz = ex * fy - ey * fx;
    const size = Math.max(p.size, q.size, r.size);
    const e = Math.max(Math.abs(ex), Math.abs(ey), Math.abs(ez));
    const f = Math.max(Math.abs(fx), Math.abs(fy), Math.abs(fz));
    // Edge components are off by 4 u size at most; the products of two of them by 12 u size (e + f), to first order.
    const unit = U * size;
    this.normalError = 16 * unit * (e + f) + 64 * unit * unit;
    const length = Math.sqrt(this.nx * this.nx + this.ny * this.ny + this.nz * this.nz);
    if (!(this.normalError < USELESS_NORMAL_ERROR * length)) {
      this.exactPlane();
      return;
    }
    const offset = this.nx * p.x + this.ny * p.y + this.nz * p.z;
    const sum = Math.abs(this.nx) + Math.abs(this.ny) + Math.abs(this.nz);
    const offsetError = 3 * this.normalError * size + 8 * unit * sum;
    const distance = offset / length;
    // 2 normalError covers sqrt(3) normalError + 4 u length in the length, 1.01 its second-order effect.
    const error = (1.01 * (offsetError + Math.abs(distance) * 2 * this.normalError)) / length;
    this.lower = distance - error;
    this.upper = distance + error;
  }

  /** The exact plane; the float64 one is refined with it. */
  exactPlane(): ExactPlane {
    if (this.plane) return this.plane;
    const p = this.p.source.w;
    const normal = cross(subtract(this.q.source.w, p), subtract(this.r.source.w, p));
    const offset = dot(normal, p);
    this.plane = { normal, offset, normalSquared: dot(normal, normal) };
    const { scale } = this;
    this.nx = Number(normal.x) * scale * scale;
    this.ny = Number(normal.y) * scale * scale;
    this.nz = Number(normal.z) * scale * scale;
    const length = Math.sqrt(this.nx * this.nx + this.ny * this.ny + this.nz * this.nz);
    this.normalError = 2 * U * length;
    const distance = (Number(offset) * scale * scale * scale) / length;
    this.lower = distance - 8 * U * distance;
    this.upper = distance + 8 * U * distance;
    return this.plane;
  }

  /** Float64 distance of the point beyond the plane times the normal's length, or 0 when its sign is not certain. */
  private floatHeight(point: PolytopePoint): number {
    const { p, nx, ny, nz } = this;
    const x = point.x - p.x;
    const y = point.y - p.y;
    const z = point.z - p.z;
    const height = nx * x + ny * y + nz * z;
    const size = Math.max(p.size, point.size);
    const reach = Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) + 4 * U * size;
    const bound = 4 * this.normalError * reach + 16 * U * size * (Math.abs(nx) + Math.abs(ny) + Math.abs(nz));
    return height > bound || height < -bound ? height : 0;
  }

  /** True only if the point is certainly beyond the plane. */
  isCertainlyBelow(point: PolytopePoint): boolean {
    return this.floatHeight(point) > 0;
  }

  /** Whether the point lies strictly on the outer side of the plane. */
  sees(point: PolytopePoint): boolean {
    const height = this.floatHeight(point);
    if (height !== 0) return height > 0;
    const { normal, offset } = this.exactPlane();
    return dot(normal, point.source.w) > offset;
  }
}

/** Order of the distances of two planes from the origin, exact. */
export function comparePlaneDistances(left: ExactPlane, right: ExactPlane): number {
  const l = left.offset * left.offset * right.normalSquared;
  const r = right.offset * right.offset * left.normalSquared;
  return l < r ? -1 : l > r ? 1 : 0;
}

export class ExactPolytope {
  private readonly scale: number;
  private visit = 0;

  /** `extentBits`: every coordinate of the difference is below 2^extentBits. */
  constructor(extentBits: number) {
    this.scale = powerOfTwo(-extentBits);
  }

  point(source: DifferencePoint): PolytopePoint {
    return new PolytopePoint(source, this.scale);
  }

  /** The faces of a tetrahedron of four points that are not coplanar. */
  tetrahedron(sources: readonly DifferencePoint[]): PolytopeFace[] {
    const [p, q, r, s] = sources.map((source) => this.point(source)) as [
      PolytopePoint,
      PolytopePoint,
      PolytopePoint,
      PolytopePoint,
    ];
    const [wp, wq, wr, ws] = sources.map((source) => source.w) as [ExactVector, ExactVector, ExactVector, ExactVector];
    const side = dot(cross(subtract(wq, wp), subtract(wr, wp)), subtract(ws, wp));
    const base = side < 0n ? this.face(p, q, r) : this.face(p, r, q);
    return [base, ...this.cone(this.edgesOf(base), s)];
  }

  /** Adds a point strictly outside `seen`; faces it sees are marked removed, the new faces are returned. */
  add(point: PolytopePoint, seen: PolytopeFace): PolytopeFace[] {
    const visit = ++this.visit;
    const removed = [seen];
    seen.visit = visit;
    seen.removed = true;
    const horizon: [PolytopeFace, number][] = [];
    for (let head = 0; head < removed.length; head++) {
      for (const face of removed[head].across as PolytopeFace[]) {
        if (face.visit === visit) continue;
        face.visit = visit;
        if (!face.sees(point)) continue;
        face.removed = true;
        removed.push(face);
      }
    }
    for (const face of removed) {
      for (let side = 0; side < 3; side++) {
        const kept = face.across[side] as PolytopeFace;
        if (!kept.removed) horizon.push([kept, kept.across.indexOf(face)]);
      }
    }
    return this.cone(horizon, point);
  }

  private face(p: PolytopePoint, q: PolytopePoint, r: PolytopePoint): PolytopeFace {
    return new PolytopeFace(p, q, r, this.scale);
  }

  private edgesOf(face: PolytopeFace): [PolytopeFace, number][] {
    return [
      [face, 0],
      [face, 1],
      [face, 2],
    ];
  }

  /** New faces from a closed loop of edges, each given by the kept face and its side, to the apex. */
  private cone(horizon: readonly (readonly [PolytopeFace, number])[], apex: PolytopePoint): PolytopeFace[] {
    const made: PolytopeFace[] = [];
    for (const [kept, side] of horizon) {
      const from = side === 0 ? kept.p : side === 1 ? kept.q : kept.r;
      const to = side === 0 ? kept.q : side === 1 ? kept.r : kept.p;
      const face = this.face(to, from, apex);
      face.across[0] = kept;
      kept.across[side] = face;
      to.horizonFace = face;
      made.push(face);
    }
    for (const face of made) {
      const next = face.q.horizonFace as PolytopeFace;
      face.across[1] = next;
      next.across[2] = face;
    }
    return made;
  }
}
