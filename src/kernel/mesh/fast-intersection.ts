// SPDX-License-Identifier: MIT
/**
 * Fast Intersection Test of a ball and a planar convex facet (Santasusana et al. 2016, doi:10.1007/s40571-016-0109-4,
 * section 4 and Table 2): plane, inside-outside, then edges and vertices. It only says whether they meet. Differs:
 * edges with the centre on their inner side are skipped everywhere, not only before the first outer one.
 */
import { F, I } from '../memory.ts';
import {
  CANDIDATE_DISTANCE_SQUARED,
  CANDIDATE_HEIGHT,
  CANDIDATE_POINT,
  KNOWN_NORMAL,
  MESH_CORNERS,
  MESH_NORMALS,
  MESH_OFFSETS,
  MESH_VERTICES,
  VERTEX_NUMBER,
} from './mesh-layout.ts';

/** Index into I of a facet's first corner; where the next facet's begin, it ends. */
export function firstCorner(mesh: i32, facet: i32): i32 {
  const offsets: i32 = I[2 * mesh + MESH_OFFSETS];
  return I[2 * mesh + MESH_CORNERS] + (offsets > 0 ? I[offsets + facet] : 3 * facet);
}

/** Address of the coordinates of a corner, given as an index into I. */
export function vertexAt(mesh: i32, corner: i32): i32 {
  return I[2 * mesh + MESH_VERTICES] + 3 * (I[corner] & VERTEX_NUMBER);
}

/**
 * Section 4.1: writes the unnormalised normal of the facet, its square and the height of the point times its length to
 * `out`. The stored normals are better, but reading them for the many facets that are near and not met would be slow.
 */
export function writePlane(mesh: i32, facet: i32, cx: f64, cy: f64, cz: f64, out: i32): void {
  const corner: i32 = firstCorner(mesh, facet);
  const v: i32 = vertexAt(mesh, corner);
  const x: f64 = F[v];
  const y: f64 = F[v + 1];
  const z: f64 = F[v + 2];
  let nx: f64 = 0.0;
  let ny: f64 = 0.0;
  let nz: f64 = 0.0;
  if ((I[corner] & KNOWN_NORMAL) !== 0) {
    const n: i32 = I[2 * mesh + MESH_NORMALS] + 3 * facet;
    nx = F[n];
    ny = F[n + 1];
    nz = F[n + 2];
  } else {
    const b: i32 = vertexAt(mesh, corner + 1);
    const c: i32 = vertexAt(mesh, corner + 2);
    const bx: f64 = F[b] - x;
    const by: f64 = F[b + 1] - y;
    const bz: f64 = F[b + 2] - z;
    const ex: f64 = F[c] - x;
    const ey: f64 = F[c + 1] - y;
    const ez: f64 = F[c + 2] - z;
    nx = by * ez - bz * ey;
    ny = bz * ex - bx * ez;
    nz = bx * ey - by * ex;
  }
  F[out + CANDIDATE_DISTANCE_SQUARED] = nx * nx + ny * ny + nz * nz;
  F[out + CANDIDATE_POINT] = nx;
  F[out + CANDIDATE_POINT + 1] = ny;
  F[out + CANDIDATE_POINT + 2] = nz;
  F[out + CANDIDATE_HEIGHT] = nx * (cx - x) + ny * (cy - y) + nz * (cz - z);
}

/**
 * Sections 4.2 to 4.4: whether a facet is within `reach` of the point, given that its plane, written at `plane`, is.
 */
export function facetIsWithin(mesh: i32, facet: i32, plane: i32, cx: f64, cy: f64, cz: f64, reach: f64): bool {
  const nx: f64 = F[plane + CANDIDATE_POINT];
  const ny: f64 = F[plane + CANDIDATE_POINT + 1];
  const nz: f64 = F[plane + CANDIDATE_POINT + 2];
  const begin: i32 = firstCorner(mesh, facet);
  const end: i32 = firstCorner(mesh, facet + 1);
  let v: i32 = vertexAt(mesh, begin);
  let ax: f64 = F[v] - cx;
  let ay: f64 = F[v + 1] - cy;
  let az: f64 = F[v + 2] - cz;
  let isOutside: bool = false;
  for (let corner: i32 = begin + 1; corner <= end; corner++) {
    v = vertexAt(mesh, corner < end ? corner : begin);
    const bx: f64 = F[v] - cx;
    const by: f64 = F[v + 1] - cy;
    const bz: f64 = F[v + 2] - cz;
    // Eq. (19): the centre's height drops out of the triple product, so the centre stands in for its projection.
    const side: f64 = nx * (ay * bz - az * by) + ny * (az * bx - ax * bz) + nz * (ax * by - ay * bx);
    if (side < 0.0) {
      isOutside = true;
      if (segmentDistanceSquared(ax, ay, az, bx, by, bz) <= reach * reach) return true;
    }
    ax = bx;
    ay = by;
    az = bz;
  }
  return !isOutside;
}

/** Squared distance of the segment from a to b from the origin. */
function segmentDistanceSquared(ax: f64, ay: f64, az: f64, bx: f64, by: f64, bz: f64): f64 {
  const ex: f64 = bx - ax;
  const ey: f64 = by - ay;
  const ez: f64 = bz - az;
  const along: f64 = -(ax * ex + ay * ey + az * ez);
  if (along <= 0.0) return ax * ax + ay * ay + az * az;
  const edgeSquared: f64 = ex * ex + ey * ey + ez * ez;
  if (along >= edgeSquared) return bx * bx + by * by + bz * bz;
  const t: f64 = along / edgeSquared;
  const px: f64 = ax + t * ex;
  const py: f64 = ay + t * ey;
  const pz: f64 = az + t * ez;
  return px * px + py * py + pz * pz;
}
