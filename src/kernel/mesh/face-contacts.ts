// SPDX-License-Identifier: MIT
/**
 * Contacts of a convex body with the faces of a mesh. A face acts as a plane where the body's lowest feature is over
 * it: depth and normal are those of a half-space, however the face is divided into facets.
 */
import {
  ELLIPSOID,
  RESULT_DIMENSION_B,
  RESULT_LOWER,
  RESULT_POINT_ON_A,
  RESULT_POINT_ON_B,
  RESULT_UPPER,
  SHAPE_KIND,
  SHAPE_MARGIN,
  SHAPE_NEIGHBOUR_OFFSETS,
  SHAPE_NEIGHBOURS,
  SHAPE_VERTEX_COUNT,
  SHAPE_X,
  SHAPE_Y,
  SHAPE_Z,
  SUPERQUADRIC,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { meetsFacet } from './body-box.ts';
import { distanceTo, isHeightOnSide, meets, reachFrom, readFarthest } from './body-questions.ts';
import {
  BOUNDARY_CORNERS,
  BOUNDARY_FIRST_FACETS,
  BOUNDARY_NORMALS,
  BOUNDARY_OFFSETS,
  BOUNDARY_PATCH_NORMALS,
  BOUNDARY_PATCH_OF_FACET,
  BOUNDARY_PATCH_SIZES,
  BOUNDARY_POINTS,
  BOUNDARY_RISES,
  CONTACT_DISTANCE,
  CONTACT_FACET,
  CONTACT_FEATURE,
  CONTACT_FEATURE_ID,
  CONTACT_FLAGS,
  CONTACT_GROUP,
  CONTACT_LOWER,
  CONTACT_NORMAL,
  CONTACT_POINT,
  CONTACT_STRIDE,
  CONTACT_UPPER,
  IS_IN_CORNER,
  IS_ON_FEATURE,
  QUERY_BODY,
  QUERY_BOUNDARY,
  QUERY_CENTRE,
  QUERY_CODE,
  QUERY_CONTACT_COUNT,
  QUERY_CONTACTS,
  QUERY_DEPTH,
  QUERY_DONE,
  QUERY_FACET_COUNT,
  QUERY_FACETS,
  QUERY_GROUP_COUNT,
  QUERY_GROUP_FACETS,
  QUERY_GROUP_FIRST,
  QUERY_GROUP_PATCHES,
  QUERY_GROUP_TOUCHED,
  QUERY_MESH,
  QUERY_MORE,
  QUERY_NEEDS_ROOM,
  QUERY_NUMBER,
  QUERY_ORIGIN,
  QUERY_PLANE_CORNER,
  QUERY_PLANE_NORMAL,
  QUERY_POINT_COUNT,
  QUERY_POINTS,
  QUERY_REACH,
  QUERY_RESULT,
  QUERY_ROOM,
  QUERY_SEARCH_BOX,
  QUERY_SIZE,
  QUERY_TURN,
  QUERY_UNDER,
  QUERY_UNDER_COUNT,
  QUERY_VECTORS,
  QUERY_WORK,
} from './boundary-layout.ts';
import { facetsInBox } from './facets-in-box-kernel.ts';
import { facetAt, planeAt, pointAt } from './feature-blocks.ts';
import { footprintRegion } from './footprint.ts';
import { FEATURE_FACET, WORK_FACETS, WORK_NEEDED } from './mesh-layout.ts';
import { cornerRegion, mayBeInCorner } from './reflex-corners.ts';
import { sortNumbers } from './sort-numbers.ts';
import { footprintOnPlane } from './touching-corners.ts';

/**
 * Distance, relative to the body, by which a lowest point beside a facet may count as over it here: the exact test
 * comes later.
 */
const BESIDE: f64 = 1.0e-6;
/**
 * Rounding from the world to a feature beside the body, relative to the coordinates and the reach of its cone: a dozen
 * sums and products each for the body's pose and the directions of the cone.
 */
const PLACEMENT_ALLOWANCE: f64 = 7.105427357601002e-15;

// Scratch at QUERY_VECTORS, behind that of reflex-corners.ts in mayBeInCorner.
const LOWEST: i32 = 6; // lowest point of the body over a plane, then its foot

/** Facets whose boxes meet the one between `low` and `high`, wider by `more`, to I[list..], rising; -1: no room. */
export function searchFacets(q: i32, low: i32, high: i32, more: f64, list: i32): i32 {
  for (let c: i32 = 0; c < 3; c++) {
    F[q + QUERY_SEARCH_BOX + c] = F[q + QUERY_ORIGIN + c] + F[low + c] - more;
    F[q + QUERY_SEARCH_BOX + 3 + c] = F[q + QUERY_ORIGIN + c] + F[high + c] + more;
  }
  const work: i32 = I[2 * q + QUERY_WORK];
  const count: i32 = facetsInBox(I[2 * q + QUERY_MESH], q + QUERY_SEARCH_BOX, work);
  if (count < 0 || count > I[2 * q + QUERY_ROOM]) {
    I[2 * q + QUERY_CODE] = QUERY_NEEDS_ROOM;
    I[2 * q + QUERY_NUMBER] = count < 0 ? I[2 * work + WORK_NEEDED] : count;
    return -1;
  }
  const found: i32 = I[2 * work + WORK_FACETS];
  for (let k: i32 = 0; k < count; k++) I[list + k] = I[found + k];
  sortNumbers(list, count);
  return count;
}

/**
 * Facets of a patch whose boxes meet that of `count` points at F[points..], to QUERY_UNDER; a slanting body can have
 * its lowest point under facets beside it.
 */
export function findFacetsUnder(q: i32, points: i32, count: i32, patch: i32): void {
  const b: i32 = 2 * I[2 * q + QUERY_BOUNDARY];
  const under: i32 = I[2 * q + QUERY_UNDER];
  I[2 * q + QUERY_UNDER_COUNT] = 0;
  if (I[I[b + BOUNDARY_PATCH_SIZES] + patch] === 1) {
    I[under] = I[I[b + BOUNDARY_FIRST_FACETS] + patch];
    I[2 * q + QUERY_UNDER_COUNT] = 1;
    return;
  }
  const low: i32 = q + QUERY_SEARCH_BOX;
  const high: i32 = low + 3;
  for (let c: i32 = 0; c < 3; c++) {
    let least: f64 = F[points + c];
    let most: f64 = least;
    for (let k: i32 = 1; k < count; k++) {
      const at: f64 = F[points + 3 * k + c];
      if (at < least) least = at;
      if (at > most) most = at;
    }
    F[low + c] = least;
    F[high + c] = most;
  }
  const found: i32 = searchFacets(q, low, high, F[q + QUERY_MORE], under);
  let kept: i32 = 0;
  for (let k: i32 = 0; k < found; k++) {
    const facet: i32 = I[under + k];
    if (I[I[b + BOUNDARY_PATCH_OF_FACET] + facet] !== patch) continue;
    I[under + kept] = facet;
    kept++;
  }
  I[2 * q + QUERY_UNDER_COUNT] = kept;
}

/** Writes the bounds of the last result to a contact, widened by the rounding of a feature at F[at..]. */
export function writeBounds(q: i32, contact: i32, at: i32): void {
  const o: i32 = q + QUERY_ORIGIN;
  const far: f64 = Math.sqrt(F[o] * F[o] + F[o + 1] * F[o + 1] + F[o + 2] * F[o + 2]);
  const near: f64 = Math.sqrt(F[at] * F[at] + F[at + 1] * F[at + 1] + F[at + 2] * F[at + 2]);
  const allowance: f64 = PLACEMENT_ALLOWANCE * (far + near + reachFrom(q, at));
  F[contact + CONTACT_LOWER] = F[q + QUERY_RESULT + RESULT_LOWER] - allowance;
  F[contact + CONTACT_UPPER] = F[q + QUERY_RESULT + RESULT_UPPER] + allowance;
}

/** Address of the next contact; it counts once QUERY_CONTACT_COUNT is raised. */
export function nextContact(q: i32): i32 {
  return I[2 * q + QUERY_CONTACTS] + CONTACT_STRIDE * I[2 * q + QUERY_CONTACT_COUNT];
}

/** Finds the contacts with the faces that the body may touch, or into whose corners it may reach. */
export function findFaceContacts(q: i32): void {
  const h: i32 = 2 * q;
  for (let g: i32 = 0; g < I[h + QUERY_GROUP_COUNT] && I[h + QUERY_CODE] === QUERY_DONE; g++) {
    findFaceContact(q, g, I[I[h + QUERY_GROUP_TOUCHED] + g] !== 0);
  }
}

/** Largest deviation of the corners of a group's facets from its plane. */
function unevennessOf(q: i32, g: i32): f64 {
  const b: i32 = 2 * I[2 * q + QUERY_BOUNDARY];
  const n: i32 = q + QUERY_PLANE_NORMAL;
  const x: f64 = F[q + QUERY_ORIGIN] + F[q + QUERY_PLANE_CORNER];
  const y: f64 = F[q + QUERY_ORIGIN + 1] + F[q + QUERY_PLANE_CORNER + 1];
  const z: f64 = F[q + QUERY_ORIGIN + 2] + F[q + QUERY_PLANE_CORNER + 2];
  let largest: f64 = 0.0;
  for (let k: i32 = I[I[2 * q + QUERY_GROUP_FIRST] + g]; k < I[I[2 * q + QUERY_GROUP_FIRST] + g + 1]; k++) {
    const f: i32 = I[I[2 * q + QUERY_GROUP_FACETS] + k];
    for (let i: i32 = I[I[b + BOUNDARY_OFFSETS] + f]; i < I[I[b + BOUNDARY_OFFSETS] + f + 1]; i++) {
      const v: i32 = I[b + BOUNDARY_POINTS] + 3 * I[I[b + BOUNDARY_CORNERS] + i];
      const height: f64 = Math.abs(F[n] * (F[v] - x) + F[n + 1] * (F[v + 1] - y) + F[n + 2] * (F[v + 2] - z));
      if (height > largest) largest = height;
    }
  }
  return largest;
}

/**
 * Finds the plane of group g: the corner nearest to the body's origin, and the normal on the side of the body. Returns
 * the height of the body's centre over it.
 */
function findPlane(q: i32, g: i32): f64 {
  const b: i32 = 2 * I[2 * q + QUERY_BOUNDARY];
  const corner: i32 = q + QUERY_PLANE_CORNER;
  const ox: f64 = F[q + QUERY_ORIGIN];
  const oy: f64 = F[q + QUERY_ORIGIN + 1];
  const oz: f64 = F[q + QUERY_ORIGIN + 2];
  let least: f64 = Infinity;
  for (let k: i32 = I[I[2 * q + QUERY_GROUP_FIRST] + g]; k < I[I[2 * q + QUERY_GROUP_FIRST] + g + 1]; k++) {
    const f: i32 = I[I[2 * q + QUERY_GROUP_FACETS] + k];
    for (let i: i32 = I[I[b + BOUNDARY_OFFSETS] + f]; i < I[I[b + BOUNDARY_OFFSETS] + f + 1]; i++) {
      const v: i32 = I[b + BOUNDARY_POINTS] + 3 * I[I[b + BOUNDARY_CORNERS] + i];
      const x: f64 = F[v] - ox;
      const y: f64 = F[v + 1] - oy;
      const z: f64 = F[v + 2] - oz;
      const squared: f64 = x * x + y * y + z * z;
      if (squared >= least) continue;
      least = squared;
      F[corner] = x;
      F[corner + 1] = y;
      F[corner + 2] = z;
    }
  }
  const front: i32 = I[b + BOUNDARY_PATCH_NORMALS] + 3 * I[I[2 * q + QUERY_GROUP_PATCHES] + g];
  const height: f64 =
    F[front] * (F[q + QUERY_CENTRE] - F[corner]) +
    F[front + 1] * (F[q + QUERY_CENTRE + 1] - F[corner + 1]) +
    F[front + 2] * (F[q + QUERY_CENTRE + 2] - F[corner + 2]);
  const sign: f64 = height < 0.0 && F[q + QUERY_DEPTH] < 0.0 ? -1.0 : 1.0;
  for (let c: i32 = 0; c < 3; c++) F[q + QUERY_PLANE_NORMAL + c] = sign * F[front + c];
  return sign * height;
}

/** True if the body, whose centre is behind the plane that was found, of facets with one side, does not reach it. */
function isWhollyBehind(q: i32, g: i32): bool {
  const n: i32 = q + QUERY_PLANE_NORMAL;
  const distance: f64 = distanceTo(q, planeAt(q, -F[n], -F[n + 1], -F[n + 2], q + QUERY_PLANE_CORNER));
  if (distance <= F[q + QUERY_REACH]) return false;
  return distance - unevennessOf(q, g) > F[q + QUERY_REACH];
}

function findFaceContact(q: i32, g: i32, isTouched: bool): void {
  const h: i32 = 2 * q;
  const n: i32 = q + QUERY_PLANE_NORMAL;
  const through: i32 = q + QUERY_PLANE_CORNER;
  const r: i32 = q + QUERY_RESULT;
  const height: f64 = findPlane(q, g);
  if (!isHeightOnSide(q, height)) return;
  if (F[q + QUERY_DEPTH] >= 0.0 && height < 0.0 && isWhollyBehind(q, g)) return;
  if (isSurelyBeside(q, g, isTouched)) return;
  const distance: f64 = distanceTo(q, planeAt(q, F[n], F[n + 1], F[n + 2], through));
  if (!(distance <= F[q + QUERY_REACH])) return;
  const foot: i32 = r + RESULT_POINT_ON_A;
  if (F[r + RESULT_DIMENSION_B] === 0.0 && !mayTouchFace(q, g, isTouched, foot, r + RESULT_POINT_ON_B)) return;
  const patch: i32 = I[I[h + QUERY_GROUP_PATCHES] + g];
  const contact: i32 = nextContact(q);
  writeBounds(q, contact, through);
  const isRound: bool = footprintOnPlane(q, n, through);
  findFacetsUnder(q, I[h + QUERY_POINTS], I[h + QUERY_POINT_COUNT], patch);
  const point: i32 = contact + CONTACT_POINT;
  const under: i32 = I[h + QUERY_UNDER];
  const underCount: i32 = I[h + QUERY_UNDER_COUNT];
  let facet: i32 = footprintRegion(q, under, underCount, isRound, F[n], F[n + 1], F[n + 2], point);
  const isOver: bool = facet >= 0;
  if (!isOver) facet = cornerRegion(q, g, n, distance, point);
  if (facet < 0) return;
  const isOnFeature: bool = F[point + 3] === 1.0;
  const first: i32 = I[I[h + QUERY_GROUP_FIRST] + g];
  if (distance < 0.0) {
    // Into a corner the way leads through any of its faces.
    const isMet: bool = isOver
      ? isPierced(q, point, I[h + QUERY_GROUP_FACETS] + first, I[I[h + QUERY_GROUP_FIRST] + g + 1] - first)
      : isPierced(q, point, I[h + QUERY_FACETS], I[h + QUERY_FACET_COUNT]);
    if (!isMet) return;
  }
  if (I[h + QUERY_CODE] !== QUERY_DONE) return;
  const uneven: f64 = unevennessOf(q, g);
  F[contact + CONTACT_LOWER] = F[contact + CONTACT_LOWER] - uneven;
  F[contact + CONTACT_UPPER] = F[contact + CONTACT_UPPER] + uneven;
  F[contact + CONTACT_DISTANCE] = distance;
  for (let c: i32 = 0; c < 3; c++) F[contact + CONTACT_NORMAL + c] = F[n + c];
  I[2 * contact + CONTACT_FEATURE] = FEATURE_FACET;
  I[2 * contact + CONTACT_FEATURE_ID] = facet;
  I[2 * contact + CONTACT_FACET] = facet;
  I[2 * contact + CONTACT_GROUP] = g;
  I[2 * contact + CONTACT_FLAGS] = (isOnFeature ? IS_ON_FEATURE : 0) | (isOver ? 0 : IS_IN_CORNER);
  I[h + QUERY_CONTACT_COUNT] = I[h + QUERY_CONTACT_COUNT] + 1;
}

/** Distance of a point of a facet's plane inside its sides, in the mesh's frame; negative outside. */
function marginOn(b: i32, facet: i32, x: f64, y: f64, z: f64): f64 {
  const n: i32 = I[b + BOUNDARY_NORMALS] + 3 * facet;
  const begin: i32 = I[I[b + BOUNDARY_OFFSETS] + facet];
  const end: i32 = I[I[b + BOUNDARY_OFFSETS] + facet + 1];
  let least: f64 = Infinity;
  let v: i32 = I[b + BOUNDARY_POINTS] + 3 * I[I[b + BOUNDARY_CORNERS] + end - 1];
  for (let corner: i32 = begin; corner < end; corner++) {
    const w: i32 = I[b + BOUNDARY_POINTS] + 3 * I[I[b + BOUNDARY_CORNERS] + corner];
    const ex: f64 = F[w] - F[v];
    const ey: f64 = F[w + 1] - F[v + 1];
    const ez: f64 = F[w + 2] - F[v + 2];
    const px: f64 = x - F[v];
    const py: f64 = y - F[v + 1];
    const pz: f64 = z - F[v + 2];
    const area: f64 = F[n] * (ey * pz - ez * py) + F[n + 1] * (ez * px - ex * pz) + F[n + 2] * (ex * py - ey * px);
    const inside: f64 = area / Math.sqrt(ex * ex + ey * ey + ez * ez);
    if (inside < least) least = inside;
    v = w;
  }
  return least;
}

/**
 * True if the support point alone shows that the body is out of reach of the plane that was found, or that its only
 * lowest point is over no facet of group g and in no corner. Most planes need no other question.
 */
function isSurelyBeside(q: i32, g: i32, isTouched: bool): bool {
  const s: i32 = I[2 * q + QUERY_BODY];
  const kind: i32 = I[2 * s + SHAPE_KIND];
  const n: i32 = q + QUERY_PLANE_NORMAL;
  const through: i32 = q + QUERY_PLANE_CORNER;
  const lowest: i32 = q + QUERY_VECTORS + LOWEST;
  const foot: i32 = lowest + 3;
  const m: i32 = q + QUERY_TURN;
  const dx: f64 = -(F[m] * F[n] + F[m + 1] * F[n + 1] + F[m + 2] * F[n + 2]);
  const dy: f64 = -(F[m + 3] * F[n] + F[m + 4] * F[n + 1] + F[m + 5] * F[n + 2]);
  const dz: f64 = -(F[m + 6] * F[n] + F[m + 7] * F[n + 1] + F[m + 8] * F[n + 2]);
  const v: i32 = readFarthest(q, dx, dy, dz, lowest);
  const margin: f64 = F[s + SHAPE_MARGIN];
  let height: f64 = -margin;
  for (let c: i32 = 0; c < 3; c++) {
    height += (F[lowest + c] - F[through + c]) * F[n + c];
    F[lowest + c] = F[lowest + c] - margin * F[n + c];
  }
  const slack: f64 = BESIDE * F[q + QUERY_SIZE];
  if (height > F[q + QUERY_REACH] + slack) return true;
  const isPoint: bool =
    I[2 * s + SHAPE_VERTEX_COUNT] > 0
      ? isLowestAlone(s, v, dx, dy, dz, slack)
      : kind === SUPERQUADRIC || kind === ELLIPSOID;
  if (!isPoint) return false;
  for (let c: i32 = 0; c < 3; c++) F[foot + c] = F[lowest + c] - height * F[n + c];
  return !mayTouchFace(q, g, isTouched, foot, lowest);
}

/** True if all vertices beside vertex v of a polyhedron are behind it along d by more than the slack. */
function isLowestAlone(s: i32, v: i32, dx: f64, dy: f64, dz: f64, slack: f64): bool {
  const h: i32 = 2 * s;
  const x: i32 = I[h + SHAPE_X];
  const y: i32 = I[h + SHAPE_Y];
  const z: i32 = I[h + SHAPE_Z];
  for (let k: i32 = I[I[h + SHAPE_NEIGHBOUR_OFFSETS] + v]; k < I[I[h + SHAPE_NEIGHBOUR_OFFSETS] + v + 1]; k++) {
    const w: i32 = I[I[h + SHAPE_NEIGHBOURS] + k];
    if (dx * (F[x + v] - F[x + w]) + dy * (F[y + v] - F[y + w]) + dz * (F[z + v] - F[z + w]) <= slack) return false;
  }
  return true;
}

/** False if a single lowest point and its foot on the plane are over no facet of the patch and in no corner. */
function mayTouchFace(q: i32, g: i32, isTouched: bool, foot: i32, lowest: i32): bool {
  const b: i32 = 2 * I[2 * q + QUERY_BOUNDARY];
  const h: i32 = 2 * q;
  const patch: i32 = I[I[h + QUERY_GROUP_PATCHES] + g];
  const slack: f64 = BESIDE * F[q + QUERY_SIZE];
  const first: i32 = I[I[h + QUERY_GROUP_FIRST] + g];
  const end: i32 = I[I[h + QUERY_GROUP_FIRST] + g + 1];
  // Without a facet that it touches the body passes beside the face.
  if (isTouched) {
    const x: f64 = F[foot] + F[q + QUERY_ORIGIN];
    const y: f64 = F[foot + 1] + F[q + QUERY_ORIGIN + 1];
    const z: f64 = F[foot + 2] + F[q + QUERY_ORIGIN + 2];
    for (let i: i32 = first; i < end; i++) {
      if (marginOn(b, I[I[h + QUERY_GROUP_FACETS] + i], x, y, z) >= -slack) return true;
    }
    // Facets that the body does not touch have not been looked at.
    if (end - first < I[I[b + BOUNDARY_PATCH_SIZES] + patch]) return true;
  }
  if (I[I[b + BOUNDARY_RISES] + patch] === 0) return false;
  return mayBeInCorner(q, g, foot, lowest, q + QUERY_PLANE_NORMAL, slack);
}

/**
 * True if the body penetrates the face at the point at F[point..] or one of `count` facets. It may have its lowest
 * point below the face and pass outside of it.
 */
function isPierced(q: i32, point: i32, facets: i32, count: i32): bool {
  if (meets(q, pointAt(q, F[point], F[point + 1], F[point + 2]))) return true;
  for (let i: i32 = 0; i < count; i++) {
    if (meetsFacet(q, I[facets + i], 0.0) && meets(q, facetAt(q, I[facets + i]))) return true;
  }
  return false;
}
