// SPDX-License-Identifier: MIT
/**
 * Integrals over one face of a body in the pressure field of the other. Over the pyramid from the field's centre to
 * each of its faces the pressure is linear, so the face is cut by the field's surface, then divided along the sides of
 * the pyramids; each part has closed formulas over triangles.
 */
import { SHAPE_FACE_OFFSETS, SHAPE_FACE_VERTICES } from '../layout.ts';
import { F, I } from '../memory.ts';
import { clipPolygon } from './clip-polygon.ts';
import { faceBeyond } from './face-polygons.ts';
import {
  FACE_AREA,
  FACE_CENTRE,
  FACE_MOMENT,
  FACE_NORMAL,
  FACE_PRESSURE,
  FACE_RADIUS_SQUARED,
  FACE_SECOND,
  FACE_SHADOW,
  FACE_STIFFNESS,
  FACE_STRIDE,
  FACE_SUMS,
  FIELD_NEAREST,
  FIELD_SHAPE,
  FIELD_SHELL,
  HAS_REFERENCE,
  IS_PRESSED,
  PLANE_CONSTANT,
  PLANE_FACE,
  PLANE_GRADIENT,
  PLANE_GREATEST,
  PLANE_LEAST,
  PLANE_LISTED,
  PLANE_STRIDE,
  PLANE_TOLERANCE,
  POLYGON,
  POLYGON_COUNT,
  POLYGON_OTHER,
  POLYGON_SPARE,
  POLYGON_STRIDE,
  POLYGON_VALUE,
  REFERENCE,
} from './pressure-layout.ts';

/** Faces with a smaller gauge pass so near the centre that the energy is computed from the common volume. */
export const NEAR_CENTRE: f64 = 0.25;
/** Smaller gauges count as this in shadows: a face that passes the centre itself has a finite one. */
const LEAST_GAUGE: f64 = 1.0e-9;
/** Planes in the slab from which on faces are compared with them, and with each other, before they are cut. */
const MANY_PLANES: i32 = 16;
/** Rounding of the square of a gradient, relative, with room. */
const GRADIENT_ROUNDING: f64 = 1.0e-14;

/**
 * Centre and squared radius of a circle around the polygon at work, to FACE_CENTRE and FACE_RADIUS_SQUARED. The centre
 * is the mean of the corners.
 */
function writeCircle(work: i32, count: i32): void {
  const from: i32 = I[2 * work + POLYGON];
  const share: f64 = 1.0 / count;
  let x = 0.0;
  let y = 0.0;
  let z = 0.0;
  for (let k: i32 = 0; k < count; k++) {
    const c: i32 = from + POLYGON_STRIDE * k;
    x += F[c];
    y += F[c + 1];
    z += F[c + 2];
  }
  x *= share;
  y *= share;
  z *= share;
  let most = 0.0;
  for (let k: i32 = 0; k < count; k++) {
    const c: i32 = from + POLYGON_STRIDE * k;
    const ux: f64 = F[c] - x;
    const uy: f64 = F[c + 1] - y;
    const uz: f64 = F[c + 2] - z;
    const squared: f64 = ux * ux + uy * uy + uz * uz;
    if (squared > most) most = squared;
  }
  F[work + FACE_CENTRE] = x;
  F[work + FACE_CENTRE + 1] = y;
  F[work + FACE_CENTRE + 2] = z;
  F[work + FACE_RADIUS_SQUARED] = most;
}

/** @inline Whether the circle of writeCircle is under plane p by more than rounding: p does not cut the face then. */
function isUnder(work: i32, p: i32): bool {
  const gx: f64 = F[p + PLANE_GRADIENT];
  const gy: f64 = F[p + PLANE_GRADIENT + 1];
  const gz: f64 = F[p + PLANE_GRADIENT + 2];
  const n: i32 = work + FACE_NORMAL;
  const value: f64 = valueAt(p, work + FACE_CENTRE) - 2.0 * F[p + PLANE_TOLERANCE];
  const along: f64 = gx * F[n] + gy * F[n + 1] + gz * F[n + 2];
  const squared: f64 = gx * gx + gy * gy + gz * gz;
  // In the plane of the face the value falls by the part of the gradient across the normal. What is lost where p is
  // parallel to the face is less than GRADIENT_ROUNDING.
  const across: f64 = squared - along * along + GRADIENT_ROUNDING * squared;
  return value > 0.0 && value * value > across * F[work + FACE_RADIUS_SQUARED];
}

/** Cuts the polygon at work by all planes of the field; returns its number of corners. */
function clipByField(work: i32, count: i32, planes: i32, planeCount: i32): i32 {
  const isMany: bool = planeCount >= MANY_PLANES;
  if (isMany) writeCircle(work, count);
  let left: i32 = count;
  for (let i: i32 = 0; i < planeCount && left > 2; i++) {
    const p: i32 = planes + PLANE_STRIDE * i;
    if (isMany && isUnder(work, p)) continue;
    left = clipPolygon(
      work,
      left,
      F[p + PLANE_GRADIENT],
      F[p + PLANE_GRADIENT + 1],
      F[p + PLANE_GRADIENT + 2],
      F[p + PLANE_CONSTANT],
      F[p + PLANE_TOLERANCE],
      true,
    );
  }
  return left > 2 ? left : 0;
}

/**
 * Range of the function of each plane over the polygon; returns the smallest of the greatest values, which the
 * pressure does not exceed.
 */
function measureRanges(polygon: i32, count: i32, planes: i32, planeCount: i32): f64 {
  let bound: f64 = Infinity;
  for (let i: i32 = 0; i < planeCount; i++) {
    const p: i32 = planes + PLANE_STRIDE * i;
    let least: f64 = Infinity;
    let greatest: f64 = -Infinity;
    for (let k: i32 = 0; k < count; k++) {
      const value: f64 = valueAt(p, polygon + POLYGON_STRIDE * k);
      if (value < least) least = value;
      if (value > greatest) greatest = value;
    }
    F[p + PLANE_LEAST] = least;
    F[p + PLANE_GREATEST] = greatest;
    if (greatest < bound) bound = greatest;
  }
  return bound;
}

/** @inline Pressure under plane p at corner c, over that at the centre. */
function valueAt(p: i32, c: i32): f64 {
  return (
    F[p + PLANE_CONSTANT] -
    (F[p + PLANE_GRADIENT] * F[c] + F[p + PLANE_GRADIENT + 1] * F[c + 1] + F[p + PLANE_GRADIENT + 2] * F[c + 2])
  );
}

/** @inline */
function gaugeOf(l: f64): f64 {
  const g: f64 = 1.0 - l;
  return g > LEAST_GAUGE ? g : LEAST_GAUGE;
}

/**
 * Keeps the part of the polygon at work where plane p gives no more pressure than plane q; of two equal planes the
 * first has it. `first` and `second` are the free polygons: the whole one stays where it is, for the other pyramids.
 */
function clipBeside(work: i32, count: i32, p: i32, q: i32, first: i32, second: i32): i32 {
  if (F[q + PLANE_LEAST] > F[p + PLANE_GREATEST]) return count;
  I[2 * work + POLYGON_OTHER] = I[2 * work + POLYGON] === first ? second : first;
  return clipPolygon(
    work,
    count,
    F[q + PLANE_GRADIENT] - F[p + PLANE_GRADIENT],
    F[q + PLANE_GRADIENT + 1] - F[p + PLANE_GRADIENT + 1],
    F[q + PLANE_GRADIENT + 2] - F[p + PLANE_GRADIENT + 2],
    F[q + PLANE_CONSTANT] - F[p + PLANE_CONSTANT],
    F[p + PLANE_TOLERANCE] + F[q + PLANE_TOLERANCE],
    p < q,
  );
}

/**
 * The part of the polygon over which plane p gives the least pressure. The sides of the pyramid over a face pass
 * through its edges: of many planes only those of the faces beyond them are asked. Edges outside the slab bound no
 * part of the face inside it, so their planes are not missed.
 */
function clipToPyramid(work: i32, count: i32, planes: i32, planeCount: i32, p: i32, shape: i32): i32 {
  const first: i32 = I[2 * work + POLYGON_OTHER];
  const second: i32 = I[2 * work + POLYGON_SPARE];
  let left: i32 = count;
  if (shape !== 0 && planeCount >= MANY_PLANES) {
    const face: i32 = I[2 * (p + PLANE_FACE)];
    const vertices: i32 = I[2 * shape + SHAPE_FACE_VERTICES];
    const start: i32 = I[I[2 * shape + SHAPE_FACE_OFFSETS] + face];
    const end: i32 = I[I[2 * shape + SHAPE_FACE_OFFSETS] + face + 1];
    let u: i32 = I[vertices + end - 1];
    for (let k: i32 = start; k < end && left > 2; k++) {
      const v: i32 = I[vertices + k];
      const other: i32 = faceBeyond(shape, face, u, v);
      const q: i32 = other < 0 ? 0 : I[2 * (planes + PLANE_STRIDE * other + PLANE_LISTED)];
      if (q !== 0) left = clipBeside(work, left, p, q, first, second);
      u = v;
    }
  } else {
    for (let j: i32 = 0; j < planeCount && left > 2; j++) {
      const q: i32 = planes + PLANE_STRIDE * j;
      if (q !== p) left = clipBeside(work, left, p, q, first, second);
    }
  }
  I[2 * work + POLYGON_OTHER] = first;
  return left > 2 ? left : 0;
}

/** Adds the integrals over the polygon at work, where plane p gives the pressure, to the sums of the face. */
function addPart(work: i32, count: i32, p: i32, field: i32): void {
  const sums: i32 = work + FACE_SUMS;
  const from: i32 = I[2 * work + POLYGON];
  const nx: f64 = F[work + FACE_NORMAL];
  const ny: f64 = F[work + FACE_NORMAL + 1];
  const nz: f64 = F[work + FACE_NORMAL + 2];
  const rx: f64 = F[work + REFERENCE];
  const ry: f64 = F[work + REFERENCE + 1];
  const rz: f64 = F[work + REFERENCE + 2];
  let nearest: f64 = F[field + FIELD_NEAREST];
  let greatest = 0.0;
  for (let k: i32 = 0; k < count; k++) {
    const c: i32 = from + POLYGON_STRIDE * k;
    const value: f64 = valueAt(p, c);
    F[c + POLYGON_VALUE] = value;
    if (value > greatest) greatest = value;
  }
  if (1.0 - greatest < nearest) nearest = 1.0 - greatest;
  if (greatest > F[p + PLANE_TOLERANCE]) I[2 * work + IS_PRESSED] = 1;
  F[field + FIELD_NEAREST] = nearest;
  const isShell: bool = nearest >= F[field + FIELD_SHELL];
  const x0: f64 = F[from] - rx;
  const y0: f64 = F[from + 1] - ry;
  const z0: f64 = F[from + 2] - rz;
  const l0: f64 = F[from + POLYGON_VALUE];
  let x1: f64 = F[from + POLYGON_STRIDE] - rx;
  let y1: f64 = F[from + POLYGON_STRIDE + 1] - ry;
  let z1: f64 = F[from + POLYGON_STRIDE + 2] - rz;
  let l1: f64 = F[from + POLYGON_STRIDE + POLYGON_VALUE];
  let pressure = 0.0;
  let mx = 0.0;
  let my = 0.0;
  let mz = 0.0;
  let second = 0.0;
  let shadow = 0.0;
  let area = 0.0;
  for (let k: i32 = 2; k < count; k++) {
    const c: i32 = from + POLYGON_STRIDE * k;
    const x2: f64 = F[c] - rx;
    const y2: f64 = F[c + 1] - ry;
    const z2: f64 = F[c + 2] - rz;
    const l2: f64 = F[c + POLYGON_VALUE];
    const ux: f64 = x1 - x0;
    const uy: f64 = y1 - y0;
    const uz: f64 = z1 - z0;
    const vx: f64 = x2 - x0;
    const vy: f64 = y2 - y0;
    const vz: f64 = z2 - z0;
    const triangle: f64 = 0.5 * ((uy * vz - uz * vy) * nx + (uz * vx - ux * vz) * ny + (ux * vy - uy * vx) * nz);
    const sum: f64 = l0 + l1 + l2;
    const sx: f64 = x0 + x1 + x2;
    const sy: f64 = y0 + y1 + y2;
    const sz: f64 = z0 + z1 + z2;
    const wx: f64 = l0 * x0 + l1 * x1 + l2 * x2;
    const wy: f64 = l0 * y0 + l1 * y1 + l2 * y2;
    const wz: f64 = l0 * z0 + l1 * z1 + l2 * z2;
    const q0: f64 = x0 * x0 + y0 * y0 + z0 * z0;
    const q1: f64 = x1 * x1 + y1 * y1 + z1 * z1;
    const q2: f64 = x2 * x2 + y2 * y2 + z2 * z2;
    area += triangle;
    pressure += triangle * sum;
    mx += triangle * (sum * sx + wx);
    my += triangle * (sum * sy + wy);
    mz += triangle * (sum * sz + wz);
    second +=
      triangle *
      (sum * (sx * sx + sy * sy + sz * sz + q0 + q1 + q2) +
        2.0 * (sx * wx + sy * wy + sz * wz + l0 * q0 + l1 * q1 + l2 * q2));
    if (isShell) {
      // 1/(g0 g1 g2) - 1 - l0 - l1 - l2 without cancellation, g = 1 - l.
      const pairs: f64 = l0 * l1 + l1 * l2 + l2 * l0;
      const product: f64 = l0 * l1 * l2;
      const above: f64 = sum * sum - pairs - sum * pairs + product * (1.0 + sum);
      shadow += (triangle * above) / (gaugeOf(l0) * gaugeOf(l1) * gaugeOf(l2));
    }
    x1 = x2;
    y1 = y2;
    z1 = z2;
    l1 = l2;
  }
  const slope: f64 = F[p + PLANE_GRADIENT] * nx + F[p + PLANE_GRADIENT + 1] * ny + F[p + PLANE_GRADIENT + 2] * nz;
  F[sums + FACE_PRESSURE] = F[sums + FACE_PRESSURE] + pressure / 3.0;
  F[sums + FACE_MOMENT] = F[sums + FACE_MOMENT] + mx / 12.0;
  F[sums + FACE_MOMENT + 1] = F[sums + FACE_MOMENT + 1] + my / 12.0;
  F[sums + FACE_MOMENT + 2] = F[sums + FACE_MOMENT + 2] + mz / 12.0;
  F[sums + FACE_SECOND] = F[sums + FACE_SECOND] + second / 60.0;
  F[sums + FACE_SHADOW] = F[sums + FACE_SHADOW] + shadow;
  F[sums + FACE_AREA] = F[sums + FACE_AREA] + area;
  F[sums + FACE_STIFFNESS] = F[sums + FACE_STIFFNESS] + area * Math.abs(slope);
}

/**
 * Integrals over the face that is the polygon at work, with its normal at FACE_NORMAL, to FACE_SUMS, and the least
 * gauge to the sums at `field`. Returns whether any part of the face is in the field. `isShared`: a face that lies in a
 * plane of the field, on the same side, has area 0, since the face in that plane is counted already.
 */
export function integrateFace(work: i32, corners: i32, planes: i32, planeCount: i32, field: i32, isShared: bool): bool {
  for (let k: i32 = 0; k < FACE_STRIDE; k++) F[work + FACE_SUMS + k] = 0.0;
  const count: i32 = clipByField(work, corners, planes, planeCount);
  I[2 * work + POLYGON_COUNT] = count;
  if (count === 0) return false;
  const whole: i32 = I[2 * work + POLYGON];
  const bound: f64 = measureRanges(whole, count, planes, planeCount);
  if (I[2 * work + HAS_REFERENCE] === 0) {
    I[2 * work + HAS_REFERENCE] = 1;
    for (let k: i32 = 0; k < 3; k++) F[work + REFERENCE + k] = F[whole + k];
  }
  let isCoplanar = false;
  for (let i: i32 = 0; i < planeCount; i++) {
    const p: i32 = planes + PLANE_STRIDE * i;
    if (F[p + PLANE_LEAST] > bound) continue;
    if (F[p + PLANE_GREATEST] <= F[p + PLANE_TOLERANCE] && isAlong(work, p)) isCoplanar = true;
    I[2 * work + POLYGON] = whole;
    const part: i32 = clipToPyramid(work, count, planes, planeCount, p, I[2 * (field + FIELD_SHAPE)]);
    if (part > 0) addPart(work, part, p, field);
  }
  I[2 * work + POLYGON] = whole;
  if (isShared && isCoplanar) F[work + FACE_SUMS + FACE_AREA] = 0.0;
  return true;
}

/** Whether the normals of the face and of plane p point to the same side. */
function isAlong(work: i32, p: i32): bool {
  const n: i32 = work + FACE_NORMAL;
  const g: i32 = p + PLANE_GRADIENT;
  return F[g] * F[n] + F[g + 1] * F[n + 1] + F[g + 2] * F[n + 2] > 0.0;
}
