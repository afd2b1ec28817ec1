// SPDX-License-Identifier: MIT
/**
 * Contacts of a convex body with the edges between faces: queries the wedge of the facets at an edge, and keeps
 * contacts on its ridge. Collinear pieces of an edge between the same faces give one contact.
 */
import { RESULT_DIMENSION_B, RESULT_DISTANCE, RESULT_NORMAL, RESULT_POINT_ON_A } from '../layout.ts';
import { F, I } from '../memory.ts';
import { distanceTo, isHeightOnSide, isSurelyInside, isWithinReach, reachFrom } from './body-questions.ts';
import {
  BODY_IS_ROUND,
  BOUNDARY_EDGE_ENDS,
  BOUNDARY_EDGE_FACETS,
  BOUNDARY_EDGE_KINDS,
  BOUNDARY_EDGE_OFFSETS,
  BOUNDARY_NORMALS,
  BOUNDARY_PATCH_OF_FACET,
  BOUNDARY_POINTS,
  BOUNDARY_WEDGES,
  CONTACT_ALONG,
  CONTACT_DISTANCE,
  CONTACT_FACET,
  CONTACT_FEATURE,
  CONTACT_FEATURE_ID,
  CONTACT_FLAGS,
  CONTACT_FROM,
  CONTACT_GROUP,
  CONTACT_HIGH,
  CONTACT_LOW,
  CONTACT_NORMAL,
  CONTACT_POINT,
  CONTACT_STRIDE,
  FEATURE_NONE,
  FEATURE_UNKNOWN,
  IS_ON_FEATURE,
  QUERY_BOUNDARY,
  QUERY_CENTRE,
  QUERY_CODE,
  QUERY_CONTACT_COUNT,
  QUERY_CONTACTS,
  QUERY_DEPTH,
  QUERY_DONE,
  QUERY_FEATURES,
  QUERY_INTERVAL_COUNT,
  QUERY_INTERVALS,
  QUERY_NEEDS_WEDGES,
  QUERY_ORIGIN,
  QUERY_POINTS,
  QUERY_REACH,
  QUERY_RESULT,
  QUERY_RIM,
  QUERY_SHAPE,
  QUERY_SIZE,
  QUERY_TOUCHED,
  QUERY_TOUCHED_COUNT,
  QUERY_VECTORS,
  WEDGE_ALONG,
} from './boundary-layout.ts';
import { CROSSING_FOUND, CROSSING_NONE, CROSSING_OPEN, edgeCrossing } from './edge-crossing.ts';
import { nextContact, writeBounds } from './face-contacts.ts';
import { planeAt, pointAt, segmentAt, wedgeAt } from './feature-blocks.ts';
import { isFoundClear, isKnownClear, keyOfEdge } from './feature-clearance.ts';
import { listFeaturesNear } from './features-near.ts';
import { middleOfUnion } from './footprint.ts';
import { FEATURE_EDGE } from './mesh-layout.ts';
import { cornersOnWedge, footprintOnPlane } from './touching-corners.ts';

/**
 * Distance from a ridge or tip, relative to the body, within which a contact point is on it: the accuracy of points on
 * curved bodies.
 */
export const ON_RIDGE_TOLERANCE: f64 = 1.0e-7;
/**
 * Sine of the angle up to which two normals are equal: the accuracy of contact normals of curved bodies. An edge or
 * vertex touched along the normal of its own facet is a contact of the facet.
 */
export const SAME_NORMAL_SINE: f64 = 1.0e-6;
// Kinds of edges, as in src/meshes/edge-kinds.ts.
const CONVEX: i32 = 2;
const REFLEX: i32 = 3;

// Scratch at QUERY_VECTORS, behind that of touching-corners.ts.
const TO: i32 = 15; // second end of the edge
const FOOT: i32 = 18;
const INTERVAL: i32 = 21; // 2

/** Writes vertex v in the query's frame to F[to..]. */
export function readPoint(q: i32, v: i32, to: i32): void {
  const p: i32 = I[2 * I[2 * q + QUERY_BOUNDARY] + BOUNDARY_POINTS] + 3 * v;
  for (let c: i32 = 0; c < 3; c++) F[to + c] = F[p + c] - F[q + QUERY_ORIGIN + c];
}

/**
 * True if the body can be on the outer side of a feature at F[at..] whose normals lie between those of these facets,
 * all convex seen from one side. This test saves queries for most edges and vertices of a mesh that a large body
 * covers.
 */
export function canBeOutside(q: i32, at: i32, isConvex: bool, isReflex: bool, facets: i32, count: i32): bool {
  if (!isConvex && !isReflex) return true;
  if (!isConvex && F[q + QUERY_DEPTH] >= 0.0) return false;
  const normals: i32 = I[2 * I[2 * q + QUERY_BOUNDARY] + BOUNDARY_NORMALS];
  const sign: f64 = isConvex ? 1.0 : -1.0;
  const x: f64 = F[q + QUERY_CENTRE] - F[at];
  const y: f64 = F[q + QUERY_CENTRE + 1] - F[at + 1];
  const z: f64 = F[q + QUERY_CENTRE + 2] - F[at + 2];
  for (let k: i32 = 0; k < count; k++) {
    const n: i32 = normals + 3 * I[facets + k];
    if (isHeightOnSide(q, sign * (x * F[n] + y * F[n + 1] + z * F[n + 2]))) return true;
  }
  return false;
}

export function findEdgeContacts(q: i32): void {
  const h: i32 = 2 * q;
  const base: i32 = I[h + QUERY_CONTACT_COUNT];
  const count: i32 = listFeaturesNear(q, true);
  let groups: i32 = 0;
  I[h + QUERY_TOUCHED_COUNT] = 0;
  for (let k: i32 = 0; k < count && I[h + QUERY_CODE] === QUERY_DONE; k++) {
    const edge: i32 = I[I[h + QUERY_FEATURES] + k];
    if (!findTouchedEdge(q, edge)) continue;
    const each: i32 = nextContact(q);
    const group: i32 = groupOf(q, each, base, groups);
    if (group === groups) groups++;
    I[2 * each + CONTACT_GROUP] = group;
    const touched: i32 = I[h + QUERY_TOUCHED] + 2 * I[h + QUERY_TOUCHED_COUNT];
    I[touched] = edge;
    I[touched + 1] = group;
    I[h + QUERY_TOUCHED_COUNT] = I[h + QUERY_TOUCHED_COUNT] + 1;
    I[h + QUERY_CONTACT_COUNT] = I[h + QUERY_CONTACT_COUNT] + 1;
  }
  // Edge t is of a group up to t: the contact of a group takes the place of an edge that is no longer needed.
  const end: i32 = I[h + QUERY_CONTACT_COUNT];
  for (let g: i32 = 0; g < groups; g++) mergeGroup(q, g, base, end);
  I[h + QUERY_CONTACT_COUNT] = base + groups;
}

/** The group of an edge that is touched as those of it: the first edge of each decides. `groups` is a new one. */
function groupOf(q: i32, each: i32, base: i32, groups: i32): i32 {
  let group: i32 = 0;
  for (let at: i32 = I[2 * q + QUERY_CONTACTS] + CONTACT_STRIDE * base; at < each; at += CONTACT_STRIDE) {
    if (I[2 * at + CONTACT_GROUP] !== group) continue;
    if (isOneEdge(q, at, each)) return group;
    group++;
  }
  return groups;
}

/** The touched edge as a contact behind the last one; false if the body does not touch it on its ridge. */
function findTouchedEdge(q: i32, edge: i32): bool {
  const b: i32 = 2 * I[2 * q + QUERY_BOUNDARY];
  const h: i32 = 2 * q;
  const each: i32 = nextContact(q);
  const from: i32 = each + CONTACT_FROM;
  const to: i32 = q + QUERY_VECTORS + TO;
  readPoint(q, I[I[b + BOUNDARY_EDGE_ENDS] + 2 * edge], from);
  readPoint(q, I[I[b + BOUNDARY_EDGE_ENDS] + 2 * edge + 1], to);
  const firstFacet: i32 = I[I[b + BOUNDARY_EDGE_OFFSETS] + edge];
  const facets: i32 = I[b + BOUNDARY_EDGE_FACETS] + firstFacet;
  const facetCount: i32 = I[I[b + BOUNDARY_EDGE_OFFSETS] + edge + 1] - firstFacet;
  const kind: i32 = I[I[b + BOUNDARY_EDGE_KINDS] + edge];
  if (!canBeOutside(q, from, kind === CONVEX, kind === REFLEX, facets, facetCount)) return false;
  const key: i32 = keyOfEdge(edge);
  if (isKnownClear(q, key, I[b + BOUNDARY_EDGE_ENDS] + 2 * edge, 2)) return false;
  const segment: i32 = segmentAt(q, from, to);
  if (isFoundClear(q, key, segment)) return false;
  const wedge: i32 = I[I[b + BOUNDARY_WEDGES] + edge];
  const crossing: i32 = wedge > 0 ? edgeCrossing(q, wedge, from) : CROSSING_OPEN;
  if (crossing === CROSSING_NONE) return false;
  let long: f64 = 0.0;
  for (let c: i32 = 0; c < 3; c++) long += (F[to + c] - F[from + c]) * (F[to + c] - F[from + c]);
  const end: f64 = Math.sqrt(long);
  const near: f64 = ON_RIDGE_TOLERANCE * F[q + QUERY_SIZE];
  const place: f64 = crossing === CROSSING_FOUND ? placeOfCrossing(q, from, wedge + WEDGE_ALONG) : 0.0;
  if (place < -near || place > end + near) return false;
  // A point of the edge in the body needs no other proof that the body reaches the edge.
  const isCrossed: bool = crossing === CROSSING_FOUND && place >= 0.0 && place <= end && isCrossedInside(q);
  if (!isCrossed && !isWithinReach(q, segment)) return false;
  if (wedge === FEATURE_NONE) return false;
  if (wedge === FEATURE_UNKNOWN) {
    if (I[h + QUERY_CODE] === QUERY_DONE) I[h + QUERY_CODE] = QUERY_NEEDS_WEDGES;
    return false;
  }
  const along: i32 = wedge + WEDGE_ALONG;
  const foot: i32 = q + QUERY_VECTORS + FOOT;
  let block: i32 = 0;
  let distance: f64 = F[q + QUERY_RESULT + RESULT_DISTANCE];
  if (!isCrossed) {
    let way: f64 = 0.0;
    for (let c: i32 = 0; c < 3; c++) way += (F[q + QUERY_CENTRE + c] - F[from + c]) * F[along + c];
    for (let c: i32 = 0; c < 3; c++) F[foot + c] = F[from + c] + way * F[along + c];
    block = wedgeAt(q, wedge, foot, reachFrom(q, foot));
    distance = distanceTo(q, block);
  }
  if (!(distance <= F[q + QUERY_REACH])) return false;
  const normal: i32 = q + QUERY_RESULT + RESULT_NORMAL;
  let slope: f64 = 0.0;
  let height: f64 = 0.0;
  for (let c: i32 = 0; c < 3; c++) {
    slope += F[normal + c] * F[along + c];
    height += (F[q + QUERY_CENTRE + c] - F[from + c]) * F[normal + c];
  }
  if (Math.abs(slope) > SAME_NORMAL_SINE || !isHeightOnSide(q, height)) return false;
  if (F[q + QUERY_DEPTH] >= 0.0 && !isInFront(q, normal, facets, facetCount)) return false;
  writeBounds(q, each, from);
  for (let c: i32 = 0; c < 3; c++) {
    F[each + CONTACT_NORMAL + c] = F[normal + c];
    F[each + CONTACT_ALONG + c] = F[along + c];
  }
  F[each + CONTACT_DISTANCE] = distance;
  findInterval(q, block, from, along, near);
  const low: f64 = F[q + QUERY_VECTORS + INTERVAL];
  const high: f64 = F[q + QUERY_VECTORS + INTERVAL + 1];
  if (!(low <= end + near && high >= -near)) return false;
  F[each + CONTACT_LOW] = low < 0.0 ? 0.0 : low > end ? end : low;
  F[each + CONTACT_HIGH] = high < 0.0 ? 0.0 : high > end ? end : high;
  I[2 * each + CONTACT_FEATURE] = FEATURE_EDGE;
  I[2 * each + CONTACT_FEATURE_ID] = edge;
  I[2 * each + CONTACT_FACET] = I[facets];
  return I[h + QUERY_CODE] === QUERY_DONE;
}

/** How far along the edge from F[from..] an edge of the body crosses it. */
function placeOfCrossing(q: i32, from: i32, along: i32): f64 {
  const point: i32 = q + QUERY_RESULT + RESULT_POINT_ON_A;
  let place: f64 = 0.0;
  for (let c: i32 = 0; c < 3; c++) place += (F[point + c] - F[from + c]) * F[along + c];
  return place;
}

/** True if that point is in the body. */
function isCrossedInside(q: i32): bool {
  const point: i32 = q + QUERY_RESULT + RESULT_POINT_ON_A;
  return isSurelyInside(q, pointAt(q, F[point], F[point + 1], F[point + 2]));
}

/** True if the normal is on the front of a facet: of the only one, or of any. */
function isInFront(q: i32, normal: i32, facets: i32, count: i32): bool {
  const normals: i32 = I[2 * I[2 * q + QUERY_BOUNDARY] + BOUNDARY_NORMALS];
  for (let k: i32 = 0; k < count; k++) {
    const n: i32 = normals + 3 * I[facets + k];
    const along: f64 = F[n] * F[normal] + F[n + 1] * F[normal + 1] + F[n + 2] * F[normal + 2];
    if (along >= -SAME_NORMAL_SINE) return true;
  }
  return false;
}

/**
 * The interval of the ridge that the body touches: from the corners of the common part on it, or the part below a round
 * face. Empty where nothing is on the ridge. `block` is that of the wedge, or 0 if one point of it is touched.
 */
function findInterval(q: i32, block: i32, from: i32, along: i32, near: f64): void {
  const interval: i32 = q + QUERY_VECTORS + INTERVAL;
  const points: i32 = I[2 * q + QUERY_POINTS];
  const point: i32 = q + QUERY_RESULT + RESULT_POINT_ON_A;
  F[interval] = Infinity;
  F[interval + 1] = -Infinity;
  includeOnRidge(q, point, from, along, near);
  // Without a block the contact is a point.
  if (block === 0) return;
  const corners: i32 = cornersOnWedge(q, block);
  for (let k: i32 = 0; k < corners; k++) includeOnRidge(q, points + 3 * k, from, along, near);
  if (corners < 2 || F[I[2 * q + QUERY_SHAPE] + BODY_IS_ROUND] === 0.0) return;
  const n: i32 = q + QUERY_RESULT + RESULT_NORMAL;
  const foot: i32 = q + QUERY_VECTORS + FOOT;
  for (let c: i32 = 0; c < 3; c++) F[foot + c] = F[point + c];
  distanceTo(q, planeAt(q, F[n], F[n + 1], F[n + 2], foot));
  if (F[q + QUERY_RESULT + RESULT_DIMENSION_B] !== 2.0 || !footprintOnPlane(q, n, foot)) return;
  const rim: i32 = q + QUERY_RIM;
  let middle: f64 = 0.0;
  let squared: f64 = 0.0;
  for (let c: i32 = 0; c < 3; c++) middle += (F[rim + c] - F[from + c]) * F[along + c];
  for (let c: i32 = 0; c < 3; c++) {
    const off: f64 = F[rim + c] - F[from + c] - middle * F[along + c];
    squared += off * off;
  }
  const off: f64 = Math.sqrt(squared);
  const radius: f64 = F[rim + 3];
  if (!(off <= radius)) return;
  const half: f64 = Math.sqrt((radius - off) * (radius + off));
  F[interval] = middle - half;
  F[interval + 1] = middle + half;
}

function includeOnRidge(q: i32, p: i32, from: i32, along: i32, near: f64): void {
  const interval: i32 = q + QUERY_VECTORS + INTERVAL;
  const x: f64 = F[p] - F[from];
  const y: f64 = F[p + 1] - F[from + 1];
  const z: f64 = F[p + 2] - F[from + 2];
  const cx: f64 = F[along + 1] * z - F[along + 2] * y;
  const cy: f64 = F[along + 2] * x - F[along] * z;
  const cz: f64 = F[along] * y - F[along + 1] * x;
  if (!(Math.sqrt(cx * cx + cy * cy + cz * cz) <= near)) return;
  const at: f64 = x * F[along] + y * F[along + 1] + z * F[along + 2];
  if (at < F[interval]) F[interval] = at;
  if (at > F[interval + 1]) F[interval + 1] = at;
}

/** True if every facet at edge e is of a patch that has a facet at edge d. */
function arePatchesAt(b: i32, e: i32, d: i32): bool {
  const patches: i32 = I[b + BOUNDARY_PATCH_OF_FACET];
  const facets: i32 = I[b + BOUNDARY_EDGE_FACETS];
  for (let i: i32 = I[I[b + BOUNDARY_EDGE_OFFSETS] + e]; i < I[I[b + BOUNDARY_EDGE_OFFSETS] + e + 1]; i++) {
    let isFound: bool = false;
    for (let k: i32 = I[I[b + BOUNDARY_EDGE_OFFSETS] + d]; k < I[I[b + BOUNDARY_EDGE_OFFSETS] + d + 1]; k++) {
      if (I[patches + I[facets + i]] === I[patches + I[facets + k]]) isFound = true;
    }
    if (!isFound) return false;
  }
  return true;
}

/** Length of the cross product of the vectors at F[u..] and (x, y, z). */
function crossLength(u: i32, x: f64, y: f64, z: f64): f64 {
  const cx: f64 = F[u + 1] * z - F[u + 2] * y;
  const cy: f64 = F[u + 2] * x - F[u] * z;
  const cz: f64 = F[u] * y - F[u + 1] * x;
  return Math.sqrt(cx * cx + cy * cy + cz * cz);
}

/** True if these edges are between the same faces, collinear and touched in the same way. */
function isOneEdge(q: i32, at: i32, each: i32): bool {
  const b: i32 = 2 * I[2 * q + QUERY_BOUNDARY];
  const e: i32 = I[2 * at + CONTACT_FEATURE_ID];
  const d: i32 = I[2 * each + CONTACT_FEATURE_ID];
  if (!arePatchesAt(b, e, d) || !arePatchesAt(b, d, e)) return false;
  const n: i32 = each + CONTACT_NORMAL;
  if (crossLength(at + CONTACT_NORMAL, F[n], F[n + 1], F[n + 2]) > SAME_NORMAL_SINE) return false;
  const u: i32 = each + CONTACT_ALONG;
  if (!(crossLength(at + CONTACT_ALONG, F[u], F[u + 1], F[u + 2]) <= SAME_NORMAL_SINE)) return false;
  const x: f64 = F[each + CONTACT_FROM] - F[at + CONTACT_FROM];
  const y: f64 = F[each + CONTACT_FROM + 1] - F[at + CONTACT_FROM + 1];
  const z: f64 = F[each + CONTACT_FROM + 2] - F[at + CONTACT_FROM + 2];
  const off: f64 = Math.sqrt(x * x + y * y + z * z);
  return crossLength(at + CONTACT_ALONG, x, y, z) <= SAME_NORMAL_SINE * (F[q + QUERY_SIZE] + off);
}

/** Position along the first edge of the point at `way` along another. */
function positionAlong(first: i32, each: i32, way: f64): f64 {
  let sum: f64 = 0.0;
  for (let c: i32 = 0; c < 3; c++) {
    const at: f64 = F[each + CONTACT_FROM + c] + way * F[each + CONTACT_ALONG + c];
    sum += (at - F[first + CONTACT_FROM + c]) * F[first + CONTACT_ALONG + c];
  }
  return sum;
}

/** Makes one contact of the touched edges of group g, which are among the contacts [base, end), at base + g. */
function mergeGroup(q: i32, g: i32, base: i32, end: i32): void {
  const contacts: i32 = I[2 * q + QUERY_CONTACTS];
  const intervals: i32 = I[2 * q + QUERY_INTERVALS];
  let first: i32 = -1;
  let count: i32 = 0;
  for (let k: i32 = base; k < end; k++) {
    const each: i32 = contacts + CONTACT_STRIDE * k;
    if (k < base + g || I[2 * each + CONTACT_GROUP] !== g) continue;
    if (first < 0) first = each;
    const low: f64 = positionAlong(first, each, F[each + CONTACT_LOW]);
    const high: f64 = positionAlong(first, each, F[each + CONTACT_HIGH]);
    F[each + CONTACT_LOW] = low < high ? low : high;
    F[each + CONTACT_HIGH] = low < high ? high : low;
    F[intervals + 2 * count] = F[each + CONTACT_LOW];
    F[intervals + 2 * count + 1] = F[each + CONTACT_HIGH];
    count++;
  }
  I[2 * q + QUERY_INTERVAL_COUNT] = count;
  const middle: f64 = middleOfUnion(q);
  let best: i32 = first;
  let least: f64 = Infinity;
  for (let k: i32 = base + g; k < end; k++) {
    const each: i32 = contacts + CONTACT_STRIDE * k;
    if (I[2 * each + CONTACT_GROUP] !== g) continue;
    const below: f64 = F[each + CONTACT_LOW] - middle;
    const above: f64 = middle - F[each + CONTACT_HIGH];
    const outside: f64 = below > above ? below : above;
    if (!(outside < least)) continue;
    least = outside;
    best = each;
  }
  const merged: i32 = contacts + CONTACT_STRIDE * (base + g);
  for (let c: i32 = 0; c < 3; c++) {
    F[best + CONTACT_POINT + c] = F[first + CONTACT_FROM + c] + middle * F[first + CONTACT_ALONG + c];
  }
  // The place is that of an edge of this group or of one whose contact has been made.
  if (best !== merged) for (let c: i32 = 0; c < CONTACT_STRIDE; c++) F[merged + c] = F[best + c];
  I[2 * merged + CONTACT_GROUP] = g;
  I[2 * merged + CONTACT_FLAGS] = least <= 0.0 ? IS_ON_FEATURE : 0;
}
