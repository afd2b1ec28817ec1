// SPDX-License-Identifier: MIT
/**
 * Distance Hierarchy (Santasusana et al. 2016, section 5.2, eq. 31). Differs from Table 4, whose result depends on the
 * order of the facets: the closest candidate is kept, those that it makes redundant are removed, and so on with the
 * rest. Pi is redundant when it is not in front of the plane through Pj across the contact normal, without a division.
 */

import { F, I } from '../memory.ts';
import { facetLever } from './facet-contact.ts';
import {
  CANDIDATE_CODES,
  CANDIDATE_DISTANCE_SQUARED,
  CANDIDATE_FACET,
  CANDIDATE_FLAGS,
  CANDIDATE_HEIGHT,
  CANDIDATE_POINT,
  CANDIDATE_STRIDE,
  IS_BEHIND,
  IS_PROJECTION,
  MESH_NOISE,
  MESH_NORMALS,
  MESH_NUMBERS,
  MESH_UNCERTAINTY,
} from './mesh-layout.ts';

/** The vector from an edge or a vertex to the centre has no direction if it is shorter than this many roundings. */
const SHORTEST_OFFSET: f64 = 4.0;

/**
 * Keeps the next contact: moves it to the front of the `count` candidates, writes its normal (unit, from the mesh to
 * the body) to F[normal], and removes redundant candidates after it. Returns the number of candidates left after it.
 */
export function keepNext(
  mesh: i32,
  candidates: i32,
  count: i32,
  isTwoSided: bool,
  coplanarSine: f64,
  normal: i32,
): i32 {
  const end: i32 = candidates + CANDIDATE_STRIDE * count;
  const uncertainty: f64 = F[mesh + MESH_UNCERTAINTY];
  let best: i32 = candidates;
  for (let i: i32 = candidates + CANDIDATE_STRIDE; i < end; i += CANDIDATE_STRIDE) {
    const closer: f64 = F[best + CANDIDATE_DISTANCE_SQUARED] - F[i + CANDIDATE_DISTANCE_SQUARED];
    if (closer > 0.0 || (closer === 0.0 && comesBefore(mesh, i, best))) best = i;
  }
  exchange(candidates, best);
  if ((I[2 * (candidates + CANDIDATE_CODES) + CANDIDATE_FLAGS] & IS_PROJECTION) === 0) {
    for (let i: i32 = candidates + CANDIDATE_STRIDE; i < end; i += CANDIDATE_STRIDE) {
      if (isSamePointInFacet(i, candidates, uncertainty)) exchange(candidates, i);
    }
  }
  const lever: f64 = writeNormal(mesh, candidates, isTwoSided, count > 1, normal);
  let to: i32 = candidates + CANDIDATE_STRIDE;
  let left: i32 = 0;
  for (let i: i32 = to; i < end; i += CANDIDATE_STRIDE) {
    if (isRedundant(i, candidates, normal, lever, uncertainty, coplanarSine)) continue;
    if (i !== to) copy(i, to);
    to += CANDIDATE_STRIDE;
    left++;
  }
  return left;
}

/**
 * Order of candidates at equal distance: the one in front, then the projection. The point, the facet with the largest
 * height of the centre and the caller's number then decide which facet represents a shared edge or vertex.
 */
function comesBefore(mesh: i32, i: i32, j: i32): bool {
  const codesOfI: i32 = 2 * (i + CANDIDATE_CODES);
  const codesOfJ: i32 = 2 * (j + CANDIDATE_CODES);
  if ((I[codesOfI + CANDIDATE_FLAGS] & IS_BEHIND) !== (I[codesOfJ + CANDIDATE_FLAGS] & IS_BEHIND))
    return (I[codesOfI + CANDIDATE_FLAGS] & IS_BEHIND) === 0;
  if (I[codesOfI + CANDIDATE_FLAGS] !== I[codesOfJ + CANDIDATE_FLAGS])
    return (I[codesOfI + CANDIDATE_FLAGS] & IS_PROJECTION) !== 0;
  for (let k: i32 = 0; k < 3; k++) {
    const step: f64 = F[j + CANDIDATE_POINT + k] - F[i + CANDIDATE_POINT + k];
    if (step !== 0.0) return step > 0.0;
  }
  const higher: f64 = Math.abs(F[i + CANDIDATE_HEIGHT]) - Math.abs(F[j + CANDIDATE_HEIGHT]);
  if (higher !== 0.0) return higher > 0.0;
  return facetNumber(mesh, I[codesOfI + CANDIDATE_FACET]) < facetNumber(mesh, I[codesOfJ + CANDIDATE_FACET]);
}

/** The caller's number of a facet. */
export function facetNumber(mesh: i32, facet: i32): i32 {
  return I[I[2 * mesh + MESH_NUMBERS] + facet];
}

/**
 * Whether i is the projection of the centre onto its facet, j is not, and both are the same point to rounding: facets
 * go before edges and vertices, and the normal of a facet is better known.
 */
function isSamePointInFacet(i: i32, j: i32, uncertainty: f64): bool {
  const flagsOfI: i32 = I[2 * (i + CANDIDATE_CODES) + CANDIDATE_FLAGS];
  const flagsOfJ: i32 = I[2 * (j + CANDIDATE_CODES) + CANDIDATE_FLAGS];
  if (flagsOfI !== (flagsOfJ | IS_PROJECTION) || flagsOfI === flagsOfJ) return false;
  const x: f64 = F[i + CANDIDATE_POINT] - F[j + CANDIDATE_POINT];
  const y: f64 = F[i + CANDIDATE_POINT + 1] - F[j + CANDIDATE_POINT + 1];
  const z: f64 = F[i + CANDIDATE_POINT + 2] - F[j + CANDIDATE_POINT + 2];
  const within: f64 = 2.0 * uncertainty;
  return x * x + y * y + z * z <= within * within;
}

/**
 * Writes the normal of a contact and, where `isCompared`, returns the length over which it is known to the uncertainty
 * of the point.
 */
function writeNormal(mesh: i32, candidate: i32, isTwoSided: bool, isCompared: bool, normal: i32): f64 {
  const codes: i32 = 2 * (candidate + CANDIDATE_CODES);
  const isFront: bool = (I[codes + CANDIDATE_FLAGS] & IS_BEHIND) === 0;
  const length: f64 = Math.sqrt(F[candidate + CANDIDATE_DISTANCE_SQUARED]);
  if ((I[codes + CANDIDATE_FLAGS] & IS_PROJECTION) === 0 && length > SHORTEST_OFFSET * F[mesh + MESH_NOISE]) {
    const factor: f64 = (isFront ? -1.0 : 1.0) / length;
    F[normal] = F[candidate + CANDIDATE_POINT] * factor;
    F[normal + 1] = F[candidate + CANDIDATE_POINT + 1] * factor;
    F[normal + 2] = F[candidate + CANDIDATE_POINT + 2] * factor;
    return length;
  }
  const n: i32 = I[2 * mesh + MESH_NORMALS] + 3 * I[codes + CANDIDATE_FACET];
  const side: f64 = isTwoSided && F[candidate + CANDIDATE_HEIGHT] < 0.0 ? -1.0 : 1.0;
  F[normal] = side * F[n];
  F[normal + 1] = side * F[n + 1];
  F[normal + 2] = side * F[n + 2];
  return isCompared ? facetLever(mesh, I[codes + CANDIDATE_FACET]) : 1.0;
}

/**
 * True if contact j makes i redundant. The plane at Pj is known to the uncertainty of Pj, and of its normal over the
 * distance of the points; `coplanarSine` is the caller's flatness tolerance on top of that.
 */
function isRedundant(i: i32, j: i32, normal: i32, lever: f64, uncertainty: f64, coplanarSine: f64): bool {
  const x: f64 = F[i + CANDIDATE_POINT] - F[j + CANDIDATE_POINT];
  const y: f64 = F[i + CANDIDATE_POINT + 1] - F[j + CANDIDATE_POINT + 1];
  const z: f64 = F[i + CANDIDATE_POINT + 2] - F[j + CANDIDATE_POINT + 2];
  const ahead: f64 = x * F[normal] + y * F[normal + 1] + z * F[normal + 2];
  const known: f64 = 2.0 * uncertainty;
  if (ahead <= known) return true;
  const apart: f64 = Math.sqrt(x * x + y * y + z * z);
  return ahead <= coplanarSine * apart + known * (1.0 + apart / lever);
}

/** Also copies the integers: they are small, and as float64 numbers keep their bits. */
function copy(from: i32, to: i32): void {
  for (let k: i32 = 0; k < CANDIDATE_STRIDE; k++) F[to + k] = F[from + k];
}

function exchange(i: i32, j: i32): void {
  if (i === j) return;
  for (let k: i32 = 0; k < CANDIDATE_STRIDE; k++) {
    const kept: f64 = F[i + k];
    F[i + k] = F[j + k];
    F[j + k] = kept;
  }
}
