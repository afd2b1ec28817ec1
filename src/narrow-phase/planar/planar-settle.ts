// SPDX-License-Identifier: MIT
/**
 * From a rough direction to the accurate one. The signed distance is the largest gap seen along any direction, and polygons
 * attain it along the normal of an edge or the line between two corners: those around the points that the search ended
 * on are tried, and the best is taken. On ellipses Newton's method finds where the gap is stationary.
 */
import { length2 } from '../../math/planar-vector.ts';
import { type DifferencePoint, type PlacedCore, type PlacedPair, supportAgainst } from './placed-pair.ts';
import { ALLOWANCE_IN_ROUNDINGS, type Found } from './planar-search.ts';

export interface Settled {
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

function gapAlong(pair: PlacedPair, nx: number, ny: number): Gap {
  const w = supportAgainst(pair, nx, ny);
  return { nx, ny, value: nx * w.x + ny * w.y, w };
}

/** Outward unit normal of the edge from vertex i to the next. */
export function edgeNormal(body: PlacedCore, i: number): { readonly x: number; readonly y: number } {
  const e = body.between(i, body.next(i));
  const length = length2(e.x, e.y);
  return { x: e.y / length, y: -e.x / length };
}

/** The edges at the given vertices, by their first vertex. */
function edgesAt(body: PlacedCore, vertices: readonly number[]): readonly number[] {
  if (body.vertexCount < 2) return [];
  return [...new Set(vertices.filter((v) => v >= 0).flatMap((v) => [body.before(v), v]))];
}

function betterOf(best: Gap, other: Gap): Gap {
  return other.value > best.value ? other : best;
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
  let best = gapAlong(pair, found.nx, found.ny);
  for (const i of edgesAt(
    pair.a,
    found.points.map(({ a }) => a.index),
  )) {
    const n = edgeNormal(pair.a, i);
    best = betterOf(best, gapAlong(pair, n.x, n.y));
  }
  for (const i of edgesAt(
    pair.b,
    found.points.map(({ b }) => b.index),
  )) {
    const n = edgeNormal(pair.b, i);
    best = betterOf(best, gapAlong(pair, -n.x, -n.y));
  }
  for (const { a } of found.points) {
    for (const { b } of found.points) {
      const length = length2(b.x - a.x, b.y - a.y);
      if (length > 0) best = betterOf(best, gapAlong(pair, (b.x - a.x) / length, (b.y - a.y) / length));
    }
  }
  return settled(pair, found, best);
}

/** The best direction where at least one core is an ellipse. */
export function settleCurved(pair: PlacedPair, found: Found): Settled {
  let best = polished(pair, gapAlong(pair, found.nx, found.ny));
  const indices = (of: (point: DifferencePoint) => number): number[] => [...found.points, best.w].map(of);
  for (const i of edgesAt(
    pair.a,
    indices(({ a }) => a.index),
  )) {
    const n = edgeNormal(pair.a, i);
    best = betterOf(best, gapAlong(pair, n.x, n.y));
  }
  for (const i of edgesAt(
    pair.b,
    indices(({ b }) => b.index),
  )) {
    const n = edgeNormal(pair.b, i);
    best = betterOf(best, gapAlong(pair, -n.x, -n.y));
  }
  return settled(pair, found, best);
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
function footDistance(pair: PlacedPair, { w }: Gap): number {
  const onA = edgesAt(pair.a, [w.a.index]).map((i) => distanceToEdge(pair.a, i, w.b.x, w.b.y));
  const onB = edgesAt(pair.b, [w.b.index]).map((i) => distanceToEdge(pair.b, i, w.a.x, w.a.y));
  return Math.min(Infinity, ...onA, ...onB);
}

function distanceToEdge(body: PlacedCore, i: number, x: number, y: number): number {
  const from = body.vertex(i);
  const e = body.between(i, body.next(i));
  const length = length2(e.x, e.y);
  const along = ((x - from.x) * e.x + (y - from.y) * e.y) / length;
  const clamped = Math.max(0, Math.min(length, along));
  const height = ((x - from.x) * e.y - (y - from.y) * e.x) / length;
  return length2(height, along - clamped);
}
