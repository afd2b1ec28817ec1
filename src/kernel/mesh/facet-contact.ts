// SPDX-License-Identifier: MIT
/**
 * Contact Type Hierarchy of one facet (Santasusana et al. 2016, section 5.1): the facet where the centre's projection
 * is inside, else an edge, else a vertex. Differs from the paper: only the closest edge or vertex is a candidate,
 * because the facet leads from every other one to a closer point.
 */

import { F, I } from '../memory.ts';
import { firstCorner, vertexAt } from './fast-intersection.ts';
import {
  CANDIDATE_CODES,
  CANDIDATE_DISTANCE_SQUARED,
  CANDIDATE_FACET,
  CANDIDATE_FEATURE,
  CANDIDATE_FEATURE_ID,
  CANDIDATE_FLAGS,
  CANDIDATE_HEIGHT,
  CANDIDATE_POINT,
  FEATURE_EDGE,
  FEATURE_FACET,
  FEATURE_VERTEX,
  IS_BEHIND,
  IS_PROJECTION,
  MESH_NOISE,
  MESH_NORMALS,
  OPEN_EDGE,
  OPEN_VERTEX,
} from './mesh-layout.ts';

/**
 * Writes the facet's closest point as a candidate at `out`, given its plane at `plane`; false when there is none within
 * `reach`, or it is seen from behind and `depth` does not allow that (negative: both sides are fronts).
 */
export function facetContact(
  mesh: i32,
  facet: i32,
  plane: i32,
  cx: f64,
  cy: f64,
  cz: f64,
  reach: f64,
  depth: f64,
  out: i32,
): bool {
  const nx: f64 = F[plane + CANDIDATE_POINT];
  const ny: f64 = F[plane + CANDIDATE_POINT + 1];
  const nz: f64 = F[plane + CANDIDATE_POINT + 2];
  const begin: i32 = firstCorner(mesh, facet);
  const end: i32 = firstCorner(mesh, facet + 1);
  let v: i32 = vertexAt(mesh, begin);
  let ax: f64 = F[v] - cx;
  let ay: f64 = F[v + 1] - cy;
  let az: f64 = F[v + 2] - cz;
  const noise: f64 = F[mesh + MESH_NOISE];
  const normalSquared: f64 = F[plane + CANDIDATE_DISTANCE_SQUARED];
  let best: f64 = -1.0;
  let found: i32 = 0;
  for (let corner: i32 = begin + 1; corner <= end; corner++) {
    v = vertexAt(mesh, corner < end ? corner : begin);
    const bx: f64 = F[v] - cx;
    const by: f64 = F[v + 1] - cy;
    const bz: f64 = F[v + 2] - cz;
    const side: f64 = nx * (ay * bz - az * by) + ny * (az * bx - ax * bz) + nz * (ax * by - ay * bx);
    if (side < 0.0) {
      const ex: f64 = bx - ax;
      const ey: f64 = by - ay;
      const ez: f64 = bz - az;
      const edgeSquared: f64 = ex * ex + ey * ey + ez * ez;
      // A projection on the edge to rounding belongs to the facet: its normal is known, that of an edge is not when it
      // is close.
      if (-side > noise * Math.sqrt(normalSquared * edgeSquared)) {
        const along: f64 = -(ax * ex + ay * ey + az * ez);
        const t: f64 = along <= 0.0 ? 0.0 : along >= edgeSquared ? 1.0 : along / edgeSquared;
        const px: f64 = ax + t * ex;
        const py: f64 = ay + t * ey;
        const pz: f64 = az + t * ez;
        const squared: f64 = px * px + py * py + pz * pz;
        if (best < 0.0 || squared < best) {
          best = squared;
          found = corner - 1;
        }
      }
    }
    ax = bx;
    ay = by;
    az = bz;
  }
  const height: f64 =
    best < 0.0 ? heightOver(mesh, facet, begin, cx, cy, cz) : F[plane + CANDIDATE_HEIGHT] / Math.sqrt(normalSquared);
  const isFront: bool = depth < 0.0 || height >= -noise;
  const farthest: f64 = isFront ? reach : depth;
  const codes: i32 = 2 * (out + CANDIDATE_CODES);
  if (best < 0.0) {
    if (Math.abs(height) > farthest) return false;
    nameFeature(mesh, plane, begin, end, cx, cy, cz, codes);
    const n: i32 = I[2 * mesh + MESH_NORMALS] + 3 * facet;
    F[out + CANDIDATE_DISTANCE_SQUARED] = height * height;
    F[out + CANDIDATE_POINT] = -height * F[n];
    F[out + CANDIDATE_POINT + 1] = -height * F[n + 1];
    F[out + CANDIDATE_POINT + 2] = -height * F[n + 2];
  } else {
    const limit: f64 = farthest + noise;
    if (best > limit * limit) return false;
    sideContact(mesh, found, found + 1 === end ? begin : found + 1, begin, cx, cy, cz, out);
    if (Math.sqrt(F[out + CANDIDATE_DISTANCE_SQUARED]) > farthest) return false;
    if (!isFront && isOpen(I[codes + CANDIDATE_FEATURE], begin + I[codes + CANDIDATE_FEATURE_ID])) return false;
  }
  F[out + CANDIDATE_HEIGHT] = height;
  I[codes + CANDIDATE_FACET] = facet;
  I[codes + CANDIDATE_FLAGS] = (isFront ? 0 : IS_BEHIND) | (best < 0.0 ? IS_PROJECTION : 0);
  return true;
}

/**
 * Feature of the facet at the projection of the point, which is inside: the facet, or an edge or vertex if it is on one
 * within rounding. All facets that share the edge or vertex agree.
 */
function nameFeature(mesh: i32, plane: i32, begin: i32, end: i32, cx: f64, cy: f64, cz: f64, codes: i32): void {
  const noise: f64 = F[mesh + MESH_NOISE];
  const normalSquared: f64 = F[plane + CANDIDATE_DISTANCE_SQUARED];
  let feature: i32 = FEATURE_FACET;
  let found: i32 = begin;
  let p: i32 = vertexAt(mesh, begin);
  for (let corner: i32 = begin; corner < end; corner++) {
    const q: i32 = vertexAt(mesh, corner + 1 < end ? corner + 1 : begin);
    const ax: f64 = F[p] - cx;
    const ay: f64 = F[p + 1] - cy;
    const az: f64 = F[p + 2] - cz;
    const ex: f64 = F[q] - F[p];
    const ey: f64 = F[q + 1] - F[p + 1];
    const ez: f64 = F[q + 2] - F[p + 2];
    const side: f64 =
      F[plane + CANDIDATE_POINT] * (ay * ez - az * ey) +
      F[plane + CANDIDATE_POINT + 1] * (az * ex - ax * ez) +
      F[plane + CANDIDATE_POINT + 2] * (ax * ey - ay * ex);
    const edgeSquared: f64 = ex * ex + ey * ey + ez * ez;
    const fromMiddle: f64 = Math.abs(0.5 * edgeSquared + (ax * ex + ay * ey + az * ez));
    // On the line of the side, and not beyond its ends: a side may go straight on in the next.
    const isOnSide: bool = fromMiddle <= 0.5 * edgeSquared + noise * Math.sqrt(edgeSquared);
    if (isOnSide && Math.abs(side) <= noise * Math.sqrt(normalSquared * edgeSquared)) {
      // On two sides: at the vertex between them, which starts the later one unless that is the last and the other the
      // first.
      const isLastAfterFirst: bool = corner === end - 1 && found === begin;
      found = feature === FEATURE_FACET || !isLastAfterFirst ? corner : begin;
      feature = feature === FEATURE_FACET ? FEATURE_EDGE : FEATURE_VERTEX;
    }
    p = q;
  }
  I[codes + CANDIDATE_FEATURE] = feature;
  I[codes + CANDIDATE_FEATURE_ID] = found - begin;
}

/** Height of the point over the plane of the facet, along its stored normal. */
function heightOver(mesh: i32, facet: i32, corner: i32, cx: f64, cy: f64, cz: f64): f64 {
  const n: i32 = I[2 * mesh + MESH_NORMALS] + 3 * facet;
  const v: i32 = vertexAt(mesh, corner);
  return F[n] * (cx - F[v]) + F[n + 1] * (cy - F[v + 1]) + F[n + 2] * (cz - F[v + 2]);
}

/**
 * Closest point of a side, from the end that comes first by its coordinates: both facets of an edge find the same bits,
 * and so do all facets of a vertex.
 */
function sideContact(mesh: i32, corner: i32, next: i32, begin: i32, cx: f64, cy: f64, cz: f64, out: i32): void {
  const p: i32 = vertexAt(mesh, corner);
  const q: i32 = vertexAt(mesh, next);
  const isForward: bool =
    F[p] < F[q] || (F[p] === F[q] && (F[p + 1] < F[q + 1] || (F[p + 1] === F[q + 1] && F[p + 2] < F[q + 2])));
  const a: i32 = isForward ? p : q;
  const b: i32 = isForward ? q : p;
  const ax: f64 = F[a] - cx;
  const ay: f64 = F[a + 1] - cy;
  const az: f64 = F[a + 2] - cz;
  const ex: f64 = F[b] - F[a];
  const ey: f64 = F[b + 1] - F[a + 1];
  const ez: f64 = F[b + 2] - F[a + 2];
  const along: f64 = -(ax * ex + ay * ey + az * ez);
  const edgeSquared: f64 = ex * ex + ey * ey + ez * ez;
  // At an end to rounding is at the end.
  const atEnd: f64 = F[mesh + MESH_NOISE] * Math.sqrt(edgeSquared);
  let px: f64 = ax;
  let py: f64 = ay;
  let pz: f64 = az;
  let feature: i32 = FEATURE_VERTEX;
  let at: i32 = isForward ? corner : next;
  if (along >= edgeSquared - atEnd) {
    px = F[b] - cx;
    py = F[b + 1] - cy;
    pz = F[b + 2] - cz;
    at = isForward ? next : corner;
  } else if (along > atEnd) {
    const t: f64 = along / edgeSquared;
    px = ax + t * ex;
    py = ay + t * ey;
    pz = az + t * ez;
    feature = FEATURE_EDGE;
    at = corner;
  }
  F[out + CANDIDATE_DISTANCE_SQUARED] = px * px + py * py + pz * pz;
  F[out + CANDIDATE_POINT] = px;
  F[out + CANDIDATE_POINT + 1] = py;
  F[out + CANDIDATE_POINT + 2] = pz;
  I[2 * (out + CANDIDATE_CODES) + CANDIDATE_FEATURE] = feature;
  I[2 * (out + CANDIDATE_CODES) + CANDIDATE_FEATURE_ID] = at - begin;
}

/** True if the surface ends at that edge or vertex: a centre behind the facet may have come around its rim. */
function isOpen(feature: i32, corner: i32): bool {
  return (I[corner] & (feature === FEATURE_EDGE ? OPEN_EDGE : OPEN_VERTEX)) !== 0;
}

/**
 * Height of a facet over its longest side: the length over which its normal is known to the rounding of its vertices.
 */
export function facetLever(mesh: i32, facet: i32): f64 {
  const n: i32 = I[2 * mesh + MESH_NORMALS] + 3 * facet;
  const begin: i32 = firstCorner(mesh, facet);
  const end: i32 = firstCorner(mesh, facet + 1);
  const first: i32 = vertexAt(mesh, begin);
  let doubleArea: f64 = 0.0;
  let longest: f64 = 0.0;
  let ax: f64 = 0.0;
  let ay: f64 = 0.0;
  let az: f64 = 0.0;
  for (let corner: i32 = begin + 1; corner <= end; corner++) {
    const v: i32 = corner < end ? vertexAt(mesh, corner) : first;
    const bx: f64 = F[v] - F[first];
    const by: f64 = F[v + 1] - F[first + 1];
    const bz: f64 = F[v + 2] - F[first + 2];
    doubleArea += F[n] * (ay * bz - az * by) + F[n + 1] * (az * bx - ax * bz) + F[n + 2] * (ax * by - ay * bx);
    const edgeSquared: f64 = (bx - ax) * (bx - ax) + (by - ay) * (by - ay) + (bz - az) * (bz - az);
    if (edgeSquared > longest) longest = edgeSquared;
    ax = bx;
    ay = by;
    az = bz;
  }
  const lever: f64 = doubleArea / Math.sqrt(longest);
  const noise: f64 = F[mesh + MESH_NOISE];
  return lever > noise ? lever : noise;
}
