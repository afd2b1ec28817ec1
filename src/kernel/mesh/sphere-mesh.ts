// SPDX-License-Identifier: MIT
/** Spheres against a facet mesh: search, Double Hierarchy, and contacts in world coordinates; many spheres per call. */

import { F, I } from '../memory.ts';
import { EPSILON, rotationMatrix } from '../relative-pose.ts';
import { facetNumber, keepNext } from './distance-hierarchy.ts';
import {
  CANDIDATE_CODES,
  CANDIDATE_DISTANCE_SQUARED,
  CANDIDATE_FACET,
  CANDIDATE_FEATURE,
  CANDIDATE_FEATURE_ID,
  CANDIDATE_FLAGS,
  CANDIDATE_POINT,
  CANDIDATE_STRIDE,
  IS_BEHIND,
  LISTED_STRIDE,
  MESH_CONTACT_DISTANCE,
  MESH_CONTACT_FACET,
  MESH_CONTACT_FEATURE,
  MESH_CONTACT_FEATURE_ID,
  MESH_CONTACT_NORMAL,
  MESH_CONTACT_POINT,
  MESH_CONTACT_SPHERE,
  MESH_CONTACT_STRIDE,
  MESH_NOISE,
  OPTION_COPLANAR_SINE,
  OPTION_DEPTH,
  OPTION_DIRECT,
  OPTION_REACH,
  SPHERE_RADIUS,
  SPHERE_STRIDE,
  WORK_CANDIDATES,
  WORK_MEETING,
  WORK_NEEDED,
  WORK_NORMAL,
  WORK_POTENTIAL,
  WORK_ROTATION,
  WORK_SUMS,
} from './mesh-layout.ts';
import { candidatesNear } from './sphere-candidates.ts';

/** A touching sphere is in contact: its distance may be wrong by the rounding of its radius and of a square root. */
const TOUCH_ROUNDING: f64 = 4.0 * EPSILON;

/**
 * Candidates within reach of the centre at F[sphere..]; the rotation of the mesh's pose must be at WORK_ROTATION. The
 * rest as for candidatesNear.
 */
export function candidatesOfSphere(
  mesh: i32,
  pose: i32,
  sphere: i32,
  reach: f64,
  depth: f64,
  isDirect: bool,
  work: i32,
  listed: i32,
): i32 {
  const rotation: i32 = work + WORK_ROTATION;
  const x: f64 = F[sphere] - F[pose];
  const y: f64 = F[sphere + 1] - F[pose + 1];
  const z: f64 = F[sphere + 2] - F[pose + 2];
  return candidatesNear(
    mesh,
    F[rotation] * x + F[rotation + 3] * y + F[rotation + 6] * z,
    F[rotation + 1] * x + F[rotation + 4] * y + F[rotation + 7] * z,
    F[rotation + 2] * x + F[rotation + 5] * y + F[rotation + 8] * z,
    reach + (F[mesh + MESH_NOISE] + TOUCH_ROUNDING * reach),
    depth,
    isDirect,
    work,
    listed,
  );
}

/**
 * Contacts of the spheres from `first` on, at most `count`, one after the other at F[out]; the number of contacts up to
 * and with sphere k goes to I[ends + k]. Stops before a sphere that finds no room for `capacity` contacts in all;
 * returns how many spheres are done. When the candidates had no room, WORK_NEEDED says how many there were; otherwise
 * it is 0. Where `lists` is not 0, sphere k has the listed facets at I[lists + LISTED_STRIDE * k], and meets no other.
 */
export function sphereMeshContacts(
  mesh: i32,
  pose: i32,
  spheres: i32,
  first: i32,
  count: i32,
  options: i32,
  work: i32,
  out: i32,
  capacity: i32,
  ends: i32,
  lists: i32,
): i32 {
  rotationMatrix(pose, work + WORK_ROTATION);
  I[2 * work + WORK_NEEDED] = 0;
  let total: i32 = 0;
  for (let k: i32 = 0; k < count; k++) {
    const sphere: i32 = spheres + SPHERE_STRIDE * (first + k);
    const found: i32 = candidatesOfSphere(
      mesh,
      pose,
      sphere,
      F[sphere + SPHERE_RADIUS] + F[options + OPTION_REACH],
      F[options + OPTION_DEPTH],
      F[options + OPTION_DIRECT] > 0.0,
      work,
      lists > 0 ? lists + LISTED_STRIDE * (first + k) : 0,
    );
    if (found < 0) return k;
    let candidate: i32 = I[2 * work + WORK_CANDIDATES];
    let left: i32 = found;
    const firstOfSphere: i32 = total;
    while (left > 0) {
      if (total === capacity) return k;
      left = keepNext(
        mesh,
        candidate,
        left,
        F[options + OPTION_DEPTH] < 0.0,
        F[options + OPTION_COPLANAR_SINE],
        work + WORK_NORMAL,
      );
      writeContact(mesh, candidate, sphere, first + k, work, out, firstOfSphere, total);
      candidate += CANDIDATE_STRIDE;
      total++;
    }
    F[work + WORK_SUMS] = F[work + WORK_SUMS] + I[2 * work + WORK_POTENTIAL];
    F[work + WORK_SUMS + 1] = F[work + WORK_SUMS + 1] + I[2 * work + WORK_MEETING];
    F[work + WORK_SUMS + 2] = F[work + WORK_SUMS + 2] + (total - firstOfSphere);
    I[ends + k] = total;
  }
  return count;
}

/** Writes the contact to its place among those of the sphere, from `begin` to `end`: by distance, then by facet. */
function writeContact(
  mesh: i32,
  candidate: i32,
  sphere: i32,
  sphereNumber: i32,
  work: i32,
  out: i32,
  begin: i32,
  end: i32,
): void {
  const rotation: i32 = work + WORK_ROTATION;
  const codes: i32 = 2 * (candidate + CANDIDATE_CODES);
  const length: f64 = Math.sqrt(F[candidate + CANDIDATE_DISTANCE_SQUARED]);
  const distance: f64 = ((I[codes + CANDIDATE_FLAGS] & IS_BEHIND) === 0 ? length : -length) - F[sphere + SPHERE_RADIUS];
  const facet: i32 = facetNumber(mesh, I[codes + CANDIDATE_FACET]);
  let at: i32 = out + MESH_CONTACT_STRIDE * end;
  const lowest: i32 = out + MESH_CONTACT_STRIDE * begin;
  while (at > lowest) {
    const before: i32 = at - MESH_CONTACT_STRIDE;
    const further: f64 = distance - F[before + MESH_CONTACT_DISTANCE];
    if (further > 0.0 || (further === 0.0 && F[before + MESH_CONTACT_FACET] < facet)) break;
    for (let k: i32 = 0; k < MESH_CONTACT_STRIDE; k++) F[at + k] = F[before + k];
    at = before;
  }
  F[at + MESH_CONTACT_SPHERE] = sphereNumber;
  F[at + MESH_CONTACT_FACET] = facet;
  F[at + MESH_CONTACT_FEATURE] = I[codes + CANDIDATE_FEATURE];
  F[at + MESH_CONTACT_FEATURE_ID] = I[codes + CANDIDATE_FEATURE_ID];
  for (let k: i32 = 0; k < 3; k++) {
    // Adding zero turns minus zero into zero.
    F[at + MESH_CONTACT_POINT + k] = F[sphere + k] + turned(rotation + 3 * k, candidate + CANDIDATE_POINT);
    F[at + MESH_CONTACT_NORMAL + k] = turned(rotation + 3 * k, work + WORK_NORMAL) + 0.0;
  }
  F[at + MESH_CONTACT_DISTANCE] = distance;
}

/** One row of the rotation times a vector. */
function turned(row: i32, vector: i32): f64 {
  return F[row] * F[vector] + F[row + 1] * F[vector + 1] + F[row + 2] * F[vector + 2];
}
