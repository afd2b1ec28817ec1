// SPDX-License-Identifier: MIT
/**
 * Vertex on face and edge on edge in a step of a simulation: the features of the step before, proven again or refuted
 * (docs/theory/settling.md). The neighbours of the vertices that touch show whether another vertex is farther, and
 * whether an edge or a face is so nearly parallel that the contact is flat. The answer is within rounding of that of a
 * query. A query must decide between features that tie; a step need not.
 */
import { FLAT_SINE } from '../features/flat-contact.ts';
import { PARALLEL_SINE_SQUARED } from '../features/settle.ts';
import { touchDistance } from '../features/touching-feature.ts';
import {
  CACHE_COUNT,
  CACHE_FACE,
  CACHE_FAR_A,
  CACHE_IDS,
  CACHE_SWAPPED,
  CORE,
  CORE_LOWER,
  CORE_NORMAL,
  CORE_POINT,
  CORE_UPPER,
  DIMENSION_A,
  DIMENSION_B,
  FLAT_COUNT,
  FLAT_NONE,
  PAIR_A,
  PAIR_B,
  PAIR_SWAPPED,
  RELATIVE,
  RELATIVE_ORIGIN,
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
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { isLeastOverlapBefore, rimOfEdges, rimOfFace } from './cached-overlap.ts';
import { apartBeyond, STEP_APART, STEP_OPEN, STEP_OVERLAP } from './step-answer.ts';

const LEVEL_SINE_SQUARED: f64 = FLAT_SINE * FLAT_SINE;

/** A neighbour is farther. */
const IS_PASSED: i32 = 0;
/** No neighbour is, and none of the edges is level. */
const STANDS_OUT: i32 = 1;
/** No neighbour is, but an edge is almost level: the contact may be flat. */
const IS_LEVEL: i32 = 2;

/**
 * How vertex v is among its neighbours, `other` left out, along the unit vector d of its block. A vertex that none
 * passes is the farthest of a convex body. A face that is almost level has two edges that are. A single edge makes the
 * contact flat only if it is still under the surface at its other end, or at the rim of the face that it lies on: the
 * vertex is `depth` below it and `rim` within.
 */
function amongNeighbours(s: i32, v: i32, other: i32, dx: f64, dy: f64, dz: f64, depth: f64, rim: f64): i32 {
  const x: i32 = I[2 * s + SHAPE_X];
  const y: i32 = I[2 * s + SHAPE_Y];
  const z: i32 = I[2 * s + SHAPE_Z];
  const offsets: i32 = I[2 * s + SHAPE_NEIGHBOUR_OFFSETS] + v;
  const neighbours: i32 = I[2 * s + SHAPE_NEIGHBOURS];
  const end: i32 = I[offsets + 1];
  const vx: f64 = F[x + v];
  const vy: f64 = F[y + v];
  const vz: f64 = F[z + v];
  let level: i32 = 0;
  for (let k: i32 = I[offsets]; k < end; k++) {
    const w: i32 = I[neighbours + k];
    if (w === other) continue;
    const ex: f64 = F[x + w] - vx;
    const ey: f64 = F[y + w] - vy;
    const ez: f64 = F[z + w] - vz;
    const along: f64 = ex * dx + ey * dy + ez * dz;
    if (along > 0.0) return IS_PASSED;
    const fall: f64 = along * along;
    const squared: f64 = ex * ex + ey * ey + ez * ez;
    if (!(fall <= LEVEL_SINE_SQUARED * squared)) continue;
    const isClear: bool = fall >= depth * depth && fall * rim * rim >= depth * depth * squared;
    level += isClear ? 1 : 2;
  }
  return level > 1 ? IS_LEVEL : STANDS_OUT;
}

/** Writes the answer but for its point. */
function take(nx: f64, ny: f64, nz: f64, value: f64, dimensionA: i32, dimensionB: i32, isFlat: bool): void {
  F[CORE_NORMAL] = nx;
  F[CORE_NORMAL + 1] = ny;
  F[CORE_NORMAL + 2] = nz;
  F[CORE] = value;
  F[CORE_LOWER] = value;
  F[CORE_UPPER] = value;
  I[DIMENSION_A] = dimensionA;
  I[DIMENSION_B] = dimensionB;
  I[FLAT_COUNT] = isFlat ? 0 : FLAT_NONE;
}

/**
 * Vertex v of body t on a face of body s, which is B if `isOnB` is 1; vertices farS and farT are far behind the
 * contact. Computed in the block of s: the other body is there by the relative pose or its inverse.
 */
function vertexOnFace(s: i32, face: i32, t: i32, v: i32, farS: i32, farT: i32, isOnB: i32): i32 {
  const row: i32 = 3 - 2 * isOnB;
  const column: i32 = 1 + 2 * isOnB;
  const r: i32 = RELATIVE;
  const before: f64 = isOnB;
  const after: f64 = 1.0 - before;
  const ox: f64 = F[RELATIVE_ORIGIN];
  const oy: f64 = F[RELATIVE_ORIGIN + 1];
  const oz: f64 = F[RELATIVE_ORIGIN + 2];
  const xx: f64 = F[r];
  const xy: f64 = F[r + column];
  const xz: f64 = F[r + 2 * column];
  const yx: f64 = F[r + row];
  const yy: f64 = F[r + 4];
  const yz: f64 = F[r + row + 2 * column];
  const zx: f64 = F[r + 2 * row];
  const zy: f64 = F[r + 2 * row + column];
  const zz: f64 = F[r + 8];
  const n: i32 = I[2 * s + SHAPE_FACE_NORMALS] + 3 * face;
  const nx: f64 = F[n];
  const ny: f64 = F[n + 1];
  const nz: f64 = F[n + 2];
  const tx: i32 = I[2 * t + SHAPE_X];
  const ty: i32 = I[2 * t + SHAPE_Y];
  const tz: i32 = I[2 * t + SHAPE_Z];
  const qx: f64 = F[tx + v] - before * ox;
  const qy: f64 = F[ty + v] - before * oy;
  const qz: f64 = F[tz + v] - before * oz;
  const px: f64 = xx * qx + xy * qy + xz * qz + after * ox;
  const py: f64 = yx * qx + yy * qy + yz * qz + after * oy;
  const pz: f64 = zx * qx + zy * qy + zz * qz + after * oz;
  const sx: i32 = I[2 * s + SHAPE_X];
  const sy: i32 = I[2 * s + SHAPE_Y];
  const sz: i32 = I[2 * s + SHAPE_Z];
  const corner: i32 = I[I[2 * s + SHAPE_FACE_VERTICES] + I[I[2 * s + SHAPE_FACE_OFFSETS] + face]];
  const value: f64 = nx * (px - F[sx + corner]) + ny * (py - F[sy + corner]) + nz * (pz - F[sz + corner]);
  // Against the face's normal, in the block of t.
  const dx: f64 = -(xx * nx + yx * ny + zx * nz);
  const dy: f64 = -(xy * nx + yy * ny + zy * nz);
  const dz: f64 = -(xz * nx + yz * ny + zz * nz);
  const rim: f64 = value < 0.0 ? rimOfFace(s, face, n, px, py, pz) : 0.0;
  const place: i32 = amongNeighbours(t, v, -1, dx, dy, dz, -value, rim);
  if (place === IS_PASSED) return STEP_OPEN;
  if (value > apartBeyond()) {
    F[CORE] = value;
    return STEP_APART;
  }
  if (!(value < -touchDistance())) return STEP_OPEN;
  const fx: f64 = F[tx + farT] - before * ox;
  const fy: f64 = F[ty + farT] - before * oy;
  const fz: f64 = F[tz + farT] - before * oz;
  const wx: f64 = xx * fx + xy * fy + xz * fz + after * ox - F[sx + farS];
  const wy: f64 = yx * fx + yy * fy + yz * fz + after * oy - F[sy + farS];
  const wz: f64 = zx * fx + zy * fy + zz * fz + after * oz - F[sz + farS];
  const along: f64 = nx * wx + ny * wy + nz * wz;
  if (!isLeastOverlapBefore(-value, rim, along, wx * wx + wy * wy + wz * wz)) return STEP_OPEN;
  if (isOnB === 1) {
    take(dx, dy, dz, value, 0, 2, place === IS_LEVEL);
    F[CORE_POINT] = F[tx + v];
    F[CORE_POINT + 1] = F[ty + v];
    F[CORE_POINT + 2] = F[tz + v];
  } else {
    take(nx, ny, nz, value, 2, 0, place === IS_LEVEL);
    F[CORE_POINT] = px - value * nx;
    F[CORE_POINT + 1] = py - value * ny;
    F[CORE_POINT + 2] = pz - value * nz;
  }
  return STEP_OVERLAP;
}

/** Edge i, j of A on edge k, l of B; vertices farA and farB are far behind the contact. */
function edgeOnEdge(i: i32, j: i32, k: i32, l: i32, farA: i32, farB: i32): i32 {
  const a: i32 = I[PAIR_A];
  const b: i32 = I[PAIR_B];
  const ax: i32 = I[2 * a + SHAPE_X];
  const ay: i32 = I[2 * a + SHAPE_Y];
  const az: i32 = I[2 * a + SHAPE_Z];
  const bx: i32 = I[2 * b + SHAPE_X];
  const by: i32 = I[2 * b + SHAPE_Y];
  const bz: i32 = I[2 * b + SHAPE_Z];
  const xx: f64 = F[RELATIVE];
  const xy: f64 = F[RELATIVE + 1];
  const xz: f64 = F[RELATIVE + 2];
  const yx: f64 = F[RELATIVE + 3];
  const yy: f64 = F[RELATIVE + 4];
  const yz: f64 = F[RELATIVE + 5];
  const zx: f64 = F[RELATIVE + 6];
  const zy: f64 = F[RELATIVE + 7];
  const zz: f64 = F[RELATIVE + 8];
  const ox: f64 = F[RELATIVE_ORIGIN];
  const oy: f64 = F[RELATIVE_ORIGIN + 1];
  const oz: f64 = F[RELATIVE_ORIGIN + 2];
  const px: f64 = F[ax + i];
  const py: f64 = F[ay + i];
  const pz: f64 = F[az + i];
  const ux: f64 = F[ax + j] - px;
  const uy: f64 = F[ay + j] - py;
  const uz: f64 = F[az + j] - pz;
  const kx: f64 = F[bx + k];
  const ky: f64 = F[by + k];
  const kz: f64 = F[bz + k];
  const ex: f64 = F[bx + l] - kx;
  const ey: f64 = F[by + l] - ky;
  const ez: f64 = F[bz + l] - kz;
  const vx: f64 = xx * ex + xy * ey + xz * ez;
  const vy: f64 = yx * ex + yy * ey + yz * ez;
  const vz: f64 = zx * ex + zy * ey + zz * ez;
  const cx: f64 = uy * vz - uz * vy;
  const cy: f64 = uz * vx - ux * vz;
  const cz: f64 = ux * vy - uy * vx;
  const cc: f64 = cx * cx + cy * cy + cz * cz;
  const uu: f64 = ux * ux + uy * uy + uz * uz;
  const vv: f64 = ex * ex + ey * ey + ez * ez;
  if (!(cc > PARALLEL_SINE_SQUARED * uu * vv)) return STEP_OPEN;
  // The far vertices are beyond the origin along the normal, which gives the sign of the cross product. It is a factor,
  // not a branch: the sign is random, and a branch would be mispredicted half the time.
  const fx: f64 = F[bx + farB];
  const fy: f64 = F[by + farB];
  const fz: f64 = F[bz + farB];
  const wx: f64 = xx * fx + xy * fy + xz * fz + ox - F[ax + farA];
  const wy: f64 = yx * fx + yy * fy + yz * fz + oy - F[ay + farA];
  const wz: f64 = zx * fx + zy * fy + zz * fz + oz - F[az + farA];
  const towards: f64 = cx * wx + cy * wy + cz * wz;
  const isBack: i32 = towards < 0.0 ? 1 : 0;
  const length: f64 = Math.sqrt(cc);
  const sign: f64 = (1.0 - 2.0 * isBack) / length;
  const nx: f64 = sign * cx;
  const ny: f64 = sign * cy;
  const nz: f64 = sign * cz;
  const rx: f64 = xx * kx + xy * ky + xz * kz + ox - px;
  const ry: f64 = yx * kx + yy * ky + yz * kz + oy - py;
  const rz: f64 = zx * kx + zy * ky + zz * kz + oz - pz;
  const value: f64 = nx * rx + ny * ry + nz * rz;
  const placeI: i32 = amongNeighbours(a, i, j, nx, ny, nz, 1.0, 0.0);
  const placeJ: i32 = amongNeighbours(a, j, i, nx, ny, nz, 1.0, 0.0);
  if (placeI === IS_PASSED || placeJ === IS_PASSED) return STEP_OPEN;
  const dx: f64 = -(xx * nx + yx * ny + zx * nz);
  const dy: f64 = -(xy * nx + yy * ny + zy * nz);
  const dz: f64 = -(xz * nx + yz * ny + zz * nz);
  const placeK: i32 = amongNeighbours(b, k, l, dx, dy, dz, 1.0, 0.0);
  const placeL: i32 = amongNeighbours(b, l, k, dx, dy, dz, 1.0, 0.0);
  if (placeK === IS_PASSED || placeL === IS_PASSED) return STEP_OPEN;
  if (value > apartBeyond()) {
    F[CORE] = value;
    return STEP_APART;
  }
  if (!(value < -touchDistance())) return STEP_OPEN;
  // Line a + s u meets line b + t v, seen along the normal, at s = ((b - a) x v).c / c.c, t = ((b - a) x u).c / c.c.
  const s: f64 = ((ry * vz - rz * vy) * cx + (rz * vx - rx * vz) * cy + (rx * vy - ry * vx) * cz) / cc;
  const t: f64 = ((ry * uz - rz * uy) * cx + (rz * ux - rx * uz) * cy + (rx * uy - ry * ux) * cz) / cc;
  if (!(s > 0.0 && s < 1.0 && t > 0.0 && t < 1.0)) return STEP_OPEN;
  const rim: f64 = rimOfEdges(s, t, length, uu, vv);
  const along: f64 = Math.abs(towards) / length;
  if (!isLeastOverlapBefore(-value, rim, along, wx * wx + wy * wy + wz * wz)) return STEP_OPEN;
  const isLevel: bool = placeI === IS_LEVEL || placeJ === IS_LEVEL || placeK === IS_LEVEL || placeL === IS_LEVEL;
  take(nx, ny, nz, value, 1, 1, isLevel || cc <= LEVEL_SINE_SQUARED * uu * vv);
  F[CORE_POINT] = px + s * ux;
  F[CORE_POINT + 1] = py + s * uy;
  F[CORE_POINT + 2] = pz + s * uz;
  return STEP_OVERLAP;
}

/** Answers the placed pair of polyhedra from the features that a step remembered (cached-overlap.ts). */
export function featuresInStep(cache: i32): i32 {
  const c: i32 = 2 * cache;
  const a: i32 = I[PAIR_A];
  const b: i32 = I[PAIR_B];
  if (I[c + CACHE_COUNT] !== 3 || I[2 * a + SHAPE_UNFLAT] === 1 || I[2 * b + SHAPE_UNFLAT] === 1) return STEP_OPEN;
  // Two bodies of one shape may change places in the canonical order as they move.
  const onA: i32 = I[c + CACHE_SWAPPED] === I[PAIR_SWAPPED] ? 0 : 1;
  const onB: i32 = 1 - onA;
  const ids: i32 = c + CACHE_IDS;
  const a0: i32 = I[ids + onA];
  const b0: i32 = I[ids + onB];
  const a1: i32 = I[ids + 2 + onA];
  const b1: i32 = I[ids + 2 + onB];
  const a2: i32 = I[ids + 4 + onA];
  const b2: i32 = I[ids + 4 + onB];
  const farA: i32 = I[c + CACHE_FAR_A + onA];
  const farB: i32 = I[c + CACHE_FAR_A + onB];
  const na: i32 = I[2 * a + SHAPE_VERTEX_COUNT];
  const nb: i32 = I[2 * b + SHAPE_VERTEX_COUNT];
  if ((a0 | a1 | a2 | farA) < 0 || a0 >= na || a1 >= na || a2 >= na || farA >= na) return STEP_OPEN;
  if ((b0 | b1 | b2 | farB) < 0 || b0 >= nb || b1 >= nb || b2 >= nb || farB >= nb) return STEP_OPEN;
  const face: i32 = I[c + CACHE_FACE] - 1;
  if (a0 !== a1 && a0 !== a2 && a1 !== a2) {
    if (face < 0 || face >= I[2 * a + SHAPE_FACE_COUNT] || b0 !== b1 || b0 !== b2) return STEP_OPEN;
    return vertexOnFace(a, face, b, b0, farA, farB, 0);
  }
  if (b0 !== b1 && b0 !== b2 && b1 !== b2) {
    if (face < 0 || face >= I[2 * b + SHAPE_FACE_COUNT] || a0 !== a1 || a0 !== a2) return STEP_OPEN;
    return vertexOnFace(b, face, a, a0, farB, farA, 1);
  }
  const otherA: i32 = a1 !== a0 ? a1 : a2;
  const otherB: i32 = b1 !== b0 ? b1 : b2;
  if (a0 === otherA || b0 === otherB) return STEP_OPEN;
  return edgeOnEdge(a0, otherA, b0, otherB, farA, farB);
}
