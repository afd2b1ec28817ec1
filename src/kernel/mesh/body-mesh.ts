// SPDX-License-Identifier: MIT
/**
 * Contacts of a convex body with a mesh, beyond Santasusana et al. 2016 (doi:10.1007/s40571-016-0109-4), who treat
 * spheres. Each face, edge and vertex of the mesh is replaced by its tangent cone (half-space, wedge or pointed cone)
 * for the exact query of two convex bodies. It is a contact only if the body touches the feature itself, so inner edges
 * have no effect.
 */
import { SHAPE_MARGIN } from '../layout.ts';
import { F, I } from '../memory.ts';
import { rotationMatrix } from '../relative-pose.ts';
import { boundsAlongAxis, placeBox } from './body-box.ts';
import { ROUNDING, readFarthest } from './body-questions.ts';
import {
  BODY_CENTRE,
  QUERY_ASKED,
  QUERY_BODY,
  QUERY_CENTRE,
  QUERY_CODE,
  QUERY_CONTACT_COUNT,
  QUERY_DONE,
  QUERY_FACTOR,
  QUERY_HIGH,
  QUERY_KEPT_COUNT,
  QUERY_LOW,
  QUERY_MESH_POSE,
  QUERY_MORE,
  QUERY_NEAR,
  QUERY_ORIGIN,
  QUERY_POSE,
  QUERY_REACH,
  QUERY_SHAPE,
  QUERY_SIZE,
  QUERY_TOUCHED_COUNT,
  QUERY_TURN,
  QUERY_VECTORS,
  QUERY_WORLD,
  QUERY_WORLD_POSE,
} from './boundary-layout.ts';
import { findEdgeContacts } from './edge-contacts.ts';
import { findFaceContacts } from './face-contacts.ts';
import { beginMarks, makeGroups } from './facet-groups.ts';
import { ON_FACET_TOLERANCE } from './facet-outlines.ts';
import { keepIndependent } from './independent-contacts.ts';
import { findFacetsAround, selectFacets } from './near-facets.ts';
import { findVertexContacts } from './vertex-contacts.ts';

/** Places the body in the frame along the mesh's axes with its origin at the body, from both poses in the world. */
export function placeBody(q: i32): void {
  const mesh: i32 = q + QUERY_MESH_POSE;
  const body: i32 = q + QUERY_WORLD_POSE;
  const world: i32 = q + QUERY_WORLD;
  rotationMatrix(mesh, world);
  const dx: f64 = F[body] - F[mesh];
  const dy: f64 = F[body + 1] - F[mesh + 1];
  const dz: f64 = F[body + 2] - F[mesh + 2];
  for (let c: i32 = 0; c < 3; c++) {
    F[q + QUERY_ORIGIN + c] = F[world + c] * dx + F[world + 3 + c] * dy + F[world + 6 + c] * dz;
    F[q + QUERY_POSE + c] = 0.0;
  }
  // The conjugate of the mesh's orientation times the body's.
  const aw: f64 = F[mesh + 3];
  const ax: f64 = F[mesh + 4];
  const ay: f64 = F[mesh + 5];
  const az: f64 = F[mesh + 6];
  const bw: f64 = F[body + 3];
  const bx: f64 = F[body + 4];
  const by: f64 = F[body + 5];
  const bz: f64 = F[body + 6];
  const w: f64 = aw * bw + ax * bx + ay * by + az * bz;
  const x: f64 = aw * bx - ax * bw - ay * bz + az * by;
  const y: f64 = aw * by + ax * bz - ay * bw - az * bx;
  const z: f64 = aw * bz - ax * by + ay * bx - az * bw;
  const unit: f64 = 1.0 / Math.sqrt(w * w + x * x + y * y + z * z);
  F[q + QUERY_POSE + 3] = unit * w;
  F[q + QUERY_POSE + 4] = unit * x;
  F[q + QUERY_POSE + 5] = unit * y;
  F[q + QUERY_POSE + 6] = unit * z;
  // From the body's frame; its transpose leads there.
  const m: i32 = q + QUERY_TURN;
  rotationMatrix(q + QUERY_POSE, m);
  for (let r: i32 = 0; r < 2; r++) {
    for (let c: i32 = r + 1; c < 3; c++) {
      const kept: f64 = F[m + 3 * r + c];
      F[m + 3 * r + c] = F[m + 3 * c + r];
      F[m + 3 * c + r] = kept;
    }
  }
  const centre: i32 = I[2 * q + QUERY_SHAPE] + BODY_CENTRE;
  for (let c: i32 = 0; c < 3; c++) {
    F[q + QUERY_CENTRE + c] =
      F[q + QUERY_FACTOR] * (F[m + c] * F[centre] + F[m + 3 + c] * F[centre + 1] + F[m + 6 + c] * F[centre + 2]);
  }
}

/** Coordinate c of the body's farthest point along that axis of the mesh, or against it for a sign of -1. */
function farthestAlongAxis(q: i32, c: i32, sign: f64): f64 {
  const s: i32 = I[2 * q + QUERY_BODY];
  const m: i32 = q + QUERY_TURN;
  const at: i32 = q + QUERY_VECTORS;
  readFarthest(q, sign * F[m + c], sign * F[m + 3 + c], sign * F[m + 6 + c], at);
  return F[at + c] + sign * F[s + SHAPE_MARGIN];
}

/**
 * Box, size and margin of the placed body. The box along its own axes is that of the body alone. Without facets of an
 * earlier step, the box along the axes of the mesh is exact: a deep body connects the parts of the mesh in it, and
 * which of its contacts are independent depends on that. Steps take the larger box of the oriented one.
 */
export function measureBody(q: i32): void {
  placeBox(q, 0.0);
  const isExact: bool = I[2 * q + QUERY_NEAR] === 0;
  let width: f64 = 0.0;
  let middle: f64 = 0.0;
  let largest: f64 = 0.0;
  for (let c: i32 = 0; c < 3; c++) {
    if (isExact) {
      F[q + QUERY_LOW + c] = farthestAlongAxis(q, c, -1.0);
      F[q + QUERY_HIGH + c] = farthestAlongAxis(q, c, 1.0);
    } else boundsAlongAxis(q, c);
    const low: f64 = F[q + QUERY_LOW + c];
    const high: f64 = F[q + QUERY_HIGH + c];
    width += (high - low) * (high - low);
    middle += (high + low) * (high + low);
    if (Math.abs(F[q + QUERY_ORIGIN + c]) > largest) largest = Math.abs(F[q + QUERY_ORIGIN + c]);
  }
  const size: f64 = Math.sqrt(width) + 0.5 * Math.sqrt(middle);
  F[q + QUERY_SIZE] = size;
  F[q + QUERY_MORE] = F[q + QUERY_REACH] + ON_FACET_TOLERANCE * size + ROUNDING * (largest + size);
}

/**
 * Finds the contacts of a body with a mesh: QUERY_ORDER lists those that are left, by distance, then by facet. Returns
 * what the query waits for (QUERY_CODE); the caller provides it and calls again.
 */
export function bodyMesh(q: i32): i32 {
  const h: i32 = 2 * q;
  I[h + QUERY_CODE] = QUERY_DONE;
  I[h + QUERY_ASKED] = 0;
  I[h + QUERY_CONTACT_COUNT] = 0;
  I[h + QUERY_TOUCHED_COUNT] = 0;
  I[h + QUERY_KEPT_COUNT] = 0;
  placeBody(q);
  measureBody(q);
  if (!findFacetsAround(q)) return I[h + QUERY_CODE];
  beginMarks(q);
  if (!selectFacets(q)) return I[h + QUERY_CODE];
  makeGroups(q);
  findFaceContacts(q);
  if (I[h + QUERY_CODE] === QUERY_DONE) findEdgeContacts(q);
  findVertexContacts(q);
  if (I[h + QUERY_CODE] === QUERY_DONE) keepIndependent(q);
  return I[h + QUERY_CODE];
}
