// SPDX-License-Identifier: MIT
/**
 * Contact of two convex polyhedra, or of one and a half-space, whose energy is the pressure of each body's field over
 * the common part (docs/theory/pressure-field-law.md). The force of a field is its pressure on the faces of the other
 * body. Never throws, never NaN; exchanging the bodies gives the same bits.
 */
import { outOfOrder } from '../contact-pair.ts';
import {
  HALF_SPACE,
  ORIGIN_A,
  PAIR_A,
  PAIR_B,
  POLYHEDRON_COLUMN,
  RELATIVE,
  ROTATION_A,
  ROUNDING,
  SHAPE_FACE_COUNT,
  SHAPE_KIND,
  SHAPE_PARAMETERS,
  SHAPE_RADIUS,
  SHAPE_UNFLAT,
  SHAPE_VERTEX_COUNT,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { heightOverHalfSpace, IN_PLANE_IN_ROUNDINGS, isSolid, turnToWorld } from '../overlap/solid-pair.ts';
import { EPSILON, placePair } from '../relative-pose.ts';
import { loadFace, loadSquare, SQUARE, turnFromB } from './face-polygons.ts';
import { findPrism } from './face-prism.ts';
import { listPlanes, measureVertices, writeCentre, writePlane } from './field-planes.ts';
import { addFace, clearField, clearSums, fieldEnergy, needsVolume } from './field-sums.ts';
import { actAtCentroid, addCone } from './overlap-centroid.ts';
import {
  CENTRE_A,
  CENTRE_B,
  FACE_NORMAL,
  FIELD_A,
  FIELD_B,
  FIELD_OUTSIDE,
  GUESS,
  IS_PRESSED,
  PLANE_FACE,
  PLANE_STRIDE,
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
  TOTAL_TORQUE,
  TOTALS,
} from './pressure-layout.ts';
import { pressOnPrism } from './prism-fields.ts';

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

/** The shape if its faces are flat, so that the faces beyond its edges bound the pyramids over them; else 0. */
function fieldShape(s: i32): i32 {
  return I[2 * s + SHAPE_UNFLAT] === 0 ? s : 0;
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
  clearField(work + FIELD_A, !isIn, fieldShape(a));
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

/** Adds the parts of A's listed faces below the plane of a half-space to the common volume. */
function addVolumeBelow(work: i32, planesA: i32, count: i32, plane: i32): void {
  clearField(work + FIELD_B, true, 0);
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
  clearField(work + FIELD_A, !isAIn, fieldShape(a));
  clearField(work + FIELD_B, !isBIn, fieldShape(b));
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
