// SPDX-License-Identifier: MIT
/**
 * Cuts a part along a plane. Points within the tolerance band count as on the plane and are not moved; a polygon in the
 * plane goes to the side that it bounds. Both sides are closed by the same cap, so their volumes add up to that of the
 * part despite rounding. A cut without a reliable cap is refused.
 */
import { type PlanarRegion, planarRegion } from './planar-region.ts';
import { openSides, type Part, type Plane, type Polygon, type Solid, sideKey } from './solid.ts';

export interface PlaneCut {
  readonly below: Part;
  readonly above: Part;
  /** Closes the lower part; with reversed loops, the upper part. */
  readonly cap: Part;
  /** Per polygon of the cap: its connected section. */
  readonly sections: readonly number[];
  readonly sectionCount: number;
  /** Polygons that were cut, with their halves below and above. */
  readonly halves: readonly { readonly whole: Polygon; readonly below: Polygon; readonly above: Polygon }[];
}

/** Undefined if one side is empty or the section is no valid region. */
export function cutByPlane(solid: Solid, part: Part, plane: Plane): PlaneCut | undefined {
  const heights = new Map<number, number>();
  const heightOf = (p: number): number => {
    let height = heights.get(p);
    if (height === undefined) {
      height = solid.height(p, plane);
      if (Math.abs(height) <= solid.band) height = 0;
      heights.set(p, height);
    }
    return height;
  };
  const middles = new Map<number, number>();
  const below: Polygon[] = [];
  const above: Polygon[] = [];
  const halves: { whole: Polygon; below: Polygon; above: Polygon }[] = [];
  for (const polygon of part) {
    const { loop } = polygon;
    const isBelow = loop.some((p) => heightOf(p) < 0);
    const isAbove = loop.some((p) => heightOf(p) > 0);
    if (isBelow && isAbove) {
      const half = halvesOf(solid, polygon, heightOf, middles);
      below.push(half.below);
      above.push(half.above);
      halves.push({ whole: polygon, ...half });
    } else if (isBelow || (!isAbove && looksAlong(solid, polygon, plane))) below.push(polygon);
    else above.push(polygon);
  }
  if (below.length === 0 || above.length === 0) return undefined;
  const open = openSides(below);
  const region = regionOf(solid, plane, open);
  if (region === undefined) return undefined;
  const number = solid.addPlane(plane);
  const cap = region.polygons.map((loop): Polygon => ({ loop, plane: number }));
  if (!closes(open, openSides(above))) return undefined;
  return { below, above, cap, sections: region.parts, sectionCount: region.partCount, halves };
}

/** The cap of the upper part. */
export function turnedRound({ loop, plane }: Polygon): Polygon {
  return { loop: loop.toReversed(), plane: plane ^ 1 };
}

function looksAlong(solid: Solid, polygon: Polygon, plane: Plane): boolean {
  const [x, y, z] = solid.planes[polygon.plane].normal;
  return x * plane.normal[0] + y * plane.normal[1] + z * plane.normal[2] > 0;
}

function halvesOf(
  solid: Solid,
  { loop, plane }: Polygon,
  heightOf: (p: number) => number,
  middles: Map<number, number>,
): { below: Polygon; above: Polygon } {
  const below: number[] = [];
  const above: number[] = [];
  for (let i = 0; i < loop.length; i++) {
    const p = loop[i];
    const q = loop[(i + 1) % loop.length];
    const [h, k] = [heightOf(p), heightOf(q)];
    if (h <= 0) below.push(p);
    if (h >= 0) above.push(p);
    if ((h < 0 && k > 0) || (h > 0 && k < 0)) {
      const middle = middleOf(solid, p, q, heightOf, middles);
      below.push(middle);
      above.push(middle);
    }
  }
  return { below: { loop: below, plane }, above: { loop: above, plane } };
}

/** Intersection of a side with the plane; one point for both polygons at the side. */
function middleOf(
  solid: Solid,
  p: number,
  q: number,
  heightOf: (p: number) => number,
  middles: Map<number, number>,
): number {
  const [a, b] = p < q ? [p, q] : [q, p];
  const key = sideKey(a, b);
  const known = middles.get(key);
  if (known !== undefined) return known;
  const { coordinates } = solid;
  const number = coordinates.length / 3;
  const share = heightOf(a) / (heightOf(a) - heightOf(b));
  for (let k = 0; k < 3; k++) {
    coordinates.push(coordinates[3 * a + k] + share * (coordinates[3 * b + k] - coordinates[3 * a + k]));
  }
  middles.set(key, number);
  return number;
}

/** The region that closes the open sides of the lower part, projected along the dominant axis of the plane's normal. */
function regionOf(solid: Solid, { normal }: Plane, open: readonly number[]): PlanarRegion | undefined {
  if (open.length === 0) return undefined;
  const points = Array.from(new Set(open)).sort((a, b) => a - b);
  const indices = new Map(points.map((p, i) => [p, i]));
  let axis = 0;
  for (let k = 1; k < 3; k++) if (Math.abs(normal[k]) > Math.abs(normal[axis])) axis = k;
  const [u, v] = normal[axis] > 0 ? [(axis + 1) % 3, (axis + 2) % 3] : [(axis + 2) % 3, (axis + 1) % 3];
  const x = points.map((p) => solid.coordinates[3 * p + u]);
  const y = points.map((p) => solid.coordinates[3 * p + v]);
  const edges: number[] = [];
  for (let i = 0; i < open.length; i += 2) {
    edges.push(indices.get(open[i + 1]) as number, indices.get(open[i]) as number);
  }
  const region = planarRegion(x, y, edges);
  return region && { ...region, polygons: region.polygons.map((loop) => loop.map((i) => points[i])) };
}

/** True if the open sides of the upper part are opposite to those of the lower part. */
function closes(below: readonly number[], above: readonly number[]): boolean {
  if (below.length !== above.length) return false;
  const keys = (sides: readonly number[], from: number): number[] =>
    Array.from({ length: sides.length / 2 }, (_, i) => sideKey(sides[2 * i + from], sides[2 * i + 1 - from])).sort(
      (a, b) => a - b,
    );
  const first = keys(below, 0);
  const second = keys(above, 1);
  return first.every((key, i) => key === second[i]);
}
