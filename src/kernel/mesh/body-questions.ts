// SPDX-License-Identifier: MIT
/**
 * Questions of a body against shape blocks in the frame along the mesh's axes with its origin at the body. Where the
 * bounds of two polyhedra stay open the caller finds the answer in exact arithmetic and starts the query again.
 */
import { contactPair, intersectsPair } from '../contact-pair.ts';
import {
  LOCAL_POINT,
  RESULT_DISTANCE,
  RESULT_STATUS,
  RESULT_STRIDE,
  SHAPE_CENTRE,
  SHAPE_EXTENT,
  SHAPE_FACE_COUNT,
  SHAPE_FACE_NORMALS,
  SHAPE_FACE_OFFSETS,
  SHAPE_FACE_VERTICES,
  SHAPE_KIND,
  SHAPE_MARGIN,
  SHAPE_PARAMETERS,
  SHAPE_SUPPORT_ERROR,
  SHAPE_VERTEX_COUNT,
  SHAPE_X,
  SHAPE_Y,
  SHAPE_Z,
  STATUS_BOUNDED,
  STATUS_FAR,
  SUPERQUADRIC,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { forgetHints } from '../relative-pose.ts';
import { superquadricGauge } from '../superquadric/superquadric-function.ts';
import { supportOnFlat } from '../support/domed-superquadric.ts';
import {
  EXACT_MOST,
  EXACT_NUMBER,
  EXACT_RESULT,
  EXACT_STRIDE,
  QUERY_ASKED,
  QUERY_BODY,
  QUERY_CENTRE,
  QUERY_CODE,
  QUERY_DEPTH,
  QUERY_DONE,
  QUERY_EXACT,
  QUERY_EXACT_COUNT,
  QUERY_IDENTITY,
  QUERY_NEEDS_EXACT,
  QUERY_NUMBER,
  QUERY_POINT_BLOCK,
  QUERY_POSE,
  QUERY_REACH,
  QUERY_RESULT,
  QUERY_SIZE,
  QUERY_TURN,
  QUERY_VECTORS,
} from './boundary-layout.ts';

/** Rounding of a few products, relative to the coordinates. */
export const ROUNDING: f64 = 8.881784197001252e-16;
/** Length of cones relative to the body's largest distance from their tip. */
const CONE_REACH: f64 = 4.0;
/** A point whose gauge differs from 1 by more is surely inside or outside: far more than rounding. */
const SURE_GAUGE: f64 = 1.0e-9;
/** The same of a distance from the plane of a face, relative to the body's extent. */
const SURE_DISTANCE: f64 = 1.0e-9;

// Scratch at QUERY_VECTORS, behind that of others.
const LEAST: i32 = 21;

/**
 * Writes the point of the body's core, without its margin, that is farthest along the direction d of its own frame to
 * F[to..]; returns its number among the vertices of a polyhedron.
 */
export function readFarthest(q: i32, dx: f64, dy: f64, dz: f64, to: i32): i32 {
  const s: i32 = I[2 * q + QUERY_BODY];
  const m: i32 = q + QUERY_TURN;
  forgetHints();
  const v: i32 = supportOnFlat(s, dx, dy, dz);
  const x: f64 = F[LOCAL_POINT] + F[s + SHAPE_CENTRE];
  const y: f64 = F[LOCAL_POINT + 1] + F[s + SHAPE_CENTRE + 1];
  const z: f64 = F[LOCAL_POINT + 2] + F[s + SHAPE_CENTRE + 2];
  for (let c: i32 = 0; c < 3; c++) F[to + c] = F[m + c] * x + F[m + 3 + c] * y + F[m + 6 + c] * z;
  return v;
}

/** The least of w . y over the points y of the body, for a unit vector w. */
export function leastOfBody(q: i32, wx: f64, wy: f64, wz: f64): f64 {
  const m: i32 = q + QUERY_TURN;
  const p: i32 = q + QUERY_VECTORS + LEAST;
  const x: f64 = F[m] * wx + F[m + 1] * wy + F[m + 2] * wz;
  const y: f64 = F[m + 3] * wx + F[m + 4] * wy + F[m + 5] * wz;
  const z: f64 = F[m + 6] * wx + F[m + 7] * wy + F[m + 8] * wz;
  readFarthest(q, -x, -y, -z, p);
  return wx * F[p] + wy * F[p + 1] + wz * F[p + 2] - F[I[2 * q + QUERY_BODY] + SHAPE_MARGIN];
}

/** Distance of the body from the block, with the result at QUERY_RESULT; Infinity beyond `maxDistance`. */
export function ask(q: i32, block: i32, maxDistance: f64): f64 {
  if (I[2 * q + QUERY_CODE] !== QUERY_DONE) return Infinity;
  const r: i32 = q + QUERY_RESULT;
  const body: i32 = I[2 * q + QUERY_BODY];
  const number: i32 = I[2 * q + QUERY_ASKED];
  I[2 * q + QUERY_ASKED] = number + 1;
  contactPair(block, q + QUERY_IDENTITY, body, q + QUERY_POSE, 0, maxDistance, r);
  if (
    F[r + RESULT_STATUS] === STATUS_BOUNDED &&
    I[2 * block + SHAPE_VERTEX_COUNT] > 0 &&
    I[2 * body + SHAPE_VERTEX_COUNT] > 0 &&
    !takeExact(q, number)
  )
    return Infinity;
  return F[r + RESULT_STATUS] === STATUS_FAR ? Infinity : F[r + RESULT_DISTANCE];
}

/** Copies the exact answer to a question to the result; false, and the query waits for it, where there is none. */
function takeExact(q: i32, number: i32): bool {
  const count: i32 = I[2 * q + QUERY_EXACT_COUNT];
  for (let k: i32 = 0; k < count; k++) {
    const exact: i32 = q + QUERY_EXACT + EXACT_STRIDE * k;
    if (I[2 * exact + EXACT_NUMBER] !== number) continue;
    for (let c: i32 = 0; c < RESULT_STRIDE; c++) F[q + QUERY_RESULT + c] = F[exact + EXACT_RESULT + c];
    return true;
  }
  // So many open bounds stay open: they hold all the same.
  if (count === EXACT_MOST) return true;
  I[2 * q + QUERY_CODE] = QUERY_NEEDS_EXACT;
  I[2 * q + QUERY_NUMBER] = number;
  return false;
}

/** Distance of the body from the block; Infinity if it is out of reach. */
export function distanceTo(q: i32, block: i32): f64 {
  return ask(q, block, F[q + QUERY_REACH]);
}

/**
 * Whether the point of a block is in the body, if that is a superquadric or a polyhedron: 0 no, 1 yes, 2 too close to
 * decide. GJK takes dozens of support points to the same sign where the point is near the surface.
 */
function signOfPoint(q: i32, block: i32): i32 {
  const s: i32 = I[2 * q + QUERY_BODY];
  const isSuperquadric: bool = I[2 * s + SHAPE_KIND] === SUPERQUADRIC;
  if (!isSuperquadric && I[2 * s + SHAPE_FACE_COUNT] === 0) return 2;
  const m: i32 = q + QUERY_TURN;
  const dx: f64 = F[I[2 * block + SHAPE_X]] + F[block + SHAPE_CENTRE] - F[q + QUERY_POSE];
  const dy: f64 = F[I[2 * block + SHAPE_Y]] + F[block + SHAPE_CENTRE + 1] - F[q + QUERY_POSE + 1];
  const dz: f64 = F[I[2 * block + SHAPE_Z]] + F[block + SHAPE_CENTRE + 2] - F[q + QUERY_POSE + 2];
  const x: f64 = F[m] * dx + F[m + 1] * dy + F[m + 2] * dz - F[s + SHAPE_CENTRE];
  const y: f64 = F[m + 3] * dx + F[m + 4] * dy + F[m + 5] * dz - F[s + SHAPE_CENTRE + 1];
  const z: f64 = F[m + 6] * dx + F[m + 7] * dy + F[m + 8] * dz - F[s + SHAPE_CENTRE + 2];
  if (!isSuperquadric) return signByFaces(s, x, y, z);
  const gauge: f64 = superquadricGauge(s + SHAPE_PARAMETERS, x, y, z);
  if (gauge < 1.0 - SURE_GAUGE) return 1;
  return gauge > 1.0 + SURE_GAUGE && F[s + SHAPE_MARGIN] === 0.0 ? 0 : 2;
}

/** The same for a point of the frame of a polyhedron's block. */
function signByFaces(s: i32, x: f64, y: f64, z: f64): i32 {
  const h: i32 = 2 * s;
  const slack: f64 = SURE_DISTANCE * F[s + SHAPE_EXTENT] + F[s + SHAPE_SUPPORT_ERROR];
  const faces: i32 = I[h + SHAPE_FACE_COUNT];
  let most: f64 = -Infinity;
  for (let face: i32 = 0; face < faces; face++) {
    const n: i32 = I[h + SHAPE_FACE_NORMALS] + 3 * face;
    const v: i32 = I[I[h + SHAPE_FACE_VERTICES] + I[I[h + SHAPE_FACE_OFFSETS] + face]];
    const height: f64 =
      F[n] * (x - F[I[h + SHAPE_X] + v]) +
      F[n + 1] * (y - F[I[h + SHAPE_Y] + v]) +
      F[n + 2] * (z - F[I[h + SHAPE_Z] + v]);
    if (height > most) most = height;
    if (most > slack) break;
  }
  if (most < -slack) return 1;
  return most > slack && F[s + SHAPE_MARGIN] === 0.0 ? 0 : 2;
}

/** Overlap of the body and the block: 0 no, 1 yes, 2 too close to decide. */
function signOf(q: i32, block: i32): i32 {
  if (I[2 * q + QUERY_CODE] !== QUERY_DONE) return 0;
  const sign: i32 = block === I[2 * q + QUERY_POINT_BLOCK] ? signOfPoint(q, block) : 2;
  if (sign !== 2) return sign;
  return intersectsPair(block, q + QUERY_IDENTITY, I[2 * q + QUERY_BODY], q + QUERY_POSE, 0);
}

/** True if the point of the point block is in the body, and not too close to its surface to decide. */
export function isSurelyInside(q: i32, block: i32): bool {
  return signOfPoint(q, block) === 1;
}

/** True if the body is within reach of the block. What overlaps needs no depth for that. */
export function isWithinReach(q: i32, block: i32): bool {
  const sign: i32 = signOf(q, block);
  if (sign === 1) return true;
  if (sign === 0 && F[q + QUERY_REACH] === 0.0) return false;
  return distanceTo(q, block) <= F[q + QUERY_REACH];
}

/** True if the body overlaps or touches the block. */
export function meets(q: i32, block: i32): bool {
  const sign: i32 = signOf(q, block);
  return sign === 2 ? ask(q, block, 0.0) <= 0.0 : sign === 1;
}

/** True if the body, moved by (x, y, z), is deeper in the block than `depth`. */
export function isDeeper(q: i32, block: i32, x: f64, y: f64, z: f64, depth: f64): bool {
  F[q + QUERY_POSE] = x;
  F[q + QUERY_POSE + 1] = y;
  F[q + QUERY_POSE + 2] = z;
  // Most bodies have moved out, and need no depth.
  const sign: i32 = signOf(q, block);
  const distance: f64 = sign === 0 ? Infinity : ask(q, block, 0.0);
  F[q + QUERY_POSE] = 0.0;
  F[q + QUERY_POSE + 1] = 0.0;
  F[q + QUERY_POSE + 2] = 0.0;
  return distance < -depth;
}

/** True if a contact is possible with the body's centre at this height over a plane with the contact's normal. */
export function isHeightOnSide(q: i32, height: f64): bool {
  const depth: f64 = F[q + QUERY_DEPTH] > 0.0 ? F[q + QUERY_DEPTH] : 0.0;
  return height >= -depth - ROUNDING * F[q + QUERY_SIZE];
}

/** Length of tangent cones at a point at F[at..], so that the body cannot leave one at its far end. */
export function reachFrom(q: i32, at: i32): f64 {
  const x: f64 = F[q + QUERY_CENTRE] - F[at];
  const y: f64 = F[q + QUERY_CENTRE + 1] - F[at + 1];
  const z: f64 = F[q + QUERY_CENTRE + 2] - F[at + 2];
  return CONE_REACH * (F[q + QUERY_SIZE] + Math.sqrt(x * x + y * y + z * z) + F[q + QUERY_REACH]);
}
