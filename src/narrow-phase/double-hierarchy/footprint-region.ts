// SPDX-License-Identifier: MIT
/**
 * The part of a patch of facets below a body's lowest feature (the footprint): a point, segment, convex polygon or
 * disc, clipped by each facet (Sutherland and Hodgman 1974, doi:10.1145/360767.360802; discs by sectors and triangles).
 * Facets tile the patch, so the parts add up. If no rim of the patch is below it, the footprint is on the patch
 * entirely or not at all.
 */
import type { Vector3 } from '../../math/vector.ts';
import type { BodyAtMesh } from './body-at-mesh.ts';
import { FacetOutlines, ON_FACET_TOLERANCE } from './facet-outlines.ts';
import { FlatPolygon, unionOf } from './flat-polygon.ts';
import { type AreaMoments, addDiscTriangle, type Rim } from './round-face.ts';

/** A common part below this fraction of the footprint's area is only touched, as a line or point. */
const SMALLEST_PART = 1e-12;

interface FootprintRegion {
  /** Centroid of the part of the footprint that is on the patch. */
  readonly centroid: Vector3;
  /** The facet under the centroid, or the nearest to it. */
  readonly facet: number;
  /** False when the centroid is off all facets, over a gap. */
  readonly isOnFacet: boolean;
}

/** The lowest feature of the body, in the plane of the patch. */
export interface Footprint {
  /** One, two or more corners in order; of a round face those of a square around it. */
  readonly corners: readonly Vector3[];
  readonly rim?: Rim;
}

const outlines = new FacetOutlines();
const shape = new FlatPolygon();
/** The centroid that was found last. */
const centre = { x: 0, y: 0 };

/** The region of the footprint on these facets of one patch; undefined when it misses them. */
export function footprintRegion(
  { corners, rim }: Footprint,
  normal: Vector3,
  body: BodyAtMesh,
  facets: readonly number[],
): FootprintRegion | undefined {
  outlines.begin(rim?.centre ?? corners[0], normal);
  for (let k = 0; k < facets.length; k++) outlines.add(body, facets[k]);
  shape.clear();
  for (let k = 0; k < corners.length; k++) {
    const { x, y, z } = corners[k];
    shape.push(outlines.xOf(x, y, z), outlines.yOf(x, y, z));
  }
  const tolerance = ON_FACET_TOLERANCE * body.size;
  if (!(rim ? findDisc(rim.radius, tolerance) : findCentre(tolerance))) return undefined;
  const nearest = outlines.nearest(centre.x, centre.y);
  const margin = outlines.margin(nearest, centre.x, centre.y);
  return {
    centroid: outlines.pointAt(centre.x, centre.y),
    facet: outlines.facets[nearest],
    isOnFacet: margin >= -tolerance - outlines.roundings[nearest],
  };
}

function setCentre(x: number, y: number): boolean {
  centre.x = x;
  centre.y = y;
  return true;
}

/** Centroid of the common part of shape and facets, to `centre`; false if it is empty. */
function findCentre(tolerance: number): boolean {
  const { count, numbers } = shape;
  if (count === 1 || !outlines.hasRim) {
    if (!outlines.isOn(numbers[0], numbers[1], tolerance)) return false;
    if (count < 3) {
      const x = (numbers[0] + numbers[2 * count - 2]) / 2;
      return setCentre(x, (numbers[1] + numbers[2 * count - 1]) / 2);
    }
    shape.measure();
    return Math.abs(shape.area) > 0 && setCentre(shape.momentX / shape.area, shape.momentY / shape.area);
  }
  return count === 2 ? findSegment(tolerance) : findPolygon();
}

function findSegment(tolerance: number): boolean {
  const [px = 0, py = 0, qx = 0, qy = 0] = shape.numbers;
  const { sides, first, roundings } = outlines;
  const intervals: [number, number][] = [];
  let largest = -Infinity;
  for (let k = 0; k < outlines.count; k++) {
    let low = 0;
    let high = 1;
    const slack = tolerance + roundings[k];
    largest = Math.max(largest, roundings[k]);
    for (let i = first[k]; i < first[k + 1]; i++) {
      const [x, y, offset] = [sides[3 * i], sides[3 * i + 1], sides[3 * i + 2]];
      const from = x * px + y * py - offset;
      const to = x * qx + y * qy - offset;
      if (from < -slack && to < -slack) high = -1;
      else if (from < -slack) low = Math.max(low, from / (from - to));
      else if (to < -slack) high = Math.min(high, from / (from - to));
    }
    if (low <= high) intervals.push([low, high]);
  }
  if (intervals.length === 0) return false;
  const long = Math.sqrt((qx - px) * (qx - px) + (qy - py) * (qy - py));
  const { covered, middle } = unionOf(intervals);
  const t = (1 - covered) * long <= 4 * tolerance + largest ? 0.5 : middle;
  return setCentre(px + t * (qx - px), py + t * (qy - py));
}

const part = new FlatPolygon();

function findPolygon(): boolean {
  shape.measure();
  const whole = Math.abs(shape.area);
  let area = 0;
  let x = 0;
  let y = 0;
  for (let k = 0; k < outlines.count; k++) {
    part.take(shape);
    part.clipBy(outlines, k);
    part.measure();
    const sign = part.area < 0 ? -1 : 1;
    area += sign * part.area;
    x += sign * part.momentX;
    y += sign * part.momentY;
  }
  if (!(area > SMALLEST_PART * whole)) return false;
  if (area >= whole * (1 - SMALLEST_PART)) return setCentre(shape.momentX / shape.area, shape.momentY / shape.area);
  return setCentre(x / area, y / area);
}

/** Centroid of the common part of the facets and the disc about the origin. */
function findDisc(radius: number, tolerance: number): boolean {
  if (!outlines.hasRim) return outlines.isOn(0, 0, tolerance) && setCentre(0, 0);
  const sum: AreaMoments = { area: 0, x: 0, y: 0 };
  const { corners, first, turns } = outlines;
  for (let k = 0; k < outlines.count; k++) {
    const of: AreaMoments = { area: 0, x: 0, y: 0 };
    const [begin, end] = [first[k], first[k + 1]];
    for (let i = begin; i < end; i++) {
      const next = i + 1 === end ? begin : i + 1;
      const [x, y] = [corners[2 * i], corners[2 * i + 1]];
      addDiscTriangle(of, radius, x, y, corners[2 * next], corners[2 * next + 1]);
    }
    const turn = turns[k];
    sum.area += turn * of.area;
    sum.x += turn * of.x;
    sum.y += turn * of.y;
  }
  const whole = Math.PI * radius * radius;
  if (!(sum.area > SMALLEST_PART * whole)) return false;
  return sum.area >= whole * (1 - SMALLEST_PART) ? setCentre(0, 0) : setCentre(sum.x / sum.area, sum.y / sum.area);
}
