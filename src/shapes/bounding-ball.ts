// SPDX-License-Identifier: MIT
/**
 * A ball around a convex shape: the smallest one of round shapes in closed form, of vertices by the iteration of Badoiu
 * and Clarkson (2003, Smaller core-sets for balls), which ends within a few per cent of it. Radii are rounded up, so
 * that the ball always holds the shape.
 */
import { power } from '../math/elementary.ts';
import { addScaled, distance, scale, subtract, type Vector3, ZERO_VECTOR } from '../math/vector.ts';
import type { ConvexShape } from './shape.ts';

export interface BoundingBall {
  /** In the shape's own frame. */
  readonly centre: Vector3;
  readonly radius: number;
}

/** The radius is off by a few roundings of the shape's coordinates at most. */
const SLACK = 1 + 1e-14;
/** After k steps the ball is within 1 / sqrt(k) of the smallest. */
const STEPS = 400;

export function boundingBall(shape: ConvexShape): BoundingBall {
  switch (shape.kind) {
    case 'sphere':
      return { centre: ZERO_VECTOR, radius: shape.radius };
    case 'point':
      return { centre: shape.position, radius: 0 };
    case 'capsule':
      return { centre: ZERO_VECTOR, radius: SLACK * (shape.halfLength + shape.radius) };
    case 'cylinder':
      return { centre: ZERO_VECTOR, radius: SLACK * diagonal(shape.radius, shape.halfLength) };
    case 'cone':
      return ballOfCone(shape.radius, shape.height);
    case 'ellipsoid': {
      const { x, y, z } = shape.semiAxes;
      return { centre: ZERO_VECTOR, radius: Math.max(x, y, z) };
    }
    case 'superquadric': {
      const { x, y, z } = shape.semiAxes;
      return { centre: ZERO_VECTOR, radius: SLACK * farthest(farthest(x, y, shape.n2), z, shape.n1) };
    }
    case 'box': {
      const { x, y, z } = shape.halfExtents;
      return { centre: ZERO_VECTOR, radius: SLACK * diagonal(diagonal(x, y), z) };
    }
    case 'polyhedron':
    case 'facet':
      return ballOfPoints(shape.vertices);
    case 'segment':
      return ballOfPoints([shape.from, shape.to]);
    case 'rounded': {
      const { centre, radius } = boundingBall(shape.shape);
      return { centre, radius: SLACK * (radius + shape.radius) };
    }
  }
}

function diagonal(x: number, y: number): number {
  return Math.sqrt(x * x + y * y);
}

/** The ball through apex and rim, unless that of the base is large enough. */
function ballOfCone(radius: number, height: number): BoundingBall {
  if (height <= radius) return { centre: ZERO_VECTOR, radius: SLACK * radius };
  const z = ((height - radius) * (height + radius)) / (2 * height);
  return { centre: { x: 0, y: 0, z }, radius: SLACK * (height - z) };
}

/**
 * Largest distance from the origin of the curve |x/a|^n + |y/b|^n = 1: Hoelder's inequality with the exponents n/2 and
 * n/(n - 2).
 */
function farthest(a: number, b: number, n: number): number {
  const larger = Math.max(a, b);
  if (n <= 2) return larger;
  const q = (2 * n) / (n - 2);
  return larger * power(1 + power(Math.min(a, b) / larger, q), 1 / q);
}

function ballOfPoints(points: readonly Vector3[]): BoundingBall {
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
  return { centre: inside, radius: SLACK * distance(farthestFrom(points, inside), inside) };
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
