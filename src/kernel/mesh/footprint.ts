// SPDX-License-Identifier: MIT
/**
 * The part of a patch of facets below a body's lowest feature (the footprint): a point, segment, convex polygon or
 * disc, clipped by each facet (Sutherland and Hodgman 1974, doi:10.1145/360767.360802; discs by sectors and triangles).
 * Facets tile the patch, so the parts add up. If no rim of the patch is below it, the footprint is on the patch
 * entirely or not at all.
 */
import { angleOf } from '../arithmetic/arc-tangent.ts';
import { F, I } from '../memory.ts';
import {
  QUERY_CENTROID,
  QUERY_HAS_RIM,
  QUERY_INTERVAL_COUNT,
  QUERY_INTERVALS,
  QUERY_MOMENTS,
  QUERY_OUTLINE,
  QUERY_OUTLINE_COUNT,
  QUERY_OUTLINE_FIRST,
  QUERY_OUTLINE_SIDES,
  QUERY_PART,
  QUERY_POINT_COUNT,
  QUERY_POINTS,
  QUERY_POLYGON,
  QUERY_POLYGON_COUNT,
  QUERY_RIM,
  QUERY_ROUNDINGS,
  QUERY_SIZE,
  QUERY_SUMS,
} from './boundary-layout.ts';
import {
  acrossOf,
  clipToOutline,
  isOnOutline,
  marginOf,
  nearestOutline,
  ON_FACET_TOLERANCE,
  otherOf,
  outlineFacets,
  writePlanePoint,
} from './facet-outlines.ts';

/** A common part below this fraction of the footprint's area is only touched, as a line or point. */
const SMALLEST_PART: f64 = 1.0e-12;

/**
 * The region of the footprint at QUERY_POINTS (QUERY_RIM if it is round) on the facets of a list, of one patch with
 * this normal: its centroid to F[out..], then 1 if it is on a facet, 0 over a gap. Returns the facet under the centroid
 * or the nearest to it; -1 when the footprint misses the facets.
 */
export function footprintRegion(
  q: i32,
  list: i32,
  count: i32,
  isRound: bool,
  nx: f64,
  ny: f64,
  nz: f64,
  out: i32,
): i32 {
  const points: i32 = I[2 * q + QUERY_POINTS];
  outlineFacets(q, list, count, isRound ? q + QUERY_RIM : points, nx, ny, nz);
  writePolygon(q, points, I[2 * q + QUERY_POINT_COUNT]);
  const tolerance: f64 = ON_FACET_TOLERANCE * F[q + QUERY_SIZE];
  if (!(isRound ? findDisc(q, F[q + QUERY_RIM + 3], tolerance) : findCentroid(q, tolerance))) return -1;
  const x: f64 = F[q + QUERY_CENTROID];
  const y: f64 = F[q + QUERY_CENTROID + 1];
  const nearest: i32 = nearestOutline(q, x, y);
  if (nearest < 0) return -1;
  const margin: f64 = marginOf(q, nearest, x, y);
  writePlanePoint(q, x, y, out);
  F[out + 3] = margin >= -tolerance - F[I[2 * q + QUERY_ROUNDINGS] + 2 * nearest] ? 1.0 : 0.0;
  return I[list + nearest];
}

/** Writes points of the query's frame as a polygon of the outlined plane. */
export function writePolygon(q: i32, points: i32, count: i32): void {
  const polygon: i32 = I[2 * q + QUERY_POLYGON];
  for (let k: i32 = 0; k < count; k++) {
    const p: i32 = points + 3 * k;
    F[polygon + 2 * k] = acrossOf(q, F[p], F[p + 1], F[p + 2]);
    F[polygon + 2 * k + 1] = otherOf(q, F[p], F[p + 1], F[p + 2]);
  }
  I[2 * q + QUERY_POLYGON_COUNT] = count;
}

function setCentroid(q: i32, x: f64, y: f64): bool {
  F[q + QUERY_CENTROID] = x;
  F[q + QUERY_CENTROID + 1] = y;
  return true;
}

/** Area of a polygon, positive when counter-clockwise, and its first moments, to QUERY_MOMENTS. */
function measure(q: i32, polygon: i32, count: i32): void {
  const ox: f64 = F[polygon];
  const oy: f64 = F[polygon + 1];
  let area: f64 = 0.0;
  let momentX: f64 = 0.0;
  let momentY: f64 = 0.0;
  for (let k: i32 = 1; k + 1 < count; k++) {
    const ax: f64 = F[polygon + 2 * k];
    const ay: f64 = F[polygon + 2 * k + 1];
    const bx: f64 = F[polygon + 2 * k + 2];
    const by: f64 = F[polygon + 2 * k + 3];
    const part: f64 = 0.5 * ((ax - ox) * (by - oy) - (ay - oy) * (bx - ox));
    area += part;
    momentX += (part * (ox + ax + bx)) / 3.0;
    momentY += (part * (oy + ay + by)) / 3.0;
  }
  F[q + QUERY_MOMENTS] = area;
  F[q + QUERY_MOMENTS + 1] = momentX;
  F[q + QUERY_MOMENTS + 2] = momentY;
}

/** The centroid of the polygon measured last. */
function takeCentroid(q: i32): bool {
  const area: f64 = F[q + QUERY_MOMENTS];
  return Math.abs(area) > 0.0 && setCentroid(q, F[q + QUERY_MOMENTS + 1] / area, F[q + QUERY_MOMENTS + 2] / area);
}

/** Centroid of the common part of polygon and facets; false if it is empty. */
function findCentroid(q: i32, tolerance: f64): bool {
  const count: i32 = I[2 * q + QUERY_POLYGON_COUNT];
  const p: i32 = I[2 * q + QUERY_POLYGON];
  if (count === 1 || I[2 * q + QUERY_HAS_RIM] === 0) {
    if (!isOnOutline(q, F[p], F[p + 1], tolerance)) return false;
    if (count < 3) return setCentroid(q, 0.5 * (F[p] + F[p + 2 * count - 2]), 0.5 * (F[p + 1] + F[p + 2 * count - 1]));
    measure(q, p, count);
    return takeCentroid(q);
  }
  return count === 2 ? findSegment(q, tolerance) : findPolygon(q);
}

function findSegment(q: i32, tolerance: f64): bool {
  const p: i32 = I[2 * q + QUERY_POLYGON];
  const intervals: i32 = I[2 * q + QUERY_INTERVALS];
  let count: i32 = 0;
  let largest: f64 = 0.0;
  for (let k: i32 = 0; k < I[2 * q + QUERY_OUTLINE_COUNT]; k++) {
    let low: f64 = 0.0;
    let high: f64 = 1.0;
    const rounding: f64 = F[I[2 * q + QUERY_ROUNDINGS] + 2 * k];
    const slack: f64 = tolerance + rounding;
    if (rounding > largest) largest = rounding;
    const first: i32 = I[2 * q + QUERY_OUTLINE_FIRST] + k;
    for (let i: i32 = I[first]; i < I[first + 1]; i++) {
      const side: i32 = I[2 * q + QUERY_OUTLINE_SIDES] + 3 * i;
      const from: f64 = F[side] * F[p] + F[side + 1] * F[p + 1] - F[side + 2];
      const to: f64 = F[side] * F[p + 2] + F[side + 1] * F[p + 3] - F[side + 2];
      const at: f64 = from / (from - to);
      if (from < -slack && to < -slack) high = -1.0;
      else if (from < -slack) low = low > at ? low : at;
      else if (to < -slack) high = high < at ? high : at;
    }
    if (!(low <= high)) continue;
    F[intervals + 2 * count] = low;
    F[intervals + 2 * count + 1] = high;
    count++;
  }
  if (count === 0) return false;
  const ex: f64 = F[p + 2] - F[p];
  const ey: f64 = F[p + 3] - F[p + 1];
  I[2 * q + QUERY_INTERVAL_COUNT] = count;
  const middle: f64 = middleOfUnion(q);
  const covered: f64 = F[q + QUERY_SUMS];
  const t: f64 = (1.0 - covered) * Math.sqrt(ex * ex + ey * ey) <= 4.0 * tolerance + largest ? 0.5 : middle;
  return setCentroid(q, F[p] + t * ex, F[p + 1] + t * ey);
}

/** Middle of the union of the intervals at QUERY_INTERVALS, which are sorted; its length goes to QUERY_SUMS. */
export function middleOfUnion(q: i32): f64 {
  const intervals: i32 = I[2 * q + QUERY_INTERVALS];
  const count: i32 = I[2 * q + QUERY_INTERVAL_COUNT];
  for (let k: i32 = 1; k < count; k++) {
    const low: f64 = F[intervals + 2 * k];
    const high: f64 = F[intervals + 2 * k + 1];
    let at: i32 = k;
    for (; at > 0 && F[intervals + 2 * at - 2] > low; at--) {
      F[intervals + 2 * at] = F[intervals + 2 * at - 2];
      F[intervals + 2 * at + 1] = F[intervals + 2 * at - 1];
    }
    F[intervals + 2 * at] = low;
    F[intervals + 2 * at + 1] = high;
  }
  let covered: f64 = 0.0;
  let moment: f64 = 0.0;
  let end: f64 = -Infinity;
  for (let k: i32 = 0; k < count; k++) {
    const low: f64 = F[intervals + 2 * k];
    const high: f64 = F[intervals + 2 * k + 1];
    const from: f64 = low > end ? low : end;
    if (high > from) {
      covered += high - from;
      moment += 0.5 * (high - from) * (high + from);
    }
    if (high > end) end = high;
  }
  F[q + QUERY_SUMS] = covered;
  return covered > 0.0 ? moment / covered : F[intervals];
}

function findPolygon(q: i32): bool {
  const p: i32 = I[2 * q + QUERY_POLYGON];
  const count: i32 = I[2 * q + QUERY_POLYGON_COUNT];
  measure(q, p, count);
  const whole: f64 = Math.abs(F[q + QUERY_MOMENTS]);
  let area: f64 = 0.0;
  let x: f64 = 0.0;
  let y: f64 = 0.0;
  for (let k: i32 = 0; k < I[2 * q + QUERY_OUTLINE_COUNT]; k++) {
    measure(q, I[2 * q + QUERY_PART], clipToOutline(q, k));
    const sign: f64 = F[q + QUERY_MOMENTS] < 0.0 ? -1.0 : 1.0;
    area += sign * F[q + QUERY_MOMENTS];
    x += sign * F[q + QUERY_MOMENTS + 1];
    y += sign * F[q + QUERY_MOMENTS + 2];
  }
  if (!(area > SMALLEST_PART * whole)) return false;
  if (area >= whole * (1.0 - SMALLEST_PART)) {
    measure(q, p, count);
    return takeCentroid(q);
  }
  return setCentroid(q, x / area, y / area);
}

/** Centroid of the common part of the facets and the disc about the origin of the plane. */
function findDisc(q: i32, radius: f64, tolerance: f64): bool {
  if (I[2 * q + QUERY_HAS_RIM] === 0) return isOnOutline(q, 0.0, 0.0, tolerance) && setCentroid(q, 0.0, 0.0);
  let area: f64 = 0.0;
  let x: f64 = 0.0;
  let y: f64 = 0.0;
  const sums: i32 = q + QUERY_SUMS;
  for (let k: i32 = 0; k < I[2 * q + QUERY_OUTLINE_COUNT]; k++) {
    const first: i32 = I[2 * q + QUERY_OUTLINE_FIRST] + k;
    for (let c: i32 = 0; c < 3; c++) F[sums + c] = 0.0;
    for (let i: i32 = I[first]; i < I[first + 1]; i++) {
      const p: i32 = I[2 * q + QUERY_OUTLINE] + 2 * i;
      const o: i32 = I[2 * q + QUERY_OUTLINE] + 2 * (i + 1 === I[first + 1] ? I[first] : i + 1);
      addDiscTriangle(sums, radius, F[p], F[p + 1], F[o], F[o + 1]);
    }
    const turn: f64 = F[I[2 * q + QUERY_ROUNDINGS] + 2 * k + 1];
    area += turn * F[sums];
    x += turn * F[sums + 1];
    y += turn * F[sums + 2];
  }
  const whole: f64 = Math.PI * radius * radius;
  if (!(area > SMALLEST_PART * whole)) return false;
  return area >= whole * (1.0 - SMALLEST_PART) ? setCentroid(q, 0.0, 0.0) : setCentroid(q, x / area, y / area);
}

/**
 * Adds the common part of the disc about the origin and the triangle from the origin to a and b, negative if it turns
 * right: area and first moments at F[sums..].
 */
export function addDiscTriangle(sums: i32, radius: f64, ax: f64, ay: f64, bx: f64, by: f64): void {
  const ex: f64 = bx - ax;
  const ey: f64 = by - ay;
  const squared: f64 = ex * ex + ey * ey;
  if (!(squared > 0.0)) return;
  // Where the side is inside the circle: from t0 to t1, if anywhere.
  const middle: f64 = -(ax * ex + ay * ey) / squared;
  const across: f64 = ax * ey - ay * ex;
  const off: f64 = (across * across) / squared;
  const half: f64 = off < radius * radius ? Math.sqrt((radius * radius - off) / squared) : -1.0;
  const t0: f64 = middle - half > 0.0 ? middle - half : 0.0;
  const t1: f64 = middle + half < 1.0 ? middle + half : 1.0;
  if (half < 0.0 || t0 >= t1) {
    addSector(sums, radius, ax, ay, bx, by);
    return;
  }
  const px: f64 = ax + t0 * ex;
  const py: f64 = ay + t0 * ey;
  const rx: f64 = ax + t1 * ex;
  const ry: f64 = ay + t1 * ey;
  if (t0 > 0.0) addSector(sums, radius, ax, ay, px, py);
  const part: f64 = 0.5 * (px * ry - py * rx);
  F[sums] = F[sums] + part;
  F[sums + 1] = F[sums + 1] + (part * (px + rx)) / 3.0;
  F[sums + 2] = F[sums + 2] + (part * (py + ry)) / 3.0;
  if (t1 < 1.0) addSector(sums, radius, rx, ry, bx, by);
}

function addSector(sums: i32, radius: f64, ax: f64, ay: f64, bx: f64, by: f64): void {
  const angle: f64 = angleOf(ax * bx + ay * by, ax * by - ay * bx);
  const a: f64 = Math.sqrt(ax * ax + ay * ay);
  const b: f64 = Math.sqrt(bx * bx + by * by);
  const cubic: f64 = (radius * radius * radius) / 3.0;
  F[sums] = F[sums] + 0.5 * radius * radius * angle;
  F[sums + 1] = F[sums + 1] + cubic * (by / b - ay / a);
  F[sums + 2] = F[sums + 2] + cubic * (ax / a - bx / b);
}
