// SPDX-License-Identifier: MIT
/** A point against a polygon, directly: the farthest of its edges' lines inside, the nearest edge or corner outside. */
import { length2 } from '../../math/planar-vector.ts';
import { type CorePoint, type DifferencePoint, edgeNormal, type PlacedCore, type PlacedPair } from './placed-pair.ts';
import { ALLOWANCE_IN_ROUNDINGS, type Found } from './planar-search.ts';

/** The polygon's nearest edge (two ends) or corner (one), with the unit vector from it to the point. */
interface Seen {
  readonly nx: number;
  readonly ny: number;
  readonly distance: number;
  readonly ends: readonly CorePoint[];
}

function seenFromCorner(q: CorePoint, p: CorePoint): Seen {
  const distance = length2(p.x - q.x, p.y - q.y);
  // Two points in one place have no direction: along x, as for concentric balls.
  if (!(distance > 0)) return { nx: 1, ny: 0, distance: 0, ends: [q] };
  return { nx: (p.x - q.x) / distance, ny: (p.y - q.y) / distance, distance, ends: [q] };
}

/** The nearest edge or corner of a polygon, or of a point, to p. */
function scan(body: PlacedCore, p: CorePoint): Seen {
  if (body.vertexCount === 1) return seenFromCorner(body.vertex(0), p);
  let highest = 0;
  let height = -Infinity;
  let nearest = 0;
  let least = Infinity;
  for (let i = 0; i < body.vertexCount; i++) {
    const e = body.between(i, body.next(i));
    const length = length2(e.x, e.y);
    const ux = e.x / length;
    const uy = e.y / length;
    const dx = p.x - body.vertexX(i);
    const dy = p.y - body.vertexY(i);
    const above = uy * dx - ux * dy;
    const along = ux * dx + uy * dy;
    // A point straight above an edge of a convex polygon has its nearest point there.
    if (above > 0 && along > 0 && along < length) return seenFromEdge(body, i, above);
    if (above > height) {
      height = above;
      highest = i;
    }
    const distance = length2(dx, dy);
    if (distance < least) {
      least = distance;
      nearest = i;
    }
  }
  return height > 0 ? seenFromCorner(body.vertex(nearest), p) : seenFromEdge(body, highest, height);
}

function seenFromEdge(body: PlacedCore, i: number, distance: number): Seen {
  const n = edgeNormal(body, i);
  return { nx: n.x, ny: n.y, distance, ends: [body.vertex(i), body.vertex(body.next(i))] };
}

/** How far (x, y) is from the outline of a polygon or from a point: outside positive, inside negative. */
export function heightAbove(body: PlacedCore, x: number, y: number): number {
  return scan(body, { x, y, index: -1 }).distance;
}

/** One core is a point, the other a polygon or a point too. */
export function pointAgainstPolygon(pair: PlacedPair): Found {
  const allowance = ALLOWANCE_IN_ROUNDINGS * pair.rounding;
  const isPointB = pair.b.vertexCount === 1;
  const polygon = isPointB ? pair.a : pair.b;
  const point = (isPointB ? pair.b : pair.a).vertex(0);
  const { nx, ny, distance, ends } = scan(polygon, point);
  const points: DifferencePoint[] = [];
  for (const end of ends) {
    const a = isPointB ? end : point;
    const b = isPointB ? point : end;
    points.push({ x: b.x - a.x, y: b.y - a.y, a, b });
  }
  return {
    nx: isPointB ? nx : -nx,
    ny: isPointB ? ny : -ny,
    lower: distance - allowance,
    upper: distance + allowance,
    points,
    gjkIterations: 0,
    epaIterations: 0,
    reason: undefined,
  };
}
