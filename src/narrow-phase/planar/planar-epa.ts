// SPDX-License-Identifier: MIT
/**
 * The expanding polygon: EPA in the plane (van den Bergen 2001; outline in Feng and Tan 2019, section 4). The edge
 * nearest to the origin is replaced by two over the farthest point beyond it. In the plane that point sees no other
 * edge, so there is no horizon to find. The normal is that of the edge, which exists at depth 0 too, unlike c/|c| of
 * their step 3.b.
 */
import { length2 } from '../../math/planar-vector.ts';
import { planarHull } from '../../shapes/planar/polygon-hull.ts';
import { type DifferencePoint, type PlacedPair, planarTracedPoint, supportAgainst } from './placed-pair.ts';
import { ALLOWANCE_IN_ROUNDINGS, type Found, type SearchLimits } from './planar-search.ts';

/** Random ellipses need 10 to 40 expansions, those whose difference is almost a disc about the origin some hundred. */
const LARGEST_VERTEX_COUNT = 1000;

/**
 * Differences and products round by a few 2^-53 of the two terms: beyond this part of them the sign of the area is
 * sure.
 */
const CLEAR_AREA = 2 ** -50;

interface Edge {
  readonly from: DifferencePoint;
  readonly to: DifferencePoint;
  /** Outward unit normal. */
  readonly nx: number;
  readonly ny: number;
  /** The smaller n.x of both ends: no point of the edge is nearer to the origin, whatever rounding did to n. */
  readonly distance: number;
  /** The support point along the normal lies on it: it is an edge of the difference. */
  readonly isFinal: boolean;
}

function edgeBetween(from: DifferencePoint, to: DifferencePoint): Edge {
  const length = length2(to.x - from.x, to.y - from.y);
  const nx = length > 0 ? (to.y - from.y) / length : 0;
  const ny = length > 0 ? -(to.x - from.x) / length : 0;
  const distance = length > 0 ? Math.min(nx * from.x + ny * from.y, nx * to.x + ny * to.y) : Infinity;
  return { from, to, nx, ny, distance, isFinal: false };
}

function finalEdge({ from, to, nx, ny, distance }: Edge): Edge {
  return { from, to, nx, ny, distance, isFinal: true };
}

/**
 * A clear triangle as `planarHull` orders it, counter-clockwise from the lowest x; undefined where rounding could tell
 * otherwise.
 */
function orderedTriangle(corners: readonly DifferencePoint[]): readonly DifferencePoint[] | undefined {
  const [p, q, r] = corners as [DifferencePoint, DifferencePoint, DifferencePoint];
  const left = (q.x - p.x) * (r.y - p.y);
  const right = (q.y - p.y) * (r.x - p.x);
  if (!(Math.abs(left - right) > CLEAR_AREA * (Math.abs(left) + Math.abs(right)))) return undefined;
  const isLeft = (one: DifferencePoint, other: DifferencePoint): boolean =>
    one.x < other.x || (one.x === other.x && one.y < other.y);
  const [second, third] = left > right ? [q, r] : [r, q];
  if (isLeft(p, second) && isLeft(p, third)) return [p, second, third];
  return isLeft(second, third) ? [second, third, p] : [third, p, second];
}

/** A polygon with an area that contains the origin, from such a simplex and support points across it. */
function startPolygon(pair: PlacedPair, simplex: readonly DifferencePoint[]): readonly DifferencePoint[] {
  const triangle = simplex.length === 3 ? orderedTriangle(simplex) : undefined;
  if (triangle !== undefined) return triangle;
  const points = [...simplex];
  const isNew = (w: DifferencePoint): boolean =>
    points.every((p) => length2(p.x - w.x, p.y - w.y) > ALLOWANCE_IN_ROUNDINGS * pair.rounding);
  for (const [x, y] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const) {
    if (points.length > 1) break;
    const w = supportAgainst(pair, x, y);
    if (isNew(w)) points.push(w);
  }
  const [p, q] = points as [DifferencePoint, DifferencePoint?];
  if (points.length === 2 && q !== undefined) {
    const { nx, ny } = edgeBetween(p, q);
    for (const w of [supportAgainst(pair, nx, ny), supportAgainst(pair, -nx, -ny)]) {
      if (Math.abs(nx * (w.x - p.x) + ny * (w.y - p.y)) > ALLOWANCE_IN_ROUNDINGS * pair.rounding) points.push(w);
    }
  }
  return planarHull(Float64Array.from(points.flatMap(({ x, y }) => [x, y]))).map((i) => points[i]);
}

function nearestEdge(edges: readonly Edge[]): number {
  let nearest = 0;
  let least = Infinity;
  for (let i = 0; i < edges.length; i++) {
    const { distance } = edges[i];
    if (distance < least) {
      least = distance;
      nearest = i;
    }
  }
  return nearest;
}

/**
 * Depth of overlapping cores, from a simplex of their difference that contains the origin. Never throws, always ends.
 */
export function planarEpa(
  pair: PlacedPair,
  simplex: readonly DifferencePoint[],
  gjkIterations: number,
  { tolerance, trace }: SearchLimits,
): Found {
  const allowance = ALLOWANCE_IN_ROUNDINGS * pair.rounding;
  const corners = startPolygon(pair, simplex);
  if (corners.length < 3) return flatDifference(corners, allowance, gjkIterations);
  const edges = corners.map((corner, i) => edgeBetween(corner, corners[(i + 1) % corners.length]));
  let atLeast = -Infinity;
  let atMost = Infinity;
  let best = edges[0];
  let steps = 0;
  let reason: 'deep' | undefined;
  for (;;) {
    const at = nearestEdge(edges);
    const edge = edges[at];
    atLeast = Math.max(atLeast, edge.distance);
    if (edge.isFinal || atMost - atLeast <= tolerance) break;
    if (edges.length >= LARGEST_VERTEX_COUNT) {
      reason = 'deep';
      break;
    }
    steps++;
    // Outwards of B - A is from B to A.
    const w = supportAgainst(pair, -edge.nx, -edge.ny);
    const height = edge.nx * w.x + edge.ny * w.y;
    if (height < atMost) {
      atMost = height;
      best = edge;
    }
    trace?.({
      algorithm: 'epa',
      step: steps,
      kind: 'edge',
      points: [edge.from, edge.to].map(({ x, y }) => ({ x, y })),
      corners: [edge.from, edge.to].map((point) => planarTracedPoint(pair, point)),
      polygon: edges.map(({ from: { x, y } }) => ({ x, y })),
      added: planarTracedPoint(pair, w),
      normal: { x: -edge.nx, y: -edge.ny },
      lower: -atMost - allowance,
      upper: -atLeast + allowance,
    });
    const first = edgeBetween(edge.from, w);
    const second = edgeBetween(w, edge.to);
    const grows = height - edge.distance > 2 * pair.rounding && first.distance < Infinity && second.distance < Infinity;
    if (grows) edges.splice(at, 1, first, second);
    else edges[at] = finalEdge(edge);
  }
  return {
    nx: -best.nx,
    ny: -best.ny,
    lower: -atMost - allowance,
    upper: -atLeast + allowance,
    points: [best.from, best.to],
    gjkIterations,
    epaIterations: steps,
    reason,
  };
}

/** Cores within rounding of a point or of one line: they touch, across that line. */
function flatDifference(corners: readonly DifferencePoint[], allowance: number, gjkIterations: number): Found {
  const [p, q] = corners as [DifferencePoint, DifferencePoint?];
  const { nx, ny } = q === undefined ? { nx: -1, ny: 0 } : edgeBetween(p, q);
  const size = 2 * allowance;
  return {
    nx: -nx,
    ny: -ny,
    lower: -size,
    upper: size,
    points: corners,
    gjkIterations,
    epaIterations: 0,
    reason: undefined,
  };
}
