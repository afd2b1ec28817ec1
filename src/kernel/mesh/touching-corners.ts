// SPDX-License-Identifier: MIT
/**
 * The face or edge with which a body touches a plane or a wedge: its corners, and those of the common part with the
 * feature of the wedge. Caps and straight sides of cylinders, cones and tablets count as faces and edges.
 */
import {
  BOX,
  CONE,
  CYLINDER,
  POLYHEDRON,
  RESULT_DIMENSION_A,
  RESULT_DIMENSION_B,
  RESULT_NORMAL,
  RESULT_POINT_ON_A,
  ROUNDING,
  SHAPE_CENTRE,
  SHAPE_FACE_NORMALS,
  SHAPE_FACE_OFFSETS,
  SHAPE_FACE_VERTICES,
  SHAPE_KIND,
  SHAPE_NEIGHBOUR_OFFSETS,
  SHAPE_NEIGHBOURS,
  SHAPE_PARAMETERS,
  SHAPE_VERTEX_FACE_OFFSETS,
  SHAPE_VERTEX_FACES,
  SHAPE_X,
  SHAPE_Y,
  SHAPE_Z,
  TABLET,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { forgetHints } from '../relative-pose.ts';
import { supportVertex } from '../support/support.ts';
import {
  BODY_IS_ROUND,
  POLYGON_LIMIT,
  QUERY_BODY,
  QUERY_HULL,
  QUERY_PART,
  QUERY_POINT_COUNT,
  QUERY_POINTS,
  QUERY_RESULT,
  QUERY_RIM,
  QUERY_SHAPE,
  QUERY_SPARE,
  QUERY_TURN,
  QUERY_VECTORS,
} from './boundary-layout.ts';

/** A corner this many roundings of the coordinates outside still counts as inside. */
const CLIP_IN_ROUNDINGS: f64 = 16.0;
/** Sine below which two edges are parallel: then both ends of their common part lie on both within rounding. */
const PARALLEL_SINE: f64 = 1.0e-12;
/** The same where a curved body's normal has chosen the edge. */
const CURVED_PARALLEL_SINE: f64 = 1.0e-7;
/** An edge shorter than this many tolerances has no direction that could be parallel to another's. */
const SHORTEST_EDGE: f64 = 16.0;
const HALF_ROOT: f64 = Math.SQRT2 / 2.0;

// Features at QUERY_VECTORS: normal of the wedge's face, then of the body's; zero for edges.
const NORMAL_A: i32 = 9;
const NORMAL_B: i32 = 12;

/** Writes vertex v of block s, as it is stored, to F[to..]. */
function readVertex(s: i32, v: i32, to: i32): void {
  F[to] = F[I[2 * s + SHAPE_X] + v] + F[s + SHAPE_CENTRE];
  F[to + 1] = F[I[2 * s + SHAPE_Y] + v] + F[s + SHAPE_CENTRE + 1];
  F[to + 2] = F[I[2 * s + SHAPE_Z] + v] + F[s + SHAPE_CENTRE + 2];
}

/**
 * Corners of the face (dimension 2) or edge (1) of polyhedron s along d, in its own frame, to F[to..], 3 each; of a
 * face the normal to F[normal..]. Returns how many; 0 where there is none, or too many.
 */
function polyhedralCorners(s: i32, dx: f64, dy: f64, dz: f64, dimension: i32, to: i32, normal: i32): i32 {
  const h: i32 = 2 * s;
  forgetHints();
  const v: i32 = supportVertex(s, dx, dy, dz, 0);
  let best: i32 = -1;
  let most: f64 = -Infinity;
  if (dimension === 1) {
    for (let k: i32 = I[I[h + SHAPE_NEIGHBOUR_OFFSETS] + v]; k < I[I[h + SHAPE_NEIGHBOUR_OFFSETS] + v + 1]; k++) {
      const w: i32 = I[I[h + SHAPE_NEIGHBOURS] + k];
      const along: f64 = dx * F[I[h + SHAPE_X] + w] + dy * F[I[h + SHAPE_Y] + w] + dz * F[I[h + SHAPE_Z] + w];
      if (along > most) {
        most = along;
        best = w;
      }
    }
    if (best < 0) return 0;
    readVertex(s, v, to);
    readVertex(s, best, to + 3);
    return 2;
  }
  for (let k: i32 = I[I[h + SHAPE_VERTEX_FACE_OFFSETS] + v]; k < I[I[h + SHAPE_VERTEX_FACE_OFFSETS] + v + 1]; k++) {
    const face: i32 = I[I[h + SHAPE_VERTEX_FACES] + k];
    const n: i32 = I[h + SHAPE_FACE_NORMALS] + 3 * face;
    const along: f64 = dx * F[n] + dy * F[n + 1] + dz * F[n + 2];
    if (along > most) {
      most = along;
      best = face;
    }
  }
  if (best < 0) return 0;
  const first: i32 = I[I[h + SHAPE_FACE_OFFSETS] + best];
  const count: i32 = I[I[h + SHAPE_FACE_OFFSETS] + best + 1] - first;
  if (count > POLYGON_LIMIT >> 1) return 0;
  for (let k: i32 = 0; k < count; k++) readVertex(s, I[I[h + SHAPE_FACE_VERTICES] + first + k], to + 3 * k);
  const n: i32 = I[h + SHAPE_FACE_NORMALS] + 3 * best;
  for (let c: i32 = 0; c < 3; c++) F[normal + c] = F[n + c];
  return count;
}

/** The same for a body of revolution: `rimPoints` (4 or 8) points of a cap's rim, or the ends of its straight side. */
function revolvedCorners(s: i32, dx: f64, dy: f64, dz: f64, dimension: i32, rimPoints: i32, to: i32, normal: i32): i32 {
  const isCone: bool = I[2 * s + SHAPE_KIND] === CONE;
  const radius: f64 = F[s + SHAPE_PARAMETERS];
  const half: f64 = (isCone ? 0.5 : 1.0) * F[s + SHAPE_PARAMETERS + 1];
  const up: f64 = dz < 0.0 ? -1.0 : 1.0;
  let count: i32 = 2;
  if (dimension === 2) {
    count = rimPoints;
    let x: f64 = radius;
    let y: f64 = 0.0;
    for (let k: i32 = 0; k < count; k++) {
      F[to + 3 * k] = x;
      F[to + 3 * k + 1] = y;
      F[to + 3 * k + 2] = up * half;
      const old: f64 = x;
      // An eighth or a quarter of a turn, in the sense of the cap's outer normal.
      x = rimPoints === 8 ? HALF_ROOT * (x - up * y) : -up * y;
      y = rimPoints === 8 ? HALF_ROOT * (y + up * old) : up * old;
    }
    F[normal] = 0.0;
    F[normal + 1] = 0.0;
    F[normal + 2] = up;
  } else {
    const across: f64 = Math.sqrt(dx * dx + dy * dy);
    F[to] = (radius * dx) / across;
    F[to + 1] = (radius * dy) / across;
    F[to + 2] = -half;
    F[to + 3] = isCone ? 0.0 : F[to];
    F[to + 4] = isCone ? 0.0 : F[to + 1];
    F[to + 5] = half;
  }
  for (let k: i32 = 0; k < count; k++) {
    for (let c: i32 = 0; c < 3; c++) F[to + 3 * k + c] = F[to + 3 * k + c] + F[s + SHAPE_CENTRE + c];
  }
  return count;
}

/** Turns the vector at F[at..] from the body's frame to that of the query. */
function turnBack(q: i32, at: i32): void {
  const m: i32 = q + QUERY_TURN;
  const x: f64 = F[at];
  const y: f64 = F[at + 1];
  const z: f64 = F[at + 2];
  F[at] = F[m] * x + F[m + 3] * y + F[m + 6] * z;
  F[at + 1] = F[m + 1] * x + F[m + 4] * y + F[m + 7] * z;
  F[at + 2] = F[m + 2] * x + F[m + 5] * y + F[m + 8] * z;
}

/**
 * Corners of the body's feature of this dimension along d, a direction of the query's frame, to F[to..], and the normal
 * of a face to F[normal..]. Returns how many; 0 for a point.
 */
function bodyCorners(q: i32, dx: f64, dy: f64, dz: f64, dimension: i32, rimPoints: i32, to: i32, normal: i32): i32 {
  if (dimension < 1) return 0;
  const s: i32 = I[2 * q + QUERY_BODY];
  const kind: i32 = I[2 * s + SHAPE_KIND];
  const m: i32 = q + QUERY_TURN;
  const x: f64 = F[m] * dx + F[m + 1] * dy + F[m + 2] * dz;
  const y: f64 = F[m + 3] * dx + F[m + 4] * dy + F[m + 5] * dz;
  const z: f64 = F[m + 6] * dx + F[m + 7] * dy + F[m + 8] * dz;
  let count: i32 = 0;
  if (kind === CYLINDER || kind === CONE || kind === TABLET)
    count = revolvedCorners(s, x, y, z, dimension, rimPoints, to, normal);
  else if (kind === POLYHEDRON || kind === BOX) count = polyhedralCorners(s, x, y, z, dimension, to, normal);
  for (let k: i32 = 0; k < count; k++) turnBack(q, to + 3 * k);
  if (count > 0 && dimension === 2) turnBack(q, normal);
  return count;
}

/**
 * After a question of the plane through the point at F[through..] with the unit normal at F[n..]: the feature of the
 * body on it, as corners in the plane at QUERY_POINTS; of a round face the corners of a square around its rim, and
 * QUERY_RIM. Returns true for a round face.
 */
export function footprintOnPlane(q: i32, n: i32, through: i32): bool {
  const r: i32 = q + QUERY_RESULT;
  const points: i32 = I[2 * q + QUERY_POINTS];
  const nx: f64 = F[n];
  const ny: f64 = F[n + 1];
  const nz: f64 = F[n + 2];
  const dimension: i32 = F[r + RESULT_DIMENSION_B] === 2.0 ? 2 : F[r + RESULT_DIMENSION_B] === 1.0 ? 1 : 0;
  let count: i32 = bodyCorners(q, -nx, -ny, -nz, dimension, 4, points, q + QUERY_VECTORS + NORMAL_B);
  for (let k: i32 = 0; k < count; k++) {
    const p: i32 = points + 3 * k;
    const height: f64 = nx * (F[p] - F[through]) + ny * (F[p + 1] - F[through + 1]) + nz * (F[p + 2] - F[through + 2]);
    F[p] = F[p] - height * nx;
    F[p + 1] = F[p + 1] - height * ny;
    F[p + 2] = F[p + 2] - height * nz;
  }
  if (count < 2) {
    for (let c: i32 = 0; c < 3; c++) F[points + c] = F[r + RESULT_POINT_ON_A + c];
    count = 1;
  }
  I[2 * q + QUERY_POINT_COUNT] = count;
  const s: i32 = I[2 * q + QUERY_BODY];
  const isRound: bool = F[I[2 * q + QUERY_SHAPE] + BODY_IS_ROUND] !== 0.0;
  if (!isRound || dimension !== 2 || count !== 4 || I[2 * s + SHAPE_KIND] === POLYHEDRON) return false;
  writeRim(q, points, nx, ny, nz);
  return true;
}

/** Writes the rim through four points of it, and the corners of a square around it in their place. */
function writeRim(q: i32, points: i32, nx: f64, ny: f64, nz: f64): void {
  const rim: i32 = q + QUERY_RIM;
  const first: i32 = q + QUERY_VECTORS;
  for (let c: i32 = 0; c < 3; c++) {
    F[rim + c] = 0.5 * (F[points + c] + F[points + 6 + c]);
    F[first + c] = F[points + c] - F[rim + c];
  }
  const x: f64 = F[first];
  const y: f64 = F[first + 1];
  const z: f64 = F[first + 2];
  F[rim + 3] = Math.sqrt(x * x + y * y + z * z);
  F[first + 3] = ny * z - nz * y;
  F[first + 4] = nz * x - nx * z;
  F[first + 5] = nx * y - ny * x;
  for (let k: i32 = 0; k < 4; k++) {
    const i: f64 = k === 0 || k === 3 ? -1.0 : 1.0;
    const j: f64 = k < 2 ? -1.0 : 1.0;
    for (let c: i32 = 0; c < 3; c++) {
      F[points + 3 * k + c] = F[rim + c] + i * F[first + c] + j * F[first + 3 + c];
    }
  }
}

/** The part of a polygon, or of a segment, of points at `from` with inside . (x - through) >= -tolerance, to `to`. */
function clip(from: i32, count: i32, to: i32, through: i32, ix: f64, iy: f64, iz: f64, tolerance: f64): i32 {
  let kept: i32 = 0;
  const sides: i32 = count === 2 ? 1 : count;
  for (let k: i32 = 0; k < count; k++) {
    const p: i32 = from + 3 * k;
    const here: f64 = ix * (F[p] - F[through]) + iy * (F[p + 1] - F[through + 1]) + iz * (F[p + 2] - F[through + 2]);
    if (here >= -tolerance && kept < POLYGON_LIMIT) {
      for (let c: i32 = 0; c < 3; c++) F[to + 3 * kept + c] = F[p + c];
      kept++;
    }
    if (k >= sides) continue;
    const o: i32 = from + 3 * (k + 1 === count ? 0 : k + 1);
    const there: f64 = ix * (F[o] - F[through]) + iy * (F[o + 1] - F[through + 1]) + iz * (F[o + 2] - F[through + 2]);
    if (!((here > tolerance && there < -tolerance) || (here < -tolerance && there > tolerance))) continue;
    if (kept === POLYGON_LIMIT) continue;
    const t: f64 = here / (here - there);
    for (let c: i32 = 0; c < 3; c++) F[to + 3 * kept + c] = F[p + c] + t * (F[o + c] - F[p + c]);
    kept++;
  }
  return kept;
}

/**
 * Clips the points at `from` to the sides of a face with `sides` corners at `by`, seen along n; `other` is a buffer.
 */
function clipByFace(
  from: i32,
  given: i32,
  other: i32,
  by: i32,
  sides: i32,
  nx: f64,
  ny: f64,
  nz: f64,
  turn: f64,
  tolerance: f64,
): i32 {
  let at: i32 = from;
  let to: i32 = other;
  let count: i32 = given;
  for (let k: i32 = 0; k < sides && count > 0; k++) {
    const p: i32 = by + 3 * k;
    const o: i32 = by + 3 * (k + 1 === sides ? 0 : k + 1);
    const ex: f64 = F[o] - F[p];
    const ey: f64 = F[o + 1] - F[p + 1];
    const ez: f64 = F[o + 2] - F[p + 2];
    const ix: f64 = ny * ez - nz * ey;
    const iy: f64 = nz * ex - nx * ez;
    const iz: f64 = nx * ey - ny * ex;
    const size: f64 = Math.sqrt(ix * ix + iy * iy + iz * iz);
    if (!(size > 0.0)) continue;
    const unit: f64 = turn / size;
    count = clip(at, count, to, p, unit * ix, unit * iy, unit * iz, tolerance);
    const swap: i32 = at;
    at = to;
    to = swap;
  }
  if (at !== from) for (let k: i32 = 0; k < 3 * count; k++) F[from + k] = F[at + k];
  return count;
}

/** The common part of two parallel edges at `a` and `b`, on the first; 0 where they cross or miss each other. */
function clipByEdge(q: i32, a: i32, b: i32, nx: f64, ny: f64, nz: f64, sine: f64, tolerance: f64): i32 {
  const ux: f64 = F[a + 3] - F[a];
  const uy: f64 = F[a + 4] - F[a + 1];
  const uz: f64 = F[a + 5] - F[a + 2];
  const vx: f64 = F[b + 3] - F[b];
  const vy: f64 = F[b + 4] - F[b + 1];
  const vz: f64 = F[b + 5] - F[b + 2];
  const long: f64 = Math.sqrt(ux * ux + uy * uy + uz * uz);
  const other: f64 = Math.sqrt(vx * vx + vy * vy + vz * vz);
  const shortest: f64 = long < other ? long : other;
  if (!(shortest > SHORTEST_EDGE * tolerance)) return 0;
  const cx: f64 = uy * vz - uz * vy;
  const cy: f64 = uz * vx - ux * vz;
  const cz: f64 = ux * vy - uy * vx;
  if (!(Math.sqrt(cx * cx + cy * cy + cz * cz) <= (sine + tolerance / shortest) * long * other)) return 0;
  const up: f64 = ux * nx + uy * ny + uz * nz;
  const ix: f64 = ux - up * nx;
  const iy: f64 = uy - up * ny;
  const iz: f64 = uz - up * nz;
  const size: f64 = Math.sqrt(ix * ix + iy * iy + iz * iz);
  if (!(size > 0.0)) return 0;
  const unit: f64 = ux * vx + uy * vy + uz * vz < 0.0 ? -1.0 / size : 1.0 / size;
  const spare: i32 = I[2 * q + QUERY_SPARE];
  const first: i32 = clip(a, 2, spare, b, unit * ix, unit * iy, unit * iz, tolerance);
  return clip(spare, first, a, b + 3, -unit * ix, -unit * iy, -unit * iz, tolerance);
}

/**
 * After a question of a wedge or half-plane, block s: the corners of the common part of its feature and the body's, on
 * the wedge, to F[QUERY_POINTS..]; returns how many: 0 where they touch in a point.
 */
export function cornersOnWedge(q: i32, s: i32): i32 {
  const r: i32 = q + QUERY_RESULT;
  const dimensionA: i32 = F[r + RESULT_DIMENSION_A] === 2.0 ? 2 : F[r + RESULT_DIMENSION_A] === 1.0 ? 1 : 0;
  const dimensionB: i32 = F[r + RESULT_DIMENSION_B] === 2.0 ? 2 : F[r + RESULT_DIMENSION_B] === 1.0 ? 1 : 0;
  if (dimensionA === 0 || dimensionB === 0) return 0;
  const nx: f64 = F[r + RESULT_NORMAL];
  const ny: f64 = F[r + RESULT_NORMAL + 1];
  const nz: f64 = F[r + RESULT_NORMAL + 2];
  const tolerance: f64 = CLIP_IN_ROUNDINGS * F[ROUNDING];
  const a: i32 = I[2 * q + QUERY_POINTS];
  const b: i32 = I[2 * q + QUERY_HULL];
  const normalA: i32 = q + QUERY_VECTORS + NORMAL_A;
  const countA: i32 = polyhedralCorners(s, nx, ny, nz, dimensionA, a, normalA);
  const countB: i32 = bodyCorners(q, -nx, -ny, -nz, dimensionB, 8, b, q + QUERY_VECTORS + NORMAL_B);
  if (countA === 0 || countB === 0) return 0;
  const part: i32 = I[2 * q + QUERY_PART];
  if (dimensionB === 2) return clipByFace(a, countA, part, b, countB, nx, ny, nz, -1.0, tolerance);
  if (dimensionA === 1) {
    const kind: i32 = I[2 * I[2 * q + QUERY_BODY] + SHAPE_KIND];
    const sine: f64 = kind === POLYHEDRON || kind === BOX ? PARALLEL_SINE : CURVED_PARALLEL_SINE;
    return clipByEdge(q, a, b, nx, ny, nz, sine, tolerance);
  }
  const count: i32 = clipByFace(b, countB, part, a, countA, nx, ny, nz, 1.0, tolerance);
  // Onto the plane of the wedge's face, along n.
  const steep: f64 = F[normalA] * nx + F[normalA + 1] * ny + F[normalA + 2] * nz;
  for (let k: i32 = 0; k < count; k++) {
    const p: i32 = b + 3 * k;
    const to: i32 = part + 3 * k;
    const height: f64 =
      (F[normalA] * (F[a] - F[p]) + F[normalA + 1] * (F[a + 1] - F[p + 1]) + F[normalA + 2] * (F[a + 2] - F[p + 2])) /
      steep;
    F[to] = F[p] + height * nx;
    F[to + 1] = F[p + 1] + height * ny;
    F[to + 2] = F[p + 2] + height * nz;
  }
  for (let k: i32 = 0; k < 3 * count; k++) F[a + k] = F[part + k];
  return count;
}
