// SPDX-License-Identifier: MIT
/**
 * Contact of two convex polyhedra, or of one and a half-space, whose energy is the pressure of each body's field over
 * the common part (docs/theory/pressure-field-law.md). The force of a field is its pressure on the faces of the other
 * body. Never throws, never NaN; exchanging the bodies gives the same bits.
 */
import { outOfOrder } from '../contact-pair.ts';
import {
  BOX,
  HALF_SPACE,
  LOCAL_POINT,
  ORIGIN_A,
  PAIR_A,
  PAIR_B,
  POLYHEDRON_CENTROID,
  POLYHEDRON_COLUMN,
  RELATIVE,
  ROTATION_A,
  ROUNDING,
  SHAPE_FACE_COUNT,
  SHAPE_FACE_NORMALS,
  SHAPE_FACE_OFFSETS,
  SHAPE_FACE_VERTICES,
  SHAPE_KIND,
  SHAPE_PARAMETERS,
  SHAPE_RADIUS,
  SHAPE_UNFLAT,
  SHAPE_VERTEX_COUNT,
  SHAPE_X,
  SHAPE_Y,
  SHAPE_Z,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { heightOverHalfSpace, IN_PLANE_IN_ROUNDINGS, isSolid, turnToWorld } from '../overlap/solid-pair.ts';
import { EPSILON, fromBlockOfB, placePair } from '../relative-pose.ts';
import { integrateFace, NEAR_CENTRE } from './face-integrals.ts';
import { findPrism } from './face-prism.ts';
import { actAtCentroid, addCone } from './overlap-centroid.ts';
import {
  CENTRE_A,
  CENTRE_B,
  FACE_AREA,
  FACE_MOMENT,
  FACE_NORMAL,
  FACE_PRESSURE,
  FACE_SECOND,
  FACE_SHADOW,
  FACE_STIFFNESS,
  FACE_SUMS,
  FACING_A,
  FACING_B,
  FIELD_A,
  FIELD_B,
  FIELD_FLUX,
  FIELD_NEAREST,
  FIELD_OUTSIDE,
  FIELD_SHADOW,
  FIELD_SHELL,
  GUESS,
  HAS_REFERENCE,
  IS_PRESSED,
  PLANE_CONSTANT,
  PLANE_FACE,
  PLANE_GRADIENT,
  PLANE_LISTED,
  PLANE_STRIDE,
  PLANE_TOLERANCE,
  POLYGON,
  POLYGON_OTHER,
  POLYGON_SPARE,
  POLYGON_STRIDE,
  PRESSURE_DEPTH,
  PRESSURE_ENERGY,
  PRESSURE_FORCE,
  PRESSURE_FOUND,
  PRESSURE_HEADER,
  PRESSURE_MOMENT,
  PRESSURE_NO_ROOM,
  PRESSURE_POINT,
  PRESSURE_RADIUS,
  PRESSURE_ROOM,
  PRESSURE_STIFFNESS,
  PRESSURE_STRIDE,
  PRESSURE_UNSUPPORTED,
  REFERENCE,
  TOTAL_FIRST,
  TOTAL_FORCE,
  TOTAL_PRESSURE,
  TOTAL_SECOND,
  TOTAL_STIFFNESS,
  TOTAL_STRIDE,
  TOTAL_TORQUE,
  TOTAL_VOLUME,
  TOTALS,
} from './pressure-layout.ts';
import { pressOnPrism } from './prism-fields.ts';

/** Corners of the square that stands for the plane of a half-space. */
const SQUARE: i32 = 4;
/** Half its side over the radius of the body: farther than any of its points is from its centroid. */
const SQUARE_REACH: f64 = 2.5;

/** @inline */
function larger(a: i32, b: i32): i32 {
  return a > b ? a : b;
}

/**
 * Corners that a polygon can have: those of a face, one more for each plane of the field that cuts it, and one more for
 * each that divides it. A half-space has neither vertices nor faces.
 */
function mostCorners(a: i32, b: i32): i32 {
  const corners: i32 = larger(larger(I[2 * a + SHAPE_VERTEX_COUNT], I[2 * b + SHAPE_VERTEX_COUNT]), SQUARE);
  return corners + 2 * larger(larger(I[2 * a + SHAPE_FACE_COUNT], I[2 * b + SHAPE_FACE_COUNT]), 1);
}

/** Cells of a work area for the shapes a and b. Values of vertices take the place of the three polygons. */
export function pressureCells(a: i32, b: i32): i32 {
  const planes: i32 = PLANE_STRIDE * (I[2 * a + SHAPE_FACE_COUNT] + I[2 * b + SHAPE_FACE_COUNT] + 1);
  return PRESSURE_HEADER + planes + 3 * POLYGON_STRIDE * mostCorners(a, b);
}

/** Centroid of shape s in the frame, to F[out..]. */
export function writeCentre(s: i32, isB: bool, out: i32): void {
  const at: i32 = s + POLYHEDRON_CENTROID;
  const isBox: bool = I[2 * s + SHAPE_KIND] === BOX;
  const x: f64 = isBox ? 0.0 : F[at];
  const y: f64 = isBox ? 0.0 : F[at + 1];
  const z: f64 = isBox ? 0.0 : F[at + 2];
  if (isB) fromBlockOfB(x, y, z, out);
  else {
    F[out] = x;
    F[out + 1] = y;
    F[out + 2] = z;
  }
}

/** The vector of B's block in the axes of the frame, to F[out..]. */
function turnFromB(x: f64, y: f64, z: f64, out: i32): void {
  const t: i32 = RELATIVE;
  F[out] = F[t] * x + F[t + 1] * y + F[t + 2] * z;
  F[out + 1] = F[t + 3] * x + F[t + 4] * y + F[t + 5] * z;
  F[out + 2] = F[t + 6] * x + F[t + 7] * y + F[t + 8] * z;
}

/** Values of n.x, n in the frame of the shape's block, at all vertices, to F[values..]; returns the greatest. */
export function measureVertices(s: i32, nx: f64, ny: f64, nz: f64, values: i32): f64 {
  const x: i32 = I[2 * s + SHAPE_X];
  const y: i32 = I[2 * s + SHAPE_Y];
  const z: i32 = I[2 * s + SHAPE_Z];
  const count: i32 = I[2 * s + SHAPE_VERTEX_COUNT];
  let greatest: f64 = -Infinity;
  for (let v: i32 = 0; v < count; v++) {
    const value: f64 = nx * F[x + v] + ny * F[y + v] + nz * F[z + v];
    F[values + v] = value;
    if (value > greatest) greatest = value;
  }
  return greatest;
}

/**
 * Lists the planes of the faces of shape s that have a vertex whose value is above the limit, in the frame; returns
 * their number. A face with the centroid on or above its plane, of a body without volume, has no pressure. The plane
 * that faces the other body most, by GUESS, is noted.
 */
export function listPlanes(work: i32, s: i32, isB: bool, values: i32, limit: f64, tolerance: f64, planes: i32): i32 {
  const faces: i32 = I[2 * s + SHAPE_FACE_COUNT];
  const offsets: i32 = I[2 * s + SHAPE_FACE_OFFSETS];
  const vertices: i32 = I[2 * s + SHAPE_FACE_VERTICES];
  const centre: i32 = work + (isB ? CENTRE_B : CENTRE_A);
  const cx: f64 = F[centre];
  const cy: f64 = F[centre + 1];
  const cz: f64 = F[centre + 2];
  // B faces A against GUESS.
  const g: i32 = work + GUESS;
  const away: f64 = isB ? -1.0 : 1.0;
  const facing: i32 = 2 * work + (isB ? FACING_B : FACING_A);
  let most: f64 = -Infinity;
  let count: i32 = 0;
  I[facing] = 0;
  for (let f: i32 = 0; f < faces; f++) {
    const first: i32 = I[offsets + f];
    const end: i32 = I[offsets + f + 1];
    let k: i32 = first;
    while (k < end && !(F[values + I[vertices + k]] > limit)) k++;
    I[2 * (planes + PLANE_STRIDE * f + PLANE_LISTED)] = 0;
    if (k === end) continue;
    const n: i32 = writeNormal(work, s, isB, f);
    const v: i32 = writeVertex(s, isB, I[vertices + first]);
    const nx: f64 = F[n];
    const ny: f64 = F[n + 1];
    const nz: f64 = F[n + 2];
    const x: f64 = F[v];
    const y: f64 = F[v + 1];
    const z: f64 = F[v + 2];
    const column: f64 = nx * (x - cx) + ny * (y - cy) + nz * (z - cz);
    if (!(column > 0.0)) continue;
    const p: i32 = planes + PLANE_STRIDE * count;
    const rise: f64 = 1.0 / column;
    F[p + PLANE_GRADIENT] = rise * nx;
    F[p + PLANE_GRADIENT + 1] = rise * ny;
    F[p + PLANE_GRADIENT + 2] = rise * nz;
    F[p + PLANE_CONSTANT] = rise * (nx * x + ny * y + nz * z);
    F[p + PLANE_TOLERANCE] = rise * tolerance;
    I[2 * (p + PLANE_FACE)] = f;
    I[2 * (planes + PLANE_STRIDE * f + PLANE_LISTED)] = p;
    count++;
    const along: f64 = away * (nx * F[g] + ny * F[g + 1] + nz * F[g + 2]);
    if (along > most) {
      most = along;
      I[facing] = p;
    }
  }
  return count;
}

/** Outward normal of a face in the frame, at FACE_NORMAL; returns its address. */
function writeNormal(work: i32, s: i32, isB: bool, face: i32): i32 {
  const n: i32 = I[2 * s + SHAPE_FACE_NORMALS] + 3 * face;
  const out: i32 = work + FACE_NORMAL;
  if (isB) turnFromB(F[n], F[n + 1], F[n + 2], out);
  else {
    F[out] = F[n];
    F[out + 1] = F[n + 1];
    F[out + 2] = F[n + 2];
  }
  return out;
}

/** Vertex v in the frame, at LOCAL_POINT; returns its address. */
function writeVertex(s: i32, isB: bool, v: i32): i32 {
  const x: f64 = F[I[2 * s + SHAPE_X] + v];
  const y: f64 = F[I[2 * s + SHAPE_Y] + v];
  const z: f64 = F[I[2 * s + SHAPE_Z] + v];
  if (isB) fromBlockOfB(x, y, z, LOCAL_POINT);
  else {
    F[LOCAL_POINT] = x;
    F[LOCAL_POINT + 1] = y;
    F[LOCAL_POINT + 2] = z;
  }
  return LOCAL_POINT;
}

/** The face as polygon at work and its normal at FACE_NORMAL, in the frame; returns its number of corners. */
function loadFace(work: i32, s: i32, isB: bool, face: i32): i32 {
  const offsets: i32 = I[2 * s + SHAPE_FACE_OFFSETS];
  const vertices: i32 = I[2 * s + SHAPE_FACE_VERTICES];
  const first: i32 = I[offsets + face];
  const count: i32 = I[offsets + face + 1] - first;
  const to: i32 = I[2 * work + POLYGON];
  writeNormal(work, s, isB, face);
  for (let k: i32 = 0; k < count; k++) {
    const v: i32 = writeVertex(s, isB, I[vertices + first + k]);
    const c: i32 = to + POLYGON_STRIDE * k;
    F[c] = F[v];
    F[c + 1] = F[v + 1];
    F[c + 2] = F[v + 2];
  }
  return count;
}

/**
 * A square in the plane n.x + height = 0 of a half-space, around the foot of A's centroid, as polygon at work; larger
 * than the section of A.
 */
function loadSquare(work: i32, height: f64): void {
  const n: i32 = work + FACE_NORMAL;
  const o: i32 = work + CENTRE_A;
  const up: f64 = F[n] * F[o] + F[n + 1] * F[o + 1] + F[n + 2] * F[o + 2] + height;
  const side: f64 = SQUARE_REACH * F[I[PAIR_A] + SHAPE_RADIUS];
  // Across the axis that is least along the normal.
  const ax: f64 = Math.abs(F[n]);
  const ay: f64 = Math.abs(F[n + 1]);
  const az: f64 = Math.abs(F[n + 2]);
  const isX: bool = ax <= ay && ax <= az;
  const isY: bool = !isX && ay <= az;
  let ux: f64 = isX ? 0.0 : isY ? -F[n + 2] : F[n + 1];
  let uy: f64 = isX ? F[n + 2] : isY ? 0.0 : -F[n];
  let uz: f64 = isX ? -F[n + 1] : isY ? F[n] : 0.0;
  const scale: f64 = side / Math.sqrt(ux * ux + uy * uy + uz * uz);
  ux *= scale;
  uy *= scale;
  uz *= scale;
  const vx: f64 = F[n + 1] * uz - F[n + 2] * uy;
  const vy: f64 = F[n + 2] * ux - F[n] * uz;
  const vz: f64 = F[n] * uy - F[n + 1] * ux;
  const to: i32 = I[2 * work + POLYGON];
  for (let k: i32 = 0; k < SQUARE; k++) {
    const i: f64 = k === 0 || k === 3 ? -1.0 : 1.0;
    const j: f64 = k < 2 ? -1.0 : 1.0;
    const c: i32 = to + POLYGON_STRIDE * k;
    F[c] = F[o] - up * F[n] + (i * ux + j * vx);
    F[c + 1] = F[o + 1] - up * F[n + 1] + (i * uy + j * vy);
    F[c + 2] = F[o + 2] - up * F[n + 2] + (i * uz + j * vz);
  }
}

function clearSums(work: i32): void {
  I[2 * work + HAS_REFERENCE] = 0;
  I[2 * work + IS_PRESSED] = 0;
  for (let k: i32 = 0; k < TOTAL_STRIDE; k++) F[work + TOTALS + k] = 0.0;
}

export function clearField(field: i32, isOutside: bool): void {
  F[field + FIELD_SHADOW] = 0.0;
  F[field + FIELD_FLUX] = 0.0;
  F[field + FIELD_NEAREST] = 1.0;
  F[field + FIELD_OUTSIDE] = isOutside ? 1.0 : 0.0;
  F[field + FIELD_SHELL] = NEAR_CENTRE;
}

/**
 * Adds the polygon at work, a face of one body with its normal, in the field of the other. `pressure` is that at the
 * centre of the field, `sign` that of its push on B.
 */
export function addFace(
  work: i32,
  corners: i32,
  centre: i32,
  planes: i32,
  planeCount: i32,
  field: i32,
  pressure: f64,
  sign: f64,
): void {
  const c: i32 = I[2 * work + POLYGON];
  const x: f64 = F[c];
  const y: f64 = F[c + 1];
  const z: f64 = F[c + 2];
  const nx: f64 = F[work + FACE_NORMAL];
  const ny: f64 = F[work + FACE_NORMAL + 1];
  const nz: f64 = F[work + FACE_NORMAL + 2];
  const distance: f64 = nx * (x - F[centre]) + ny * (y - F[centre + 1]) + nz * (z - F[centre + 2]);
  if (distance < 0.0) F[field + FIELD_OUTSIDE] = 1.0;
  // Of two coplanar faces only B's counts for the common volume.
  if (!integrateFace(work, corners, planes, planeCount, field, sign > 0.0)) return;
  const sums: i32 = work + FACE_SUMS;
  const totals: i32 = work + TOTALS;
  const o: i32 = work + REFERENCE;
  const l: f64 = F[sums + FACE_PRESSURE];
  const mx: f64 = F[sums + FACE_MOMENT];
  const my: f64 = F[sums + FACE_MOMENT + 1];
  const mz: f64 = F[sums + FACE_MOMENT + 2];
  const height: f64 = nx * (x - F[o]) + ny * (y - F[o + 1]) + nz * (z - F[o + 2]);
  const push: f64 = sign * pressure;
  F[field + FIELD_SHADOW] = F[field + FIELD_SHADOW] - distance * F[sums + FACE_SHADOW];
  F[field + FIELD_FLUX] = F[field + FIELD_FLUX] + distance * l;
  F[totals + TOTAL_VOLUME] = F[totals + TOTAL_VOLUME] + height * F[sums + FACE_AREA];
  F[totals + TOTAL_PRESSURE] = F[totals + TOTAL_PRESSURE] + pressure * l;
  F[totals + TOTAL_FIRST] = F[totals + TOTAL_FIRST] + pressure * mx;
  F[totals + TOTAL_FIRST + 1] = F[totals + TOTAL_FIRST + 1] + pressure * my;
  F[totals + TOTAL_FIRST + 2] = F[totals + TOTAL_FIRST + 2] + pressure * mz;
  F[totals + TOTAL_SECOND] = F[totals + TOTAL_SECOND] + pressure * F[sums + FACE_SECOND];
  F[totals + TOTAL_FORCE] = F[totals + TOTAL_FORCE] + push * l * nx;
  F[totals + TOTAL_FORCE + 1] = F[totals + TOTAL_FORCE + 1] + push * l * ny;
  F[totals + TOTAL_FORCE + 2] = F[totals + TOTAL_FORCE + 2] + push * l * nz;
  F[totals + TOTAL_TORQUE] = F[totals + TOTAL_TORQUE] + push * (my * nz - mz * ny);
  F[totals + TOTAL_TORQUE + 1] = F[totals + TOTAL_TORQUE + 1] + push * (mz * nx - mx * nz);
  F[totals + TOTAL_TORQUE + 2] = F[totals + TOTAL_TORQUE + 2] + push * (mx * ny - my * nx);
  F[totals + TOTAL_STIFFNESS] = F[totals + TOTAL_STIFFNESS] + pressure * F[sums + FACE_STIFFNESS];
}

/** Whether the energy of a field is computed from the common volume: its centre is in the other body or near a face. */
function needsVolume(field: i32): bool {
  return F[field + FIELD_OUTSIDE] === 0.0 || F[field + FIELD_NEAREST] < NEAR_CENTRE;
}

/** Integral of the gauge pressure over the common part. */
function fieldEnergy(work: i32, field: i32): f64 {
  if (needsVolume(field)) return 0.25 * (F[work + TOTALS + TOTAL_VOLUME] / 3.0 + F[field + FIELD_FLUX]);
  return F[field + FIELD_SHADOW] / 12.0;
}

/** A's field on the plane of a half-space, which has none; the energy. */
function pressOnHalfSpace(work: i32, values: i32, planesA: i32): f64 {
  const a: i32 = I[PAIR_A];
  const n: i32 = I[PAIR_B] + SHAPE_PARAMETERS;
  const height: f64 = heightOverHalfSpace();
  const tolerance: f64 = IN_PLANE_IN_ROUNDINGS * EPSILON * (F[a + SHAPE_RADIUS] + Math.abs(height));
  turnFromB(F[n], F[n + 1], F[n + 2], work + FACE_NORMAL);
  const nx: f64 = F[work + FACE_NORMAL];
  const ny: f64 = F[work + FACE_NORMAL + 1];
  const nz: f64 = F[work + FACE_NORMAL + 2];
  F[work + GUESS] = -nx;
  F[work + GUESS + 1] = -ny;
  F[work + GUESS + 2] = -nz;
  const lowest: f64 = measureVertices(a, -nx, -ny, -nz, values);
  if (!(lowest - height > tolerance)) return 0.0;
  const o: i32 = work + CENTRE_A;
  const isIn: bool = nx * F[o] + ny * F[o + 1] + nz * F[o + 2] + height < 0.0;
  const count: i32 = listPlanes(work, a, false, values, isIn ? -Infinity : height, tolerance, planesA);
  clearField(work + FIELD_A, !isIn);
  for (let k: i32 = 0; k < 3; k++) F[work + FACE_NORMAL + k] = -F[work + GUESS + k];
  loadSquare(work, height);
  addFace(work, SQUARE, o, planesA, count, work + FIELD_A, F[a + POLYHEDRON_COLUMN], -1.0);
  if (needsVolume(work + FIELD_A)) {
    const plane: i32 = planesA + PLANE_STRIDE * I[2 * a + SHAPE_FACE_COUNT];
    writePlane(plane, nx, ny, nz, height, tolerance);
    addVolumeBelow(work, planesA, count, plane);
  }
  return F[a + POLYHEDRON_COLUMN] * fieldEnergy(work, work + FIELD_A);
}

/** The plane n.x + height = 0 of a half-space as plane of a field that rises below it. */
function writePlane(p: i32, nx: f64, ny: f64, nz: f64, height: f64, tolerance: f64): void {
  F[p + PLANE_GRADIENT] = nx;
  F[p + PLANE_GRADIENT + 1] = ny;
  F[p + PLANE_GRADIENT + 2] = nz;
  F[p + PLANE_CONSTANT] = -height;
  F[p + PLANE_TOLERANCE] = tolerance;
}

/** Adds the parts of A's listed faces below the plane of a half-space to the common volume. */
function addVolumeBelow(work: i32, planesA: i32, count: i32, plane: i32): void {
  clearField(work + FIELD_B, true);
  for (let k: i32 = 0; k < count; k++) {
    const corners: i32 = loadFace(work, I[PAIR_A], false, I[2 * (planesA + PLANE_STRIDE * k + PLANE_FACE)]);
    addFace(work, corners, work + CENTRE_A, plane, 1, work + FIELD_B, 0.0, 1.0);
  }
}

/** Each body's field on the faces of the other, those in the slab between the bodies' ends along GUESS; the energy. */
function pressOnFaces(work: i32, values: i32, planesA: i32, isStep: bool): f64 {
  const a: i32 = I[PAIR_A];
  const b: i32 = I[PAIR_B];
  const tolerance: f64 = IN_PLANE_IN_ROUNDINGS * F[ROUNDING];
  const g: i32 = work + GUESS;
  const ca: i32 = work + CENTRE_A;
  const cb: i32 = work + CENTRE_B;
  const nx: f64 = F[g];
  const ny: f64 = F[g + 1];
  const nz: f64 = F[g + 2];
  const t: i32 = RELATIVE;
  const valuesB: i32 = values + I[2 * a + SHAPE_VERTEX_COUNT];
  const endA: f64 = measureVertices(a, nx, ny, nz, values);
  // B's values are those along -n, so that the end towards A is the greatest; `shift` is that of its origin along n.
  const shift: f64 = nx * F[t + 9] + ny * F[t + 10] + nz * F[t + 11];
  const endB: f64 =
    shift -
    measureVertices(
      b,
      -(F[t] * nx + F[t + 3] * ny + F[t + 6] * nz),
      -(F[t + 1] * nx + F[t + 4] * ny + F[t + 7] * nz),
      -(F[t + 2] * nx + F[t + 5] * ny + F[t + 8] * nz),
      valuesB,
    );
  if (!(endA - endB > tolerance)) return 0.0;
  // A ray from a centre before the slab leaves its body in the slab, so faces without a vertex there do not matter.
  const isAIn: bool = nx * F[ca] + ny * F[ca + 1] + nz * F[ca + 2] > endB;
  const isBIn: bool = nx * F[cb] + ny * F[cb + 1] + nz * F[cb + 2] < endA;
  const planeCountA: i32 = listPlanes(work, a, false, values, isAIn ? -Infinity : endB, tolerance, planesA);
  const planesB: i32 = planesA + PLANE_STRIDE * I[2 * a + SHAPE_FACE_COUNT];
  const planeCountB: i32 = listPlanes(work, b, true, valuesB, isBIn ? -Infinity : shift - endA, tolerance, planesB);
  clearField(work + FIELD_A, !isAIn);
  clearField(work + FIELD_B, !isBIn);
  const pressureA: f64 = 0.5 * F[a + POLYHEDRON_COLUMN];
  const pressureB: f64 = 0.5 * F[b + POLYHEDRON_COLUMN];
  if (isStep && !isAIn && !isBIn && I[2 * a + SHAPE_UNFLAT] === 0 && I[2 * b + SHAPE_UNFLAT] === 0) {
    const corners: i32 = findPrism(work, planesA, planeCountA, planesB, planeCountB);
    const energy: f64 = corners > 0 ? pressOnPrism(work, corners, planesB, pressureA, pressureB) : 0.0;
    if (energy > 0.0) return energy;
    clearSums(work);
  }
  for (let k: i32 = 0; k < planeCountB; k++) {
    const corners: i32 = loadFace(work, b, true, I[2 * (planesB + PLANE_STRIDE * k + PLANE_FACE)]);
    addFace(work, corners, ca, planesA, planeCountA, work + FIELD_A, pressureA, -1.0);
    addCone(work);
  }
  for (let k: i32 = 0; k < planeCountA; k++) {
    const corners: i32 = loadFace(work, a, false, I[2 * (planesA + PLANE_STRIDE * k + PLANE_FACE)]);
    addFace(work, corners, cb, planesB, planeCountB, work + FIELD_B, pressureB, 1.0);
    addCone(work);
  }
  return pressureA * fieldEnergy(work, work + FIELD_A) + pressureB * fieldEnergy(work, work + FIELD_B);
}

/** How far the bodies overlap along the unit vector u of the frame, from A to B. */
function depthAlong(values: i32, ux: f64, uy: f64, uz: f64): f64 {
  const t: i32 = RELATIVE;
  const endA: f64 = measureVertices(I[PAIR_A], ux, uy, uz, values);
  if (I[2 * I[PAIR_B] + SHAPE_KIND] === HALF_SPACE) return endA - heightOverHalfSpace();
  const back: f64 = measureVertices(
    I[PAIR_B],
    -(F[t] * ux + F[t + 3] * uy + F[t + 6] * uz),
    -(F[t + 1] * ux + F[t + 4] * uy + F[t + 7] * uz),
    -(F[t + 2] * ux + F[t + 5] * uy + F[t + 8] * uz),
    values,
  );
  return endA + back - (ux * F[t + 9] + uy * F[t + 10] + uz * F[t + 11]);
}

/** Writes the answer at r from the sums. */
function writePressure(work: i32, values: i32, energy: f64, sign: f64, r: i32): void {
  // Bodies whose faces are nowhere deeper than rounding only touch, unless one is inside a half-space.
  const isInside: bool = F[work + FIELD_A + FIELD_OUTSIDE] === 0.0;
  if (!(energy > 0.0) || (I[2 * work + IS_PRESSED] === 0 && !isInside)) return;
  const totals: i32 = work + TOTALS;
  const pressure: f64 = F[totals + TOTAL_PRESSURE];
  // A body wholly inside a half-space has no pressure on its surface, but it has an energy and a depth.
  const isPressed: bool = pressure > 0.0 && I[2 * work + IS_PRESSED] !== 0;
  const o: i32 = work + (isPressed ? REFERENCE : CENTRE_A);
  const cx: f64 = isPressed ? F[totals + TOTAL_FIRST] / pressure : 0.0;
  const cy: f64 = isPressed ? F[totals + TOTAL_FIRST + 1] / pressure : 0.0;
  const cz: f64 = isPressed ? F[totals + TOTAL_FIRST + 2] / pressure : 0.0;
  const fx: f64 = F[totals + TOTAL_FORCE];
  const fy: f64 = F[totals + TOTAL_FORCE + 1];
  const fz: f64 = F[totals + TOTAL_FORCE + 2];
  const force: f64 = Math.sqrt(fx * fx + fy * fy + fz * fz);
  F[r + PRESSURE_ENERGY] = energy;
  turnToWorld(fx, fy, fz, sign, r + PRESSURE_FORCE);
  turnToWorld(
    F[totals + TOTAL_TORQUE] - (cy * fz - cz * fy),
    F[totals + TOTAL_TORQUE + 1] - (cz * fx - cx * fz),
    F[totals + TOTAL_TORQUE + 2] - (cx * fy - cy * fx),
    sign,
    r + PRESSURE_MOMENT,
  );
  turnToWorld(F[o] + cx, F[o + 1] + cy, F[o + 2] + cz, 1.0, r + PRESSURE_POINT);
  for (let k: i32 = 0; k < 3; k++) F[r + PRESSURE_POINT + k] = F[ORIGIN_A + k] + F[r + PRESSURE_POINT + k];
  F[r + PRESSURE_STIFFNESS] = F[totals + TOTAL_STIFFNESS];
  if (isPressed) {
    const squared: f64 = F[totals + TOTAL_SECOND] / pressure - (cx * cx + cy * cy + cz * cz);
    F[r + PRESSURE_RADIUS] = squared > 0.0 ? Math.sqrt(2.0 * squared) : 0.0;
  }
  const g: i32 = work + GUESS;
  const isForced: bool = force > 0.0;
  F[r + PRESSURE_DEPTH] = depthAlong(
    values,
    isForced ? fx / force : F[g],
    isForced ? fy / force : F[g + 1],
    isForced ? fz / force : F[g + 2],
  );
}

/** The direction of the slab, in the frame: the caller's guess in world axes at `guess`, or from centre to centre. */
function writeGuess(work: i32, guess: i32, sign: f64): void {
  const g: i32 = work + GUESS;
  let x = 0.0;
  let y = 0.0;
  let z = 0.0;
  if (guess !== 0) {
    const t: i32 = ROTATION_A;
    x = sign * (F[t] * F[guess] + F[t + 3] * F[guess + 1] + F[t + 6] * F[guess + 2]);
    y = sign * (F[t + 1] * F[guess] + F[t + 4] * F[guess + 1] + F[t + 7] * F[guess + 2]);
    z = sign * (F[t + 2] * F[guess] + F[t + 5] * F[guess + 1] + F[t + 8] * F[guess + 2]);
  } else {
    x = F[work + CENTRE_B] - F[work + CENTRE_A];
    y = F[work + CENTRE_B + 1] - F[work + CENTRE_A + 1];
    z = F[work + CENTRE_B + 2] - F[work + CENTRE_A + 2];
  }
  const size: f64 = Math.sqrt(x * x + y * y + z * z);
  const isGood: bool = size > 0.0;
  F[g] = isGood ? x / size : 0.0;
  F[g + 1] = isGood ? y / size : 0.0;
  F[g + 2] = isGood ? z / size : 1.0;
}

/** See pressureField and pressureInStep. */
function press(a: i32, p: i32, b: i32, q: i32, guess: i32, work: i32, r: i32, isStep: bool): i32 {
  for (let k: i32 = 0; k < PRESSURE_STRIDE; k++) F[r + k] = 0.0;
  const isPlaneA: bool = I[2 * a + SHAPE_KIND] === HALF_SPACE;
  const isPlaneB: bool = I[2 * b + SHAPE_KIND] === HALF_SPACE;
  if (!(isSolid(a) || isPlaneA) || !(isSolid(b) || isPlaneB) || (isPlaneA && isPlaneB)) return PRESSURE_UNSUPPORTED;
  if (I[2 * work + PRESSURE_ROOM] < pressureCells(a, b)) return PRESSURE_NO_ROOM;
  const swapped: bool = isPlaneA || (!isPlaneB && outOfOrder(a, p, b, q));
  if (swapped) placePair(b, q, a, p);
  else placePair(a, p, b, q);
  const sign: f64 = swapped ? -1.0 : 1.0;
  const planesA: i32 = work + PRESSURE_HEADER;
  const values: i32 = planesA + PLANE_STRIDE * (I[2 * a + SHAPE_FACE_COUNT] + I[2 * b + SHAPE_FACE_COUNT] + 1);
  const cells: i32 = POLYGON_STRIDE * mostCorners(a, b);
  I[2 * work + POLYGON] = values;
  I[2 * work + POLYGON_OTHER] = values + cells;
  I[2 * work + POLYGON_SPARE] = values + 2 * cells;
  clearSums(work);
  writeCentre(I[PAIR_A], false, work + CENTRE_A);
  let energy = 0.0;
  if (isPlaneA || isPlaneB) energy = pressOnHalfSpace(work, values, planesA);
  else {
    writeCentre(I[PAIR_B], true, work + CENTRE_B);
    writeGuess(work, guess, sign);
    energy = pressOnFaces(work, values, planesA, isStep);
  }
  actAtCentroid(work);
  writePressure(work, values, energy, sign, r);
  return PRESSURE_FOUND;
}

/**
 * Shape a at pose p and shape b at pose q, for a stiffness of 1 N/m3: energy, force, point, moment, stiffness, radius
 * and depth to F[r..], all zero for bodies apart or touching. `guess` is the address of a direction from A to B near
 * the force, 0 for none; it changes the cost and at most the last bits. `work` is a work area with its room set.
 * Returns PRESSURE_FOUND, PRESSURE_NO_ROOM or PRESSURE_UNSUPPORTED.
 */
export function pressureField(a: i32, p: i32, b: i32, q: i32, guess: i32, work: i32, r: i32): i32 {
  return press(a, p, b, q, guess, work, r, false);
}

/**
 * The same for a step of a simulation: without the stiffness, and faster where the common part is a prism between one
 * face of each body, as at nearly all contacts of a bed at rest. The answers differ by rounding.
 */
export function pressureInStep(a: i32, p: i32, b: i32, q: i32, guess: i32, work: i32, r: i32): i32 {
  return press(a, p, b, q, guess, work, r, true);
}
