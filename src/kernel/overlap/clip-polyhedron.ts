// SPDX-License-Identifier: MIT
/**
 * Cuts a polyhedron by half-spaces in memory of fixed size. Each corner is classified once for all its faces, and each
 * cut edge gets one new corner for both its faces. So the surface stays closed, and the volume is accurate to rounding
 * even where faces of both bodies almost coincide.
 */
import {
  SHAPE_FACE_COUNT,
  SHAPE_FACE_OFFSETS,
  SHAPE_FACE_VERTICES,
  SHAPE_VERTEX_COUNT,
  SHAPE_X,
  SHAPE_Y,
  SHAPE_Z,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import {
  CLIP_CORNER_CAPACITY,
  CLIP_CORNER_COUNT,
  CLIP_FREE_CORNER,
  CLIP_FREE_SIDE,
  CLIP_HEADER,
  CLIP_SIDE_CAPACITY,
  CLIP_SIDE_COUNT,
  CORNER_ALIVE,
  CORNER_CODES,
  CORNER_HEIGHT,
  CORNER_SIDE,
  CORNER_STRIDE,
  OWNER_A,
  OWNER_B,
  OWNER_NONE,
  SIDE_CORNER,
  SIDE_CUT,
  SIDE_NEXT,
  SIDE_OWNER,
  SIDE_SAME_CORNER,
  SIDE_STRIDE,
  SIDE_TWIN,
} from './overlap-layout.ts';

// What a cut does to the body.
export const CLIP_WHOLE: i32 = 0;
const CLIP_CUT: i32 = 1;
export const CLIP_EMPTY: i32 = 2;
export const CLIP_FULL: i32 = 3; // no room for what is left

/** @inline Address of a corner. */
export function cornerAt(work: i32, corner: i32): i32 {
  return work + CLIP_HEADER + CORNER_STRIDE * corner;
}

/** @inline Index into I of a side. */
export function sideAt(work: i32, side: i32): i32 {
  return 2 * (work + CLIP_HEADER + CORNER_STRIDE * I[2 * work + CLIP_CORNER_CAPACITY] + SIDE_STRIDE * side);
}

/** Allocates a corner; -1 if there is no room. */
function takeCorner(work: i32): i32 {
  let corner: i32 = I[2 * work + CLIP_FREE_CORNER];
  if (corner >= 0) {
    I[2 * work + CLIP_FREE_CORNER] = I[2 * (cornerAt(work, corner) + CORNER_CODES) + CORNER_SIDE];
  } else {
    corner = I[2 * work + CLIP_CORNER_COUNT];
    if (corner >= I[2 * work + CLIP_CORNER_CAPACITY]) return -1;
    I[2 * work + CLIP_CORNER_COUNT] = corner + 1;
  }
  I[2 * (cornerAt(work, corner) + CORNER_CODES) + CORNER_ALIVE] = 1;
  return corner;
}

/** Allocates a side; -1 if there is no room. */
function takeSide(work: i32): i32 {
  let side: i32 = I[2 * work + CLIP_FREE_SIDE];
  if (side >= 0) {
    I[2 * work + CLIP_FREE_SIDE] = I[sideAt(work, side) + SIDE_NEXT];
  } else {
    side = I[2 * work + CLIP_SIDE_COUNT];
    if (side >= I[2 * work + CLIP_SIDE_CAPACITY]) return -1;
    I[2 * work + CLIP_SIDE_COUNT] = side + 1;
  }
  return side;
}

/**
 * Copies a polyhedron's block into the work area, all of its faces A's: CLIP_WHOLE, CLIP_FULL, or CLIP_EMPTY where it
 * is not closed.
 */
export function loadPolyhedron(s: i32, work: i32): i32 {
  const corners: i32 = I[2 * s + SHAPE_VERTEX_COUNT];
  const faces: i32 = I[2 * s + SHAPE_FACE_COUNT];
  const offsets: i32 = I[2 * s + SHAPE_FACE_OFFSETS];
  const vertices: i32 = I[2 * s + SHAPE_FACE_VERTICES];
  const sides: i32 = I[offsets + faces];
  if (corners > I[2 * work + CLIP_CORNER_CAPACITY] || sides > I[2 * work + CLIP_SIDE_CAPACITY]) return CLIP_FULL;
  I[2 * work + CLIP_CORNER_COUNT] = corners;
  I[2 * work + CLIP_SIDE_COUNT] = sides;
  I[2 * work + CLIP_FREE_CORNER] = -1;
  I[2 * work + CLIP_FREE_SIDE] = -1;
  for (let v: i32 = 0; v < corners; v++) {
    const c: i32 = cornerAt(work, v);
    F[c] = F[I[2 * s + SHAPE_X] + v];
    F[c + 1] = F[I[2 * s + SHAPE_Y] + v];
    F[c + 2] = F[I[2 * s + SHAPE_Z] + v];
    I[2 * (c + CORNER_CODES) + CORNER_ALIVE] = 1;
    I[2 * (c + CORNER_CODES) + CORNER_SIDE] = -1;
  }
  for (let f: i32 = 0; f < faces; f++) {
    const first: i32 = I[offsets + f];
    const end: i32 = I[offsets + f + 1];
    for (let k: i32 = first; k < end; k++) {
      const side: i32 = sideAt(work, k);
      const codes: i32 = 2 * (cornerAt(work, I[vertices + k]) + CORNER_CODES);
      I[side + SIDE_CORNER] = I[vertices + k];
      I[side + SIDE_NEXT] = k + 1 < end ? k + 1 : first;
      I[side + SIDE_OWNER] = OWNER_A;
      I[side + SIDE_SAME_CORNER] = I[codes + CORNER_SIDE];
      I[codes + CORNER_SIDE] = k;
    }
  }
  // The twin of a side is the one from its end to its start: among those that start at its end.
  for (let k: i32 = 0; k < sides; k++) {
    const side: i32 = sideAt(work, k);
    const from: i32 = I[side + SIDE_CORNER];
    const to: i32 = I[sideAt(work, I[side + SIDE_NEXT]) + SIDE_CORNER];
    let twin: i32 = I[2 * (cornerAt(work, to) + CORNER_CODES) + CORNER_SIDE];
    while (twin >= 0 && I[sideAt(work, I[sideAt(work, twin) + SIDE_NEXT]) + SIDE_CORNER] !== from) {
      twin = I[sideAt(work, twin) + SIDE_SAME_CORNER];
    }
    if (twin < 0) return CLIP_EMPTY;
    I[side + SIDE_TWIN] = twin;
  }
  return sides > 0 ? CLIP_WHOLE : CLIP_EMPTY;
}

/** @inline Whether a corner is beyond the plane. */
function isOut(work: i32, corner: i32): bool {
  return F[cornerAt(work, corner) + CORNER_HEIGHT] > 0.0;
}

/** @inline Whether a side starts inside and ends beyond the plane. */
function isExit(work: i32, side: i32): bool {
  return (
    I[side + SIDE_OWNER] !== OWNER_NONE &&
    !isOut(work, I[side + SIDE_CORNER]) &&
    isOut(work, I[sideAt(work, I[side + SIDE_TWIN]) + SIDE_CORNER])
  );
}

/** Heights of all corners over the plane, to the corners; bit 0: some are out, bit 1: some are in. */
function measureHeights(
  work: i32,
  nx: f64,
  ny: f64,
  nz: f64,
  qx: f64,
  qy: f64,
  qz: f64,
  height: f64,
  tolerance: f64,
): i32 {
  let found: i32 = 0;
  const corners: i32 = I[2 * work + CLIP_CORNER_COUNT];
  for (let v: i32 = 0; v < corners; v++) {
    const c: i32 = cornerAt(work, v);
    if (I[2 * (c + CORNER_CODES) + CORNER_ALIVE] === 0) continue;
    const h: f64 = nx * (F[c] - qx) + ny * (F[c + 1] - qy) + nz * (F[c + 2] - qz) + height;
    F[c + CORNER_HEIGHT] = Math.abs(h) <= tolerance ? 0.0 : h;
    found |= F[c + CORNER_HEIGHT] > 0.0 ? 1 : 2;
  }
  return found;
}

/** A new corner on every side that leaves, named by the side and its twin; false when there is no room. */
function cutSides(work: i32): bool {
  const sides: i32 = I[2 * work + CLIP_SIDE_COUNT];
  for (let k: i32 = 0; k < sides; k++) {
    const side: i32 = sideAt(work, k);
    if (!isExit(work, side)) continue;
    const cut: i32 = takeCorner(work);
    if (cut < 0) return false;
    const twin: i32 = sideAt(work, I[side + SIDE_TWIN]);
    const p: i32 = cornerAt(work, I[side + SIDE_CORNER]);
    const q: i32 = cornerAt(work, I[twin + SIDE_CORNER]);
    const c: i32 = cornerAt(work, cut);
    const share: f64 = F[p + CORNER_HEIGHT] / (F[p + CORNER_HEIGHT] - F[q + CORNER_HEIGHT]);
    F[c] = F[p] + share * (F[q] - F[p]);
    F[c + 1] = F[p + 1] + share * (F[q + 1] - F[p + 1]);
    F[c + 2] = F[p + 2] + share * (F[q + 2] - F[p + 2]);
    F[c + CORNER_HEIGHT] = 0.0;
    I[side + SIDE_CUT] = cut;
    I[twin + SIDE_CUT] = cut;
  }
  return true;
}

/**
 * An edge across every face from where it leaves to where it comes back, with its twin in the new face; false when
 * there is no room.
 */
function closeFaces(work: i32): bool {
  const sides: i32 = I[2 * work + CLIP_SIDE_COUNT];
  for (let k: i32 = 0; k < sides; k++) {
    const exit: i32 = sideAt(work, k);
    if (!isExit(work, exit)) continue;
    let back: i32 = I[exit + SIDE_NEXT];
    while (isOut(work, I[sideAt(work, I[sideAt(work, back) + SIDE_NEXT]) + SIDE_CORNER])) {
      back = I[sideAt(work, back) + SIDE_NEXT];
    }
    const across: i32 = takeSide(work);
    const rim: i32 = across < 0 ? -1 : takeSide(work);
    if (rim < 0) return false;
    const start: i32 = I[sideAt(work, back) + SIDE_CUT];
    const edge: i32 = sideAt(work, across);
    I[edge + SIDE_CORNER] = I[exit + SIDE_CUT];
    I[edge + SIDE_TWIN] = rim;
    I[edge + SIDE_NEXT] = back;
    I[edge + SIDE_OWNER] = I[exit + SIDE_OWNER];
    const cap: i32 = sideAt(work, rim);
    I[cap + SIDE_CORNER] = start;
    I[cap + SIDE_TWIN] = across;
    I[cap + SIDE_OWNER] = OWNER_B;
    I[exit + SIDE_NEXT] = across;
    I[2 * (cornerAt(work, start) + CORNER_CODES) + CORNER_SIDE] = rim;
  }
  return true;
}

/**
 * Joins the sides of the new faces: a cut corner is where one face leaves and one comes back, so each has one rim that
 * starts there.
 */
function joinRims(work: i32): void {
  const sides: i32 = I[2 * work + CLIP_SIDE_COUNT];
  for (let k: i32 = 0; k < sides; k++) {
    const exit: i32 = sideAt(work, k);
    if (!isExit(work, exit)) continue;
    const across: i32 = sideAt(work, I[exit + SIDE_NEXT]);
    const codes: i32 = 2 * (cornerAt(work, I[across + SIDE_CORNER]) + CORNER_CODES);
    I[sideAt(work, I[across + SIDE_TWIN]) + SIDE_NEXT] = I[codes + CORNER_SIDE];
  }
}

/** Removes everything outside; the returning sides start at their cuts. */
function dropOutside(work: i32): void {
  const sides: i32 = I[2 * work + CLIP_SIDE_COUNT];
  // In two passes: a side asks its twin where it ends.
  for (let k: i32 = 0; k < sides; k++) {
    const side: i32 = sideAt(work, k);
    if (I[side + SIDE_OWNER] === OWNER_NONE || !isOut(work, I[side + SIDE_CORNER])) continue;
    if (!isOut(work, I[sideAt(work, I[side + SIDE_TWIN]) + SIDE_CORNER])) continue;
    I[side + SIDE_OWNER] = OWNER_NONE;
  }
  for (let k: i32 = 0; k < sides; k++) {
    const side: i32 = sideAt(work, k);
    if (I[side + SIDE_CORNER] < 0 || !isOut(work, I[side + SIDE_CORNER])) continue;
    if (I[side + SIDE_OWNER] !== OWNER_NONE) {
      I[side + SIDE_CORNER] = I[side + SIDE_CUT];
      continue;
    }
    I[side + SIDE_CORNER] = -1;
    I[side + SIDE_NEXT] = I[2 * work + CLIP_FREE_SIDE];
    I[2 * work + CLIP_FREE_SIDE] = k;
  }
  const corners: i32 = I[2 * work + CLIP_CORNER_COUNT];
  for (let v: i32 = 0; v < corners; v++) {
    const codes: i32 = 2 * (cornerAt(work, v) + CORNER_CODES);
    if (I[codes + CORNER_ALIVE] === 0 || !isOut(work, v)) continue;
    I[codes + CORNER_ALIVE] = 0;
    I[codes + CORNER_SIDE] = I[2 * work + CLIP_FREE_CORNER];
    I[2 * work + CLIP_FREE_CORNER] = v;
  }
}

/**
 * Keeps the part with n.(x - q) + height <= 0; new faces belong to B. Corners within the tolerance of the plane count
 * as on it and are kept. Returns the result of the cut.
 */
export function clipPolyhedron(
  work: i32,
  nx: f64,
  ny: f64,
  nz: f64,
  qx: f64,
  qy: f64,
  qz: f64,
  height: f64,
  tolerance: f64,
): i32 {
  const found: i32 = measureHeights(work, nx, ny, nz, qx, qy, qz, height, tolerance);
  if ((found & 1) === 0) return found === 0 ? CLIP_EMPTY : CLIP_WHOLE;
  if (found === 1) return CLIP_EMPTY;
  if (!cutSides(work)) return CLIP_FULL;
  if (!closeFaces(work)) return CLIP_FULL;
  joinRims(work);
  dropOutside(work);
  return CLIP_CUT;
}
