// SPDX-License-Identifier: MIT
/**
 * Facets of one plane patch, seen along its normal: corners, and sides as inward unit normal and offset. A patch
 * without a rim among them is a plane without end for what lies over it.
 */
import { writeAxesAcross } from '../arithmetic/axes-across.ts';
import { F, I } from '../memory.ts';
import {
  BOUNDARY_CORNERS,
  BOUNDARY_EDGE_KINDS,
  BOUNDARY_OFFSETS,
  BOUNDARY_POINTS,
  BOUNDARY_SIDES,
  QUERY_AXES,
  QUERY_BOUNDARY,
  QUERY_HAS_RIM,
  QUERY_ORIGIN,
  QUERY_OUTLINE,
  QUERY_OUTLINE_COUNT,
  QUERY_OUTLINE_FIRST,
  QUERY_OUTLINE_SIDES,
  QUERY_PART,
  QUERY_POLYGON,
  QUERY_POLYGON_COUNT,
  QUERY_ROUNDINGS,
  QUERY_SPARE,
} from './boundary-layout.ts';

/** Distance from a facet, relative to the body, that counts as on it; rounding moves the feet of bodies by less. */
export const ON_FACET_TOLERANCE: f64 = 1.0e-12;
/** The same for facets that are far larger than the body, relative to their coordinates. */
const COORDINATE_TOLERANCE: f64 = 8.881784197001252e-16;
/** Kind of an edge within a plane, as in src/meshes/edge-kinds.ts. */
export const COPLANAR: i32 = 1;

/** First coordinate in the plane of a point of the query's frame. */
export function acrossOf(q: i32, x: f64, y: f64, z: f64): f64 {
  const o: i32 = q + QUERY_AXES;
  return (x - F[o]) * F[o + 3] + (y - F[o + 1]) * F[o + 4] + (z - F[o + 2]) * F[o + 5];
}

/** Second coordinate. */
export function otherOf(q: i32, x: f64, y: f64, z: f64): f64 {
  const o: i32 = q + QUERY_AXES;
  return (x - F[o]) * F[o + 6] + (y - F[o + 1]) * F[o + 7] + (z - F[o + 2]) * F[o + 8];
}

/** The point of the plane with these coordinates, to F[to..]. */
export function writePlanePoint(q: i32, x: f64, y: f64, to: i32): void {
  const o: i32 = q + QUERY_AXES;
  for (let c: i32 = 0; c < 3; c++) F[to + c] = F[o + c] + x * F[o + 3 + c] + y * F[o + 6 + c];
}

/** Outlines the facets of a list, seen along the unit normal n, with coordinates from the point at F[origin..] on. */
export function outlineFacets(q: i32, list: i32, count: i32, origin: i32, nx: f64, ny: f64, nz: f64): void {
  for (let c: i32 = 0; c < 3; c++) F[q + QUERY_AXES + c] = F[origin + c];
  writeAxesAcross(nx, ny, nz, q + QUERY_AXES + 3);
  I[2 * q + QUERY_HAS_RIM] = 0;
  I[2 * q + QUERY_OUTLINE_COUNT] = count;
  I[I[2 * q + QUERY_OUTLINE_FIRST]] = 0;
  for (let k: i32 = 0; k < count; k++) outlineFacet(q, k, I[list + k]);
}

function outlineFacet(q: i32, k: i32, facet: i32): void {
  const b: i32 = 2 * I[2 * q + QUERY_BOUNDARY];
  const from: i32 = I[I[b + BOUNDARY_OFFSETS] + facet];
  const size: i32 = I[I[b + BOUNDARY_OFFSETS] + facet + 1] - from;
  const first: i32 = I[2 * q + QUERY_OUTLINE_FIRST] + k;
  const begin: i32 = I[first];
  const corners: i32 = I[2 * q + QUERY_OUTLINE] + 2 * begin;
  I[first + 1] = begin + size;
  let twice: f64 = 0.0;
  for (let i: i32 = 0; i < size; i++) {
    const v: i32 = I[b + BOUNDARY_POINTS] + 3 * I[I[b + BOUNDARY_CORNERS] + from + i];
    const x: f64 = F[v] - F[q + QUERY_ORIGIN];
    const y: f64 = F[v + 1] - F[q + QUERY_ORIGIN + 1];
    const z: f64 = F[v + 2] - F[q + QUERY_ORIGIN + 2];
    const at: i32 = corners + 2 * i;
    F[at] = acrossOf(q, x, y, z);
    F[at + 1] = otherOf(q, x, y, z);
    if (I[I[b + BOUNDARY_EDGE_KINDS] + I[I[b + BOUNDARY_SIDES] + from + i]] !== COPLANAR) I[2 * q + QUERY_HAS_RIM] = 1;
    if (i > 1)
      twice +=
        (F[at - 2] - F[corners]) * (F[at + 1] - F[corners + 1]) - (F[at - 1] - F[corners + 1]) * (F[at] - F[corners]);
  }
  const turn: f64 = twice < 0.0 ? -1.0 : 1.0;
  let largest: f64 = 0.0;
  for (let i: i32 = 0; i < size; i++) {
    const p: i32 = corners + 2 * i;
    const o: i32 = corners + 2 * (i + 1 === size ? 0 : i + 1);
    const wx: f64 = F[o] - F[p];
    const wy: f64 = F[o + 1] - F[p + 1];
    const long: f64 = Math.sqrt(wx * wx + wy * wy);
    if (Math.abs(F[p]) > largest) largest = Math.abs(F[p]);
    if (Math.abs(F[p + 1]) > largest) largest = Math.abs(F[p + 1]);
    const side: i32 = I[2 * q + QUERY_OUTLINE_SIDES] + 3 * (begin + i);
    // A side without length limits nothing.
    F[side] = long > 0.0 ? (-turn * wy) / long : 0.0;
    F[side + 1] = long > 0.0 ? (turn * wx) / long : 0.0;
    F[side + 2] = long > 0.0 ? F[side] * F[p] + F[side + 1] * F[p + 1] : -Infinity;
  }
  const rounding: i32 = I[2 * q + QUERY_ROUNDINGS] + 2 * k;
  F[rounding] = COORDINATE_TOLERANCE * largest;
  F[rounding + 1] = turn;
}

/** Distance of a point of the plane inside the sides of outlined facet k; negative outside. */
export function marginOf(q: i32, k: i32, x: f64, y: f64): f64 {
  const first: i32 = I[2 * q + QUERY_OUTLINE_FIRST] + k;
  const sides: i32 = I[2 * q + QUERY_OUTLINE_SIDES];
  let least: f64 = Infinity;
  for (let i: i32 = I[first]; i < I[first + 1]; i++) {
    const side: i32 = sides + 3 * i;
    const inside: f64 = F[side] * x + F[side + 1] * y - F[side + 2];
    if (inside < least) least = inside;
  }
  return least;
}

/** Number of the outlined facet under a point, or of the nearest to it; -1 when there is none. */
export function nearestOutline(q: i32, x: f64, y: f64): i32 {
  let best: i32 = -1;
  let most: f64 = -Infinity;
  for (let k: i32 = 0; k < I[2 * q + QUERY_OUTLINE_COUNT]; k++) {
    const inside: f64 = marginOf(q, k, x, y);
    if (best >= 0 && inside <= most) continue;
    most = inside;
    best = k;
  }
  return best;
}

/** True if the point is on an outlined facet, within rounding and the tolerance. */
export function isOnOutline(q: i32, x: f64, y: f64, tolerance: f64): bool {
  for (let k: i32 = 0; k < I[2 * q + QUERY_OUTLINE_COUNT]; k++) {
    if (marginOf(q, k, x, y) >= -tolerance - F[I[2 * q + QUERY_ROUNDINGS] + 2 * k]) return true;
  }
  return false;
}

/** Clips the polygon at QUERY_POLYGON to outlined facet k, to QUERY_PART; returns the number of corners. */
export function clipToOutline(q: i32, k: i32): i32 {
  const first: i32 = I[2 * q + QUERY_OUTLINE_FIRST] + k;
  const polygon: i32 = I[2 * q + QUERY_POLYGON];
  const part: i32 = I[2 * q + QUERY_PART];
  let count: i32 = I[2 * q + QUERY_POLYGON_COUNT];
  let from: i32 = polygon;
  let to: i32 = part;
  for (let i: i32 = I[first]; i < I[first + 1] && count > 0; i++) {
    const side: i32 = I[2 * q + QUERY_OUTLINE_SIDES] + 3 * i;
    if (F[side + 2] === -Infinity) continue;
    count = clipToSide(from, count, to, F[side], F[side + 1], F[side + 2]);
    from = to;
    to = from === part ? I[2 * q + QUERY_SPARE] : part;
  }
  if (from !== part) for (let c: i32 = 0; c < 2 * count; c++) F[part + c] = F[from + c];
  return count;
}

function clipToSide(from: i32, count: i32, to: i32, nx: f64, ny: f64, offset: f64): i32 {
  let kept: i32 = 0;
  for (let k: i32 = 0; k < count; k++) {
    const p: i32 = from + 2 * k;
    const o: i32 = from + 2 * (k + 1 === count ? 0 : k + 1);
    const here: f64 = nx * F[p] + ny * F[p + 1] - offset;
    const there: f64 = nx * F[o] + ny * F[o + 1] - offset;
    if (here >= 0.0) {
      F[to + 2 * kept] = F[p];
      F[to + 2 * kept + 1] = F[p + 1];
      kept++;
    }
    if (here < 0.0 === there < 0.0) continue;
    const t: f64 = here / (here - there);
    F[to + 2 * kept] = F[p] + t * (F[o] - F[p]);
    F[to + 2 * kept + 1] = F[p + 1] + t * (F[o + 1] - F[p + 1]);
    kept++;
  }
  return kept;
}
