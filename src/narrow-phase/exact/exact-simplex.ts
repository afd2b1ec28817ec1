// SPDX-License-Identifier: MIT
/**
 * The point of a simplex nearest to the origin in exact arithmetic, by Voronoi regions (Ericson 2004, section 5.1).
 * All tests are signs of integers. The simplex must be affinely independent, which GJK guarantees: a new point lies
 * strictly on the near side of the plane that carries the old ones.
 */

import type { DifferencePoint } from './exact-difference.ts';
import { combine, cross, dot, type ExactVector, isZero, negate, subtract } from './exact-vector.ts';

export interface NearestOnSimplex {
  /** The vertices of a face that contains the nearest point; all four if the origin is in the tetrahedron. */
  readonly points: readonly DifferencePoint[];
  /** A positive multiple of the nearest point; zero when the origin lies in the simplex. */
  readonly direction: ExactVector;
  /** direction . p for every p in `points`: the distance times the length of `direction`. */
  readonly offset: bigint;
}

const ZERO: ExactVector = { x: 0n, y: 0n, z: 0n };

function onPoint(p: DifferencePoint): NearestOnSimplex {
  return { points: [p], direction: p.w, offset: dot(p.w, p.w) };
}

/** Nearest point inside the segment: p + e t/(e.e) with e = q - p and t = -p.e. */
function insideSegment(p: DifferencePoint, q: DifferencePoint): NearestOnSimplex {
  const e = subtract(q.w, p.w);
  const direction = combine(p.w, dot(e, e), e, -dot(p.w, e));
  return { points: [p, q], direction, offset: dot(direction, p.w) };
}

function onSegment(p: DifferencePoint, q: DifferencePoint): NearestOnSimplex {
  const e = subtract(q.w, p.w);
  if (dot(p.w, e) >= 0n) return onPoint(p);
  if (dot(q.w, e) <= 0n) return onPoint(q);
  return insideSegment(p, q);
}

function onTriangle(p: DifferencePoint, q: DifferencePoint, r: DifferencePoint): NearestOnSimplex {
  const pq = subtract(q.w, p.w);
  const pr = subtract(r.w, p.w);
  const d1 = -dot(pq, p.w);
  const d2 = -dot(pr, p.w);
  if (d1 <= 0n && d2 <= 0n) return onPoint(p);
  const d3 = -dot(pq, q.w);
  const d4 = -dot(pr, q.w);
  if (d3 >= 0n && d4 <= d3) return onPoint(q);
  const d5 = -dot(pq, r.w);
  const d6 = -dot(pr, r.w);
  if (d6 >= 0n && d5 <= d6) return onPoint(r);
  if (d1 >= 0n && d3 <= 0n && d1 * d4 <= d3 * d2) return insideSegment(p, q);
  if (d2 >= 0n && d6 <= 0n && d5 * d2 <= d1 * d6) return insideSegment(p, r);
  if (d4 >= d3 && d5 >= d6 && d3 * d6 <= d5 * d4) return insideSegment(q, r);
  const normal = cross(pq, pr);
  const offset = dot(normal, p.w);
  const points = [p, q, r];
  if (offset === 0n) return { points, direction: ZERO, offset };
  return offset > 0n ? { points, direction: normal, offset } : { points, direction: negate(normal), offset: -offset };
}

/** Compares the distances offset/|direction|; a zero direction is at distance 0. */
function isNearer(left: NearestOnSimplex, right: NearestOnSimplex): boolean {
  if (isZero(left.direction)) return !isZero(right.direction);
  const l = left.offset * left.offset * dot(right.direction, right.direction);
  const r = right.offset * right.offset * dot(left.direction, left.direction);
  return l < r;
}

function onTetrahedron(points: readonly [DifferencePoint, DifferencePoint, DifferencePoint, DifferencePoint]) {
  let nearest: NearestOnSimplex | undefined;
  for (let opposite = 0; opposite < 4; opposite++) {
    const [p, q, r] = points.filter((_, k) => k !== opposite) as [DifferencePoint, DifferencePoint, DifferencePoint];
    const apex = points[opposite];
    const normal = cross(subtract(q.w, p.w), subtract(r.w, p.w));
    const origin = -dot(normal, p.w);
    const side = dot(normal, apex.w) + origin;
    if (side > 0n ? origin >= 0n : origin <= 0n) continue;
    const candidate = onTriangle(p, q, r);
    if (nearest === undefined || isNearer(candidate, nearest)) nearest = candidate;
  }
  return nearest ?? { points, direction: ZERO, offset: 0n };
}

/** The point nearest to the origin on the simplex of 1 to 4 affinely independent points. */
export function nearestOnSimplex(points: readonly DifferencePoint[]): NearestOnSimplex {
  const [p, q, r, s] = points as [DifferencePoint, DifferencePoint?, DifferencePoint?, DifferencePoint?];
  if (q === undefined) return onPoint(p);
  if (r === undefined) return onSegment(p, q);
  if (s === undefined) return onTriangle(p, q, r);
  return onTetrahedron([p, q, r, s]);
}

/**
 * Barycentric weights (not negative, to be divided by their sum) of the origin in a point, segment or triangle holding
 * it.
 */
export function weightsOfOrigin(points: readonly DifferencePoint[]): bigint[] {
  const [p, q, r] = points.map((point) => point.w) as [ExactVector, ExactVector?, ExactVector?];
  if (q === undefined) return [1n];
  if (r === undefined) {
    const e = subtract(q, p);
    return [dot(e, q), -dot(e, p)];
  }
  const normal = cross(subtract(q, p), subtract(r, p));
  return [dot(normal, cross(q, r)), dot(normal, cross(r, p)), dot(normal, cross(p, q))];
}
