// SPDX-License-Identifier: MIT
/** A point against a polygon, directly: the farthest of its edges' lines inside, the nearest edge or corner outside. */
import { length2 } from '../../math/planar-vector.ts';
import type { CorePoint, DifferencePoint, PlacedCore, PlacedPair } from './placed-pair.ts';
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

function scan(body: PlacedCore, p: CorePoint): Seen {
  let from = body.vertex(0);
  if (body.vertexCount === 1) return seenFromCorner(from, p);
  let highest: Seen = { nx: 1, ny: 0, distance: -Infinity, ends: [] };
  let nearest = from;
  for (let i = 0; i < body.vertexCount; i++) {
    const to = body.vertex(body.next(i));
    const e = body.between(i, to.index);
    const length = length2(e.x, e.y);
    const ux = e.x / length;
    const uy = e.y / length;
    const dx = p.x - from.x;
    const dy = p.y - from.y;
    const height = uy * dx - ux * dy;
    const along = ux * dx + uy * dy;
    const seen = { nx: uy, ny: -ux, distance: height, ends: [from, to] };
    // A point straight above an edge of a convex polygon has its nearest point there.
    if (height > 0 && along > 0 && along < length) return seen;
    if (height > highest.distance) highest = seen;
    if (length2(dx, dy) < length2(p.x - nearest.x, p.y - nearest.y)) nearest = from;
    from = to;
  }
  return highest.distance > 0 ? seenFromCorner(nearest, p) : highest;
}

/** One core is a point, the other a polygon or a point too. */
export function pointAgainstPolygon(pair: PlacedPair): Found {
  const allowance = ALLOWANCE_IN_ROUNDINGS * pair.rounding;
  const isPointB = pair.b.vertexCount === 1;
  const polygon = isPointB ? pair.a : pair.b;
  const point = (isPointB ? pair.b : pair.a).vertex(0);
  const { nx, ny, distance, ends } = scan(polygon, point);
  const points: DifferencePoint[] = ends.map((end) => {
    const [a, b] = isPointB ? [end, point] : [point, end];
    return { x: b.x - a.x, y: b.y - a.y, a, b };
  });
  return {
    nx: isPointB ? nx : -nx,
    ny: isPointB ? ny : -ny,
    lower: distance - allowance,
    upper: distance + allowance,
    points,
    gjkIterations: 0,
    epaIterations: 0,
  };
}
