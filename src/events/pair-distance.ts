// SPDX-License-Identifier: MIT
/** Signed distance of two placed pieces: by the default query, or by Minkowski portal refinement as in the paper. Only its sign decides events. */
import type { Pose } from '../math/pose.ts';
import { contact } from '../narrow-phase/contact.ts';
import { distance } from '../narrow-phase/distance.ts';
import type { ContactPiece } from './contact-pieces.ts';

/** `mpr`: Neumayr & Otter 2017, section 4; half-spaces, which have no support mapping, are asked about in the default way. */
export type DistanceQuery = 'default' | 'mpr';

export function pairDistance(query: DistanceQuery, a: ContactPiece, poseA: Pose, b: ContactPiece, poseB: Pose): number {
  const isMpr = query === 'mpr' && a.shape.kind !== 'halfSpace' && b.shape.kind !== 'halfSpace';
  return isMpr
    ? contact(a.shape, poseA, b.shape, poseB, { algorithm: 'mpr' }).distance
    : distance(a.shape, poseA, b.shape, poseB);
}
