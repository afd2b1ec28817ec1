// SPDX-License-Identifier: MIT
/**
 * GJK in the plane (Gilbert, Johnson, Keerthi 1988; outline in Feng and Tan 2019, section 3), for the distance rather than
 * the mere state: every step gives a lower bound, the gap seen along the current direction, and an upper bound, the
 * distance of the simplex. The origin on the simplex, which leaves the outline without a direction, is an end of its own.
 */
import { length2 } from '../../math/planar-vector.ts';
import { type DifferencePoint, type PlacedPair, supportAgainst } from './placed-pair.ts';
import { ALLOWANCE_IN_ROUNDINGS, type Found, type SearchLimits } from './planar-search.ts';

/** Polygons end after a few steps; needles of ellipses need most, about 60. Then the bounds are reported open. */
const LARGEST_STEP_COUNT = 200;

export interface GjkResult extends Found {
  /** The simplex holds the origin, or comes within rounding of it: the depth is EPA's question. */
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
  const candidates = [nearestOnSegment(r, p), nearestOnSegment(r, q), nearestOnSegment(p, q)];
  return candidates.reduce((best, one) => (length2(one.x, one.y) < length2(best.x, best.y) ? one : best));
}

function nearestOf(points: readonly DifferencePoint[]): Nearest {
  const [p, q, r] = points as [DifferencePoint, DifferencePoint?, DifferencePoint?];
  if (q === undefined) return { points, x: p.x, y: p.y };
  return r === undefined ? nearestOnSegment(p, q) : nearestOnTriangle(p, q, r);
}

function isSame(p: DifferencePoint, q: DifferencePoint): boolean {
  const isVertexPair = p.a.index >= 0 && p.b.index >= 0;
  return isVertexPair ? p.a.index === q.a.index && p.b.index === q.b.index : p.x === q.x && p.y === q.y;
}

/** The distance of the cores, or a simplex that holds the origin. Never throws, always ends. */
export function planarGjk(pair: PlacedPair, { tolerance, trace }: SearchLimits): GjkResult {
  const allowance = ALLOWANCE_IN_ROUNDINGS * pair.rounding;
  const startLength = length2(pair.b.x, pair.b.y);
  let nx = startLength > 0 ? pair.b.x / startLength : 1;
  let ny = startLength > 0 ? pair.b.y / startLength : 0;
  let nearest = nearestOf([supportAgainst(pair, nx, ny)]);
  let upper = Infinity;
  let lower = -Infinity;
  let best = { nx, ny };
  let steps = 1;
  const result = (holdsOrigin: boolean, reason?: 'iteration-limit'): GjkResult => ({
    ...best,
    lower: lower - allowance,
    upper: upper + allowance,
    points: nearest.points,
    gjkIterations: steps,
    epaIterations: 0,
    holdsOrigin,
    ...(reason && { reason }),
  });

  for (; steps < LARGEST_STEP_COUNT; steps++) {
    const distance = length2(nearest.x, nearest.y);
    if (nearest.points.length === 3 || !(distance > pair.rounding)) return result(true);
    upper = Math.min(upper, distance);
    nx = nearest.x / distance;
    ny = nearest.y / distance;
    const w = supportAgainst(pair, nx, ny);
    const gap = nx * w.x + ny * w.y;
    if (gap > lower) {
      lower = gap;
      best = { nx, ny };
    }
    trace?.({
      algorithm: 'gjk',
      step: steps,
      kind: 'simplex',
      points: nearest.points.map(({ x, y }) => ({ x, y })),
      normal: { x: nx, y: ny },
      lower: lower - allowance,
      upper: upper + allowance,
    });
    if (upper - lower <= tolerance || nearest.points.some((p) => isSame(p, w))) return result(false);
    const next = nearestOf([...nearest.points, w]);
    // Rounding can send the simplex in circles; then nothing better is to be had.
    if (next.points.length < 3 && !(length2(next.x, next.y) < distance)) return result(false);
    nearest = next;
  }
  return result(false, 'iteration-limit');
}
