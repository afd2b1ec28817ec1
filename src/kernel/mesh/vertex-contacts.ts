// SPDX-License-Identifier: MIT
/**
 * Contacts of a convex body with the vertices of a mesh: queries the cone over the edges at a vertex, and keeps
 * contacts at its tip.
 */
import { RESULT_NORMAL, RESULT_POINT_ON_A } from '../layout.ts';
import { F, I } from '../memory.ts';
import { distanceTo, isHeightOnSide, isWithinReach, reachFrom } from './body-questions.ts';
import {
  BOUNDARY_CONES,
  CONE_DIRECTION_COUNT,
  CONE_FACET_COUNT,
  CONE_HEADER,
  CONE_IS_CONVEX,
  CONE_IS_REFLEX,
  CONE_PATCH_COUNT,
  CONE_RAY_COUNT,
  CONE_SUM,
  CONTACT_DISTANCE,
  CONTACT_FACET,
  CONTACT_FEATURE,
  CONTACT_FEATURE_ID,
  CONTACT_FLAGS,
  CONTACT_GROUP,
  CONTACT_NORMAL,
  CONTACT_POINT,
  FEATURE_NONE,
  FEATURE_UNKNOWN,
  IS_ON_FEATURE,
  QUERY_BOUNDARY,
  QUERY_CENTRE,
  QUERY_CODE,
  QUERY_CONTACT_COUNT,
  QUERY_DEPTH,
  QUERY_DONE,
  QUERY_FEATURES,
  QUERY_NEEDS_CONES,
  QUERY_REACH,
  QUERY_RESULT,
  QUERY_SIZE,
} from './boundary-layout.ts';
import { canBeOutside, ON_RIDGE_TOLERANCE, readPoint, SAME_NORMAL_SINE } from './edge-contacts.ts';
import { nextContact, writeBounds } from './face-contacts.ts';
import { coneAt, pointAt } from './feature-blocks.ts';
import { isFoundClear, isKnownClear, keyOfVertex } from './feature-clearance.ts';
import { listFeaturesNear } from './features-near.ts';
import { FEATURE_VERTEX } from './mesh-layout.ts';

/** Index into I of the first of a cone's patches. */
export function patchesOfCone(cone: i32): i32 {
  return 2 * (cone + CONE_HEADER + 3 * (I[2 * cone + CONE_RAY_COUNT] + I[2 * cone + CONE_DIRECTION_COUNT]));
}

export function findVertexContacts(q: i32): void {
  const h: i32 = 2 * q;
  // What the query waits for already may be at QUERY_FEATURES.
  if (I[h + QUERY_CODE] !== QUERY_DONE) return;
  const count: i32 = listFeaturesNear(q, false);
  for (let k: i32 = 0; k < count && I[h + QUERY_CODE] === QUERY_DONE; k++) findVertexContact(q, k);
}

/** The contact with vertex k of QUERY_FEATURES, if there is one. */
function findVertexContact(q: i32, k: i32): void {
  const h: i32 = 2 * q;
  const v: i32 = I[I[h + QUERY_FEATURES] + k];
  const cone: i32 = I[I[2 * I[h + QUERY_BOUNDARY] + BOUNDARY_CONES] + v];
  if (cone === FEATURE_NONE) return;
  if (cone === FEATURE_UNKNOWN) {
    I[h + QUERY_CODE] = QUERY_NEEDS_CONES;
    return;
  }
  const contact: i32 = nextContact(q);
  const tip: i32 = contact + CONTACT_POINT;
  readPoint(q, v, tip);
  const facets: i32 = patchesOfCone(cone) + I[2 * cone + CONE_PATCH_COUNT];
  const isConvex: bool = I[2 * cone + CONE_IS_CONVEX] !== 0;
  const isReflex: bool = I[2 * cone + CONE_IS_REFLEX] !== 0;
  if (!canBeOutside(q, tip, isConvex, isReflex, facets, I[2 * cone + CONE_FACET_COUNT])) return;
  const key: i32 = keyOfVertex(v);
  if (isKnownClear(q, key, I[h + QUERY_FEATURES] + k, 1)) return;
  const point: i32 = pointAt(q, F[tip], F[tip + 1], F[tip + 2]);
  if (isFoundClear(q, key, point) || !isWithinReach(q, point)) return;
  const distance: f64 = distanceTo(q, coneAt(q, cone, tip, reachFrom(q, tip)));
  if (!(distance <= F[q + QUERY_REACH])) return;
  const normal: i32 = q + QUERY_RESULT + RESULT_NORMAL;
  const directions: i32 = cone + CONE_HEADER + 3 * I[2 * cone + CONE_RAY_COUNT];
  for (let k: i32 = 0; k < I[2 * cone + CONE_DIRECTION_COUNT]; k++) {
    const d: i32 = directions + 3 * k;
    if (F[d] * F[normal] + F[d + 1] * F[normal + 1] + F[d + 2] * F[normal + 2] > SAME_NORMAL_SINE) return;
  }
  let off: f64 = 0.0;
  let height: f64 = 0.0;
  let front: f64 = 0.0;
  for (let c: i32 = 0; c < 3; c++) {
    const way: f64 = F[q + QUERY_RESULT + RESULT_POINT_ON_A + c] - F[tip + c];
    off += way * way;
    height += (F[q + QUERY_CENTRE + c] - F[tip + c]) * F[normal + c];
    front += F[normal + c] * F[cone + CONE_SUM + c];
  }
  if (!(Math.sqrt(off) <= ON_RIDGE_TOLERANCE * F[q + QUERY_SIZE]) || !isHeightOnSide(q, height)) return;
  if (F[q + QUERY_DEPTH] >= 0.0 && !(front >= -SAME_NORMAL_SINE)) return;
  writeBounds(q, contact, tip);
  for (let c: i32 = 0; c < 3; c++) F[contact + CONTACT_NORMAL + c] = F[normal + c];
  F[contact + CONTACT_DISTANCE] = distance;
  I[2 * contact + CONTACT_FEATURE] = FEATURE_VERTEX;
  I[2 * contact + CONTACT_FEATURE_ID] = v;
  I[2 * contact + CONTACT_FACET] = I[facets];
  I[2 * contact + CONTACT_GROUP] = cone;
  I[2 * contact + CONTACT_FLAGS] = IS_ON_FEATURE;
  I[h + QUERY_CONTACT_COUNT] = I[h + QUERY_CONTACT_COUNT] + 1;
}
