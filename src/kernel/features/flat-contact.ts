// SPDX-License-Identifier: MIT
/**
 * Contact points of two overlapping bodies with almost parallel faces or edges: the corners of their common part, each
 * with its own overlap and its share of stiffness and damping (docs/theory/convex-bodies.md). With a single point a
 * body on a face would rock from vertex to vertex in a simulation.
 */

import { writeAxesAcross } from '../arithmetic/axes-across.ts';
import { either, lesser } from '../arithmetic/choice.ts';
import {
  CORE_NORMAL,
  FLAT_COUNT,
  HALF_SPACE,
  ORIGIN_A,
  PAIR_A,
  PAIR_B,
  PAIR_SWAPPED,
  RELATIVE,
  RELATIVE_ORIGIN,
  SHAPE_KIND,
  SHAPE_MARGIN,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { toWorld } from '../relative-pose.ts';
import { clipByPolygon, clipParallel } from './feature-clip.ts';
import { loadFeature, turnCap, turnFromPose } from './flat-feature.ts';
import {
  CLIP_HEIGHTS,
  FLAT_A,
  FLAT_AXES,
  FLAT_B,
  FLAT_CLIP,
  FLAT_DASHPOT,
  FLAT_LIMIT,
  FLAT_ORIGIN,
  FLAT_OVERLAP,
  FLAT_PLANE_A,
  FLAT_PLANE_B,
  FLAT_POINTS,
  FLAT_SHARE,
  FLAT_STRIDE,
  FLAT_TURN_A,
  FLAT_TURN_B,
  PLANE_SLOPE,
  TURN_ORIGIN,
} from './flat-layout.ts';

/**
 * Sine of the angle within which faces and edges count as parallel. Beyond it far corners are clear of each other,
 * unless overlaps are huge.
 */
export const FLAT_SINE: f64 = 0.05;
/**
 * The same on half-spaces, where corners that all have the share 1 are springs of their own at any tilt: bodies come to
 * lie without a jump, however soft they are, until they overlap by two thirds of the width of a face.
 */
const WALL_SINE: f64 = 0.7;
/** Square of the slope at FLAT_SINE, and the share that counts as 1 where sides were added up with rounding. */
export const FLAT_SLOPE_SQUARED: f64 = (FLAT_SINE * FLAT_SINE) / (1.0 - FLAT_SINE * FLAT_SINE);
const WHOLE: f64 = 1.0 - 1.0e-9;

/** Height of a feature's plane at (x, y). */
export function heightAt(plane: i32, x: f64, y: f64): f64 {
  return F[plane + 2] + F[plane + PLANE_SLOPE] * (x - F[plane]) + F[plane + PLANE_SLOPE + 1] * (y - F[plane + 1]);
}

/** Corners (x, y) of the common part of both features at FLAT_CLIP; returns how many. */
function commonPart(work: i32, countA: i32, countB: i32): i32 {
  const clip: i32 = work + FLAT_CLIP;
  if (countB < 0) return copyCorners(work + FLAT_A, countA, clip);
  if (countA < 0) return copyCorners(work + FLAT_B, countB, clip);
  // A's loop runs counter-clockwise seen along the normal, B's clockwise.
  if (countB > 2) return clipByPolygon(clip, copyCorners(work + FLAT_A, countA, clip), work + FLAT_B, countB, -1.0);
  if (countA > 2) return clipByPolygon(clip, copyCorners(work + FLAT_B, countB, clip), work + FLAT_A, countA, 1.0);
  return clipParallel(clip, work + FLAT_A, work + FLAT_B, FLAT_SINE);
}

function copyCorners(from: i32, count: i32, to: i32): i32 {
  for (let k: i32 = 0; k < 2 * count; k++) F[to + k] = F[from + k];
  return count;
}

/** Length of the side from corner k to the next one. */
function sideLength(loop: i32, k: i32, count: i32): f64 {
  const next: i32 = k + 1 === count ? 0 : k + 1;
  const x: f64 = F[loop + 2 * next] - F[loop + 2 * k];
  const y: f64 = F[loop + 2 * next + 1] - F[loop + 2 * k + 1];
  return Math.sqrt(x * x + y * y);
}

/** Length of the rim of a polygon; that of each side, from corner k to the next, to F[lengths + k]. */
function rimLength(loop: i32, count: i32, lengths: i32): f64 {
  let rim: f64 = 0.0;
  for (let k: i32 = 0; k < count; k++) {
    const length: f64 = sideLength(loop, k, count);
    F[lengths + k] = length;
    rim += length;
  }
  return rim;
}

/**
 * Whether a face on a half-space is tilted beyond FLAT_SINE and has corners with a share below 1, which would change as
 * it comes to stand on one of them.
 */
function isUneven(plane: i32, loop: i32, count: i32, lengths: i32): bool {
  if (
    !(
      F[plane + PLANE_SLOPE] * F[plane + PLANE_SLOPE] + F[plane + PLANE_SLOPE + 1] * F[plane + PLANE_SLOPE + 1] >
      FLAT_SLOPE_SQUARED
    )
  )
    return false;
  const rim: f64 = rimLength(loop, count, lengths);
  let before: f64 = F[lengths + count - 1];
  for (let k: i32 = 0; k < count; k++) {
    const after: f64 = F[lengths + k];
    if (2.0 * (before + after) < WHOLE * rim) return true;
    before = after;
  }
  return false;
}

/**
 * Corners of the flat contact of shape a at pose p with shape b at pose q (a may not be a half-space), whose normal
 * from a to b is n. Each is written to F[work + FLAT_STRIDE k..]: a point on the surface of a (world), its overlap (>
 * 0) and its shares of springs and of dashpots. Returns how many; 0 where the contact is not flat. `work` is the
 * address of FLAT_CELLS cells.
 */
export function flatContact(a: i32, p: i32, b: i32, q: i32, nx: f64, ny: f64, nz: f64, work: i32): i32 {
  const axes: i32 = work + FLAT_AXES;
  writeAxesAcross(nx, ny, nz, axes);
  F[axes + 6] = nx;
  F[axes + 7] = ny;
  F[axes + 8] = nz;
  for (let c: i32 = 0; c < 3; c++) F[work + FLAT_ORIGIN + c] = F[p + c];
  turnFromPose(a, p, p, work, work + FLAT_TURN_A, work + FLAT_A);
  turnFromPose(b, q, p, work, work + FLAT_TURN_B, work + FLAT_B);
  return cornersOf(a, work + FLAT_TURN_A, b, work + FLAT_TURN_B, work, work + FLAT_POINTS);
}

/**
 * The same for the placed pair whose answer has just been found, in the caller's order, from `to` on: its rotations are
 * known, and nothing is computed from poses.
 */
export function placedFlatContact(work: i32, to: i32): i32 {
  const swapped: bool = I[PAIR_SWAPPED] === 1;
  const sign: f64 = swapped ? -1.0 : 1.0;
  const turnA: i32 = work + FLAT_TURN_A;
  const turnB: i32 = work + FLAT_TURN_B;
  // The faces that proved the answer have their common part already, in the order of the placed pair.
  const count: i32 = I[FLAT_COUNT];
  if (count === 0)
    turnPlacedPair(sign * F[CORE_NORMAL], sign * F[CORE_NORMAL + 1], sign * F[CORE_NORMAL + 2], turnA, turnB);
  for (let c: i32 = 0; c < 3; c++) F[work + FLAT_ORIGIN + c] = F[ORIGIN_A + c];
  const axes: i32 = work + FLAT_AXES;
  toWorld(F[turnA], F[turnA + 1], F[turnA + 2], axes);
  toWorld(F[turnA + 3], F[turnA + 4], F[turnA + 5], axes + 3);
  toWorld(F[turnA + 6], F[turnA + 7], F[turnA + 8], axes + 6);
  if (count > 0) {
    return writeCorners(count, F[I[PAIR_A] + SHAPE_MARGIN], F[I[PAIR_B] + SHAPE_MARGIN], swapped, work, to);
  }
  return swapped
    ? cornersOf(I[PAIR_B], turnB, I[PAIR_A], turnA, work, to)
    : cornersOf(I[PAIR_A], turnA, I[PAIR_B], turnB, work, to);
}

/**
 * Writes the transformations of both blocks of the placed pair to a frame at A's origin whose third axis is n, a unit
 * vector in the frame of A.
 */
export function turnPlacedPair(nx: f64, ny: f64, nz: f64, turnA: i32, turnB: i32): void {
  writeAxesAcross(nx, ny, nz, turnA);
  F[turnA + 6] = nx;
  F[turnA + 7] = ny;
  F[turnA + 8] = nz;
  F[turnA + TURN_ORIGIN] = 0.0;
  F[turnA + TURN_ORIGIN + 1] = 0.0;
  F[turnA + TURN_ORIGIN + 2] = 0.0;
  turnToB(turnA, turnB, turnB + TURN_ORIGIN);
  turnToB(turnA + 3, turnB + 3, turnB + TURN_ORIGIN + 1);
  turnToB(turnA + 6, turnB + 6, turnB + TURN_ORIGIN + 2);
}

/** @inline The axis at F[axis..] of the frame in that of B's block, to F[to..]; B's origin along it to F[origin]. */
function turnToB(axis: i32, to: i32, origin: i32): void {
  const x: f64 = F[axis];
  const y: f64 = F[axis + 1];
  const z: f64 = F[axis + 2];
  F[origin] = x * F[RELATIVE_ORIGIN] + y * F[RELATIVE_ORIGIN + 1] + z * F[RELATIVE_ORIGIN + 2];
  F[to] = x * F[RELATIVE] + y * F[RELATIVE + 3] + z * F[RELATIVE + 6];
  F[to + 1] = x * F[RELATIVE + 1] + y * F[RELATIVE + 4] + z * F[RELATIVE + 7];
  F[to + 2] = x * F[RELATIVE + 2] + y * F[RELATIVE + 5] + z * F[RELATIVE + 8];
}

/** The corners of bodies that are `turned` into the frame of the contact, as flatContact returns them. */
function cornersOf(a: i32, turnA: i32, b: i32, turnB: i32, work: i32, to: i32): i32 {
  const isWall: bool = I[2 * b + SHAPE_KIND] === HALF_SPACE;
  const planeA: i32 = work + FLAT_PLANE_A;
  const planeB: i32 = work + FLAT_PLANE_B;
  let countA: i32 = loadFeature(a, turnA, 1.0, isWall ? WALL_SINE : FLAT_SINE, work + FLAT_A, planeA);
  if (countA < 2) return 0;
  if (isWall && isUneven(planeA, work + FLAT_A, countA, work + FLAT_CLIP + CLIP_HEIGHTS)) {
    countA = loadFeature(a, turnA, 1.0, FLAT_SINE, work + FLAT_A, planeA);
    if (countA < 2) return 0;
  }
  const countB: i32 = loadFeature(b, turnB, -1.0, FLAT_SINE, work + FLAT_B, planeB);
  if (isWall ? countB !== -1 : countB < 2) return 0;
  const marginA: f64 = F[a + SHAPE_MARGIN];
  const marginB: f64 = F[b + SHAPE_MARGIN];
  if (countA === 4) turnCap(a, turnA, 1.0, work + FLAT_A, planeA, planeB, marginA + marginB);
  if (countB === 4) turnCap(b, turnB, -1.0, work + FLAT_B, planeB, planeA, marginA + marginB);
  const count: i32 = commonPart(work, countA, countB);
  return writeCorners(count, marginA, marginB, false, work, to);
}

/**
 * The same where the common part is known: `count` corners at FLAT_CLIP on A's feature of the last flatContact, in its
 * frame, over a plane across its normal at this height.
 */
export function cornersOnPlane(a: i32, count: i32, height: f64, work: i32): i32 {
  const plane: i32 = work + FLAT_PLANE_B;
  F[plane + 2] = height;
  F[plane + PLANE_SLOPE] = 0.0;
  F[plane + PLANE_SLOPE + 1] = 0.0;
  return writeCorners(count, F[a + SHAPE_MARGIN], 0.0, false, work, work + FLAT_POINTS);
}

/**
 * The same of A's feature, which has been loaded, and a polygon or segment on that plane: `countB` corners at FLAT_B,
 * clockwise.
 */
export function cornersOverPlane(a: i32, countA: i32, countB: i32, height: f64, work: i32): i32 {
  const count: i32 = commonPart(work, countA, countB);
  return cornersOnPlane(a, count, height, work);
}

/**
 * Writes the corners of the common part of `count` corners, as flatContact returns them, from `to` on; their points are
 * on the surface of A, or of B.
 */
function writeCorners(count: i32, marginA: f64, marginB: f64, isOnB: bool, work: i32, to: i32): i32 {
  if (count < 2) return 0;
  const axes: i32 = work + FLAT_AXES;
  const origin: i32 = work + FLAT_ORIGIN;
  const planeA: i32 = work + FLAT_PLANE_A;
  const planeB: i32 = work + FLAT_PLANE_B;
  const clip: i32 = work + FLAT_CLIP;
  const margins: f64 = marginA + marginB;
  const lengths: i32 = clip + CLIP_HEIGHTS;
  const rim: f64 = rimLength(clip, count, lengths);
  if (!(rim > 0.0)) return 0;
  const ox: f64 = F[origin];
  const oy: f64 = F[origin + 1];
  const oz: f64 = F[origin + 2];
  const xx: f64 = F[axes];
  const xy: f64 = F[axes + 1];
  const xz: f64 = F[axes + 2];
  const yx: f64 = F[axes + 3];
  const yy: f64 = F[axes + 4];
  const yz: f64 = F[axes + 5];
  const zx: f64 = F[axes + 6];
  const zy: f64 = F[axes + 7];
  const zz: f64 = F[axes + 8];
  let before: f64 = F[lengths + count - 1];
  let sum: f64 = 0.0;
  let kept: i32 = 0;
  for (let k: i32 = 0; k < count; k++) {
    const after: f64 = F[lengths + k];
    const length: f64 = (2.0 * (before + after)) / rim;
    const share: f64 = lesser(1.0, length);
    before = after;
    const x: f64 = F[clip + 2 * k];
    const y: f64 = F[clip + 2 * k + 1];
    const height: f64 = heightAt(planeA, x, y);
    const heightB: f64 = heightAt(planeB, x, y);
    const overlap: f64 = height - heightB + margins;
    if (!(overlap > 0.0 && share > 0.0) || kept === FLAT_LIMIT) continue;
    const out: i32 = to + FLAT_STRIDE * kept;
    const h: f64 = either(isOnB, heightB - marginB, height + marginA);
    F[out] = ox + (x * xx + y * yx + h * zx);
    F[out + 1] = oy + (x * xy + y * yy + h * zy);
    F[out + 2] = oz + (x * xz + y * yz + h * zz);
    F[out + FLAT_OVERLAP] = overlap;
    F[out + FLAT_SHARE] = share;
    sum += share;
    kept++;
  }
  const scale: f64 = kept > 0 ? 1.0 / Math.sqrt(sum) : 0.0;
  for (let k: i32 = 0; k < kept; k++)
    F[to + FLAT_STRIDE * k + FLAT_DASHPOT] = F[to + FLAT_STRIDE * k + FLAT_SHARE] * scale;
  return kept;
}
