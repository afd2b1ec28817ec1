// SPDX-License-Identifier: MIT
/**
 * Half-space against any body. The other body's support point gives the distance; the contact point is the middle of
 * the feature on the plane, for a face its centroid (EPA paper, section 4.3).
 */
import { curvedDimension, faceAlong, gatherFeature, isPolyhedral } from '../features/feature.ts';
import { classify, FEATURE_IN_ROUNDINGS, inwardX, inwardY, inwardZ } from '../features/feature-pair.ts';
import { FEATURE_TOLERANCE } from '../features/settle.ts';
import {
  CLOSEST,
  CONE,
  CORE,
  CORE_LOWER,
  CORE_NORMAL,
  CORE_POINT,
  CORE_UPPER,
  DIMENSION_A,
  DIMENSION_B,
  FACE_A,
  FEATURE_A,
  LOCAL_POINT,
  PAIR_A,
  PAIR_B,
  RELATIVE,
  RELATIVE_ORIGIN,
  ROUNDING,
  SHAPE_EXTENT,
  SHAPE_FACE_NORMALS,
  SHAPE_FACE_OFFSETS,
  SHAPE_FACE_VERTICES,
  SHAPE_KIND,
  SHAPE_PARAMETERS,
  SHAPE_X,
  SHAPE_Y,
  SHAPE_Z,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { supportOnFlat } from '../support/domed-superquadric.ts';

/** Midpoint of the first two vertices in the feature list to LOCAL_POINT. */
function middleOfEdge(s: i32): void {
  const i: i32 = I[FEATURE_A + 1];
  const j: i32 = I[FEATURE_A + 2];
  F[LOCAL_POINT] = 0.5 * (F[I[2 * s + SHAPE_X] + i] + F[I[2 * s + SHAPE_X] + j]);
  F[LOCAL_POINT + 1] = 0.5 * (F[I[2 * s + SHAPE_Y] + i] + F[I[2 * s + SHAPE_Y] + j]);
  F[LOCAL_POINT + 2] = 0.5 * (F[I[2 * s + SHAPE_Z] + i] + F[I[2 * s + SHAPE_Z] + j]);
}

/** Centroid of a face, from the triangles around its first corner, to LOCAL_POINT. */
function centroidOfFace(s: i32, face: i32): void {
  const x: i32 = I[2 * s + SHAPE_X];
  const y: i32 = I[2 * s + SHAPE_Y];
  const z: i32 = I[2 * s + SHAPE_Z];
  const n: i32 = I[2 * s + SHAPE_FACE_NORMALS] + 3 * face;
  const loop: i32 = I[2 * s + SHAPE_FACE_VERTICES];
  const first: i32 = I[I[2 * s + SHAPE_FACE_OFFSETS] + face];
  const end: i32 = I[I[2 * s + SHAPE_FACE_OFFSETS] + face + 1];
  const o: i32 = I[loop + first];
  let sx: f64 = 0.0;
  let sy: f64 = 0.0;
  let sz: f64 = 0.0;
  let sum: f64 = 0.0;
  for (let k: i32 = first + 1; k + 1 < end; k++) {
    const i: i32 = I[loop + k];
    const j: i32 = I[loop + k + 1];
    const ux: f64 = F[x + i] - F[x + o];
    const uy: f64 = F[y + i] - F[y + o];
    const uz: f64 = F[z + i] - F[z + o];
    const vx: f64 = F[x + j] - F[x + o];
    const vy: f64 = F[y + j] - F[y + o];
    const vz: f64 = F[z + j] - F[z + o];
    const area: f64 = F[n] * (uy * vz - uz * vy) + F[n + 1] * (uz * vx - ux * vz) + F[n + 2] * (ux * vy - uy * vx);
    sx += area * (ux + vx);
    sy += area * (uy + vy);
    sz += area * (uz + vz);
    sum += 3.0 * area;
  }
  const f: f64 = sum > 0.0 ? 1.0 / sum : 0.0;
  F[LOCAL_POINT] = F[x + o] + f * sx;
  F[LOCAL_POINT + 1] = F[y + o] + f * sy;
  F[LOCAL_POINT + 2] = F[z + o] + f * sz;
}

/** Height below the support point that counts as level with it. */
function nearness(s: i32): f64 {
  return FEATURE_TOLERANCE * F[s + SHAPE_EXTENT] + FEATURE_IN_ROUNDINGS * F[ROUNDING];
}

/**
 * Writes the centre of the farthest feature along the unit direction, given its support point in LOCAL_POINT, to
 * LOCAL_POINT. Returns the dimension.
 */
function middleOfFeature(s: i32, vertex: i32, dx: f64, dy: f64, dz: f64): i32 {
  if (!isPolyhedral(s)) return middleOfCurvedFeature(s, dx, dy, dz);
  const count: i32 = gatherFeature(s, dx, dy, dz, vertex, nearness(s), FEATURE_A);
  const dimension: i32 = count > 2 ? classify(s, FEATURE_A, dx, dy, dz, FACE_A) : count - 1;
  if (dimension === 1) middleOfEdge(s);
  // A facet has two faces, and the one along the direction is meant.
  else if (dimension === 2) centroidOfFace(s, faceAlong(s, dx, dy, dz, vertex));
  return dimension;
}

/**
 * The same for the side of a cylinder or cone, unless its centre is lower than its end; for a cap the support point is
 * the centre.
 */
function middleOfCurvedFeature(s: i32, dx: f64, dy: f64, dz: f64): i32 {
  const dimension: i32 = curvedDimension(s, dx, dy, dz);
  const isCone: bool = I[2 * s + SHAPE_KIND] === CONE;
  const radial: f64 = Math.sqrt(dx * dx + dy * dy);
  if (dimension !== 1 || !(radial > 0.0)) return dimension;
  const reach: f64 = ((isCone ? 0.5 : 1.0) * F[s + SHAPE_PARAMETERS]) / radial;
  const top: f64 = dx * F[LOCAL_POINT] + dy * F[LOCAL_POINT + 1] + dz * F[LOCAL_POINT + 2];
  // In the middle of the side z is 0, and its height that of the radius there.
  if (reach * radial * radial < top - nearness(s)) return dimension;
  F[LOCAL_POINT] = reach * dx;
  F[LOCAL_POINT + 1] = reach * dy;
  F[LOCAL_POINT + 2] = 0.0;
  return dimension;
}

function setPlaneAnswer(distance: f64): void {
  F[CORE] = distance;
  F[CORE_LOWER] = distance;
  F[CORE_UPPER] = distance;
}

/** LOCAL_POINT of B in the frame of A, to F[out..]. */
function pointOfB(out: i32): void {
  const x: f64 = F[LOCAL_POINT];
  const y: f64 = F[LOCAL_POINT + 1];
  const z: f64 = F[LOCAL_POINT + 2];
  for (let k: i32 = 0; k < 3; k++) {
    const r: i32 = RELATIVE + 3 * k;
    F[out + k] = F[r] * x + F[r + 1] * y + F[r + 2] * z + F[RELATIVE_ORIGIN + k];
  }
}

/** Half-space as body A. */
export function halfSpaceFirst(): void {
  const p: i32 = I[PAIR_A] + SHAPE_PARAMETERS;
  const b: i32 = I[PAIR_B];
  const nx: f64 = F[p];
  const ny: f64 = F[p + 1];
  const nz: f64 = F[p + 2];
  const dx: f64 = inwardX(nx, ny, nz);
  const dy: f64 = inwardY(nx, ny, nz);
  const dz: f64 = inwardZ(nx, ny, nz);
  const vertex: i32 = supportOnFlat(b, dx, dy, dz);
  pointOfB(CLOSEST);
  setPlaneAnswer(nx * F[CLOSEST] + ny * F[CLOSEST + 1] + nz * F[CLOSEST + 2]);
  I[DIMENSION_A] = 2;
  I[DIMENSION_B] = middleOfFeature(b, vertex, dx, dy, dz);
  pointOfB(CLOSEST);
  const height: f64 = nx * F[CLOSEST] + ny * F[CLOSEST + 1] + nz * F[CLOSEST + 2];
  for (let k: i32 = 0; k < 3; k++) {
    F[CORE_NORMAL + k] = F[p + k];
    F[CORE_POINT + k] = F[CLOSEST + k] - height * F[p + k];
  }
}

/** Half-space as body B. */
export function halfSpaceSecond(): void {
  const p: i32 = I[PAIR_B] + SHAPE_PARAMETERS;
  const a: i32 = I[PAIR_A];
  for (let k: i32 = 0; k < 3; k++) {
    const r: i32 = RELATIVE + 3 * k;
    F[CORE_NORMAL + k] = -(F[r] * F[p] + F[r + 1] * F[p + 1] + F[r + 2] * F[p + 2]);
  }
  const nx: f64 = F[CORE_NORMAL];
  const ny: f64 = F[CORE_NORMAL + 1];
  const nz: f64 = F[CORE_NORMAL + 2];
  const vertex: i32 = supportOnFlat(a, nx, ny, nz);
  setPlaneAnswer(
    nx * (F[RELATIVE_ORIGIN] - F[LOCAL_POINT]) +
      ny * (F[RELATIVE_ORIGIN + 1] - F[LOCAL_POINT + 1]) +
      nz * (F[RELATIVE_ORIGIN + 2] - F[LOCAL_POINT + 2]),
  );
  I[DIMENSION_A] = middleOfFeature(a, vertex, nx, ny, nz);
  I[DIMENSION_B] = 2;
  for (let k: i32 = 0; k < 3; k++) F[CORE_POINT + k] = F[LOCAL_POINT + k];
}
