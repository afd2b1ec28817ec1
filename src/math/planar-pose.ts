// SPDX-License-Identifier: MIT
/** Poses in the plane: x_world = position + rotation by `angle`, counter-clockwise, of x_own. */
import { cos, sin } from './circular.ts';
import { type Vector2, type Vector2Like, vector2 } from './planar-vector.ts';
import { LARGEST_COORDINATE } from './pose.ts';

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

export const IDENTITY_PLANAR_POSE: PlanarPose = Object.freeze({ position: Object.freeze({ x: 0, y: 0 }), angle: 0 });

/** A frozen pose. Throws a RangeError when a part is not finite or the position is beyond 1e50. */
export function planarPose(like: PlanarPoseLike = {}): PlanarPose {
  const position = like.position === undefined ? IDENTITY_PLANAR_POSE.position : vector2(like.position);
  if (!(Math.max(Math.abs(position.x), Math.abs(position.y)) <= LARGEST_COORDINATE)) {
    throw new RangeError(
      `pose.position: expected finite numbers of at most ${LARGEST_COORDINATE}, got (${position.x}, ${position.y})`,
    );
  }
  const angle = like.angle ?? 0;
  if (!Number.isFinite(angle)) throw new RangeError(`pose.angle: expected a finite number of radians, got ${angle}`);
  return Object.freeze({ position, angle });
}

/** A point of the own frame in world coordinates. */
export function transformPlanarPoint(pose: PlanarPose, point: Vector2): Vector2 {
  const c = cos(pose.angle);
  const s = sin(pose.angle);
  return { x: pose.position.x + (c * point.x - s * point.y), y: pose.position.y + (s * point.x + c * point.y) };
}
