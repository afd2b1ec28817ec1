// SPDX-License-Identifier: MIT
/**
 * Support points of the Minkowski difference D = {b - a} in the frame of A; the bodies overlap where D contains the
 * origin (EPA paper, section 2). With n from A to B, the least n.w over D is a lower bound of the signed distance.
 */
import {
  LOCAL_POINT,
  PAIR_A,
  PAIR_B,
  PAIR_HINT_A,
  PAIR_HINT_B,
  POINT_IDS,
  POINT_ON_A,
  RELATIVE,
  RELATIVE_ORIGIN,
  SHAPE_VERTEX_COUNT,
  SHAPE_X,
  SHAPE_Y,
  SHAPE_Z,
  SHRINK_A,
  SHRINK_B,
  SUPPORT,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { SHORTEST_DIRECTION, support, supportVertex } from './support.ts';
import { farthestVertex } from './vertex-scan.ts';

/** The point w of D with the smallest n.w to SUPPORT. */
export function supportDifference(nx: f64, ny: f64, nz: f64): void {
  supportDifferenceTo(SUPPORT, nx, ny, nz);
}

/** The same to any address: w, the point of A it came from, the vertex numbers (-1 on a curved body). */
export function supportDifferenceTo(out: i32, nx: f64, ny: f64, nz: f64): void {
  const a: i32 = I[PAIR_A];
  const b: i32 = I[PAIR_B];
  const dx: f64 = -(F[RELATIVE] * nx + F[RELATIVE + 3] * ny + F[RELATIVE + 6] * nz);
  const dy: f64 = -(F[RELATIVE + 1] * nx + F[RELATIVE + 4] * ny + F[RELATIVE + 7] * nz);
  const dz: f64 = -(F[RELATIVE + 2] * nx + F[RELATIVE + 5] * ny + F[RELATIVE + 8] * nz);
  if (I[2 * a + SHAPE_VERTEX_COUNT] > 0 && I[2 * b + SHAPE_VERTEX_COUNT] > 0) {
    const i: i32 = supportVertex(a, nx, ny, nz, I[PAIR_HINT_A]);
    const j: i32 = supportVertex(b, dx, dy, dz, I[PAIR_HINT_B]);
    I[PAIR_HINT_A] = i;
    I[PAIR_HINT_B] = j;
    differenceOfVerticesTo(out, i, j);
    return;
  }
  const ia: i32 = support(a, nx, ny, nz, I[PAIR_HINT_A]);
  const ax: f64 = F[LOCAL_POINT];
  const ay: f64 = F[LOCAL_POINT + 1];
  const az: f64 = F[LOCAL_POINT + 2];
  const ib: i32 = support(b, dx, dy, dz, I[PAIR_HINT_B]);
  if (ia >= 0) I[PAIR_HINT_A] = ia;
  if (ib >= 0) I[PAIR_HINT_B] = ib;
  storeDifference(out, ax, ay, az, F[LOCAL_POINT], F[LOCAL_POINT + 1], F[LOCAL_POINT + 2], ia, ib);
  if (F[SHRINK_A] + F[SHRINK_B] > 0.0) shrink(out, nx, ny, nz);
}

/** The same for two polyhedra that are scanned (isScanned): without the questions of the other shapes. */
export function scanDifferenceTo(out: i32, nx: f64, ny: f64, nz: f64): void {
  const a: i32 = 2 * I[PAIR_A];
  const b: i32 = 2 * I[PAIR_B];
  const dx: f64 = -(F[RELATIVE] * nx + F[RELATIVE + 3] * ny + F[RELATIVE + 6] * nz);
  const dy: f64 = -(F[RELATIVE + 1] * nx + F[RELATIVE + 4] * ny + F[RELATIVE + 7] * nz);
  const dz: f64 = -(F[RELATIVE + 2] * nx + F[RELATIVE + 5] * ny + F[RELATIVE + 8] * nz);
  const i: i32 = farthestVertex(I[a + SHAPE_X], I[a + SHAPE_Y], I[a + SHAPE_Z], I[a + SHAPE_VERTEX_COUNT], nx, ny, nz);
  const j: i32 = farthestVertex(I[b + SHAPE_X], I[b + SHAPE_Y], I[b + SHAPE_Z], I[b + SHAPE_VERTEX_COUNT], dx, dy, dz);
  I[PAIR_HINT_A] = i;
  I[PAIR_HINT_B] = j;
  differenceOfVerticesTo(out, i, j);
}

/**
 * The same along the line of centres, or any direction where they coincide: a line too short for points to be on their
 * bodies is made longer.
 */
export function supportAlongCentres(out: i32): void {
  const x: f64 = F[RELATIVE_ORIGIN];
  const y: f64 = F[RELATIVE_ORIGIN + 1];
  const z: f64 = F[RELATIVE_ORIGIN + 2];
  if (x * x + y * y + z * z > SHORTEST_DIRECTION * SHORTEST_DIRECTION) {
    supportDifferenceTo(out, x, y, z);
    return;
  }
  let big: f64 = Math.abs(x);
  if (Math.abs(y) > big) big = Math.abs(y);
  if (Math.abs(z) > big) big = Math.abs(z);
  if (big > 0.0) supportDifferenceTo(out, x / big, y / big, z / big);
  else supportDifferenceTo(out, 1.0, 0.0, 0.0);
}

/** The support points of the bodies that balls roll around in: the balls' centres. */
function shrink(out: i32, nx: f64, ny: f64, nz: f64): void {
  const length: f64 = Math.sqrt(nx * nx + ny * ny + nz * nz);
  const onA: f64 = F[SHRINK_A] / length;
  const both: f64 = onA + F[SHRINK_B] / length;
  F[out] = F[out] + both * nx;
  F[out + 1] = F[out + 1] + both * ny;
  F[out + 2] = F[out + 2] + both * nz;
  F[out + 3] = F[out + 3] - onA * nx;
  F[out + 4] = F[out + 4] - onA * ny;
  F[out + 5] = F[out + 5] - onA * nz;
}

/** The point of D made of vertex ia of A and ib of B to SUPPORT; both bodies polyhedral. */
export function differenceOfVertices(ia: i32, ib: i32): void {
  differenceOfVerticesTo(SUPPORT, ia, ib);
}

export function differenceOfVerticesTo(out: i32, ia: i32, ib: i32): void {
  const a: i32 = 2 * I[PAIR_A];
  const b: i32 = 2 * I[PAIR_B];
  storeDifference(
    out,
    F[I[a + SHAPE_X] + ia],
    F[I[a + SHAPE_Y] + ia],
    F[I[a + SHAPE_Z] + ia],
    F[I[b + SHAPE_X] + ib],
    F[I[b + SHAPE_Y] + ib],
    F[I[b + SHAPE_Z] + ib],
    ia,
    ib,
  );
}

function storeDifference(out: i32, ax: f64, ay: f64, az: f64, x: f64, y: f64, z: f64, ia: i32, ib: i32): void {
  F[out] = F[RELATIVE] * x + F[RELATIVE + 1] * y + F[RELATIVE + 2] * z + F[RELATIVE_ORIGIN] - ax;
  F[out + 1] = F[RELATIVE + 3] * x + F[RELATIVE + 4] * y + F[RELATIVE + 5] * z + F[RELATIVE_ORIGIN + 1] - ay;
  F[out + 2] = F[RELATIVE + 6] * x + F[RELATIVE + 7] * y + F[RELATIVE + 8] * z + F[RELATIVE_ORIGIN + 2] - az;
  F[out + POINT_ON_A] = ax;
  F[out + POINT_ON_A + 1] = ay;
  F[out + POINT_ON_A + 2] = az;
  I[2 * (out + POINT_IDS)] = ia;
  I[2 * (out + POINT_IDS) + 1] = ib;
}
