// SPDX-License-Identifier: MIT
/**
 * Upper bound of the gap from EPA's first tetrahedron where it does not contain the origin: the distance of its point
 * nearest to the origin. GJK may return such a sliver beside the origin.
 */

import { closestOnTriangle } from '../gjk/sub-simplex.ts';
import { EPA_VERTICES, POINT_STRIDE, WEIGHTS } from '../layout.ts';
import { F } from '../memory.ts';
import { faceVertex } from './epa-polytope.ts';

/**
 * Distance from the origin of the nearest point of a face, as the weighted sum of its vertices, which is a point of D
 * despite rounding.
 */
function distanceOfFace(face: i32): f64 {
  const p: i32 = EPA_VERTICES + POINT_STRIDE * faceVertex(face, 0);
  const q: i32 = EPA_VERTICES + POINT_STRIDE * faceVertex(face, 1);
  const r: i32 = EPA_VERTICES + POINT_STRIDE * faceVertex(face, 2);
  const mask: i32 = closestOnTriangle(F[p], F[p + 1], F[p + 2], F[q], F[q + 1], F[q + 2], F[r], F[r + 1], F[r + 2]);
  const single: bool = mask === 1 || mask === 2 || mask === 4;
  const first: i32 = (mask & 1) !== 0 ? p : (mask & 2) !== 0 ? q : r;
  const second: i32 = (mask & 1) !== 0 && (mask & 2) !== 0 ? q : r;
  const s: f64 = single ? 1.0 : F[WEIGHTS];
  const t: f64 = single ? 0.0 : F[WEIGHTS + 1];
  const u: f64 = mask === 7 ? F[WEIGHTS + 2] : 0.0;
  let sum: f64 = 0.0;
  for (let k: i32 = 0; k < 3; k++) {
    const x: f64 = s * F[first + k] + t * F[second + k] + u * F[r + k];
    sum += x * x;
  }
  return Math.sqrt(sum);
}

/** Distance of the surface of the tetrahedron in faces 0 to 3 from the origin. */
export function distanceOfTetrahedron(): f64 {
  let least: f64 = 1.0e300;
  for (let face: i32 = 0; face < 4; face++) {
    const length: f64 = distanceOfFace(face);
    if (length < least) least = length;
  }
  return least;
}
