// SPDX-License-Identifier: MIT
/**
 * Smooth body against a polyhedron, segment or point: Newton's method for the point of the smooth body whose normal is
 * that of a vertex, edge or face of the other. The feature is exchanged until it matches the points
 * (docs/theory/rolling-ball.md).
 */
import { writeAxesAcross } from '../arithmetic/axes-across.ts';
import { faceAlong, isPolyhedral } from '../features/feature.ts';
import { inwardX, inwardY, inwardZ } from '../features/feature-pair.ts';
import {
  CORE,
  FOR_STEPS,
  LOCAL_POINT,
  PAIR_A,
  PAIR_B,
  RELATIVE_ORIGIN,
  ROUNDING,
  SHAPE_FACE_NORMALS,
  SHAPE_FACE_OFFSETS,
  SHAPE_FACE_VERTICES,
  SHAPE_RADIUS,
  SHAPE_X,
  SHAPE_Y,
  SHAPE_Z,
  SMOOTH_A,
  SMOOTH_AXES,
  SMOOTH_B,
  SMOOTH_BEND,
  SMOOTH_CORNER,
  SMOOTH_EDGE,
  SMOOTH_FEATURE,
  SMOOTH_NORMAL,
  STOP_DISTANCE,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { support, supportVertex } from '../support/support.ts';
import {
  accept,
  dotAt,
  FLAT,
  FLAT_ON_FLAT,
  isOpen,
  isSmooth,
  LONGEST_GROWTH,
  LOW_MISS_IN_ROUNDINGS,
  MISS_IN_ROUNDINGS,
  moveOnA,
  moveOnB,
  SLOW_SHRINKING,
  SMOOTH_FAR,
  SMOOTH_PROVEN,
  SMOOTH_UNKNOWN,
  setBend,
  slide,
  stepMiss,
  turnToFrame,
  upperBound,
} from './smooth-body.ts';

/** Steps of Newton's method and changes of the feature together. */
const STEP_LIMIT: i32 = 20;
/** Corners of a face are in its plane to this many roundings, or the search is left to GJK. */
const PLANE_IN_ROUNDINGS: f64 = 8.0;

/** True for a smooth body and a polyhedron, in either order. */
export function isSmoothOnPolyhedron(): bool {
  return (isSmooth(I[PAIR_A]) && isPolyhedral(I[PAIR_B])) || (isSmooth(I[PAIR_B]) && isPolyhedral(I[PAIR_A]));
}

function smoothIsA(): bool {
  return isSmooth(I[PAIR_A]);
}

function polyhedron(): i32 {
  return smoothIsA() ? I[PAIR_B] : I[PAIR_A];
}

/** Vertex i of the polyhedron, in the frame. */
function setVertex(i: i32, out: i32): void {
  const p: i32 = polyhedron();
  F[out] = F[I[2 * p + SHAPE_X] + i];
  F[out + 1] = F[I[2 * p + SHAPE_Y] + i];
  F[out + 2] = F[I[2 * p + SHAPE_Z] + i];
  if (!smoothIsA()) return;
  turnToFrame(out);
  for (let k: i32 = 0; k < 3; k++) F[out + k] = F[out + k] + F[RELATIVE_ORIGIN + k];
}

/** The polyhedron's vertex that is farthest against m. */
function vertexAgainst(mx: f64, my: f64, mz: f64): i32 {
  const p: i32 = polyhedron();
  const hint: i32 = I[SMOOTH_FEATURE + 1];
  if (!smoothIsA()) return supportVertex(p, -mx, -my, -mz, hint);
  return supportVertex(p, inwardX(mx, my, mz), inwardY(mx, my, mz), inwardZ(mx, my, mz), hint);
}

function isInFeature(i: i32): bool {
  for (let k: i32 = 1; k <= I[SMOOTH_FEATURE]; k++) if (I[SMOOTH_FEATURE + k] === i) return true;
  return false;
}

/**
 * The face at the feature's first vertex that is most against m: its normal turned inwards, in the frame, to F[out..].
 */
function setFace(mx: f64, my: f64, mz: f64, out: i32): i32 {
  const p: i32 = polyhedron();
  const v: i32 = I[SMOOTH_FEATURE + 1];
  const face: i32 = smoothIsA()
    ? faceAlong(p, inwardX(mx, my, mz), inwardY(mx, my, mz), inwardZ(mx, my, mz), v)
    : faceAlong(p, -mx, -my, -mz, v);
  if (face < 0) return face;
  const n: i32 = I[2 * p + SHAPE_FACE_NORMALS] + 3 * face;
  for (let k: i32 = 0; k < 3; k++) F[out + k] = -F[n + k];
  if (smoothIsA()) turnToFrame(out);
  return face;
}

/**
 * Where the point at F[at..], in the plane of the face, lies in it: 1 inside; 0 outside, and the feature becomes the
 * side that it is farthest beyond; -1 when the corners are not in one plane. The inward normal is at F[m..].
 */
function placeInFace(face: i32, at: i32, m: i32): i32 {
  const p: i32 = polyhedron();
  const loop: i32 = I[2 * p + SHAPE_FACE_VERTICES];
  const first: i32 = I[I[2 * p + SHAPE_FACE_OFFSETS] + face];
  const end: i32 = I[I[2 * p + SHAPE_FACE_OFFSETS] + face + 1];
  const level: f64 = dotAt(at, m);
  let most: f64 = 0.0;
  let from: i32 = I[loop + end - 1];
  setVertex(from, SMOOTH_CORNER);
  for (let k: i32 = first; k < end; k++) {
    const i: i32 = I[loop + k];
    const x: f64 = F[SMOOTH_CORNER];
    const y: f64 = F[SMOOTH_CORNER + 1];
    const z: f64 = F[SMOOTH_CORNER + 2];
    setVertex(i, SMOOTH_CORNER);
    if (!(Math.abs(dotAt(SMOOTH_CORNER, m) - level) <= PLANE_IN_ROUNDINGS * F[ROUNDING])) return -1;
    const ux: f64 = F[SMOOTH_CORNER] - x;
    const uy: f64 = F[SMOOTH_CORNER + 1] - y;
    const uz: f64 = F[SMOOTH_CORNER + 2] - z;
    const rx: f64 = F[at] - x;
    const ry: f64 = F[at + 1] - y;
    const rz: f64 = F[at + 2] - z;
    // The loop is counter-clockwise about the outward normal -m: outward of a side is m x u.
    const beyond: f64 =
      (F[m] * (uy * rz - uz * ry) + F[m + 1] * (uz * rx - ux * rz) + F[m + 2] * (ux * ry - uy * rx)) /
      Math.sqrt(ux * ux + uy * uy + uz * uz);
    if (beyond > most) {
      most = beyond;
      I[SMOOTH_FEATURE] = 2;
      I[SMOOTH_FEATURE + 1] = from;
      I[SMOOTH_FEATURE + 2] = i;
    }
    from = i;
  }
  return most > 0.0 ? 0 : 1;
}

/** Answer or not, with the outward normal of the smooth body at F[m..]. */
function prove(m: i32, value: f64, lower: f64): i32 {
  const sign: f64 = smoothIsA() ? 1.0 : -1.0;
  const length: f64 = Math.sqrt(dotAt(m, m));
  const nx: f64 = (sign * F[m]) / length;
  const ny: f64 = (sign * F[m + 1]) / length;
  const nz: f64 = (sign * F[m + 2]) / length;
  const upper: f64 = upperBound(nx, ny, nz, value, 0.0, 0.0, 0.0);
  return accept(nx, ny, nz, value, lower, upper) ? SMOOTH_PROVEN : SMOOTH_UNKNOWN;
}

/**
 * Against a face nothing is left to search: the smooth body's point is its farthest along the face's normal. Returns
 * SMOOTH_UNKNOWN with a new feature where it is beside the face.
 */
function onFace(body: i32, other: i32): i32 {
  const m: i32 = body + SMOOTH_NORMAL;
  const face: i32 = setFace(F[m], F[m + 1], F[m + 2], SMOOTH_EDGE);
  I[SMOOTH_FEATURE] = 0;
  if (face < 0) return SMOOTH_UNKNOWN;
  const mx: f64 = F[SMOOTH_EDGE];
  const my: f64 = F[SMOOTH_EDGE + 1];
  const mz: f64 = F[SMOOTH_EDGE + 2];
  if (body === SMOOTH_A) support(I[PAIR_A], mx, my, mz, 0);
  else support(I[PAIR_B], -inwardX(mx, my, mz), -inwardY(mx, my, mz), -inwardZ(mx, my, mz), 0);
  if (body === SMOOTH_B) turnToFrame(LOCAL_POINT);
  for (let k: i32 = 0; k < 3; k++)
    F[body + k] = F[LOCAL_POINT + k] + (body === SMOOTH_B ? F[RELATIVE_ORIGIN + k] : 0.0);
  setVertex(I[SMOOTH_FEATURE + 1], SMOOTH_CORNER);
  const value: f64 = dotAt(SMOOTH_EDGE, SMOOTH_CORNER) - dotAt(SMOOTH_EDGE, body);
  for (let k: i32 = 0; k < 3; k++) F[other + k] = F[body + k] + value * F[SMOOTH_EDGE + k];
  const side: i32 = placeInFace(face, other, SMOOTH_EDGE);
  if (side < 0) return SMOOTH_UNKNOWN;
  if (side === 0) {
    const x: f64 = F[body];
    const y: f64 = F[body + 1];
    const z: f64 = F[body + 2];
    if (!(body === SMOOTH_A ? moveOnA(x, y, z) : moveOnB(x, y, z))) I[SMOOTH_FEATURE] = 0;
    return SMOOTH_UNKNOWN;
  }
  setVertex(vertexAgainst(mx, my, mz), SMOOTH_CORNER);
  const lower: f64 = dotAt(SMOOTH_EDGE, SMOOTH_CORNER) - dotAt(SMOOTH_EDGE, body);
  if (prove(SMOOTH_EDGE, value, lower) !== SMOOTH_PROVEN) return SMOOTH_UNKNOWN;
  I[SMOOTH_FEATURE] = 3;
  return SMOOTH_PROVEN;
}

/**
 * Newton's step for a vertex: with k the curvature and T the part of the difference across the normal, (1 + value k) ds
 * = T.
 */
function stepToVertex(body: i32, value: f64, offG: f64, offH: f64): bool {
  setBend(body);
  const m11: f64 = 1.0 + value * F[SMOOTH_BEND];
  const m12: f64 = value * F[SMOOTH_BEND + 1];
  const m22: f64 = 1.0 + value * F[SMOOTH_BEND + 2];
  const determinant: f64 = m11 * m22 - m12 * m12;
  return slide(body, (m22 * offG - m12 * offH) / determinant, (m11 * offH - m12 * offG) / determinant);
}

/**
 * Newton's step for an edge along the first axis: k ds has no part along it but -lean, and ds + value k ds is T across
 * it.
 */
function stepToEdge(body: i32, value: f64, lean: f64, offH: f64): bool {
  setBend(body);
  const k11: f64 = F[SMOOTH_BEND] + FLAT / F[(body === SMOOTH_A ? I[PAIR_A] : I[PAIR_B]) + SHAPE_RADIUS];
  const k12: f64 = F[SMOOTH_BEND + 1];
  const m21: f64 = value * k12;
  const m22: f64 = 1.0 + value * F[SMOOTH_BEND + 2];
  const determinant: f64 = k11 * m22 - k12 * m21;
  return slide(body, (-lean * m22 - k12 * offH) / determinant, (k11 * offH + m21 * lean) / determinant);
}

/** True where the smooth body is next to flat along the edge: nothing tells where on it they touch. */
function isFlatAlong(body: i32, radius: f64): bool {
  setBend(body);
  return F[SMOOTH_BEND] * radius < FLAT_ON_FLAT;
}

/**
 * Newton's method from the smooth body's point, evaluated, and the feature of up to three vertices in SMOOTH_FEATURE;
 * `known`: from those of the last query.
 */
export function searchOnPolyhedron(known: bool): i32 {
  const body: i32 = smoothIsA() ? SMOOTH_A : SMOOTH_B;
  const other: i32 = smoothIsA() ? SMOOTH_B : SMOOTH_A;
  const m: i32 = body + SMOOTH_NORMAL;
  const rounding: f64 = F[ROUNDING];
  const radius: f64 = F[(smoothIsA() ? I[PAIR_A] : I[PAIR_B]) + SHAPE_RADIUS];
  const forSteps: bool = I[FOR_STEPS] !== 0;
  const enough: f64 = forSteps ? stepMiss() : MISS_IN_ROUNDINGS * rounding;
  let before: f64 = 1.0e300;
  for (let count: i32 = 0; count < STEP_LIMIT; count++) {
    if (I[SMOOTH_FEATURE] < 1) return SMOOTH_UNKNOWN;
    if (I[SMOOTH_FEATURE] > 2) {
      before = 1.0e300;
      if (onFace(body, other) === SMOOTH_PROVEN) return F[CORE] > F[STOP_DISTANCE] ? SMOOTH_FAR : SMOOTH_PROVEN;
      continue;
    }
    const isEdge: bool = I[SMOOTH_FEATURE] === 2;
    const mx: f64 = F[m];
    const my: f64 = F[m + 1];
    const mz: f64 = F[m + 2];
    setVertex(I[SMOOTH_FEATURE + 1], other);
    let lean: f64 = 0.0;
    let along: f64 = 0.0;
    let length: f64 = 0.0;
    if (isEdge) {
      setVertex(I[SMOOTH_FEATURE + 2], SMOOTH_EDGE);
      for (let k: i32 = 0; k < 3; k++) F[SMOOTH_EDGE + k] = F[SMOOTH_EDGE + k] - F[other + k];
      length = Math.sqrt(dotAt(SMOOTH_EDGE, SMOOTH_EDGE));
      for (let k: i32 = 0; k < 3; k++) F[SMOOTH_EDGE + k] = F[SMOOTH_EDGE + k] / length;
      const part: f64 = dotAt(SMOOTH_EDGE, m);
      const level: f64 = Math.sqrt(1.0 - part * part);
      lean = part / level;
      // The first axis is along the edge, as far as that is across the normal.
      for (let k: i32 = 0; k < 3; k++) F[SMOOTH_AXES + k] = (F[SMOOTH_EDGE + k] - part * F[m + k]) / level;
      F[SMOOTH_AXES + 3] = my * F[SMOOTH_AXES + 2] - mz * F[SMOOTH_AXES + 1];
      F[SMOOTH_AXES + 4] = mz * F[SMOOTH_AXES] - mx * F[SMOOTH_AXES + 2];
      F[SMOOTH_AXES + 5] = mx * F[SMOOTH_AXES + 1] - my * F[SMOOTH_AXES];
      along = (dotAt(SMOOTH_AXES, body) - dotAt(SMOOTH_AXES, other)) / level;
      for (let k: i32 = 0; k < 3; k++) F[other + k] = F[other + k] + along * F[SMOOTH_EDGE + k];
    } else {
      writeAxesAcross(mx, my, mz, SMOOTH_AXES);
    }
    const zx: f64 = F[other] - F[body];
    const zy: f64 = F[other + 1] - F[body + 1];
    const zz: f64 = F[other + 2] - F[body + 2];
    const value: f64 = mx * zx + my * zy + mz * zz;
    const g: i32 = SMOOTH_AXES;
    const h: i32 = SMOOTH_AXES + 3;
    const offG: f64 = isEdge ? 0.0 : F[g] * zx + F[g + 1] * zy + F[g + 2] * zz;
    const offH: f64 = F[h] * zx + F[h + 1] * zy + F[h + 2] * zz;
    const miss: f64 = Math.sqrt(offG * offG + offH * offH) + length * Math.abs(lean);
    if (miss <= enough || (miss < LOW_MISS_IN_ROUNDINGS * rounding && miss > SLOW_SHRINKING * before)) {
      const farthest: i32 = vertexAgainst(mx, my, mz);
      setVertex(farthest, SMOOTH_CORNER);
      const lower: f64 = dotAt(m, SMOOTH_CORNER) - dotAt(m, body);
      if (lower > F[STOP_DISTANCE]) {
        F[CORE] = lower;
        return SMOOTH_FAR;
      }
      before = 1.0e300;
      if (isEdge && !(along >= 0.0 && along <= length)) {
        if (along > 0.0) I[SMOOTH_FEATURE + 1] = I[SMOOTH_FEATURE + 2];
        I[SMOOTH_FEATURE] = 1;
        continue;
      }
      if (isOpen(lower, value) && !isInFeature(farthest)) {
        I[SMOOTH_FEATURE] = I[SMOOTH_FEATURE] + 1;
        I[SMOOTH_FEATURE + I[SMOOTH_FEATURE]] = farthest;
        continue;
      }
      if (!forSteps && known && isEdge && isFlatAlong(body, radius)) return SMOOTH_UNKNOWN;
      return prove(m, value, lower);
    }
    if (!(miss < LONGEST_GROWTH * before)) return SMOOTH_UNKNOWN;
    before = miss;
    if (!(isEdge ? stepToEdge(body, value, lean, offH) : stepToVertex(body, value, offG, offH))) return SMOOTH_UNKNOWN;
  }
  return SMOOTH_UNKNOWN;
}
