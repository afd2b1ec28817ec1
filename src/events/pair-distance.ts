// SPDX-License-Identifier: MIT
/**
 * Signed distance of two pieces, by the default query or by Minkowski portal refinement as in the paper. Only its sign
 * decides events.
 */

import { F } from '../kernel/memory.ts';
import type { Pose } from '../math/pose.ts';
import { chosenKernel, contact } from '../narrow-phase/contact.ts';
import { POSE_A, POSE_B, queryPair, RESULT, writePose } from '../narrow-phase/kernel-query.ts';
import { kernelBlock } from '../shapes/kernel-memory/kernel-block.ts';
import type { ContactPiece } from './contact-pieces.ts';

/**
 * `mpr`: Neumayr & Otter 2017, section 4; half-spaces, which have no support mapping, are asked about in the default
 * way.
 */
export type DistanceQuery = 'default' | 'mpr';

export function pairDistance(query: DistanceQuery, a: ContactPiece, poseA: Pose, b: ContactPiece, poseB: Pose): number {
  const isMpr = query === 'mpr' && a.shape.kind !== 'halfSpace' && b.shape.kind !== 'halfSpace';
  if (isMpr) return contact(a.shape, poseA, b.shape, poseB, { algorithm: 'mpr' }).distance;
  // Poses of pieces are checked and unit already, which `distance` could not know.
  const engine = chosenKernel(undefined);
  writePose(POSE_A, poseA);
  writePose(POSE_B, poseB);
  queryPair(engine, kernelBlock(a.shape), POSE_A, kernelBlock(b.shape), POSE_B, 0, Infinity, RESULT);
  return F[RESULT];
}
