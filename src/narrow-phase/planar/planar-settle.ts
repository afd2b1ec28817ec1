// SPDX-License-Identifier: MIT
/**
 * From a rough direction to the accurate one. The signed distance is the largest gap seen along any direction, and
 * polygons attain it along the normal of an edge or the line between two corners: those around the points that the
 * search ended on are tried, and the best is taken. On ellipses Newton's method finds where the gap is stationary.
 */
import { length2 } from '../../math/planar-vector.ts';
import { type DifferencePoint, edgeNormal, type PlacedCore, type PlacedPair, supportAgainst } from './placed-pair.ts';
import { ALLOWANCE_IN_ROUNDINGS, type Found } from './planar-search.ts';

interface Settled {
  readonly nx: number;
  readonly ny: number;
  /** Gap seen along the direction, which is the signed distance of the cores. */
  readonly distance: number;
  readonly lower: number;
  readonly upper: number;
}

/** The gap along a unit vector and the support points that show it. */
interface Gap {
  readonly nx: number;
  readonly ny: number;
  readonly value: number;
  readonly w: DifferencePoint;
}

/** Newton doubles the digits from a start good to some; with halved steps 40 are more than any pair needs. */
const NEWTON_STEPS = 40;
/** One vertex a round; a search that ended within its tolerance of the gap is rarely more than a few vertices off. */
const LARGEST_ROUND_COUNT = 100;

function gapAlong(pair: PlacedPair, nx: number, ny: number): Gap {
  const w = supportAgainst(pair, nx, ny);
  return { nx, ny, value: nx * w.x + ny * w.y, w };
}

/** The value of `gapAlong`, to the bit. */
function gapValue({ a, b }: PlacedPair, nx: number, ny: number): number {
  if (a.vertexCount === 0 || b.vertexCount === 0) {
    const p = a.support(nx, ny);
    const q = b.support(-nx, -ny);
    return nx * (q.x - p.x) + ny * (q.y - p.y);
  }
  const i = a.supportIndex(nx, ny);
  const j = b.supportIndex(-nx, -ny);
  return nx * (b.vertexX(j) - a.vertexX(i)) + ny * (b.vertexY(j) - a.vertexY(i));
}

/** The best direction so far; only directions that are better are kept. */
class BestGap {
  readonly pair: PlacedPair;
  nx: number;
  ny: number;
  value: number;

  constructor(pair: PlacedPair, nx: number, ny: number) {
    this.pair = pair;
    this.nx = nx;
    this.ny = ny;
    this.value = gapValue(pair, nx, ny);
  }

  tryDirection(nx: number, ny: number): void {
    const value = gapValue(this.pair, nx, ny);
    if (!(value > this.value)) return;
    this.nx = nx;
    this.ny = ny;
    this.value = value;
  }

  /** The normal of a body's edge from vertex i to the next; `sign` is 1 for A, -1 for B. */
  tryEdge(body: PlacedCore, i: number, sign: number): void {
    const n = edgeNormal(body, i);
    this.tryDirection(sign * n.x, sign * n.y);
  }

  /** Both edges at a vertex, and those at a second one that are not the same. */
  tryEdgesAt(body: PlacedCore, vertex: number, second: number, sign: number): void {
    if (body.vertexCount < 2) return;
    const before = body.before(vertex);
    this.tryEdge(body, before, sign);
    this.tryEdge(body, vertex, sign);
    if (second === vertex) return;
    const beforeSecond = body.before(second);
    if (beforeSecond !== vertex) this.tryEdge(body, beforeSecond, sign);
    if (second !== before) this.tryEdge(body, second, sign);
  }

  tryPoints(a: { readonly x: number; readonly y: number }, b: { readonly x: number; readonly y: number }): void {
    const length = length2(b.x - a.x, b.y - a.y);
    if (length > 0) this.tryDirection((b.x - a.x) / length, (b.y - a.y) / length);
  }
}

/** Newton on the angle: the slope of the gap is t.w, its second derivative -(gap + radii of curvature). */
function polished(pair: PlacedPair, start: Gap): Gap {
  let best = start;
  let factor = 1;
  for (let step = 0; step < NEWTON_STEPS; step++) {
    const { nx, ny, value, w } = best;
    const slope = nx * w.y - ny * w.x;
    const bend = value + pair.a.curvatureRadius(nx, ny) + pair.b.curvatureRadius(-nx, -ny);
    // Not near a maximum: the gap bends the wrong way.
    if (!(bend > 0)) return best;
    const turn = Math.max(-0.5, Math.min(0.5, (factor * slope) / bend));
    const x = nx - turn * ny;
    const y = ny + turn * nx;
    const length = length2(x, y);
    const next = gapAlong(pair, x / length, y / length);
    const nextSlope = next.nx * next.w.y - next.ny * next.w.x;
    // At the top the gap itself no longer changes in float64, but its slope still falls.
    const isBetter =
      next.value > value || (next.value >= value - pair.rounding && Math.abs(nextSlope) < Math.abs(slope));
    if (isBetter) best = next;
    else factor /= 2;
    if (slope === 0 || factor < 1e-3 || (isBetter && x === nx && y === ny)) break;
  }
  return best;
}

/** The best direction of two polygonal cores around what the search found. */
export function settlePolygons(pair: PlacedPair, found: Found): Settled {
  const best = new BestGap(pair, found.nx, found.ny);
  const first = found.points[0];
  const second = found.points[1] ?? first;
  best.tryEdgesAt(pair.a, first.a.index, second.a.index, 1);
  best.tryEdgesAt(pair.b, first.b.index, second.b.index, -1);
  // Inside, the shortest way out is square to an edge.
  if (found.upper < 0) return settled(pair, found, gapAlong(pair, best.nx, best.ny));
  const isOneA = first.a.index === second.a.index;
  const isOneB = first.b.index === second.b.index;
  best.tryPoints(first.a, first.b);
  if (!isOneB) best.tryPoints(first.a, second.b);
  if (!isOneA) best.tryPoints(second.a, first.b);
  if (!isOneA && !isOneB) best.tryPoints(second.a, second.b);
  return settled(pair, found, gapAlong(pair, best.nx, best.ny));
}

/** The best direction where at least one core is an ellipse. */
export function settleCurved(pair: PlacedPair, found: Found): Settled {
  const start = polished(pair, gapAlong(pair, found.nx, found.ny));
  const best = new BestGap(pair, start.nx, start.ny);
  const first = found.points[0];
  const second = found.points[1] ?? first;
  tryEdgesAround(best, pair.a, [first.a.index, second.a.index, start.w.a.index], 1);
  tryEdgesAround(best, pair.b, [first.b.index, second.b.index, start.w.b.index], -1);
  const isSame = best.nx === start.nx && best.ny === start.ny;
  return settled(pair, found, isSame ? start : gapAlong(pair, best.nx, best.ny));
}

/** The edges at up to three vertices. */
function tryEdgesAround(
  best: BestGap,
  body: PlacedCore,
  vertices: readonly [number, number, number],
  sign: number,
): void {
  const [first, second, third] = vertices;
  best.tryEdgesAt(body, first, second, sign);
  if (third !== first && third !== second) best.tryEdgesAt(body, third, third, sign);
}

/**
 * Directions to try where the gap is within tolerance but the support points do not face each other: on from vertex to
 * vertex as long as the gap grows, as on a needle with many edges; then the normals of edges whose gap is the same
 * within rounding, as of a long edge seen by a small body.
 */
export function settleFurther(pair: PlacedPair, found: Found, from: Settled): readonly Settled[] {
  let gap = gapAlong(pair, from.nx, from.ny);
  for (let round = 0; round < LARGEST_ROUND_COUNT; round++) {
    const best = new BestGap(pair, gap.nx, gap.ny);
    best.tryEdgesAt(pair.a, gap.w.a.index, gap.w.a.index, 1);
    best.tryEdgesAt(pair.b, gap.w.b.index, gap.w.b.index, -1);
    const next = polished(pair, gapAlong(pair, best.nx, best.ny));
    if (!(next.value > gap.value)) break;
    gap = next;
  }
  const least = gap.value - ALLOWANCE_IN_ROUNDINGS * pair.rounding;
  const level = [...edgeGaps(pair, pair.a, gap.w.a.index, 1), ...edgeGaps(pair, pair.b, gap.w.b.index, -1)];
  return [gap, ...level.filter(({ value }) => value >= least)].map((one) => settled(pair, found, one));
}

/** The gaps along the normals of both edges at a vertex; `sign` is 1 for A, -1 for B. */
function edgeGaps(pair: PlacedPair, body: PlacedCore, vertex: number, sign: number): readonly Gap[] {
  if (body.vertexCount < 2) return [];
  return [body.before(vertex), vertex].map((i) => {
    const n = edgeNormal(body, i);
    return gapAlong(pair, sign * n.x, sign * n.y);
  });
}

function settled(pair: PlacedPair, found: Found, best: Gap): Settled {
  const allowance = ALLOWANCE_IN_ROUNDINGS * pair.rounding;
  // Apart, the two support points are points of the bodies, and so is the foot of one on the edge of the other.
  const reached = best.value > 0 ? Math.min(length2(best.w.x, best.w.y), footDistance(pair, best)) : Infinity;
  return {
    nx: best.nx,
    ny: best.ny,
    distance: best.value,
    lower: Math.max(found.lower, best.value - allowance),
    upper: Math.min(found.upper, reached + allowance),
  };
}

/** Distance of each support point from the edges of the other core at its support point. */
function footDistance({ a, b }: PlacedPair, { w }: Gap): number {
  return Math.min(distanceToEdges(a, w.a.index, w.b.x, w.b.y), distanceToEdges(b, w.b.index, w.a.x, w.a.y));
}

function distanceToEdges(body: PlacedCore, vertex: number, x: number, y: number): number {
  if (body.vertexCount < 2) return Infinity;
  return Math.min(distanceToEdge(body, body.before(vertex), x, y), distanceToEdge(body, vertex, x, y));
}

function distanceToEdge(body: PlacedCore, i: number, x: number, y: number): number {
  const dx = x - body.vertexX(i);
  const dy = y - body.vertexY(i);
  const e = body.between(i, body.next(i));
  const length = length2(e.x, e.y);
  const along = (dx * e.x + dy * e.y) / length;
  const clamped = Math.max(0, Math.min(length, along));
  const height = (dx * e.y - dy * e.x) / length;
  return length2(height, along - clamped);
}
