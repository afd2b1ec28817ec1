// SPDX-License-Identifier: MIT
/**
 * The common part of two bodies as a prism between one face of each: A's face is its top, B's face its low end, and
 * each side is a face of either body. Two polygons that are surrounded by the same planes in the same order, each a
 * face cut by all planes of the other body in the slab, prove it: with the sides between them they are a closed surface
 * in the surface of the common part, so they are all of it (docs/theory/pressure-field-law.md#prisms).
 */
import { PAIR_A, PAIR_B } from '../layout.ts';
import { F, I } from '../memory.ts';
import { cutByPlanes, loadLabelled } from './labelled-polygon.ts';
import {
  BESIDE_A,
  BESIDE_B,
  CORNER_LIMIT,
  CORNER_LOW,
  CORNER_SIDE,
  CORNER_STRIDE,
  CORNER_TOP,
  CORNERS,
  FACING_A,
  FACING_B,
  HINGE,
  LABELLED,
  LABELLED_AT,
  LABELLED_FREE,
  LABELLED_LIMIT,
  LABELLED_PLANE,
  LABELLED_STRIDE,
  PLANE_CONSTANT,
  PLANE_FACE,
  PLANE_GRADIENT,
  PLANE_TOLERANCE,
} from './pressure-layout.ts';

/** @inline Plane of edge k of a labelled polygon; HINGE where it is that of the other polygon. */
function sideOf(polygon: i32, k: i32, other: i32): i32 {
  const plane: i32 = I[2 * (polygon + LABELLED_STRIDE * k + LABELLED_PLANE)];
  return plane === other ? HINGE : plane;
}

/** The edge of a labelled polygon in a plane, -1 for none. */
function edgeIn(polygon: i32, count: i32, side: i32, other: i32): i32 {
  for (let k: i32 = 0; k < count; k++) if (sideOf(polygon, k, other) === side) return k;
  return -1;
}

/** Whether plane p contains the point c. */
function isInPlane(p: i32, c: i32): bool {
  const g: i32 = p + PLANE_GRADIENT;
  const value: f64 = F[p + PLANE_CONSTANT] - (F[g] * F[c] + F[g + 1] * F[c + 1] + F[g + 2] * F[c + 2]);
  return Math.abs(value) <= F[p + PLANE_TOLERANCE];
}

/** Writes corner number `count` between the corners at `low` and `top`, with the side that follows. */
function writeCorner(work: i32, count: i32, low: i32, top: i32, side: i32): void {
  const c: i32 = work + CORNERS + CORNER_STRIDE * count;
  F[c + CORNER_LOW] = F[low];
  F[c + CORNER_LOW + 1] = F[low + 1];
  F[c + CORNER_LOW + 2] = F[low + 2];
  F[c + CORNER_TOP] = F[top];
  F[c + CORNER_TOP + 1] = F[top + 1];
  F[c + CORNER_TOP + 2] = F[top + 2];
  I[2 * (c + CORNER_SIDE)] = side;
}

/**
 * Goes around the low polygon and, backwards, around the top one. A face of A that has only a corner in the top polygon
 * has an edge in the low one, a face of B with a corner in the low polygon has one in the top one. Writes the corners
 * and returns their number, 0 where the planes do not match.
 */
function matchCorners(work: i32, low: i32, lowCount: i32, top: i32, topCount: i32, planesB: i32): i32 {
  const facingA: i32 = I[2 * work + FACING_A];
  const facingB: i32 = I[2 * work + FACING_B];
  let start: i32 = 0;
  let startTop: i32 = -1;
  while (start < lowCount) {
    startTop = edgeIn(top, topCount, sideOf(low, start, facingA), facingB);
    if (startTop >= 0) break;
    start++;
  }
  if (startTop < 0) return 0;
  let i: i32 = start;
  let j: i32 = startTop;
  let lowLeft: i32 = lowCount;
  let topLeft: i32 = topCount;
  let count: i32 = 0;
  while (lowLeft > 0 || topLeft > 0) {
    const side: i32 = sideOf(low, i, facingA);
    const sideTop: i32 = sideOf(top, j, facingB);
    const isBoth: bool = side === sideTop;
    const isLow: bool = isBoth || edgeIn(low, lowCount, sideTop, facingA) >= 0;
    const written: i32 = isLow ? side : sideTop;
    const isOfA: bool = written < planesB;
    // A side without a plane, or one of the wrong body.
    if (written === 0 || (!isBoth && (written === HINGE || isOfA !== isLow))) return 0;
    if (count === CORNER_LIMIT) return 0;
    const lowCorner: i32 = low + LABELLED_STRIDE * i;
    const topCorner: i32 = top + LABELLED_STRIDE * (j === topCount - 1 ? 0 : j + 1);
    if (!isBoth && !isInPlane(written, isLow ? topCorner : lowCorner)) return 0;
    writeCorner(work, count, lowCorner, topCorner, written);
    count++;
    if (isLow) {
      i = i === lowCount - 1 ? 0 : i + 1;
      lowLeft--;
    }
    if (isBoth || !isLow) {
      j = j === 0 ? topCount - 1 : j - 1;
      topLeft--;
    }
    if (lowLeft < 0 || topLeft < 0) return 0;
  }
  return i === start && j === startTop ? count : 0;
}

/**
 * Looks for the prism between the planes FACING_A and FACING_B. Writes the corners and returns their number, 0 where
 * the common part has another form.
 */
export function findPrism(work: i32, planesA: i32, planeCountA: i32, planesB: i32, planeCountB: i32): i32 {
  const facingA: i32 = I[2 * work + FACING_A];
  const facingB: i32 = I[2 * work + FACING_B];
  if (facingA === 0 || facingB === 0) return 0;
  const polygons: i32 = work + LABELLED;
  I[2 * work + LABELLED_AT] = polygons;
  I[2 * work + LABELLED_FREE] = polygons + LABELLED_STRIDE * LABELLED_LIMIT;
  const faceB: i32 = I[2 * (facingB + PLANE_FACE)];
  const corners: i32 = loadLabelled(work, I[PAIR_B], true, faceB, planesB, work + BESIDE_B);
  const lowCount: i32 = cutByPlanes(work, corners, planesA, planeCountA);
  if (lowCount === 0) return 0;
  const low: i32 = I[2 * work + LABELLED_AT];
  I[2 * work + LABELLED_AT] = polygons + 2 * LABELLED_STRIDE * LABELLED_LIMIT;
  const faceA: i32 = I[2 * (facingA + PLANE_FACE)];
  const cornersA: i32 = loadLabelled(work, I[PAIR_A], false, faceA, planesA, work + BESIDE_A);
  const topCount: i32 = cutByPlanes(work, cornersA, planesB, planeCountB);
  if (topCount === 0) return 0;
  return matchCorners(work, low, lowCount, I[2 * work + LABELLED_AT], topCount, planesB);
}
