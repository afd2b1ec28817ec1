// SPDX-License-Identifier: MIT
/**
 * Corners of a body lying flat on a face of a mesh, each with its own overlap and shares of springs and dashpots, as on
 * a half-space (src/kernel/features/flat-contact.ts). The body's face is clipped at the rim of the mesh face: to the
 * convex hull of its parts on facets. A rigid body on a plane depends only on this hull, so gaps inside and the
 * division into facets do not matter.
 */
import {
  cornersOnPlane,
  cornersOverPlane,
  FLAT_SINE,
  FLAT_SLOPE_SQUARED,
  flatContact,
} from '../features/flat-contact.ts';
import { loadFeature } from '../features/flat-feature.ts';
import {
  FLAT_A,
  FLAT_AXES,
  FLAT_B,
  FLAT_CLIP,
  FLAT_OVERLAP,
  FLAT_PLANE_A,
  FLAT_STRIDE,
  FLAT_TURN_A,
  PLANE_SLOPE,
} from '../features/flat-layout.ts';
import { SHAPE_VERTEX_COUNT } from '../layout.ts';
import { F, I } from '../memory.ts';
import {
  BOUNDARY_PATCH_NORMALS,
  QUERY_BODY,
  QUERY_BOUNDARY,
  QUERY_CODE,
  QUERY_DONE,
  QUERY_FEATURES,
  QUERY_FLAT,
  QUERY_HAS_RIM,
  QUERY_HULL,
  QUERY_IDENTITY,
  QUERY_NEEDS_ROOM,
  QUERY_NUMBER,
  QUERY_OUTLINE_COUNT,
  QUERY_PART,
  QUERY_PLANE_CORNER,
  QUERY_PLANE_NORMAL,
  QUERY_PLANE_ROOM,
  QUERY_POINTS,
  QUERY_POLYGON,
  QUERY_POLYGON_COUNT,
  QUERY_POSE,
  QUERY_ROOM,
  QUERY_SIZE,
  QUERY_UNDER,
  QUERY_UNDER_COUNT,
  QUERY_VECTORS,
} from './boundary-layout.ts';
import { findFacetsUnder } from './face-contacts.ts';
import {
  acrossOf,
  clipToOutline,
  isOnOutline,
  nearestOutline,
  ON_FACET_TOLERANCE,
  otherOf,
  outlineFacets,
  writePlanePoint,
} from './facet-outlines.ts';
import { planeAt, polygonAt } from './feature-blocks.ts';
import { writePolygon } from './footprint.ts';
import { patchCountOf, patchOf } from './independent-contacts.ts';

/** In sizes of the body: a plane so far above its own place has all corners of the body behind it. */
const LIFT: f64 = 4.0;
/** The hull is made larger by this part, so that corners of the body which are on it are not cut off by rounding. */
const MARGIN: f64 = 1.0e-9;
/**
 * Corners this close to the line through their neighbours, relative to the body, are dropped: they come from sides of
 * facets.
 */
const STRAIGHT_TOLERANCE: f64 = 1.0e-9;

/** Corners of the flat contact of the body with a block whose normal towards the body is at F[n..], to QUERY_FLAT. */
function flatAgainst(q: i32, block: i32, n: i32): i32 {
  if (I[2 * q + QUERY_CODE] !== QUERY_DONE) return 0;
  const body: i32 = I[2 * q + QUERY_BODY];
  return flatContact(body, q + QUERY_POSE, block, q + QUERY_IDENTITY, -F[n], -F[n + 1], -F[n + 2], q + QUERY_FLAT);
}

/** Cosine of the angle within which a body lies flat on a face. */
const FLAT_COSINE: f64 = Math.sqrt(1.0 - FLAT_SINE * FLAT_SINE);

/**
 * The patch on which a body may lie flat that has this contact with QUERY_PLANE_NORMAL: the one that is touched, or one
 * at the touched edge or vertex, whose normal takes its place; -1 for none. `isOneSided` if facets have one side.
 */
export function flatPatch(q: i32, contact: i32, isOneSided: i32): i32 {
  const n: i32 = q + QUERY_PLANE_NORMAL;
  const normals: i32 = I[2 * I[2 * q + QUERY_BOUNDARY] + BOUNDARY_PATCH_NORMALS];
  const count: i32 = patchCountOf(q, contact);
  let best: i32 = -1;
  let most: f64 = FLAT_COSINE;
  let side: f64 = 1.0;
  for (let k: i32 = 0; k < count; k++) {
    const patch: i32 = patchOf(q, contact, k);
    const front: i32 = normals + 3 * patch;
    const cosine: f64 = F[front] * F[n] + F[front + 1] * F[n + 1] + F[front + 2] * F[n + 2];
    const along: f64 = isOneSided !== 0 ? cosine : Math.abs(cosine);
    if (!(along > most || (along === most && (best < 0 || patch < best)))) continue;
    most = along;
    best = patch;
    side = cosine < 0.0 ? -1.0 : 1.0;
  }
  if (best >= 0) for (let c: i32 = 0; c < 3; c++) F[n + c] = side * F[normals + 3 * best + c];
  return best;
}

/**
 * Corners behind the plane through QUERY_PLANE_CORNER with QUERY_PLANE_NORMAL, of this patch, to QUERY_FLAT, points on
 * the plane; the facet of each to QUERY_FEATURES, -1 for none. Returns how many: none if the body is not flat on it.
 * `isInCorner` as IS_IN_CORNER of the contact there.
 */
export function flatOnFace(q: i32, patch: i32, isInCorner: i32): i32 {
  const n: i32 = q + QUERY_PLANE_NORMAL;
  const through: i32 = q + QUERY_PLANE_CORNER;
  const lifted: i32 = q + QUERY_VECTORS;
  const flat: i32 = q + QUERY_FLAT;
  for (let c: i32 = 0; c < 3; c++) F[lifted + c] = F[through + c] + LIFT * F[q + QUERY_SIZE] * F[n + c];
  const count: i32 = flatAgainst(q, planeAt(q, F[n], F[n + 1], F[n + 2], lifted), n);
  if (count < 2) return 0;
  const points: i32 = I[2 * q + QUERY_POINTS];
  for (let k: i32 = 0; k < count; k++) {
    const p: i32 = flat + FLAT_STRIDE * k;
    let height: f64 = 0.0;
    for (let c: i32 = 0; c < 3; c++) height += F[n + c] * (F[through + c] - F[p + c]);
    for (let c: i32 = 0; c < 3; c++) {
      F[points + 3 * k + c] = F[p + c] + height * F[n + c];
      F[points + 3 * (count + k) + c] = F[p + c];
    }
  }
  findFacetsUnder(q, points, 2 * count, patch);
  outlineFacets(q, I[2 * q + QUERY_UNDER], I[2 * q + QUERY_UNDER_COUNT], points, F[n], F[n + 1], F[n + 2]);
  writePolygon(q, points, count);
  const isWhole: bool = isAllOnFacets(q);
  const isLevel: bool = isFeatureLevel(q);
  const isPolyhedron: bool = I[2 * I[2 * q + QUERY_BODY] + SHAPE_VERTEX_COUNT] > 0;
  // What lies on the hull of a tilted polyhedron is a feature that is more level, or nothing.
  const level: i32 = isPolyhedron && !isLevel ? loadLevelFeature(q) : 0;
  if (!isWhole && isInCorner === 0 && isPolyhedron && !isLevel && level < 2) return 0;
  const corners: i32 = isWhole || I[2 * q + QUERY_HAS_RIM] === 0 ? 0 : findHull(q);
  if (!isWhole && corners === 0 && isInCorner === 0) return 0;
  let kept: i32 = 0;
  if (corners > 0 && isPolyhedron) kept = flatOnHull(q, isLevel ? -1 : level, corners, n, through);
  else {
    const block: i32 = corners > 0 ? hullBlock(q, corners, n) : planeAt(q, F[n], F[n + 1], F[n + 2], through);
    kept = flatAgainst(q, block, n);
  }
  const isOneFacet: bool = I[2 * q + QUERY_OUTLINE_COUNT] === 1;
  for (let k: i32 = 0; k < kept; k++) {
    const p: i32 = flat + FLAT_STRIDE * k;
    for (let c: i32 = 0; c < 3; c++) F[p + c] = F[p + c] + F[p + FLAT_OVERLAP] * F[n + c];
    const nearest: i32 = isOneFacet
      ? 0
      : nearestOutline(q, acrossOf(q, F[p], F[p + 1], F[p + 2]), otherOf(q, F[p], F[p + 1], F[p + 2]));
    I[I[2 * q + QUERY_FEATURES] + k] = nearest < 0 ? -1 : I[I[2 * q + QUERY_UNDER] + nearest];
  }
  return I[2 * q + QUERY_CODE] === QUERY_DONE ? kept : 0;
}

/**
 * Whether the feature of the body over the lifted plane, which takes tilted ones, is level enough for the flat contact
 * of two bodies. Caps of cylinders turn with the overlap: only of polyhedra it is that of the contact with the hull.
 */
function isFeatureLevel(q: i32): bool {
  const slope: i32 = q + QUERY_FLAT + FLAT_PLANE_A + PLANE_SLOPE;
  return F[slope] * F[slope] + F[slope + 1] * F[slope + 1] <= FLAT_SLOPE_SQUARED;
}

/** Loads the face or edge of a polyhedron that is so level, in the frame of the flat contact; returns its corners. */
function loadLevelFeature(q: i32): i32 {
  const flat: i32 = q + QUERY_FLAT;
  const turn: i32 = flat + FLAT_TURN_A;
  return loadFeature(I[2 * q + QUERY_BODY], turn, 1.0, FLAT_SINE, flat + FLAT_A, flat + FLAT_PLANE_A);
}

/**
 * Corners of the contact of a polyhedron with the hull. `level`: number of corners of its feature that has been loaded;
 * -1 if the hull lies within that and is the common part already.
 */
function flatOnHull(q: i32, level: i32, count: i32, n: i32, through: i32): i32 {
  const body: i32 = I[2 * q + QUERY_BODY];
  const work: i32 = q + QUERY_FLAT;
  const axes: i32 = work + FLAT_AXES;
  const points: i32 = I[2 * q + QUERY_POINTS];
  if (level >= 0) enlarge(points, count);
  const corners: i32 = work + (level < 0 ? FLAT_CLIP : FLAT_B);
  for (let k: i32 = 0; k < count; k++) {
    const x: f64 = F[points + 3 * k];
    const y: f64 = F[points + 3 * k + 1];
    const z: f64 = F[points + 3 * k + 2];
    F[corners + 2 * k] = x * F[axes] + y * F[axes + 1] + z * F[axes + 2];
    F[corners + 2 * k + 1] = x * F[axes + 3] + y * F[axes + 4] + z * F[axes + 5];
  }
  const height: f64 = F[through] * F[n] + F[through + 1] * F[n + 1] + F[through + 2] * F[n + 2];
  return level < 0 ? cornersOnPlane(body, count, -height, work) : cornersOverPlane(body, level, count, -height, work);
}

/** True if all corners of the polygon are on facets; without a rim the whole of it rests or nothing. */
function isAllOnFacets(q: i32): bool {
  const tolerance: f64 = ON_FACET_TOLERANCE * F[q + QUERY_SIZE];
  const asked: i32 = I[2 * q + QUERY_HAS_RIM] !== 0 ? I[2 * q + QUERY_POLYGON_COUNT] : 1;
  const polygon: i32 = I[2 * q + QUERY_POLYGON];
  for (let k: i32 = 0; k < asked; k++) {
    if (!isOnOutline(q, F[polygon + 2 * k], F[polygon + 2 * k + 1], tolerance)) return false;
  }
  return true;
}

/** Makes the hull of `count` corners at F[points..] larger by its margin. */
function enlarge(points: i32, count: i32): void {
  for (let c: i32 = 0; c < 3; c++) {
    let sum: f64 = 0.0;
    for (let k: i32 = 0; k < count; k++) sum += F[points + 3 * k + c];
    const centre: f64 = sum / count;
    for (let k: i32 = 0; k < count; k++) {
      const at: i32 = points + 3 * k + c;
      F[at] = F[at] + MARGIN * (F[at] - centre);
    }
  }
}

/** The hull, made larger by its margin, as a block. */
function hullBlock(q: i32, count: i32, n: i32): i32 {
  const points: i32 = I[2 * q + QUERY_POINTS];
  enlarge(points, count);
  return polygonAt(q, points, count, n);
}

/**
 * The convex hull of the parts of the polygon on the outlined facets, counter-clockwise about the normal, to
 * QUERY_POINTS; two corners of a segment. Returns their number, 0 where nothing rests.
 */
function findHull(q: i32): i32 {
  const points: i32 = I[2 * q + QUERY_HULL];
  const part: i32 = I[2 * q + QUERY_PART];
  let count: i32 = 0;
  for (let k: i32 = 0; k < I[2 * q + QUERY_OUTLINE_COUNT]; k++) {
    const corners: i32 = clipToOutline(q, k);
    if (count + corners > I[2 * q + QUERY_PLANE_ROOM]) {
      I[2 * q + QUERY_CODE] = QUERY_NEEDS_ROOM;
      I[2 * q + QUERY_NUMBER] = 2 * I[2 * q + QUERY_ROOM];
      return 0;
    }
    for (let i: i32 = 0; i < 2 * corners; i++) F[points + 2 * count + i] = F[part + i];
    count += corners;
  }
  const isConvex: bool = I[2 * q + QUERY_OUTLINE_COUNT] === 1 && I[2 * q + QUERY_POLYGON_COUNT] > 2;
  let all: i32 = isConvex ? takeConvex(points, count, part) : 0;
  if (all === 0) {
    sortPoints(points, count);
    // Andrew 1979, doi:10.1016/0020-0190(79)90072-3: one chain there, one back.
    const there: i32 = chain(points, count, 1, part);
    all = there + chain(points, count, -1, part + 2 * there);
  }
  const hull: i32 = withoutStraight(part, all, STRAIGHT_TOLERANCE * F[q + QUERY_SIZE]);
  const to: i32 = I[2 * q + QUERY_POINTS];
  for (let k: i32 = 0; k < hull; k++) writePlanePoint(q, F[part + 2 * k], F[part + 2 * k + 1], to + 3 * k);
  return hull;
}

/**
 * The part of a polygon on one facet is its own hull: copies it to F[to..], counter-clockwise, and returns the number
 * of corners; 0 if it has no area.
 */
function takeConvex(points: i32, count: i32, to: i32): i32 {
  let twice: f64 = 0.0;
  for (let k: i32 = 2; k < count; k++) twice += turnAt(points, points + 2 * k - 2, points + 2 * k);
  if (!(twice !== 0.0) || count < 3) return 0;
  for (let k: i32 = 0; k < count; k++) {
    const from: i32 = points + 2 * (twice > 0.0 ? k : count - 1 - k);
    F[to + 2 * k] = F[from];
    F[to + 2 * k + 1] = F[from + 1];
  }
  return count;
}

/** Sorts points by x, then by y (Shell 1959, doi:10.1145/368370.368387). */
function sortPoints(points: i32, count: i32): void {
  for (let gap: i32 = count > 16 ? count >> 1 : 1; gap > 0; gap = gap >> 1) {
    for (let k: i32 = gap; k < count; k++) {
      const x: f64 = F[points + 2 * k];
      const y: f64 = F[points + 2 * k + 1];
      let at: i32 = k;
      for (; at >= gap; at -= gap) {
        const before: i32 = points + 2 * (at - gap);
        if (!(F[before] > x || (F[before] === x && F[before + 1] > y))) break;
        F[points + 2 * at] = F[before];
        F[points + 2 * at + 1] = F[before + 1];
      }
      F[points + 2 * at] = x;
      F[points + 2 * at + 1] = y;
    }
  }
}

/** Twice the area of the triangle of three points, positive when counter-clockwise. */
function turnAt(a: i32, b: i32, c: i32): f64 {
  return (F[b] - F[a]) * (F[c + 1] - F[a + 1]) - (F[b + 1] - F[a + 1]) * (F[c] - F[a]);
}

/** One side of the hull of sorted points, from the first to the last or back, without its last point, to F[to..]. */
function chain(points: i32, count: i32, step: i32, to: i32): i32 {
  let kept: i32 = 0;
  for (let k: i32 = 0; k < count; k++) {
    const p: i32 = points + 2 * (step > 0 ? k : count - 1 - k);
    while (kept > 1 && turnAt(to + 2 * kept - 4, to + 2 * kept - 2, p) <= 0.0) kept--;
    F[to + 2 * kept] = F[p];
    F[to + 2 * kept + 1] = F[p + 1];
    kept++;
  }
  return kept > 0 ? kept - 1 : 0;
}

/** Drops almost straight corners; returns how many are left, 0 for a point. */
function withoutStraight(hull: i32, given: i32, tolerance: f64): i32 {
  let count: i32 = given;
  for (let k: i32 = 0; k < count && count > 2; ) {
    const at: i32 = hull + 2 * k;
    const before: i32 = hull + 2 * (k === 0 ? count - 1 : k - 1);
    const after: i32 = hull + 2 * (k + 1 === count ? 0 : k + 1);
    const x: f64 = F[after] - F[before];
    const y: f64 = F[after + 1] - F[before + 1];
    // Both ends of a hull that is all but a segment are straight, too; they lie beyond their neighbours.
    const isEnd: bool =
      (F[at] - F[before]) * (F[after] - F[at]) + (F[at + 1] - F[before + 1]) * (F[after + 1] - F[at + 1]) < 0.0;
    if (isEnd || turnAt(before, at, after) > tolerance * Math.sqrt(x * x + y * y)) {
      k++;
      continue;
    }
    for (let i: i32 = at; i < hull + 2 * count - 2; i++) F[i] = F[i + 2];
    count--;
  }
  if (count < 2) return 0;
  const x: f64 = F[hull + 2] - F[hull];
  const y: f64 = F[hull + 3] - F[hull + 1];
  return count === 2 && Math.sqrt(x * x + y * y) <= tolerance ? 0 : count;
}
