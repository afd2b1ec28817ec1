// SPDX-License-Identifier: MIT
/** Poses in the plane: x_world = position + rotation by `angle`, counter-clockwise, of x_own. */

import { refuseKey, requireKeys, requireNumber } from '../errors/refused-argument.ts';
import { InvalidPoseError } from '../errors.ts';
import { cos, sin } from './circular.ts';
import { planarVectorArgument, type Vector2, type Vector2Like } from './planar-vector.ts';
import { LARGEST_COORDINATE } from './pose.ts';

/**
 * Position and angle of a body in the plane.
 *
 * @example
 * ```ts no-run
 * import type { PlanarPose } from 'scree/contact';
 *
 * const turned: PlanarPose = { position: { x: 1, y: 0 }, angle: Math.PI / 6 };
 * ```
 */
export interface PlanarPose {
  readonly position: Vector2;
  /** Radians, counter-clockwise. */
  readonly angle: number;
}

/** What the API accepts for a planar pose: either part may be left out. */
export interface PlanarPoseLike {
  readonly position?: Vector2Like;
  readonly angle?: number;
}

const IDENTITY_PLANAR_POSE: PlanarPose = Object.freeze({ position: Object.freeze({ x: 0, y: 0 }), angle: 0 });

const KEYS = ['position', 'angle'];

/** Reads a pose given by the caller, each value once. Throws an InvalidPoseError whose message begins with `path`. */
export function planarPoseArgument(like: unknown, path: string): PlanarPose {
  if (typeof like !== 'object' || like === null || Array.isArray(like)) requireKeys(like, path, KEYS, InvalidPoseError);
  for (const key in like as object) {
    if (key !== 'position' && key !== 'angle') refuseKey(path, key, KEYS, InvalidPoseError);
  }
  const { position, angle = 0 } = like as Readonly<Record<string, unknown>>;
  return {
    position:
      position === undefined
        ? IDENTITY_PLANAR_POSE.position
        : planarVectorArgument(position, `${path}.position`, InvalidPoseError, LARGEST_COORDINATE),
    angle: requireNumber(angle, `${path}.angle`, InvalidPoseError, 'a finite number of radians'),
  };
}

/** A pose; omitted values are zero. Throws an InvalidPoseError. */
export function planarPose(like: PlanarPoseLike = {}): PlanarPose {
  return planarPoseArgument(like, 'pose');
}

/** A point of the own frame in world coordinates. */
export function transformPlanarPoint(pose: PlanarPose, point: Vector2): Vector2 {
  const c = cos(pose.angle);
  const s = sin(pose.angle);
  return { x: pose.position.x + (c * point.x - s * point.y), y: pose.position.y + (s * point.x + c * point.y) };
}
