// SPDX-License-Identifier: MIT
/**
 * The box around a body along its own axes with its edges and corners cut off where the body does not reach them, and
 * whether facets, edges and vertices of a mesh meet it. It excludes nearly all features that the body does not touch,
 * without a query.
 */
import { F, I } from '../memory.ts';
import {
  BODY_IS_CUT,
  BODY_MAX,
  BODY_MIN,
  BODY_REACHES,
  BOUNDARY_CORNERS,
  BOUNDARY_EDGE_ENDS,
  BOUNDARY_NORMALS,
  BOUNDARY_OFFSETS,
  BOUNDARY_POINTS,
  QUERY_BOUNDARY,
  QUERY_CORNERS,
  QUERY_CUT,
  QUERY_FACTOR,
  QUERY_HALF,
  QUERY_HIGH,
  QUERY_LOW,
  QUERY_MIDDLE,
  QUERY_ORIGIN,
  QUERY_SCALE,
  QUERY_SHAPE,
  QUERY_TURN,
} from './boundary-layout.ts';

/** Directions across sides, edges and corners of a box: that with the signs (x, y, z) is number 13 + 9 x + 3 y + z. */
const MIDDLE_DIRECTION: i32 = 13;

/** Makes the box of the body larger by `more`; QUERY_TURN and QUERY_ORIGIN say where it is. */
export function placeBox(q: i32, more: f64): void {
  const shape: i32 = I[2 * q + QUERY_SHAPE];
  const factor: f64 = F[q + QUERY_FACTOR];
  for (let c: i32 = 0; c < 3; c++) {
    F[q + QUERY_MIDDLE + c] = 0.5 * factor * (F[shape + BODY_MIN + c] + F[shape + BODY_MAX + c]);
    F[q + QUERY_HALF + c] = 0.5 * factor * (F[shape + BODY_MAX + c] - F[shape + BODY_MIN + c]) + more;
  }
  if (F[shape + BODY_IS_CUT] === 0.0) return;
  for (let c: i32 = 0; c < 3; c++) F[q + QUERY_SCALE + c] = 1.0 / (F[q + QUERY_HALF + c] - more);
  const addX: f64 = more * F[q + QUERY_SCALE];
  const addY: f64 = more * F[q + QUERY_SCALE + 1];
  const addZ: f64 = more * F[q + QUERY_SCALE + 2];
  const reaches: i32 = shape + BODY_REACHES;
  const cuts: i32 = q + QUERY_CUT;
  for (let k: i32 = 0; k < 27; k += 3) {
    // The row of direction number k has its components along x and y, and all three along z.
    const alongX: f64 = k < 9 || k >= 18 ? addX : 0.0;
    const along: f64 = alongX + (k === 3 || k === 12 || k === 21 ? 0.0 : addY);
    F[cuts + k] = F[reaches + k] + (along + addZ);
    F[cuts + k + 1] = F[reaches + k + 1] + along;
    F[cuts + k + 2] = F[reaches + k + 2] + (along + addZ);
  }
}

/** The least value of w . y over the points y of the box, from the body's origin. */
export function leastAlong(q: i32, wx: f64, wy: f64, wz: f64): f64 {
  const m: i32 = q + QUERY_TURN;
  const x: f64 = F[m] * wx + F[m + 1] * wy + F[m + 2] * wz;
  const y: f64 = F[m + 3] * wx + F[m + 4] * wy + F[m + 5] * wz;
  const z: f64 = F[m + 6] * wx + F[m + 7] * wy + F[m + 8] * wz;
  const middle: f64 = x * F[q + QUERY_MIDDLE] + y * F[q + QUERY_MIDDLE + 1] + z * F[q + QUERY_MIDDLE + 2];
  return middle - mostAlong(q, -x, -y, -z);
}

/** Writes the bounds of the box along axis c of the mesh to QUERY_LOW and QUERY_HIGH. */
export function boundsAlongAxis(q: i32, c: i32): void {
  const m: i32 = q + QUERY_TURN + c;
  const x: f64 = F[m];
  const y: f64 = F[m + 3];
  const z: f64 = F[m + 6];
  const middle: f64 = x * F[q + QUERY_MIDDLE] + y * F[q + QUERY_MIDDLE + 1] + z * F[q + QUERY_MIDDLE + 2];
  F[q + QUERY_LOW + c] = middle - mostAlong(q, -x, -y, -z);
  F[q + QUERY_HIGH + c] = middle + mostAlong(q, x, y, z);
}

/** The most of w . y, w in the frame of the box, from its middle. */
function mostAlong(q: i32, wx: f64, wy: f64, wz: f64): f64 {
  const whole: f64 =
    Math.abs(wx) * F[q + QUERY_HALF] + Math.abs(wy) * F[q + QUERY_HALF + 1] + Math.abs(wz) * F[q + QUERY_HALF + 2];
  if (F[I[2 * q + QUERY_SHAPE] + BODY_IS_CUT] === 0.0) return whole;
  // A sum of a corner's, an edge's and a side's direction: the body reaches no farther than these added up.
  const x: f64 = Math.abs(wx) / F[q + QUERY_SCALE];
  const y: f64 = Math.abs(wy) / F[q + QUERY_SCALE + 1];
  const z: f64 = Math.abs(wz) / F[q + QUERY_SCALE + 2];
  const sx: i32 = wx < 0.0 ? -9 : 9;
  const sy: i32 = wy < 0.0 ? -3 : 3;
  const sz: i32 = wz < 0.0 ? -1 : 1;
  const least: f64 = x < y ? (x < z ? x : z) : y < z ? y : z;
  const most: f64 = x > y ? (x > z ? x : z) : y > z ? y : z;
  const middle: f64 = x + y + z - least - most;
  // The side's direction has the largest component, the edge's lacks the least.
  const side: i32 = x >= y && x >= z ? sx : y >= z ? sy : sz;
  const without: i32 = z <= x && z <= y && side !== sz ? sz : y <= x && side !== sy ? sy : side === sx ? sy : sx;
  const cut: i32 = q + QUERY_CUT;
  const corner: i32 = MIDDLE_DIRECTION + sx + sy + sz;
  const along: f64 =
    least * F[cut + corner] +
    (middle - least) * F[cut + corner - without] +
    (most - middle) * F[cut + MIDDLE_DIRECTION + side];
  return along < whole ? along : whole;
}

/** True if all points from p to `end` are beyond the cut of direction k, an edge's: x + sign y, in units of the box. */
function areBeyondEdge(q: i32, p: i32, end: i32, k: i32, x: i32, y: i32, sign: f64, slack: f64): bool {
  let low: f64 = Infinity;
  let high: f64 = -Infinity;
  for (let i: i32 = p; i < end; i += 3) {
    const at: f64 = F[i + x] + sign * F[i + y];
    if (at < low) low = at;
    if (at > high) high = at;
  }
  const cut: i32 = q + QUERY_CUT;
  return low > F[cut + k] + slack || high < -F[cut + 2 * MIDDLE_DIRECTION - k] - slack;
}

/** The same for a corner's: x + signY y + signZ z. */
function areBeyondCorner(q: i32, p: i32, end: i32, k: i32, signY: f64, signZ: f64, slack: f64): bool {
  let low: f64 = Infinity;
  let high: f64 = -Infinity;
  for (let i: i32 = p; i < end; i += 3) {
    const at: f64 = F[i] + signY * F[i + 1] + signZ * F[i + 2];
    if (at < low) low = at;
    if (at > high) high = at;
  }
  const cut: i32 = q + QUERY_CUT;
  return low > F[cut + k] + slack || high < -F[cut + 2 * MIDDLE_DIRECTION - k] - slack;
}

/** True if the first corners at QUERY_CORNERS, off their places by up to `warp`, are not all beyond one of the cuts. */
function meetsCuts(q: i32, count: i32, warp: f64): bool {
  if (F[I[2 * q + QUERY_SHAPE] + BODY_IS_CUT] === 0.0) return true;
  const p: i32 = I[2 * q + QUERY_CORNERS];
  const scaleX: f64 = F[q + QUERY_SCALE];
  const scaleY: f64 = F[q + QUERY_SCALE + 1];
  const scaleZ: f64 = F[q + QUERY_SCALE + 2];
  const slack: f64 = warp * (scaleX + scaleY + scaleZ);
  const end: i32 = p + 3 * count;
  for (let i: i32 = p; i < end; i += 3) {
    F[i] = F[i] * scaleX;
    F[i + 1] = F[i + 1] * scaleY;
    F[i + 2] = F[i + 2] * scaleZ;
  }
  // One of each two directions that are opposite.
  return !(
    areBeyondEdge(q, p, end, 15, 1, 2, -1.0, slack) ||
    areBeyondEdge(q, p, end, 17, 1, 2, 1.0, slack) ||
    areBeyondEdge(q, p, end, 19, 0, 1, -1.0, slack) ||
    areBeyondEdge(q, p, end, 21, 0, 2, -1.0, slack) ||
    areBeyondEdge(q, p, end, 23, 0, 2, 1.0, slack) ||
    areBeyondEdge(q, p, end, 25, 0, 1, 1.0, slack) ||
    areBeyondCorner(q, p, end, 18, -1.0, -1.0, slack) ||
    areBeyondCorner(q, p, end, 20, -1.0, 1.0, slack) ||
    areBeyondCorner(q, p, end, 24, 1.0, -1.0, slack) ||
    areBeyondCorner(q, p, end, 26, 1.0, 1.0, slack)
  );
}

/** Writes a vertex of the mesh in the frame of the box to F[to..]. */
function readVertex(q: i32, v: i32, to: i32): void {
  const m: i32 = q + QUERY_TURN;
  const p: i32 = I[2 * I[2 * q + QUERY_BOUNDARY] + BOUNDARY_POINTS] + 3 * v;
  const dx: f64 = F[p] - F[q + QUERY_ORIGIN];
  const dy: f64 = F[p + 1] - F[q + QUERY_ORIGIN + 1];
  const dz: f64 = F[p + 2] - F[q + QUERY_ORIGIN + 2];
  F[to] = F[m] * dx + F[m + 1] * dy + F[m + 2] * dz - F[q + QUERY_MIDDLE];
  F[to + 1] = F[m + 3] * dx + F[m + 4] * dy + F[m + 5] * dz - F[q + QUERY_MIDDLE + 1];
  F[to + 2] = F[m + 6] * dx + F[m + 7] * dy + F[m + 8] * dz - F[q + QUERY_MIDDLE + 2];
}

export function meetsVertex(q: i32, v: i32): bool {
  const p: i32 = I[2 * q + QUERY_CORNERS];
  readVertex(q, v, p);
  return (
    Math.abs(F[p]) <= F[q + QUERY_HALF] &&
    Math.abs(F[p + 1]) <= F[q + QUERY_HALF + 1] &&
    Math.abs(F[p + 2]) <= F[q + QUERY_HALF + 2] &&
    meetsCuts(q, 1, 0.0)
  );
}

/** By separating axes: those of the box, and those across the edge and one of them. */
export function meetsEdge(q: i32, edge: i32): bool {
  const p: i32 = I[2 * q + QUERY_CORNERS];
  const ends: i32 = I[2 * I[2 * q + QUERY_BOUNDARY] + BOUNDARY_EDGE_ENDS] + 2 * edge;
  readVertex(q, I[ends], p);
  readVertex(q, I[ends + 1], p + 3);
  const halfX: f64 = F[q + QUERY_HALF];
  const halfY: f64 = F[q + QUERY_HALF + 1];
  const halfZ: f64 = F[q + QUERY_HALF + 2];
  // Middle and half of the edge.
  const mx: f64 = 0.5 * (F[p] + F[p + 3]);
  const my: f64 = 0.5 * (F[p + 1] + F[p + 4]);
  const mz: f64 = 0.5 * (F[p + 2] + F[p + 5]);
  const ex: f64 = 0.5 * (F[p + 3] - F[p]);
  const ey: f64 = 0.5 * (F[p + 4] - F[p + 1]);
  const ez: f64 = 0.5 * (F[p + 5] - F[p + 2]);
  const ax: f64 = Math.abs(ex);
  const ay: f64 = Math.abs(ey);
  const az: f64 = Math.abs(ez);
  return (
    Math.abs(mx) <= halfX + ax &&
    Math.abs(my) <= halfY + ay &&
    Math.abs(mz) <= halfZ + az &&
    Math.abs(my * ez - mz * ey) <= halfY * az + halfZ * ay &&
    Math.abs(mz * ex - mx * ez) <= halfZ * ax + halfX * az &&
    Math.abs(mx * ey - my * ex) <= halfX * ay + halfY * ax &&
    meetsCuts(q, 2, 0.0)
  );
}

/** False if all corners are beyond one of two opposite sides of the box. */
function meetsSides(q: i32, p: i32, count: i32, axis: i32, warp: f64): bool {
  const half: f64 = F[q + QUERY_HALF + axis] + warp;
  let low: f64 = F[p + axis];
  let high: f64 = low;
  for (let i: i32 = 1; i < count; i++) {
    const at: f64 = F[p + 3 * i + axis];
    if (at < low) low = at;
    if (at > high) high = at;
  }
  return low <= half && high >= -half;
}

/**
 * By the axes of the box and the normal of the facet: a facet beside an edge of the box may count as met. The facet may
 * be off its place by `warp`.
 */
export function meetsFacet(q: i32, facet: i32, warp: f64): bool {
  const b: i32 = 2 * I[2 * q + QUERY_BOUNDARY];
  const begin: i32 = I[I[b + BOUNDARY_OFFSETS] + facet];
  const count: i32 = I[I[b + BOUNDARY_OFFSETS] + facet + 1] - begin;
  const corners: i32 = I[b + BOUNDARY_CORNERS] + begin;
  const p: i32 = I[2 * q + QUERY_CORNERS];
  const m: i32 = q + QUERY_TURN;
  const n: i32 = I[b + BOUNDARY_NORMALS] + 3 * facet;
  // The normal first: it excludes most.
  const x: f64 = F[m] * F[n] + F[m + 1] * F[n + 1] + F[m + 2] * F[n + 2];
  const y: f64 = F[m + 3] * F[n] + F[m + 4] * F[n + 1] + F[m + 5] * F[n + 2];
  const z: f64 = F[m + 6] * F[n] + F[m + 7] * F[n + 1] + F[m + 8] * F[n + 2];
  readVertex(q, I[corners], p);
  const height: f64 = x * F[p] + y * F[p + 1] + z * F[p + 2];
  if (!(height <= mostAlong(q, x, y, z) + warp && -height <= mostAlong(q, -x, -y, -z) + warp)) return false;
  for (let i: i32 = 1; i < count; i++) readVertex(q, I[corners + i], p + 3 * i);
  return (
    meetsSides(q, p, count, 0, warp) &&
    meetsSides(q, p, count, 1, warp) &&
    meetsSides(q, p, count, 2, warp) &&
    meetsCuts(q, count, warp)
  );
}
