// SPDX-License-Identifier: MIT
/**
 * Facets around a body, and those of them that it may touch or be behind. Facets around a slowly moving body are
 * searched for only after it has moved by a skin. More of them than needed change no answer, to the bit: each is tested
 * where the body is.
 */
import { F, I } from '../memory.ts';
import { meetsFacet, placeBox } from './body-box.ts';
import {
  BOUNDARY_PATCH_MARKS,
  BOUNDARY_PATCH_OF_FACET,
  BOUNDARY_PATCH_SIZES,
  BOUNDARY_WARPS,
  FACET_NUMBER,
  IS_ALONE,
  MAY_BE_IN_CORNER,
  MAY_TOUCH,
  NEAR_BODY,
  NEAR_COUNT,
  NEAR_HEADER,
  NEAR_MOST,
  NEAR_POSE,
  NEAR_SKIN,
  NEAR_UNKNOWN,
  QUERY_AROUND,
  QUERY_AROUND_COUNT,
  QUERY_BOUNDARY,
  QUERY_FACET_COUNT,
  QUERY_FACETS,
  QUERY_HIGH,
  QUERY_LOW,
  QUERY_MARK,
  QUERY_MET,
  QUERY_MORE,
  QUERY_NEAR,
  QUERY_REACH,
  QUERY_SIZE,
  QUERY_STATES,
} from './boundary-layout.ts';
import { searchFacets } from './face-contacts.ts';
import { isInBox } from './facet-groups.ts';
import { addToPath, beginPath, isFacetClear, keepPose, reachOfBox, wayFrom } from './feature-clearance.ts';
import { facetMayBeInCorner } from './reflex-corners.ts';

/** The box around the body is larger by this part of its size: far more than rounding. */
const BOX_SLACK: f64 = 1.0e-9;
/** A body may move by this part of its size before the facets around it are searched for again. */
const SKIN_OF_SIZE: f64 = 0.03;

/** Lists the facets around the body at QUERY_AROUND; false if there are none, or no room for them. */
export function findFacetsAround(q: i32): bool {
  const h: i32 = 2 * q;
  const near: i32 = I[h + QUERY_NEAR];
  const list: i32 = I[h + QUERY_AROUND];
  const more: f64 = F[q + QUERY_MORE] + BOX_SLACK * F[q + QUERY_SIZE];
  let count: i32 = 0;
  const reach: f64 = near > 0 ? reachOfBox(q) : 0.0;
  if (near > 0 && I[2 * near + NEAR_COUNT] !== NEAR_UNKNOWN && isNear(q, near, reach)) {
    addToPath(q, near, reach);
    count = I[2 * near + NEAR_COUNT];
    for (let k: i32 = 0; k < count; k++) I[list + k] = I[2 * (near + NEAR_HEADER) + k];
  } else {
    const skin: f64 = near > 0 ? SKIN_OF_SIZE * F[q + QUERY_SIZE] : 0.0;
    count = searchFacets(q, q + QUERY_LOW, q + QUERY_HIGH, F[q + QUERY_MORE] + skin, list);
    if (count > 0) flagFacets(q, near, count, more, skin);
    if (near > 0) keepFacets(q, near, count, skin);
  }
  I[h + QUERY_AROUND_COUNT] = count > 0 ? count : 0;
  placeBox(q, more);
  return count > 0;
}

/** True if the body is the same and no point of it has moved farther than its skin; `reach` as reachOfBox. */
function isNear(q: i32, near: i32, reach: f64): bool {
  for (let c: i32 = 0; c < 3; c++) if (F[near + NEAR_BODY + c] !== F[q + QUERY_REACH + c]) return false;
  return wayFrom(q, near + NEAR_POSE, reach) <= F[near + NEAR_SKIN];
}

/** Sets the flags of the facets around a body that may move by `skin`. */
function flagFacets(q: i32, near: i32, count: i32, more: f64, skin: f64): void {
  const b: i32 = 2 * I[2 * q + QUERY_BOUNDARY];
  const list: i32 = I[2 * q + QUERY_AROUND];
  if (near > 0) placeBox(q, more + skin);
  for (let k: i32 = 0; k < count; k++) {
    const facet: i32 = I[list + k];
    const warp: f64 = F[I[b + BOUNDARY_WARPS] + I[I[b + BOUNDARY_PATCH_OF_FACET] + facet]];
    const mayTouch: bool = near === 0 || meetsFacet(q, facet, warp);
    const mayBeInCorner: bool = near === 0 || facetMayBeInCorner(q, facet, skin);
    const isAlone: bool = I[I[b + BOUNDARY_PATCH_SIZES] + I[I[b + BOUNDARY_PATCH_OF_FACET] + facet]] === 1;
    I[list + k] =
      facet | (mayTouch ? MAY_TOUCH : 0) | (mayBeInCorner ? MAY_BE_IN_CORNER : 0) | (isAlone ? IS_ALONE : 0);
  }
}

/** Keeps the facets for the next steps, if they are not too many. */
function keepFacets(q: i32, near: i32, count: i32, skin: f64): void {
  I[2 * near + NEAR_COUNT] = NEAR_UNKNOWN;
  if (count < 0 || count > NEAR_MOST) return;
  keepPose(q, near + NEAR_POSE);
  for (let c: i32 = 0; c < 3; c++) F[near + NEAR_BODY + c] = F[q + QUERY_REACH + c];
  beginPath(q, near, count);
  F[near + NEAR_SKIN] = skin;
  for (let k: i32 = 0; k < count; k++) I[2 * (near + NEAR_HEADER) + k] = I[I[2 * q + QUERY_AROUND] + k];
  I[2 * near + NEAR_COUNT] = count;
}

/**
 * Of facet k around the body: 1 if the body may be behind it, in the corner at its rim; 2 if the facet meets its box;
 * else 0.
 */
function stateOf(q: i32, k: i32): i32 {
  const b: i32 = 2 * I[2 * q + QUERY_BOUNDARY];
  const flagged: i32 = I[I[2 * q + QUERY_AROUND] + k];
  const facet: i32 = flagged & FACET_NUMBER;
  if ((flagged & (MAY_TOUCH | MAY_BE_IN_CORNER)) === 0) return 0;
  if (((flagged & IS_ALONE) !== 0 && isFacetClear(q, k, facet)) || !isInBox(q, facet)) return 0;
  const warp: f64 = F[I[b + BOUNDARY_WARPS] + I[I[b + BOUNDARY_PATCH_OF_FACET] + facet]];
  if ((flagged & MAY_TOUCH) !== 0 && meetsFacet(q, facet, warp)) return 2;
  // Into a corner a body may reach below a face that it does not touch.
  return (flagged & MAY_BE_IN_CORNER) !== 0 && facetMayBeInCorner(q, facet, 0.0) ? 1 : 0;
}

/**
 * Lists the facets in the body's box of the patches with a facet that meets the box along the body's axes, or in whose
 * corners it may be, at QUERY_FACETS; false if it meets none, and so touches no edge and no vertex either.
 */
export function selectFacets(q: i32): bool {
  const h: i32 = 2 * q;
  const b: i32 = 2 * I[h + QUERY_BOUNDARY];
  const around: i32 = I[h + QUERY_AROUND];
  const states: i32 = I[h + QUERY_STATES];
  const marks: i32 = I[b + BOUNDARY_PATCH_MARKS];
  const mark: i32 = I[h + QUERY_MARK] + 2;
  let isAnyMet: bool = false;
  const all: i32 = I[h + QUERY_AROUND_COUNT];
  for (let k: i32 = 0; k < all; k++) {
    const state: i32 = stateOf(q, k);
    I[states + k] = state;
    if (state > 0) I[marks + I[I[b + BOUNDARY_PATCH_OF_FACET] + (I[around + k] & FACET_NUMBER)]] = mark;
    if (state === 2) isAnyMet = true;
  }
  if (!isAnyMet) return false;
  let count: i32 = 0;
  for (let k: i32 = 0; k < all; k++) {
    if (I[states + k] === 0 && (I[around + k] & IS_ALONE) !== 0) continue;
    const facet: i32 = I[around + k] & FACET_NUMBER;
    const patch: i32 = I[I[b + BOUNDARY_PATCH_OF_FACET] + facet];
    if (I[marks + patch] !== mark) continue;
    if (I[states + k] === 0 && !isInBox(q, facet)) continue;
    I[I[h + QUERY_FACETS] + count] = facet;
    I[I[h + QUERY_MET] + count] = I[states + k] === 2 ? 1 : 0;
    count++;
  }
  I[h + QUERY_FACET_COUNT] = count;
  return true;
}
