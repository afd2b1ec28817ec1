// SPDX-License-Identifier: MIT
/**
 * The supported part of a body's face or edge on a patch of facets: the convex hull of the parts on facets. A rigid
 * body on a plane depends only on this hull, so gaps inside and the division into facets do not matter.
 */
import { length2 } from '../../math/planar-vector.ts';
import type { Vector3 } from '../../math/vector.ts';
import type { BodyAtMesh } from './body-at-mesh.ts';
import { FacetOutlines, ON_FACET_TOLERANCE } from './facet-outlines.ts';
import { FlatPolygon } from './flat-polygon.ts';

type Point2 = readonly [number, number];

/**
 * Corners this close to the line through their neighbours, relative to the body, are dropped: they come from sides of
 * facets.
 */
const STRAIGHT_TOLERANCE = 1e-9;

const polygon = new FlatPolygon();
const part = new FlatPolygon();

/** The supported part; one object is reused. */
export class FlatSupport {
  /** True if all corners of the outline are on facets. */
  isWhole = false;
  /**
   * Of the hull, counter-clockwise about the normal, in the plane of the outline; two for a segment, none where nothing
   * rests, or all of it.
   */
  corners: readonly Vector3[] = [];
  readonly #outlines = new FacetOutlines();

  /** The outline has two or more corners, in one plane with the normal; the facets are of one patch. */
  find(outline: readonly Vector3[], normal: Vector3, body: BodyAtMesh, facets: readonly number[]): void {
    const outlines = this.#outlines;
    outlines.begin(outline[0], normal);
    for (let k = 0; k < facets.length; k++) outlines.add(body, facets[k]);
    polygon.clear();
    for (const { x, y, z } of outline) polygon.push(outlines.xOf(x, y, z), outlines.yOf(x, y, z));
    this.isWhole = this.#isWhole(ON_FACET_TOLERANCE * body.size);
    this.corners = [];
    // Without a rim the whole of it rests or nothing.
    if (this.isWhole || !outlines.hasRim) return;
    const points: Point2[] = [];
    for (let k = 0; k < outlines.count; k++) {
      part.take(polygon);
      part.clipBy(outlines, k);
      for (let i = 0; i < part.count; i++) points.push([part.numbers[2 * i], part.numbers[2 * i + 1]]);
    }
    this.corners = hullOf(points, STRAIGHT_TOLERANCE * body.size).map(([x, y]) => outlines.pointAt(x, y));
  }

  #isWhole(tolerance: number): boolean {
    const asked = this.#outlines.hasRim ? polygon.count : 1;
    for (let k = 0; k < asked; k++) {
      const [x, y] = [polygon.numbers[2 * k], polygon.numbers[2 * k + 1]];
      if (!this.#outlines.isOn(x, y, tolerance)) return false;
    }
    return true;
  }

  /** The facet under a point, or the nearest to it; -1 when there is none. */
  facetAt({ x, y, z }: Vector3): number {
    const nearest = this.#outlines.nearest(this.#outlines.xOf(x, y, z), this.#outlines.yOf(x, y, z));
    return nearest < 0 ? -1 : this.#outlines.facets[nearest];
  }
}

function turn(a: Point2, b: Point2, c: Point2): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/** True if the path a, b, c turns back. */
function isEnd(a: Point2, b: Point2, c: Point2): boolean {
  return (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) < 0;
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

/**
 * Convex hull, counter-clockwise (Andrew 1979, doi:10.1016/0020-0190(79)90072-3), without almost straight corners; none
 * for a point.
 */
function hullOf(points: readonly Point2[], tolerance: number): Point2[] {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  const hull = [...chain(sorted), ...chain(sorted.toReversed())];
  for (let k = 0; k < hull.length && hull.length > 2; ) {
    const before = hull.at(k - 1) as Point2;
    const after = hull[(k + 1) % hull.length];
    const long = length2(after[0] - before[0], after[1] - before[1]);
    // Both ends of a hull that is all but a segment are straight, too; they lie beyond their neighbours.
    if (turn(before, hull[k], after) > tolerance * long || isEnd(before, hull[k], after)) k++;
    else hull.splice(k, 1);
  }
  const [a, b] = hull;
  if (a === undefined || b === undefined) return [];
  return hull.length === 2 && length2(b[0] - a[0], b[1] - a[1]) <= tolerance ? [] : hull;
}
