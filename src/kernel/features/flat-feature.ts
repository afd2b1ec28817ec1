// SPDX-License-Identifier: MIT
/**
 * The face or edge of a body that is almost perpendicular to a direction: its corners and the height of its plane in a
 * frame whose third axis is the contact normal. Caps of cylinders and cones are squares on their rims; sides are edges.
 */

import {
  CLIMB_ABOVE,
  CONE,
  CYLINDER,
  HALF_SPACE,
  SHAPE_CENTRE,
  SHAPE_FACE_NORMALS,
  SHAPE_FACE_OFFSETS,
  SHAPE_FACE_VERTICES,
  SHAPE_KIND,
  SHAPE_NEIGHBOUR_OFFSETS,
  SHAPE_NEIGHBOURS,
  SHAPE_PARAMETERS,
  SHAPE_VERTEX_COUNT,
  SHAPE_VERTEX_FACE_OFFSETS,
  SHAPE_VERTEX_FACES,
  SHAPE_X,
  SHAPE_Y,
  SHAPE_Z,
  TABLET,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { rotationMatrix } from '../relative-pose.ts';
import { CLIMB_COLD, supportVertex } from '../support/support.ts';
import { FLAT_AXES, FLAT_LIMIT, PLANE_SLOPE, TURN_ORIGIN, TURN_POINT } from './flat-layout.ts';

/**
 * Difference of heights across half a cap, over the deepest overlap: up to the first the square of a cap keeps to the
 * body's axes, from the second on it begins at the deepest point. Up to 0.5 the whole cap overlaps.
 */
const OWN_AXES: f64 = 0.1;
const DEEPEST_CORNER: f64 = 0.45;

/** Transforms a point of the body's block to the frame of the contact, at F[to..to+2]. */
function place(turn: i32, x: f64, y: f64, z: f64, to: i32): void {
  F[to] = F[turn] * x + F[turn + 1] * y + F[turn + 2] * z + F[turn + TURN_ORIGIN];
  F[to + 1] = F[turn + 3] * x + F[turn + 4] * y + F[turn + 5] * z + F[turn + TURN_ORIGIN + 1];
  F[to + 2] = F[turn + 6] * x + F[turn + 7] * y + F[turn + 8] * z + F[turn + TURN_ORIGIN + 2];
}

function placeVertex(turn: i32, s: i32, v: i32, to: i32): void {
  place(turn, F[I[2 * s + SHAPE_X] + v], F[I[2 * s + SHAPE_Y] + v], F[I[2 * s + SHAPE_Z] + v], to);
}

/** The plane through the point at F[point..] with the normal (x, y, z) of the body's block. */
function planeOfFace(turn: i32, point: i32, x: f64, y: f64, z: f64, plane: i32): void {
  const nx: f64 = F[turn] * x + F[turn + 1] * y + F[turn + 2] * z;
  const ny: f64 = F[turn + 3] * x + F[turn + 4] * y + F[turn + 5] * z;
  const nz: f64 = F[turn + 6] * x + F[turn + 7] * y + F[turn + 8] * z;
  for (let c: i32 = 0; c < 3; c++) F[plane + c] = F[point + c];
  F[plane + PLANE_SLOPE] = -nx / nz;
  F[plane + PLANE_SLOPE + 1] = -ny / nz;
}

/** Two ends of an edge, the first at `plane` already, the second at F[point..]: corners and slope; returns 2. */
function takeEdge(point: i32, corners: i32, plane: i32): i32 {
  const ex: f64 = F[point] - F[plane];
  const ey: f64 = F[point + 1] - F[plane + 1];
  const squared: f64 = ex * ex + ey * ey;
  if (!(squared > 0.0)) return 1;
  const slope: f64 = (F[point + 2] - F[plane + 2]) / squared;
  F[plane + PLANE_SLOPE] = slope * ex;
  F[plane + PLANE_SLOPE + 1] = slope * ey;
  F[corners] = F[plane];
  F[corners + 1] = F[plane + 1];
  F[corners + 2] = F[point];
  F[corners + 3] = F[point + 1];
  return 2;
}

/** The face at vertex v that is most nearly square to d; -1 when none is within the sine. */
export function levelFace(s: i32, v: i32, dx: f64, dy: f64, dz: f64, sine: f64): i32 {
  const h: i32 = 2 * s;
  const list: i32 = I[h + SHAPE_VERTEX_FACES];
  const end: i32 = I[I[h + SHAPE_VERTEX_FACE_OFFSETS] + v + 1];
  let best: i32 = -1;
  let most: f64 = Math.sqrt(1.0 - sine * sine);
  for (let k: i32 = I[I[h + SHAPE_VERTEX_FACE_OFFSETS] + v]; k < end; k++) {
    const n: i32 = I[h + SHAPE_FACE_NORMALS] + 3 * I[list + k];
    const along: f64 = F[n] * dx + F[n + 1] * dy + F[n + 2] * dz;
    if (along >= most) {
      most = along;
      best = I[list + k];
    }
  }
  return best;
}

/** The other end of the edge at vertex v that is most nearly level; -1 when none is within the sine. */
function levelEdge(s: i32, v: i32, dx: f64, dy: f64, dz: f64, sine: f64): i32 {
  const h: i32 = 2 * s;
  const x: i32 = I[h + SHAPE_X];
  const y: i32 = I[h + SHAPE_Y];
  const z: i32 = I[h + SHAPE_Z];
  const list: i32 = I[h + SHAPE_NEIGHBOURS];
  const end: i32 = I[I[h + SHAPE_NEIGHBOUR_OFFSETS] + v + 1];
  let best: i32 = -1;
  let least: f64 = sine * sine;
  for (let k: i32 = I[I[h + SHAPE_NEIGHBOUR_OFFSETS] + v]; k < end; k++) {
    const w: i32 = I[list + k];
    const ex: f64 = F[x + w] - F[x + v];
    const ey: f64 = F[y + w] - F[y + v];
    const ez: f64 = F[z + w] - F[z + v];
    const along: f64 = ex * dx + ey * dy + ez * dz;
    const ratio: f64 = (along * along) / (ex * ex + ey * ey + ez * ez);
    if (ratio <= least) {
      least = ratio;
      best = w;
    }
  }
  return best;
}

function polyhedralFeature(s: i32, dx: f64, dy: f64, dz: f64, sine: f64, turn: i32, corners: i32, plane: i32): i32 {
  const h: i32 = 2 * s;
  const count: i32 = I[h + SHAPE_VERTEX_COUNT];
  if (count < 2) return count;
  const point: i32 = turn + TURN_POINT;
  // The threshold is what earlier queries left: they must not decide between vertices at one height.
  I[CLIMB_ABOVE] = CLIMB_COLD;
  const v: i32 = supportVertex(s, dx, dy, dz, 0);
  const face: i32 = count > 2 ? levelFace(s, v, dx, dy, dz, sine) : -1;
  if (face < 0) {
    const w: i32 = levelEdge(s, v, dx, dy, dz, sine);
    if (w < 0) return 1;
    placeVertex(turn, s, v < w ? v : w, plane);
    placeVertex(turn, s, v < w ? w : v, point);
    return takeEdge(point, corners, plane);
  }
  return loadFace(s, face, turn, corners, plane);
}

/**
 * The disc of this radius at height z of the block, seen from its outer side, as a square on its rim: four springs
 * feel every tilt alike however they are turned. (ux, uy) is the direction of the first corner.
 */
function rimFeature(radius: f64, z: f64, ux: f64, uy: f64, turn: i32, corners: i32, plane: i32): i32 {
  const point: i32 = turn + TURN_POINT;
  let x: f64 = radius * ux;
  let y: f64 = radius * uy;
  for (let k: i32 = 0; k < 4; k++) {
    place(turn, x, y, z, point);
    F[corners + 2 * k] = F[point];
    F[corners + 2 * k + 1] = F[point + 1];
    const old: f64 = x;
    x = z > 0.0 ? -y : y;
    y = z > 0.0 ? old : -old;
  }
  planeOfFace(turn, point, 0.0, 0.0, z > 0.0 ? 1.0 : -1.0, plane);
  return 4;
}

/**
 * Cap or side of a cylinder (slant 0) or cone, whose axis goes from z = -half to half; the radius is that at the lower
 * end.
 */
function roundFeature(
  isCone: bool,
  radius: f64,
  half: f64,
  dx: f64,
  dy: f64,
  dz: f64,
  sine: f64,
  turn: i32,
  corners: i32,
  plane: i32,
): i32 {
  const across: f64 = Math.sqrt(dx * dx + dy * dy);
  const isLevel: bool = across > 0.0;
  const ux: f64 = isLevel ? dx / across : 1.0;
  const uy: f64 = isLevel ? dy / across : 0.0;
  if (across <= sine && (dz < 0.0 || !isCone))
    return rimFeature(radius, dz < 0.0 ? -half : half, ux, uy, turn, corners, plane);
  if (!isLevel) return 1;
  // Normal of the side: (r, z) = (2 half, radius) for a cone, (1, 0) for a cylinder.
  const slant: f64 = isCone ? Math.sqrt(4.0 * half * half + radius * radius) : 1.0;
  const out: f64 = isCone ? (2.0 * half) / slant : 1.0;
  const up: f64 = isCone ? radius / slant : 0.0;
  if (!(Math.abs(across * up - dz * out) <= sine && across * out + dz * up > 0.0)) return 1;
  const point: i32 = turn + TURN_POINT;
  place(turn, radius * ux, radius * uy, -half, plane);
  if (isCone) place(turn, 0.0, 0.0, half, point);
  else place(turn, radius * ux, radius * uy, half, point);
  return takeEdge(point, corners, plane);
}

/** The side of a tablet's band, an edge; the caps are curved. */
function bandFeature(
  radius: f64,
  half: f64,
  dx: f64,
  dy: f64,
  dz: f64,
  sine: f64,
  turn: i32,
  corners: i32,
  plane: i32,
): i32 {
  if (!(half > 0.0) || !(Math.abs(dz) <= sine)) return 0;
  return roundFeature(false, radius, half, dx, dy, dz, sine, turn, corners, plane);
}

/**
 * Turns the square of a cap, a feature of four corners of a cylinder or cone, towards the rim's deepest point over the
 * plane `other`. While all four corners overlap, their forces do not depend on how the square is turned, and the place
 * of the deepest point may be a matter of rounding: then the square keeps to the body's own axes. In between it turns
 * with the tilt, the shortest way. `sign` is that of the body's outward direction along the contact's normal.
 */
export function turnCap(s: i32, turn: i32, sign: f64, corners: i32, plane: i32, other: i32, margins: f64): void {
  const kind: i32 = I[2 * s + SHAPE_KIND];
  if (kind !== CYLINDER && kind !== CONE) return;
  // How the overlap grows along x and y of the contact, and of the body.
  const gx: f64 = sign * (F[plane + PLANE_SLOPE] - F[other + PLANE_SLOPE]);
  const gy: f64 = sign * (F[plane + PLANE_SLOPE + 1] - F[other + PLANE_SLOPE + 1]);
  const x: f64 = F[turn] * gx + F[turn + 3] * gy;
  const y: f64 = F[turn + 1] * gx + F[turn + 4] * gy;
  const slope: f64 = Math.sqrt(x * x + y * y);
  const radius: f64 = F[s + SHAPE_PARAMETERS];
  const half: f64 = (kind === CONE ? 0.5 : 1.0) * F[s + SHAPE_PARAMETERS + 1];
  const z: f64 = sign * F[turn + 8] < 0.0 ? -half : half;
  let ux: f64 = slope > 0.0 ? x / slope : 1.0;
  let uy: f64 = slope > 0.0 ? y / slope : 0.0;
  const point: i32 = turn + TURN_POINT;
  place(turn, radius * ux, radius * uy, z, point);
  const below: f64 = F[other + 2] + F[other + PLANE_SLOPE] * (F[point] - F[other]);
  const height: f64 = below + F[other + PLANE_SLOPE + 1] * (F[point + 1] - F[other + 1]);
  const deepest: f64 = sign * (F[point + 2] - height) + margins;
  if (radius * slope < DEEPEST_CORNER * deepest) {
    // The quarter turn that brings the deepest point next to the first axis.
    if (Math.abs(uy) > Math.abs(ux)) {
      const old: f64 = ux;
      ux = uy;
      uy = -old;
    }
    const part: f64 = (radius * slope - OWN_AXES * deepest) / ((DEEPEST_CORNER - OWN_AXES) * deepest);
    const share: f64 = part > 0.0 ? part : 0.0;
    const first: f64 = (ux < 0.0 ? -share * ux : share * ux) + (1.0 - share);
    const second: f64 = ux < 0.0 ? -share * uy : share * uy;
    const length: f64 = Math.sqrt(first * first + second * second);
    ux = first / length;
    uy = second / length;
  }
  rimFeature(radius, z, ux, uy, turn, corners, plane);
}

/**
 * Writes the transformation from the block of shape s at pose q to the frame of the contact, whose origin is the
 * position at `origin` and whose axes are at work + FLAT_AXES, to `turn`; `matrix` is the address of 9 free cells.
 */
export function turnFromPose(s: i32, q: i32, origin: i32, work: i32, turn: i32, matrix: i32): void {
  const axes: i32 = work + FLAT_AXES;
  rotationMatrix(q, matrix);
  for (let r: i32 = 0; r < 3; r++) {
    for (let c: i32 = 0; c < 3; c++) {
      F[turn + 3 * r + c] =
        F[axes + 3 * r] * F[matrix + c] +
        F[axes + 3 * r + 1] * F[matrix + 3 + c] +
        F[axes + 3 * r + 2] * F[matrix + 6 + c];
    }
  }
  const x: f64 = F[q] - F[origin];
  const y: f64 = F[q + 1] - F[origin + 1];
  const z: f64 = F[q + 2] - F[origin + 2];
  for (let r: i32 = 0; r < 3; r++) {
    F[turn + TURN_ORIGIN + r] = F[axes + 3 * r] * x + F[axes + 3 * r + 1] * y + F[axes + 3 * r + 2] * z;
  }
  place(turn, F[s + SHAPE_CENTRE], F[s + SHAPE_CENTRE + 1], F[s + SHAPE_CENTRE + 2], turn + TURN_POINT);
  for (let r: i32 = 0; r < 3; r++) F[turn + TURN_ORIGIN + r] = F[turn + TURN_POINT + r];
}

/** Corners (x, y) of a face in the frame of the contact to F[corners..], and its plane; returns how many. */
export function loadFace(s: i32, face: i32, turn: i32, corners: i32, plane: i32): i32 {
  const h: i32 = 2 * s;
  const point: i32 = turn + TURN_POINT;
  const first: i32 = I[I[h + SHAPE_FACE_OFFSETS] + face];
  const size: i32 = I[I[h + SHAPE_FACE_OFFSETS] + face + 1] - first;
  if (size > FLAT_LIMIT) return 0;
  const loop: i32 = I[h + SHAPE_FACE_VERTICES] + first;
  const xs: i32 = I[h + SHAPE_X];
  const ys: i32 = I[h + SHAPE_Y];
  const zs: i32 = I[h + SHAPE_Z];
  const xx: f64 = F[turn];
  const xy: f64 = F[turn + 1];
  const xz: f64 = F[turn + 2];
  const yx: f64 = F[turn + 3];
  const yy: f64 = F[turn + 4];
  const yz: f64 = F[turn + 5];
  const ox: f64 = F[turn + TURN_ORIGIN];
  const oy: f64 = F[turn + TURN_ORIGIN + 1];
  for (let k: i32 = 0; k < size; k++) {
    const v: i32 = I[loop + k];
    const x: f64 = F[xs + v];
    const y: f64 = F[ys + v];
    const z: f64 = F[zs + v];
    F[corners + 2 * k] = xx * x + xy * y + xz * z + ox;
    F[corners + 2 * k + 1] = yx * x + yy * y + yz * z + oy;
  }
  placeVertex(turn, s, I[loop + size - 1], point);
  const n: i32 = I[h + SHAPE_FACE_NORMALS] + 3 * face;
  planeOfFace(turn, point, F[n], F[n + 1], F[n + 2], plane);
  return size;
}

/**
 * The feature of shape s along `sign` times the contact's normal, in the frame of the contact, to which `turn` leads:
 * corners (x, y) to F[corners..], counter-clockwise seen against the outward direction, and its plane to F[plane..].
 * Returns the number of corners: 2 for an edge, 1 for a point, 0 for what is curved, -1 for the plane of a half-space.
 */
export function loadFeature(s: i32, turn: i32, sign: f64, sine: f64, corners: i32, plane: i32): i32 {
  const kind: i32 = I[2 * s + SHAPE_KIND];
  if (kind === HALF_SPACE) {
    F[plane] = F[turn + TURN_ORIGIN];
    F[plane + 1] = F[turn + TURN_ORIGIN + 1];
    F[plane + 2] = F[turn + TURN_ORIGIN + 2];
    F[plane + PLANE_SLOPE] = 0.0;
    F[plane + PLANE_SLOPE + 1] = 0.0;
    return -1;
  }
  const dx: f64 = sign * F[turn + 6];
  const dy: f64 = sign * F[turn + 7];
  const dz: f64 = sign * F[turn + 8];
  if (I[2 * s + SHAPE_VERTEX_COUNT] > 0) return polyhedralFeature(s, dx, dy, dz, sine, turn, corners, plane);
  const p: i32 = s + SHAPE_PARAMETERS;
  if (kind === CYLINDER) return roundFeature(false, F[p], F[p + 1], dx, dy, dz, sine, turn, corners, plane);
  if (kind === TABLET) return bandFeature(F[p], F[p + 1], dx, dy, dz, sine, turn, corners, plane);
  if (kind === CONE) return roundFeature(true, F[p], 0.5 * F[p + 1], dx, dy, dz, sine, turn, corners, plane);
  return 0;
}
