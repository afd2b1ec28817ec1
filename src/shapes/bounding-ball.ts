// SPDX-License-Identifier: MIT
/**
 * Bounding ball of a convex shape. Round shapes have the smallest one in closed form; for vertices the iteration of
 * Badoiu and Clarkson (2003, Smaller core-sets for balls) comes within a few per cent of it. Radii are rounded up.
 */
import { addScaled, distance, scale, subtract, type Vector3, ZERO_VECTOR } from '../math/vector.ts';

/** A ball around a shape. */
export interface BoundingBall {
  /** In the shape's own frame. */
  readonly centre: Vector3;
  readonly radius: number;
}

/** Rounding of the radius, relative to the shape's coordinates. */
export const BALL_SLACK = 1 + 1e-14;
/** After k steps the ball is within 1 / sqrt(k) of the smallest. */
const STEPS = 400;

/** Not Math.hypot, whose last bit depends on the engine. */
export function diagonal(x: number, y: number): number {
  return Math.sqrt(x * x + y * y);
}

/** Bounding ball of the convex hull of points. */
export function ballOfPoints(points: readonly Vector3[]): BoundingBall {
  const origin = points[0] ?? ZERO_VECTOR;
  const placed = points.map((point) => subtract(point, origin));
  let centre = scale(
    placed.reduce((sum, point) => addScaled(sum, point, 1)),
    1 / placed.length,
  );
  for (let k = 1; k <= STEPS; k++) {
    const far = farthestFrom(placed, centre);
    centre = addScaled(centre, subtract(far, centre), 1 / (k + 1));
  }
  const inside = addScaled(origin, centre, 1);
  return { centre: inside, radius: BALL_SLACK * distance(farthestFrom(points, inside), inside) };
}

function farthestFrom(points: readonly Vector3[], centre: Vector3): Vector3 {
  let found = centre;
  let most = -1;
  for (const point of points) {
    const { x, y, z } = subtract(point, centre);
    const squared = x * x + y * y + z * z;
    if (squared <= most) continue;
    most = squared;
    found = point;
  }
  return found;
}
