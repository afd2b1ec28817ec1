// SPDX-License-Identifier: MIT
/**
 * The part of a patch of facets that lies under a body's lowest feature: a point, a segment, a convex polygon or a disc in the plane of
 * the patch, clipped by each facet (Sutherland and Hodgman 1974, doi:10.1145/360767.360802; a disc by its sectors and triangles). Facets
 * tile the patch, so the parts add up.
 */
import { addScaled, cross, dot, perpendicular, subtract, type Vector3 } from '../../math/vector.ts';
import { type AreaMoments, addDiscTriangle, type Rim } from './round-face.ts';

/** What is this close to a facet is on it, relative to the body; rounding moves the feet of bodies by less. */
export const ON_FACET_TOLERANCE = 1e-12;
/** The same for facets that are far larger than the body, relative to their coordinates. */
const COORDINATE_TOLERANCE = 2 ** -50;
/** A common part with less than this part of the footprint's area is a line or a point that both only touch. */
const SMALLEST_PART = 1e-12;

export type Point2 = readonly [number, number];

export interface FootprintRegion {
  /** Centroid of the part of the footprint that is on the patch. */
  readonly centroid: Vector3;
  /** The facet under the centroid, or the nearest to it. */
  readonly facet: number;
  /** False when the centroid is off all facets, over a gap. */
  readonly isOnFacet: boolean;
}

/** What of the body is lowest, in the plane of the patch. */
export interface Footprint {
  /** One, two or more corners in order; of a round face those of a square around it. */
  readonly corners: readonly Vector3[];
  readonly rim?: Rim;
}

export interface CornersOfFacet {
  readonly facet: number;
  readonly corners: readonly Vector3[];
}

/** The region of the footprint on the facets; undefined when it misses them. */
export function footprintRegion(
  { corners, rim }: Footprint,
  normal: Vector3,
  facets: readonly CornersOfFacet[],
  size: number,
): FootprintRegion | undefined {
  const first = perpendicular(normal);
  const second = cross(normal, first);
  const origin = rim?.centre ?? (corners[0] as Vector3);
  const flat = (p: Vector3): Point2 => [dot(subtract(p, origin), first), dot(subtract(p, origin), second)];
  const polygons = facets.map((each) => orientedPolygon(each.facet, each.corners.map(flat)));
  const tolerance = ON_FACET_TOLERANCE * size;
  const centre = rim ? discRegion(rim.radius, polygons) : regionOf(corners.map(flat), polygons, tolerance);
  if (centre === undefined) return undefined;
  let nearest = polygons[0] as FlatFacet;
  for (const polygon of polygons) if (margin(polygon, centre) > margin(nearest, centre)) nearest = polygon;
  const centroid = addScaled(addScaled(origin, first, centre[0]), second, centre[1]);
  return { centroid, facet: nearest.facet, isOnFacet: margin(nearest, centre) >= -tolerance - nearest.rounding };
}

function regionOf(shape: readonly Point2[], facets: readonly FlatFacet[], tolerance: number): Point2 | undefined {
  if (shape.length === 1) return pointRegion(shape[0] as Point2, facets, tolerance);
  if (shape.length === 2) return segmentRegion(shape[0] as Point2, shape[1] as Point2, facets, tolerance);
  return polygonRegion(shape, facets);
}

export interface FlatFacet {
  readonly facet: number;
  readonly corners: readonly Point2[];
  /** 1 when the corners run counter-clockwise, otherwise -1. */
  readonly turn: number;
  /** Sides as inward unit normal and offset: inside is normal . x >= offset. */
  readonly sides: readonly { readonly x: number; readonly y: number; readonly offset: number }[];
  readonly rounding: number;
}

/** Sides of the facet, which may run either way round when the footprint lies behind it. */
export function orientedPolygon(facet: number, corners: readonly Point2[]): FlatFacet {
  const turn = areaMoments(corners).area < 0 ? -1 : 1;
  let largest = 0;
  const sides = corners.flatMap(([x, y], k) => {
    const [nextX, nextY] = corners[(k + 1) % corners.length] as Point2;
    const long = Math.hypot(nextX - x, nextY - y);
    largest = Math.max(largest, Math.abs(x), Math.abs(y));
    if (!(long > 0)) return [];
    const nx = (-turn * (nextY - y)) / long;
    const ny = (turn * (nextX - x)) / long;
    return [{ x: nx, y: ny, offset: nx * x + ny * y }];
  });
  return { facet, corners, turn, sides, rounding: COORDINATE_TOLERANCE * largest };
}

/** Distance of a point inside the sides of a facet; negative outside. */
export function margin({ sides }: FlatFacet, [x, y]: Point2): number {
  return sides.reduce((least, side) => Math.min(least, side.x * x + side.y * y - side.offset), Infinity);
}

function pointRegion(p: Point2, facets: readonly FlatFacet[], tolerance: number): Point2 | undefined {
  const isOn = facets.some((facet) => margin(facet, p) >= -tolerance - facet.rounding);
  return isOn ? p : undefined;
}

function segmentRegion(p: Point2, q: Point2, facets: readonly FlatFacet[], tolerance: number): Point2 | undefined {
  const intervals: [number, number][] = [];
  for (const { sides, rounding } of facets) {
    let low = 0;
    let high = 1;
    for (const side of sides) {
      const from = side.x * p[0] + side.y * p[1] - side.offset;
      const to = side.x * q[0] + side.y * q[1] - side.offset;
      const slack = tolerance + rounding;
      if (from < -slack && to < -slack) high = -1;
      else if (from < -slack) low = Math.max(low, from / (from - to));
      else if (to < -slack) high = Math.min(high, from / (from - to));
    }
    if (low <= high) intervals.push([low, high]);
  }
  if (intervals.length === 0) return undefined;
  const long = Math.hypot(q[0] - p[0], q[1] - p[1]);
  const { covered, middle } = unionOf(intervals);
  const isWhole = (1 - covered) * long <= 4 * tolerance + Math.max(...facets.map(({ rounding }) => rounding));
  const t = isWhole ? 0.5 : middle;
  return [p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])];
}

/** Length and middle of what intervals cover together; sides that facets share are covered twice and count once. */
export function unionOf(intervals: readonly (readonly [number, number])[]): {
  readonly covered: number;
  readonly middle: number;
} {
  const sorted = intervals.toSorted((a, b) => a[0] - b[0]);
  let covered = 0;
  let moment = 0;
  let end = -Infinity;
  for (const [low, high] of sorted) {
    const from = Math.max(low, end);
    if (high > from) {
      covered += high - from;
      moment += ((high - from) * (high + from)) / 2;
    }
    end = Math.max(end, high);
  }
  const [first] = sorted;
  return { covered, middle: covered > 0 ? moment / covered : (first?.[0] ?? 0) };
}

function polygonRegion(polygon: readonly Point2[], facets: readonly FlatFacet[]): Point2 | undefined {
  const whole = areaMoments(polygon);
  const size = Math.abs(whole.area);
  let area = 0;
  let x = 0;
  let y = 0;
  for (const { sides } of facets) {
    let part: readonly Point2[] = polygon;
    for (const side of sides) {
      if (part.length > 0) part = clipped(part, side);
    }
    const moments = areaMoments(part);
    area += Math.abs(moments.area);
    const sign = moments.area < 0 ? -1 : 1;
    x += sign * moments.x;
    y += sign * moments.y;
  }
  if (!(area > SMALLEST_PART * size)) return undefined;
  const isWhole = area >= size * (1 - SMALLEST_PART);
  return isWhole ? [whole.x / whole.area, whole.y / whole.area] : [x / area, y / area];
}

export function clipped(points: readonly Point2[], side: FlatFacet['sides'][number]): readonly Point2[] {
  const height = (p: Point2): number => side.x * p[0] + side.y * p[1] - side.offset;
  const kept: Point2[] = [];
  points.forEach((p, k) => {
    const next = points[(k + 1) % points.length] as Point2;
    const here = height(p);
    const there = height(next);
    if (here >= 0) kept.push(p);
    if (here < 0 !== there < 0) {
      const t = here / (here - there);
      kept.push([p[0] + t * (next[0] - p[0]), p[1] + t * (next[1] - p[1])]);
    }
  });
  return kept;
}

/** Area, positive when counter-clockwise, and its first moments. */
function areaMoments(points: readonly Point2[]): AreaMoments {
  const moments = { area: 0, x: 0, y: 0 };
  const [origin] = points;
  if (origin === undefined) return moments;
  for (let k = 1; k + 1 < points.length; k++) {
    const [ax, ay] = points[k] as Point2;
    const [bx, by] = points[k + 1] as Point2;
    const part = ((ax - origin[0]) * (by - origin[1]) - (ay - origin[1]) * (bx - origin[0])) / 2;
    moments.area += part;
    moments.x += (part * (origin[0] + ax + bx)) / 3;
    moments.y += (part * (origin[1] + ay + by)) / 3;
  }
  return moments;
}

/** Centroid of what the disc about the origin has in common with the facets. */
function discRegion(radius: number, facets: readonly FlatFacet[]): Point2 | undefined {
  const sum: AreaMoments = { area: 0, x: 0, y: 0 };
  for (const { corners, turn } of facets) {
    const part: AreaMoments = { area: 0, x: 0, y: 0 };
    corners.forEach(([x, y], k) => {
      const [nextX, nextY] = corners[(k + 1) % corners.length] as Point2;
      addDiscTriangle(part, radius, x, y, nextX, nextY);
    });
    sum.area += turn * part.area;
    sum.x += turn * part.x;
    sum.y += turn * part.y;
  }
  const whole = Math.PI * radius * radius;
  if (!(sum.area > SMALLEST_PART * whole)) return undefined;
  return sum.area >= whole * (1 - SMALLEST_PART) ? [0, 0] : [sum.x / sum.area, sum.y / sum.area];
}
