// SPDX-License-Identifier: MIT
/**
 * A body over one plane face of a mesh that does not end near it: its contact points are those on the half-space, each
 * on the face.
 */
import { contactPair } from '../contact-pair.ts';
import { flatContact } from '../features/flat-contact.ts';
import { FLAT_DASHPOT, FLAT_OVERLAP, FLAT_SHARE, FLAT_STRIDE } from '../features/flat-layout.ts';
import { RESULT_DISTANCE, RESULT_NORMAL, RESULT_POINT_ON_A, RESULT_STATUS, STATUS_FAR } from '../layout.ts';
import { F } from '../memory.ts';

/**
 * Contact points of the body at pose p with the half-space `plane` at pose q, if it is not farther away than `reach`:
 * the corners of a flat contact or one point, to F[work + FLAT_STRIDE k..], as of flatContact but on the plane. The
 * result of the query goes to F[r..]. Returns how many; `work` is the address of FLAT_CELLS cells.
 */
export function bodyOnPlane(plane: i32, q: i32, body: i32, p: i32, reach: f64, r: i32, work: i32): i32 {
  contactPair(plane, q, body, p, 0, reach, r);
  if (F[r + RESULT_STATUS] === STATUS_FAR || !(F[r + RESULT_DISTANCE] <= reach)) return 0;
  const nx: f64 = F[r + RESULT_NORMAL];
  const ny: f64 = F[r + RESULT_NORMAL + 1];
  const nz: f64 = F[r + RESULT_NORMAL + 2];
  if (F[r + RESULT_DISTANCE] < 0.0) {
    const corners: i32 = flatContact(body, p, plane, q, -nx, -ny, -nz, work);
    for (let k: i32 = 0; k < corners; k++) {
      const at: i32 = work + FLAT_STRIDE * k;
      const overlap: f64 = F[at + FLAT_OVERLAP];
      F[at] = F[at] + overlap * nx;
      F[at + 1] = F[at + 1] + overlap * ny;
      F[at + 2] = F[at + 2] + overlap * nz;
    }
    if (corners > 0) return corners;
  }
  for (let c: i32 = 0; c < 3; c++) F[work + c] = F[r + RESULT_POINT_ON_A + c];
  F[work + FLAT_OVERLAP] = -F[r + RESULT_DISTANCE];
  F[work + FLAT_SHARE] = 1.0;
  F[work + FLAT_DASHPOT] = 1.0;
  return 1;
}
