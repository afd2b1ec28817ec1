// SPDX-License-Identifier: MIT
/**
 * Overlap of two polyhedra whose faces lie on each other, from the faces of the last step, for steps alone
 * (docs/theory/settling.md). The differences of points of two faces are part of the Minkowski difference D; its least
 * depth over all directions is that along one of a few normals: of the two faces, or of an edge of one and an edge of
 * the other. If D itself is no deeper along that normal, no other direction has less overlap. Nearly parallel faces,
 * where EPA needs most steps and other proofs fail, are no special case.
 */
import { clipByPolygon } from '../features/feature-clip.ts';
import { inwardX, inwardY, inwardZ } from '../features/feature-pair.ts';
import { turnPlacedPair } from '../features/flat-contact.ts';
import { levelFace, loadFace } from '../features/flat-feature.ts';
import {
  FLAT_A,
  FLAT_B,
  FLAT_CLIP,
  FLAT_PLANE_A,
  FLAT_PLANE_B,
  FLAT_TURN_A,
  FLAT_TURN_B,
  PLANE_SLOPE,
} from '../features/flat-layout.ts';
import { supportValue } from '../features/settle.ts';
import { touchDistance } from '../features/touching-feature.ts';
import {
  CACHE_COUNT,
  CACHE_FACES,
  CACHE_FAR_A,
  CACHE_FAR_B,
  CACHE_IDS,
  CACHE_OVERLAP,
  CACHE_SWAPPED,
  CORE,
  CORE_LOWER,
  CORE_NORMAL,
  CORE_POINT,
  CORE_UPPER,
  DIMENSION_A,
  DIMENSION_B,
  FLAT_WORK,
  PAIR_A,
  PAIR_B,
  PAIR_HINT_A,
  PAIR_HINT_B,
  PAIR_SWAPPED,
  ROUNDING,
  SHAPE_FACE_COUNT,
  SHAPE_FACE_NORMALS,
  SHAPE_UNFLAT,
  SHAPE_VERTEX_COUNT,
  SHAPE_X,
  SHAPE_Y,
  SHAPE_Z,
  SUPPORT,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { smallerExtent } from '../relative-pose.ts';
import { differenceOfVertices } from '../support/minkowski-support.ts';
import { supportVertex } from '../support/support.ts';

/** The depth is within this fraction of the smaller body of the least one: a hundredth of what steps may be off. */
const DEPTH_TOLERANCE: f64 = 1.0e-11;
/** And within this many roundings of the coordinates, which the terms of a depth have. */
const DEPTH_IN_ROUNDINGS: f64 = 32.0;
/** Sine of the angle to the normal within which faces are remembered: more tilted ones hardly prove anything. */
const FACES_SINE: f64 = 0.7;
/** Part of the smallest reach of the faces' differences that depths may be: the rest is for rounding. */
const REACH_SHARE: f64 = 0.999999;
/** Product of the faces' corners up to which all pairs of their edges are tried: about the cost of EPA. */
const EDGE_PAIRS: i32 = 400;

/** Smallest distance of the point from the lines of a polygon's sides, turning as in clipByPolygon; <= 0: outside. */
function distanceFromSides(loop: i32, count: i32, turn: f64, x: f64, y: f64): f64 {
  let least: f64 = 1.0e300;
  let px: f64 = F[loop + 2 * count - 2];
  let py: f64 = F[loop + 2 * count - 1];
  for (let k: i32 = 0; k < count; k++) {
    const qx: f64 = F[loop + 2 * k];
    const qy: f64 = F[loop + 2 * k + 1];
    const ex: f64 = qx - px;
    const ey: f64 = qy - py;
    const inside: f64 = turn * (ex * (y - py) - ey * (x - px));
    if (!(inside > 0.0)) return 0.0;
    const squared: f64 = (inside * inside) / (ex * ex + ey * ey);
    if (squared < least) least = squared;
    px = qx;
    py = qy;
  }
  return Math.sqrt(least);
}

/** Largest product of (u, v) with the corners of a polygon, seen from (x, y). */
function reachAlong(loop: i32, count: i32, u: f64, v: f64, x: f64, y: f64): f64 {
  let most: f64 = -1.0e300;
  for (let k: i32 = 0; k < count; k++) {
    const along: f64 = u * (F[loop + 2 * k] - x) + v * (F[loop + 2 * k + 1] - y);
    if (along > most) most = along;
  }
  return most;
}

/** Support value of the placed bodies along the unit normal n. */
function fullValue(nx: f64, ny: f64, nz: f64): f64 {
  const a: i32 = I[PAIR_A];
  const b: i32 = I[PAIR_B];
  const dx: f64 = inwardX(nx, ny, nz);
  const dy: f64 = inwardY(nx, ny, nz);
  const dz: f64 = inwardZ(nx, ny, nz);
  const i: i32 = supportVertex(a, nx, ny, nz, I[PAIR_HINT_A]);
  const j: i32 = supportVertex(b, dx, dy, dz, I[PAIR_HINT_B]);
  I[PAIR_HINT_A] = i;
  I[PAIR_HINT_B] = j;
  const topA: f64 = F[I[2 * a + SHAPE_X] + i] * nx + F[I[2 * a + SHAPE_Y] + i] * ny + F[I[2 * a + SHAPE_Z] + i] * nz;
  const topB: f64 = F[I[2 * b + SHAPE_X] + j] * dx + F[I[2 * b + SHAPE_Y] + j] * dy + F[I[2 * b + SHAPE_Z] + j] * dz;
  return supportValue(nx, ny, nz, topA, topB);
}

/** Whether the far vertices are as far behind the plane as excludes all directions almost opposite to n. */
function isFarBehind(farA: i32, farB: i32, nx: f64, ny: f64, nz: f64, depth: f64, q: f64): bool {
  differenceOfVertices(farA, farB);
  const along: f64 = nx * F[SUPPORT] + ny * F[SUPPORT + 1] + nz * F[SUPPORT + 2];
  const squared: f64 =
    F[SUPPORT] * F[SUPPORT] + F[SUPPORT + 1] * F[SUPPORT + 1] + F[SUPPORT + 2] * F[SUPPORT + 2] - along * along;
  const beside: f64 = squared > 0.0 ? Math.sqrt(squared) : 0.0;
  return along * (1.0 - q * q) - 2.0 * beside * q > depth * (1.0 + q * q);
}

/** The normal whose slope in the frame of the contact is (u, v), as the answer's. */
function setNormal(turn: i32, u: f64, v: f64): void {
  const unit: f64 = 1.0 / Math.sqrt(1.0 + u * u + v * v);
  for (let c: i32 = 0; c < 3; c++) {
    F[CORE_NORMAL + c] = unit * (F[turn + 6 + c] - u * F[turn + c] - v * F[turn + 3 + c]);
  }
}

/**
 * Answers the placed pair of polyhedra from the two faces that the last step remembered; false, with nothing decided,
 * if they do not prove the least overlap.
 */
export function facesContact(cache: i32): bool {
  const c: i32 = 2 * cache;
  const a: i32 = I[PAIR_A];
  const b: i32 = I[PAIR_B];
  const onA: i32 = I[c + CACHE_SWAPPED] === I[PAIR_SWAPPED] ? 0 : 1;
  const faceA: i32 = I[c + CACHE_IDS + onA];
  const faceB: i32 = I[c + CACHE_IDS + 1 - onA];
  if (faceA < 0 || faceA >= I[2 * a + SHAPE_FACE_COUNT] || faceB < 0 || faceB >= I[2 * b + SHAPE_FACE_COUNT])
    return false;
  const farA: i32 = I[c + CACHE_FAR_A + onA];
  const farB: i32 = I[c + CACHE_FAR_B - onA];
  if (farA < 0 || farA >= I[2 * a + SHAPE_VERTEX_COUNT] || farB < 0 || farB >= I[2 * b + SHAPE_VERTEX_COUNT])
    return false;
  // The frame of the contact: its third axis is the normal of A's face, at which its heights are 0.
  const work: i32 = I[FLAT_WORK];
  const n: i32 = I[2 * a + SHAPE_FACE_NORMALS] + 3 * faceA;
  const turnA: i32 = work + FLAT_TURN_A;
  const turnB: i32 = work + FLAT_TURN_B;
  turnPlacedPair(F[n], F[n + 1], F[n + 2], turnA, turnB);
  const m: i32 = I[2 * b + SHAPE_FACE_NORMALS] + 3 * faceB;
  if (!(F[turnB + 6] * F[m] + F[turnB + 7] * F[m + 1] + F[turnB + 8] * F[m + 2] < 0.0)) return false;
  const loopA: i32 = work + FLAT_A;
  const loopB: i32 = work + FLAT_B;
  const planeB: i32 = work + FLAT_PLANE_B;
  const countA: i32 = loadFace(a, faceA, turnA, loopA, work + FLAT_PLANE_A);
  const countB: i32 = loadFace(b, faceB, turnB, loopB, planeB);
  if (countA < 3 || countB < 3 || countA * countB > EDGE_PAIRS) return false;
  // Overlaps are linear over the common part. Its middle is inside both faces.
  const clip: i32 = work + FLAT_CLIP;
  for (let k: i32 = 0; k < 2 * countA; k++) F[clip + k] = F[loopA + k];
  const count: i32 = clipByPolygon(clip, countA, loopB, countB, -1.0);
  if (count < 3) return false;
  let x: f64 = 0.0;
  let y: f64 = 0.0;
  for (let k: i32 = 0; k < count; k++) {
    x += F[clip + 2 * k];
    y += F[clip + 2 * k + 1];
  }
  const part: f64 = count;
  x /= part;
  y /= part;
  const sides: f64 = distanceFromSides(loopA, countA, 1.0, x, y);
  const sidesB: f64 = distanceFromSides(loopB, countB, -1.0, x, y);
  if (!(sides > 0.0 && sidesB > 0.0)) return false;
  const reach: f64 = REACH_SHARE * (sides + sidesB);
  // The slope of the difference's upper side over B's face, and the height over the middle.
  const slopeX: f64 = -F[planeB + PLANE_SLOPE];
  const slopeY: f64 = -F[planeB + PLANE_SLOPE + 1];
  const height: f64 = F[work + FLAT_PLANE_A + 2] - F[planeB + 2] + slopeX * (x - F[planeB]) + slopeY * (y - F[planeB + 1]);
  // Depth of the faces' differences along A's normal, and along B's.
  const overA: f64 = height + reachAlong(loopB, countB, slopeX, slopeY, x, y);
  if (!(overA > 0.0 && overA < reach)) return false;
  const gx: f64 = -slopeX;
  const gy: f64 = -slopeY;
  let bestX: f64 = 0.0;
  let bestY: f64 = 0.0;
  let least: f64 = overA;
  const overB: f64 = (height + reachAlong(loopA, countA, -gx, -gy, x, y)) / Math.sqrt(1.0 + gx * gx + gy * gy);
  if (overB < least) {
    least = overB;
    bestX = gx;
    bestY = gy;
  }
  // Along the normal of an edge of each: seen as slopes, a ray from A's normal meets a ray from B's.
  let ax: f64 = F[loopA + 2 * countA - 2];
  let ay: f64 = F[loopA + 2 * countA - 1];
  for (let j: i32 = 0; j < countA; j++) {
    const ux: f64 = ay - F[loopA + 2 * j + 1];
    const uy: f64 = F[loopA + 2 * j] - ax;
    const turned: f64 = gx * uy - gy * ux;
    let bx: f64 = F[loopB + 2 * countB - 2];
    let by: f64 = F[loopB + 2 * countB - 1];
    for (let i: i32 = 0; i < countB; i++) {
      const vx: f64 = by - F[loopB + 2 * i + 1];
      const vy: f64 = F[loopB + 2 * i] - bx;
      const across: f64 = ux * vy - uy * vx;
      const s: f64 = gx * vy - gy * vx;
      if ((across > 0.0 && s > 0.0 && turned > 0.0) || (across < 0.0 && s < 0.0 && turned < 0.0)) {
        const ofA: f64 = (ux * (x - ax) + uy * (y - ay)) * s;
        const ofB: f64 = (vx * (bx - x) + vy * (by - y)) * turned;
        const sx: f64 = (ux * s) / across;
        const sy: f64 = (uy * s) / across;
        const depth: f64 = (height + (ofA + ofB) / across) / Math.sqrt(1.0 + sx * sx + sy * sy);
        if (depth < least) {
          least = depth;
          bestX = sx;
          bestY = sy;
        }
      }
      bx = F[loopB + 2 * i];
      by = F[loopB + 2 * i + 1];
    }
    ax = F[loopA + 2 * j];
    ay = F[loopA + 2 * j + 1];
  }
  if (!isFarBehind(farA, farB, F[n], F[n + 1], F[n + 2], least, overA / reach)) return false;
  setNormal(turnA, bestX, bestY);
  const value: f64 = fullValue(F[CORE_NORMAL], F[CORE_NORMAL + 1], F[CORE_NORMAL + 2]);
  const tolerance: f64 = DEPTH_TOLERANCE * smallerExtent() + DEPTH_IN_ROUNDINGS * F[ROUNDING];
  if (!(-value - least <= tolerance) || !(value < -touchDistance())) return false;
  F[CORE] = value;
  F[CORE_LOWER] = value;
  F[CORE_UPPER] = value;
  for (let k: i32 = 0; k < 3; k++) {
    F[CORE_POINT + k] =
      x * F[turnA + k] + y * F[turnA + 3 + k] + F[work + FLAT_PLANE_A + 2] * F[turnA + 6 + k];
  }
  I[DIMENSION_A] = 2;
  I[DIMENSION_B] = 2;
  return true;
}

/** Remembers the faces that are most nearly square to the answer's normal; false where there are none. */
export function storeFaces(cache: i32): bool {
  const a: i32 = I[PAIR_A];
  const b: i32 = I[PAIR_B];
  if (I[2 * a + SHAPE_UNFLAT] === 1 || I[2 * b + SHAPE_UNFLAT] === 1) return false;
  if (I[2 * a + SHAPE_FACE_COUNT] < 4 || I[2 * b + SHAPE_FACE_COUNT] < 4) return false;
  const nx: f64 = F[CORE_NORMAL];
  const ny: f64 = F[CORE_NORMAL + 1];
  const nz: f64 = F[CORE_NORMAL + 2];
  const dx: f64 = inwardX(nx, ny, nz);
  const dy: f64 = inwardY(nx, ny, nz);
  const dz: f64 = inwardZ(nx, ny, nz);
  const faceA: i32 = levelFace(a, supportVertex(a, nx, ny, nz, I[PAIR_HINT_A]), nx, ny, nz, FACES_SINE);
  if (faceA < 0) return false;
  const faceB: i32 = levelFace(b, supportVertex(b, dx, dy, dz, I[PAIR_HINT_B]), dx, dy, dz, FACES_SINE);
  if (faceB < 0) return false;
  const c: i32 = 2 * cache;
  I[c + CACHE_COUNT] = 0;
  I[c + CACHE_IDS] = faceA;
  I[c + CACHE_IDS + 1] = faceB;
  I[c + CACHE_SWAPPED] = I[PAIR_SWAPPED];
  I[c + CACHE_OVERLAP] = CACHE_FACES;
  I[c + CACHE_FAR_A] = supportVertex(a, -nx, -ny, -nz, 0);
  I[c + CACHE_FAR_B] = supportVertex(b, -dx, -dy, -dz, 0);
  return true;
}
