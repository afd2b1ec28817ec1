// SPDX-License-Identifier: MIT
/** Lines and flat sides of a body along a direction, across which the support point jumps. */

import { isInside } from '../certificate/witness.ts';
import { faceAlong, gatherFeature } from '../features/feature.ts';
import {
  BOX,
  CONE,
  CYLINDER,
  FEATURE_A,
  LINE_A,
  LINE_B,
  LOCAL_POINT,
  OFFERED_B,
  PAIR_A,
  PAIR_B,
  PAIR_HINT_A,
  PAIR_HINT_B,
  POLYHEDRON,
  RELATIVE,
  SHAPE_EXTENT,
  SHAPE_FACE_NORMALS,
  SHAPE_KIND,
  SHAPE_PARAMETERS,
  SHAPE_X,
  SHAPE_Y,
  SHAPE_Z,
  TABLET,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { toBlockOfB } from '../relative-pose.ts';
import { isOnCap, supportVertex } from './support.ts';

/** Angular error of GJK's and EPA's normals: the square root of the relative error of the distance, with slack. */
export const NORMAL_ERROR: f64 = 1.0e-4;

export function setAt(at: i32, x: f64, y: f64, z: f64): void {
  F[at] = x;
  F[at + 1] = y;
  F[at + 2] = z;
}

/** Feature of body A along the unit normal, to LINE_A. */
export function flatnessOfA(nx: f64, ny: f64, nz: f64, tolerance: f64): i32 {
  return flatness(I[PAIR_A], nx, ny, nz, tolerance, PAIR_HINT_A, LINE_A);
}

/**
 * Feature of the body along a unit direction in its own frame, within the angle `tolerance`: 0 a point, 1 a line (its
 * direction, from the support point's end, to F[out..]), 2 a flat side (its outward normal to F[out..]). I[hint]
 * becomes the vertex at that end, so the next support query finds the same one if both ends tie.
 */
function flatness(s: i32, dx: f64, dy: f64, dz: f64, tolerance: f64, hint: i32, out: i32): i32 {
  const kind: i32 = I[2 * s + SHAPE_KIND];
  const p: i32 = s + SHAPE_PARAMETERS;
  if (kind === POLYHEDRON || kind === BOX) {
    const start: i32 = supportVertex(s, dx, dy, dz, I[hint]);
    I[hint] = start;
    const count: i32 = gatherFeature(s, dx, dy, dz, start, tolerance * F[s + SHAPE_EXTENT], FEATURE_A);
    if (count === 2) {
      const i: i32 = I[FEATURE_A + 2];
      const x: i32 = I[2 * s + SHAPE_X];
      const y: i32 = I[2 * s + SHAPE_Y];
      const z: i32 = I[2 * s + SHAPE_Z];
      setAt(out, F[x + i] - F[x + start], F[y + i] - F[y + start], F[z + i] - F[z + start]);
      return 1;
    }
    if (count > 2) {
      const face: i32 = faceAlong(s, dx, dy, dz, start);
      if (face < 0) return 0;
      const n: i32 = I[2 * s + SHAPE_FACE_NORMALS] + 3 * face;
      setAt(out, F[n], F[n + 1], F[n + 2]);
      return 2;
    }
    return 0;
  }
  const radial: f64 = Math.sqrt(dx * dx + dy * dy);
  if (kind === CYLINDER) {
    if (radial < tolerance) {
      setAt(out, 0.0, 0.0, dz < 0.0 ? -1.0 : 1.0);
      return 2;
    }
    if (Math.abs(dz) < tolerance) {
      setAt(out, 0.0, 0.0, 2.0 * (dz < 0.0 ? F[p + 1] : -F[p + 1]));
      return 1;
    }
  }
  // The band of a tablet, unless a cap goes on so smoothly that it is farther along the direction.
  if (kind === TABLET && Math.abs(dz) < tolerance && F[p + 1] > 0.0 && !isOnCap(p, radial, dz)) {
    setAt(out, 0.0, 0.0, 2.0 * (dz < 0.0 ? F[p + 1] : -F[p + 1]));
    return 1;
  }
  if (kind === CONE) {
    if (radial < tolerance && dz < 0.0) {
      setAt(out, 0.0, 0.0, -1.0);
      return 2;
    }
    const slant: f64 = Math.sqrt(F[p] * F[p] + F[p + 1] * F[p + 1]);
    if (radial > 0.0 && Math.abs(radial * F[p] - dz * F[p + 1]) < tolerance * slant) {
      // From the rim to the apex at this azimuth; the support point is at one of the two.
      const rx: f64 = (-F[p] * dx) / radial;
      const ry: f64 = (-F[p] * dy) / radial;
      // As in support.ts to the bit: where both ends are as far, the line must begin at the one that the support point
      // is at.
      const half: f64 = 0.5 * F[p + 1];
      const atApex: bool = half * dz >= F[p] * radial - half * dz;
      if (atApex) setAt(out, -rx, -ry, -F[p + 1]);
      else setAt(out, rx, ry, F[p + 1]);
      return 1;
    }
  }
  return 0;
}

/** Feature of body B against the unit normal, to LINE_B, in the frame. */
export function flatnessOfB(nx: f64, ny: f64, nz: f64, tolerance: f64): i32 {
  const found: i32 = flatness(
    I[PAIR_B],
    -(F[RELATIVE] * nx + F[RELATIVE + 3] * ny + F[RELATIVE + 6] * nz),
    -(F[RELATIVE + 1] * nx + F[RELATIVE + 4] * ny + F[RELATIVE + 7] * nz),
    -(F[RELATIVE + 2] * nx + F[RELATIVE + 5] * ny + F[RELATIVE + 8] * nz),
    tolerance,
    PAIR_HINT_B,
    LINE_B,
  );
  if (found > 0) {
    const x: f64 = F[LINE_B];
    const y: f64 = F[LINE_B + 1];
    const z: f64 = F[LINE_B + 2];
    setAt(
      LINE_B,
      F[RELATIVE] * x + F[RELATIVE + 1] * y + F[RELATIVE + 2] * z,
      F[RELATIVE + 3] * x + F[RELATIVE + 4] * y + F[RELATIVE + 5] * z,
      F[RELATIVE + 6] * x + F[RELATIVE + 7] * y + F[RELATIVE + 8] * z,
    );
  }
  return found;
}

/** True when the point at F[at], in the block's frame and in the plane of a flat side, is within the side. */
export function isOverSide(s: i32, at: i32, tolerance: f64): bool {
  const kind: i32 = I[2 * s + SHAPE_KIND];
  if (kind === POLYHEDRON || kind === BOX) return isInside(s, F[at], F[at + 1], F[at + 2], tolerance);
  return Math.sqrt(F[at] * F[at] + F[at + 1] * F[at + 1]) <= F[s + SHAPE_PARAMETERS] + tolerance;
}

/** The same for the point that is offered on B, which is in the frame. */
export function isOverSideOfB(tolerance: f64): bool {
  toBlockOfB(F[OFFERED_B], F[OFFERED_B + 1], F[OFFERED_B + 2], LOCAL_POINT);
  return isOverSide(I[PAIR_B], LOCAL_POINT, tolerance);
}
