// SPDX-License-Identifier: MIT
/**
 * Portal refinement if A - B has no volume: two segments, a point and a facet, coplanar facets. The paper stops here
 * and suggests a portal that is an edge in the plane of the difference; a difference that is a segment is its own
 * portal. The distance across the plane is added to that within it. Flat sets never overlap, so the answer is not
 * negative, except by rounding.
 */
import {
  addScaled,
  cross,
  dot,
  length,
  negate,
  perpendicular,
  scale,
  subtract,
  type Vector3,
} from '../../math/vector.ts';
import { FLAT_TOLERANCE, type PortalWatch, support } from './portal.ts';
import type { Found } from './portal-answer.ts';
import type { Difference, DifferencePoint } from './portal-difference.ts';
import { closestToOrigin, weighted } from './portal-triangle.ts';

/** The point that reaches farthest to either side of the inner point along a direction. */
function farther(difference: Difference, direction: Vector3, watch: PortalWatch): DifferencePoint {
  const reach = (point: DifferencePoint): number => Math.abs(dot(subtract(point.r, difference.inner), direction));
  const ahead = support(difference, direction, watch);
  const behind = support(difference, negate(direction), watch);
  return reach(ahead) >= reach(behind) ? ahead : behind;
}

/** A way from the inner point that reaches far to the sides of a unit direction, and its part across it. */
function widest(
  difference: Difference,
  along: Vector3,
  watch: PortalWatch,
): { readonly offset: Vector3; readonly across: Vector3 } {
  const side = perpendicular(along);
  const [first, second] = [side, cross(along, side)].map((direction) => {
    const offset = subtract(farther(difference, direction, watch).r, difference.inner);
    return { offset, across: addScaled(offset, along, -dot(offset, along)) };
  }) as [{ offset: Vector3; across: Vector3 }, { offset: Vector3; across: Vector3 }];
  return length(first.across) >= length(second.across) ? first : second;
}

/** From the segment of two points: the distance of its closest point, and the plane across the way to it. */
function fromEdge(difference: Difference, p: DifferencePoint, q: DifferencePoint, watch: PortalWatch): Found {
  const closest = closestToOrigin([p.r, q.r, q.r]);
  const onA = weighted([p.onA, q.onA, q.onA], closest.weights);
  // At touching, any plane that holds the difference to one side will do.
  if (closest.distance > 0) support(difference, scale(closest.point, -1 / closest.distance), watch);
  const { bestGap, bestDirection } = watch;
  const isFar = closest.distance > FLAT_TOLERANCE * difference.size;
  return {
    distance: closest.distance,
    normal: isFar ? scale(closest.point, -1 / closest.distance) : bestDirection,
    onA,
    lower: bestGap,
    upper: closest.distance,
    ended: true,
  };
}

/**
 * The edge through which the ray from the inner point leaves a flat difference, and how far the target is outside it.
 */
function edgePortal(
  difference: Difference,
  offset: Vector3,
  m: Vector3,
  watch: PortalWatch,
): { readonly p: DifferencePoint; readonly q: DifferencePoint; readonly outside: number } | undefined {
  const { inner, size } = difference;
  const along = scale(offset, 1 / length(offset));
  const left = cross(m, along);
  const beside = (point: DifferencePoint): number => dot(subtract(point.r, inner), left);
  let p = support(difference, left, watch);
  let q = support(difference, negate(left), watch);
  while (watch.found < watch.limit) {
    watch.found++;
    const edge = subtract(q.r, p.r);
    const outward = cross(edge, m);
    const normal = scale(outward, (dot(outward, along) < 0 ? -1 : 1) / length(outward));
    const outside = dot(subtract(offset, subtract(p.r, inner)), normal);
    const next = support(difference, normal, watch);
    if (dot(subtract(next.r, p.r), normal) <= FLAT_TOLERANCE * size) return { p, q, outside };
    if (beside(next) > 0) p = next;
    else q = next;
  }
  return undefined;
}

/** Signed distance of a difference without volume; bounded where the limit of steps is reached. */
export function flatAnswer(difference: Difference, watch: PortalWatch): Found {
  const { inner, innerOnA, size } = difference;
  const flat = FLAT_TOLERANCE * size;
  const ray = scale(inner, -1 / length(inner));
  const ahead = subtract(farther(difference, ray, watch).r, inner);
  const aside = widest(difference, ray, watch).offset;
  const away = length(ahead) >= length(aside) ? ahead : aside;
  const a = length(away) > 0 ? scale(away, 1 / length(away)) : ray;
  const { across } = widest(difference, a, watch);
  if (length(across) <= flat) {
    return fromEdge(difference, support(difference, negate(a), watch), support(difference, a, watch), watch);
  }
  const upright = cross(a, across);
  const m = scale(upright, 1 / length(upright));
  const height = dot(inner, m);
  const normal = height > 0 ? negate(m) : m;
  support(difference, normal, watch);
  // Within the plane, the ray goes to the foot of the origin.
  const offset = addScaled(negate(inner), m, height);
  const distance = Math.abs(height);
  const onFlat = { distance, normal, lower: watch.bestGap, upper: distance + flat, ended: true };
  if (length(offset) <= flat) return { ...onFlat, onA: innerOnA };
  const portal = edgePortal(difference, offset, m, watch);
  if (portal === undefined) {
    return { ...onFlat, distance: Math.max(watch.bestGap, 0), onA: innerOnA, upper: length(inner), ended: false };
  }
  const { p, q, outside } = portal;
  if (outside > 0) return fromEdge(difference, p, q, watch);
  const { weights } = closestToOrigin([inner, p.r, q.r]);
  return { ...onFlat, lower: watch.bestGap, onA: weighted([innerOnA, p.onA, q.onA], weights) };
}
