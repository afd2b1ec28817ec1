// SPDX-License-Identifier: MIT
/**
 * Facets of a mesh and skirts at its rims as polygons in the frame of a body. A polygon of more than three corners is
 * taken as triangles, so that neighbours share their sides to rounding.
 *
 * A skirt continues an open sheet at its rim, straight away from the body's side: a rectangle below each side of the
 * rim, and a triangle at each corner where two of them leave a wedge between them. The sheet with its skirts has no rim
 * near the body.
 */
import { SHAPE_CENTRE } from '../layout.ts';
import { F, I } from '../memory.ts';
import {
  BOUNDARY_CORNERS,
  BOUNDARY_NORMALS,
  BOUNDARY_OFFSETS,
  BOUNDARY_POINTS,
  QUERY_BODY,
  QUERY_BOUNDARY,
  QUERY_HIGH,
  QUERY_LOW,
  QUERY_MORE,
  QUERY_ORIGIN,
  QUERY_TURN,
} from '../mesh/boundary-layout.ts';
import { MESH_FIELD_CORNERS, MESH_FIELD_SKIRT, MESH_FIELD_WORK } from './mesh-field-layout.ts';
import { FACE_NORMAL, POLYGON, POLYGON_STRIDE } from './pressure-layout.ts';

/**
 * Normals that differ by less are those of one plane. Normals have roundings of 1e-16, so the plane of a thinner wedge
 * would have fewer than six digits.
 */
const SAME_NORMAL: f64 = 1e-10;

/** Vertex v of the mesh in the frame of the body's block, to F[to..]. */
function readVertex(q: i32, v: i32, to: i32): void {
  const p: i32 = I[2 * I[2 * q + QUERY_BOUNDARY] + BOUNDARY_POINTS] + 3 * v;
  const m: i32 = q + QUERY_TURN;
  const centre: i32 = I[2 * q + QUERY_BODY] + SHAPE_CENTRE;
  const x: f64 = F[p] - F[q + QUERY_ORIGIN];
  const y: f64 = F[p + 1] - F[q + QUERY_ORIGIN + 1];
  const z: f64 = F[p + 2] - F[q + QUERY_ORIGIN + 2];
  for (let c: i32 = 0; c < 3; c++) {
    F[to + c] = F[m + 3 * c] * x + F[m + 3 * c + 1] * y + F[m + 3 * c + 2] * z - F[centre + c];
  }
}

/** The normal of a facet in the frame, times a factor, added to the point at F[from..], to F[to..]. */
function addNormal(q: i32, facet: i32, factor: f64, from: i32, to: i32): void {
  const n: i32 = I[2 * I[2 * q + QUERY_BOUNDARY] + BOUNDARY_NORMALS] + 3 * facet;
  const m: i32 = q + QUERY_TURN;
  for (let c: i32 = 0; c < 3; c++) {
    F[to + c] =
      F[from + c] + factor * (F[m + 3 * c] * F[n] + F[m + 3 * c + 1] * F[n + 1] + F[m + 3 * c + 2] * F[n + 2]);
  }
}

/** Number of corners of a facet. */
export function cornersOf(q: i32, facet: i32): i32 {
  const offsets: i32 = I[2 * I[2 * q + QUERY_BOUNDARY] + BOUNDARY_OFFSETS];
  return I[offsets + facet + 1] - I[offsets + facet];
}

/** Vertex at corner k of a facet, which may be its number of corners. */
function vertexAt(q: i32, facet: i32, k: i32): i32 {
  const b: i32 = 2 * I[2 * q + QUERY_BOUNDARY];
  const first: i32 = I[I[b + BOUNDARY_OFFSETS] + facet];
  return I[I[b + BOUNDARY_CORNERS] + first + (k === cornersOf(q, facet) ? 0 : k)];
}

/** Corner c of the polygon at MESH_FIELD_CORNERS. */
function cornerAt(field: i32, c: i32): i32 {
  return field + MESH_FIELD_CORNERS + 3 * c;
}

/**
 * Writes the corners at MESH_FIELD_CORNERS, in reverse for a side of -1, as polygon at work, and its normal from the
 * first three; returns their number, 0 where they have no area.
 */
function loadCorners(field: i32, count: i32, side: i32): i32 {
  const work: i32 = I[2 * field + MESH_FIELD_WORK];
  const p: i32 = cornerAt(field, 0);
  const ux: f64 = F[p + 3] - F[p];
  const uy: f64 = F[p + 4] - F[p + 1];
  const uz: f64 = F[p + 5] - F[p + 2];
  const vx: f64 = F[p + 6] - F[p];
  const vy: f64 = F[p + 7] - F[p + 1];
  const vz: f64 = F[p + 8] - F[p + 2];
  const nx: f64 = uy * vz - uz * vy;
  const ny: f64 = uz * vx - ux * vz;
  const nz: f64 = ux * vy - uy * vx;
  const size: f64 = Math.sqrt(nx * nx + ny * ny + nz * nz);
  if (!(size > 0.0)) return 0;
  const factor: f64 = side < 0 ? -1.0 / size : 1.0 / size;
  F[work + FACE_NORMAL] = factor * nx;
  F[work + FACE_NORMAL + 1] = factor * ny;
  F[work + FACE_NORMAL + 2] = factor * nz;
  const to: i32 = I[2 * work + POLYGON];
  for (let k: i32 = 0; k < count; k++) {
    const from: i32 = cornerAt(field, side < 0 ? count - 1 - k : k);
    for (let c: i32 = 0; c < 3; c++) F[to + POLYGON_STRIDE * k + c] = F[from + c];
  }
  return count;
}

/** Loads triangle k, from 1, of a facet, with its front towards the body's side. */
export function loadTriangle(q: i32, field: i32, facet: i32, k: i32, side: i32): i32 {
  readVertex(q, vertexAt(q, facet, 0), cornerAt(field, 0));
  readVertex(q, vertexAt(q, facet, k), cornerAt(field, 1));
  readVertex(q, vertexAt(q, facet, k + 1), cornerAt(field, 2));
  return loadCorners(field, 3, side);
}

/** True if the side from corner k of a facet may be within the body's box: its skirt counts. */
export function isRimNear(q: i32, facet: i32, k: i32): bool {
  const points: i32 = I[2 * I[2 * q + QUERY_BOUNDARY] + BOUNDARY_POINTS];
  const v: i32 = points + 3 * vertexAt(q, facet, k);
  const w: i32 = points + 3 * vertexAt(q, facet, k + 1);
  const more: f64 = F[q + QUERY_MORE];
  for (let c: i32 = 0; c < 3; c++) {
    const low: f64 = F[q + QUERY_ORIGIN + c] + F[q + QUERY_LOW + c] - more;
    const high: f64 = F[q + QUERY_ORIGIN + c] + F[q + QUERY_HIGH + c] + more;
    if ((F[v + c] < low && F[w + c] < low) || (F[v + c] > high && F[w + c] > high)) return false;
  }
  return true;
}

/** Loads the skirt below the side from corner k of a facet, at a rim. */
export function loadSkirt(q: i32, field: i32, facet: i32, k: i32, side: i32): i32 {
  const down: f64 = side < 0 ? F[field + MESH_FIELD_SKIRT] : -F[field + MESH_FIELD_SKIRT];
  readVertex(q, vertexAt(q, facet, k + 1), cornerAt(field, 0));
  readVertex(q, vertexAt(q, facet, k), cornerAt(field, 1));
  addNormal(q, facet, down, cornerAt(field, 1), cornerAt(field, 2));
  addNormal(q, facet, down, cornerAt(field, 0), cornerAt(field, 3));
  return loadCorners(field, 4, side);
}

/** Whether the normals of two facets differ by more than rounding; `free` is room for a vector. */
function isTurned(q: i32, facet: i32, next: i32, free: i32): bool {
  F[free] = 0.0;
  F[free + 1] = 0.0;
  F[free + 2] = 0.0;
  addNormal(q, facet, 1.0, free, free);
  addNormal(q, next, -1.0, free, free);
  return F[free] * F[free] + F[free + 1] * F[free + 1] + F[free + 2] * F[free + 2] > SAME_NORMAL * SAME_NORMAL;
}

/**
 * Loads half (0 or 1) of the wedge between the skirts of the sides that meet at the end of the side from corner k of a
 * facet: of that and of the next, at facet `next`. The halves meet in the middle, so that the end of the wedge stays
 * away from the rim where the two turn by up to 180 degrees.
 */
export function loadWedge(q: i32, field: i32, facet: i32, k: i32, next: i32, half: i32, side: i32): i32 {
  const down: f64 = side < 0 ? F[field + MESH_FIELD_SKIRT] : -F[field + MESH_FIELD_SKIRT];
  const tip: i32 = cornerAt(field, 0);
  const middle: i32 = cornerAt(field, half === 0 ? 2 : 1);
  const sum: i32 = cornerAt(field, 4);
  readVertex(q, vertexAt(q, facet, k + 1), tip);
  F[sum] = 0.0;
  F[sum + 1] = 0.0;
  F[sum + 2] = 0.0;
  addNormal(q, facet, 1.0, sum, sum);
  addNormal(q, next, 1.0, sum, sum);
  const size: f64 = Math.sqrt(F[sum] * F[sum] + F[sum + 1] * F[sum + 1] + F[sum + 2] * F[sum + 2]);
  if (!(size > 0.0) || !isTurned(q, facet, next, cornerAt(field, 3))) return 0;
  for (let c: i32 = 0; c < 3; c++) F[middle + c] = F[tip + c] + (down / size) * F[sum + c];
  addNormal(q, half === 0 ? facet : next, down, tip, cornerAt(field, half === 0 ? 1 : 2));
  return loadCorners(field, 3, side);
}
