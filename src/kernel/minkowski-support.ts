// SPDX-License-Identifier: MIT
/**
 * Support points of the difference D = B - A = {b - a} in the frame of A, where the origin inside D means overlap (EPA
 * paper, section 2). With n from A to B, the point that minimises n.w over D bounds the signed distance: n.w <= distance.
 */
import {
  LOCAL_POINT,
  PAIR_A,
  PAIR_B,
  PAIR_HINT_A,
  PAIR_HINT_B,
  RELATIVE,
  SHAPE_X,
  SHAPE_Y,
  SHAPE_Z,
  SUPPORT,
  SUPPORT_IDS,
} from './layout.ts';
import { F, I } from './memory.ts';
import { support } from './support.ts';

/** The point w of D with the smallest n.w to SUPPORT: w, the point of A it came from, the vertex numbers. */
export function supportDifference(nx: f64, ny: f64, nz: f64): void {
  const ia: i32 = support(I[PAIR_A], nx, ny, nz, I[PAIR_HINT_A]);
  const ax: f64 = F[LOCAL_POINT];
  const ay: f64 = F[LOCAL_POINT + 1];
  const az: f64 = F[LOCAL_POINT + 2];
  const dx: f64 = -(F[RELATIVE] * nx + F[RELATIVE + 3] * ny + F[RELATIVE + 6] * nz);
  const dy: f64 = -(F[RELATIVE + 1] * nx + F[RELATIVE + 4] * ny + F[RELATIVE + 7] * nz);
  const dz: f64 = -(F[RELATIVE + 2] * nx + F[RELATIVE + 5] * ny + F[RELATIVE + 8] * nz);
  const ib: i32 = support(I[PAIR_B], dx, dy, dz, I[PAIR_HINT_B]);
  storeDifference(ax, ay, az, ia, ib);
  if (ia >= 0) I[PAIR_HINT_A] = ia;
  if (ib >= 0) I[PAIR_HINT_B] = ib;
}

/** The point of D made of vertex ia of A and ib of B to SUPPORT; both bodies polyhedral. */
export function differenceOfVertices(ia: i32, ib: i32): void {
  const a: i32 = 2 * I[PAIR_A];
  const b: i32 = 2 * I[PAIR_B];
  F[LOCAL_POINT] = F[I[b + SHAPE_X] + ib];
  F[LOCAL_POINT + 1] = F[I[b + SHAPE_Y] + ib];
  F[LOCAL_POINT + 2] = F[I[b + SHAPE_Z] + ib];
  storeDifference(F[I[a + SHAPE_X] + ia], F[I[a + SHAPE_Y] + ia], F[I[a + SHAPE_Z] + ia], ia, ib);
}

function storeDifference(ax: f64, ay: f64, az: f64, ia: i32, ib: i32): void {
  const x: f64 = F[LOCAL_POINT];
  const y: f64 = F[LOCAL_POINT + 1];
  const z: f64 = F[LOCAL_POINT + 2];
  F[SUPPORT] = F[RELATIVE] * x + F[RELATIVE + 1] * y + F[RELATIVE + 2] * z + F[RELATIVE + 9] - ax;
  F[SUPPORT + 1] = F[RELATIVE + 3] * x + F[RELATIVE + 4] * y + F[RELATIVE + 5] * z + F[RELATIVE + 10] - ay;
  F[SUPPORT + 2] = F[RELATIVE + 6] * x + F[RELATIVE + 7] * y + F[RELATIVE + 8] * z + F[RELATIVE + 11] - az;
  F[SUPPORT + 3] = ax;
  F[SUPPORT + 4] = ay;
  F[SUPPORT + 5] = az;
  I[SUPPORT_IDS] = ia;
  I[SUPPORT_IDS + 1] = ib;
}
