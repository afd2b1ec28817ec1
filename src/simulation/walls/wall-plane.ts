// SPDX-License-Identifier: MIT
/** The plane of a half-space at a time, by its prescribed motion. */
import { displacedPoint, displacementAt, turns } from '../../bodies/prescribed-motion.ts';
import { rotate } from '../../math/quaternion.ts';
import { dot, normalise, scale as scaled, type Vector3, vector3 } from '../../math/vector.ts';
import type { HalfSpaceSpec } from '../simulation-spec.ts';

/** Where a half-space is at a time: its normal and offset. */
export function wallPlane(
  { normal, offset, motion }: HalfSpaceSpec,
  time: number,
): { normal: Vector3; offset: number } {
  const n = normalise(vector3(normal));
  if (motion === undefined) return { normal: n, offset };
  const moved = displacementAt(motion, time);
  const turned = turns(motion) ? rotate(moved.turn, n) : n;
  return { normal: turned, offset: dot(turned, displacedPoint(moved, scaled(n, offset))) };
}
