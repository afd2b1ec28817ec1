// SPDX-License-Identifier: MIT
/**
 * Exact GJK (Gilbert, Johnson & Keerthi 1988, doi:10.1109/56.2083). With exact sub-simplices the distance falls
 * strictly in every step, so the search ends at the true minimum without a tolerance, and a simplex never degenerates.
 */

import type { Difference, DifferencePoint } from './exact-difference.ts';
import { type NearestOnSimplex, nearestOnSimplex } from './exact-simplex.ts';
import { cross, dot, type ExactVector, isZero, negate, subtract } from './exact-vector.ts';

interface NearestInDifference extends NearestOnSimplex {
  readonly iterations: number;
}

/**
 * The point nearest to the origin of the convex set whose lowest point along a direction is `lowest(direction)`.
 * A zero `direction` in the result means that the origin lies in the set, inside the simplex `points`.
 */
export function nearestToOrigin(
  first: DifferencePoint,
  lowest: (direction: ExactVector) => DifferencePoint,
): NearestInDifference {
  let nearest = nearestOnSimplex([first]);
  for (let iterations = 1; ; iterations++) {
    if (isZero(nearest.direction)) return { ...nearest, iterations };
    const next = lowest(nearest.direction);
    if (dot(nearest.direction, next.w) >= nearest.offset) return { ...nearest, iterations };
    nearest = nearestOnSimplex([...nearest.points, next]);
  }
}

/** A vector perpendicular to `e`, which is not zero: its cross product with the axis it is least aligned with. */
export function perpendicular(e: ExactVector): ExactVector {
  const x = e.x < 0n ? -e.x : e.x;
  const y = e.y < 0n ? -e.y : e.y;
  const z = e.z < 0n ? -e.z : e.z;
  if (x <= y && x <= z) return { x: 0n, y: e.z, z: -e.y };
  return y <= z ? { x: -e.z, y: 0n, z: e.x } : { x: e.y, y: -e.x, z: 0n };
}

/** The directions that, with both signs, decide whether the difference leaves the affine hull of the points. */
function normalsOf(points: readonly DifferencePoint[]): ExactVector[] {
  const [p, q, r] = points.map((point) => point.w) as [ExactVector, ExactVector?, ExactVector?];
  if (q === undefined) {
    return [
      { x: 1n, y: 0n, z: 0n },
      { x: 0n, y: 1n, z: 0n },
      { x: 0n, y: 0n, z: 1n },
    ];
  }
  const e = subtract(q, p);
  if (r !== undefined) return [cross(e, subtract(r, p))];
  const first = perpendicular(e);
  return [first, cross(e, first)];
}

/**
 * Adds points of the difference to a simplex that contains the origin until it is a tetrahedron. If the difference is
 * flat, the result has fewer than four points and spans it.
 */
export function completeTetrahedron(simplex: readonly DifferencePoint[], difference: Difference): DifferencePoint[] {
  const points = [...simplex];
  for (let found = true; found && points.length < 4; ) {
    found = false;
    for (const normal of normalsOf(points)) {
      const level = dot(normal, points[0].w);
      for (const direction of [normal, negate(normal)]) {
        const point = difference.farthest(direction);
        if (dot(normal, point.w) === level) continue;
        points.push(point);
        found = true;
        break;
      }
      if (found) break;
    }
  }
  return points;
}
