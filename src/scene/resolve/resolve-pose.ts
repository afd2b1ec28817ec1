// SPDX-License-Identifier: MIT
/** Resolves orientations and prescribed motions of a scene. */
import type { z } from 'zod';
import { fromAxisAngle, normaliseQuaternion, type Quaternion } from '../../math/quaternion.ts';
import type { MotionSpec } from '../../simulation/simulation-spec.ts';
import type { motionField, orientationField } from '../schema/pose-fields.ts';
import { withoutUndefined } from './resolution.ts';

/** A unit quaternion. */
export function resolveOrientation(fields: z.output<typeof orientationField>): Quaternion {
  return 'w' in fields ? normaliseQuaternion(fields) : fromAxisAngle(fields.axis, fields.angle);
}

export function resolveMotion({
  velocity,
  rotation,
  oscillation,
  from,
  until,
}: z.output<typeof motionField>): MotionSpec {
  return withoutUndefined({ velocity, rotation, oscillation, from, until });
}
