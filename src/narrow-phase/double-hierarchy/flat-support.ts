// SPDX-License-Identifier: MIT
/**
 * What of a body's face or edge rests on a patch of facets: the convex hull of the parts that lie on facets. A rigid body on a plane feels no more
 * of the plane than the hull of what it touches, so gaps inside do not matter, and neither does how the patch is cut.
 */
import { addScaled, cross, dot, perpendicular, subtract, type Vector3 } from '../../math/vector.ts';
import type { Point2 } from './footprint-region.ts';
import {
  type CornersOfFacet,
  clipped,
  type FlatFacet,
  margin,
  ON_FACET_TOLERANCE,
  orientedPolygon,
} from './footprint-region.ts';

/** Corners this close to the line through their neighbours, relative to the body, are none: they come from sides of facets. */
const STRAIGHT_TOLERANCE = 1e-9;

export class FlatSupport {
  /** True when all corners of the outline are on facets. */
  readonly isWhole: boolean;
  /** Of the hull, counter-clockwise about the normal, in the plane of the outline; two for a segment, none where nothing rests. */
  readonly corners: readonly Vector3[];
  readonly #facets: readonly FlatFacet[];
  readonly #flat: (p: Vector3) => Point2;

  /** The outline has two or more corners, in one plane with the normal. */
  constructor(outline: readonly Vector3[], normal: Vector3, facets: readonly CornersOfFacet[], size: number) {
    const first = perpendicular(normal);
    const second = cross(normal, first);
    const origin = outline[0] as Vector3;
    const flat = (p: Vector3): Point2 => [dot(subtract(p, origin), first), dot(subtract(p, origin), second)];
    this.#flat = flat;
    this.#facets = facets.map((each) => orientedPolygon(each.facet, each.corners.map(flat)));
    const polygon = outline.map(flat);
    const tolerance = ON_FACET_TOLERANCE * size;
    this.isWhole = polygon.every((p) => this.#facets.some((facet) => margin(facet, p) >= -tolerance - facet.rounding));
    const hull = this.isWhole ? polygon : hullOf(partsOn(polygon, this.#facets), STRAIGHT_TOLERANCE * size);
    this.corners = hull.map(([x, y]) => addScaled(addScaled(origin, first, x), second, y));
  }

  /** The facet under a point, or the nearest to it. */
  facetAt(point: Vector3): number {
    const at = this.#flat(point);
    let best = -1;
    let most = -Infinity;
    for (const facet of this.#facets) {
      const inside = margin(facet, at);
      if (inside <= most) continue;
      most = inside;
      best = facet.facet;
    }
    return best;
  }
}

function partsOn(polygon: readonly Point2[], facets: readonly FlatFacet[]): Point2[] {
  return facets.flatMap(({ sides }) => {
    let part: readonly Point2[] = polygon;
    for (const side of sides) if (part.length > 0) part = clipped(part, side);
    return part;
  });
}

function turn(a: Point2, b: Point2, c: Point2): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

function chain(points: readonly Point2[]): Point2[] {
  const kept: Point2[] = [];
  for (const p of points) {
    while (kept.length > 1 && turn(kept.at(-2) as Point2, kept.at(-1) as Point2, p) <= 0) kept.pop();
    kept.push(p);
  }
  kept.pop();
  return kept;
}

/** Convex hull, counter-clockwise (Andrew 1979, doi:10.1016/0020-0190(79)90072-3), without corners that are all but straight; none for a point. */
function hullOf(points: readonly Point2[], tolerance: number): Point2[] {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  const hull = [...chain(sorted), ...chain(sorted.toReversed())];
  for (let k = 0; k < hull.length && hull.length > 2; ) {
    const before = hull.at(k - 1) as Point2;
    const after = hull[(k + 1) % hull.length] as Point2;
    const long = Math.hypot(after[0] - before[0], after[1] - before[1]);
    if (turn(before, hull[k] as Point2, after) > tolerance * long) k++;
    else hull.splice(k, 1);
  }
  const [a, b] = hull;
  if (a === undefined || b === undefined) return [];
  return hull.length === 2 && Math.hypot(b[0] - a[0], b[1] - a[1]) <= tolerance ? [] : hull;
}
