// SPDX-License-Identifier: MIT
/**
 * Contact of polyhedra from a guess of the touching vertices: those of the last query, of GJK's simplex or of EPA's
 * face. The formulas are those of settle.ts, so the bits are the same. If nothing is proven here, settle.ts takes over
 * (docs/theory/settling.md).
 */
import { edgeBetween, FEATURE_IN_ROUNDINGS, inwardX, inwardY, inwardZ } from '../features/feature-pair.ts';
import {
  FEATURE_TOLERANCE,
  PARALLEL_SINE_SQUARED,
  roughnessOf,
  setPointUnderVertex,
  supportValue,
} from '../features/settle.ts';
import { touchDistance } from '../features/touching-feature.ts';
import {
  CACHE_COUNT,
  CACHE_FACE,
  CACHE_FAR_A,
  CACHE_IDS,
  CACHE_OVERLAP,
  CACHE_SWAPPED,
  CLIMB_ABOVE,
  CORE,
  CORE_LOWER,
  CORE_NORMAL,
  CORE_POINT,
  CORE_UPPER,
  DIMENSION_A,
  DIMENSION_B,
  PAIR_A,
  PAIR_B,
  PAIR_SWAPPED,
  RELATIVE,
  RELATIVE_ORIGIN,
  ROUNDING,
  SHAPE_EXTENT,
  SHAPE_FACE_COUNT,
  SHAPE_FACE_NORMALS,
  SHAPE_FACE_OFFSETS,
  SHAPE_FACE_VERTICES,
  SHAPE_NEIGHBOUR_OFFSETS,
  SHAPE_NEIGHBOURS,
  SHAPE_UNFLAT,
  SHAPE_VERTEX_COUNT,
  SHAPE_X,
  SHAPE_Y,
  SHAPE_Z,
  SUPPORT,
  SUPPORT_ON_A,
  TESTS_GAP,
  VERTICES_SCANNED,
  WARM_FAR_A,
  WARM_FAR_B,
  WARM_OVERLAP,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { differenceOfVertices } from '../support/minkowski-support.ts';
import { countVertices } from '../support/vertex-scan.ts';
import { isLeastOverlap, rimOfEdges, rimOfFace } from './cached-overlap.ts';

/**
 * Up to this many vertices all are scanned instead of the neighbours, unless they were scanned just before; contiguous
 * memory is faster.
 */
const SCAN_LIMIT: i32 = 16;

function projection(s: i32, i: i32, dx: f64, dy: f64, dz: f64): f64 {
  return F[I[2 * s + SHAPE_X] + i] * dx + F[I[2 * s + SHAPE_Y] + i] * dy + F[I[2 * s + SHAPE_Z] + i] * dz;
}

/** True when vertex i has no neighbour but j that is within reach of `least`. */
function standsOut(s: i32, i: i32, j: i32, dx: f64, dy: f64, dz: f64, least: f64): bool {
  const offsets: i32 = I[2 * s + SHAPE_NEIGHBOUR_OFFSETS];
  const neighbours: i32 = I[2 * s + SHAPE_NEIGHBOURS];
  const end: i32 = I[offsets + i + 1];
  for (let k: i32 = I[offsets + i]; k < end; k++) {
    const v: i32 = I[neighbours + k];
    if (v !== j && !(projection(s, v, dx, dy, dz) < least)) return false;
  }
  return true;
}

/**
 * True if vertex i (= j) or the edge i, j is the body's feature along the direction, within `loose` of its size. `top`
 * is its projection, as topOfEdge gives it.
 */
function isFeature(s: i32, i: i32, j: i32, dx: f64, dy: f64, dz: f64, top: f64, loose: f64): bool {
  const least: f64 = top - loose * F[s + SHAPE_EXTENT] - FEATURE_IN_ROUNDINGS * F[ROUNDING];
  if (i !== j && !(projection(s, i, dx, dy, dz) >= least && projection(s, j, dx, dy, dz) >= least)) return false;
  const count: i32 = I[2 * s + SHAPE_VERTEX_COUNT];
  if (count <= SCAN_LIMIT || (I[VERTICES_SCANNED] === 1 && count <= I[CLIMB_ABOVE])) {
    const h: i32 = 2 * s;
    const near: i32 = countVertices(I[h + SHAPE_X], I[h + SHAPE_Y], I[h + SHAPE_Z], count, dx, dy, dz, least);
    return near === (i === j ? 1 : 2);
  }
  return standsOut(s, i, j, dx, dy, dz, least) && (i === j || standsOut(s, j, i, dx, dy, dz, least));
}

/** Projection of the farther of two vertices. */
function topOfEdge(s: i32, i: i32, j: i32, dx: f64, dy: f64, dz: f64): f64 {
  const p: f64 = projection(s, i, dx, dy, dz);
  if (i === j) return p;
  const q: f64 = projection(s, j, dx, dy, dz);
  return p > q ? p : q;
}

/** Vertices within this part of the body belong to its feature, as in settle.ts. */
function looseness(gap: f64): f64 {
  return FEATURE_TOLERANCE + (I[TESTS_GAP] === 1 ? roughnessOf(gap) : 0.0);
}

/** Accepts the answer, unless the bodies almost touch: then the type needs a closer look. */
function take(nx: f64, ny: f64, nz: f64, value: f64, distance: f64): bool {
  if (I[TESTS_GAP] === 1) {
    if (!(value > touchDistance()) || !(Math.abs(distance - value) <= FEATURE_IN_ROUNDINGS * F[ROUNDING])) return false;
  } else if (!(value < -touchDistance())) {
    return false;
  } else if (I[WARM_OVERLAP] === 0 && !(Math.abs(F[CORE_UPPER] - value) <= FEATURE_IN_ROUNDINGS * F[ROUNDING])) {
    return false;
  }
  F[CORE_NORMAL] = nx;
  F[CORE_NORMAL + 1] = ny;
  F[CORE_NORMAL + 2] = nz;
  F[CORE_LOWER] = value;
  F[CORE] = distance;
  F[CORE_UPPER] = distance;
  return true;
}

/**
 * Distance of the point p from the point of the triangle of vertices i, j, k that is under it along the normal at
 * address n; 1e300 when there is none. Both are points of the bodies, so it bounds their distance even where the
 * triangle is not quite in the face.
 */
function gapOverTriangle(s: i32, n: i32, i: i32, j: i32, k: i32, px: f64, py: f64, pz: f64): f64 {
  const x: i32 = I[2 * s + SHAPE_X];
  const y: i32 = I[2 * s + SHAPE_Y];
  const z: i32 = I[2 * s + SHAPE_Z];
  const ax: f64 = F[x + i] - px;
  const ay: f64 = F[y + i] - py;
  const az: f64 = F[z + i] - pz;
  const bx: f64 = F[x + j] - px;
  const by: f64 = F[y + j] - py;
  const bz: f64 = F[z + j] - pz;
  const cx: f64 = F[x + k] - px;
  const cy: f64 = F[y + k] - py;
  const cz: f64 = F[z + k] - pz;
  const ab: f64 = F[n] * (ay * bz - az * by) + F[n + 1] * (az * bx - ax * bz) + F[n + 2] * (ax * by - ay * bx);
  const bc: f64 = F[n] * (by * cz - bz * cy) + F[n + 1] * (bz * cx - bx * cz) + F[n + 2] * (bx * cy - by * cx);
  const ca: f64 = F[n] * (cy * az - cz * ay) + F[n + 1] * (cz * ax - cx * az) + F[n + 2] * (cx * ay - cy * ax);
  if (!((ab > 0.0 && bc > 0.0 && ca > 0.0) || (ab < 0.0 && bc < 0.0 && ca < 0.0))) return 1.0e300;
  const sum: f64 = ab + bc + ca;
  const gx: f64 = (bc * ax + ca * bx + ab * cx) / sum;
  const gy: f64 = (bc * ay + ca * by + ab * cy) / sum;
  const gz: f64 = (bc * az + ca * bz + ab * cz) / sum;
  return Math.sqrt(gx * gx + gy * gy + gz * gz);
}

/** Largest projection of the face's vertices; 1e300 when they are not in one plane to rounding. */
function topOfFace(s: i32, face: i32, dx: f64, dy: f64, dz: f64): f64 {
  const loop: i32 = I[2 * s + SHAPE_FACE_VERTICES];
  const end: i32 = I[I[2 * s + SHAPE_FACE_OFFSETS] + face + 1];
  let top: f64 = -1.0e300;
  let low: f64 = 1.0e300;
  for (let k: i32 = I[I[2 * s + SHAPE_FACE_OFFSETS] + face]; k < end; k++) {
    const p: f64 = projection(s, I[loop + k], dx, dy, dz);
    if (p > top) top = p;
    if (p < low) low = p;
  }
  return top - low > FEATURE_IN_ROUNDINGS * F[ROUNDING] ? 1.0e300 : top;
}

/** A face of A with vertices i, j, k against vertex `ib` of B. */
function faceOfA(face: i32, i: i32, j: i32, k: i32, ib: i32): bool {
  const a: i32 = I[PAIR_A];
  const b: i32 = I[PAIR_B];
  const n: i32 = I[2 * a + SHAPE_FACE_NORMALS] + 3 * face;
  const nx: f64 = F[n];
  const ny: f64 = F[n + 1];
  const nz: f64 = F[n + 2];
  differenceOfVertices(i, ib);
  const px: f64 = F[SUPPORT] + F[SUPPORT_ON_A];
  const py: f64 = F[SUPPORT + 1] + F[SUPPORT_ON_A + 1];
  const pz: f64 = F[SUPPORT + 2] + F[SUPPORT_ON_A + 2];
  const warm: bool = I[WARM_OVERLAP] === 1;
  const gap: f64 = warm ? rimOfFace(a, face, n, px, py, pz) : gapOverTriangle(a, n, i, j, k, px, py, pz);
  if (warm ? !(gap > 0.0) : gap === 1.0e300) return false;
  const dx: f64 = inwardX(nx, ny, nz);
  const dy: f64 = inwardY(nx, ny, nz);
  const dz: f64 = inwardZ(nx, ny, nz);
  const topB: f64 = projection(b, ib, dx, dy, dz);
  const value: f64 = supportValue(nx, ny, nz, topOfFace(a, face, nx, ny, nz), topB);
  if (!isFeature(b, ib, ib, dx, dy, dz, topB, looseness(value))) return false;
  if (warm && !isLeastOverlap(nx, ny, nz, -value, gap)) return false;
  if (I[TESTS_GAP] === 1 && gap - value > FEATURE_IN_ROUNDINGS * F[ROUNDING]) return false;
  if (!take(nx, ny, nz, value, value)) return false;
  I[DIMENSION_A] = 2;
  I[DIMENSION_B] = 0;
  setPointUnderVertex(ib);
  return true;
}

/** Vertex `ia` of A against a face of B with vertices i, j, k. */
function faceOfB(face: i32, i: i32, j: i32, k: i32, ia: i32): bool {
  const a: i32 = I[PAIR_A];
  const b: i32 = I[PAIR_B];
  const n: i32 = I[2 * b + SHAPE_FACE_NORMALS] + 3 * face;
  const qx: f64 = F[I[2 * a + SHAPE_X] + ia];
  const qy: f64 = F[I[2 * a + SHAPE_Y] + ia];
  const qz: f64 = F[I[2 * a + SHAPE_Z] + ia];
  const rx: f64 = qx - F[RELATIVE_ORIGIN];
  const ry: f64 = qy - F[RELATIVE_ORIGIN + 1];
  const rz: f64 = qz - F[RELATIVE_ORIGIN + 2];
  const px: f64 = -inwardX(rx, ry, rz);
  const py: f64 = -inwardY(rx, ry, rz);
  const pz: f64 = -inwardZ(rx, ry, rz);
  const warm: bool = I[WARM_OVERLAP] === 1;
  const gap: f64 = warm ? rimOfFace(b, face, n, px, py, pz) : gapOverTriangle(b, n, i, j, k, px, py, pz);
  if (warm ? !(gap > 0.0) : gap === 1.0e300) return false;
  const x: f64 = -F[n];
  const y: f64 = -F[n + 1];
  const z: f64 = -F[n + 2];
  const nx: f64 = F[RELATIVE] * x + F[RELATIVE + 1] * y + F[RELATIVE + 2] * z;
  const ny: f64 = F[RELATIVE + 3] * x + F[RELATIVE + 4] * y + F[RELATIVE + 5] * z;
  const nz: f64 = F[RELATIVE + 6] * x + F[RELATIVE + 7] * y + F[RELATIVE + 8] * z;
  const topB: f64 = topOfFace(b, face, inwardX(nx, ny, nz), inwardY(nx, ny, nz), inwardZ(nx, ny, nz));
  const topA: f64 = projection(a, ia, nx, ny, nz);
  const value: f64 = supportValue(nx, ny, nz, topA, topB);
  if (!isFeature(a, ia, ia, nx, ny, nz, topA, looseness(value))) return false;
  if (warm && !isLeastOverlap(nx, ny, nz, -value, gap)) return false;
  if (I[TESTS_GAP] === 1 && gap - value > FEATURE_IN_ROUNDINGS * F[ROUNDING]) return false;
  if (!take(nx, ny, nz, value, value)) return false;
  I[DIMENSION_A] = 0;
  I[DIMENSION_B] = 2;
  F[CORE_POINT] = qx;
  F[CORE_POINT + 1] = qy;
  F[CORE_POINT + 2] = qz;
  return true;
}

/**
 * Accepts the normal if the features along it are these vertices or edges (i <= j of A, k <= l of B), `distance` apart.
 */
function takeFeatures(
  nx: f64,
  ny: f64,
  nz: f64,
  i: i32,
  j: i32,
  k: i32,
  l: i32,
  distance: f64,
  rim: f64,
  exact: bool,
): bool {
  const a: i32 = I[PAIR_A];
  const b: i32 = I[PAIR_B];
  const dx: f64 = inwardX(nx, ny, nz);
  const dy: f64 = inwardY(nx, ny, nz);
  const dz: f64 = inwardZ(nx, ny, nz);
  const loose: f64 = looseness(distance);
  const topA: f64 = topOfEdge(a, i, j, nx, ny, nz);
  const topB: f64 = topOfEdge(b, k, l, dx, dy, dz);
  if (!isFeature(a, i, j, nx, ny, nz, topA, loose) || !isFeature(b, k, l, dx, dy, dz, topB, loose)) return false;
  const value: f64 = supportValue(nx, ny, nz, topA, topB);
  if (I[WARM_OVERLAP] === 1 && !isLeastOverlap(nx, ny, nz, -value, rim)) return false;
  if (I[TESTS_GAP] === 1 && distance - value > FEATURE_IN_ROUNDINGS * F[ROUNDING]) return false;
  if (!take(nx, ny, nz, value, exact ? distance : value)) return false;
  I[DIMENSION_A] = i === j ? 0 : 1;
  I[DIMENSION_B] = k === l ? 0 : 1;
  return true;
}

function setPoint(ax: f64, ay: f64, az: f64, s: f64, ux: f64, uy: f64, uz: f64): void {
  F[CORE_POINT] = ax + s * ux;
  F[CORE_POINT + 1] = ay + s * uy;
  F[CORE_POINT + 2] = az + s * uz;
}

/** Edge i, j of A (i < j) against edge k, l of B (k < l), crossing. */
function edges(i: i32, j: i32, k: i32, l: i32): bool {
  edgeBetween(I[PAIR_A], i, j, false, SUPPORT);
  const ux: f64 = F[SUPPORT];
  const uy: f64 = F[SUPPORT + 1];
  const uz: f64 = F[SUPPORT + 2];
  edgeBetween(I[PAIR_B], k, l, true, SUPPORT);
  const vx: f64 = F[SUPPORT];
  const vy: f64 = F[SUPPORT + 1];
  const vz: f64 = F[SUPPORT + 2];
  const cx: f64 = uy * vz - uz * vy;
  const cy: f64 = uz * vx - ux * vz;
  const cz: f64 = ux * vy - uy * vx;
  const cc: f64 = cx * cx + cy * cy + cz * cz;
  const uu: f64 = ux * ux + uy * uy + uz * uz;
  const vv: f64 = vx * vx + vy * vy + vz * vz;
  if (!(cc > PARALLEL_SINE_SQUARED * uu * vv)) return false;
  differenceOfVertices(i, k);
  const rx: f64 = F[SUPPORT];
  const ry: f64 = F[SUPPORT + 1];
  const rz: f64 = F[SUPPORT + 2];
  const ax: f64 = F[SUPPORT_ON_A];
  const ay: f64 = F[SUPPORT_ON_A + 1];
  const az: f64 = F[SUPPORT_ON_A + 2];
  // Line a + s u meets line b + t v, seen along the normal, at s = ((b - a) x v).c / c.c, t = ((b - a) x u).c / c.c.
  const s: f64 = ((ry * vz - rz * vy) * cx + (rz * vx - rx * vz) * cy + (rx * vy - ry * vx) * cz) / cc;
  const t: f64 = ((ry * uz - rz * uy) * cx + (rz * ux - rx * uz) * cy + (rx * uy - ry * ux) * cz) / cc;
  if (!(s > 0.0 && s < 1.0 && t > 0.0 && t < 1.0)) return false;
  const gx: f64 = rx + t * vx - s * ux;
  const gy: f64 = ry + t * vy - s * uy;
  const gz: f64 = rz + t * vz - s * uz;
  const gap: f64 = Math.sqrt(gx * gx + gy * gy + gz * gz);
  const length: f64 = Math.sqrt(cc);
  let along: f64 = cx * rx + cy * ry + cz * rz;
  if (I[WARM_OVERLAP] === 1) {
    // What the last query kept is beyond the origin along the normal.
    differenceOfVertices(I[WARM_FAR_A], I[WARM_FAR_B]);
    along = cx * F[SUPPORT] + cy * F[SUPPORT + 1] + cz * F[SUPPORT + 2];
  } else if (I[TESTS_GAP] === 0) {
    along = cx * F[CORE_NORMAL] + cy * F[CORE_NORMAL + 1] + cz * F[CORE_NORMAL + 2];
  }
  // As a factor: which way the cross product points is a coin toss, and a branch would be wrong half the time.
  const isBack: i32 = along < 0.0 ? 1 : 0;
  const sign: f64 = (1.0 - 2.0 * isBack) / length;
  const rim: f64 = I[WARM_OVERLAP] === 1 ? rimOfEdges(s, t, length, uu, vv) : 0.0;
  if (!takeFeatures(sign * cx, sign * cy, sign * cz, i, j, k, l, gap, rim, false)) return false;
  setPoint(ax, ay, az, s, ux, uy, uz);
  return true;
}

/** Vertex against vertex, or vertex against edge (i <= j of A, k <= l of B): the perpendicular. */
function points(i: i32, j: i32, k: i32, l: i32): bool {
  let ux: f64 = 0.0;
  let uy: f64 = 0.0;
  let uz: f64 = 0.0;
  if (i !== j || k !== l) {
    if (i !== j) edgeBetween(I[PAIR_A], i, j, false, SUPPORT);
    else edgeBetween(I[PAIR_B], k, l, true, SUPPORT);
    ux = F[SUPPORT];
    uy = F[SUPPORT + 1];
    uz = F[SUPPORT + 2];
  }
  differenceOfVertices(i, k);
  const rx: f64 = F[SUPPORT];
  const ry: f64 = F[SUPPORT + 1];
  const rz: f64 = F[SUPPORT + 2];
  const ax: f64 = F[SUPPORT_ON_A];
  const ay: f64 = F[SUPPORT_ON_A + 1];
  const az: f64 = F[SUPPORT_ON_A + 2];
  const uu: f64 = ux * ux + uy * uy + uz * uz;
  const t: f64 = uu > 0.0 ? (rx * ux + ry * uy + rz * uz) / uu : 0.0;
  // On B's edge the foot lies at -t: w grows with B's point.
  const foot: f64 = k !== l ? -t : t;
  if ((i !== j || k !== l) && !(foot > 0.0 && foot < 1.0)) return false;
  const vx: f64 = rx - t * ux;
  const vy: f64 = ry - t * uy;
  const vz: f64 = rz - t * uz;
  const length: f64 = Math.sqrt(vx * vx + vy * vy + vz * vz);
  if (!(length > 0.0)) return false;
  if (!takeFeatures(vx / length, vy / length, vz / length, i, j, k, l, length, 0.0, true)) return false;
  setPoint(ax, ay, az, i !== j ? t : 0.0, ux, uy, uz);
  return true;
}

/** The lower of two numbers. By arithmetic: their order is a coin toss, and a branch would be wrong half the time. */
function lowerOf(i: i32, j: i32): i32 {
  const isHigher: i32 = j < i ? 1 : 0;
  return i - isHigher * (i - j);
}

/**
 * Answers the placed pair of polyhedra from the cache, as settle would; false, with nothing decided, if that is not
 * proven. `scanned`: the vertices of both bodies have been scanned already. For overlapping bodies normal and upper
 * bound are EPA's, unless the cache holds an overlap, which must be proven the smallest (cached-overlap.ts).
 */
export function cachedContact(cache: i32, scanned: bool, apart: bool): bool {
  I[VERTICES_SCANNED] = scanned ? 1 : 0;
  I[TESTS_GAP] = apart ? 1 : 0;
  const c: i32 = 2 * cache;
  const warm: bool = I[c + CACHE_OVERLAP] === 1;
  I[WARM_OVERLAP] = warm ? 1 : 0;
  const a: i32 = I[PAIR_A];
  const b: i32 = I[PAIR_B];
  const count: i32 = I[c + CACHE_COUNT];
  if (count < 1 || count > 3 || I[2 * a + SHAPE_UNFLAT] === 1 || I[2 * b + SHAPE_UNFLAT] === 1) return false;
  // Two bodies of one shape may change places in the canonical order as they move.
  const onA: i32 = I[c + CACHE_SWAPPED] === I[PAIR_SWAPPED] ? 0 : 1;
  const onB: i32 = 1 - onA;
  const ids: i32 = c + CACHE_IDS;
  const a0: i32 = I[ids + onA];
  const b0: i32 = I[ids + onB];
  const a1: i32 = count > 1 ? I[ids + 2 + onA] : a0;
  const b1: i32 = count > 1 ? I[ids + 2 + onB] : b0;
  const a2: i32 = count > 2 ? I[ids + 4 + onA] : a0;
  const b2: i32 = count > 2 ? I[ids + 4 + onB] : b0;
  const na: i32 = I[2 * a + SHAPE_VERTEX_COUNT];
  const nb: i32 = I[2 * b + SHAPE_VERTEX_COUNT];
  if (a0 < 0 || a1 < 0 || a2 < 0 || a0 >= na || a1 >= na || a2 >= na) return false;
  if (b0 < 0 || b1 < 0 || b2 < 0 || b0 >= nb || b1 >= nb || b2 >= nb) return false;
  if (warm) {
    I[WARM_FAR_A] = I[c + CACHE_FAR_A + onA];
    I[WARM_FAR_B] = I[c + CACHE_FAR_A + onB];
    if (I[WARM_FAR_A] < 0 || I[WARM_FAR_A] >= na || I[WARM_FAR_B] < 0 || I[WARM_FAR_B] >= nb) return false;
  }
  const face: i32 = I[c + CACHE_FACE] - 1;
  if (a0 !== a1 && a0 !== a2 && a1 !== a2) {
    if (face < 0 || face >= I[2 * a + SHAPE_FACE_COUNT] || b0 !== b1 || b0 !== b2) return false;
    return faceOfA(face, a0, a1, a2, b0);
  }
  if (b0 !== b1 && b0 !== b2 && b1 !== b2) {
    if (face < 0 || face >= I[2 * b + SHAPE_FACE_COUNT] || a0 !== a1 || a0 !== a2) return false;
    return faceOfB(face, b0, b1, b2, a0);
  }
  // What remains are vertices and edges: their lower and higher vertex.
  const otherA: i32 = a1 !== a0 ? a1 : a2;
  const otherB: i32 = b1 !== b0 ? b1 : b2;
  const i: i32 = lowerOf(a0, otherA);
  const j: i32 = a0 + otherA - i;
  const k: i32 = lowerOf(b0, otherB);
  const l: i32 = b0 + otherB - k;
  if (i !== j && k !== l) return edges(i, j, k, l);
  return apart && points(i, j, k, l);
}
