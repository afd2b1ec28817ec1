// SPDX-License-Identifier: MIT
/**
 * GJK in the plane (Gilbert, Johnson, Keerthi 1988; outline in Feng and Tan 2019, section 3), for the distance rather
 * than the mere state: every step gives a lower bound, the gap seen along the current direction, and an upper bound,
 * the distance of the simplex. The origin on the simplex, which leaves the outline without a direction, is an end of
 * its own.
 */
import { length2 } from '../../math/planar-vector.ts';
import { type DifferencePoint, type PlacedPair, planarTracedPoint, supportAgainst } from './placed-pair.ts';
import { ALLOWANCE_IN_ROUNDINGS, type Found, type SearchLimits } from './planar-search.ts';

/** Polygons end after a few steps; needles of ellipses need most, about 60. Then the bounds are reported open. */
const LARGEST_STEP_COUNT = 200;

interface GjkResult extends Found {
  /** The simplex contains the origin, or comes within rounding of it: EPA finds the depth. */
  readonly holdsOrigin: boolean;
}

interface Nearest {
  readonly points: readonly DifferencePoint[];
  readonly x: number;
  readonly y: number;
}

/** The point of a segment nearest to the origin, with the ends it needs. */
function nearestOnSegment(p: DifferencePoint, q: DifferencePoint): Nearest {
  const ex = q.x - p.x;
  const ey = q.y - p.y;
  const squared = ex * ex + ey * ey;
  const along = -(p.x * ex + p.y * ey);
  if (!(along > 0)) return { points: [p], x: p.x, y: p.y };
  if (!(along < squared)) return { points: [q], x: q.x, y: q.y };
  // Square to the segment, from the nearer end: a short distance keeps its direction.
  const near = along < squared / 2 ? p : q;
  const k = (near.y * ex - near.x * ey) / squared;
  return { points: [p, q], x: -ey * k, y: ex * k };
}

function cross(p: DifferencePoint, q: DifferencePoint): number {
  return p.x * q.y - p.y * q.x;
}

function nearestOnTriangle(p: DifferencePoint, q: DifferencePoint, r: DifferencePoint): Nearest {
  const pq = cross(p, q);
  const qr = cross(q, r);
  const rp = cross(r, p);
  const isInside = (pq >= 0 && qr >= 0 && rp >= 0) || (pq <= 0 && qr <= 0 && rp <= 0);
  // A flat triangle has all three of either sign; its segments decide.
  if (isInside && pq + qr + rp !== 0) return { points: [p, q, r], x: 0, y: 0 };
  return nearer(nearer(nearestOnSegment(r, p), nearestOnSegment(r, q)), nearestOnSegment(p, q));
}

function nearer(one: Nearest, other: Nearest): Nearest {
  return length2(other.x, other.y) < length2(one.x, one.y) ? other : one;
}

/** The nearest point once w has joined the simplex. */
function nearestWith(points: readonly DifferencePoint[], w: DifferencePoint): Nearest {
  const p = points[0];
  const q = points[1];
  return q === undefined ? nearestOnSegment(p, w) : nearestOnTriangle(p, q, w);
}

function isSame(p: DifferencePoint, q: DifferencePoint): boolean {
  const isVertexPair = p.a.index >= 0 && p.b.index >= 0;
  return isVertexPair ? p.a.index === q.a.index && p.b.index === q.b.index : p.x === q.x && p.y === q.y;
}

function isAmong(points: readonly DifferencePoint[], w: DifferencePoint): boolean {
  for (const p of points) if (isSame(p, w)) return true;
  return false;
}

/** Distance of the cores, or a simplex that contains the origin. Never throws, always ends. */
export function planarGjk(pair: PlacedPair, { tolerance, trace }: SearchLimits): GjkResult {
  const allowance = ALLOWANCE_IN_ROUNDINGS * pair.rounding;
  const startLength = length2(pair.b.x, pair.b.y);
  let nx = startLength > 0 ? pair.b.x / startLength : 1;
  let ny = startLength > 0 ? pair.b.y / startLength : 0;
  const start = supportAgainst(pair, nx, ny);
  let nearest: Nearest = { points: [start], x: start.x, y: start.y };
  let upper = Infinity;
  let lower = -Infinity;
  let bestX = nx;
  let bestY = ny;
  let holdsOrigin = false;
  let hasEnded = false;
  let steps = 1;
  for (; steps < LARGEST_STEP_COUNT; steps++) {
    const distance = length2(nearest.x, nearest.y);
    holdsOrigin = nearest.points.length === 3 || !(distance > pair.rounding);
    if (holdsOrigin) break;
    upper = Math.min(upper, distance);
    nx = nearest.x / distance;
    ny = nearest.y / distance;
    const w = supportAgainst(pair, nx, ny);
    const gap = nx * w.x + ny * w.y;
    if (gap > lower) {
      lower = gap;
      bestX = nx;
      bestY = ny;
    }
    trace?.({
      algorithm: 'gjk',
      step: steps,
      kind: 'simplex',
      points: nearest.points.map(({ x, y }) => ({ x, y })),
      corners: nearest.points.map((point) => planarTracedPoint(pair, point)),
      polygon: [],
      added: planarTracedPoint(pair, w),
      normal: { x: nx, y: ny },
      lower: lower - allowance,
      upper: upper + allowance,
    });
    hasEnded = upper - lower <= tolerance || isAmong(nearest.points, w);
    if (hasEnded) break;
    const next = nearestWith(nearest.points, w);
    // Rounding can send the simplex in circles; then nothing better is to be had.
    hasEnded = next.points.length < 3 && !(length2(next.x, next.y) < distance);
    if (hasEnded) break;
    nearest = next;
  }
  return {
    nx: bestX,
    ny: bestY,
    lower: lower - allowance,
    upper: upper + allowance,
    points: nearest.points,
    gjkIterations: steps,
    epaIterations: 0,
    reason: holdsOrigin || hasEnded ? undefined : 'iteration-limit',
    holdsOrigin,
  };
}
