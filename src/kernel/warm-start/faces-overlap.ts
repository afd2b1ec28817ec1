// SPDX-License-Identifier: MIT
/**
 * Overlap of two polyhedra whose faces lie on each other, from the faces of the last step, for steps alone
 * (docs/theory/settling.md). The differences of points of two faces are part of the Minkowski difference D; its least
 * depth over all directions is that along one of a few normals: of the two faces, or of an edge of one and an edge of
 * the other. If D itself is no deeper along that normal, no other direction has less overlap. Nearly parallel faces,
 * where EPA needs most steps and other proofs fail, are no special case.
 */
import { greater, lesser } from '../arithmetic/choice.ts';
import { clipByPolygon } from '../features/feature-clip.ts';
import { inwardX, inwardY, inwardZ } from '../features/feature-pair.ts';
import { FLAT_SINE, FLAT_SLOPE_SQUARED, heightAt, turnPlacedPair } from '../features/flat-contact.ts';
import { levelFace, loadFace } from '../features/flat-feature.ts';
import {
  FLAT_A,
  FLAT_B,
  FLAT_CLIP,
  FLAT_CROSSING,
  FLAT_PLANE_A,
  FLAT_PLANE_B,
  FLAT_TURN_A,
  FLAT_TURN_B,
  PLANE_SLOPE,
} from '../features/flat-layout.ts';
import { cornerCount, cornerOf } from '../features/polyhedron-face.ts';
import { fullValue } from '../features/settle.ts';
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
  FLAT_COUNT,
  FLAT_WORK,
  LINE_A,
  LINE_B,
  LOCAL_POINT,
  PAIR_A,
  PAIR_B,
  PAIR_HINT_A,
  PAIR_HINT_B,
  PAIR_SWAPPED,
  RELATIVE,
  ROUNDING,
  SHAPE_EXTENT,
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
import { EPSILON, smallerExtent, toBlockOfB } from '../relative-pose.ts';
import { differenceOfVertices } from '../support/minkowski-support.ts';
import { supportVertex } from '../support/support.ts';
import { apartBeyond, STEP_APART, STEP_OPEN, STEP_OVERLAP } from './step-answer.ts';

/** The depth is within this fraction of the smaller body of the least one: a tenth of what steps may be off. */
const DEPTH_TOLERANCE: f64 = 1.0e-10;
/** And within this many roundings of the coordinates, which the terms of a depth have. */
const DEPTH_IN_ROUNDINGS: f64 = 32.0;
/** Part of the smallest reach of the faces' differences that depths may be: the rest is for rounding. */
const REACH_SHARE: f64 = 0.999999;
/**
 * Of the smaller body: corners of the common part may be so far from where they are seen along the normal, as contact
 * points of steps may be (STEP_WITNESS of settle.ts).
 */
const SHIFT_TOLERANCE: f64 = 1.0e-6;
/** Squared sine below which two edges have no normal worth remembering. */
const EDGE_SINE_SQUARED: f64 = 1.0e-12;
/** In place of the face whose normal is the answer's: it is that of an edge of each face, which follow. */
const NORMAL_OF_EDGES: i32 = 2;
/**
 * Of the smaller body: faces with shorter sides have no exact distances from them, which ties need. Rounding turns the
 * others by less than a hundredth of DEPTH_TOLERANCE.
 */
const SHORTEST_SIDE: f64 = 1.0e-4;
/** Roundings of a body's own size by which a point may be outside one of its faces. */
const INSIDE_IN_ROUNDINGS: f64 = 16.0;
/** The bodies overlap less beside the faces: another pair of faces may be the one (F[LOCAL_POINT] is the way there). */
const STEP_NARROW: i32 = -1;
/** Of a direction's length: faces whose normals are along it within this tie. */
const TIE_SHARE: f64 = 1.0e-9;
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
    least = lesser(least, (inside * inside) / (ex * ex + ey * ey));
    px = qx;
    py = qy;
  }
  return Math.sqrt(least);
}

/** Largest product of (u, v) with the corners of a polygon, seen from (x, y). */
function reachAlong(loop: i32, count: i32, u: f64, v: f64, x: f64, y: f64): f64 {
  let most: f64 = -1.0e300;
  for (let k: i32 = 0; k < count; k++) {
    most = greater(most, u * (F[loop + 2 * k] - x) + v * (F[loop + 2 * k + 1] - y));
  }
  return most;
}

/** Whether the far vertices are as far behind the plane as excludes all directions almost opposite to its normal. */
function isFarBehind(cache: i32, first: i32, turn: i32, depth: f64, q: f64): bool {
  differenceOfVertices(I[2 * cache + CACHE_FAR_A + first], I[2 * cache + CACHE_FAR_B - first]);
  const along: f64 = F[turn + 6] * F[SUPPORT] + F[turn + 7] * F[SUPPORT + 1] + F[turn + 8] * F[SUPPORT + 2];
  const squared: f64 =
    F[SUPPORT] * F[SUPPORT] + F[SUPPORT + 1] * F[SUPPORT + 1] + F[SUPPORT + 2] * F[SUPPORT + 2] - along * along;
  const beside: f64 = squared > 0.0 ? Math.sqrt(squared) : 0.0;
  return along * (1.0 - q * q) - 2.0 * beside * q > depth * (1.0 + q * q);
}

/**
 * The vertex that is far along (dx, dy, dz) of the block and yet near the line in that direction through the point
 * (px, py, pz); each unit beside it costs `cost`.
 */
function farVertex(s: i32, dx: f64, dy: f64, dz: f64, px: f64, py: f64, pz: f64, cost: f64): i32 {
  const count: i32 = I[2 * s + SHAPE_VERTEX_COUNT];
  let best: i32 = 0;
  let most: f64 = -1.0e300;
  for (let i: i32 = 0; i < count; i++) {
    const x: f64 = F[I[2 * s + SHAPE_X] + i] - px;
    const y: f64 = F[I[2 * s + SHAPE_Y] + i] - py;
    const z: f64 = F[I[2 * s + SHAPE_Z] + i] - pz;
    const along: f64 = x * dx + y * dy + z * dz;
    const squared: f64 = x * x + y * y + z * z - along * along;
    const score: f64 = along - cost * (squared > 0.0 ? Math.sqrt(squared) : 0.0);
    if (score > most) {
      most = score;
      best = i;
    }
  }
  return best;
}

/**
 * Remembers vertices that are far behind the contact and yet not far beside it, as q needs: those of a body that
 * overlaps with a narrow part of its face.
 */
function storeFarVertices(cache: i32, first: i32, turn: i32, x: f64, y: f64, z: f64, q: f64): void {
  const a: i32 = I[PAIR_A];
  const b: i32 = I[PAIR_B];
  const nx: f64 = F[turn + 6];
  const ny: f64 = F[turn + 7];
  const nz: f64 = F[turn + 8];
  const cost: f64 = (2.0 * q) / (1.0 - q * q);
  const px: f64 = x * F[turn] + y * F[turn + 3] + z * nx;
  const py: f64 = x * F[turn + 1] + y * F[turn + 4] + z * ny;
  const pz: f64 = x * F[turn + 2] + y * F[turn + 5] + z * nz;
  const far: i32 = farVertex(a, -nx, -ny, -nz, px, py, pz, cost);
  I[2 * cache + CACHE_FAR_A + first] = far;
  toBlockOfB(F[I[2 * a + SHAPE_X] + far], F[I[2 * a + SHAPE_Y] + far], F[I[2 * a + SHAPE_Z] + far], LOCAL_POINT);
  I[2 * cache + CACHE_FAR_B - first] = farVertex(
    b,
    -inwardX(nx, ny, nz),
    -inwardY(nx, ny, nz),
    -inwardZ(nx, ny, nz),
    F[LOCAL_POINT],
    F[LOCAL_POINT + 1],
    F[LOCAL_POINT + 2],
    cost,
  );
}

/** The normal along (u, v, -1), a slope in the frame of the contact, as the answer's. */
function setNormal(turn: i32, u: f64, v: f64): void {
  const unit: f64 = 1.0 / Math.sqrt(1.0 + u * u + v * v);
  for (let c: i32 = 0; c < 3; c++) {
    F[CORE_NORMAL + c] = unit * (F[turn + 6 + c] - u * F[turn + c] - v * F[turn + 3 + c]);
  }
}

/** Writes the edge of a face that ends at corner k, in its block, to F[out..]. */
function edgeOfFace(s: i32, face: i32, k: i32, out: i32): void {
  const v: i32 = cornerOf(s, face, k > 0 ? k - 1 : cornerCount(s, face) - 1);
  const w: i32 = cornerOf(s, face, k);
  F[out] = F[I[2 * s + SHAPE_X] + w] - F[I[2 * s + SHAPE_X] + v];
  F[out + 1] = F[I[2 * s + SHAPE_Y] + w] - F[I[2 * s + SHAPE_Y] + v];
  F[out + 2] = F[I[2 * s + SHAPE_Z] + w] - F[I[2 * s + SHAPE_Z] + v];
}

/** Turns a vector of B's block into the frame of A, in place. */
function turnFromB(at: i32): void {
  const x: f64 = F[at];
  const y: f64 = F[at + 1];
  const z: f64 = F[at + 2];
  F[at] = F[RELATIVE] * x + F[RELATIVE + 1] * y + F[RELATIVE + 2] * z;
  F[at + 1] = F[RELATIVE + 3] * x + F[RELATIVE + 4] * y + F[RELATIVE + 5] * z;
  F[at + 2] = F[RELATIVE + 6] * x + F[RELATIVE + 7] * y + F[RELATIVE + 8] * z;
}

/** The normal of A's face, or against that of B's, as the answer's. */
function setNormalOfFace(s: i32, face: i32, isOfB: bool): void {
  const n: i32 = I[2 * s + SHAPE_FACE_NORMALS] + 3 * face;
  const sign: f64 = isOfB ? -1.0 : 1.0;
  for (let k: i32 = 0; k < 3; k++) F[CORE_NORMAL + k] = sign * F[n + k];
  if (isOfB) turnFromB(CORE_NORMAL);
}

/** The normal of two edges of the faces as the answer's; false if they are parallel. */
function setNormalOfEdges(faceA: i32, cornerA: i32, faceB: i32, cornerB: i32): bool {
  const a: i32 = I[PAIR_A];
  const b: i32 = I[PAIR_B];
  if (cornerA < 0 || cornerA >= cornerCount(a, faceA) || cornerB < 0 || cornerB >= cornerCount(b, faceB)) return false;
  edgeOfFace(a, faceA, cornerA, LINE_A);
  edgeOfFace(b, faceB, cornerB, LINE_B);
  turnFromB(LINE_B);
  const ux: f64 = F[LINE_A];
  const uy: f64 = F[LINE_A + 1];
  const uz: f64 = F[LINE_A + 2];
  const vx: f64 = F[LINE_B];
  const vy: f64 = F[LINE_B + 1];
  const vz: f64 = F[LINE_B + 2];
  const cx: f64 = uy * vz - uz * vy;
  const cy: f64 = uz * vx - ux * vz;
  const cz: f64 = ux * vy - uy * vx;
  const cc: f64 = cx * cx + cy * cy + cz * cz;
  const both: f64 = (ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz);
  if (!(cc > EDGE_SINE_SQUARED * both)) return false;
  const n: i32 = I[2 * a + SHAPE_FACE_NORMALS] + 3 * faceA;
  const sign: f64 = cx * F[n] + cy * F[n + 1] + cz * F[n + 2] < 0.0 ? -1.0 : 1.0;
  const unit: f64 = sign / Math.sqrt(cc);
  F[CORE_NORMAL] = unit * cx;
  F[CORE_NORMAL + 1] = unit * cy;
  F[CORE_NORMAL + 2] = unit * cz;
  return true;
}

/** Loads both faces, and their common part into FLAT_CLIP; returns its number of corners, 0 for none. */
function loadFaces(faceA: i32, faceB: i32, work: i32): i32 {
  const countA: i32 = loadFace(I[PAIR_A], faceA, work + FLAT_TURN_A, work + FLAT_A, work + FLAT_PLANE_A);
  const countB: i32 = loadFace(I[PAIR_B], faceB, work + FLAT_TURN_B, work + FLAT_B, work + FLAT_PLANE_B);
  if (countA < 3 || countB < 3 || countA * countB > EDGE_PAIRS) return 0;
  const clip: i32 = work + FLAT_CLIP;
  for (let k: i32 = 0; k < 2 * countA; k++) F[clip + k] = F[work + FLAT_A + k];
  return clipByPolygon(clip, countA, work + FLAT_B, countB, -1.0);
}

/** The common part of the faces once more, seen along the answer's normal. */
function commonPartAlong(faceA: i32, faceB: i32, work: i32): i32 {
  const n: i32 = CORE_NORMAL;
  turnPlacedPair(F[n], F[n + 1], F[n + 2], work + FLAT_TURN_A, work + FLAT_TURN_B);
  return loadFaces(faceA, faceB, work);
}

/** The point of A's face over the corner of the common part with the largest overlap, as the answer's. */
function setDeepestPoint(count: i32, work: i32): void {
  const clip: i32 = work + FLAT_CLIP;
  const turn: i32 = work + FLAT_TURN_A;
  let most: f64 = -1.0e300;
  for (let k: i32 = 0; k < count; k++) {
    const x: f64 = F[clip + 2 * k];
    const y: f64 = F[clip + 2 * k + 1];
    const height: f64 = heightAt(work + FLAT_PLANE_A, x, y);
    const overlap: f64 = height - heightAt(work + FLAT_PLANE_B, x, y);
    if (!(overlap > most)) continue;
    most = overlap;
    for (let c: i32 = 0; c < 3; c++) {
      F[CORE_POINT + c] = x * F[turn + c] + y * F[turn + 3 + c] + height * F[turn + 6 + c];
    }
  }
}

/** Whether a slope is that of a face which counts as flat on the other (FLAT_SINE). */
function isLevel(u: f64, v: f64): bool {
  return u * u + v * v <= FLAT_SLOPE_SQUARED;
}

/**
 * Overlap where edge k of the loop at `loopA` crosses edge l of that at `loopB`, to F[FLAT_CROSSING], and the distance
 * of the crossing from the sides of the parallelogram of both, which is returned; 0 where they do not cross.
 */
function crossingOf(work: i32, countA: i32, k: i32, countB: i32, l: i32): f64 {
  const a: i32 = work + FLAT_A;
  const b: i32 = work + FLAT_B;
  const i: i32 = k > 0 ? k - 1 : countA - 1;
  const j: i32 = l > 0 ? l - 1 : countB - 1;
  const ux: f64 = F[a + 2 * k] - F[a + 2 * i];
  const uy: f64 = F[a + 2 * k + 1] - F[a + 2 * i + 1];
  const vx: f64 = F[b + 2 * l] - F[b + 2 * j];
  const vy: f64 = F[b + 2 * l + 1] - F[b + 2 * j + 1];
  const rx: f64 = F[b + 2 * j] - F[a + 2 * i];
  const ry: f64 = F[b + 2 * j + 1] - F[a + 2 * i + 1];
  const across: f64 = ux * vy - uy * vx;
  const s: f64 = (rx * vy - ry * vx) / across;
  const t: f64 = (rx * uy - ry * ux) / across;
  if (!(s > 0.0 && s < 1.0 && t > 0.0 && t < 1.0)) return 0.0;
  const x: f64 = F[a + 2 * i] + s * ux;
  const y: f64 = F[a + 2 * i + 1] + s * uy;
  F[work + FLAT_CROSSING] = heightAt(work + FLAT_PLANE_A, x, y) - heightAt(work + FLAT_PLANE_B, x, y);
  const onU: f64 = ((s < 0.5 ? s : 1.0 - s) * Math.abs(across)) / Math.sqrt(vx * vx + vy * vy);
  const onV: f64 = ((t < 0.5 ? t : 1.0 - t) * Math.abs(across)) / Math.sqrt(ux * ux + uy * uy);
  return onU < onV ? onU : onV;
}

/**
 * Whether no normal in front has less overlap than `depth` along the frame's axis: L is at least `deepest`, and more by
 * `rim` a unit of slope; and at least `middle` and more by `reach` a unit, both less what the slopes of the faces take
 * (`fall`). A line over a convex function at two places is over it between them.
 */
function isLeastInFront(depth: f64, deepest: f64, rim: f64, middle: f64, fall: f64, reach: f64): bool {
  const slope: f64 = (deepest - middle + fall) / (reach - rim);
  const there: f64 = deepest + rim * slope;
  return deepest >= depth && there * there >= depth * depth * (1.0 + slope * slope);
}

/** Whether no side of a polygon is so short that its direction is uncertain. */
function hasLongSides(loop: i32, count: i32, least: f64): bool {
  let px: f64 = F[loop + 2 * count - 2];
  let py: f64 = F[loop + 2 * count - 1];
  for (let k: i32 = 0; k < count; k++) {
    const ex: f64 = F[loop + 2 * k] - px;
    const ey: f64 = F[loop + 2 * k + 1] - py;
    if (!(ex * ex + ey * ey >= least * least)) return false;
    px = F[loop + 2 * k];
    py = F[loop + 2 * k + 1];
  }
  return true;
}

/** Whether a body is behind its face, `far` deep, as wide as there: the face, moved inwards, lies within. */
function isAsWideBehind(s: i32, face: i32, far: f64): bool {
  const x: i32 = I[2 * s + SHAPE_X];
  const y: i32 = I[2 * s + SHAPE_Y];
  const z: i32 = I[2 * s + SHAPE_Z];
  const normals: i32 = I[2 * s + SHAPE_FACE_NORMALS];
  const n: i32 = normals + 3 * face;
  const corners: i32 = cornerCount(s, face);
  const faces: i32 = I[2 * s + SHAPE_FACE_COUNT];
  const allowed: f64 = INSIDE_IN_ROUNDINGS * EPSILON * F[s + SHAPE_EXTENT];
  for (let other: i32 = 0; other < faces; other++) {
    if (other === face) continue;
    const m: i32 = normals + 3 * other;
    const mx: f64 = F[m];
    const my: f64 = F[m + 1];
    const mz: f64 = F[m + 2];
    const v: i32 = cornerOf(s, other, 0);
    const most: f64 =
      mx * F[x + v] + my * F[y + v] + mz * F[z + v] + far * (mx * F[n] + my * F[n + 1] + mz * F[n + 2]) + allowed;
    for (let k: i32 = 0; k < corners; k++) {
      const w: i32 = cornerOf(s, face, k);
      if (!(mx * F[x + w] + my * F[y + w] + mz * F[z + w] <= most)) return false;
    }
  }
  return true;
}

/**
 * How far the differences of points of both faces reach at least, across the frame's axis: over one of the sides of
 * either face, seen from (x, y). Writes the way over that side to F[LOCAL_POINT].
 */
function reachOfDifferences(countA: i32, countB: i32, x: f64, y: f64): f64 {
  const work: i32 = I[FLAT_WORK];
  const turn: i32 = work + FLAT_TURN_A;
  let least: f64 = 1.0e300;
  for (let body: i32 = 0; body < 2; body++) {
    const loop: i32 = body === 0 ? work + FLAT_A : work + FLAT_B;
    const other: i32 = body === 0 ? work + FLAT_B : work + FLAT_A;
    const count: i32 = body === 0 ? countA : countB;
    const others: i32 = body === 0 ? countB : countA;
    // Of the difference, the points of B count with the other sign; its face turns the other way.
    const sign: f64 = body === 0 ? 1.0 : -1.0;
    let px: f64 = F[loop + 2 * count - 2];
    let py: f64 = F[loop + 2 * count - 1];
    for (let k: i32 = 0; k < count; k++) {
      const ex: f64 = F[loop + 2 * k] - px;
      const ey: f64 = F[loop + 2 * k + 1] - py;
      const length: f64 = lengthOf(ex, ey);
      const u: f64 = ey / length;
      const v: f64 = -ex / length;
      const own: f64 = sign * (u * (px - x) + v * (py - y));
      const reach: f64 = own + reachAlong(other, others, -sign * u, -sign * v, x, y);
      if (reach < least) {
        least = reach;
        for (let c: i32 = 0; c < 3; c++) F[LOCAL_POINT + c] = u * F[turn + c] + v * F[turn + 3 + c];
      }
      px = F[loop + 2 * k];
      py = F[loop + 2 * k + 1];
    }
  }
  return least;
}

/** Largest distance of a polygon's corner from (x, y). */
function farthestCorner(loop: i32, count: i32, x: f64, y: f64): f64 {
  let most: f64 = 0.0;
  for (let k: i32 = 0; k < count; k++) {
    const dx: f64 = F[loop + 2 * k] - x;
    const dy: f64 = F[loop + 2 * k + 1] - y;
    most = greater(most, dx * dx + dy * dy);
  }
  return Math.sqrt(most);
}

/**
 * Answers the placed pair of polyhedra from the two faces that the last step remembered, or says that they are apart
 * along the normal of that step. Where the faces have but a narrow part in common, those beside them are tried, too.
 */
export function facesContact(cache: i32): i32 {
  let found: i32 = contactOfFaces(cache);
  if (found === STEP_NARROW && storeFacesAlong(cache, F[LOCAL_POINT], F[LOCAL_POINT + 1], F[LOCAL_POINT + 2])) {
    found = contactOfFaces(cache);
  }
  return found === STEP_NARROW ? STEP_OPEN : found;
}

function contactOfFaces(cache: i32): i32 {
  const work: i32 = I[FLAT_WORK];
  if (work === 0) return STEP_OPEN;
  const c: i32 = 2 * cache;
  const a: i32 = I[PAIR_A];
  const b: i32 = I[PAIR_B];
  const first: i32 = I[c + CACHE_SWAPPED] === I[PAIR_SWAPPED] ? 0 : 1;
  const faceA: i32 = I[c + CACHE_IDS + first];
  const faceB: i32 = I[c + CACHE_IDS + 1 - first];
  if (faceA < 0 || faceA >= I[2 * a + SHAPE_FACE_COUNT] || faceB < 0 || faceB >= I[2 * b + SHAPE_FACE_COUNT])
    return STEP_OPEN;
  const farA: i32 = I[c + CACHE_FAR_A + first];
  const farB: i32 = I[c + CACHE_FAR_B - first];
  if (farA < 0 || farA >= I[2 * a + SHAPE_VERTEX_COUNT] || farB < 0 || farB >= I[2 * b + SHAPE_VERTEX_COUNT])
    return STEP_OPEN;
  // Mostly the normal is that of the same features as in the last step: the common part is then that of the contact.
  const edgeA: i32 = I[c + CACHE_IDS + 3 + first];
  const edgeB: i32 = I[c + CACHE_IDS + 4 - first];
  const isAlongEdges: bool = I[c + CACHE_IDS + 2] === NORMAL_OF_EDGES && setNormalOfEdges(faceA, edgeA, faceB, edgeB);
  const isAlongB: bool = !isAlongEdges && I[c + CACHE_IDS + 2] === 1 - first;
  if (!isAlongEdges) setNormalOfFace(isAlongB ? b : a, isAlongB ? faceB : faceA, isAlongB);
  const depth: f64 = -fullValue(F[CORE_NORMAL], F[CORE_NORMAL + 1], F[CORE_NORMAL + 2]);
  if (-depth > apartBeyond()) {
    F[CORE] = -depth;
    return STEP_APART;
  }
  if (!(depth > touchDistance())) return STEP_OPEN;
  const turnA: i32 = work + FLAT_TURN_A;
  const turnB: i32 = work + FLAT_TURN_B;
  turnPlacedPair(F[CORE_NORMAL], F[CORE_NORMAL + 1], F[CORE_NORMAL + 2], turnA, turnB);
  if (!isFacing(a, faceA, turnA, 1.0) || !isFacing(b, faceB, turnB, -1.0)) return STEP_OPEN;
  const count: i32 = loadFaces(faceA, faceB, work);
  if (count < 3) return STEP_OPEN;
  const countA: i32 = cornerCount(a, faceA);
  const countB: i32 = cornerCount(b, faceB);
  const loopA: i32 = work + FLAT_A;
  const loopB: i32 = work + FLAT_B;
  const planeA: i32 = work + FLAT_PLANE_A;
  const planeB: i32 = work + FLAT_PLANE_B;
  // Overlaps are linear over the common part. Its middle is inside both faces.
  const clip: i32 = work + FLAT_CLIP;
  let x: f64 = 0.0;
  let y: f64 = 0.0;
  let deepest: f64 = -1.0e300;
  let corner: i32 = 0;
  const tiltX: f64 = F[planeA + PLANE_SLOPE] - F[planeB + PLANE_SLOPE];
  const tiltY: f64 = F[planeA + PLANE_SLOPE + 1] - F[planeB + PLANE_SLOPE + 1];
  const atOrigin: f64 = heightAt(planeA, 0.0, 0.0) - heightAt(planeB, 0.0, 0.0);
  for (let k: i32 = 0; k < count; k++) {
    const cornerX: f64 = F[clip + 2 * k];
    const cornerY: f64 = F[clip + 2 * k + 1];
    x += cornerX;
    y += cornerY;
    const overlap: f64 = atOrigin + tiltX * cornerX + tiltY * cornerY;
    const isDeeper: i32 = overlap > deepest ? 1 : 0;
    deepest = greater(deepest, overlap);
    corner += isDeeper * (clip + 2 * k - corner);
  }
  const part: f64 = count;
  x /= part;
  y /= part;
  const sidesA: f64 = distanceFromSides(loopA, countA, 1.0, x, y);
  const sidesB: f64 = distanceFromSides(loopB, countB, -1.0, x, y);
  if (!(sidesA > 0.0 && sidesB > 0.0)) return STEP_OPEN;
  const reach: f64 = REACH_SHARE * (sidesA + sidesB);
  const middle: f64 = atOrigin + tiltX * x + tiltY * y;
  const slopeA: f64 = lengthOf(F[planeA + PLANE_SLOPE], F[planeA + PLANE_SLOPE + 1]);
  const slopeB: f64 = lengthOf(F[planeB + PLANE_SLOPE], F[planeB + PLANE_SLOPE + 1]);
  const fall: f64 = slopeA * sidesA + slopeB * sidesB;
  const least: f64 = depth - depthTolerance();
  // Proofs need faces that reach as far beside the contact as the bodies overlap, from its middle or from anywhere.
  const isNarrow: bool = !(sidesA + sidesB >= least);
  if (isNarrow && !(reachOfDifferences(countA, countB, x, y) >= least)) return STEP_NARROW;
  let isLeast: bool = !isNarrow && isLeastInFront(least, deepest, 0.0, middle, fall, reach);
  if (!isLeast && !isNarrow) {
    // The deepest point is not on the rim of what touches.
    let rim: f64 = isAlongEdges
      ? crossingOf(work, countA, edgeA, countB, edgeB)
      : isAlongB
        ? distanceFromSides(loopB, countB, -1.0, F[corner], F[corner + 1])
        : distanceFromSides(loopA, countA, 1.0, F[corner], F[corner + 1]);
    if (rim > 0.5 * reach) rim = 0.5 * reach;
    const there: f64 = isAlongEdges && rim > 0.0 ? F[work + FLAT_CROSSING] : deepest;
    isLeast = rim > 0.0 && isLeastInFront(least, there, rim, middle, fall, reach);
  }
  if (!isLeast) return searchNormal(cache, faceA, faceB, count, x, y, sidesA, sidesB);
  if (
    !isLeastBehind(cache, first, work, depth, x, y, middle + fall, reach) &&
    !isLeastAtWidth(faceA, faceB, depth, middle + fall, sidesA + sidesB)
  )
    return STEP_OPEN;
  takeDepth(depth);
  for (let k: i32 = 0; k < 3; k++) {
    F[CORE_POINT + k] =
      F[corner] * F[turnA + k] +
      F[corner + 1] * F[turnA + 3 + k] +
      heightAt(planeA, F[corner], F[corner + 1]) * F[turnA + 6 + k];
  }
  setFlatCount(count, work);
  return STEP_OVERLAP;
}

function lengthOf(u: f64, v: f64): f64 {
  return Math.sqrt(u * u + v * v);
}

/** What the depth of a step may be off. */
function depthTolerance(): f64 {
  return DEPTH_TOLERANCE * smallerExtent() + DEPTH_IN_ROUNDINGS * F[ROUNDING];
}

/** Directions away from the normal reach the sides of the faces' differences, those behind it the far vertices. */
function isLeastBehind(cache: i32, first: i32, work: i32, depth: f64, x: f64, y: f64, highest: f64, reach: f64): bool {
  const q: f64 = (highest > depth ? highest : depth) / reach;
  if (!(q < 1.0)) return false;
  const turn: i32 = work + FLAT_TURN_A;
  if (isFarBehind(cache, first, turn, depth, q)) return true;
  storeFarVertices(cache, first, turn, x, y, heightAt(work + FLAT_PLANE_A, x, y), q);
  return isFarBehind(cache, first, turn, depth, q);
}

/**
 * The same for bodies one of which is as wide behind its face: directions behind the normal have the sides of that
 * face, moved as far behind the origin as the faces are before it. These may be just as far from it as the bodies
 * overlap, so that ties are no exception. The faces are loaded, their differences reach `sides` in all directions
 * across the frame's axis, and where they do overlap by at most `highest`.
 */
function isLeastAtWidth(faceA: i32, faceB: i32, depth: f64, highest: f64, sides: f64): bool {
  const work: i32 = I[FLAT_WORK];
  const planeA: i32 = work + FLAT_PLANE_A;
  const planeB: i32 = work + FLAT_PLANE_B;
  const slopeA: f64 = lengthOf(F[planeA + PLANE_SLOPE], F[planeA + PLANE_SLOPE + 1]);
  const slopeB: f64 = lengthOf(F[planeB + PLANE_SLOPE], F[planeB + PLANE_SLOPE + 1]);
  const isOfB: bool = slopeB < slopeA;
  const slope: f64 = isOfB ? slopeB : slopeA;
  // Along its own normal, which the frame sees with this slope: so much farther, and that much to the side.
  const far: f64 = ((highest > depth ? highest : depth) + depth) * (1.0 + slope * slope);
  if (!(sides - far * slope >= depth - depthTolerance())) return false;
  const s: i32 = isOfB ? I[PAIR_B] : I[PAIR_A];
  if (!isAsWideBehind(s, isOfB ? faceB : faceA, far)) return false;
  const shortest: f64 = SHORTEST_SIDE * smallerExtent();
  return (
    hasLongSides(work + FLAT_A, cornerCount(I[PAIR_A], faceA), shortest) &&
    hasLongSides(work + FLAT_B, cornerCount(I[PAIR_B], faceB), shortest)
  );
}

function takeDepth(depth: f64): void {
  F[CORE] = -depth;
  F[CORE_LOWER] = -depth;
  F[CORE_UPPER] = -depth;
  I[DIMENSION_A] = 2;
  I[DIMENSION_B] = 2;
}

/** Hands the common part over to the contact points, if it is that of a flat contact. */
function setFlatCount(count: i32, work: i32): void {
  const planeA: i32 = work + FLAT_PLANE_A;
  const planeB: i32 = work + FLAT_PLANE_B;
  const isFlat: bool =
    isLevel(F[planeA + PLANE_SLOPE], F[planeA + PLANE_SLOPE + 1]) &&
    isLevel(F[planeB + PLANE_SLOPE], F[planeB + PLANE_SLOPE + 1]);
  I[FLAT_COUNT] = isFlat ? count : 0;
}

/**
 * The least overlap over all normals of the two faces in the frame, and of an edge of each: where the normal of the
 * last step is not the one, or not proven to be. The common part has `count` corners; its middle (x, y) is this far
 * from the faces' sides.
 */
function searchNormal(cache: i32, faceA: i32, faceB: i32, count: i32, x: f64, y: f64, sidesA: f64, sidesB: f64): i32 {
  const work: i32 = I[FLAT_WORK];
  const c: i32 = 2 * cache;
  const first: i32 = I[c + CACHE_SWAPPED] === I[PAIR_SWAPPED] ? 0 : 1;
  const countA: i32 = cornerCount(I[PAIR_A], faceA);
  const countB: i32 = cornerCount(I[PAIR_B], faceB);
  const turnA: i32 = work + FLAT_TURN_A;
  const loopA: i32 = work + FLAT_A;
  const loopB: i32 = work + FLAT_B;
  const planeA: i32 = work + FLAT_PLANE_A;
  const planeB: i32 = work + FLAT_PLANE_B;
  const reach: f64 = REACH_SHARE * (sidesA + sidesB);
  // Normals as slopes (u, v) of (u, v, -1): those of A's and B's face, and from the one to the other.
  const pax: f64 = F[planeA + PLANE_SLOPE];
  const pay: f64 = F[planeA + PLANE_SLOPE + 1];
  const pbx: f64 = F[planeB + PLANE_SLOPE];
  const pby: f64 = F[planeB + PLANE_SLOPE + 1];
  const gx: f64 = pbx - pax;
  const gy: f64 = pby - pay;
  const height: f64 = heightAt(planeA, x, y) - heightAt(planeB, x, y);
  const lengthA: f64 = lengthOf(pax, pay);
  const lengthB: f64 = lengthOf(pbx, pby);
  // Depth of the faces' differences along A's normal, and along B's.
  const overA: f64 = (height + reachAlong(loopB, countB, -gx, -gy, x, y)) / Math.sqrt(1.0 + lengthA * lengthA);
  const overB: f64 = (height + reachAlong(loopA, countA, -gx, -gy, x, y)) / Math.sqrt(1.0 + lengthB * lengthB);
  let least: f64 = overA < overB ? overA : overB;
  let bestX: f64 = overA < overB ? pax : pbx;
  let bestY: f64 = overA < overB ? pay : pby;
  let edgeA: i32 = -1;
  let edgeB: i32 = -1;
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
        const sx: f64 = pax + (ux * s) / across;
        const sy: f64 = pay + (uy * s) / across;
        const depth: f64 = (height + (ofA + ofB) / across) / Math.sqrt(1.0 + sx * sx + sy * sy);
        if (depth < least) {
          least = depth;
          bestX = sx;
          bestY = sy;
          edgeA = j;
          edgeB = i;
        }
      }
      bx = F[loopB + 2 * i];
      by = F[loopB + 2 * i + 1];
    }
    ax = F[loopA + 2 * j];
    ay = F[loopA + 2 * j + 1];
  }
  if (!(least > 0.0)) return STEP_OPEN;
  if (!isLeastBehind(cache, first, work, least, x, y, height + lengthA * sidesA + lengthB * sidesB, reach)) {
    const fall: f64 = lengthA * farthestCorner(loopA, countA, x, y) + lengthB * farthestCorner(loopB, countB, x, y);
    if (!isLeastAtWidth(faceA, faceB, least, height + fall, reachOfDifferences(countA, countB, x, y))) return STEP_OPEN;
  }
  setNormal(turnA, bestX, bestY);
  const depth: f64 = -fullValue(F[CORE_NORMAL], F[CORE_NORMAL + 1], F[CORE_NORMAL + 2]);
  if (!(depth - least <= depthTolerance()) || !(depth > touchDistance())) return STEP_OPEN;
  takeDepth(depth);
  const slope: f64 = lengthOf(bestX, bestY);
  const size: f64 = smallerExtent();
  const isSeenAlong: bool = depth * slope <= SHIFT_TOLERANCE * size && depth * slope * slope <= DEPTH_TOLERANCE * size;
  const corners: i32 = isSeenAlong ? count : commonPartAlong(faceA, faceB, work);
  if (corners < 3) return STEP_OPEN;
  setDeepestPoint(corners, work);
  setFlatCount(corners, work);
  // The next step's frame.
  I[c + CACHE_IDS + 2] = edgeA >= 0 ? NORMAL_OF_EDGES : overA < overB ? first : 1 - first;
  I[c + CACHE_IDS + 3 + first] = edgeA;
  I[c + CACHE_IDS + 4 - first] = edgeB;
  return STEP_OVERLAP;
}

/** Whether a face's outward normal is along `sign` times the frame's third axis. */
function isFacing(s: i32, face: i32, turn: i32, sign: f64): bool {
  const n: i32 = I[2 * s + SHAPE_FACE_NORMALS] + 3 * face;
  return sign * (F[turn + 6] * F[n] + F[turn + 7] * F[n + 1] + F[turn + 8] * F[n + 2]) > 0.0;
}

/**
 * Remembers the faces that are most nearly square to the answer's normal, within the sine; false where there are none.
 */
export function storeFaces(cache: i32, sine: f64): bool {
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
  const faceA: i32 = levelFace(a, supportVertex(a, nx, ny, nz, I[PAIR_HINT_A]), nx, ny, nz, sine);
  if (faceA < 0) return false;
  const faceB: i32 = levelFace(b, supportVertex(b, dx, dy, dz, I[PAIR_HINT_B]), dx, dy, dz, sine);
  if (faceB < 0) return false;
  // The frame is that of the face which is more nearly square.
  const n: i32 = I[2 * a + SHAPE_FACE_NORMALS] + 3 * faceA;
  const m: i32 = I[2 * b + SHAPE_FACE_NORMALS] + 3 * faceB;
  const ofA: f64 = F[n] * nx + F[n + 1] * ny + F[n + 2] * nz;
  const ofB: f64 = F[m] * dx + F[m + 1] * dy + F[m + 2] * dz;
  storeFacePair(cache, faceA, faceB, ofB > ofA ? 1 : 0);
  I[2 * cache + CACHE_FAR_A] = supportVertex(a, -nx, -ny, -nz, 0);
  I[2 * cache + CACHE_FAR_B] = supportVertex(b, -dx, -dy, -dz, 0);
  return true;
}

function storeFacePair(cache: i32, faceA: i32, faceB: i32, ofFrame: i32): void {
  const c: i32 = 2 * cache;
  I[c + CACHE_COUNT] = 0;
  I[c + CACHE_IDS] = faceA;
  I[c + CACHE_IDS + 1] = faceB;
  I[c + CACHE_IDS + 2] = ofFrame;
  I[c + CACHE_SWAPPED] = I[PAIR_SWAPPED];
  I[c + CACHE_OVERLAP] = CACHE_FACES;
}

/**
 * Number of the face whose outward normal is most nearly along (dx, dy, dz); the first of those that tie, so that
 * rounding does not choose.
 */
function faceMostAlong(s: i32, dx: f64, dy: f64, dz: f64): i32 {
  const tie: f64 = TIE_SHARE * Math.sqrt(dx * dx + dy * dy + dz * dz);
  const count: i32 = I[2 * s + SHAPE_FACE_COUNT];
  const normals: i32 = I[2 * s + SHAPE_FACE_NORMALS];
  let best: i32 = 0;
  let most: f64 = -1.0e300;
  for (let k: i32 = 0; k < count; k++) {
    const n: i32 = normals + 3 * k;
    const along: f64 = F[n] * dx + F[n + 1] * dy + F[n + 2] * dz;
    if (along > most + tie) {
      most = along;
      best = k;
    }
  }
  return best;
}

/**
 * A guess of faces that lie on each other: that of A most nearly along the direction, and that of B opposite to it.
 * False, with nothing stored, if they are not parallel as flat contacts are (FLAT_SINE).
 */
export function storeFacesAlong(cache: i32, dx: f64, dy: f64, dz: f64): bool {
  const a: i32 = I[PAIR_A];
  const b: i32 = I[PAIR_B];
  if (I[2 * a + SHAPE_UNFLAT] === 1 || I[2 * b + SHAPE_UNFLAT] === 1) return false;
  if (I[2 * a + SHAPE_FACE_COUNT] < 4 || I[2 * b + SHAPE_FACE_COUNT] < 4) return false;
  const faceA: i32 = faceMostAlong(a, dx, dy, dz);
  const n: i32 = I[2 * a + SHAPE_FACE_NORMALS] + 3 * faceA;
  const wx: f64 = inwardX(F[n], F[n + 1], F[n + 2]);
  const wy: f64 = inwardY(F[n], F[n + 1], F[n + 2]);
  const wz: f64 = inwardZ(F[n], F[n + 1], F[n + 2]);
  const faceB: i32 = faceMostAlong(b, wx, wy, wz);
  const m: i32 = I[2 * b + SHAPE_FACE_NORMALS] + 3 * faceB;
  const sx: f64 = F[m + 1] * wz - F[m + 2] * wy;
  const sy: f64 = F[m + 2] * wx - F[m] * wz;
  const sz: f64 = F[m] * wy - F[m + 1] * wx;
  const isOpposite: bool = F[m] * wx + F[m + 1] * wy + F[m + 2] * wz > 0.0;
  if (!isOpposite || !(sx * sx + sy * sy + sz * sz <= FLAT_SINE * FLAT_SINE)) return false;
  storeFacePair(cache, faceA, faceB, 0);
  I[2 * cache + CACHE_FAR_A] = supportVertex(a, -F[n], -F[n + 1], -F[n + 2], 0);
  I[2 * cache + CACHE_FAR_B] = supportVertex(b, -wx, -wy, -wz, 0);
  return true;
}
