// SPDX-License-Identifier: MIT
/**
 * Signed distance with bounds from the last portal (Neumayr & Otter 2017, eq. 12 and Theorem 4.2). A gap is the
 * distance to the portal's triangle, at least that of its plane. A depth is that of the plane; the paper uses the
 * distance to the triangle, which is larger if the origin projects outside it, and no more accurate.
 */
import { dot, length, scale, type Vector3, ZERO_VECTOR } from '../../math/vector.ts';
import { type Portal, type PortalEnd, type PortalWatch, sideNormal } from './portal.ts';
import type { Difference, DifferencePoint } from './portal-difference.ts';
import { closestToOrigin, type TrianglePoint, weighted } from './portal-triangle.ts';

/** Closer to the origin, relative to the size, a point of the portal has no direction beyond rounding. */
const TOUCH_TOLERANCE = 2 ** -46;

/** Signed distance of the origin from A - B, with the bounds that the search proves but for rounding. */
export interface Found {
  readonly distance: number;
  readonly normal: Vector3;
  /** About the origin of the difference. */
  readonly onA: Vector3;
  readonly lower: number;
  readonly upper: number;
  /** Ended by TC1 or TC2. */
  readonly ended: boolean;
}

/**
 * Radius of a ball about the origin in the tetrahedron of the inner point and the portal, which is part of A - B: a
 * lower bound of the depth. Negative if the origin is outside. Uses the heights of all corners of a face, because
 * rounding turns the normal of a sliver and one corner would claim too much.
 */
function roomInside(inner: Vector3, portal: Portal, normal: Vector3): number {
  const [p1, p2, p3] = portal;
  let room = Math.min(dot(normal, p1.r), dot(normal, p2.r), dot(normal, p3.r));
  for (const [p, q] of [
    [p1, p2],
    [p2, p3],
    [p3, p1],
  ] as const) {
    const side = sideNormal(inner, p, q);
    const area = length(side);
    if (area > 0) room = Math.min(room, -Math.max(dot(side, inner), dot(side, p.r), dot(side, q.r)) / area);
  }
  return room;
}

/** An upper bound of the signed distance that a triangle of A - B proves, together with the inner point. */
export function upperOfPortal(inner: Vector3, portal: Portal, normal: Vector3): number {
  const [p1, p2, p3] = portal;
  const room = dot(normal, p1.r) > 0 ? roomInside(inner, portal, normal) : 0;
  return room > 0 ? -room : closestToOrigin([p1.r, p2.r, p3.r]).distance;
}

/**
 * The plane of all directions tried that proves most. The inner point is in A - B, so the origin is no farther than it.
 */
function fromBestPlane({ inner }: Difference, watch: PortalWatch, ended: boolean): Found {
  return {
    distance: Math.max(watch.bestGap, 0),
    normal: watch.bestDirection,
    onA: watch.bestPoint?.onA ?? ZERO_VECTOR,
    lower: watch.bestGap,
    upper: length(inner),
    ended,
  };
}

/**
 * TC1: exact for a gap; for a depth, the plane across the ray. An origin before the point is in A - B but for the
 * offset.
 */
function fromRay(point: DifferencePoint, direction: Vector3, offset: number): Found {
  const distance = -dot(point.r, direction);
  const upper = distance > 0 ? length(point.r) : offset;
  return { distance, normal: direction, onA: point.onA, lower: distance, upper, ended: true };
}

/**
 * Theorem 4.2: the point of the portal closest to the origin gives the distance from above, the portal's plane from
 * below.
 */
function separated(
  { size }: Difference,
  normal: Vector3,
  closest: TrianglePoint,
  onA: Vector3,
  watch: PortalWatch,
  ended: boolean,
): Found {
  const { point, distance, inside } = closest;
  const isTouch = !(distance > TOUCH_TOLERANCE * size);
  const outside = isTouch ? watch.bestDirection : scale(point, -1 / distance);
  return { distance, normal: inside ? normal : outside, onA, lower: watch.bestGap, upper: distance, ended };
}

/** The answer of a portal search that found one, or of the best plane where it did not. */
export function fromPortal(difference: Difference, end: PortalEnd, watch: PortalWatch): Found {
  if (end.end === 'ray') return fromRay(end.point, end.direction, end.offset);
  if (!('portal' in end)) return fromBestPlane(difference, watch, false);
  const { portal, normal, portalHeight, height } = end;
  const ended = end.end === 'portal';
  const [p1, p2, p3] = portal;
  const closest = closestToOrigin([p1.r, p2.r, p3.r]);
  const onA = weighted([p1.onA, p2.onA, p3.onA], closest.weights);
  if (portalHeight > 0) {
    const room = roomInside(difference.inner, portal, normal);
    const upper = room > 0 ? -room : closest.distance;
    return { distance: -height, normal, onA, lower: -height, upper, ended };
  }
  if (ended || height < 0) return separated(difference, normal, closest, onA, watch, ended);
  // Cut short with the origin between the portal and the surface: the sign is not known.
  return { ...fromBestPlane(difference, watch, false), upper: closest.distance };
}
