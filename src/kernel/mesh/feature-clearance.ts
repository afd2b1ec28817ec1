// SPDX-License-Identifier: MIT
/**
 * Features of a mesh that a moving body cannot have reached: how far it was from a facet, an edge or a vertex when that
 * was asked last, less the way that it has moved since. Most features around a body stay clear of it for many steps and
 * cost one comparison in each. What is clear has no contact, so the answers have the same bits with and without this
 * memory.
 */
import { upperWord } from '../arithmetic/float-bits.ts';
import { allowanceFor } from '../certificate/bounds.ts';
import { GJK_FAR, GJK_SEPARATED, gjk } from '../gjk/gjk.ts';
import { CLOSEST, GAP_DIRECTION, SHAPE_MARGIN, STOP_DISTANCE, SUPPORT_FRESH, SUPPORT_VALUE } from '../layout.ts';
import { F, I } from '../memory.ts';
import { placePair } from '../relative-pose.ts';
import { leastOfBody } from './body-questions.ts';
import {
  BOUNDARY_CORNERS,
  BOUNDARY_OFFSETS,
  BOUNDARY_PATCH_OF_FACET,
  BOUNDARY_POINTS,
  BOUNDARY_RISES,
  BOUNDARY_WARPS,
  CLEAR_SLOTS,
  DIRECTION_SLOTS,
  NEAR_CLEAR,
  NEAR_COUNT,
  NEAR_DIRECTIONS,
  NEAR_LAST,
  NEAR_LEASTS,
  NEAR_LIMITS,
  NEAR_NEXT,
  NEAR_PATH,
  NEAR_UNKNOWN,
  NEAR_WAY,
  QUERY_BODY,
  QUERY_BOUNDARY,
  QUERY_HALF,
  QUERY_IDENTITY,
  QUERY_MIDDLE,
  QUERY_MORE,
  QUERY_NEAR,
  QUERY_ORIGIN,
  QUERY_POSE,
  QUERY_SIZE,
} from './boundary-layout.ts';
import { facetAt } from './feature-blocks.ts';
import { clearanceOfCorners, clearanceOfPlane } from './reflex-corners.ts';

/** Clearances are asked for again after some ways from query to query; a known direction tells them cheaply. */
const STEPS_ALONG: f64 = 2.0;
/** The same for those that GJK finds, and the least, relative to the body's size; if there is less, it asks again. */
const STEPS_BY_GJK: f64 = 8.0;
const LEAST_BY_GJK: f64 = 2.0e-3;
/** GJK asks a feature that the body touches after this many times of that. */
const TOUCHED_STEPS: f64 = 4.0;
/** More than this part of the size is not looked for: the facets around the body are searched for again by then. */
const CLEAR_MOST: f64 = 0.03;
/** GJK finds a distance to this part of the size. */
const CLEAR_ROUGH: f64 = 5.0e-4;
/** Clearance that rounding may use up, relative to the body: far more than it does. */
const CLEAR_SLACK: f64 = 1.0e-6;
/** Value at NEAR_LEASTS that has not been found for the body where it is. */
const NOT_FOUND: f64 = 1.0e300;

/** The record of what is known from earlier steps, or 0. */
function recordOf(q: i32): i32 {
  const near: i32 = I[2 * q + QUERY_NEAR];
  return near > 0 && I[2 * near + NEAR_COUNT] !== NEAR_UNKNOWN ? near : 0;
}

/** Distance of the farthest point of the body's box from its origin, for a box without margin. */
export function reachOfBox(q: i32): f64 {
  let squared: f64 = 0.0;
  for (let c: i32 = 0; c < 3; c++) {
    const most: f64 = Math.abs(F[q + QUERY_MIDDLE + c]) + F[q + QUERY_HALF + c];
    squared += most * most;
  }
  return Math.sqrt(squared);
}

/** How far a point of the body can have moved, at most, from the pose at F[from..]; `reach` as reachOfBox. */
export function wayFrom(q: i32, from: i32, reach: f64): f64 {
  let moved: f64 = 0.0;
  let turned: f64 = 0.0;
  for (let c: i32 = 0; c < 3; c++) {
    const way: f64 = F[q + QUERY_ORIGIN + c] - F[from + c];
    moved += way * way;
  }
  for (let c: i32 = 3; c < 7; c++) {
    const way: f64 = F[q + QUERY_POSE + c] - F[from + c];
    turned += way * way;
  }
  // A turn moves points by 2 sin(angle / 2) of their distance: at most twice the difference of the quaternions.
  return Math.sqrt(moved) + 2.0 * reach * Math.sqrt(turned);
}

/** Writes the pose of the body in the mesh's frame to F[to..]. */
export function keepPose(q: i32, to: i32): void {
  for (let c: i32 = 0; c < 3; c++) F[to + c] = F[q + QUERY_ORIGIN + c];
  for (let c: i32 = 3; c < 7; c++) F[to + c] = F[q + QUERY_POSE + c];
}

/** Begins the path of a body with `count` facets around it, of which nothing is known; directions may still be good. */
export function beginPath(q: i32, near: i32, count: i32): void {
  F[near + NEAR_PATH] = 0.0;
  F[near + NEAR_WAY] = 0.0;
  beginPose(q, near);
  for (let k: i32 = 0; k < count; k++) I[2 * (near + NEAR_LIMITS) + k] = 0;
  for (let k: i32 = 0; k < 2 * CLEAR_SLOTS; k++) I[2 * (near + NEAR_CLEAR) + k] = 0;
}

/** Adds the way since the last query to the body's path. */
export function addToPath(q: i32, near: i32, reach: f64): void {
  F[near + NEAR_WAY] = wayFrom(q, near + NEAR_LAST, reach);
  F[near + NEAR_PATH] = F[near + NEAR_PATH] + F[near + NEAR_WAY];
  beginPose(q, near);
}

/** Keeps the pose of the body, for which nothing has been found yet. */
function beginPose(q: i32, near: i32): void {
  keepPose(q, near + NEAR_LAST);
  for (let k: i32 = 0; k < DIRECTION_SLOTS; k++) F[near + NEAR_LEASTS + k] = NOT_FOUND;
}

/**
 * Limits are upper words of paths, which rise with them. A feature is clear while the word of the path is below its
 * limit. A negative limit is that of a feature that GJK has found too near, and says when to ask again.
 */
function isOver(near: i32, limit: i32): bool {
  return upperWord(F[near + NEAR_PATH]) >= (limit < 0 ? -limit : limit);
}

/** The limit of a feature whose clearance is above 0. */
function limitOf(near: i32, clearance: f64): i32 {
  return upperWord(F[near + NEAR_PATH] + clearance);
}

/** The largest of w . v over `count` vertices of the mesh whose numbers are at I[list..], in the query's frame. */
function mostOf(q: i32, list: i32, count: i32, w: i32): f64 {
  const points: i32 = I[2 * I[2 * q + QUERY_BOUNDARY] + BOUNDARY_POINTS];
  const x: f64 = F[q + QUERY_ORIGIN];
  const y: f64 = F[q + QUERY_ORIGIN + 1];
  const z: f64 = F[q + QUERY_ORIGIN + 2];
  let most: f64 = -Infinity;
  for (let k: i32 = 0; k < count; k++) {
    const v: i32 = points + 3 * I[list + k];
    const along: f64 = F[w] * (F[v] - x) + F[w + 1] * (F[v + 1] - y) + F[w + 2] * (F[v + 2] - z);
    if (along > most) most = along;
  }
  return most;
}

/** Margin for possible contacts and for rounding. */
function marginOf(q: i32): f64 {
  return F[q + QUERY_MORE] + CLEAR_SLACK * F[q + QUERY_SIZE];
}

/** The largest clearance of `count` vertices at I[list..] and what is between them along a direction that GJK found. */
function clearanceAlong(q: i32, near: i32, list: i32, count: i32): f64 {
  const known: i32 = I[2 * near + NEAR_NEXT] < DIRECTION_SLOTS ? I[2 * near + NEAR_NEXT] : DIRECTION_SLOTS;
  let best: f64 = -Infinity;
  for (let k: i32 = 0; k < known; k++) {
    const w: i32 = near + NEAR_DIRECTIONS + 3 * k;
    const least: i32 = near + NEAR_LEASTS + k;
    if (F[least] === NOT_FOUND) F[least] = leastOfBody(q, F[w], F[w + 1], F[w + 2]);
    const clearance: f64 = F[least] - mostOf(q, list, count, w);
    if (clearance > best) best = clearance;
  }
  return best - marginOf(q);
}

/** Keeps the direction in which GJK has found a gap, in the place of the oldest one. */
function keepDirection(near: i32, from: i32): void {
  const x: f64 = F[from];
  const y: f64 = F[from + 1];
  const z: f64 = F[from + 2];
  const unit: f64 = 1.0 / Math.sqrt(x * x + y * y + z * z);
  const next: i32 = I[2 * near + NEAR_NEXT];
  const slot: i32 = next & (DIRECTION_SLOTS - 1);
  F[near + NEAR_DIRECTIONS + 3 * slot] = unit * x;
  F[near + NEAR_DIRECTIONS + 3 * slot + 1] = unit * y;
  F[near + NEAR_DIRECTIONS + 3 * slot + 2] = unit * z;
  F[near + NEAR_LEASTS + slot] = NOT_FOUND;
  // Stays above the number of slots once all are in use.
  I[2 * near + NEAR_NEXT] = next + 1 === 2 * DIRECTION_SLOTS ? DIRECTION_SLOTS : next + 1;
}

/** The clearance of a block by GJK. */
function clearanceFrom(q: i32, near: i32, block: i32): f64 {
  const body: i32 = I[2 * q + QUERY_BODY];
  const size: f64 = F[q + QUERY_SIZE];
  placePair(block, q + QUERY_IDENTITY, body, q + QUERY_POSE);
  const margin: f64 = F[body + SHAPE_MARGIN];
  const allowance: f64 = allowanceFor(margin);
  F[STOP_DISTANCE] = CLEAR_MOST * size + margin + allowance;
  const outcome: i32 = gjk(0, false, CLEAR_ROUGH * size);
  const isFar: bool = outcome === GJK_FAR;
  if (!isFar && (outcome !== GJK_SEPARATED || I[SUPPORT_FRESH] === 0)) return -1.0;
  const clearance: f64 = (isFar ? F[CLOSEST] : F[SUPPORT_VALUE]) - margin - allowance - marginOf(q);
  if (clearance > 0.0) keepDirection(near, isFar ? GAP_DIRECTION : CLOSEST);
  return clearance;
}

/** The least clearance that GJK is worth asking for. */
function leastByGjk(q: i32, near: i32): f64 {
  const few: f64 = STEPS_BY_GJK * F[near + NEAR_WAY];
  return few > LEAST_BY_GJK * F[q + QUERY_SIZE] ? few : LEAST_BY_GJK * F[q + QUERY_SIZE];
}

/** The limit of a feature with a clearance by GJK. */
function limitByGjk(q: i32, near: i32, clearance: f64): i32 {
  const least: f64 = leastByGjk(q, near);
  if (clearance >= least) return limitOf(near, clearance);
  return -limitOf(near, clearance > 0.0 ? least : TOUCHED_STEPS * least);
}

/**
 * True if the body cannot touch facet k of those around it, or be in a corner at its rim. Only for faces of one facet:
 * a face of several may count as touched over a gap between its facets.
 */
export function isFacetClear(q: i32, k: i32, facet: i32): bool {
  const near: i32 = recordOf(q);
  if (near === 0) return false;
  const at: i32 = 2 * (near + NEAR_LIMITS) + k;
  if (I[at] !== 0 && !isOver(near, I[at])) return I[at] > 0;
  const b: i32 = 2 * I[2 * q + QUERY_BOUNDARY];
  const patch: i32 = I[I[b + BOUNDARY_PATCH_OF_FACET] + facet];
  const hasRises: bool = I[I[b + BOUNDARY_RISES] + patch] !== 0;
  const first: i32 = I[I[b + BOUNDARY_OFFSETS] + facet];
  const count: i32 = I[I[b + BOUNDARY_OFFSETS] + facet + 1] - first;
  const corners: i32 = I[b + BOUNDARY_CORNERS] + first;
  const warp: f64 = F[I[b + BOUNDARY_WARPS] + patch];
  const few: f64 = STEPS_ALONG * F[near + NEAR_WAY];
  let clearance: f64 = hasRises ? -1.0 : clearanceAlong(q, near, corners, count) - warp;
  if (!(clearance > few)) {
    // A body that does not reach the plane of the facet is in no corner there.
    const overPlane: f64 = clearanceOfPlane(q, facet) - marginOf(q) - warp;
    if (overPlane > clearance) clearance = overPlane;
    if (!(clearance > few) && hasRises) {
      const along: f64 = clearanceAlong(q, near, corners, count) - warp;
      if (along > few) clearance = clearanceOfCorners(q, facet, along, overPlane);
    }
    if (!(clearance > few)) {
      const block: i32 = facetAt(q, facet);
      if (block === 0) return false;
      const found: f64 = clearanceFrom(q, near, block) - warp;
      const isLess: bool = hasRises && found > 0.0;
      I[at] = limitByGjk(q, near, isLess ? clearanceOfCorners(q, facet, found, overPlane) : found);
      return I[at] > 0;
    }
  }
  I[at] = limitOf(near, clearance);
  return true;
}

/** Index into I of the slot for a feature with this key: the key of the feature it has, then its limit. */
function slotOf(near: i32, key: i32): i32 {
  return 2 * (near + NEAR_CLEAR + (key & (CLEAR_SLOTS - 1)));
}

/** True if the body is known not to touch the edge or vertex with this key; its `count` vertices are at I[list..]. */
export function isKnownClear(q: i32, key: i32, list: i32, count: i32): bool {
  const near: i32 = recordOf(q);
  if (near === 0) return false;
  const slot: i32 = slotOf(near, key);
  if (I[slot] === key && I[slot + 1] > 0 && !isOver(near, I[slot + 1])) return true;
  const clearance: f64 = clearanceAlong(q, near, list, count);
  if (!(clearance > STEPS_ALONG * F[near + NEAR_WAY])) return false;
  I[slot] = key;
  I[slot + 1] = limitOf(near, clearance);
  return true;
}

/** The same by the distance from the block of the edge or vertex, if it is time to ask for that. */
export function isFoundClear(q: i32, key: i32, block: i32): bool {
  const near: i32 = recordOf(q);
  if (near === 0) return false;
  const slot: i32 = slotOf(near, key);
  if (I[slot] === key && I[slot + 1] < 0 && !isOver(near, I[slot + 1])) return false;
  I[slot] = key;
  I[slot + 1] = limitByGjk(q, near, clearanceFrom(q, near, block));
  return I[slot + 1] > 0;
}

/** Key of an edge. */
export function keyOfEdge(edge: i32): i32 {
  return 2 * edge + 1;
}

/** Key of a vertex; above 0, as empty slots have that. */
export function keyOfVertex(vertex: i32): i32 {
  return 2 * vertex + 2;
}
