// SPDX-License-Identifier: MIT
/** Contact point of faces and parallel edges: the centroid of their patch, on both features where they are tilted. */

import { pointIsOnA, pointIsOnB, witnessTolerance } from '../certificate/witness.ts';
import {
  CLOSEST,
  CORE,
  CORE_NORMAL,
  CORE_POINT,
  FACE_A,
  FACE_B,
  FEATURE_A,
  FEATURE_B,
  FEATURE_SPREAD,
  PAIR_A,
  PAIR_B,
  PATCH_COUNT,
  RELATIVE,
  ROUNDING,
  SHAPE_FACE_NORMALS,
  SHAPE_X,
  SHAPE_Y,
  SHAPE_Z,
  SUPPORT,
  SUPPORT_ON_A,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { differenceOfVertices } from '../support/minkowski-support.ts';
import { edgeVector, FEATURE_IN_ROUNDINGS, lowerVertex } from './feature-pair.ts';
import { contactPatch } from './patch.ts';

/** Height of A's or B's feature along the normal at the point of the frame in CLOSEST, which has height 0. */
function heightOverPatch(ofB: bool): f64 {
  const s: i32 = ofB ? I[PAIR_B] : I[PAIR_A];
  const face: i32 = ofB ? I[FACE_B] : I[FACE_A];
  const nx: f64 = F[CORE_NORMAL];
  const ny: f64 = F[CORE_NORMAL + 1];
  const nz: f64 = F[CORE_NORMAL + 2];
  differenceOfVertices(lowerVertex(FEATURE_A), lowerVertex(FEATURE_B));
  const rx: f64 = F[SUPPORT_ON_A] + (ofB ? F[SUPPORT] : 0.0) - F[CLOSEST];
  const ry: f64 = F[SUPPORT_ON_A + 1] + (ofB ? F[SUPPORT + 1] : 0.0) - F[CLOSEST + 1];
  const rz: f64 = F[SUPPORT_ON_A + 2] + (ofB ? F[SUPPORT + 2] : 0.0) - F[CLOSEST + 2];
  const height: f64 = rx * nx + ry * ny + rz * nz;
  if (face >= 0) {
    const f: i32 = I[2 * s + SHAPE_FACE_NORMALS] + 3 * face;
    let x: f64 = F[f];
    let y: f64 = F[f + 1];
    let z: f64 = F[f + 2];
    if (ofB) {
      x = F[RELATIVE] * F[f] + F[RELATIVE + 1] * F[f + 1] + F[RELATIVE + 2] * F[f + 2];
      y = F[RELATIVE + 3] * F[f] + F[RELATIVE + 4] * F[f + 1] + F[RELATIVE + 5] * F[f + 2];
      z = F[RELATIVE + 6] * F[f] + F[RELATIVE + 7] * F[f + 1] + F[RELATIVE + 8] * F[f + 2];
    }
    return (x * rx + y * ry + z * rz) / (x * nx + y * ny + z * nz);
  }
  edgeVector(s, ofB ? FEATURE_B : FEATURE_A, ofB, SUPPORT);
  const up: f64 = F[SUPPORT] * nx + F[SUPPORT + 1] * ny + F[SUPPORT + 2] * nz;
  const ux: f64 = F[SUPPORT] - up * nx;
  const uy: f64 = F[SUPPORT + 1] - up * ny;
  const uz: f64 = F[SUPPORT + 2] - up * nz;
  const uu: f64 = ux * ux + uy * uy + uz * uz;
  return uu > 0.0 ? height - (up * (rx * ux + ry * uy + rz * uz)) / uu : height;
}

/**
 * Face or parallel edges: the centroid of the common patch, lifted to A's feature. False when it does not lie on both
 * bodies.
 */
export function setPointFromPatch(faceA: i32, faceB: i32): bool {
  const nx: f64 = F[CORE_NORMAL];
  const ny: f64 = F[CORE_NORMAL + 1];
  const nz: f64 = F[CORE_NORMAL + 2];
  if (!contactPatch(nx, ny, nz, faceA, faceB, witnessTolerance(), CLOSEST)) return false;
  // Features that are tilted against each other: the point is in the middle of what the gap is wider here, if that is
  // little.
  const tilted: bool = F[FEATURE_SPREAD] > FEATURE_IN_ROUNDINGS * F[ROUNDING];
  const a: i32 = 2 * I[PAIR_A];
  const v: i32 = lowerVertex(FEATURE_A);
  let height: f64 = nx * F[I[a + SHAPE_X] + v] + ny * F[I[a + SHAPE_Y] + v] + nz * F[I[a + SHAPE_Z] + v];
  if (tilted) {
    height = heightOverPatch(false);
    height += 0.5 * (heightOverPatch(true) - height - F[CORE]);
  }
  F[CORE_POINT] = F[CLOSEST] + height * nx;
  F[CORE_POINT + 1] = F[CLOSEST + 1] + height * ny;
  F[CORE_POINT + 2] = F[CLOSEST + 2] + height * nz;
  // The patch of level faces is within both. Edges may miss each other on the side, and a patch of one or two corners
  // be no patch.
  return (!tilted && I[PATCH_COUNT] > 2) || (pointIsOnA() && pointIsOnB());
}
